"""What several operations of a large page share stands once on it: which schemas and which words of parameters.

In: the operations of a page. Out: a `Sharing`, which counts the uses; `rows`, `parameters` and `operation` ask it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from apiref_nb.model import ApiOperation, ApiParameter, Schema
from apiref_nb.schemas import merged

FEWEST_OPERATIONS = 41
"""Operations; a smaller page says everything in its place."""
FEWEST_OPERATIONS_VERY_LARGE = 401
"""Operations; a page of so many shows the sample of a component that many answers share in its list of schemas."""
FEWEST_USES = 3
"""Uses from which on what is said stands once."""
LONG_WORDS = 120
"""Characters; shorter words of a parameter stay in place."""

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
        self.shown: dict[bytes, str] = {}
        """Digest of the long samples of an answer -> key of the operation that shows them on a very large page."""
        for operation in operations if len(operations) >= FEWEST_OPERATIONS else ():
            for one in operation.parameters:
                if len(one.description) > LONG_WORDS:
                    self._words[one.location, one.name, one.description] += 1
            bodies = () if operation.request_body is None else operation.request_body.content
            for content in (bodies, *[response.content for response in operation.responses]):
                for media in content:
                    node = named_node(media.schema)
                    if node is not None:
                        self._schemas[id(node)] += 1

        self.is_very_large = len(operations) >= FEWEST_OPERATIONS_VERY_LARGE

    def has(self, node: Schema | None) -> bool:
        """Return True for a component that several bodies of the page are made of."""
        return node is not None and self._schemas[id(node)] >= FEWEST_USES

    def has_words(self, parameter: ApiParameter) -> bool:
        """Return True for a parameter whose long description several operations repeat."""
        key = (parameter.location, parameter.name, parameter.description)
        return len(parameter.description) > LONG_WORDS and self._words[key] >= FEWEST_USES


def named_node(schema: Schema | None) -> Schema | None:
    """Return the component that a body holds: itself, or each of its items; None for any other."""
    if schema is None or schema.name:
        return schema
    item = merged(schema).items if "items" in schema.keywords else None
    return item if item is not None and item.name else None
