"""What a reply gives beyond JSON: errors that raise, streams, tables, pictures."""

from __future__ import annotations

import pytest

from apiref_nb.errors import ApirefError, StatusError
from tests.client.documents import needs, operation, response, scheme
from tests.client.loopback import Says

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def answered(client_of, server, says, *, responses=(), **credentials):
    server.at["/x"] = lambda sent: says
    return client_of(operation("GET /x", "op", responses=responses), **credentials).op()


def json_says(status, text):
    return Says(status, [("Content-Type", "application/json")], text.encode())


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"title": "No such pet", "detail": "7 is unknown"}', "404 Not Found: No such pet; 7 is unknown"),
        ('{"detail": [{"loc": ["query", "q"], "msg": "field required"}]}', "404 Not Found: field required"),
        ('{"error": {"message": "gone"}}', "404 Not Found: gone"),
        ('{"errors": [{"message": "a"}, {"message": "b"}]}', "404 Not Found: a; b"),
        ("[1]", "404 Not Found"),
        ("<html>", "404 Not Found"),
    ],
)
def test_an_error_raises_with_the_servers_own_words(client_of, server, body, words):
    """RFC 9457 and what frameworks send; where there are none, the status stands alone."""
    reply = answered(client_of, server, json_says(404, body))
    with pytest.raises(StatusError) as raised:
        reply.raise_for_status()
    assert str(raised.value) == f"GET /x answered {words}"
    assert (raised.value.status, isinstance(raised.value, ApirefError)) == (404, True)


def test_a_success_is_given_back_by_raise_for_status(client_of, server):
    """So that a call can be chained."""
    reply = answered(client_of, server, json_says(200, "[]"))
    assert reply.raise_for_status() is reply


def test_an_error_is_no_frame(client_of, server):
    """A 401 is no row of data: the frame raises with the hint and without the secret."""
    bearer = scheme("bearer_auth", "http", scheme="bearer")
    server.at["/x"] = lambda sent: json_says(401, '{"message": "bad tok-S3CRET"}')
    client = client_of(operation("GET /x", "op", security=needs(bearer)), schemes=(bearer,), token="tok-S3CRET")
    with pytest.raises(StatusError) as raised:
        client.op().frame()
    assert str(raised.value) == (
        "GET /x answered 401 Unauthorized: bad *** (The credential that was sent was not accepted.)"
    )


@pytest.mark.parametrize(
    ("media_type", "body"),
    [
        ("application/x-ndjson", '{"id": 1}\n\n{"id": 2}\n'),
        ("application/json-seq", '\x1e{"id": 1}\n\x1e{"id": 2}\n'),
        ("text/event-stream", ': hello\r\ndata: {"id": 1}\r\n\r\ndata: {"id":\ndata: 2}\n\n'),
    ],
)
def test_a_stream_is_iterated_and_framed_by_item(client_of, server, media_type, body):
    """JSON lines, JSON text sequences and server-sent events hold one item after the other."""
    reply = answered(client_of, server, Says(200, [("Content-Type", media_type)], body.encode()))
    assert list(reply) == [{"id": 1}, {"id": 2}]
    assert list(reply.frame()["id"]) == [1, 2]


def test_an_event_with_a_name_keeps_its_fields(client_of, server):
    """What is more than data is a mapping; data that is no JSON is text."""
    body = b"event: tick\nid: 7\ndata: now\n\nretry: 3\n"
    reply = answered(client_of, server, Says(200, [("Content-Type", "text/event-stream")], body))
    assert list(reply) == [{"event": "tick", "id": "7", "data": "now"}, {"retry": "3"}]


def test_csv_is_a_frame(client_of, server):
    """Its first line names the columns; a table that cannot be read says so."""
    says = Says(200, [("Content-Type", "text/csv; charset=utf-8")], "id,name\n1,Zoë\n2,Bo\n".encode())
    frame = answered(client_of, server, says).frame()
    assert (list(frame.columns), list(frame["name"])) == (["id", "name"], ["Zoë", "Bo"])
    with pytest.raises(ApirefError, match="the table cannot be read"):
        answered(client_of, server, Says(200, [("Content-Type", "text/csv")], b"")).frame()


def test_a_picture_is_displayed_as_one(client_of, server):
    """Bytes that are what their type says, in an answer as declared; anything else shows its card."""
    declared = (response("200", {}, "image/png"), response("404", {}, "image/png"))
    headers = [("Content-Type", "image/png")]
    shown = answered(client_of, server, Says(200, headers, PNG), responses=declared)._repr_mimebundle_()
    assert list(shown) == ["image/png", "text/plain"]
    for says in (Says(404, headers, PNG), Says(200, headers, b"<svg/>")):
        assert "text/html" in answered(client_of, server, says, responses=declared)._repr_mimebundle_()


def test_an_operations_name_wins_over_a_new_method_of_the_client(client_of):
    """Only what a client always had is reserved."""
    client = client_of(
        operation("GET /a", "raiseForStatus"), operation("GET /b", "headers"), operation("GET /c", "api")
    )
    assert client.operation_names == ("raise_for_status", "headers", "api_")
