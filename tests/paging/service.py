"""A service that pages in every way, in the same process: a document, and a transport that answers, with faults."""

from __future__ import annotations

import json
import threading
from collections import Counter
from urllib.parse import parse_qsl

import httpx

from apiref_nb import Client, load_api

HOME = "https://api.example.com/v1"

RECORD = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    "required": ["id"],
}
RECORDS = {"type": "array", "items": {"$ref": "#/components/schemas/Record"}}
LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 3}}


def _query(name, **schema):
    return {"name": name, "in": "query", "schema": schema}


def _list(operation_id, parameters, body, headers=None, links=None, **more):
    success = {"description": "A page.", "content": {"application/json": {"schema": body}}}
    success |= {"headers": headers} if headers else {}
    success |= {"links": links} if links else {}
    return {"operationId": operation_id, "parameters": parameters, "responses": {"200": success}, **more}


def _object(**properties):
    return {"type": "object", "properties": properties}


TEXT, WHOLE = {"type": "string"}, {"type": "integer"}

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Paging", "version": "1"},
    "servers": [{"url": HOME}],
    "components": {
        "schemas": {"Record": RECORD},
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "query", "name": "api_key"},
            "token": {"type": "http", "scheme": "bearer"},
        },
    },
    "security": [{"token": []}, {"key": []}, {}],
    "paths": {
        "/by-cursor": {
            "get": _list(
                "by_cursor",
                [_query("cursor", **TEXT), LIMIT],
                _object(data=RECORDS, meta=_object(next_cursor=TEXT, total=WHOLE)),
            )
        },
        "/by-link": {
            "get": _list(
                "by_link",
                [_query("from_key", **TEXT), LIMIT],
                _object(entries=RECORDS, key=TEXT),
                links={"more": {"operationId": "by_link", "parameters": {"from_key": "$response.body#/key"}}},
            )
        },
        "/by-page": {
            "get": _list(
                "by_page",
                [_query("page", type="integer", default=1), LIMIT],
                _object(items=RECORDS, total=WHOLE),
            )
        },
        "/by-unknown-first": {
            "get": _list("by_unknown_first", [_query("page", **WHOLE), LIMIT], _object(items=RECORDS, total=WHOLE))
        },
        "/by-offset": {
            "get": _list(
                "by_offset",
                [_query("offset", type="integer", default=0), LIMIT],
                _object(results=RECORDS, total=WHOLE),
            )
        },
        "/by-address": {
            "get": _list(
                "by_address",
                [LIMIT],
                _object(value=RECORDS, nextLink=TEXT),
                **{"x-ms-pageable": {"nextLinkName": "nextLink"}},
            )
        },
        "/by-header": {
            "get": _list("by_header", [LIMIT], RECORDS, headers={"Link": {"schema": TEXT}}),
        },
        "/by-body": {
            "post": _list(
                "by_body",
                [{"name": "X-Amz-Target", "in": "header", "schema": TEXT}],
                _object(Things=RECORDS, NextToken=TEXT),
                requestBody={
                    "required": True,
                    "content": {"application/json": {"schema": _object(NextToken=TEXT, MaxResults=WHOLE, Name=TEXT)}},
                },
            )
        },
        "/silent": {"get": _list("silent", [_query("after", **TEXT), LIMIT], _object(data=RECORDS, meta={}))},
        "/undeclared": {"get": _list("undeclared", [], _object(data=RECORDS, meta={}))},
        "/two-lists": {
            "get": _list(
                "two_lists",
                [_query("page", type="integer", default=1), LIMIT],
                _object(cats=RECORDS, dogs=RECORDS),
            )
        },
    },
}

ALL = list(range(10))
"""The ids of ten records."""

KINDS = ("by_cursor", "by_link", "by_page", "by_unknown_first", "by_offset", "by_address", "by_header", "by_body")


API = load_api(DOCUMENT)


class Service(httpx.BaseTransport):
    """Answers like the service of `DOCUMENT`.

    Args:
        count: how many records there are.
        faults: name -> what goes wrong; see `_fault`.
    """

    def __init__(self, count=10, **faults):
        self.rows = [{"id": number, "name": f"name {number}"} for number in range(count)]
        self.faults = faults
        self.requests = []
        self.busy = 0
        self.most_busy = 0
        self._lock = threading.Lock()
        self._met = Counter()

    def client(self, **more):
        """A client of the service."""
        return Client(API, transport=self, **more)

    def handle_request(self, request):
        request.read()
        with self._lock:
            self.requests.append(request)
            self.busy += 1
            self.most_busy = max(self.most_busy, self.busy)
            number = len(self.requests)
        try:
            return self.answer(request, number)
        finally:
            with self._lock:
                self.busy -= 1

    def answer(self, request, number):
        """The answer to one request; `number` counts them from one."""
        faults = self.faults
        if number in faults.get("cut", ()):
            raise httpx.ReadError("cut", request=request)
        if number in faults.get("busy", {}):
            status, headers = faults["busy"][number]
            return httpx.Response(status, headers=headers)
        if "wait_for" in faults:
            faults["wait_for"].wait(60)
        query = dict(parse_qsl(request.url.query.decode()))
        name = request.url.path.rpartition("/")[2].replace("-", "_")
        sent = json.loads(request.content or b"{}")
        return getattr(self, f"_{name}")(query, sent, request)

    def _slice(self, start, size):
        cap = self.faults.get("shrinks")
        return self.rows[start : start + (min(size, cap) if cap and start else size)]

    def _after(self, token, size):
        """(rows, next token or None) behind a token."""
        if self.faults.get("empty_page") and token == "3":
            return [], "3x"
        start = int(str(token or 0).removesuffix("x"))
        rows = self._slice(start, size)
        end = start + len(rows)
        if self.faults.get("repeats") and end >= 6:
            return rows, "6"
        return rows, str(end) if end < len(self.rows) else None

    @property
    def _total(self):
        return self.faults.get("total", len(self.rows))

    def _by_cursor(self, query, sent, request):
        rows, token = self._after(query.get("cursor", "").removeprefix("c") or None, int(query.get("limit", 3)))
        meta = {"total": self._total, **({"next_cursor": f"c{token}"} if token else {})}
        return httpx.Response(200, json={"data": rows, "meta": meta})

    def _by_link(self, query, sent, request):
        rows, token = self._after(query.get("from_key"), int(query.get("limit", 3)))
        return httpx.Response(200, json={"entries": rows, "key": token})

    def _by_body(self, query, sent, request):
        rows, token = self._after(sent.get("NextToken"), int(sent.get("MaxResults", 3)))
        return httpx.Response(200, json={"Things": rows} | ({"NextToken": token} if token else {}))

    def _numbered(self, query, first):
        size = int(query.get("limit", 3))
        page = int(query.get("page", first)) - first
        if self.faults.get("same_page"):
            page = 0
        rows = self.rows[page * size : (page + 1) * size]
        if self.faults.get("not_found") and not rows:
            return httpx.Response(404, json={"detail": "Invalid page."})
        return httpx.Response(200, json={"items": rows, "total": self._total})

    def _by_page(self, query, sent, request):
        return self._numbered(query, 1)

    def _by_unknown_first(self, query, sent, request):
        return self._numbered(query, self.faults.get("first", 1))

    def _two_lists(self, query, sent, request):
        size, page = int(query.get("limit", 3)), int(query.get("page", 1)) - 1
        return httpx.Response(200, json={"cats": self.rows[page * size : (page + 1) * size], "dogs": []})

    def _by_offset(self, query, sent, request):
        rows = self._slice(int(query.get("offset", 0)), int(query.get("limit", 3)))
        rows = [row for row in rows if row["id"] != self.faults.get("leaves_out")]
        return httpx.Response(200, json={"results": rows, "total": self._total})

    def _address(self, query, path):
        rows, token = self._after(query.get("token"), int(query.get("limit", 3)))
        home = self.faults.get("home", HOME)
        more = f"&api_key={query['api_key']}" if "api_key" in query else ""
        return rows, f"{home}{path}?token={token}&limit={query.get('limit', 3)}{more}" if token else None

    def _by_address(self, query, sent, request):
        rows, address = self._address(query, "/by-address")
        return httpx.Response(200, json={"value": rows, "nextLink": address})

    def _by_header(self, query, sent, request):
        rows, address = self._address(query, "/by-header")
        link = (
            {"Link": f'<{HOME}/by-header>; rel="first", <{address}>; title="a, b"; rel="next last"'} if address else {}
        )
        return httpx.Response(200, json=rows, headers=link)

    def _undeclared(self, query, sent, request):
        rows, token = self._after(query.get("token"), 3)
        return httpx.Response(200, json={"data": rows, "meta": {"more": token}})

    def _silent(self, query, sent, request):
        rows, token = self._after(query.get("after"), int(query.get("limit", 3)))
        return httpx.Response(200, json={"data": rows, "meta": {"next": token}})


class AwaitedService(httpx.AsyncBaseTransport):
    """The same for awaited requests."""

    def __init__(self, count=10, **faults):
        self.service = Service(count, **faults)

    def client(self, **more):
        """A client of the service."""
        return Client(API, transport=self, **more)

    async def handle_async_request(self, request):
        await request.aread()
        return self.service.handle_request(request)


def ids(rows):
    """The ids of records."""
    return [row["id"] for row in rows]


def arguments(kind):
    """What a call of a kind needs."""
    return {"body": {"Name": "x"}} if kind == "by_body" else {}


def pages_of(service, kind, **options):
    """The pages of one kind."""
    return service.client()[kind].pages(**arguments(kind), **options)
