"""Parameters and headers as rows: how they are written, their examples, and what is wrong with these."""

from __future__ import annotations

import json

import pytest

from apiref_nb import load_api
from apiref_nb.describing import describe_reference
from apiref_nb.describing.prose_tree import Code, Text


def view(operation, *, check_examples=True):
    document = {
        "openapi": "3.2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"post": {"responses": {"200": {"description": "Fine"}}, **operation}}},
    }
    reference = describe_reference(load_api(document), check_examples=check_examples)
    return reference.view(reference.operations[0])


def told(row):
    return [f"{fact.label} {', '.join(fact.values)}" for fact in row.facts]


def parameter(**fields):
    ((_, (row, *_)),) = view({"parameters": [{"name": "p", "in": "query", **fields}]}).parameters
    return told(row)


def header(**fields):
    (response,) = view({"responses": {"200": {"description": "Fine", "headers": {"X-A": fields}}}}).responses
    return response.headers


ARRAY = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({"schema": ARRAY}, []),
        ({"schema": ARRAY, "explode": False}, ["Written as p=a,b"]),
        ({"schema": ARRAY, "explode": False, "style": "pipeDelimited"}, ["Written as p=a|b"]),
        ({"schema": {"type": "object"}, "style": "deepObject"}, ["Written as p[a]=1"]),
        ({"content": {"application/json": {"schema": {}}}}, ["Written as application/json"]),
        ({"schema": {}, "allowReserved": True}, ["In the address reserved characters stay as they are"]),
        ({"schema": {"type": "integer"}, "example": 5}, ["Example 5"]),
        ({"schema": {"type": "integer", "examples": [5, 6]}}, ["Examples 5, 6"]),
        ({"schema": {"type": "integer", "example": 5}, "examples": {"own": {"value": 7}}}, ["Example 7"]),
        ({"content": {"text/plain": {"schema": {"example": "a"}}}}, ["Written as text/plain", "Example a"]),
    ],
)
def test_a_parameter_says_how_it_is_written(fields, lines):
    """Only where it is not what everyone expects."""
    assert parameter(**fields) == lines


def test_an_example_that_fails_is_shown_and_flagged():
    """The author's word stays; the reader is told that the schema says otherwise."""
    fields = {"schema": {"type": "integer"}, "examples": {"good": {"value": 5}, "bad": {"value": "x"}}}
    assert parameter(**fields) == ["Examples 5, x", 'Example: Does not match its schema: must be integer (got "x")']
    ((_, (row,)),) = view({"parameters": [{"name": "p", "in": "query", **fields}]}, check_examples=False).parameters
    assert told(row) == ["Examples 5, x"]
    media = {"content": {"application/json": {"schema": {"type": "integer"}, "example": "x"}}}
    assert parameter(**media)[-1] == 'Example: Does not match its schema: must be integer (got "x")'
    (row,) = header(schema={"type": "integer"}, example="x")
    assert told(row) == ["Example x", 'Example: Does not match its schema: must be integer (got "x")']


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({"schema": ARRAY}, ["Written as a,b"]),
        ({"schema": {"type": "object"}}, ["Written as a,1,b,2"]),
        ({"schema": {"type": "object"}, "explode": True}, ["Written as a=1,b=2"]),
        ({"content": {"application/json": {"schema": {"type": "integer"}}}}, ["Written as application/json"]),
        ({"schema": {"type": "integer"}}, []),
        ({"schema": {"type": "integer", "example": 60}}, ["Example 60"]),
    ],
)
def test_a_header_says_how_several_values_stand_in_it(fields, lines):
    (row, *_) = header(**fields)
    assert told(row) == lines


def test_the_fields_of_a_header_stand_below_it():
    schema = {"type": "object", "properties": {"id": {"type": "integer"}}}
    assert [row.path for row in header(content={"application/json": {"schema": schema}})] == ["X-A", "X-A.id"]


def test_a_callback_tells_what_it_sends_and_what_it_expects():
    """Whoever receives it has to read it: fields that only the server writes are in it."""
    schema = {"type": "object", "properties": {"id": {"type": "integer", "readOnly": True}}}
    sent = {
        "summary": "Paid",
        "description": "At most once.",
        "parameters": [{"name": "X-Signature", "in": "header", "schema": {"type": "string"}}],
        "requestBody": {"content": {"application/json": {"schema": schema, "example": {"id": 70}}}},
        "responses": {"204": {"description": "Heard"}},
    }
    (callback,) = view({"callbacks": {"on": {"{$url}": {"post": sent}}}}).callbacks
    assert [row.path for row in callback.body.media[0].rows] == ["id"]
    assert (callback.title, callback.description) == ("Paid", "At most once.")
    assert [(title, [row.name for row in rows]) for title, rows in callback.parameters] == [
        ("Header parameters", ["X-Signature"])
    ]
    assert json.loads(callback.samples[0].text) == {"id": 70}
    assert callback.expects == (Text("It expects "), Code("204"), Text(" "), Text("Heard"))


@pytest.mark.parametrize(
    ("encoding", "note"),
    [
        ({"style": "deepObject", "explode": True}, "tags travels once for each of its values."),
        ({"style": "form"}, "tags travels once for each of its values."),
        ({"style": "form", "explode": False}, "tags travels with its values in one text (a,b)."),
        ({"style": "pipeDelimited", "explode": False}, "tags travels with its values in one text (a|b)."),
    ],
)
def test_a_form_field_says_how_several_values_stand_in_it(encoding, note):
    """The name of a style says nothing to whoever writes the request."""
    schema = {"type": "object", "properties": {"tags": {"type": "array"}}}
    media = {"schema": schema, "encoding": {"tags": encoding}}
    body = view({"requestBody": {"content": {"application/x-www-form-urlencoded": media}}}).body
    assert body.media[0].notes == (note,)


def test_fields_that_travel_alike_are_told_together():
    """A form of twenty objects says once how an object stands in it; the first field is the example."""
    deep = {"style": "deepObject", "explode": True}
    media = {
        "schema": {"type": "object", "properties": {name: {"type": "object"} for name in ("card", "logo", "owner")}},
        "encoding": {"card": deep, "logo": {"contentType": "image/png"}, "owner": deep},
    }
    body = view({"requestBody": {"content": {"multipart/form-data": media}}}).body
    assert body.media[0].notes == ("card and owner travel like card[a]=1.", "logo travels as image/png.")


def test_parts_within_parts_say_how_they_travel():
    """OpenAPI 3.2: encodings by name, by place and for the rest, one within the other."""
    media = {
        "schema": {"type": "object", "properties": {"files": {"type": "array"}}},
        "encoding": {
            "files": {
                "contentType": "multipart/mixed",
                "prefixEncoding": [{"contentType": "application/json"}],
                "itemEncoding": {"contentType": "image/png", "headers": {"X-Page": {"schema": {"type": "integer"}}}},
            }
        },
    }
    body = view({"requestBody": {"content": {"multipart/form-data": media}}}).body
    assert body.media[0].notes == (
        "files travels as multipart/mixed.",
        "Part 1 of files travels as application/json.",
        "Each further part of files travels as image/png with X-Page (integer).",
    )
