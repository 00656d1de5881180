"""What a client holds is in nothing that a notebook shows or saves, even when the server sends all of it back.

The server here answers every request with the request: its address, headers and cookies stand in the body, in headers,
and in what differs from the document.
"""

from __future__ import annotations

import asyncio
import base64
import html
import json
import logging
import random
import re
import traceback
from collections.abc import Callable, Iterator
from urllib.parse import quote, quote_plus

import httpx
import ipywidgets
import pytest

from apiref_nb import ApirefError, Client, OpenApiEmbed, RequestConsole, load_api, verify
from tests.hostile.planted_live import form_html
from tests.transport.loopback import Connection, Loopback

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
    for field in form._form.credentials.inputs:
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


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def php_json(text: str) -> str:
    return json.dumps(text)[1:-1].replace("/", "\\/").replace("&", "\\u0026")


FORMS: dict[str, Callable[[str], str]] = {
    "raw": str,
    "with_its_scheme": "Bearer {}".format,
    "lower_case": str.lower,
    "percent": lambda text: quote(text, safe=""),
    "percent_in_small_letters": lambda text: quote(text, safe="").replace("%2F", "%2f"),
    "percent_of_every_byte": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "percent_twice": lambda text: quote(quote(text, safe=""), safe=""),
    "as_a_form": quote_plus,
    "json": lambda text: json.dumps(text)[1:-1],
    "json_of_php": php_json,
    "json_in_json": lambda text: json.dumps(json.dumps(text + '"'))[1:-1],
    "json_of_every_character": lambda text: "".join(f"\\u{ord(c):04X}" for c in text),
    "html": html.escape,
    "html_of_every_character": lambda text: "".join(f"&#x{ord(c):x};" for c in text),
    "html_of_percent": lambda text: html.escape(f"<a href='?q={quote(text)}'>"),
    "base64": b64,
    "base64_without_padding": lambda text: b64(text).rstrip("="),
    "base64_for_urls": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "base64_with_its_scheme": lambda text: b64(f"Bearer {text}"),
    "base64_within_more": lambda text: b64(f'{{"authorization": "{text}", "more": 1}}'),
    "base64_one_further": lambda text: b64(f"x{text}y"),
    "base64_percent": lambda text: quote(b64(text + "?>"), safe=""),
    "base64_of_percent": lambda text: b64(quote(text, safe="~")),
    "base64_in_lines": lambda text: base64.encodebytes(f"{'a' * 50}{text}{'b' * 50}".encode()).decode(),
    "base64_of_basic": lambda text: b64(f"ann:{text}"),
    "base64_of_what_was_sent": lambda text: b64(f"Basic {BASIC}") if text == PASSWORD else b64(f"Bearer {text}"),
    "cut_with_dots": lambda text: f"{text[:-2]}...",
    "cut_with_a_sign": lambda text: f"{text[:-2]} \u2026",
    "cut_before": lambda text: f"\u2026{text[2:]}",
}
"""Every way in which a server may send back what it saw: as it was sent, or as it can be derived from that."""


class Echo(httpx.BaseTransport):
    """Answers with one text in everything that it can write."""

    def __init__(self, text: str) -> None:
        self.text = text

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        line = self.text.replace("\n", "")
        visible = line.encode()
        # A name holds few characters; text with others would be another text.
        name = visible if re.fullmatch(r"[\w-]+", line, re.ASCII) else b"none"
        headers = [(b"X-Seen", visible), (b"Location", b"/?" + visible), (b"X-" + name, b"1")]
        kind = (b"Content-Type", b"application/json" if request.url.path == "/bearer" else b"text/plain; a=" + visible)
        body = json.dumps({"seen": self.text, self.text: 1}) if request.url.path == "/bearer" else self.text
        return httpx.Response(302, headers=[kind, *headers], content=body.encode())


def kept(text: str, secret: str) -> list[str]:
    """Return what of a secret a text still holds, by one who undoes no more than base64 or reads on."""
    cores = [b64("\0" * before + secret)[4:-4] for before in range(3)]
    halves = [secret[: len(secret) // 2 + 1], secret[len(secret) // 2 :]]
    found = [*cores, *halves, quote(secret, safe=""), "".join(f"&#x{ord(c):x};" for c in secret)]
    return [one for one in found if one.lower() in text.lower()]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
@pytest.mark.parametrize("secret", [TOKEN, KEY, PASSWORD], ids=["token", "key", "password"])
def test_a_secret_sent_back_in_any_form_is_masked(secret: str, form: Callable[[str], str]) -> None:
    """In cards, descriptions, reports, `repr`, exceptions and httpx's own object."""
    text = form(secret)
    with Client(load_api(DOCUMENT), transport=Echo(text), **HELD) as client:
        shown = []
        for name in ("bearer", "header"):
            reply = client[f"GET /{name}"]()
            bundle = reply._repr_mimebundle_()
            shown += [*bundle.values(), repr(reply), repr(reply.describe()), repr(reply.response.headers)]
            with pytest.raises(httpx.HTTPStatusError) as caught:
                reply.response.raise_for_status()
            shown.append(str(caught.value))
            with pytest.raises(ApirefError) as missing:
                reply.frame("nothing.there")
            shown.append(str(missing.value))
        report = verify(client)
        shown += [*report._repr_mimebundle_().values(), str(report), repr(report.rows)]
    for one in shown:
        assert kept(one, secret) == []
        assert form is str.lower or text not in one


def test_a_bearer_token_echoed_in_base64_stands_in_no_card() -> None:
    """Of the card only the mask is left, and the text beside it."""
    with Client(load_api(DOCUMENT), transport=Echo(f"seen {b64(TOKEN)} by you"), **HELD) as client:
        described = client["GET /header"]().describe()
    assert described.body_text == "seen *** by you"
    assert ("X-Seen", "seen *** by you") in described.headers


def test_no_log_at_debug_holds_what_a_server_sends_back(caplog: pytest.LogCaptureFixture) -> None:
    """The root logger at DEBUG, and a server on a socket that answers with the request in its headers."""
    caplog.set_level(logging.DEBUG)

    def answer(connection: Connection) -> None:
        connection.answer(200, b"{}", x_seen=str(connection.headers), content_type="application/json")

    async def awaited(client: Client) -> None:
        await client.aio["GET /bearer"]()

    with Loopback(answer) as server, Client(load_api(DOCUMENT), server.base, **HELD) as client:
        reply = client["GET /bearer"]()
        asyncio.run(awaited(client))
    assert leaks(reply.headers["x-seen"])
    assert caplog.text != ""
    assert leaks(caplog.text) == []


@pytest.mark.parametrize("short", ["abc", "token"])
def test_a_secret_under_six_characters_is_left_alone(short: str) -> None:
    """It would stand in many texts by chance; SECURITY.md says so."""
    with Client(load_api(DOCUMENT), transport=Echo(f"the {short} of {b64(short)}"), token=short) as client:
        assert client["GET /header"]().describe().body_text == f"the {short} of {b64(short)}"


def test_ordinary_text_is_shown_as_it_came() -> None:
    """What only looks like an escape, or like base64, keeps every character."""
    text = "100%25 &amp; \\u0041 %zz %4 &#x110000; &#9999999; YWJjZGVmZ2hpamtsbW5vcA== \\\\n tok-S ... \u2026 key"
    with Client(load_api(DOCUMENT), transport=Echo(text), **HELD) as client:
        assert client["GET /header"]().describe().body_text == text


def test_no_mixture_of_forms_lets_a_secret_through() -> None:
    """Two forms upon each other, between other text, in an order of chance that is the same each time."""
    chance = random.Random(7)
    single = [form for name, form in FORMS.items() if not name.startswith(("cut", "base64_in", "lower"))]
    undone = [FORMS[name] for name in ("percent", "json", "html", "percent_twice", "json_of_php")]
    with Client(load_api(DOCUMENT), **HELD) as client:
        masked = client._session.credentials.masked
        for _ in range(400):
            secret = chance.choice([TOKEN, KEY, PASSWORD])
            form, upon = chance.choice(single), chance.choice(undone)
            text = f"{chance.choice(['', 'a=', 'x '])}{upon(form(secret))}{chance.choice(['', '&b', ' y'])}"
            assert "***" in masked(text), text
            assert kept(masked(text), secret) == [], text
