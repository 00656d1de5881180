"""A schema as a self-contained JSON Schema document, and the faults of a value against it."""

import jsonschema_rs
import pytest

from apiref_nb.schemas import all_faults
from tests.requests.opening import open_schema
from tests.schemas.second_judge import whole_schema


def told(schema, value, direction=None):
    return tuple((fault.path, fault.message) for fault in all_faults(schema, value, direction))


def test_a_recursive_schema_refers_to_itself():
    raw = {
        "type": "object",
        "properties": {"next": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {"properties": {"next": {"$ref": "#/$defs/Node"}}, "type": "object"}},
    }
    written = whole_schema(open_schema(raw))
    assert written.pop("$id").startswith("urn:schema:")
    assert written == {
        "type": ["object"],
        "properties": {"next": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {"type": ["object"], "properties": {"next": {"$ref": "#/$defs/Node"}}}},
    }


@pytest.mark.parametrize(
    "raw",
    [
        {"type": ["strange"]},
        {"pattern": "("},
        {"minLength": -1},
        {"enum": []},
        {"required": ["a", "a", 1]},
        {"multipleOf": 0},
        {"properties": []},
        {"allOf": [{"$ref": "#"}]},
        {"$ref": "#/nowhere"},
        {"maximum": float("nan")},
    ],
    ids=str,
)  # fmt: skip
def test_imperfect_schemas_become_ones_that_a_validator_takes(raw):
    """What is malformed says nothing; a schema that only leads back to itself ends."""
    jsonschema_rs.Draft202012Validator(whole_schema(open_schema(raw))).is_valid({"a": 1})


def test_what_does_not_travel_is_not_required():
    raw = {
        "allOf": [{"required": ["id", "secret"]}],
        "properties": {"id": {"readOnly": True}, "secret": {"allOf": [{"writeOnly": True}]}},
    }
    schema = open_schema(raw)
    assert all_faults(schema, {"secret": 1}, "request") == ()
    assert all_faults(schema, {"id": 1}, "response") == ()
    assert [message for _, message in told(schema, {})] == [
        'must have the property "id"',
        'must have the property "secret"',
    ]


def test_every_fault_is_told_with_its_path():
    raw = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"items": {"maximum": 3}}}}
    assert told(open_schema(raw), {"a": "x", "b": [1, 9]}, "response") == (
        (("a",), 'must be integer (got "x")'),
        (("b", 1), "must be at most 3 (got 9)"),
    )


def test_unevaluated_members_are_faults():
    """Only a whole validator can answer this keyword, so it is asked."""
    raw = {"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False}
    assert all_faults(open_schema(raw), {"a": 1}) == ()
    assert told(open_schema(raw), {"z": 1})[0][0] == ()


def test_formats_are_notes_and_not_faults():
    assert all_faults(open_schema({"type": "string", "format": "date"}), "yesterday") == ()


def test_a_value_that_takes_too_long_is_said_to():
    definitions = {f"n{i}": {"allOf": [{"$ref": f"#/$defs/n{i + 1}"}] * 10} for i in range(12)}
    definitions["n12"] = {"type": "integer"}
    faults = told(open_schema({"$ref": "#/$defs/n0", "$defs": definitions}), 1)
    assert faults == (((), "was not checked, because it would take too long"),)
