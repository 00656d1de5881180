"""`Validator`: the first thing about a value that its rule does not allow, judged by the JSON Schema engine.

Before it is asked, the schema is written out as far as the value touches it: judging an example in a document of ten
thousand schemas opens a dozen of them, and what would take an engine forever is given up while it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from apiref_nb.model import Schema
from apiref_nb.schemas.choices import chosen
from apiref_nb.schemas.constraints import Rule, meets_at_once
from apiref_nb.schemas.engine import MISSING_ENGINE, Compiled, is_installed
from apiref_nb.schemas.equality import EXACT, bare
from apiref_nb.schemas.faults import CHOSEN, MARK, ValueFault, fault_of, options
from apiref_nb.schemas.folding import is_inherited
from apiref_nb.schemas.formats import NO_FORMATS
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.schemas.static_schema import static_schema
from apiref_nb.schemas.text_patterns import PATTERN, doubt, matches, usable
from apiref_nb.schemas.types import parts
from apiref_nb.text.json_numbers import AuthoredFloat, AuthoredInteger
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short

SAME_VALUE = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"})
"""Keywords whose schemas speak of the same value."""


class NotChecked(Exception):  # noqa: N818 - it never leaves this room
    """Nothing can be said about the value; the message says why."""


class BudgetSpent(NotChecked):
    """The value takes more questions to judge than were allowed."""

    def __init__(self) -> None:
        super().__init__("it would take too long")


class _Known(NamedTuple):
    """What is found out once about a value in hand, whose parts each schema around them asks about anew."""

    told: dict[tuple[Rule, int | str], ValueFault | None]
    """(rule, text, or id of another part of the value) -> its first fault; None where it has none."""
    static: dict[Rule, dict[str, Any] | bool]
    """Rule -> all that it says, whatever the value."""


SCALARS = EXACT | {AuthoredFloat, AuthoredInteger}
"""Types of a value that is no object and no array."""


class Validator:
    """Judges values within a budget of questions; what `go_on` raises, called every few thousand of them, ends it.

    Args:
        budget: questions that may be asked.
        go_on: called every few thousand of them; what it raises ends the judging. None for nobody to ask.
        formats: names of `FORMATS` that are asserted.
    """

    __slots__ = ("budget", "doubts", "formats", "go_on", "good")

    def __init__(
        self, budget: int, go_on: Callable[[], object] | None = None, formats: frozenset[str] = NO_FORMATS
    ) -> None:
        self.budget = budget
        self.go_on = go_on
        self.formats = formats
        self.doubts: list[str] = []
        """What the document asks and nobody can judge, met so far."""
        self.good: dict[int, tuple[JsonValue, Schema]] = {}
        """Id of an object or array -> itself and a schema that it is known to meet, for it was made for that."""

    def fault(self, rule: Rule, value: JsonValue) -> ValueFault | None:
        """Return the outermost fault of a value; None when it has none.

        Args:
            rule: what the value has to meet.
            value: any JSON value.

        Raises:
            NotChecked: the budget ran out, or there is no engine.
        """
        return min(self.faults(rule, value), key=lambda fault: len(fault.path), default=None)

    def faults(self, rule: Rule, value: JsonValue, known: _Known | None = None) -> Iterator[ValueFault]:
        """Yield every fault of a value; of one with more than 20,000 parts only the first.

        Args:
            rule: what the value has to meet.
            value: any JSON value.
            known: what is known of a value that this one is a part of.

        Raises:
            NotChecked: as for `fault`.
        """
        if not is_installed():
            raise NotChecked(MISSING_ENGINE)
        if not isinstance(value, dict | list | tuple | Mapping) and rule.surely_meets(value):
            return  # most values are asked for no more than their type
        writing = _Writing(self, known or _Known({}, {}))
        yield from writing.found(writing.schema(rule, value, _Around()), value)

    def compared(
        self, document: dict[str, Any] | bool, value: JsonValue, told: Sequence[ValueFault]
    ) -> Iterator[ValueFault]:
        """Yield what the engine finds.

        Args:
            document: a whole JSON Schema.
            value: any JSON value.
            told: see `fault_of`.
        """
        if value.__class__ is not str:
            value = bare(value)
        # The engine cannot be stopped in between: there may be time for each of its steps, or for none.
        self.ask_on()
        compiled = Compiled(document, self.formats)
        self.ask_on()
        if compiled.is_valid(value):
            return
        self.ask_on()
        large = parts(value, JUDGING.max_parts_with_all_faults) > JUDGING.max_parts_with_all_faults
        for error in (compiled.first_error if large else compiled.errors)(value):
            self.ask_on()
            yield fault_of(error, told)

    def asked(self, count: int = 1) -> None:
        """Count questions.

        Args:
            count: how many were asked.

        Raises:
            BudgetSpent: there are none left.
        """
        before, self.budget = self.budget, self.budget - count
        if self.budget < 0:
            raise BudgetSpent
        if before // JUDGING.round_questions != self.budget // JUDGING.round_questions:
            self.ask_on()

    def ask_on(self) -> None:
        """Ask whether there is still time."""
        if self.go_on is not None:
            self.go_on()


class _Around(NamedTuple):
    """The schemas around one that is written."""

    depth: int = 0
    """How many there are."""
    inside: frozenset[str] = frozenset()
    """Pointers of those that speak of the same value."""
    made: frozenset[str] = frozenset()
    """Those of them that the value has to meet in any case."""
    whole: Schema | None = None
    """The outermost one that has an `allOf`: by its folding a closed branch may leave members to the others."""

    def below(self) -> _Around:
        """Return what is around a schema of a member or an item."""
        return _Around(self.depth + 1)


class _Writing:
    """A schema as one value touches it."""

    def __init__(self, judge: Validator, known: _Known) -> None:
        self.judge = judge
        self.known = known
        self.static: dict[Rule, dict[str, Any]] = {}
        self.told: list[ValueFault] = []
        self.definitions: dict[str, Any] = {}
        self.written: dict[tuple[Rule, int, int], tuple[dict[str, Any], int]] = {}
        """(rule, id of an object or array, depth) -> what is written about it, and the questions that this took."""

    def found(self, document: dict[str, Any] | bool, value: JsonValue) -> Iterator[ValueFault]:
        """Yield the faults of a value by what was written about it."""
        if document is True:
            return
        if isinstance(document, dict) and self.definitions:
            document["$defs"] = self.definitions
        yield from self.judge.compared(document, value, self.told)

    def schema(self, rule: Rule, value: JsonValue, around: _Around) -> dict[str, Any] | bool:
        """Return what the rule says about the value."""
        self.judge.asked()
        if rule.schema.never:
            return False
        if not rule.schema.keywords or around.depth > JUDGING.max_depth:
            return True
        if rule.plain and (type(value) in SCALARS or not isinstance(value, dict | list | tuple | Mapping)):
            return rule.scalar or True
        if self.judge.good.get(id(value), (None, None))[1] is rule.schema:
            return True
        if around.inside:
            return self._whole(rule, value, around) or True
        # Each variant around it asks the same of one and the same part: it is written once, and costs the same again.
        place, before = (rule, id(value), around.depth), self.judge.budget
        if place not in self.written:
            self.written[place] = self._whole(rule, value, around), before - self.judge.budget
            return self.written[place][0] or True
        body, questions = self.written[place]
        self.judge.asked(questions)
        if body and "$ref" not in body:
            body |= self._defined({keyword: body.pop(keyword) for keyword in [*body]})
        return body or True

    def _whole(self, rule: Rule, value: JsonValue, around: _Around) -> dict[str, Any]:
        """The same, written now; empty where the rule says nothing."""
        body = self._own(rule, value)
        whole = around.whole or (rule.schema if "allOf" in rule.schema.keywords else None)
        if isinstance(value, dict | Mapping):
            self._object(body, rule, value, around.below(), whole)
        elif isinstance(value, list | tuple):
            self._array(body, rule, value, around.below())
        if not SAME_VALUE.isdisjoint(rule.schema.keywords):
            here = {rule.schema.pointer}
            inner = _Around(around.depth + 1, around.inside | here, around.made | here, whole)
            self._same_value(body, rule, value, inner)
        if around.depth and around.depth % JUDGING.max_inline_depth == 0:
            return self._defined(body)
        return body

    def _refuse(self, body: dict[str, Any], expected: str, found: str = "", missing: str = "") -> None:
        """Make the schema one that nothing meets, for a reason that was found while it was written."""
        body.setdefault("allOf", []).append(self._refused(ValueFault(expected, (), found, missing)))

    def _refused(self, fault: ValueFault) -> dict[str, Any]:
        self.told.append(fault)
        return {"not": {MARK: str(len(self.told) - 1)}}

    def _own(self, rule: Rule, value: JsonValue) -> dict[str, Any]:
        given = rule.keywords
        body = rule.scalar.copy()
        if "enum" in given and not rule.allows(value):
            self._refuse(body, options(given["enum"]), short(value))
        pattern = rule.schema.keywords.get("pattern") if isinstance(value, str) else None
        if isinstance(pattern, str):
            if not usable(pattern):
                self.judge.doubts.append(f"{PATTERN}{short(pattern)} {doubt(pattern)}")
            elif not matches(pattern, value):
                self._refuse(body, f"must match {short(pattern)}", short(value))
        return body

    def _object(
        self, body: dict[str, Any], rule: Rule, value: Mapping[str, Any], around: _Around, whole: Schema | None
    ) -> None:
        given = rule.keywords
        if "required" in given:
            body["required"] = list(given["required"])
        for name, needed in given.get("dependentRequired", {}).items():
            missing = [n for n in needed if n not in value and n not in rule.hidden] if name in value else []
            if missing:
                self._refuse(body, f"must have the property {short(missing[0])} beside {short(name)}", "", missing[0])
        keywords = rule.schema.keywords
        patterns = rule.named("patternProperties") if "patternProperties" in keywords else {}
        others = rule.below("additionalProperties") if "additionalProperties" in keywords else None
        members: dict[str, Any] = {}
        plain, shallow = 0, around.depth <= JUDGING.max_depth
        for name, child in value.items():
            declared = rule.member(name)
            if patterns:
                asked = [member for p, member in patterns.items() if matches(p, name) and usable(p)]
                if declared is not None:
                    asked.insert(0, declared)
                if asked:
                    written = [self.schema(member, child, around) for member in asked]
                    members[name] = written[0] if len(written) == 1 else {"allOf": written}
                    continue
            member = declared or others
            if member is None or (declared is None and member.schema.never and is_inherited(whole, name)):
                continue
            if shallow and member.plain and type(child) in SCALARS:
                # Most members of most objects: no more is asked about them than the engine can be told as it stands.
                plain += 1
                members[name] = member.scalar or True
            else:
                members[name] = self.schema(member, child, around)
        self.judge.asked(plain)
        if members:
            body["properties"] = members
        names = rule.below("propertyNames") if "propertyNames" in keywords else None
        if names is not None:
            for name in value:
                found = self._fault(names, name)
                if found is not None:
                    self._refuse(body, f"has a property name that {found.message}")
                    break
        left = rule.below("unevaluatedProperties") if "unevaluatedProperties" in keywords else None
        if left is not None:
            body["unevaluatedProperties"] = self._static(left)

    def _array(self, body: dict[str, Any], rule: Rule, value: Sequence[Any], around: _Around) -> None:
        first, others = rule.listed("prefixItems"), rule.below("items")
        if others is not None and not first and len(value) > JUDGING.max_items_together:
            body["items"] = True
            self._in_pieces(body, others, value, around)
        elif first or others is not None:
            places = value if others is not None else value[: len(first)]
            asked = [first[index] if index < len(first) else others for index in range(len(places))]
            body["prefixItems"] = [
                True if member is None else self.schema(member, child, around)
                for member, child in zip(asked, places, strict=True)
            ] or [True]
        wanted = rule.below("contains")
        if wanted is not None:
            body["contains"] = self._static(wanted)
            body |= {k: rule.keywords[k] for k in ("minContains", "maxContains") if k in rule.keywords}
            least, most = rule.keywords.get("minContains", 1), rule.keywords.get("maxContains")
            count = sum(self._fault(wanted, child) is None for child in value)
            if count < least:
                self._refuse(body, f"must contain at least {least} of the items it asks for", str(count))
            elif most is not None and count > most:
                self._refuse(body, f"must contain at most {most} of the items it asks for", str(count))
        left = rule.below("unevaluatedItems")
        if left is not None:
            body["unevaluatedItems"] = self._static(left)

    def _fault(self, rule: Rule, part: JsonValue) -> ValueFault | None:
        key, told = (rule, part if isinstance(part, str) else id(part)), self.known.told
        if key not in told:
            told[key] = next(self.judge.faults(rule, part, self.known), None)
        return told[key]

    def _static(self, rule: Rule) -> dict[str, Any]:
        """A reference to all that a rule says, whatever the value."""
        if rule not in self.static:
            if rule not in self.known.static:
                self.known.static[rule] = static_schema(rule)
            self.static[rule] = self._defined(self.known.static[rule])
        return self.static[rule]

    def _defined(self, body: dict[str, Any] | bool) -> dict[str, Any]:
        name = str(len(self.definitions))
        self.definitions[name] = body
        return {"$ref": f"#/$defs/{name}"}

    def _in_pieces(self, body: dict[str, Any], rule: Rule, value: Sequence[Any], around: _Around) -> None:
        """Judge the items of a long array piece by piece: what is written about one is forgotten before the next."""
        room = JUDGING.max_faults
        for start in range(0, len(value), JUDGING.max_items_together):
            piece = list(value[start : start + JUDGING.max_items_together])
            writing = _Writing(self.judge, self.known)
            document: dict[str, Any] = {"prefixItems": [writing.schema(rule, child, around) for child in piece]}
            for fault in islice(writing.found(document, piece), room):
                index = fault.path[0] if fault.path else 0
                path = (start + int(index), *fault.path[1:])
                body.setdefault("allOf", []).append(self._refused(fault._replace(path=path)))
                room -= 1
            if not room:
                return

    def _same_value(self, body: dict[str, Any], rule: Rule, value: JsonValue, around: _Around) -> None:
        keywords = rule.schema.keywords
        apart = _Around(around.depth, around.inside)
        if "allOf" in keywords:
            for branch in rule.listed("allOf"):
                if branch.schema.pointer not in around.inside:
                    body.setdefault("allOf", []).append(self.schema(branch, value, around))
        for keyword in ("anyOf", "oneOf"):
            if keyword in keywords:
                self._choice(body, keyword, rule, value, around)
        for keyword in ("not", "if", "then", "else"):
            below = rule.below(keyword) if keyword == "not" or "if" in keywords else None
            if below is not None and below.schema.pointer not in around.inside:
                body[keyword] = self.schema(below, value, apart)
        if "dependentSchemas" in keywords and isinstance(value, Mapping):
            for name, branch in rule.named("dependentSchemas").items():
                if name in value and branch.schema.pointer not in around.inside:
                    body.setdefault("dependentSchemas", {})[name] = self.schema(branch, value, apart)

    def _choice(self, body: dict[str, Any], keyword: str, rule: Rule, value: JsonValue, around: _Around) -> None:
        listed, own = rule.listed(keyword), rule.schema.pointer
        # The child of a parent that lists its children has chosen: the parent's choice is made.
        if any(branch.schema.pointer in around.made and branch.schema.pointer != own for branch in listed):
            return
        apart = _Around(around.depth, around.inside)
        branches = [branch for branch in listed if branch.schema.pointer not in around.inside]
        meant = chosen(rule.schema, keyword, value) if len(branches) == len(listed) else -1
        written: list[dict[str, Any] | bool] = []
        met = 0
        for branch in branches:
            written.append(self.schema(branch, value, apart))
            met += meets_at_once(written[-1], value)
            if met > 1 and keyword == "oneOf" and meant < 0:
                break  # it is two of them, whatever the others say
        if meant >= 0:
            # OpenAPI, discriminator object: the author's tag says which of overlapping variants is meant.
            first = written.pop(meant)
            choice = {"anyOf": [first, self._refused(ValueFault(CHOSEN)), *written]}
            body.setdefault("allOf", []).append(choice)
        elif written:
            body[keyword] = written
