"""Schemas as rows: schema of a document in, what a reader is told out."""

from __future__ import annotations

from typing import Any

import pytest

from apiref_nb.describing import Row, RowLimits, Rows, type_label
from apiref_nb.describing.prose_tree import Link, Text
from apiref_nb.describing.types import facts
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize

ROUND = {"$ref": "#/components/schemas/Round"}
ROOMY = RowLimits(depth=6, rows=200)


def opened(schema: Any, *, version: str = "3.1.0", **components: Any):
    document = {
        "openapi": version,
        "info": {"title": "t", "version": "1"},
        "paths": {},
        "components": {"schemas": {"Subject": schema, **components}},
    }
    return normalize(from_mapping(document)).schemas["Subject"]


def rows(schema: Any, direction: str = "both", limits: RowLimits = ROOMY, **given: Any) -> tuple[Row, ...]:
    return Rows(limits).of(opened(schema, **given), direction)


def told(schema: Any, **given: Any) -> list[str]:
    """Each row in one line, indented by its depth."""
    lines = []
    for row in rows(schema, **given):
        facts = "; ".join(f"{fact.label} {', '.join(fact.values)}" for fact in row.facts)
        parts = [
            row.path if row.kind == "field" else row.name, row.type if row.type != row.name else "",
            "required" if row.required else "", *row.labels, facts,
            *(f"default {fact.values[0]}" for fact in row.default),
            f"-> {row.component}" if row.component else "", f"repeats {row.repeats}" if row.repeats else "",
        ]  # fmt: skip
        lines.append("  " * row.depth + " | ".join(part for part in parts if part))
    return lines


def field(schema: Any, **given: Any) -> str:
    return told({"type": "object", "properties": {"x": schema}}, **given)[0]


def test_fields_are_nested_by_dot_path_in_document_order():
    """Nested by dot path, with type and required."""
    schema = {
        "type": "object",
        "required": ["b"],
        "properties": {
            "b": {"type": "string"},
            "a": {"type": "object", "properties": {"c": {"type": "object", "properties": {"d": {"type": "integer"}}}}},
        },
    }
    assert told(schema) == ["b | string | required", "a | object", "  a.c | object", "    a.c.d | integer"]


@pytest.mark.parametrize(
    ("schema", "label"),
    [
        ({"type": "integer", "format": "int64"}, "integer · int64"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"type": "string", "format": "uri"}}, "string[] · uri"),
        ({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}, "number[][]"),
        ({"type": "array"}, "array"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": ["string", "integer"]}, "string | integer"),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "(string | null)[]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "map of integer"),
        ({"type": "object", "additionalProperties": False}, "object"),
        ({}, "any"),
        (True, "any"),
        (False, "not allowed"),
        ({"type": "null"}, "null"),
        ({"enum": ["a", "b"]}, "string"),
        ({"const": 3}, "integer"),
        ({"properties": {"a": {}}}, "object"),
        ({"prefixItems": [{"type": "string"}], "items": False}, "tuple"),
        ({"$ref": "#/components/schemas/Cat"}, "object · Cat"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/Cat"}}, "object[] · Cat"),
        ({"$ref": "#/components/schemas/Nowhere"}, "unresolved reference"),
        ({"$ref": "#/components/schemas/Round"}, "refers to itself"),
        (
            {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"type": "string"}]},
            "one of Cat | string",
        ),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"oneOf": [{"type": "object", "title": "A"}, {"type": "object", "title": "B"}]}, "object"),
        ({"oneOf": [{"$ref": "#/components/schemas/Cat"}]}, "object · Cat"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_type_label_reads_as_people_write_it(schema, label):
    """Type, format, arrays, maps, unions, references in one short label."""
    whole = opened(
        {"properties": {"x": schema}}, Cat={"type": "object", "properties": {"name": {"type": "string"}}}, Round=ROUND
    )
    assert type_label(whole.properties["x"]) == label


def test_a_reference_in_a_circle_is_said_to_refer_to_itself():
    """It does lead somewhere in the document: to itself."""
    assert told(ROUND, Round=ROUND) == ["The reference #/components/schemas/Round refers to itself."]
    assert told({"$ref": "#/components/schemas/Nowhere"}) == [
        "The reference #/components/schemas/Nowhere leads nowhere in this document."
    ]


@pytest.mark.parametrize(
    ("keywords", "told_as"),
    [
        ({"enum": ["a", "b"]}, "Enum a, b"),
        ({"const": "cat"}, "Always cat"),
        ({"minimum": 1}, "Value at least 1"),
        ({"minimum": 1, "maximum": 9}, "Value 1 to 9"),
        ({"exclusiveMinimum": 0, "maximum": 9}, "Value above 0, at most 9"),
        ({"minimum": 1, "exclusiveMinimum": 1}, "Value above 1"),
        ({"type": "integer", "minimum": 0.0, "exclusiveMaximum": 9.0}, "Value at least 0, below 9"),
        ({"type": "number", "minimum": 0.0}, "Value at least 0.0"),
        ({"multipleOf": 0.5}, "Multiple of 0.5"),
        ({"type": "string", "maxLength": 9, "examples": ["a", "b"]}, "Length at most 9; Examples a, b"),
        ({"type": "string", "examples": ["a"]}, "x | string"),
        ({"minLength": 2, "maxLength": 4}, "Length 2 to 4"),
        ({"maxLength": 4}, "Length at most 4"),
        ({"minLength": 3, "maxLength": 3}, "Length 3"),
        ({"pattern": "^a+$"}, "Pattern ^a+$"),
        ({"minItems": 1}, "Items at least 1"),
        ({"uniqueItems": True}, "Items unique"),
        ({"maxProperties": 2}, "Properties at most 2"),
        ({"contentMediaType": "image/png", "contentEncoding": "base64"}, "Content image/png; Encoding base64"),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}}, "Each item: always a"),
        ({"not": {"minimum": 6, "maximum": 10}}, "Not: value 6 to 10"),
        ({"default": None}, "default null"),
        ({"default": ""}, 'default ""'),
        ({"default": [1, "a"]}, 'default [1, "a"]'),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bounds_and_values_are_told_in_words(keywords, told_as):
    """default, enum, const, bounds, pattern."""
    assert field(keywords).endswith(told_as)


def test_older_spellings_read_the_same():
    """3.0's nullable and boolean exclusive bounds."""
    assert field({"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True}, version="3.0.3") == (
        "x | integer | null | Value above 1"
    )


def test_read_only_is_left_out_of_requests_and_write_only_out_of_responses():
    """readOnly and writeOnly by direction."""
    schema = {"properties": {"a": {"readOnly": True}, "b": {"writeOnly": True}, "c": {}}}
    assert [row.path for row in rows(schema, "request")] == ["b", "c"]
    assert [row.path for row in rows(schema, "response")] == ["a", "c"]
    assert told(schema)[:2] == ["a | any | read only", "b | any | write only"]


def test_all_of_is_merged_into_one_list():
    """allOf merged: fields together, required together, the narrower bound."""
    schema = {
        "allOf": [
            {"$ref": "#/components/schemas/Base"},
            {
                "required": ["name"],
                "properties": {"name": {"maxLength": 5, "type": "string"}, "age": {"type": "integer"}},
            },
        ]
    }
    base = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"maxLength": 9}}}
    assert told(schema, Base=base) == [
        "id | integer | required", "name | string | required | Length at most 5", "age | integer",
    ]  # fmt: skip


def test_a_child_and_a_parent_that_are_both_closed_show_the_fields_of_both():
    """Generators close every class of an inheritance; read to the letter, no field of either would be allowed."""
    closed = {"additionalProperties": False, "type": "object"}
    parent = {**closed, "required": ["kind"], "properties": {"kind": {"type": "string"}, "name": {"type": "string"}}}
    own = {**closed, "properties": {"kind": {"type": "string"}, "size": {"type": "integer"}}}
    assert told({"allOf": [{"$ref": "#/components/schemas/Parent"}, own]}, Parent=parent) == [
        "kind | string | required", "name | string", "size | integer", "No other fields are allowed.",
    ]  # fmt: skip


def test_variants_are_named_and_never_told_alike():
    """oneOf as named variants with the discriminator's value."""
    schema = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat"}},
    }
    cat = {"type": "object", "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}}
    dog = {"type": "object", "properties": {"kind": {"type": "string"}, "bark": {"type": "string"}}}
    assert told(schema, Cat=cat, Dog=dog) == [
        "Cat | object | One of 2 | kind = meow", "  kind | string", "  lives | integer",
        "Dog | object | One of 2 | kind = Dog", "  kind | string", "  bark | string",
    ]  # fmt: skip


def test_any_of_says_any_of():
    """oneOf and anyOf are never shown alike."""
    lines = told({"anyOf": [{"title": "Short", "type": "string"}, {"title": "Long", "type": "integer"}]})
    assert lines == ["Short | string | Any of 2", "Long | integer | Any of 2"]


def test_a_choice_beside_null_is_a_nullable_value():
    """One branch and null is no choice; beside several, the type says that it may be null, and no row of its own."""
    assert told({"properties": {"x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}) == ["x | string | null"]
    several = {"nullable": True, "oneOf": [{"title": "A", "type": "string"}, {"title": "B", "type": "integer"}]}
    assert told({"properties": {"x": several}}, version="3.0.3") == [
        "x | one of string | integer | null", "  A | string | One of 2", "  B | integer | One of 2",
    ]  # fmt: skip


def test_titled_constants_are_an_enum_with_words():
    """oneOf of const with titles is an enum with descriptions."""
    schema = {
        "properties": {"x": {"oneOf": [{"const": "a", "title": "First"}, {"const": "b", "description": "second"}]}}
    }
    (row,) = rows(schema)
    assert [(note.value, note.note) for note in row.enum_notes] == [("a", "First"), ("b", "second")]


def test_recursion_ends_at_a_row_that_names_what_it_repeats():
    """Recursion shown as a link to the row it repeats."""
    node = {
        "type": "object",
        "properties": {"children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}},
    }
    assert told({"properties": {"root": {"$ref": "#/components/schemas/Node"}}}, Node=node) == [
        "root | object · Node", "  root.children | object[] · Node | repeats root",
    ]  # fmt: skip


def test_map_values_and_array_items_stand_below_their_field():
    """additionalProperties and arrays."""
    item = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert told({"properties": {"m": {"type": "object", "additionalProperties": item}}}) == [
        "m | map of object", "  m.*.a | string",
    ]  # fmt: skip
    assert told({"properties": {"l": {"type": "array", "items": item}}}) == ["l | object[]", "  l[].a | string"]


def test_closed_objects_and_missing_required_names_are_said():
    """additionalProperties false; required names that are no property."""
    assert told({"properties": {"a": {}}, "additionalProperties": False, "required": ["b"]}) == [
        "a | any", "Also required: b", "No other fields are allowed.",
    ]  # fmt: skip


def test_a_closed_object_is_told_at_any_depth():
    """Nested below a field as at the top; one that names no field admits none, and its row says that."""
    closed = {"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": False}
    assert told({"properties": {"a": closed}}) == ["a | object", "  a.b | string", "  No other fields are allowed."]
    assert told({"properties": {"l": {"type": "array", "items": closed}}}) == [
        "l | object[]", "  l[].b | string", "  No other fields are allowed.",
    ]  # fmt: skip
    assert field({"type": "object", "additionalProperties": False}) == "x | object | Fields none allowed"
    assert field({"type": ["object", "string"], "additionalProperties": False}) == "x | object | string"


def test_other_fields_keep_their_type_beside_their_description():
    """What is checked comes first, then the author's words."""
    extra = {"type": "integer", "minimum": 1, "description": "How many are left"}
    assert told({"properties": {"a": {}}, "additionalProperties": extra})[1] == (
        "Any other fields: integer, value at least 1 \u2013 How many are left"
    )
    assert told({"properties": {"a": {}}, "additionalProperties": {"description": "Yours"}})[1] == (
        "Any other fields: Yours"
    )


@pytest.mark.parametrize(
    ("keywords", "line"),
    [
        (
            {"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}},
            "If a is 1 or absent: b is required.",
        ),
        (
            {
                "if": {"properties": {"a": {"enum": ["x", "y"]}}, "required": ["a"]},
                "then": {"properties": {"b": {"pattern": "^z"}}, "required": ["b"]},
                "else": {"properties": {"b": False}},
            },
            "If a is x or y: b has pattern ^z and b is required. Otherwise: b is absent.",
        ),
        ({"if": {"required": ["a", "b"]}, "else": {"required": ["c"]}}, "Unless a and b are present: c is required."),
        (
            {"if": {"required": ["a"]}, "then": {"properties": {"deep": {"properties": {"er": {}}}}}},
            "deep.er | any",
        ),
        (
            {"if": {"description": "Abroad", "required": ["a"]}, "then": {"required": ["b"]}},
            "If Abroad: b is required.",
        ),
        ({"not": {"required": ["a"]}}, "Not allowed: a is present"),
        ({"not": {"properties": {"a": {"const": "x"}}, "required": ["a"]}}, "Not allowed: a is x"),
        ({"dependentRequired": {"a": ["b"]}}, "When a is present, also required: b"),
        ({"contains": {"type": "integer"}}, "Must contain at least one item: integer"),
        (
            {"contains": {"const": "admin"}, "minContains": 1, "maxContains": 2},
            "Must contain at least 1 and at most 2 items: admin",
        ),
        ({"propertyNames": {"enum": ["en", "fr"]}}, "Field names: one of en, fr"),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}, "Any other fields: integer"),
        ({"properties": {"a": {}}, "unevaluatedProperties": {"type": "integer"}}, "Any other fields: integer"),
        ({"prefixItems": [{}], "items": {"type": "integer", "minimum": 3}}, "[1\u2026] | integer"),
        ({"prefixItems": [{}], "unevaluatedItems": False}, "No other items are allowed."),
        ({"propertyNames": {"pattern": "^x"}}, "Field names: pattern ^x"),
        ({"patternProperties": {"^x-": {"type": "string"}}}, "/^x-/ | string"),
        ({"prefixItems": [{"type": "string"}, {"type": "integer"}]}, "[1] | integer"),
        ({"unevaluatedProperties": False}, "No other fields are allowed."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_conditions_of_2020_12_are_told(keywords, line):
    """if/then/else, not, dependent*, contains, patternProperties, propertyNames, prefixItems, unevaluated*."""
    shown = [
        " | ".join(filter(None, (row.path if row.kind == "field" else row.name, row.type if row.kind == "field" else "",
                                 "required" if row.required else "", row.description if row.kind == "variant" else "")))
        for row in rows(keywords)
    ]  # fmt: skip
    assert line in shown


def test_what_a_page_leaves_out_is_counted_and_linked():
    """A named schema that is too long says how many fields are left and where they stand."""
    wide = {"type": "object", "properties": {f"f{i}": {"type": "string"} for i in range(30)}}
    maker = Rows(RowLimits(depth=1, rows=10))
    made = maker.of(opened(wide), "both")
    assert len(made) == 11
    assert (made[-1].kind, made[-1].name, made[-1].component) == ("note", "20 more fields", "Subject")
    assert list(maker.linked) == ["Subject"]


def test_a_schema_without_a_name_is_told_in_place_however_deep():
    """It has no other place on the page."""
    deep: dict[str, Any] = {"type": "string"}
    for level in range(8):
        deep = {"type": "object", "properties": {f"l{level}": deep}}
    made = rows(deep, limits=RowLimits(depth=1, rows=10))
    assert made[-1].path == "l7.l6.l5.l4.l3.l2.l1.l0"


def test_deeper_components_are_links():
    """Below the depth of the page, a component is a link and the page lists it."""
    leaf = {"type": "object", "properties": {"a": {"type": "string"}}}
    maker = Rows(RowLimits(depth=0, rows=50))
    made = maker.of(opened({"properties": {"leaf": {"$ref": "#/components/schemas/Leaf"}}}, Leaf=leaf), "both")
    assert [(row.path, row.component) for row in made] == [("leaf", "Leaf")]
    assert list(maker.linked) == ["Leaf"]


def test_a_discriminator_without_variants_says_what_it_selects():
    """discriminator with its mapping, and 3.2's defaultMapping."""
    schema = {
        "properties": {"kind": {"type": "string"}},
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"meow": "#/components/schemas/Cat"},
            "defaultMapping": "#/components/schemas/Dog",
        },
    }
    assert told(schema)[-1] == "kind tells the variants apart: meow means Cat, any other means Dog"


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_the_fields_of_a_nullable_object_are_told(keyword):
    """`anyOf: [Pet, null]`, as generators write an optional object: in a field, in an array, and as the whole."""
    pet = {"type": "object", "properties": {"name": {"type": "string"}}}
    choice = {keyword: [{"$ref": "#/components/schemas/Pet"}, {"type": "null"}]}
    assert told(choice, Pet=pet) == ["name | string"]
    assert told({"properties": {"p": choice}}, Pet=pet) == ["p | object · Pet | null", "  p.name | string"]
    assert told({"type": "array", "items": choice}, Pet=pet) == ["[].name | string"]


def test_values_of_several_kinds_are_told_apart():
    """`"1"` and `1`, `"null"` and null."""
    assert field({"enum": ["1", 1, None]}).endswith('Enum "1", 1, null')


def test_a_field_leads_to_its_further_documentation():
    """The author's words are the link; an address alone is its own."""
    url = "https://docs.example/quays"
    for docs, said in (({"url": url}, url), ({"url": url, "description": "All quays"}, "All quays")):
        (fact,) = facts(opened({"type": "string", "externalDocs": docs}))
        assert (fact.label, fact.line) == ("See", (Link(url, (Text(said),)),))
