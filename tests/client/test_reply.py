"""What a reply knows: its values, whether it is what the document declares, and what a card shows of it."""

from __future__ import annotations

import gzip
import json
import sys
from contextlib import suppress
from dataclasses import replace

import httpx
import pytest

from apiref_nb.client import Client, Reply
from apiref_nb.errors import BodyError, RecordsError, StatusError
from apiref_nb.requests.value_checks import faults
from tests.client.documents import PET, api, header, operation, response, schema

PETS = [
    {"name": "a", "photoUrls": [], "category": {"id": 1, "name": "Dogs"}},
    {"name": "b", "photoUrls": ["x"], "category": {"id": 2, "name": "Cats"}},
]


def reply_to(value, *responses, status=200, media_type="application/json", headers=(), **call) -> Reply:
    """The reply to a request that is answered so."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    given = [*([("Content-Type", media_type)] if media_type else []), *headers]
    transport = httpx.MockTransport(lambda request: httpx.Response(status, headers=given, content=data))
    document = api(operation(call.get("key", "GET /pet/1"), "op", responses=responses))
    return Client(document, "http://127.0.0.1", transport=transport).op()


def test_a_reply_is_a_value():
    """Members, iteration, text, bytes, headers and httpx's own object are at hand."""
    reply = reply_to({"name": "a", "photoUrls": []}, response("200", PET), headers=[("X-A", "1")])
    assert (reply.status, reply.ok, reply.reason, reply["name"]) == (200, True, "OK", "a")
    assert (list(reply), reply.json()["photoUrls"], reply.headers["x-a"]) == (["name", "photoUrls"], [], "1")
    assert (reply.text, reply.content) == ('{"name": "a", "photoUrls": []}', b'{"name": "a", "photoUrls": []}')
    assert isinstance(reply.response, httpx.Response)
    assert reply.response.json() == reply.json()
    assert reply.elapsed >= 0


def test_a_member_that_an_error_lacks_is_told_with_the_words_of_the_server():
    """`reply["name"]` of a 404 says that nothing was found; what the error holds is at hand, as in any reply."""
    problem = {"title": "Not Found", "detail": "No pet has the id 7."}
    reply = reply_to(problem, response("404", {}), status=404, media_type="application/problem+json")
    assert reply["title"] == "Not Found"
    with pytest.raises(StatusError, match=r"GET /pet/1 answered 404 Not Found: .*No pet has the id 7\."):
        reply["name"]
    with pytest.raises(StatusError, match="answered 502 Bad Gateway"):
        reply_to(b"<html>", status=502, media_type="text/html")["name"]
    with pytest.raises(KeyError, match="name"):
        reply_to({"id": 1}, response("200", {}))["name"]


@pytest.mark.parametrize(("value", "names"), [({"id": 1, "name": "a"}, ["id", "name"]), ([1], []), (b"{", [])])
def test_tab_offers_the_members_of_a_reply(value, names):
    """`reply["` is completed by the members of the body, where it has some."""
    assert reply_to(value, response("200", {}))._ipython_key_completions_() == names


def test_repr_is_one_line_that_never_varies():
    """The repr tells status, operation, type, size and verdict: no address, no clock, no control character."""
    assert (
        repr(reply_to([1], response("200", {}))) == "Reply(200 OK, GET /pet/1, application/json, 3 bytes, as declared)"
    )
    strange = reply_to(b"x", status=599, media_type="a/\x1b[31m", key="GET /\x1b[31m")
    assert repr(strange) == "Reply(599, GET /\\x1b[31m, a/\\x1b[31m, 1 bytes, 1 mismatch)"


@pytest.mark.parametrize(
    ("declared", "status", "found"),
    [
        (["200"], 200, True),
        (["2XX"], 201, True),
        (["2xx"], 201, True),
        (["default"], 500, True),
        (["200", "4XX"], 500, False),
        ([], 200, False),
    ],
)
def test_a_status_is_declared_by_itself_its_range_or_default(declared, status, found):
    """`200`, `2XX` and `default` declare a status, in this order."""
    reply = reply_to({}, *(response(code) for code in declared or ["404"]), status=status)
    assert reply.declared is found
    assert [place for place, _ in reply.mismatches] == ([] if found else ["status"])


def test_the_exact_status_counts_before_its_range():
    """The closest declaration judges the body."""
    text = {"type": "string"}
    number = {"type": "integer"}
    assert reply_to("x", response("default", number), response("2XX", number), response("200", text)).mismatches == ()
    assert reply_to("x", response("default", number), response("2XX", text)).mismatches == ()


@pytest.mark.parametrize(
    ("value", "mismatches"),
    [
        ({"name": "a", "photoUrls": []}, ()),
        ({"name": "a"}, (("body.photoUrls", "is required"),)),
        (
            {"name": 1, "photoUrls": ["x", 2], "status": "lost"},
            (
                ("body.name", "must be string (got 1)"),
                ("body.status", 'must be one of "available", "pending", "sold" (got "lost")'),
                ("body.photoUrls[1]", "must be string (got 2)"),
            ),
        ),
        ([], (("body", "must be object (got a list of 0)"),)),
        (
            b"{",
            (
                (
                    "body",
                    "is not valid JSON (Expecting property name enclosed in double quotes: line 1 column 2 (char 1))",
                ),
            ),
        ),
        (b'{"name": NaN, "photoUrls": []}', (("body", "is not valid JSON (NaN is no JSON value)"),)),
        (
            b"[" * 100_000,
            (("body", "is nested deeper than 200 levels, and is not compared with the document"),),
        ),
        (b"", (("body", "is empty; the document declares application/json"),)),
    ],
)
def test_the_body_is_held_against_the_schema(value, mismatches):
    """Each mismatch comes with its place in the body."""
    assert reply_to(value, response("200", PET)).mismatches == mismatches


@pytest.mark.parametrize(
    ("declared", "given", "matches"),
    [
        ("application/json", "application/json; charset=utf-8", True),
        ("application/json; charset=utf-8", "application/json", True),
        ("application/*", "application/problem+json", True),
        ("*/*", "image/png", True),
        ("Application/JSON", "application/json", True),
        ("application/json", "text/html", False),
        ("application/json", "application/problem+json", False),
        ("application/json", "", False),
    ],
)
def test_media_types_match_without_their_parameters(declared, given, matches):
    """Ranges cover types, parameters and case do not count."""
    found = reply_to({}, response("200", {}, declared), media_type=given).mismatches
    assert [place for place, _ in found] == ([] if matches else ["media type"])


def test_headers_are_held_against_the_document():
    """A required header must be there, and a given one must be of its type."""
    declared = response(
        "200",
        {},
        headers=[
            header("X-Limit", {"type": "integer", "minimum": 1}, required=True),
            header("X-Other", {"type": "string"}, required=True),
            header("X-Maybe", {"type": "integer"}),
        ],
    )
    assert reply_to({}, declared, headers=[("X-Limit", "many")]).mismatches == (
        ("header X-Limit", 'must be integer (got "many")'),
        ("header X-Other", "is required"),
    )
    assert reply_to({}, declared, headers=[("x-limit", "3"), ("x-other", "")]).mismatches == ()


@pytest.mark.parametrize(
    ("text", "faults"),
    [("total,12", 0), ('{"total": 12}', 0), ("total,many", 1), ("total", 1), (",".join("ab" * 20_000), 1)],
    ids=["members", "JSON", "wrong", "no value", "too many"],
)
def test_a_header_that_holds_an_object_is_read_by_its_style_or_as_json(text, faults):
    """The members may be joined by commas, as the style `simple` says; frameworks send JSON as well."""
    totals = {"type": "object", "required": ["total"], "properties": {"total": {"type": "integer"}}}
    declared = response("200", {}, headers=[header("X-Page", totals)])
    assert len(reply_to({}, declared, headers=[("X-Page", text)]).mismatches) == faults


@pytest.mark.parametrize("body", [b"%PDF-1.1", b'{"a": 1}'])
def test_a_file_that_is_called_json_may_be_any_file(body):
    """Generators write every file as `application/json` with `format: binary`: its bytes are not looked into."""
    assert reply_to(body, response("200", {"type": "string", "format": "binary"})).mismatches == ()


def test_write_only_members_are_not_asked_of_a_reply():
    """What only the client sends is not required of the server."""
    declared = {"type": "object", "required": ["pw"], "properties": {"pw": {"type": "string", "writeOnly": True}}}
    assert reply_to({}, response("200", declared)).mismatches == ()


@pytest.mark.parametrize("status", [204, 304])
def test_answers_without_a_body_need_none(status):
    """204 and 304 have no body whatever is declared."""
    assert reply_to(b"", response(str(status), {}), status=status, media_type="").mismatches == ()


def test_what_a_card_shows():
    """The description holds plain values: indented JSON, masked headers, the standard phrase."""
    shown = reply_to(
        {"a": ["ü\u202e"]}, response("200", {}), status=404, headers=[("Set-Cookie", "sid=1"), ("X-B", "\x1b[31m")]
    ).describe()
    assert (shown.status, shown.reason, shown.ok, shown.declared) == (404, "Not Found", False, False)
    assert (shown.operation, shown.method, shown.url) == ("GET /pet/1", "GET", "http://127.0.0.1/pet/1")
    assert (shown.body_text, shown.body_is_json, shown.cut) == ('{\n  "a": [\n    "ü\\u202e"\n  ]\n}', True, False)
    assert dict(shown.headers)["Set-Cookie"] == "***"
    assert dict(shown.headers)["X-B"] == "\\x1b[31m"
    assert shown.mismatches == (("status", "404 is not declared; the document declares 200"),)


def test_long_bodies_are_cut_at_a_line():
    """A card shows the beginning of a long body, whole lines only, and says so."""
    shown = reply_to(list(range(100_000)), response("200", {})).describe(limit_characters=1_000)
    assert shown.cut
    assert len(shown.body_text) <= 1_000
    assert shown.body_text.endswith(",")
    assert shown.size_bytes > 500_000


@pytest.mark.parametrize(
    ("data", "media_type", "text"),
    [
        (b"\x89PNG\0", "image/png", ""),
        (b"\0\1\2", "text/plain", ""),
        (b"a\r\nb\x1b", "text/plain", "a\nb\\x1b"),
        ("grüße".encode("latin-1"), "text/plain; charset=latin-1", "grüße"),
        ("grüße".encode(), "text/plain; charset=nonsense", "grüße"),
        (b"{oops", "application/json", "{oops"),
        (b"<a/>", "application/xml", "<a/>"),
    ],
)
def test_bodies_that_are_not_json(data, media_type, text):
    """Text is shown as text in its character set, bytes are not shown at all."""
    shown = reply_to(data, media_type=media_type).describe()
    assert (shown.body_text, shown.body_is_json) == (text, False)


def test_a_body_that_is_not_json_says_what_it_is():
    """`json()` names type and size; the raw text stays at hand."""
    reply = reply_to(b"<html>", media_type="text/html")
    with pytest.raises(BodyError, match=r"GET /pet/1: the body is not JSON \(text/html, 6 bytes\); see reply\.text"):
        reply.json()
    assert reply.text == "<html>"
    with pytest.raises(BodyError, match="nested too deep"):
        reply_to(b"[" * 1_000_000).json()


def test_an_empty_body_is_said_to_be_empty():
    """A 204 has nothing to read."""
    with pytest.raises(BodyError, match=r"the body is empty \(status 204\)"):
        reply_to(b"", status=204, media_type="").json()


def test_records_become_a_frame():
    """A list of records, or the list that an object wraps, becomes a frame; members of members get dotted columns."""
    pytest.importorskip("pandas", reason="pandas is optional")
    frame = reply_to(PETS).frame()
    assert list(frame.columns) == ["name", "photoUrls", "category.id", "category.name"]
    assert list(frame["category.name"]) == ["Dogs", "Cats"]
    assert len(reply_to({"total": 2, "data": {"items": PETS}, "errors": []}).frame()) == 2
    assert len(reply_to({"a": PETS, "b": PETS[:1]}).frame("b")) == 1
    assert len(reply_to({"data": [{"rows": PETS}]}).frame(records="data.0.rows")) == 2
    assert len(reply_to([]).frame()) == 0


def test_one_object_is_one_row():
    """A pet is a row, whatever lists it holds: only a name that wraps, or the path, makes a list the answer."""
    pytest.importorskip("pandas", reason="pandas is optional")
    pet = {"id": 1, "name": "a", "category": {"name": "Dogs"}, "tags": [{"id": 7, "name": "x"}], "items": PETS}
    reply = reply_to(pet)
    assert reply.frame().to_dict("records") == [
        {"id": 1, "name": "a", "category.name": "Dogs", "tags": pet["tags"], "items": PETS}
    ]
    assert list(reply.frame(records="tags").columns) == ["id", "name"]
    assert len(reply_to({"total": 2, "pets": PETS}, key="GET /pet/1").frame()) == 1
    assert len(reply_to({"total": 2, "pets": PETS}, key="GET /v1/pets").frame()) == 2
    assert len(reply_to({"total": 2, "items": PETS}).frame(records="")) == 1


@pytest.mark.parametrize("pets", [[], PETS])
def test_an_empty_page_has_the_shape_of_a_full_one(pets):
    """The rule asks for names, not for how many there happen to be."""
    pytest.importorskip("pandas", reason="pandas is optional")
    assert len(reply_to({"total": len(pets), "items": pets}).frame()) == len(pets)


@pytest.mark.parametrize(
    ("value", "path", "message"),
    [
        (
            {"items": PETS, "data": {"rows": PETS}},
            None,
            r'more than one list of records; choose one: frame\(records="items"\), frame\(records="data\.rows"\)',
        ),
        (3, None, "the answer holds no records; it is a number"),
        ([1, 2], None, "a list, but not of records: it holds a number"),
        ({"a": {"b": 1}}, "a.c", "a has no member 'c'; it is a mapping with b"),
        ({"a": 1}, "a", "'a' holds no records; it is a number"),
    ],
)
def test_what_is_no_list_of_records_is_said(value, path, message):
    """A frame that cannot be made says what there is instead."""
    with pytest.raises(RecordsError, match=message):
        reply_to(value).frame(path)


def test_without_pandas_a_frame_says_how_to_get_it(monkeypatch):
    """pandas is optional; without it the error names the command."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(RecordsError, match="pip install pandas"):
        reply_to(PETS).frame()


@pytest.mark.parametrize("charset", ["idna", "undefined", "punycode", "zlib", "x-nonsense"])
def test_a_charset_that_is_none_kills_no_cell(charset):
    """A server names a character set that raises, unpacks or does not exist: the text is UTF-8, and that is told."""
    data = b"abc-zz9 \xff"
    reply = reply_to(
        data, response("200", {"type": "string"}, "text/plain"), media_type=f"text/plain; charset={charset}"
    )
    assert (reply.text, reply.response.text, reply.mismatches) == ("abc-zz9 \ufffd", "abc-zz9 \ufffd", ())
    shown = reply.describe()
    assert shown.body_text == "abc-zz9 \ufffd"
    assert shown.hint == f'Its character set "{charset}" is not one that is read; the text is taken as UTF-8.'
    assert charset in reply._repr_mimebundle_()["text/html"]


def test_text_is_compared_in_its_character_set():
    """What the document allows is held against the text, not against its bytes taken for UTF-8."""
    declared = response("200", {"type": "string", "enum": ["grüße"]}, "text/plain")
    reply = reply_to("grüße".encode("latin-1"), declared, media_type="text/plain; charset=latin-1")
    assert reply.mismatches == ()


def test_a_body_of_two_gzip_members_is_whole():
    """Each member is read, in the reply and in httpx's own object, which knows of the first only."""
    data = gzip.compress(b'{"a": ', mtime=0) + gzip.compress(b"1}", mtime=0) + bytes(100)
    reply = reply_to(data, response("200", {}), headers=[("Content-Encoding", "gzip")])
    assert (reply.json(), reply.response.json(), reply.text) == ({"a": 1}, {"a": 1}, '{"a": 1}')
    assert reply.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in reply.response.headers


@pytest.mark.parametrize("levels", [199, 201, 300, 900, 50_000])
def test_json_of_any_depth_has_a_card(levels):
    """Deeper than 200 levels it is shown as it came, and the card says that it was not compared."""
    data = b'{"a":' * levels + b"1" + b"}" * levels
    reply = reply_to(data, response("200", {"type": "object"}))
    shown = reply.describe()
    assert shown.body_is_json is (levels <= 200)
    assert shown.body_text.startswith("{")
    assert [place for place, _ in shown.mismatches] == ([] if levels <= 200 else ["body"])
    assert "200 levels" in shown.mismatches[0][1] if levels > 200 else True
    pytest.importorskip("pandas", reason="pandas is optional")
    with suppress(RecordsError, BodyError):
        reply.frame()


def test_judging_ends_with_the_time_of_the_request():
    """What is left of it when the body has arrived is what comparing may take; then the reply says that it was not."""
    declared = response("200", {"type": "array", "items": {"type": "integer"}})
    reply = reply_to([1] * 100_000, declared)
    assert reply.mismatches == ()
    late = Reply(
        reply.api, reply._prepared, replace(reply._answer, left_seconds=1e-9), reply._authorization, reply._credentials
    )
    assert late.mismatches == (("body", "is not compared with the document: it took over the 1e-09 s left"),)


def test_judging_a_large_value_asks_for_the_time():
    """Around each step of the engine, and while a value that is not right is followed part by part."""
    declared = schema({"type": "array", "items": {"type": "integer"}})
    asked = []
    assert faults(declared, [1] * 20_000, "response", go_on=lambda: asked.append(1)) == ()
    assert len(asked) == 2
    wrong = faults(declared, ["x"] + [1] * 20_000, "response", go_on=lambda: asked.append(1))
    assert [fault.path for fault in wrong] == [(0,)]
    assert len(asked) >= 6


def test_of_a_large_body_the_first_fault_is_told():
    """The validator words every fault before it hands over one: half a million would take 15 seconds."""
    declared = response("200", {"type": "array", "items": {"type": "integer"}})
    assert len(reply_to(["x"] * 1_000, declared).mismatches) == 20
    assert len(reply_to(["x"] * 100_000, declared).mismatches) == 1


def test_a_fault_late_in_a_long_list_is_told_at_its_place():
    """A long list is judged piece by piece, wherever it stands."""
    many = {"type": "array", "items": {"type": "integer"}}
    body = {"rows": [1] * 5_000 + ["x"] + [1] * 2_000 + ["y"]}
    reply = reply_to(body, response("200", {"type": "object", "properties": {"rows": many}}))
    assert [place for place, _ in reply.mismatches] == ["body.rows[5000]", "body.rows[7001]"]
