"""One operation over the product of given values: in threads, in dask, retried, named, and without a credential."""

from __future__ import annotations

import json
import pickle
import threading
from collections import Counter
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from apiref_nb import Client, PartitionError, RecordsError, RequestError, ShapeError, load_api
from apiref_nb.client import partitions
from apiref_nb.client.limits import PARTITIONS
from tests.client.documents import api, operation
from tests.client.loopback import Loopback, Says

DATES = [date(2024, 5, 17), date(2024, 5, 18), date(2024, 5, 19)]
TENANTS = ["a", "b"]
SECRET = "s3cret-partition-token"


def document(**more):
    record = {
        "type": "object",
        "properties": {
            "id": {"type": "integer"}, "tenant": {"type": "string"}, "on": {"type": "string", "format": "date"},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
    }  # fmt: skip
    page = {
        "type": "object",
        "properties": {"data": {"type": "array", "items": record}, "next_cursor": {"type": "string"}},
    }
    names = {"date": {"type": "string", "format": "date"}, "tenant": {"type": "string"}, "cursor": {"type": "string"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Orders", "version": "1"},
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
        "paths": {
            "/orders": {
                "get": {
                    "operationId": "orders",
                    "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in names.items()],
                    "responses": {"200": {"description": "A page", "content": {"application/json": {"schema": page}}}},
                }
            },
            **more,
        },
    }


def answer(sent):
    """Two pages of two orders for each day and tenant."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(sent.target).query).items()}
    if sent.headers.get("authorization") != f"Bearer {SECRET}":
        return Says(401, data=b'{"message": "who are you"}')
    first = int(asked.get("cursor", "0"))
    rows = [{"id": first + n, "tenant": asked["tenant"], "on": asked["date"], "tags": ["x"]} for n in (0, 1)]
    return Says(data=json.dumps({"data": rows, **({} if first else {"next_cursor": "2"})}).encode())


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(partitions, "PARTITIONS", PARTITIONS._replace(first_pause_seconds=0.01))
    with Loopback() as running:
        running.at["/orders"] = answer
        yield running


@pytest.fixture
def client(server):
    with Client(load_api(document()), server.url, token=SECRET) as made:
        yield made


def partitions_of(client, **more):
    return client.pages("orders", over={"date": DATES, "tenant": TENANTS}, **more)


EXPECTED = [(n, tenant, str(day)) for day in DATES for tenant in TENANTS for n in range(4)]


def test_every_combination_is_a_partition(server, client):
    """In the order of the product, whichever is answered first; rows, frame and table are the same."""
    found = partitions_of(client)
    assert (len(found), repr(found)) == (6, "Partitions(GET /orders, 6)")
    assert [dict(plan.values) for plan in found.plans[:2]] == [
        {"date": DATES[0], "tenant": "a"}, {"date": DATES[0], "tenant": "b"},
    ]  # fmt: skip
    assert server.requests == []
    assert [(row["id"], row["tenant"], row["on"]) for row in found.rows(workers=2)] == EXPECTED
    frame = found.frame(workers=3)
    assert list(zip(frame["id"], frame["tenant"], frame["on"].astype(str), strict=True)) == EXPECTED
    assert len(found.arrow()) == 24
    assert len(server.requests) == 36


def test_who_reads_no_further_waits_for_nobody(server, client):
    """After an interrupt or a `break` the call is over at once; a thread ends with the page that it has asked for."""
    gate = threading.Event()
    waited = []

    def held_back(sent):
        if "tenant=b" in sent.target:
            waited.append(gate.wait(60))
        return answer(sent)

    server.at["/orders"] = held_back
    rows = partitions_of(client).rows(workers=2)
    assert next(rows)["tenant"] == "a"
    threads = [one for one in threading.enumerate() if one.name.startswith("apiref-nb-partitions")]
    rows.close()
    gate.set()
    for thread in threads:
        thread.join()
    assert set(waited) <= {True}
    assert not [sent for sent in server.requests if "tenant=b" in sent.target and "cursor" in sent.target]


def test_dask_knows_the_columns_before_a_request_is_sent(server, client, monkeypatch):
    """Its partitions are the plans, and its workers take their credentials from their own environment."""
    frame = partitions_of(client).dask()
    assert server.requests == []
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == {
        "id": "Int64", "tenant": "string", "on": "datetime64[s]", "tags": "object", "_more": "string",
    }  # fmt: skip
    assert frame.npartitions == 6
    graph = pickle.dumps(dict(frame.__dask_graph__()))
    assert (SECRET.encode() in graph, SECRET in repr(frame), len(graph) < 40_000) == (False, False, True)
    monkeypatch.setenv("APIREF_TOKEN", SECRET)
    computed = frame.compute(scheduler="threads", num_workers=2)
    assert list(zip(computed["id"], computed["tenant"], computed["on"].astype(str), strict=True)) == EXPECTED
    assert (computed["tags"].iloc[0], str(computed.dtypes["id"])) == (["x"], "Int64")
    assert frame[frame["tenant"] == "a"]["id"].sum().compute(scheduler="synchronous") == 18


def given_token():
    """What a worker asks for its credentials."""
    return {"token": SECRET}


def test_credentials_come_from_a_function_or_nowhere(client):
    """Never from a value, a closure or a default, which would stand in the graph."""
    assert len(partitions_of(client).dask(credentials=given_token).compute(scheduler="synchronous")) == 24
    with pytest.raises(PartitionError, match=r"401 Unauthorized: who are you"):
        partitions_of(client).dask(credentials=None).partitions[0].compute(scheduler="synchronous")
    secret = SECRET

    def closed():
        return {"token": secret}

    for refused in ({"token": SECRET}, SECRET, dict, closed):
        with pytest.raises(ShapeError) as raised:
            partitions_of(client).dask(credentials=refused)
        assert SECRET not in str(raised.value)


def test_a_plan_is_small_and_travels(server):
    """Pickled alone it knows the call, and nothing of the client; the document goes once, without other paths."""
    other = {f"/other/{n}": {"get": {"description": "x" * 1000, "responses": {}}} for n in range(100)}
    client = Client(load_api(document(**other)), server.url, token=SECRET)
    made = client.pages("GET /orders", over={"tenant": TENANTS}, date=DATES[0])
    data = pickle.dumps(made.plans[0])
    assert (pickle.loads(data) == made.plans[0], len(data) < 1_000, SECRET.encode() in data) == (True, True, False)
    assert made.plans[1].label == 'GET /orders (tenant="b")'
    assert len(made._document) < 2_000
    assert len(made.dask(credentials=given_token).compute(scheduler="synchronous")) == 8


def test_a_partition_that_fails_is_tried_again_and_named(server, client):
    """What passes is met a second time; what does not is told with its values, after all others were asked for."""
    tries = Counter()

    def failing(sent):
        asked = {name: values[0] for name, values in parse_qs(urlsplit(sent.target).query).items()}
        key = (asked["date"], asked["tenant"])
        tries[key] += 1
        if key == ("2024-05-18", "b") or (key == ("2024-05-17", "a") and tries[key] == 1):
            return Says(500, data=b'{"message": "oh"}')
        return Says(404, data=b"{}") if key == ("2024-05-19", "a") else answer(sent)

    server.at["/orders"] = failing
    with pytest.raises(PartitionError) as raised:
        partitions_of(client).frame()
    assert str(raised.value) == (
        'GET /orders: 2 of 6 partitions failed: (date="2024-05-18", tenant="b") after 3 attempts: GET /orders answered '
        '500 Internal Server Error: oh; (date="2024-05-19", tenant="a") after 1 attempt: GET /orders answered '
        "404 Not Found"
    )
    assert raised.value.failed == ((("date", DATES[1]), ("tenant", "b")), (("date", DATES[2]), ("tenant", "a")))
    assert pickle.loads(pickle.dumps(raised.value)).failed == raised.value.failed
    assert tries["2024-05-17", "a"] == 3
    with pytest.raises(PartitionError, match=r'\(date="2024-05-18", tenant="b"\) after 1 attempt'):
        list(partitions_of(client, retries=0).rows())
    with pytest.raises(PartitionError, match=r'1 of 1 partitions failed: \(date="2024-05-18", tenant="b"\) after 3'):
        partitions_of(client).dask(credentials=given_token).partitions[3].compute(scheduler="synchronous")


def test_what_is_wrong_is_said_before_anything_is_sent(server):
    """Arguments of every partition, the product, the document, the operation."""
    client = Client(load_api(document()), server.url)
    for over, words in [
        ({"date": ["yesterday"], "tenants": ["a"]}, "tenants"),
        ({}, "over: must name arguments and their values"),
        ({"tenant": "ab"}, r"over\['tenant'\]: must be a list of values"),
        ({"tenant": range(1_000), "cursor": range(1_000)}, "over: must give at most 100,000 partitions"),
    ]:
        with pytest.raises((ShapeError, TypeError), match=words):
            client.pages("orders", over=over)
    with pytest.raises(ShapeError, match="workers: must be 1 to 32"):
        client.pages("orders", over={"tenant": ["a"]}).frame(workers=99)
    made = Client(api(operation("GET /orders", "orders")), server.url)
    with pytest.raises(RequestError, match=r"GET /orders: the document was made by hand; partitions need one that"):
        made.pages("orders", over={"tenant": ["a"]})
    assert server.requests == []


def test_without_a_schema_dask_is_refused(server):
    """Its columns would not be known."""
    made = document()
    content = made["paths"]["/orders"]["get"]["responses"]["200"]["content"]["application/json"]
    content["schema"]["properties"]["data"]["items"] = {}
    with pytest.raises(RecordsError, match="GET /orders: the document does not describe the records"):
        Client(load_api(made), server.url).pages("orders", over={"tenant": TENANTS}).dask()


def test_an_operation_named_pages_keeps_its_name(server):
    """The operation wins over the method of the client."""
    made = document()
    made["paths"]["/orders"]["get"]["operationId"] = "pages"
    with Client(load_api(made), server.url, token=SECRET) as client:
        assert client.pages(date=DATES[0], tenant="a").status == 200
