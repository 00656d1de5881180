"""What a call with a large body costs, in calls of functions: a figure that no machine changes."""

from __future__ import annotations

import json
import sys
from collections import Counter

import httpx
import pytest

from apiref_nb.client import Client
from apiref_nb.errors import ShapeError
from tests.client.documents import api, body, operation, response

RECORD = {
    "id": 1, "name": "a pet with a name", "tags": ["one", "two", "three"], "price": 12.5, "ok": True,
    "nested": {"a": "b", "c": [1, 2, 3]},
}  # fmt: skip
BODY = [{**RECORD, "id": number} for number in range(600)]
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "name"],
        "properties": {
            "id": {"type": "integer", "format": "int64"},
            "name": {"type": "string", "pattern": "^a"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "price": {"anyOf": [{"type": "number"}, {"type": "null"}]},
            "nested": {"allOf": [{"type": "object", "properties": {"c": {"items": {"type": "integer"}}}}]},
        },
    },
}


def counted(call):
    """Name of function and file -> how often it was called."""
    calls = Counter()

    def count(frame, event, _argument):
        if event == "call":
            calls[frame.f_code.co_name, frame.f_code.co_filename.rpartition("/")[2]] += 1

    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(None)
    return calls


def answered(request):
    request.read()
    return httpx.Response(200, headers={"Content-Type": "application/json"}, content=b"{}")


def costs(**arguments):
    """The calls of one POST of 80 KB, after one that loaded what is loaded once."""
    asked = operation("POST /a", "send", request_body=body(SCHEMA), responses=[response(raw={"type": "object"})])
    with Client(api(asked), "http://127.0.0.1", transport=httpx.MockTransport(answered), **arguments) as client:
        client.send(body=BODY)
        return counted(lambda: client.send(body=BODY))


def test_a_body_of_80_kb_is_copied_once_and_written_once():
    """Without checks: one call for each object and list and number of it, and the JSON is written once."""
    assert len(json.dumps(BODY)) > 80_000
    calls = costs(check=False)
    assert calls["encode", "encoder.py"] == 1
    assert calls["_copied", "values.py"] < 6_000
    assert calls["is_writable", "numbers.py"] < 4_000
    assert calls.total() - calls["_copied", "values.py"] - calls["is_writable", "numbers.py"] < 5_000


def test_checking_a_body_that_is_right_costs_no_call_for_each_of_its_parts():
    """The schema is written out once, and the engine judges the whole body in one go."""
    free, checked = costs(check=False), costs()
    assert checked.total() - free.total() < 5_000


def test_what_is_wrong_in_a_large_body_is_told_with_its_place():
    """The short way finds that something is wrong, the long way what it is."""
    asked = operation("POST /a", "send", request_body=body(SCHEMA))
    wrong = [*BODY[:500], {**RECORD, "name": "b"}, *BODY[500:]]
    with (
        Client(api(asked), "http://127.0.0.1") as client,
        pytest.raises(ShapeError, match=r'body\[500\]\.name: must match "\^a" \(got "b"\)'),
    ):
        client.send(body=wrong)
