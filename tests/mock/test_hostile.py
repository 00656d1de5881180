"""Requests that nobody means well: the mock answers each with a status of its own, never with an error of Python's."""

# ruff: noqa: E501 - a table of hostile requests reads better unbroken

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apiref_nb.mock.received import Received
from tests.hostile.strings import STRINGS
from tests.mock.documents import answer_of, asked, mock_of

POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "l": {"type": "array", "items": {"type": "integer"}}},
}
PARAMETERS = [
    {"name": "p", "in": "path", "required": True, "schema": {"type": "integer"}},
    {"name": "q", "in": "query", "schema": {"type": "array", "items": POINT}},
    {"name": "d", "in": "query", "style": "deepObject", "schema": POINT},
    {"name": "j", "in": "query", "content": {"application/json": {"schema": POINT}}},
    {"name": "h", "in": "header", "schema": POINT},
    {"name": "c", "in": "cookie", "schema": {"type": "integer"}},
    {"name": "r", "in": "query", "schema": {"type": "string", "pattern": "^(a+)+$"}},
]
FORM = {"schema": {"type": "object", "properties": {"a": {"type": "integer"}, "o": POINT, "f": {"format": "binary"}}}}
KINDS = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "application/jsonl",
    "application/xml",
)
MOCK = {
    "/a/{p}": {"post": {"parameters": PARAMETERS, "requestBody": {"content": dict.fromkeys(KINDS, FORM)}, "responses": {"200": answer_of(FORM)}}},
    "/{a}-{b}.{c}/x": {"get": {"responses": {"200": answer_of()}}},
}  # fmt: skip

TEXTS = st.one_of(
    st.sampled_from([text for text in STRINGS if isinstance(text, str)]),
    st.text(max_size=40),
    st.sampled_from(["[", "]", "%", "%FF", "a=b&c", ";", "\0", "{", "-1e999", "9" * 400, "[" * 500]),
)


def path_of(text: str) -> str:
    return "/" + text.encode("utf-8", "replace").decode("latin-1").replace("?", "%3F")


@pytest.fixture(scope="module")
def mock():
    return mock_of(MOCK)


@settings(max_examples=80)
@given(
    path=TEXTS, query=TEXTS, name=st.sampled_from(["q", "d[x]", "d[l][", "d[[", "j", "r", "__code", "d"]), header=TEXTS, body=TEXTS,
    kind=st.sampled_from([*KINDS, "multipart/form-data; boundary=b", "", "a/b/c", "application/json; charset=idna"]),
)  # fmt: skip
def test_no_request_ends_in_an_exception(mock, path, query, name, header, body, kind):  # noqa: PLR0917 - by name
    """Whatever stands in path, query, headers and body: an answer, and none of 500."""
    for target in ("/a/1", path_of(path), f"/a/{path_of(path)[1:]}"):
        received = Received(
            method="POST", path=target, query=f"{name}={query}",
            headers=(("Content-Type", kind), ("h", header), ("Cookie", f"c={header}; {header}"), ("Prefer", header), ("Accept", header)),
            body=body.encode("utf-8", "replace"),
        )  # fmt: skip
        answer, _ = mock.answer(received)
        assert answer.status in (200, 404, 405, 406, 415, 422), answer
        assert all(text.isascii() and "\n" not in text and "\r" not in text for pair in answer.headers for text in pair)
    repr(mock.log)
    mock.log._repr_html_()


@pytest.mark.parametrize(
    "body",
    [
        b"--b\r\n" * 5000, b"--b\r\n\r\n" * 5000 + b"--b--", b"--b--", b"\r\n--b", b"--b\r\nContent-Disposition: form-data; name=" + b'"' * 50_000 + b"\r\n\r\nx\r\n--b--\r\n",
        b"--b\r\nContent-Disposition: form-data; name=a" + b"; x=y" * 5000 + b"\r\n\r\n1\r\n--b--\r\n",
    ],
)  # fmt: skip
def test_hostile_parts_end_soon(body):
    """Parts without end, without head, with too many of everything."""
    answer = asked(
        mock_of(MOCK), "POST", "/a/1", content=body, headers={"Content-Type": "multipart/form-data; boundary=b"}
    )
    assert answer.status_code in (200, 422)


def test_hostile_sizes_are_answered():
    """A body beyond the limit is 413; a path of a hundred thousand segments 404; queries without end are cut."""
    mock = mock_of(MOCK)
    mock.api  # noqa: B018 - read as a reader would
    from apiref_nb import Mock

    small = Mock(mock.api, limit_bytes=10)
    assert asked(small, "POST", "/a/1", content=b"x" * 11, headers={"Content-Type": "text/plain"}).status_code == 413
    for path in ("/" * 100_000, "/a/" + "-." * 50_000 + "/x", "/a/" + "1" * 100_000):
        assert mock.answer(Received(method="GET", path=path))[0].status in (404, 405)
    query = "&".join(f"d[{number}]=1" for number in range(50_000))
    assert mock.answer(Received(method="POST", path="/a/1", query=query))[0].status in (200, 422)


def test_wsgi_takes_broken_environments():
    """A length that is no number, a path that is no UTF-8, no stream at all."""
    mock = mock_of(MOCK)
    for environ in (
        {"REQUEST_METHOD": "POST", "PATH_INFO": "/a/1", "CONTENT_LENGTH": "x", "wsgi.input": io.BytesIO(b"")},
        {"REQUEST_METHOD": "GET", "PATH_INFO": "/\xff\xfe", "QUERY_STRING": "%ff&&=&"},
        {"REQUEST_METHOD": "\u20ac" * 99, "PATH_INFO": "", "QUERY_STRING": ""},
    ):
        said = []
        chunks = mock.wsgi(environ, lambda status, headers, said=said: said.append(status))
        b"".join(chunks)
        assert said[0][:3] in ("400", "404", "405")


def test_same_bytes_whatever_came_before():
    """The order of requests changes no answer."""
    order = [("POST", f"/a/{number}", f"r={'a' * number}") for number in range(8)]

    def answers(requests):
        mock = mock_of(MOCK, seed=3)
        return {one: mock.answer(Received(method=one[0], path=one[1], query=one[2]))[0].body for one in requests}

    shuffled = random.Random(1).sample(order, len(order))
    assert answers(order) == answers(shuffled)
