"""`SampleSession`: what the samples of one document share, so that a schema that is met again costs nothing.

Made by whoever renders a page and passed down; nothing is kept between sessions, and a session changes no result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from apiref_nb.model import MediaType, Missing, Schema
from apiref_nb.schemas.author_examples import fitting, travelling
from apiref_nb.schemas.constraints import Direction, Rules
from apiref_nb.schemas.example_data import judged_parts
from apiref_nb.schemas.folding import merged
from apiref_nb.schemas.generator import ValueGenerator
from apiref_nb.schemas.validation import BudgetSpent, Validator
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue

__all__ = ["Direction", "SampleSession", "SampleValue"]

T = TypeVar("T")

SAMPLE_CHARACTERS = 20_000_000
"""Length of all sample bodies of one page; one body that a thousand operations refer to counts a thousand times."""

JUDGEMENTS = 200_000
"""Questions that may be asked about one published example."""


@dataclass(frozen=True, slots=True)
class SampleValue:
    """One value for a schema, and where it came from."""

    value: Any
    source: Literal["example", "schema-example", "default", "generated"]
    valid: bool | None
    """None when it was not checked."""
    note: str = ""
    """Why no valid value could be found, or what is wrong with the author's example; else empty."""


class SampleSession:
    """Remembers folded schemas, rules and made values for one document.

    Args:
        checks: False leaves published examples unchecked, which saves time on documents full of them.
    """

    def __init__(self, *, checks: bool = True) -> None:
        self.checks = checks
        self.rules = Rules()
        self._room = SAMPLE_CHARACTERS
        self._folded: dict[int, tuple[Schema, Schema]] = {}
        self._samples: dict[tuple[int, Direction], tuple[Schema, SampleValue]] = {}
        self._faults: dict[tuple[int, int, Direction], tuple[Schema, Any, str]] = {}
        self._once: dict[Hashable, tuple[object, Any]] = {}
        self._makers: dict[Direction, ValueGenerator] = {}

    def begin_page(self) -> None:
        """Give the room back: what follows stands on a page of its own."""
        self._room = SAMPLE_CHARACTERS

    def takes(self, characters: int) -> bool:
        """Return True while the samples of the page have room for so many characters more, and take them."""
        if characters > self._room:
            return False
        self._room -= characters
        return True

    def once(self, key: Hashable, origin: object, make: Callable[[], T]) -> T:
        """Return what `make` returns, made once for a key that holds `id(origin)`."""
        known = self._once.get(key)
        if known is None:
            # The origin is kept beside what was made of it: its id stays its own for as long as the session lives.
            known = self._once[key] = (origin, make())
        return known[1]

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
            known = self._samples[id(schema), direction] = (schema, self._sample(schema, direction))
        return known[1]

    def named(self, schema: Schema, direction: Direction, name: str) -> JsonValue:
        """Return the sample of a schema, as the name of the parameter that holds it suggests where it is made up."""
        found = self.sample(schema, direction)
        made = self._maker(direction).plain.of(schema, name) if found.source == "generated" and found.valid else None
        return found.value if made is None else plain(made.value)

    def another(self, schema: Schema, direction: Direction) -> tuple[Any] | None:
        """Return a value that is not the sample, in a tuple of one; None where there is no other."""
        first = self.sample(schema, direction).value
        made = self._maker(direction).whole(schema, 1)
        value = plain(made.value)
        # A member that the schema does not name would only be there to make a difference.
        alike = not isinstance(value, dict) or (isinstance(first, dict) and value.keys() == first.keys())
        return (value,) if alike and not made.fault and value != first else None

    def fault(self, schema: Schema, value: JsonValue, direction: Direction) -> str:
        """Return the first fault of an author's value; empty when it has none, or takes too long to judge."""
        key = (id(schema), id(value), direction)
        known = self._faults.get(key)
        if known is None:
            judge = Validator(self.rules.patterns, JUDGEMENTS)
            try:
                found = judge.fault(self.rules.rule(schema, direction), value)
            except BudgetSpent:
                found = None
            known = self._faults[key] = (schema, value, "" if found is None else str(found))
        return known[2]

    def example_fault(
        self,
        media: MediaType,
        value: JsonValue | Missing,
        direction: Direction,
        serialized: str = "",
    ) -> str:
        """Return why a published example of a body fails its schema; empty when it does not, or checks are off."""
        if not self.checks:
            return ""
        for part in judged_parts(media, value, serialized):
            fault = self.fault(part.schema, part.value, direction)
            if fault:
                return f"{part.within}{fault}"
        return ""

    def _sample(self, schema: Schema, direction: Direction) -> SampleValue:
        if schema.unresolved:
            where = "refers to itself" if schema.circular else "leads nowhere"
            return SampleValue({}, "generated", None, f"the reference {schema.unresolved!a} {where}")
        node = self.folded(schema)
        rule = self.rules.rule(schema, direction)
        judge = Validator(self.rules.patterns, JUDGEMENTS)
        try:
            for example in node.examples:
                found = fitting(example, rule, judge)
                if found is not None:
                    return SampleValue(plain(found[0]), "schema-example", valid=True)
            if node.examples:
                fault = self.fault(schema, node.examples[0], direction)
                return SampleValue(plain(travelling(node.examples[0], rule)), "schema-example", valid=False, note=fault)
            default = node.get("default")
            if default not in (None, "", [], {}) and judge.meets(rule, default):
                return SampleValue(plain(default), "default", valid=True)
        except BudgetSpent:
            pass
        made = self._maker(direction).whole(schema)
        return SampleValue(plain(made.value), "generated", valid=not made.fault, note=made.fault)

    def _maker(self, direction: Direction) -> ValueGenerator:
        known = self._makers.get(direction)
        if known is None:
            known = self._makers[direction] = ValueGenerator(self.rules, direction, self.folded)
        return known
