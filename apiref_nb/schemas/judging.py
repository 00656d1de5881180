"""`all_faults`: every fault of a value of any size, told within a bounded time.

In: a schema and a value. Out: `ValueFault`s. A large value is first held against its schema written out once, which the
engine does in a moment; only where that finds a fault, or cannot say, the value is followed part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import Direction, Rule, Rules
from apiref_nb.schemas.engine import Compiled, is_installed
from apiref_nb.schemas.faults import ValueFault
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.schemas.static_schema import small_schema
from apiref_nb.schemas.types import parts
from apiref_nb.schemas.validation import BudgetSpent, NotChecked, Validator
from apiref_nb.text.json_value import JsonValue


def all_faults(
    schema: Schema,
    value: JsonValue,
    direction: Direction | None = None,
    *,
    go_on: Callable[[], object] | None = None,
    rules: Rules | None = None,
) -> tuple[ValueFault, ...]:
    """Return every fault of a value, at most fifty, outermost first; empty when it is valid.

    Of a value with more than 20,000 parts only the first fault is told.

    Args:
        schema: what the value has to meet.
        value: any JSON value.
        direction: relaxes what is required: read-only properties in a `request`, write-only ones in a `response`.
        go_on: called now and then while a large value is judged; what it raises ends that. None for nobody to ask.
        rules: what is known of the document's schemas already, and the formats that values are held against; None
            for nothing and no formats.
    """
    known = rules or Rules()
    rule = known.rule(schema, direction)
    if _is_large(value) and is_installed() and _surely_meets(rule, value, known.formats, go_on or _nobody):
        return ()
    questions = max(JUDGING.value_questions, JUDGING.questions_per_part * parts(value, JUDGING.max_counted_parts))
    try:
        found = Validator(questions, go_on, known.formats).faults(rule, value)
        return tuple(sorted(islice(found, JUDGING.max_faults), key=lambda fault: len(fault.path)))
    except NotChecked as reason:
        return (ValueFault(f"was not checked, because {reason}"),) if isinstance(reason, BudgetSpent) else ()


def _is_large(value: JsonValue) -> bool:
    """Return True when more than a few values are in one; no more of them are looked at."""
    count, waiting = 0, [value]
    while waiting and count <= JUDGING.max_few_parts:
        here = waiting.pop()
        count += 1
        if isinstance(here, dict | list):
            waiting += islice(here.values() if isinstance(here, Mapping) else here, JUDGING.max_few_parts)
    return count > JUDGING.max_few_parts


def _nobody() -> None:
    """Ask nobody."""


def _surely_meets(rule: Rule, value: JsonValue, formats: frozenset[str], go_on: Callable[[], object]) -> bool:
    """Return True when the engine finds nothing wrong with a value; False says nothing."""
    document = small_schema(rule)
    if document is None:
        return False
    go_on()
    try:
        valid = Compiled(document, formats).is_valid(value)
    except (ValueError, TypeError, OverflowError, RecursionError):
        # A document's own kinds of numbers, or more levels than the engine goes down.
        return False
    go_on()
    return valid
