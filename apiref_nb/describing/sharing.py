"""What several operations of a large page share stands once on it: which schemas and which words of parameters.

In: the operations of a page. Out: a `Sharing`, which counts the uses; `rows`, `parameters` and `operation` ask it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from apiref_nb.model import ApiOperation, ApiParameter, Schema
from apiref_nb.schemas import merged


@dataclass(frozen=True, slots=True)
class SharingLimits:
    """From what size and number of uses on something stands once."""

    min_operations: int = 41
    """Operations; a smaller page says everything in its place, a larger one some words and schemas once."""
    min_operations_large: int = 200
    """Operations; a page of so many says rows, headers and error answers once, and other operations lead there."""
    min_operations_very_large: int = 401
    """Operations; a page of so many shows the sample of a component that many answers share in its list of schemas."""
    min_uses: int = 3
    """Uses from which on what is said stands once."""
    max_words_in_place_characters: int = 120
    """Longer words of a parameter may stand once."""
    max_sample_in_place_characters: int = 120
    """A longer sample of an answer may stand once in its card."""
    max_samples_repeated_characters: int = 1000
    """Longer samples of an answer stand once on a large page, and other operations link there."""


LIMITS: Final = SharingLimits()
"""The limits of every page."""

WordsKey = tuple[str, str, str]
"""(location, name, description) of a parameter."""


class Sharing:
    """Counts what the operations of a page have in common; of a small page, nothing.

    Args:
        operations: of the page.
    """

    def __init__(self, operations: Sequence[ApiOperation] = ()) -> None:
        self._schemas: Counter[int] = Counter()
        self._words: Counter[WordsKey] = Counter()
        self.shown: dict[object, str] = {}
        """Long samples of an answer -> key of the operation that shows them on a large page."""
        for operation in operations if len(operations) >= LIMITS.min_operations else ():
            for one in operation.parameters:
                if len(one.description) > LIMITS.max_words_in_place_characters:
                    self._words[one.location, one.name, one.description] += 1
            bodies = () if operation.request_body is None else operation.request_body.content
            for content in (bodies, *[response.content for response in operation.responses]):
                for media in content:
                    node = named_node(media.schema)
                    if node is not None:
                        self._schemas[id(node)] += 1

        self.is_large = len(operations) >= LIMITS.min_operations_large
        self.is_very_large = len(operations) >= LIMITS.min_operations_very_large

    def has(self, node: Schema | None) -> bool:
        """Return True for a component that several bodies of the page are made of."""
        return node is not None and self._schemas[id(node)] >= LIMITS.min_uses

    def has_words(self, parameter: ApiParameter) -> bool:
        """Return True for a parameter whose long description several operations repeat."""
        key = (parameter.location, parameter.name, parameter.description)
        return len(parameter.description) > LIMITS.max_words_in_place_characters and self._words[key] >= LIMITS.min_uses


def named_node(schema: Schema | None) -> Schema | None:
    """Return the component that a body holds: itself, or each of its items; None for any other."""
    if schema is None or schema.name:
        return schema
    item = merged(schema).items if "items" in schema.keywords else None
    return item if item is not None and item.name else None
