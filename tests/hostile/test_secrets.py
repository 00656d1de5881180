"""What a client holds is in nothing that a notebook shows or saves, even when the server sends all of it back.

The server here answers every request with the request: its address, headers and cookies stand in the body, in headers,
and in what differs from the document.
"""

from __future__ import annotations

import base64
import json
import logging
import traceback
from collections.abc import Iterator

import httpx
import ipywidgets
import pytest

from apiref_nb import ApirefError, Client, OpenApiEmbed, RequestConsole, load_api, verify
from tests.hostile.planted_live import form_html

TOKEN, KEY, PASSWORD = "tok-S3CRET-1", "key S3CRET/2", "p&ss-S3CRET-3"
HELD = {"token": TOKEN, "api_key": KEY, "username": "ann", "password": PASSWORD}
BASIC = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
SPELLINGS = (
    TOKEN, KEY, PASSWORD, BASIC, "key%20S3CRET%2F2", "key+S3CRET%2F2", "S3CRET",
)  # fmt: skip
SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "api_key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
}
NOTHING = {"enum": ["nothing"]}
REFUSING = {"type": "object", "additionalProperties": {"type": "integer"}, "properties": {"seen": NOTHING}}
OPERATION = {
    "responses": {
        "default": {
            "description": "Whatever",
            "content": {"application/json": {"schema": REFUSING}},
            "headers": {"X-Seen": {"schema": NOTHING}},
        }
    }
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Echo", "version": "1"},
    "servers": [{"url": "http://echo.test"}],
    "paths": {f"/{name}": {"get": {**OPERATION, "security": [{name: []}]}} for name in SCHEMES},
    "components": {"securitySchemes": SCHEMES},
}


class Mirror(httpx.BaseTransport):
    """Answers with the request."""

    def __init__(self, status: int) -> None:
        self.status = status

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        seen = {"url": str(request.url), **request.headers}
        shown = json.dumps(seen)
        headers = {"X-Seen": shown, "Location": str(request.url), "Set-Cookie": f"sid={shown}", "X-API-Key": KEY}
        return httpx.Response(self.status, json={"seen": seen, "text": shown}, headers=headers)


class Failing(httpx.BaseTransport):
    """Fails with the request in the words of its exception."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(f"{request.url} {request.headers!r}", request=request)


def leaks(text: str) -> list[str]:
    """Return which secrets a text holds, however they are spelled."""
    return [spelling for spelling in SPELLINGS if spelling in text]


@pytest.fixture(params=[200, 302, 401, 500])
def client(request: pytest.FixtureRequest) -> Iterator[Client]:
    """A client with every credential, whose server sends all of it back."""
    with Client(load_api(DOCUMENT), transport=Mirror(request.param), **HELD) as made:
        yield made


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_card_of_a_reply_shows_no_secret(client: Client, scheme: str) -> None:
    """HTML and text of the output, `repr`, and what httpx's own object and its exception say."""
    reply = client[f"GET /{scheme}"]()
    assert leaks(reply.text)
    bundle = reply._repr_mimebundle_()
    assert leaks(bundle["text/html"] + bundle["text/plain"] + repr(reply) + reply.url + reply.hint) == []
    request = reply.response.request
    assert leaks(f"{request!r} {request.url} {dict(request.headers)}") == []
    if reply.status >= 400:
        with pytest.raises(httpx.HTTPStatusError) as caught:
            reply.response.raise_for_status()
        assert leaks(str(caught.value)) == []


def test_a_verification_shows_no_secret(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    """Its table in every form, and the log at its most talkative."""
    caplog.set_level(logging.DEBUG)
    report = verify(client)
    assert len(report.rows) == len(SCHEMES)
    bundle = report._repr_mimebundle_()
    assert leaks(bundle["text/html"] + bundle["text/plain"] + str(report) + repr(report)) == []
    assert leaks(caplog.text) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_state_of_a_request_form_holds_no_secret(client: Client, scheme: str) -> None:
    """What a notebook saves of its widgets, after typed credentials were sent and came back."""
    form = RequestConsole(f"GET /{scheme}", client)
    for field in form._credentials.widgets:
        field.value = TOKEN
    form.send()
    assert form.reply is not None
    state = ipywidgets.Widget.get_manager_state()
    assert leaks(json.dumps(state, default=repr)) == []
    assert leaks(form_html(form) + form.message + repr(form)) == []
    assert leaks(str(form._repr_mimebundle_())) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_request_that_fails_shows_no_secret(scheme: str) -> None:
    """The traceback with the locals of our frames, and the sentence of the form."""
    with Client(load_api(DOCUMENT), transport=Failing(), **HELD) as client:
        with pytest.raises(ApirefError) as caught:
            client[f"GET /{scheme}"]()
        trace = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
        ours = [frame for frame in trace.stack if "apiref_nb" in frame.filename]
        assert ours
        assert leaks("".join(traceback.StackSummary.from_list(ours).format()) + str(caught.value)) == []
        form = RequestConsole(f"GET /{scheme}", client)
        form.send()
        assert form.message
        assert leaks(form.message + form_html(form)) == []


def test_pages_and_samples_hold_no_secret(client: Client) -> None:
    """A reference is made of the document alone; a client made of it changes nothing in it."""
    embed = OpenApiEmbed(DOCUMENT)
    with embed.client(**HELD) as other:
        shown = (embed.html, embed.markdown, embed.text, json.dumps(embed.collection), repr(other), repr(client))
        assert leaks("".join(shown)) == []


@pytest.mark.parametrize("before", range(5_980, 6_002))
def test_no_half_of_a_secret_stands_where_a_body_is_cut(before: int) -> None:
    """The card shows the first 6,000 characters; the secret is taken out before they are counted."""

    class Long(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200, text="x" * before + request.headers["authorization"])

    with Client(load_api(DOCUMENT), transport=Long(), **HELD) as long:
        assert "tok-S" not in long["GET /bearer"]().describe().body_text
