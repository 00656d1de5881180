"""Plants one string in everything that is shown after a request: replies, reports, forms, the pet store's log.

`live_outputs(text)` gives the HTML that a notebook would place, outputs and widgets' fragments alike. The server that
answers is a transport in this process; it puts the text into every header and body that it sends.
"""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import ipywidgets

from apiref_nb import ApirefError, Client, OpenApiEmbed, RequestConsole, load_api, verify
from apiref_nb.display import LiveView
from apiref_nb.errors import AddressError, RequestError, SourceError
from apiref_nb.parsing import parse
from apiref_nb.reading import normalize
from apiref_nb.writing.html import render_banner
from apiref_nb.writing.html.markup import fragment
from apiref_nb.writing.html.reply import render_busy, render_hint, render_sentence
from apiref_nb.writing.html.style import root
from petstore_flask.request_log import LoggedApp, RequestLog


class Echo(httpx.BaseTransport):
    """Answers with the text in every header and in the body."""

    def __init__(self, text: str) -> None:
        self.raw = text.encode("utf-8", "replace")
        self.body = json.dumps({text: [text, {text: text}]}).encode()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/raw"):
            kind = b"text/html" if self.raw.isalnum() else self.raw
            return httpx.Response(418, headers=[(b"Content-Type", kind)], content=self.raw)
        if request.url.path.endswith("/moved"):
            return httpx.Response(302, headers=[(b"Location", self.raw), (b"Link", self.raw)])
        headers = [(b"Content-Type", b"application/json"), (b"X-Text", self.raw), (b"Set-Cookie", self.raw)]
        return httpx.Response(401 if request.url.path.endswith("/closed") else 200, headers=headers, content=self.body)


def answered(text: str) -> dict[str, Any]:
    """Return a document whose operations are answered in four ways, none of them as it says."""
    schema = {"type": "object", "required": [text, f"{text}!"], "properties": {text: {"type": "integer", "enum": [1]}}}
    parameter = {"name": text, "in": "query", "description": text, "schema": {"type": "string", "title": text}}
    choice = {"name": f"{text}2", "in": "header", "schema": {"enum": [text, f"{text}3"], "description": text}}
    reply = {
        "description": text,
        "content": {"application/json": {"schema": schema}},
        "headers": {text: {"required": True}},
    }
    operation = {
        "summary": text,
        "parameters": [parameter, choice],
        "responses": {"200": reply, "4XX": reply},
        "security": [{text: []}, {"flow": []}],
    }
    sends = {
        "description": text,
        "content": {"application/json": {"example": {text: text}}, text: {"example": text}, "text/plain": {}},
    }
    schemes = {text: {"type": "apiKey", "in": "header", "name": text}, "flow": {"type": "oauth2", "flows": {}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": text, "version": "1"},
        "servers": [{"url": "http://echo.test"}],
        "paths": {
            "/open": {"get": operation}, "/closed": {"get": operation}, "/raw": {"get": operation}, "/moved": {"get": operation},
            f"/{text}": {"get": operation, "post": {**operation, "requestBody": sends}},
        },
        "components": {"securitySchemes": schemes},
    }  # fmt: skip


def widgets(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield a widget and all below it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets(child)


def form_html(form: LiveView) -> str:
    """Return what the form places as HTML; everything else of it ipywidgets shows as text, which is asserted."""
    found = [*widgets(form.widget)]
    assert not any(getattr(widget, "description_allow_html", False) for widget in found)
    return "".join(widget.value for widget in found if isinstance(widget, ipywidgets.HTML))


def live_outputs(text: str, *, forms: bool) -> list[str]:
    """Return all HTML of replies, reports and forms; `forms` adds whole request forms, which take longest to make."""
    made: list[str] = []
    with Client(load_api(answered(text)), transport=Echo(text)) as client:
        for make in _made(client, text, forms=forms):
            try:
                made.append(make())
            except ApirefError:
                continue  # what is refused shows nothing
    return made


def _made(client: Client, text: str, *, forms: bool) -> Iterator[Callable[[], str]]:
    for key in ("GET /open", "GET /closed", "GET /raw", "GET /moved"):
        yield lambda key=key: client[key]()._repr_mimebundle_()["text/html"]
    yield lambda: client[f"GET /{text}"](body=text)._repr_mimebundle_()["text/html"]
    yield lambda: verify(client, methods=("GET", "POST"))._repr_mimebundle_()["text/html"]
    yield lambda: root(
        fragment(
            [render_hint(text, place, text) for place in ("query", text, "")],
            render_sentence(text), render_busy(text), render_sentence(str(RequestError(text))),
        )
    )  # fmt: skip
    yield lambda: request_log(text)._repr_html_()
    for error in (AddressError, SourceError):
        yield lambda error=error: render_banner(error(text, text))
    for body in (f'{{"openapi": "3.1.0", {text}', f"openapi: 3.1.0\n{text}: [", json.dumps({"openapi": text}), text):
        yield lambda body=body: render_banner(_fault(body, text))
    if forms:
        yield lambda: _sent(RequestConsole(f"POST /{text}", client))
        yield lambda: _sent(RequestConsole("GET /closed", client))
        yield lambda: RequestConsole(f"GET /{text}", client)._repr_mimebundle_()["text/html"]
        yield lambda: _live(OpenApiEmbed(answered(text)), f"POST /{text}")


def request_log(text: str) -> RequestLog:
    """Return the pet store's log after a request whose method and target are the text."""
    log = RequestLog()
    service = LoggedApp(lambda _environ, start: [b"", start("404 Not Found", []) or b""][:1], log)
    service({"REQUEST_METHOD": text, "REQUEST_URI": f"/{text}"}, lambda *_: lambda _: None)
    return log


def _fault(body: str, text: str) -> SourceError:
    try:
        normalize(parse(body.encode("utf-8", "replace"), source=text))
    except SourceError as error:
        return error
    return SourceError(text, "this one is a document")


def _sent(form: RequestConsole) -> str:
    before = form_html(form)
    form.send()
    return f"<div>{before}</div><div>{form_html(form)}</div>"


def _live(embed: OpenApiEmbed, key: str) -> str:
    live = embed.interactive(key)
    return live.html + form_html(live) + embed.interactive().html
