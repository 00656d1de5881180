"""What several operations of a large page share stands once on it: which schemas and which words of parameters.

In: the operations of a page. Out: a `Sharing`, which counts the uses; `rows`, `parameters` and `operation` ask it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from apiref_nb.describing.row import Row
from apiref_nb.describing.said import Said, Sayings
from apiref_nb.describing.uses import Uses, words_key
from apiref_nb.describing.wording import PARAMETERS
from apiref_nb.model import ApiOperation, ApiParameter, Schema
from apiref_nb.schemas import merged


class SharingLimits(NamedTuple):
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
    max_words_in_place_large_characters: int = 80
    """The same on a large page, where it holds for the words of fields, too."""
    min_object_uses: int = 2
    """Uses from which on an object without a name stands once on a large page."""
    min_object_fields: int = 2
    """Fields of an object that stands once; a smaller one is as short as a link."""
    max_sample_in_place_characters: int = 120
    """A longer sample of an answer may stand once in its card."""
    max_samples_repeated_characters: int = 1000
    """Longer samples of an answer stand once on a large page, and other operations link there."""


LIMITS: Final = SharingLimits()
"""The limits of every page."""


class Sharing:
    """Counts what the operations of a page have in common; of a small page, nothing.

    Args:
        operations: of the page.
    """

    def __init__(self, operations: Sequence[ApiOperation] = ()) -> None:
        self._schemas: Counter[int] = Counter()
        self._words: Counter[tuple[str, str, str]] = Counter()
        """(location, name, description) of a parameter -> operations that say so."""
        self._operations = operations
        self._names: dict[bytes, str] = {}
        self._called: Counter[str] = Counter()
        """Name of a field -> objects of their own that fields of this name hold."""
        self._field_keys: dict[tuple[object, ...], str] = {}
        self.sayings = Sayings()
        """What the schemas of the page say."""
        self.words: dict[str, Row] = {}
        """Rows of parameters and fields whose words stand at the end of the page, by key, in the order of first use."""
        self.is_large = len(operations) >= LIMITS.min_operations_large
        self.is_very_large = len(operations) >= LIMITS.min_operations_very_large
        self._max_words = (
            LIMITS.max_words_in_place_large_characters if self.is_large else LIMITS.max_words_in_place_characters
        )
        for operation in operations if len(operations) >= LIMITS.min_operations else ():
            for one in operation.parameters:
                if len(one.description) > self._max_words:
                    self._words[one.location, one.name, one.description] += 1
            bodies = () if operation.request_body is None else operation.request_body.content
            for content in (bodies, *[response.content for response in operation.responses]):
                for media in content:
                    node = named_node(media.schema)
                    if node is not None:
                        self._schemas[id(node)] += 1

    @property
    def words_title(self) -> str:
        """Heading of the words that stand once."""
        return PARAMETERS if all(row.location for row in self.words.values()) else f"{PARAMETERS} and fields"

    @cached_property
    def _uses(self) -> Uses:
        """What the fields of a large page have in common; of a smaller one nothing is counted."""
        operations = self._operations if self.is_large else ()
        return Uses(operations, self.sayings, self._max_words)

    def has(self, node: Schema | None) -> bool:
        """Return True for a component that several bodies of the page are made of."""
        return node is not None and self._schemas[id(node)] >= LIMITS.min_uses

    def has_words(self, parameter: ApiParameter) -> bool:
        """Return True for a parameter whose long description several operations repeat."""
        key = (parameter.location, parameter.name, parameter.description)
        return len(parameter.description) > self._max_words and self._words[key] >= LIMITS.min_uses

    def key_of(self, row: Row, schema: Schema, said: Said) -> str:
        """Return the key under which the words of a field stand at the end of the page; empty where they stay.

        Args:
            row: of the field.
            schema: whose words they are, its `allOf` folded in.
            said: what it says.
        """
        if not self.is_large or said.length <= self._max_words:
            return ""
        if schema.name and said.opens is not None and self.sayings.open(said.opens):
            return ""  # the list of schemas says what a component is
        key = words_key(row.name, schema, said)
        if self._uses.words[key] < LIMITS.min_uses:
            return ""
        known = self._field_keys.setdefault(key, f"{len(self._field_keys)} {row.name} {row.description}")
        if known not in self.words:
            name = schema.name or row.name
            self.words[known] = row._replace(name=name, path=name, depth=0, required=False, repeats="", default=())
        return known

    def name_of(self, schema: Schema, name: str) -> str:
        """Return what the list of schemas calls an object of several fields; empty where it stays in its place.

        Args:
            schema: of the object.
            name: of the field that holds it.
        """
        if not self.is_large:
            return ""
        content = self.sayings.content(schema)
        if not (content or schema.name) or self._uses.objects[content or schema.pointer] < LIMITS.min_object_uses:
            return ""
        if schema.name:
            return schema.name
        known = self._names.get(content)
        if known is None:
            # No component is called so: its name holds no blank.
            self._called[name] += 1
            count = self._called[name]
            known = self._names[content] = f"{name} (inline{f' {count}' if count > 1 else ''})"
        return known


def named_node(schema: Schema | None) -> Schema | None:
    """Return the component that a body holds: itself, or each of its items; None for any other."""
    if schema is None or schema.name:
        return schema
    item = merged(schema).items if "items" in schema.keywords else None
    return item if item is not None and item.name else None
