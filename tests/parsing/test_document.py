"""`parse` and `from_mapping`: which format is read, what the Document holds, and what never happens to the caller."""

from __future__ import annotations

import contextlib
import copy
import datetime
import gc
import hashlib
import math
import types
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apiref_nb.errors import DocumentSyntaxError, SourceError, TooLargeError, UnsupportedError
from apiref_nb.parsing.document import ReadLimits, from_mapping, parse

JSON = b'{"a": 1}'
YAML = b"a: 1\n"


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json", "application/json; charset=utf-8", "Application/JSON", " application/json ", "text/json",
        "application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json;version=3.1", "application/openapi+json",
        "application/problem+json",
    ],
)  # fmt: skip
def test_a_json_content_type_reads_json(content_type):
    """The content type decides, whatever the name says; block YAML under it is an error that names the remedy."""
    assert parse(JSON, source="s", content_type=content_type, file_name="x.yaml").kind == "json"
    with pytest.raises(DocumentSyntaxError, match=r"but the text is YAML; serve it as application/yaml") as caught:
        parse(YAML, source="s", content_type=content_type, file_name="x.yaml")
    assert caught.value.line == 1


@pytest.mark.parametrize(
    "content_type",
    [
        "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/vnd.yaml", "application/vnd.yaml",
        "application/vnd.oai.openapi", "application/vnd.oai.openapi+yaml;version=3.0", "application/openapi+yaml",
    ],
)  # fmt: skip
def test_a_yaml_content_type_reads_yaml_and_json_which_is_yaml_too(content_type):
    """Every JSON text is YAML 1.2."""
    assert parse(YAML, source="s", content_type=content_type, file_name="x.json").kind == "yaml"
    assert parse(JSON, source="s", content_type=content_type, file_name="x.json").kind == "json"
    assert parse(b"{a: 1, }", source="s", content_type=content_type).root == {"a": 1}
    with pytest.raises(DocumentSyntaxError, match="not valid YAML"):
        parse(b"{a: 1", source="s", content_type=content_type)


@pytest.mark.parametrize(
    "content_type", ["", "text/plain", "application/octet-stream", "text/html", "nonsense", ";;", "+"]
)
def test_an_undecided_content_type_leaves_it_to_the_extension_then_the_first_byte(content_type):
    """As raw file servers send them."""

    def read(body, name):
        return parse(body, source="s", content_type=content_type, file_name=name)

    assert read(YAML, "https://x.test/a.yaml?b=c.json").kind == "yaml"
    assert read(YAML, "C:\\apis\\a.YML").kind == "yaml"
    assert read(JSON, "/a/openapi.json#top").kind == "json"
    with pytest.raises(DocumentSyntaxError, match=r"the name ends in \.json, but the text is YAML"):
        read(YAML, "a.json")
    for name in ["", "openapi", "a.txt", "json", "a.json/spec"]:
        assert read(YAML, name).kind == "yaml"
        assert read(b" \n" + JSON, name).kind == "json"
        with pytest.raises(DocumentSyntaxError, match="not valid JSON"):
            read(b"{a: 1}", name)


def test_the_extension_of_the_source_counts_when_no_file_name_is_given():
    """A path is its own name."""
    with pytest.raises(DocumentSyntaxError, match=r"not valid JSON: .* the name ends in .json"):
        parse(YAML, source="apis/a.json")


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><title>x</title>", b"\n <html>", b'<?xml version="1.0"?>'])
@pytest.mark.parametrize("content_type", ["text/html", "application/json", ""])
def test_a_web_page_in_place_of_the_document_is_called_one(body, content_type):
    """The most common wrong address is that of the page about the document."""
    with pytest.raises(DocumentSyntaxError, match="HTML or XML page, not JSON or YAML"):
        parse(body, source="s", content_type=content_type)


@pytest.mark.parametrize(
    "named",
    [
        "<script>const ui = SwaggerUIBundle({ url: '/v1/openapi.json', 'dom_id': '#ui' })</script>",
        '<script src="/swagger-ui.js"></script><redoc spec-url="openapi.json"></redoc>',
        '<script id="api-reference" data-url="../v1/openapi.json"></script>',
        '<elements-api apiDescriptionUrl="https://a.example/v1/openapi.json" router="hash"></elements-api>',
        '<script>{"urls":[{"url":"/v1/openapi.json","name":"V1"}]}</script>',
    ],
)
def test_the_page_of_a_viewer_tells_where_its_document_stands(named):
    """Whoever gave the address of Swagger UI, ReDoc, Scalar or Elements reads the one to give."""
    with pytest.raises(DocumentSyntaxError, match=r'this page names "https://a\.example/v1/openapi\.json"'):
        parse(b"<!DOCTYPE html><p>" + named.encode(), source="https://a.example/v1/docs")


def test_a_page_that_names_no_document_is_not_guessed_at():
    """Scripts, styles and links to other pages are not the document."""
    page = b'<html><a href="/x"><script>f({url: "/swagger.js", data: {url: "/login"}})</script>'
    with pytest.raises(DocumentSyntaxError, match=r"the address of the document itself(?! ?;)"):
        parse(page, source="https://a.example/docs")


@pytest.mark.parametrize("body", [b"", b"  \n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("content_type", ["application/json", "application/yaml", ""])
def test_an_empty_body_is_called_empty(body, content_type):
    """In either format."""
    with pytest.raises(DocumentSyntaxError, match="the document is empty"):
        parse(body, source="s", content_type=content_type)


def test_a_document_tells_what_it_was_made_of():
    """Source, text and the digest of the bytes as they came."""
    body = b'\xef\xbb\xbf{"a": 1}'
    document = parse(body, source="https://x.test/a.json")

    assert document.source == "https://x.test/a.json"
    assert document.text == '{"a": 1}'
    assert document.digest == hashlib.sha256(body).hexdigest()
    assert "0x" not in repr(document)


def test_bytes_beyond_the_limit_are_refused_unread():
    """The limit itself is allowed."""
    assert parse(JSON, source="s", limits=ReadLimits(limit_bytes=8)).root
    with pytest.raises(TooLargeError, match="the document has 8 bytes; at most 7 are read"):
        parse(JSON, source="s", limits=ReadLimits(limit_bytes=7))


@pytest.mark.parametrize("body", [JSON, b"{", b"- " * 1000])
@pytest.mark.parametrize("was_on", [True, False])
def test_the_garbage_collector_is_left_as_it_was(body, was_on):
    """Off while building, also when that fails."""
    (gc.enable if was_on else gc.disable)()
    try:
        with contextlib.suppress(SourceError):
            parse(body, source="s")
        assert gc.isenabled() is was_on
    finally:
        gc.enable()


@settings(deadline=None, max_examples=300)
@given(
    body=st.binary(max_size=60) | st.text("{}[]\"',:&*!|>-?#%@ ~<=\n\tab01.\\\ufeff", max_size=60).map(str.encode),
    content_type=st.sampled_from(["", "application/json", "application/yaml"]),
    charset=st.sampled_from([None, "latin-1", "utf-16"]),
)
def test_no_bytes_make_a_foreign_exception(body, content_type, charset):
    """Only SourceErrors leave, with causes that are safe to print; a Document holds only JSON values."""
    try:
        document = parse(body, source="s", content_type=content_type, charset=charset)
    except SourceError as exc:
        unprintable = "".join(char for char in exc.cause if not char.isprintable())
    else:
        unprintable = ""
        assert from_mapping(document.root).root == document.root
        assert from_mapping(document.root).problems == ()
        assert all(problem.message.isprintable() for problem in document.problems)
        assert all(problem.pointer.isprintable() for problem in document.problems)
    assert unprintable == ""


def test_a_mapping_is_copied_and_never_changed():
    """Neither side sees what the other does afterwards."""
    mine = {"info": {"title": "x", "tags": [1, {"a": None}]}, 200: (True, 1.5)}
    before = copy.deepcopy(mine)
    document = from_mapping(mine)

    assert document.root == {"info": {"title": "x", "tags": [1, {"a": None}]}, "200": [True, 1.5]}
    assert mine == before
    document.root["info"]["tags"].append(2)
    assert mine == before
    assert (document.kind, document.text, document.source, document.problems) == ("mapping", "", "mapping", ())


class Loud(str):
    __slots__ = ()

    def __str__(self):
        return "loud"


@pytest.mark.parametrize(
    ("value", "kept", "words"),
    [
        (datetime.date(2024, 2, 29), "2024-02-29", "YAML 1.2 has no dates"),
        (datetime.datetime(2024, 2, 29, 1, 2, tzinfo=datetime.UTC), "2024-02-29T01:02:00+00:00", "dates"),
        (math.nan, "nan", "not a JSON value and is kept as text"),
        (-math.inf, "-inf", "not a JSON value and is kept as text"),
        (10**640, None, "more than 640 digits and is left out"),
        ("a\ud800", "a\ufffd", "surrogate"),
        ({1, 2}, None, 'type "set" is not a JSON value'),
        (b"a", None, 'type "bytes"'),
        (Decimal("1.5"), None, 'type "Decimal"'),
        (object(), None, 'type "object"'),
        ({True: 1}, {"true": 1}, "a key must be text; true"),
        ({None: 1}, {"null": 1}, "a key must be text; null"),
        ({1.5: 1}, {"1.5": 1}, 'type "float" is read as text'),
        ({datetime.date(2024, 2, 29): 1}, {"2024-02-29": 1}, "a key must be text"),
        ({("a", 1): 1}, {"('a', 1)": 1}, "a key must be text"),
        ({object: 1}, {"(type)": 1}, "a key must be text"),
        ({"a\udc00": 1}, {"a\ufffd": 1}, "surrogate"),
        ({200: 1, "200": 2}, {"200": 2}, '"200" is written more than once'),
    ],
)  # fmt: skip
def test_what_json_cannot_hold_is_put_right_with_a_problem(value, kept, words):
    """Such as the dates and booleans that a YAML 1.1 loader made of plain text."""
    document = from_mapping({"a": [0, value]})

    assert document.root == {"a": [0, kept]}
    (problem,) = document.problems
    assert problem.pointer.startswith("#/a/1")
    assert words in problem.message


def test_kinds_of_text_numbers_and_containers_become_plain_ones():
    """Only dict, list, str, int, float, bool and None are left for the code that follows."""

    class Level(int):
        pass

    document = from_mapping(types.MappingProxyType({Loud("k"): [Loud("v"), Level(3), range(2)]}))

    assert repr(document.root) == "{'k': ['v', 3, [0, 1]]}"
    assert {type(value) for value in document.root["k"]} == {str, int, list}
    assert document.problems == ()


def test_a_mapping_that_contains_itself_is_cut_there():
    """Null stands where it would begin again."""
    mine = {"a": {"b": []}}
    mine["a"]["b"].append(mine["a"])
    mine["self"] = mine
    shared = {"x": 1}
    document = from_mapping({**mine, "twice": [shared, shared]})

    assert document.root["a"] == {"b": [None]}
    assert document.root["twice"] == [{"x": 1}, {"x": 1}]
    assert document.problems[0].pointer == "#/a/b/0"
    assert all("contains itself" in problem.message for problem in document.problems)


def test_a_mapping_has_limits_too():
    """Depth and values, without recursion, also when parts are shared a thousandfold."""
    deep = {}
    for _ in range(5000):
        deep = {"a": deep}
    with pytest.raises(TooLargeError, match="nested too deep"):
        from_mapping(deep)
    bomb = [0] * 10
    for _ in range(10):
        bomb = [bomb] * 10
    with pytest.raises(TooLargeError, match="too many values; at most 20,000"):
        from_mapping({"a": bomb}, limits=ReadLimits(nodes=20_000))


@pytest.mark.parametrize("mine", [[1], "a", None, 1])
def test_what_is_no_mapping_is_refused(mine):
    """As a document that cannot be read."""
    with pytest.raises(UnsupportedError, match="a mapping is expected"):
        from_mapping(mine)


def test_the_digest_of_a_mapping_is_that_of_its_content_in_its_order():
    """Order shows in the output, so it counts."""
    assert from_mapping({"a": 1, "b": [2]}).digest == from_mapping({"a": 1, "b": (2,)}).digest
    assert from_mapping({"a": 1, "b": 2}).digest != from_mapping({"b": 2, "a": 1}).digest
    assert from_mapping({}).digest == hashlib.sha256(b"{}").hexdigest()
