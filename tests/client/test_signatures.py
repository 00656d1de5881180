"""Signatures that type, docstrings that name a body's fields, and values that are right as they are written."""

from __future__ import annotations

import datetime
import decimal
import inspect
import uuid
from typing import Any, Literal

import pytest

from apiref_nb.errors import ShapeError
from tests.client.documents import PET, body, operation, parameter


@pytest.mark.parametrize(
    ("raw", "annotation"),
    [
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, int | None),
        ({"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]}, Literal["a", "b"] | None),
        ({"type": ["string", "null"]}, str | None),
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, int | str),
        ({"enum": [1, 2]}, Literal[1, 2]),
        ({"type": "array", "items": {"enum": ["a"]}}, list[Literal["a"]]),
        ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, list[list[int]]),
        ({"type": "array", "items": {}}, list),
        ({"type": "string", "format": "date-time"}, str | datetime.datetime),
        ({"type": "string", "format": "date"}, str | datetime.date),
        ({"type": "string", "format": "uuid"}, str | uuid.UUID),
        ({"type": "number", "format": "decimal"}, float | decimal.Decimal),
        ({"anyOf": [{"type": "integer"}, {}]}, Any),
        ({}, Any),
    ],
)
def test_a_parameters_type_is_in_the_signature(client_of, raw, annotation):
    """FastAPI writes an optional one as `anyOf` with null; formats are what Python has for them."""
    call = client_of(operation("GET /x", "op", parameters=[parameter("q", "query", raw, required=True)])).op
    assert inspect.signature(call).parameters["q"].annotation == annotation


def test_a_text_that_is_right_as_it_travels_is_taken(client_of, server):
    """`type: integer, example: "321"` is usual; what is no integer is refused as before."""
    given = [parameter("n", "query", {"type": "integer", "maximum": 500}), parameter("b", "query", {"type": "boolean"})]
    client = client_of(operation("GET /x", "op", parameters=given))
    client.op(n="321", b="true")
    assert server.last.target == "/x?n=321&b=true"
    for wrong in ("501", "1.5", "x", ""):
        with pytest.raises(ShapeError, match=r"^op\.n: "):
            client.op(n=wrong)


def test_the_docstring_names_the_fields_of_a_body(client_of):
    """Each with its type and whether it is required."""
    text = client_of(operation("POST /pet", "addPet", request_body=body(PET))).add_pet.__doc__
    assert "        .name (string, required)\n" in text
    assert "        .status (string)" in text


def test_without_checks_a_path_segment_may_be_empty(client_of, server):
    """Whoever wants to see what the server says may ask."""
    call = operation("GET /x/{id}/y", "op", parameters=[parameter("id", "path", {"type": "string"})])
    client_of(call, check=False).op("")
    assert server.last.target == "/x//y"


def test_without_checks_what_is_not_declared_goes_into_the_query(client_of, server):
    """A document may have forgotten a parameter; with checks its name is refused."""
    call = operation("GET /x", "op")
    client_of(call, check=False).op(debug=True, tags=["a", "b c"])
    assert server.last.target == "/x?debug=true&tags=a&tags=b%20c"
    with pytest.raises(ShapeError, match=r"^op\.debug: is not an argument"):
        client_of(call).op(debug=True)
