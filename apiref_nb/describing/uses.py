"""How often the bodies of a page say the same: the words of a field, an object that has no name.

In: the operations of a large page. Out: counts; `sharing` decides by them what stands once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from apiref_nb.describing.said import Said, Sayings, content_of, sole_variant
from apiref_nb.model import ApiOperation, Schema
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import variants

WordsKey = tuple[object, ...]


class Uses:
    """Counts what the bodies and parameters of operations hold, each schema once.

    Args:
        operations: of the page.
        sayings: of the page.
        max_in_place: characters of words that stay in their place, and are not counted.
    """

    def __init__(self, operations: Iterable[ApiOperation], sayings: Sayings, max_in_place: int) -> None:
        self.words: Counter[WordsKey] = Counter()
        """What `words_key` gives -> fields that say it."""
        self.objects: Counter[bytes | str] = Counter()
        """Content of an object, or the pointer of a component -> fields that hold it."""
        self._sayings = sayings
        self._max_in_place = max_in_place
        self._seen: dict[int, Schema] = {}
        self._waiting: list[Schema] = []
        wholes: set[bytes] = set()
        for schema in _schemas_of(operations):
            content = sayings.content(schema)
            # What is alike as a whole is told once as a whole.
            if content not in wholes or not content:
                wholes.add(content)
                self._waiting.append(schema)
                self._count()

    def _count(self) -> None:
        while self._waiting:
            schema, _ = sole_variant(merged(self._waiting.pop()))
            if id(schema) in self._seen:
                continue
            # Kept: its id stays its own.
            self._seen[id(schema)] = schema
            for name, node in schema.named("properties"):
                self._field(name, merged(node) if "allOf" in node.keywords else node)
            self._waiting += variants(schema)
            if "properties" not in schema.keywords:
                inner = content_of(schema)
                self._waiting += [inner] if inner is not None and inner is not schema else []

    def _field(self, name: str, schema: Schema) -> None:
        said = self._sayings.of(schema)
        if said.length > self._max_in_place:
            self.words[words_key(name, schema, said)] += 1
        inner = said.opens
        if inner is None:
            return
        key = self._sayings.content(inner) or inner.pointer
        self.objects[key] += 1
        if self.objects[key] == 1:
            self._waiting.append(inner)


def words_key(name: str, schema: Schema, said: Said) -> WordsKey:
    """Return what is equal for fields that are called alike and say the same.

    Args:
        name: of the field; a component says the same under every name.
        schema: its `allOf` is folded in already.
        said: what it says.
    """
    return schema.name or name, said.type, said.description, said.facts, said.enum_notes


def _schemas_of(operations: Iterable[ApiOperation]) -> Iterator[Schema]:
    for operation in operations:
        bodies = (() if operation.request_body is None else (operation.request_body,), operation.responses)
        for body in (one for several in bodies for one in several):
            for media in body.content:
                schema = media.item_schema or media.schema
                if schema is not None:
                    yield schema
        for parameter in operation.parameters:
            if parameter.schema is not None:
                yield parameter.schema
