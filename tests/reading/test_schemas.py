"""Schemas: references followed, every version in one spelling, one node per place."""

from __future__ import annotations

import pytest

from apiref_nb.reading.schemas import ASSERTIONS
from tests.reading.written import api, schema, written

REF = {"$ref": "#/components/schemas/Pet"}
PET = {"type": "object", "description": "A pet", "properties": {"name": {"type": "string"}}}


@pytest.mark.parametrize(
    ("version", "raw", "keywords"),
    [
        ("2.0", {"type": "string", "x-nullable": True}, {"type": ["string", "null"]}),
        ("2.0", {"type": "file"}, {"type": "string", "format": "binary"}),
        ("2.0", {"discriminator": "kind"}, {"discriminator": {"propertyName": "kind"}}),
        ("2.0", {"example": 1}, {"examples": [1]}),
        ("2.0", {"maximum": 5, "exclusiveMaximum": True}, {"exclusiveMaximum": 5}),
        ("3.0.3", {"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ("3.0.3", {"type": "string", "nullable": False}, {"type": "string"}),
        ("3.0.3", {"minimum": 5, "exclusiveMinimum": True}, {"exclusiveMinimum": 5}),
        ("3.0.3", {"minimum": 5, "exclusiveMinimum": False}, {"minimum": 5}),
        ("3.0.3", {"example": None}, {"examples": [None]}),
        ("3.0.3", {"nullable": True, "oneOf": [REF]}, {"oneOf": [REF, {"type": "null"}]}),
        ("3.0.3", {"nullable": True, "allOf": [REF]}, {"anyOf": [REF, {"type": "null"}]}),
        ("3.1.1", {"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ("3.1.1", {"exclusiveMinimum": 5}, {"exclusiveMinimum": 5}),
        ("3.1.1", {"example": 1}, {"examples": [1]}),
        ("3.1.1", {"example": 1, "examples": [2]}, {"examples": [2]}),
        ("3.1.1", True, {}),
        ("3.1.1", False, {"not": True}),
    ],
)
def test_every_version_is_read_into_the_spelling_of_2020_12(version, raw, keywords):
    """Whatever the version, one keyword says one thing."""
    assert schema(raw, version).keywords == keywords


@pytest.mark.parametrize(
    ("version", "raw", "keywords"),
    [
        ("2.0", {"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ("2.0", {"items": [{"type": "string"}]}, {"prefixItems": [{"type": "string"}]}),
        ("3.0.3", {"type": 5, "minLength": "x", "title": "T"}, {"title": "T"}),
        ("3.0.3", {"required": True, "properties": []}, {}),
        ("3.1.1", {"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ("3.1.1", {"minimum": 5, "exclusiveMinimum": True}, {"exclusiveMinimum": 5}),
        ("3.1.1", {"enum": "a", "allOf": {}, "items": 5}, {}),
    ],
)
def test_a_keyword_that_cannot_be_is_left_out_or_read_as_it_was_meant(version, raw, keywords):
    """Nobody below meets a value that its keyword does not allow; each is a problem."""
    found = api(
        version, **({"definitions": {"S": raw}} if version == "2.0" else {"components": {"schemas": {"S": raw}}})
    )
    assert found.schemas["S"].keywords == keywords
    assert found.problems


def test_a_reference_is_its_target():
    """The node has the target's name, pointer and keywords, and is the very node of the component."""
    found = api(components={"schemas": {"Pet": PET, "S": {"properties": {"a": REF, "b": REF}}}})
    pet, properties = found.schemas["Pet"], found.schemas["S"].properties
    assert properties["a"] is properties["b"] is pet is found.schema_at("#/components/schemas/Pet")
    assert (pet.name, pet.pointer) == ("Pet", "#/components/schemas/Pet")


@pytest.mark.parametrize("version", ["2.0", "3.0.3"])
def test_keywords_beside_a_reference_are_ignored_up_to_3_0(version):
    """OpenAPI 2.0 and 3.0: siblings of `$ref` shall be ignored."""
    place = "#/definitions/Pet" if version == "2.0" else REF["$ref"]
    found = schema({"properties": {"pet": {"$ref": place, "description": "Mine"}}}, version, Pet=PET)
    assert found.properties["pet"].text("description") == "A pet"


def test_annotations_beside_a_reference_replace_those_of_the_target_since_3_1():
    """The node stays the target's: same name and pointer, so recursion is still seen."""
    found = schema({"properties": {"pet": {**REF, "description": "Mine", "deprecated": True}}}, Pet=PET)
    pet = found.properties["pet"]
    assert (pet.name, pet.pointer) == ("Pet", REF["$ref"])
    assert pet.keywords == {**PET, "description": "Mine", "deprecated": True}


def test_assertions_beside_a_reference_come_on_top_of_the_target_since_3_1():
    """They and the target hold together, which is what `allOf` says; an `allOf` of their own keeps its places."""
    found = schema({"properties": {"pet": {**REF, "required": ["name"], "allOf": [{"minProperties": 1}]}}}, Pet=PET)
    pet = found.properties["pet"]
    assert (pet.name, pet.pointer) == ("", "#/components/schemas/S/properties/pet")
    assert pet.required == {"name"}
    own, target = pet.listed("allOf")
    assert own.pointer == "#/components/schemas/S/properties/pet/allOf/0"
    assert target.pointer == REF["$ref"]


def test_a_chain_of_references_is_followed_to_its_end():
    """The outermost annotation wins."""
    found = schema({"$ref": "#/components/schemas/B", "title": "Outer"}, B={**REF, "title": "Inner"}, Pet=PET)
    assert (found.name, found.text("title"), found.text("description")) == ("Pet", "Outer", "A pet")


@pytest.mark.parametrize("version", ["3.0.3", "3.1.1"])
@pytest.mark.parametrize("reference", ["#/components/schemas/Gone", "other.yaml#/Pet", "https://example.com/pet.json"])
def test_a_reference_that_leads_nowhere_is_unresolved(version, reference):
    """The text of the reference is kept to be shown; nothing is fetched."""
    found = schema({"$ref": reference}, version)
    assert (found.unresolved, found.pointer) == (reference, "#/components/schemas/S")


def test_references_in_a_circle_are_unresolved():
    """A names B, B names A: there is no schema at the end."""
    found = schema({"$ref": "#/components/schemas/B"}, B={"$ref": "#/components/schemas/S"})
    assert found.unresolved
    assert schema({"$ref": "#/components/schemas/S"}).unresolved == "#/components/schemas/S"
    assert found.circular
    assert not schema({"$ref": "#/components/schemas/Gone"}).circular


def test_a_schema_that_contains_itself_is_met_again():
    """Recursion is a node with the same pointer, however deep."""
    node = schema({"properties": {"next": {"$ref": "#/components/schemas/S"}}})
    assert node.properties["next"] is node


def test_a_long_chain_of_references_costs_no_stack():
    """Ten thousand schemas, each a reference with an assertion to the next, are opened one by one."""
    chain = {f"N{i}": {"$ref": f"#/components/schemas/N{i + 1}", "minLength": i} for i in range(10_000)}
    node = api(components={"schemas": {**chain, "N10000": {"type": "string"}}}).schemas["N0"]
    for _ in range(10_000):
        (node,) = node.listed("allOf")
    assert node.types == ("string",)


def test_anchors_ids_and_the_documents_own_address_are_references_inside_it():
    """`$anchor`, `$id`, `$self` and pointers within an `$id` all lead to schemas of the document."""
    found = written("orchestra-3.2.yaml")
    concert = found.schemas["Concert"].properties
    assert concert["hall"] is found.schemas["Hall"]
    assert concert["self"] is found.schemas["Player"]
    assert concert["borrowed"] is found.schemas["Instrument"]
    assert found.schemas["Instrument"].properties["strings"].types == ("integer",)
    assert found.schemas["Tree"].properties["children"].items is found.schemas["Tree"]


def test_a_generic_schema_takes_its_parts_from_who_uses_it():
    """`$dynamicRef`: the outermost schema that declares the anchor gives its meaning; alone, the generic one does."""
    found = api(
        components={
            "schemas": {
                "List": {
                    "$id": "list",
                    "type": "array",
                    "items": {"$dynamicRef": "#item"},
                    "$defs": {"any": {"$dynamicAnchor": "item", "title": "Anything"}},
                },
                "Numbers": {
                    "$id": "numbers",
                    "$ref": "list",
                    "$defs": {"own": {"$dynamicAnchor": "item", "type": "number"}},
                },
                "Texts": {
                    "$id": "texts",
                    "$ref": "list",
                    "$defs": {"own": {"$dynamicAnchor": "item", "type": "string"}},
                },
                "Both": {"properties": {"a": {"$ref": "numbers"}, "b": {"$ref": "texts"}, "c": {"$ref": "list"}}},
            }
        }
    )
    both = found.schemas["Both"].properties
    assert found.problems == ()
    assert [both[name].items.types for name in "abc"] == [("number",), ("string",), ()]
    assert both["c"].items.text("title") == "Anything"
    assert found.schemas["Numbers"].items.types == ("number",)


def test_the_address_of_the_document_is_a_reference_inside_it():
    """A reference by the full or relative address that delivered the document stays inside it."""
    base = "https://example.com/v1/openapi.json"
    for reference in (f"{base}#/components/schemas/Pet", "openapi.json#/components/schemas/Pet"):
        found = api(base_uri=base, components={"schemas": {"Pet": PET, "S": {"$ref": reference}}})
        assert found.schemas["S"] is found.schemas["Pet"]
        assert found.problems == ()


def test_names_with_odd_characters_are_found():
    """Slashes, tildes, percent signs and spaces, escaped as pointers and addresses escape them."""
    for name, escaped in {"a/b": "a~1b", "a~b": "a~0b", "a b": "a%20b", "100%": "100%25", "é": "%C3%A9"}.items():
        found = api(components={"schemas": {name: PET, "S": {"$ref": f"#/components/schemas/{escaped}"}}})
        assert found.schemas["S"].name == name
        assert found.schemas["S"] is found.schemas[name]


def test_any_schema_of_the_document_is_found_by_its_pointer():
    """`schema_at` opens schemas anywhere and says KeyError elsewhere."""
    found = written("library-2.0.json")
    assert found.schema_at("#/definitions/Book/properties/title").types == ("string",)
    assert found.schema_at("#/definitions/Book/properties/sequel") is found.schemas["Book"]
    for pointer in ("#/definitions/Gone", "#/definitions/Book/required/0", "nonsense"):
        with pytest.raises(KeyError):
            found.schema_at(pointer)


def test_named_schemas_come_in_document_order_and_only_schemas():
    """A component that is no schema is a problem, and not among them."""
    found = api(components={"schemas": {"B": {}, "A": True, "C": 5}})
    assert list(found.schemas) == ["B", "A"]
    assert "C" not in found.schemas


def test_every_assertion_is_a_keyword_and_no_annotation():
    """The table that tells the two apart holds no annotation."""
    assert ASSERTIONS.isdisjoint({"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"})


def test_the_null_of_a_nullable_choice_stays_null_when_it_is_opened():
    """A variant that only null meets is no variant that everything meets."""
    node = schema({"nullable": True, "oneOf": [{"type": "string"}]}, "3.0.3")
    assert [variant.keywords for variant in node.listed("oneOf")] == [{"type": "string"}, {"type": "null"}]
