"""Large values are judged in two ways, a short one and a long one, which agree."""

from __future__ import annotations

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apiref_nb.schemas import SampleSession, all_faults, judging
from apiref_nb.schemas.constraints import Rules
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.schemas.static_schema import small_schema
from apiref_nb.schemas.validation import Validator
from tests.client.test_call_costs import counted
from tests.requests.opening import open_schema
from tests.schemas.schema_strategies import SCHEMAS

A = {"$ref": "#/$defs/a"}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(["", "a", "bc", "2024-01-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


def small(raw):
    return small_schema(Rules().rule(open_schema(raw), None))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(raw=SCHEMAS, value=VALUES, direction=st.sampled_from(["request", "response"]))
def test_the_short_way_says_what_the_long_way_says(raw, value, direction):
    """For any schema, and for a value at random and one that was made for it."""
    schema = open_schema(raw)
    for one in (value, SampleSession().sample(schema, direction).value):
        told = []
        for few in (-1, 10**9):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(judging, "JUDGING", JUDGING._replace(max_few_parts=few))
                told.append(all_faults(schema, one, direction, rules=Rules(FORMATS)))
        assert told[0] == told[1]


def test_schemas_that_may_take_long_are_followed_part_by_part():
    """Those that contain themselves and have branches, those with a discriminator, and large ones."""
    assert small({"type": "array", "items": {"properties": {"a": {"anyOf": [{}, {"type": "null"}]}}}}) is not None
    assert small({"items": A, "$defs": {"a": {"properties": {"a": A}}}}) is not None
    branching = {"a": {"anyOf": [{"properties": {"a": A}}] * 2}}
    assert small({"items": A, "$defs": branching}) is None
    assert small({"oneOf": [{}], "discriminator": {"propertyName": "a"}}) is None
    assert small({"prefixItems": [{}] * JUDGING.max_whole_schemas}) is None


def test_contains_below_contains_asks_about_each_part_once():
    """Each array asks its items whether they are contained, and those ask theirs: without memory questions square."""
    levels = 7
    below = {
        f"s{i}": {"items": {"$ref": f"#/$defs/s{i + 1}"}, "contains": {"$ref": f"#/$defs/s{i + 1}"}}
        for i in range(levels)
    }
    value = "x"
    for _ in range(levels):
        value = [copy.deepcopy(value), value]
    judge = Validator(10**6)
    rule = Rules().rule(open_schema({"$ref": "#/$defs/s0", "$defs": below | {f"s{levels}": {"type": "string"}}}), None)
    assert list(judge.faults(rule, value)) == []
    assert 10**6 - judge.budget < 2_000, "2**7 leaves, each judged below seven arrays; without memory there are 13,653"


def test_what_several_variants_ask_of_one_part_is_written_once():
    """A part that eight variants describe alike is opened once for all of them; the budget counts it for each."""
    names = [f"m{i}" for i in range(9)]
    part = {"properties": {name: {"type": "array", "items": {"type": "integer"}} for name in names}}
    value = {"tag": 8, "part": {name: [1, 2] for name in names}}

    def variant(number):
        return {"properties": {"tag": {"const": number}, "part": {"$ref": "#/$defs/part"}}, "required": ["tag"]}

    found = {}
    for count in (1, 8):
        variants = [variant(9 - count + i) for i in range(count)]
        judge, rule = Validator(10**6), Rules().rule(open_schema({"anyOf": variants, "$defs": {"part": part}}), None)
        calls = counted(lambda judge=judge, rule=rule: list(judge.faults(rule, value)))
        found[count] = calls["_array", "validation.py"], 10**6 - judge.budget
        assert list(judge.faults(rule, value)) == []
        assert list(judge.faults(rule, {"tag": 8, "part": {"m3": [1, "x"]}})) != []
    assert found[1][0] == found[8][0] == 9
    assert found[8][1] > 7 * found[1][1]


def test_two_variants_that_surely_allow_a_value_settle_a_one_of():
    """Of a thousand that overlap three are asked: what is made for the first is one of the next two as well."""
    schema = open_schema({"oneOf": [{"properties": {f"p{n}": {"type": "string"}}} for n in range(1_000)]})
    fault = Validator(10).fault(Rules().rule(schema, None), {"p0": "text"})
    assert str(fault) == "must be exactly one of the variants (it is both 1 and 2)"
    assert Validator(2_000).fault(Rules().rule(schema, None), {f"p{n}": 1 for n in range(1, 1_000)}) is None


def test_equal_schemas_may_be_linked_without_end():
    """A chain of thousands is compared without going down as deep; one difference at its end is found."""

    def chain(last):
        links = {f"n{i}": {"properties": {"next": {"$ref": f"#/$defs/n{i + 1}"}}} for i in range(3_000)}
        return open_schema({"items": {"$ref": "#/$defs/n0"}, "$defs": {**links, "n3000": last}}).items

    assert chain({"type": "string"}) == chain({"type": "string"})
    assert chain({"type": "string"}) != chain({"type": "integer"})
    ring = {"n3000": {"properties": {"next": {"$ref": "#/$defs/n0"}}}}
    assert chain(ring["n3000"]) == chain(ring["n3000"])
