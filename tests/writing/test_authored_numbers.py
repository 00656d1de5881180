"""Numbers as their author published them: the same digits in every output, Python numbers in Python."""

from __future__ import annotations

import json
import math

import pytest

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.text.json_numbers import AuthoredInteger, authored, json_dumps

NUMBERS = ("40.00", "1e2", "0.1234567890123456789012345", "1E400", "-1.50E-3", "100000000000000000000000000.0")

JSON_DOCUMENT = """
{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"post": {
  "parameters": [{"name": "p", "in": "query", "schema": {"type": "number", "default": @, "minimum": -9}, "example": @}],
  "requestBody": {"content": {"application/json": {"schema": {"type": "object"}, "example": {"n": [@]}}}},
  "responses": {"200": {"description": "ok", "content": {"application/json": {
    "schema": {"type": "object", "properties": {"m": {"enum": [@]}}}}}}}}}}}
"""
YAML_DOCUMENT = """
openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    post:
      parameters: [{name: p, in: query, schema: {type: number, default: @, minimum: -9}, example: @}]
      requestBody: {content: {application/json: {schema: {type: object}, example: {n: [@]}}}}
      responses: {'200': {description: ok, content: {application/json: {
        schema: {type: object, properties: {m: {enum: [@]}}}}}}}
"""


def loaded(tmp_path, text, written):
    path = tmp_path / ("a.json" if text is JSON_DOCUMENT else "a.yaml")
    path.write_text(text.replace("@", written), encoding="utf-8")
    return load_api(path), path


@pytest.mark.parametrize("text", [JSON_DOCUMENT, YAML_DOCUMENT], ids=["json", "yaml"])
@pytest.mark.parametrize("written", NUMBERS)
def test_a_published_number_is_shown_as_published(tmp_path, text, written):
    """In the page, its Markdown, the collection, the cURL and both tables of rows; no problem is told."""
    api, path = loaded(tmp_path, text, written)
    assert api.problems == ()
    embed = OpenApiEmbed(path)
    assert embed.html.count(f">{written}<") >= 3  # default, example, enum
    assert embed.markdown.count(f"`{written}`") >= 3
    assert (
        f'"n": [\n    {written}\n  ]'
        in media_sample(api.operations[0].request_body.content[0], direction="request")[0].text
    )
    assert written in json.dumps(embed.collection)
    curl, *_ = request_tabs(api.operations[0])
    assert written in curl.code


@pytest.mark.parametrize(("written", "shown"), [("0x1F", "31"), ("+1.5", "1.5"), (".5", "0.5"), ("0o17", "15")])
def test_what_only_yaml_has_is_shown_as_json(tmp_path, written, shown):
    _, path = loaded(tmp_path, YAML_DOCUMENT, written)
    page = OpenApiEmbed(path).html
    assert f">{shown}<" in page
    assert f">{written}<" not in page


def test_python_code_gets_python_numbers(tmp_path):
    """A literal is text for readers: Python calculates with the number."""
    api, _ = loaded(tmp_path, JSON_DOCUMENT, "40.00")
    value = api.operations[0].request_body.content[0].examples[0].value["n"][0]
    assert (value, repr(value), value + 1) == (40.0, "40.0", 41.0)
    _, python, *_ = request_tabs(api.operations[0])
    assert "40.0]" in python.code


def test_a_number_that_no_float_holds_is_whole():
    value = authored("1E400")
    assert isinstance(value, AuthoredInteger)
    assert value == 10**400
    assert json_dumps([value, 1e2, authored("1e2")]) == "[1E400, 100.0, 1e2]"
    assert authored("1E4000") is None


@pytest.mark.parametrize(
    "value", [{}, [], {"a": []}, {"a": {"b": [1, "é\n", None, True, 1.5]}}, [[{}], 0, -0.0], "x", 10**30]
)
def test_json_is_written_as_the_library_writes_it(value):
    indented = json.dumps(value, ensure_ascii=False, indent=2, separators=(",", ": "))
    assert json_dumps(value, indent=2, separators=(",", ": ")) == indented
    assert json_dumps(value) == json.dumps(value, ensure_ascii=False)
    with pytest.raises(ValueError, match="JSON"):
        json_dumps([math.inf], indent=2)
