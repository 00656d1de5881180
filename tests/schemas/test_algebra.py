"""One algebra: `allOf` folded in any order, parents and their children, and one judge; document in, result out."""

from __future__ import annotations

import itertools
import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from apiref_nb.describing import RowLimits, Rows
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize
from apiref_nb.schemas import SampleSession, merged
from apiref_nb.schemas.choices import choices
from tests.requests.opening import open_schema
from tests.schemas.schema_strategies import SCHEMAS

DIRECTIONS = ("request", "response")


def opened(**components: Any):
    document = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}
    return normalize(from_mapping({**document, "components": {"schemas": components}})).schemas


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def lines(schema: Any, direction: str = "both") -> list[str]:
    found = []
    for row in Rows(RowLimits(6, 200)).of(schema, direction):
        facts = tuple((fact.label, tuple(sorted(fact.values))) for fact in row.facts)
        name = row.path if row.kind == "field" else row.name
        found.append(f"{row.depth} {name} {row.type} {row.required} {sorted(row.labels)} {sorted(facts)} {row.repeats}")
    return found


FOLDED: list[tuple[list[Any], dict[str, Any]]] = [
    ([{"items": {}}, {"items": {"type": "integer"}}], {"items": {"type": "integer"}}),
    ([{"items": {"minimum": 1}}, {"prefixItems": [{"type": "string"}]}],
     {"prefixItems": [{"type": "string", "minimum": 1}], "items": {"minimum": 1}}),
    ([{"minimum": 1, "maxLength": 9}, {"minimum": 3, "maxLength": 5}], {"minimum": 3, "maxLength": 5}),
    ([{"enum": ["a", "b", "c"]}, {"enum": ["c", "b"]}], {"enum": ["c", "b"]}),
    ([{"type": ["string", "null"]}, {"type": ["null", "string", "integer"]}], {"type": ["string", "null"]}),
    ([{"type": "number"}, {"type": "integer"}], {"type": "integer"}),
    ([{"multipleOf": 4}, {"multipleOf": 6}], {"multipleOf": 12}),
    ([{"multipleOf": 0.5}, {"multipleOf": 0.75}], {"multipleOf": 1.5}),
    ([{"required": ["a"]}, {"required": ["b"]}], {"required": ["a", "b"]}),
    ([{"dependentRequired": {"a": ["b"]}}, {"dependentRequired": {"a": ["c"], "d": ["e"]}}],
     {"dependentRequired": {"a": ["b", "c"], "d": ["e"]}}),
    ([{"additionalProperties": {"type": "string"}}, {"additionalProperties": {"maxLength": 3}}],
     {"additionalProperties": {"type": "string", "maxLength": 3}}),
    ([{"patternProperties": {"^x": {"type": "string"}}}, {"patternProperties": {"^x": {"maxLength": 3}}}],
     {"patternProperties": {"^x": {"type": "string", "maxLength": 3}}}),
    ([{"propertyNames": {"maxLength": 3}}, {"propertyNames": {"minLength": 1}}],
     {"propertyNames": {"maxLength": 3, "minLength": 1}}),
    ([{"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"maxLength": 3}}}],
     {"properties": {"a": {"type": "string", "maxLength": 3}}}),
    ([{"uniqueItems": False}, {"uniqueItems": True}], {"uniqueItems": True}),
]  # fmt: skip


def plain(node: Any) -> Any:
    """A folded schema as the mapping that it stands for."""
    if isinstance(node, dict):
        return {key: plain(value) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [plain(value) for value in node]
    return {key: plain(value) for key, value in merged(node).keywords.items()} if hasattr(node, "keywords") else node


def same_json(ours: Any, theirs: Any) -> bool:
    return sorted_lists(ours) == sorted_lists(theirs)


def sorted_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sorted_lists(child) for key, child in value.items()}
    return sorted(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else value


@pytest.mark.parametrize(("branches", "expected"), FOLDED, ids=lambda value: json.dumps(value)[:50])
def test_all_of_is_one_schema_in_any_order(branches, expected):
    """Each keyword is intersected; the order of the branches decides nothing."""
    for order in itertools.permutations(branches):
        assert same_json(plain(open_schema({"allOf": list(order)})), expected)


def test_a_closed_branch_speaks_of_its_own_fields():
    """`additionalProperties: false` refuses what its own branch does not name, whoever else names it."""
    closed = {"properties": {"b": {"type": "integer"}}, "additionalProperties": False}
    schema = open_schema({"allOf": [{"properties": {"a": {"type": "string"}}}, closed]})
    folded = merged(schema)
    assert merged(folded.properties["a"]).never
    assert not merged(folded.properties["b"]).never
    a, b = Rows(RowLimits(6, 50)).of(schema, "both")[:2]
    assert (a.name, a.type, a.facts[0].label, b.type, b.facts) == ("a", "string", "Refused", "integer", ())
    assert SampleSession().sample(schema, "response").value == {"b": 1}


def test_what_one_schema_cannot_say_stays_a_condition():
    """Two patterns, two choices: rows show both, samples meet both."""
    raw = {
        "allOf": [
            {"type": "object", "properties": {"p": {"type": "string", "pattern": "^a"}}, "oneOf": [
                {"properties": {"x": {"const": 1}}, "required": ["x"]}, {"properties": {"y": {}}, "required": ["y"]}]},
            {"properties": {"p": {"pattern": "z$"}}, "required": ["p"], "oneOf": [
                {"properties": {"u": {"const": 1}}, "required": ["u"]}, {"properties": {"v": {}}, "required": ["v"]}]},
        ]
    }  # fmt: skip
    schema = open_schema(raw)
    assert len(choices(merged(schema))) == 2
    rows = Rows(RowLimits(6, 50)).of(schema, "both")
    assert {"x", "y", "u", "v"} <= {row.path for row in rows}
    assert next(fact.values for row in rows for fact in row.facts if fact.label == "Pattern") == ("^a", "z$")
    value = SampleSession().sample(schema, "response")
    assert value.valid
    assert jsonschema_rs.Draft202012Validator(raw).is_valid(value.value)


def test_choices_of_two_kinds_are_shown_alike_in_either_order():
    """One of some and any of some: whichever branch says it first, the rows of both are there."""
    one = {"oneOf": [{"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"b": {}}}]}
    some = {"anyOf": [{"type": "object", "properties": {"c": {}}}, {"type": "null"}]}
    first, second = (opened(Whole={"allOf": branches})["Whole"] for branches in ([one, some], [some, one]))
    assert lines(first) == lines(second)
    assert len(lines(first)) > 2


def test_narrowed_items_keep_their_fields():
    """`GET /stations` of the train travel document: a wrapper says `items: {}`, the branch beside it what they are."""
    station = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}
    wrapper = {"properties": {"data": {"type": "array", "items": {}}}}
    for order in itertools.permutations([ref("Wrapper"), {"properties": {"data": {"items": ref("Station")}}}]):
        schema = opened(Station=station, Wrapper=wrapper, S={"allOf": list(order)})["S"]
        assert [row.path for row in Rows(RowLimits(6, 50)).of(schema, "response")] == ["data", "data[].id"]
        assert SampleSession().sample(schema, "response").value == {"data": [{"id": "abc123"}]}


PARENT = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "id": {"type": "integer"}}}


def child(name: str, **properties: Any) -> dict[str, Any]:
    return {"allOf": [ref("Parent"), {"type": "object", "required": list(properties), "properties": properties}]}


@pytest.mark.parametrize(
    ("parent", "tag"),
    [
        ({"oneOf": [ref("A"), ref("B")]}, "string"),
        ({"anyOf": [ref("A"), ref("B")]}, "string"),
        ({"oneOf": [ref("A"), ref("B")], "discriminator": {"propertyName": "kind"}}, "A"),
        ({"discriminator": {"propertyName": "kind", "mapping": {"first": "#/components/schemas/A"}}}, "first"),
        ({"discriminator": {"propertyName": "kind", "mapping": {"first": "A", "second": "B"}}}, "first"),
        ({"discriminator": {"propertyName": "kind"}}, "A"),
    ],
    ids=["oneOf", "anyOf", "oneOf-discriminator", "mapping", "mapped-names", "component-search"],
)
def test_a_parent_is_shown_with_its_children(parent, tag):
    """The parent's fields, then the children with what they add; the sample is a whole child; nothing is run twice."""
    found = opened(
        Parent={**PARENT, **parent}, A=child("A", a={"type": "string"}), B=child("B", b=ref("Parent")),
    )  # fmt: skip
    rows = Rows(RowLimits(6, 200)).of(found["Parent"], "response")
    assert [(row.kind, row.name) for row in rows] == [
        ("field", "kind"), ("field", "id"), ("variant", "A"), ("field", "a"), ("variant", "B"), ("field", "b"),
    ]  # fmt: skip
    assert rows[-1].repeats == "the top"
    sample = SampleSession().sample(found["Parent"], "response")
    assert (sample.valid, sample.warning) == (True, "")
    assert sample.value == {"kind": tag, "a": "string", "id": 1}
    alone = SampleSession().sample(found["A"], "response")
    assert (alone.valid, alone.value) == (True, {"kind": tag, "a": "string", "id": 1})


def test_a_discriminator_chooses_between_overlapping_variants():
    """The textbook's pets meet both schemas; the tag says which is meant, and nobody is warned."""
    pet = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}
    choice = {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": {"propertyName": "kind"}}
    found = opened(Cat=pet, Dog=pet, Pet=choice, Untagged={"oneOf": [ref("Cat"), ref("Dog")]})
    sample = SampleSession().sample(found["Pet"], "response")
    assert (sample.value, sample.valid, sample.warning) == ({"kind": "Cat"}, True, "")
    session = SampleSession()
    assert session.verdict(found["Pet"], {"kind": "Dog"}, "response").valid
    assert "it is both 1 and 2" in session.verdict(found["Pet"], {"kind": "Cow"}, "response").note
    assert "it is both 1 and 2" in session.verdict(found["Untagged"], {"kind": "Dog"}, "response").note


def test_an_optional_member_with_overlapping_variants_is_shown():
    """It is not left out in silence: the sample shows it, and says what is wrong with it."""
    either = [{"type": "object", "properties": {name: {"type": "string"}}} for name in "ab"]
    inner = {"type": "object", "properties": {"x": {"oneOf": either}}}
    sample = SampleSession().sample(open_schema({"type": "object", "properties": {"y": inner}}), "response")
    assert sample.value == {"y": {"x": {"a": "string"}}}
    assert sample.warning.startswith("Does not match its schema: y: x: must be exactly one of the variants")


def test_a_fault_is_told_of_the_variant_that_the_discriminator_chooses():
    cat = {"type": "object", "required": ["lives"], "properties": {"kind": {"type": "string"}}}
    found = opened(Cat=cat, Dog={"type": "string"}, Pet={
        "oneOf": [ref("Dog"), ref("Cat")], "discriminator": {"propertyName": "kind"}})  # fmt: skip
    note = SampleSession().verdict(found["Pet"], {"kind": "Cat"}, "response").note
    assert note == 'must have the property "lives"'


def test_children_that_hold_one_another_come_to_an_end():
    """`Parent.oneOf: [A, …]`, `A.allOf: [Parent, …]`, twenty times over and nested: counted, not timed."""
    names = [f"C{i}" for i in range(20)]
    nested = {name: {"type": "array", "items": ref("Parent")} for name in ("one", "two")}
    found = opened(
        Parent={**PARENT, "oneOf": [ref(name) for name in names]},
        **{name: child(name, **nested) for name in names},
    )
    session = SampleSession()
    sample = session.sample(found["Parent"], "response")
    assert sample.value["kind"] == "string"
    assert session._maker("response").steps > 0
    assert sum(row.kind == "variant" for row in Rows(RowLimits(6, 200)).of(found["Parent"], "response")) == 20


ASKING = st.sampled_from([
    {"type": "object"}, {"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"maxLength": 4}, "b": {}}},
    {"required": ["a"]}, {"additionalProperties": {"type": ["string", "integer"]}}, {"minProperties": 1},
    {"properties": {"c": {"type": "array", "items": {"minimum": 2}}}},
    {"properties": {"c": {"type": "array", "items": {"type": "integer"}, "maxItems": 3}}},
    {"oneOf": [{"properties": {"a": {"const": "x"}}, "required": ["a"]},
               {"properties": {"b": {"const": 1}}, "required": ["b"]}]},
    {"anyOf": [{"required": ["a"]}, {"required": ["c"]}]}, {"not": {"required": ["zz"]}}, {"maxProperties": 6},
    {"if": {"required": ["b"]}, "then": {"required": ["a"]}}, {"dependentRequired": {"a": ["b"]}},
    {"propertyNames": {"maxLength": 3}}, {"patternProperties": {"^b": {"type": "integer"}}},
    {"properties": {"a": {}, "b": {}, "c": {}}, "additionalProperties": False}, {"$ref": "#/$defs/tree"},
])  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(ASKING, min_size=2, max_size=4), st.data())
def test_a_permutation_of_all_of_changes_no_row_and_no_verdict(branches, data):
    """Rows hold the same lines, and a sample is valid for one order when it is for another."""
    other = data.draw(st.permutations(branches))
    tree = {"tree": {"type": "object", "properties": {"name": {"type": "string"}}}}
    first, second = (open_schema({"allOf": list(order), "$defs": tree}) for order in (branches, other))
    assert sorted(lines(first)) == sorted(lines(second))
    for direction in DIRECTIONS:
        one, two = (SampleSession().sample(schema, direction) for schema in (first, second))
        assert one.valid == two.valid, (one, two)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(SCHEMAS, SCHEMAS)
def test_any_two_schemas_fold_to_the_same_in_either_order(one, two):
    assume(one != two)
    definitions = one["$defs"]
    orders = [open_schema({"allOf": order, "$defs": definitions}) for order in ([one, two], [two, one])]
    first, second = (SampleSession().sample(schema, "response") for schema in orders)
    assert sorted(lines(orders[0])) == sorted(lines(orders[1]))
    judge = jsonschema_rs.Draft202012Validator({"allOf": [one, two], "$defs": definitions})
    for made in (first, second):
        assert judge.is_valid(made.value) or not made.valid
