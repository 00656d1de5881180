"""`verify` of documents as they are: ids of lists, refusals nobody declared, thousands of operations."""

from __future__ import annotations

import json

from apiref_nb.client import Client, verify
from tests.client.documents import api, operation, parameter, response
from tests.client.loopback import Says

LIST = response("200", {"type": "array"})
ITEM = (response("200", {"type": "object"}), response("404"))


def says(status, value):
    return lambda sent: Says(status, [("Content-Type", "application/json")], json.dumps(value).encode())


def test_an_id_of_the_list_is_tried_where_the_samples_id_is_not_there(client_of, server):
    """The list may stand after its member; the row says where the id came from."""
    server.at["/pets"] = says(200, [{"petId": 41, "id": 99}])
    server.at["/pets/7"] = says(404, {})
    server.at["/pets/41"] = says(200, {"id": 41})
    member = operation(
        "GET /pets/{petId}", "get", parameters=[parameter("petId", "path", {"type": "integer"}, example=7)],
        responses=ITEM,
    )  # fmt: skip
    row, above = verify(client_of(member, operation("GET /pets", "list", responses=[LIST])))
    assert (row.outcome, row.status, row.fed_from) == ("ok", 200, "GET /pets")
    assert row.note == "asked with petId=41, found in the answer of GET /pets"
    assert (above.outcome, above.fed_from) == ("ok", "")


def test_a_list_without_records_leaves_the_row_as_it_was(client_of, server):
    """A documented 404 is an error as promised."""
    server.at["/pets"] = says(200, [])
    server.at["/pets/7"] = says(404, {})
    member = operation(
        "GET /pets/{id}", "get", parameters=[parameter("id", "path", {"type": "integer"}, example=7)], responses=ITEM
    )
    row, _ = verify(client_of(member, operation("GET /pets", "list", responses=[LIST])))
    assert (row.outcome, row.status, row.fed_from, len(server.requests)) == ("error", 404, "", 2)


def test_a_refusal_that_nobody_declared_is_a_refusal(client_of, server):
    """It counts as refused, with the hint, and as not declared; no mismatch hides it."""
    server.at["/x"] = says(401, {})
    report = verify(client_of(operation("GET /x", "op", responses=[response("200")], security=None)))
    (row,) = report
    assert (row.outcome, row.status, row.declared) == ("refused", 401, False)
    assert "The server asks for a credential that the document does not" in row.note
    assert "make the client with the credentials it needs" in report.hint


def test_a_report_does_not_ask_for_credentials_that_were_given(client_of, server):
    """It says where to read what became of them."""
    server.at["/x"] = says(401, {})
    report = verify(client_of(operation("GET /x", "op", security=()), token="tok-S3CRET"))
    assert "its note says what became of the credentials that were given" in report.hint
    assert "token=… was given and not sent" in report.rows[0].note


def test_verify_asks_for_each_operation_once(monkeypatch):
    """Finding an operation does not walk the others: the names are compared in proportion to their number."""

    def steps(count):
        document = api(*(operation(f"PUT /x{n}", f"op{n}") for n in range(count)))
        with Client(document, "http://127.0.0.1:1") as client:
            looked = []
            monkeypatch.setattr(type(client._calls["op0"]), "operation", property(looked.append), raising=False)
            for n in range(count):
                assert client[f"op{n}"].__name__ == f"op{n}"
            monkeypatch.undo()
            return len(looked)

    assert steps(50) == 0
