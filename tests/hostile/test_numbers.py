"""Numbers that end other programs: beyond every float, beyond what Python writes as text, no numbers at all."""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import httpx
import pytest

from apiref_nb import ApiBlock, OpenApiEmbed
from apiref_nb.client import Client
from apiref_nb.errors import RequestError, ShapeError, UnknownOperationError
from apiref_nb.load import load_api
from apiref_nb.parsing import parse
from apiref_nb.reading import normalize
from apiref_nb.text.numbers import as_float, is_count, is_number, is_writable, number_text
from tests.costs.outputs import OUTPUTS
from tests.hostile.structure import NUMERIC

BEYOND_FLOATS = 10**400
BEYOND_TEXT = 10**5_000
NUMBERS: dict[str, Any] = {
    "beyond floats": BEYOND_FLOATS, "far below zero": -BEYOND_FLOATS, "640 digits": 10**640 - 1, "641 digits": 10**640, "5,000 digits": BEYOND_TEXT,
    "minus 5,000 digits": -BEYOND_TEXT, "64 bits": 2**63, "the least float": 5e-324, "nearly the largest float": 1e308, "infinity": math.inf, "minus infinity": -math.inf, "NaN": math.nan,
}  # fmt: skip
"""Tests are named by the words: pytest itself cannot write the numbers."""
UNSENDABLE: dict[str, Any] = {
    "5,000 digits": BEYOND_TEXT, "minus 5,000 digits": -BEYOND_TEXT, "decimal": Decimal("1e400"), "signalling NaN": Decimal("sNaN"),
    "fraction": Fraction(BEYOND_FLOATS, 3), "infinity": math.inf, "NaN": math.nan,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fewest_digits() -> Iterator[None]:
    """Python writes and reads the fewest digits that it can be told to."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


def document(number: Any) -> dict[str, Any]:
    """A document with the number wherever one may stand, and where none may."""
    schemas = [
        {"type": kind, keyword: number}
        for kind in ("integer", "number", "string", "array", "object")
        for keyword in NUMERIC
    ]
    schemas += [
        {"enum": [number]},
        {"allOf": [{"multipleOf": number}, {"multipleOf": 7}]},
        {"type": number},
        {"format": number},
    ]
    media = {
        "application/json": {
            "schema": {"type": "object", "properties": {f"p{n}": one for n, one in enumerate(schemas)}},
            "example": number,
        }
    }
    operation = {
        "operationId": "a", "tags": [number], "summary": number,
        "parameters": [
            {"name": "i", "in": "path", "required": True, "schema": {"type": "integer"}},
            {"name": "q", "in": "query", "schema": {"type": "number", "maximum": number}, "example": number},
        ],
        "requestBody": {"content": media}, "responses": {"200": {"description": number, "content": media}, number: {"description": "x"}},
    }  # fmt: skip
    return {"openapi": "3.1.0", "info": {"title": "t", "version": number}, "paths": {"/a/{i}": {"post": operation}}}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_of_any_size_leaves_every_output_whole(name):
    """As bound, length, count, default, example, enum value, version, tag, status: each output is made."""
    number = NUMBERS[name]
    api = load_api(document(number))
    assert [output for output, make in OUTPUTS.items() if not make(api)] == []
    assert "ar-op" in OpenApiEmbed(document(number)).html


@pytest.mark.parametrize(
    "written",
    ['{"maximum": 1%s}' % ("0" * 400), '{"maximum": 1%s}' % ("0" * 5_000), "maximum: 0x" + "f" * 300, "minLength: 0x" + "f" * 5_000, "maximum: !!float 1" + "0" * 400],
    ids=["json", "json of 5,000 digits", "hexadecimal", "hexadecimal of 5,000 digits", "tagged a float"],
)  # fmt: skip
def test_a_number_of_any_size_can_be_read_from_text(written):
    """JSON and YAML; what fits no number is kept as text, and said."""
    schema = written if written.startswith("{") else f"\n      {written}"
    text = f"openapi: 3.1.0\ninfo: {{title: t, version: '1'}}\npaths: {{}}\ncomponents:\n  schemas:\n    S: {schema}\n"
    api = normalize(parse(text.encode(), source="x"))
    (value,) = api.document["components"]["schemas"]["S"].values()
    said = any("is out of range and is kept as text" in problem.message for problem in api.problems)
    assert said == isinstance(value, str)


def called(**arguments: Any) -> str:
    """Return the address that a client asks."""
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json={})

    with Client(load_api(document(5)), "http://127.0.0.1:9", transport=httpx.MockTransport(answer)) as client:
        client.a(body={}, **arguments)
    return asked[0]


@pytest.mark.parametrize("name", UNSENDABLE)
def test_an_argument_that_no_request_can_carry_is_a_shape_error(name):
    """It names the argument, and does not print five thousand digits."""
    with pytest.raises(ShapeError, match="must be a ") as caught:
        called(i=UNSENDABLE[name])
    assert "i" in caught.value.path
    assert len(str(caught.value)) < 200


def test_an_argument_of_640_digits_is_sent_whole():
    """An integer is exact as long as it can be written."""
    assert called(i=10**639) == f"http://127.0.0.1:9/a/1{'0' * 639}"


@pytest.mark.parametrize("name", ["beyond floats", "5,000 digits", "nearly the largest float"])
def test_a_limit_of_any_size_is_taken(name):
    """A longer wait than clocks can count, and a larger body than memory: the request is made."""
    limits = dict.fromkeys(("timeout_seconds", "limit_bytes"), NUMBERS[name])
    with Client(load_api(document(5)), "http://127.0.0.1:9", **limits) as client, pytest.raises(RequestError):
        client.a(body={}, i=1)


def test_a_rate_of_any_size_is_one_line_or_a_shape_error():
    """The line holds every digit of what can be written."""
    operation = {"method": "GET", "path": "/a"}
    shown = ApiBlock(operation, rate_limit={"requests": 10**400, "window": "day"})
    assert f"1{'0' * 400} requests / day" in shown.html
    with pytest.raises(ShapeError, match=r"rate_limit\.requests: must be a number, 0 or more .*an integer of over 640"):
        ApiBlock(operation, rate_limit={"requests": BEYOND_TEXT, "window": "day"})


def test_an_operation_is_not_found_by_a_number():
    """The error says so, whatever the number."""
    api = load_api(document(5))
    assert api.find(BEYOND_TEXT) is None  # type: ignore[arg-type]
    with pytest.raises(UnknownOperationError, match="an integer of over 640 digits"):
        api[BEYOND_TEXT]  # type: ignore[index]


def test_a_key_that_holds_a_number_of_any_size_is_read_as_text():
    """A mapping from Python may have tuples as keys."""
    api = load_api({**document(5), "x-a": {(BEYOND_TEXT, 2): 1}})
    assert [*api.document["x-a"]] == ["(an integer of over 640 digits, 2)"]


def test_an_example_within_text_may_hold_any_number():
    """JSON inside of text is read by other rules: NaN, Infinity and integers without end."""
    made = document(5)
    for text in ("[NaN]", "[Infinity]", f"[{'9' * 5_000}]", f"[{'9' * 600}]", "[1e999]"):
        for media in made["paths"]["/a/{i}"]["post"]["requestBody"]["content"].values():
            media["schema"] = {"type": "array", "items": {"type": "number", "multipleOf": 0.5, "maximum": 10}}
            media["example"] = text
        api = load_api(made)
        assert all(make(api) >= 0 for make in OUTPUTS.values())


def test_what_numbers_are():
    """Booleans are none, nor what is not finite; `2.0` counts; the largest that can be written has 640 digits."""
    assert [is_number(one) for one in (1, 1.5, BEYOND_TEXT, True, math.inf, math.nan, "1", None)] == [True] * 3 + [
        False
    ] * 5
    assert [is_count(one) for one in (0, 2.0, BEYOND_TEXT, -1, 2.5, True)] == [True] * 3 + [False] * 3
    assert [is_writable(one) for one in (10**640 - 1, 10**640, math.inf)] == [True, False, False]
    assert (number_text(1.0), json.dumps(1.0)) == ("1.0", "1.0")
    assert as_float(-BEYOND_FLOATS) == -math.inf
