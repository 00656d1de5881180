"""A request's plan as a cURL command for bash, dash and zsh: one option a line, every word quoted.

What the reader pastes does what it shows and no more: no word reads a local file but the constants `file.bin` and
`client.pem`, braces stay literal (`-g`), and no character is invisible.
"""

from __future__ import annotations

import json
import shlex

from apiref_nb.requests.bodies import BinaryBody, FormBody, JsonBody, MultipartBody, MultipartPart, StreamBody, TextBody
from apiref_nb.requests.plan import BASE_URL_VARIABLE, RequestPlan
from apiref_nb.requests.streams import framed, spaced
from apiref_nb.text.escaping import (
    address,
    escaped_json,
    header_value,
    is_token,
    json_text,
    media_type_text,
    percent,
    shown_text,
    with_query,
)

FILE_NAME = "file.bin"
"""Stands for the reader's own file."""

OPTIONS = {"digest": ["--digest", "-u"], "mutualTLS": ["--cert"]}
"""Kind of credential that is no part of the request's text -> curl's option for it."""


def curl(plan: RequestPlan) -> str:
    """Return the plan as a cURL command that runs as pasted once its `<placeholders>` are filled in."""
    url = _url(plan)
    method = plan.method if is_token(plan.method) else "GET"
    command = ["curl"]
    if any(mark in url for mark in "{}[]"):
        command.append("-g")
    # What a document does not say, the reader's shell knows.
    host = f'"${BASE_URL_VARIABLE}"' if plan.names_no_host else ""
    lines = [f"{_words([*command, *_method(method, has_body=plan.body is not None)])} {host}{shlex.quote(url)}"]
    lines += [_words(["-H", header]) for header in _headers(plan)]
    lines += [_words([*OPTIONS[c.kind], c.shown]) for c in plan.credentials if c.kind in OPTIONS]
    cookies = [f"{name}={value}" for name, value in plan.cookies if is_token(name)]
    cookies += [f"{c.name}={c.shown}" for c in plan.credentials if c.location == "cookie"]
    if cookies:
        lines.append(_words(["-b", "; ".join(cookies)]))
    if isinstance(plan.body, JsonBody):
        lines.append(plan.body.code("curl", lambda: _words(*_body(plan))))
    else:
        lines += [_words(option) for option in _body(plan)]
    return _piped(plan) + " \\\n  ".join(lines)


def _words(words: list[str]) -> str:
    return " ".join([shlex.quote(word) for word in words])


def _url(plan: RequestPlan) -> str:
    pairs = [plan.raw_query, *["=".join(field.readable()) for field in plan.query]]
    pairs += [f"{percent(c.name, '[]')}={c.shown}" for c in plan.credentials if c.location == "query"]
    base = "" if plan.names_no_host else plan.base_url
    url = with_query(base + plan.written_path, "&".join(filter(None, pairs))) + address(plan.fragment)
    # An address that begins with a hyphen would be read as an option.
    return url if not url.startswith("-") else f"/{url}"


def _method(method: str, *, has_body: bool) -> list[str]:
    if method == "GET" and not has_body:
        return []
    if method == "HEAD" and not has_body:
        # `-X HEAD` would wait for a body that never comes.
        return ["--head"]
    return ["-X", method]


def _headers(plan: RequestPlan) -> list[str]:
    named = [*plan.named_headers, *((c.name, c.shown) for c in plan.credentials if c.location == "header")]
    media_type = media_type_text(plan.body_media_type)
    if media_type and not (isinstance(plan.body, MultipartBody) and plan.body.is_form):
        # curl writes the Content-Type of a form by itself; to any other multipart it adds the boundary that it chose.
        named.append(("Content-Type", media_type))
    lines = []
    for name, value in named:
        # A name that is no token could be `@file` or carry a second header.
        if is_token(name):
            shown = header_value(value)
            lines.append(f"{name}: {shown}" if shown else f"{name};")
    return lines


def _body(plan: RequestPlan) -> list[list[str]]:
    match plan.body:
        case None:
            return []
        case JsonBody(value=value):
            return [_data(json_text(value))]
        case TextBody(text=text):
            return [_data(_literal(text))]
        case StreamBody(items=items, framing=framing):
            return [["--data-binary", "@-"]] if framing == "records" else [_data(shown_text(framed(items, framing)))]
        case FormBody(pairs=pairs) if pairs and plan.body.is_free:
            return [["--data-urlencode", f"{percent(name, '[]')}={shown_text(value)}"] for name, value in pairs]
        case FormBody(fields=fields):
            return [_data("&".join("=".join(field.readable()) for field in fields))]
        case MultipartBody(parts=parts):
            return [_part(part) for part in parts] or [_data("")]
        case BinaryBody():
            return [["--data-binary", f"@{FILE_NAME}"]]


def _piped(plan: RequestPlan) -> str:
    """What goes in front of `curl` for a body with marks that no reader could see between quotes."""
    if not isinstance(plan.body, StreamBody) or plan.body.framing != "records":
        return ""
    return f"printf '\\036%s\\n' {_words([spaced(item) for item in plan.body.items])} | "


def _data(text: str) -> list[str]:
    # `-d @path` would send the reader's own file.
    return ["--data-raw" if text.startswith("@") else "-d", text]


def _literal(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return shown_text(text)
    return escaped_json(text).replace("\t", "    ")


def _part(part: MultipartPart) -> list[str]:
    # An equals sign ends the name: one inside it would let the document choose what `-F` reads.
    name = shown_text(part.name).replace("\n", " ").replace("=", "%3D")
    media_type = media_type_text(part.media_type)
    kind = f";type={media_type}" if media_type else ""
    kind += "".join(
        f";headers={_quoted(f'{key}: {header_value(value)}')}" for key, value in part.headers if is_token(key)
    )
    if part.value is None:
        return ["-F", f"{name}=@{FILE_NAME}{kind}"]
    value = shown_text(part.value)
    return ["-F", f"{name}={_quoted(value)}{kind}"] if kind else ["--form-string", f"{name}={value}"]


def _quoted(text: str) -> str:
    """Return text in the quotes within which `-F` reads no option and no file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
