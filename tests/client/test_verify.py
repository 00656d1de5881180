"""`verify`: every safe operation's sample sent, every answer held against the document."""

from __future__ import annotations

import httpx
import pytest

from apiref_nb.client import Client, verify
from apiref_nb.errors import ShapeError
from apiref_nb.requests.values import value_from_text
from tests.client.documents import PET, api, body, needs, operation, parameter, response, schema, scheme

ANSWERS = {
    "/good": (200, {"name": "a", "photoUrls": []}),
    "/bad": (200, {"name": "a"}),
    "/undeclared": (418, {}),
    "/pets/7": (200, {"name": "a", "photoUrls": []}),
    "/guarded": (401, {}),
}
OPERATIONS = (
    operation("GET /good", "good", responses=[response("200", PET)]),
    operation("POST /good", "post", request_body=body(PET), responses=[response("200", PET)]),
    operation("GET /bad", "bad", responses=[response("200", PET)]),
    operation("GET /undeclared", "undeclared", responses=[response("200", PET)]),
    operation("GET /pets/{id}", "byId", parameters=[parameter("id", "path", {"type": "integer"}, example=7)]),
    operation(
        "GET /guarded",
        "guarded",
        responses=[response("401")],
        security=needs(scheme("key", name="X", location="header")),
    ),
    operation("GET /gone", "gone"),
)


class Server(httpx.BaseTransport):
    """Answers from the table, and keeps what was asked."""

    def __init__(self):
        self.asked = []

    def handle_request(self, request):
        self.asked.append(f"{request.method} {request.url.path}")
        if request.url.path not in ANSWERS:
            raise httpx.ConnectError("no")
        status, value = ANSWERS[request.url.path]
        return httpx.Response(status, json=value)


@pytest.fixture
def server():
    """The transport of the client."""
    return Server()


@pytest.fixture
def client(server):
    """A client of all operations."""
    return Client(api(*OPERATIONS), "http://127.0.0.1", transport=server)


def test_only_safe_operations_are_sent(client, server):
    """Without being asked, nothing but GET is sent, in document order."""
    verify(client)
    assert server.asked == ["GET /good", "GET /bad", "GET /undeclared", "GET /pets/7", "GET /guarded", "GET /gone"]


def test_every_row_says_what_was_found(client):
    """Each operation has a row: outcome, status, verdict and note."""
    report = verify(client)
    assert [(row.operation, row.outcome, row.status, row.declared, row.body_valid, row.note) for row in report] == [
        ("GET /good", "ok", 200, True, True, ""),
        ("GET /bad", "mismatch", 200, True, False, "body.photoUrls: is required"),
        ("GET /undeclared", "mismatch", 418, False, None, "status: 418 is not declared; the document declares 200"),
        ("GET /pets/{id}", "ok", 200, True, True, ""),
        ("GET /guarded", "refused", 401, True, True, "No credential was sent. The operation asks for key (api_key=…)."),
        (
            "GET /gone",
            "no answer",
            None,
            None,
            None,
            "GET http://127.0.0.1/gone was not answered: the connection to 127.0.0.1 broke",
        ),
    ]
    assert (report.ok, report.exit_code, len(report)) == (False, 1, 6)
    assert report.counts == {"ok": 2, "error": 0, "refused": 1, "mismatch": 2, "no answer": 1, "skipped": 0}
    assert repr(report) == "VerifyReport(2 ok, 1 refused (needs credentials), 2 mismatch, 1 no answer)"


def test_a_documented_refusal_is_not_ok(client, server):
    """A 401 as promised shows nothing of the operation: it is counted apart, and the report says what to give."""
    report = verify(client, operations=["good", "guarded"])
    assert (report.ok, report.exit_code, report.credentials) == (False, 1, ("api_key",))
    assert str(report).endswith(
        "1 ok, 1 refused (needs credentials)\n"
        "A refused operation was not verified: make the client with the credentials it needs (api_key=…)."
    )
    assert "make the client with the credentials" in report._repr_mimebundle_()["text/html"]
    with_key = verify(
        Client(client.api, client.base_url, api_key="secret-key", transport=server), operations=["guarded"]
    )
    assert [(row.outcome, row.note) for row in with_key] == [
        ("refused", "The credential that was sent was not accepted.")
    ]


def test_chosen_operations_and_methods(client, server):
    """Methods and operations are chosen by the caller; unsafe ones only then."""
    report = verify(client, methods=["get", "post"], operations=["good", "POST /good"])
    assert server.asked == ["GET /good", "POST /good"]
    assert (report.ok, report.exit_code) == (True, 0)
    with pytest.raises(KeyError, match="no operation"):
        verify(client, operations=["nix"])
    with pytest.raises(ShapeError, match="methods: must be a list"):
        verify(client, methods="GET")
    with pytest.raises(ShapeError, match=r"client: must be a Client, as embed\.client\(\) or Client\(api\) makes it"):
        verify(client.api)


def test_nothing_sent_is_not_ok(client):
    """A report without a single answer proves nothing."""
    assert not verify(client, methods=["PATCH"]).ok


def test_an_operation_without_a_sample_is_skipped(server):
    """A required value that nothing can be made of is named."""
    call = operation("GET /x", "x", parameters=[parameter("pic", "query", required=True), parameter("id", "path")])
    picture = operation("POST /pic", "pic", request_body=body(None, "image/png"))
    document = api(call, picture, operation("GET /y", broken=True))
    report = verify(Client(document, "http://127.0.0.1", transport=server), methods=("GET", "POST"))
    assert [(row.operation, row.outcome, row.note) for row in report.rows[1:]] == [
        ("POST /pic", "skipped", "no sample for body"),
        ("GET /y", "skipped", "the document's description cannot be read"),
    ]


def test_a_server_that_is_gone_is_not_asked_for_ever(server):
    """After three requests in a row without an answer the rest is skipped."""
    client = Client(api(*(operation(f"GET /{n}", f"op{n}") for n in range(9))), "http://127.0.0.1", transport=server)
    report = verify(client)
    assert [row.outcome for row in report] == ["no answer"] * 3 + ["skipped"] * 6
    assert len(server.asked) == 3


def test_the_table_is_text(client):
    """`str` gives an aligned table with a summary line."""
    lines = str(verify(client, operations=["good", "bad"])).splitlines()
    assert lines[0].split() == ["operation", "status", "declared", "valid", "time", "note"]
    assert lines[3].startswith("GET /bad   200     yes       no     ")
    assert lines[-1] == "1 ok, 1 mismatch"


@pytest.mark.parametrize(
    ("raw", "text", "value"),
    [
        ({"type": "integer"}, "12", 12),
        ({"type": "integer"}, "1.5", "1.5"),
        ({"type": "integer"}, "1" * 400, "1" * 400),
        ({"type": "integer"}, "١٢", "١٢"),
        ({"type": "number"}, "1.5", 1.5),
        ({"type": "number"}, "NaN", "NaN"),
        ({"type": "boolean"}, "true", True),
        ({"type": "boolean"}, "yes", "yes"),
        ({"type": "string"}, "12", "12"),
        ({"type": ["integer", "string"]}, "x", "x"),
        ({"type": "array", "items": {"type": "integer"}}, "1, 2", [1, 2]),
        ({"type": "array", "items": {"type": "string"}}, '["a,b"]', ["a,b"]),
        ({"type": "array", "items": {"type": "string"}}, "", []),
        ({"type": "object"}, '{"a": 1}', {"a": 1}),
        ({"type": "object"}, "{", "{"),
        ({"enum": [1, "a"]}, "1", 1),
        ({}, "1", "1"),
    ],
)
def test_text_becomes_a_value_of_the_declared_type(raw, text, value):
    """Form fields and headers are text; the schema says what they mean, and what fits nothing stays text."""
    found = value_from_text(schema(raw), text)
    assert found == value
    assert type(found) is type(value)


def test_errors_alone_are_no_success(client):
    """Every answer a documented 404: the address is most likely wrong, and the report says so."""

    def answer(_request):
        return httpx.Response(404)

    lost = Client(
        api(operation("GET /good", "good", responses=[response("200", PET), response("404")])),
        "http://127.0.0.1/other",
        transport=httpx.MockTransport(answer),
    )
    report = verify(lost)
    assert (report.ok, report.exit_code, report.summary) == (False, 1, "1 documented error")
    assert report.hint.startswith("No request succeeded")
    assert "http://127.0.0.1/other" in report.hint
