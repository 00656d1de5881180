"""`SampleSession`: what the samples of one document share, so that a schema that is met again costs nothing.

Made by whoever renders a page and passed down; nothing is kept between sessions, and a session changes no result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Literal, ParamSpec, TypeVar

from apiref_nb.model import MediaType, Missing, Schema
from apiref_nb.schemas.author_examples import fitting, travelling, unresolved_note
from apiref_nb.schemas.constraints import Direction, Rule, Rules
from apiref_nb.schemas.engine import is_installed
from apiref_nb.schemas.example_data import judged_parts
from apiref_nb.schemas.folding import merged
from apiref_nb.schemas.formats import NO_FORMATS
from apiref_nb.schemas.generator import ValueGenerator
from apiref_nb.schemas.limits import JUDGING, SAMPLES
from apiref_nb.schemas.text_patterns import NOT_ECMA, PATTERN
from apiref_nb.schemas.validation import BudgetSpent, NotChecked, Validator
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue

__all__ = ["Direction", "SampleSession", "SampleValue", "Verdict"]

P = ParamSpec("P")
T = TypeVar("T")

Source = Literal["example", "schema-example", "default", "generated"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a value and its schema."""

    valid: bool | None
    """None when nobody can say."""
    note: str = ""
    """Why it is not valid, or why it was not checked; else empty."""

    @property
    def warning(self) -> str:
        """The sentence that every page prints above the value; empty when there is nothing to warn of."""
        return " ".join(self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The warning in two parts, (what, why); nothing when there is nothing to warn of."""
        if self.valid or not self.note:
            return ()
        if self.valid is False:
            return "Does not match its schema:", self.note
        if self.note.endswith(NOT_ECMA):
            return "The pattern", self.note.removeprefix(PATTERN)
        return "Was not checked, because", self.note


GOOD = Verdict(valid=True)


@dataclass(frozen=True, slots=True)
class SampleValue(Verdict):
    """One value for a schema, and where it came from."""

    value: Any = None
    source: Source = "generated"


class SampleSession:
    """Remembers folded schemas, rules and made values for one document.

    Args:
        checks: False leaves published examples unchecked, which saves time on documents full of them.
        formats: those that values are held against; none where they are only shown.
    """

    def __init__(self, *, checks: bool = True, formats: frozenset[str] = NO_FORMATS) -> None:
        self.checks = checks
        self.rules = Rules(formats)
        self._room = SAMPLES.max_page_characters
        self._samples: dict[tuple[int, Direction], tuple[Schema, SampleValue]] = {}
        self._verdicts: dict[tuple[int, int, Direction], tuple[Schema, Any, Verdict]] = {}
        self._once: dict[Hashable, tuple[object, Any]] = {}
        self._makers: dict[Direction, ValueGenerator] = {}

    def begin_page(self) -> None:
        """Give the room back: what follows stands on a page of its own."""
        self._room = SAMPLES.max_page_characters

    def keep_whole(self) -> None:
        """Let go of what samples are made of; whole ones stay, and are what is asked for again."""
        self._makers.clear()
        self.rules.clear()

    def takes(self, characters: int) -> bool:
        """Return True while the samples of the page have room for so many characters more, and take them."""
        if characters > self._room:
            return False
        self._room -= characters
        return True

    def once(self, key: Hashable, origin: object, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Return what `make` returns, made once for a key that holds `id(origin)`.

        Args:
            key: holds `id(origin)`.
            origin: what the result is made of.
            make: makes the result.
            *given: what `make` is given.
            **named: likewise, by name.
        """
        known = self._once.get(key)
        if known is None:
            # The origin is kept beside what was made of it: its id stays its own for as long as the session lives.
            known = self._once[key] = (origin, make(*given, **named))
        return known[1]

    def sample(self, schema: Schema, direction: Direction) -> SampleValue:
        """Return a sample value for the schema; see `sample`.

        Args:
            schema: any node.
            direction: `request` leaves read-only members out, `response` write-only ones.
        """
        known = self._samples.get((id(schema), direction))
        if known is None:
            known = self._samples[id(schema), direction] = (schema, self._sample(schema, direction))
        return known[1]

    def named(self, schema: Schema, direction: Direction, name: str) -> JsonValue:
        """Return the sample of a schema, as the name of the parameter that holds it suggests where it is made up.

        Args:
            schema: any node.
            direction: as for `sample`.
            name: of the parameter.
        """
        found = self.sample(schema, direction)
        made = self._maker(direction).plain.of(schema, name) if found.source == "generated" and found.valid else None
        return found.value if made is None else plain(made.value)

    def another(self, schema: Schema, direction: Direction) -> tuple[Any] | None:
        """Return a value that is not the sample, in a tuple of one; None where there is no other.

        Args:
            schema: any node.
            direction: as for `sample`.
        """
        first = self.sample(schema, direction).value
        made = self._maker(direction).whole(schema, 1)
        value = plain(made.value)
        # A member that the schema does not name would only be there to make a difference.
        alike = not isinstance(value, dict) or (isinstance(first, dict) and value.keys() == first.keys())
        return (value,) if alike and not made.fault and value != first else None

    def generated(self, schema: Schema, direction: Direction) -> SampleValue:
        """Return a value that is made from the schema, whatever its author published for the whole of it.

        Args:
            schema: any node.
            direction: as for `sample`.
        """
        if schema.unresolved:
            return SampleValue(None, unresolved_note(schema), {})
        made = self._maker(direction).whole(schema)
        if made.fault:
            return SampleValue(valid=False, note=made.fault, value=plain(made.value))
        return self._good(schema, direction, made.value, "generated")

    def verdict(self, schema: Schema, value: JsonValue, direction: Direction) -> Verdict:
        """Return whether a value meets its schema, and what is wrong with it.

        Args:
            schema: any node.
            value: any JSON value.
            direction: as for `sample`.
        """
        key = (id(schema), id(value), direction)
        known = self._verdicts.get(key)
        if known is None:
            verdict = self.judged(self.rules.rule(schema, direction), value)
            known = self._verdicts[key] = (schema, value, verdict)
        return known[2]

    def example_verdict(
        self,
        media: MediaType,
        value: JsonValue | Missing,
        direction: Direction,
        serialized: str = "",
    ) -> Verdict:
        """Return whether a published example of a body is good; so is one that nobody asked about.

        Args:
            media: the representation.
            value: the example; MISSING where there is only text.
            direction: as for `sample`.
            serialized: the example as it travels, where the author gave that.
        """
        if not self.checks:
            return GOOD
        for part in judged_parts(media, value, serialized):
            verdict = self.verdict(part.schema, part.value, direction)
            if not verdict.valid:
                return replace(verdict, note=f"{part.within}{verdict.note}") if part.within else verdict
        return GOOD

    def judged(self, rule: Rule, value: Any) -> Verdict:  # noqa: ANN401 - any JSON value
        """Return whether a value meets a rule; unlike `verdict` it keeps nothing, for values that are seen once.

        Args:
            rule: what the value has to meet.
            value: any JSON value.
        """
        judge = Validator(JUDGING.value_questions, formats=self.rules.formats)
        try:
            fault = judge.fault(rule, value)
        except NotChecked as reason:
            return Verdict(None, str(reason))
        if fault is not None:
            return Verdict(valid=False, note=str(fault))
        return Verdict(None, judge.doubts[0]) if judge.doubts else GOOD

    def _sample(self, schema: Schema, direction: Direction) -> SampleValue:
        if schema.unresolved:
            return SampleValue(None, unresolved_note(schema), {})
        maker = self._maker(direction)
        simple = maker.plain.of(schema)
        if simple is not None:
            # Most schemas: nobody published a value, and a type and its bounds say it all.
            return self._good(schema, direction, simple.value, "generated")
        node = merged(schema)
        rule = self.rules.rule(schema, direction)
        maker.begin()
        try:
            for example in node.examples if "examples" in node.keywords else ():
                found = fitting(example, rule, maker.meets)
                if found is not None:
                    return self._good(schema, direction, found[0], "schema-example")
            if "examples" in node.keywords and node.examples and (schema.examples or not self._branches_speak(schema)):
                return self._told(rule, travelling(node.examples[0], rule), "schema-example")
            default = node.keywords.get("default")
            if default not in (None, "", [], {}) and maker.meets(rule, default):
                return self._good(schema, direction, default, "default")
        except BudgetSpent:
            pass
        made = maker.whole(schema)
        if made.fault:
            return SampleValue(valid=False, note=made.fault, value=plain(made.value))
        # It was judged where keywords interact, and is right by construction where they do not.
        return self._good(schema, direction, made.value, "generated")

    def _branches_speak(self, schema: Schema) -> bool:
        """Return True when the examples of a folded schema are those of a branch: they speak of a part of the value."""
        return "allOf" in schema.keywords and "examples" not in schema.keywords

    def _good(self, schema: Schema, direction: Direction, value: JsonValue, source: Source) -> SampleValue:
        """Return a value in which no fault was found; it is asked again only where something could not be judged."""
        if self.rules.doubtful or not is_installed():
            return self._told(self.rules.rule(schema, direction), value, source)
        return SampleValue(valid=True, value=plain(value), source=source)

    def _told(self, rule: Rule, value: JsonValue, source: Source) -> SampleValue:
        verdict = self.judged(rule, value)
        return SampleValue(verdict.valid, verdict.note, plain(value), source)

    def _maker(self, direction: Direction) -> ValueGenerator:
        known = self._makers.get(direction)
        if known is None:
            known = self._makers[direction] = ValueGenerator(self.rules, direction)
        return known
