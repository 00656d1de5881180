"""A request sample as a cURL command for bash, dash and zsh: one option a line, every word quoted.

What the reader pastes does what it shows and no more: no word reads a local file but the constant `file.bin`, braces
stay literal (`-g`), and no character is invisible.
"""

from __future__ import annotations

import json
import shlex

from apiref_nb.model.media_types import essence
from apiref_nb.requests.request_sample import (
    BinaryBody,
    FormBody,
    JsonBody,
    MultipartBody,
    MultipartPart,
    RequestSample,
    TextBody,
    says_content_type,
)
from apiref_nb.text.escaping import (
    address,
    cookie_value,
    escaped_json,
    header_value,
    is_token,
    json_text,
    media_type_text,
    percent,
    query_text,
    shown_text,
    with_query,
)

FORM = "multipart/form-data"

FILE_NAME = "file.bin"
"""Stands for the reader's own file."""


def curl(sample: RequestSample) -> str:
    """Return the sample as a cURL command that runs as pasted once its `<placeholders>` are filled in."""
    url = _url(sample)
    method = sample.method if is_token(sample.method) else "GET"
    command = ["curl"]
    if any(mark in url for mark in "{}[]"):
        command.append("-g")
    command += _method(method, has_body=sample.body is not None)
    command.append(url)
    lines = [_words(command)]
    lines += [_words(["-H", header]) for header in _headers(sample)]
    cookies = [f"{name}={value}" for name, value in _cookies(sample)]
    if cookies:
        lines.append(_words(["-b", "; ".join(cookies)]))
    lines += [_words(option) for option in _body(sample)]
    return " \\\n  ".join(lines)


def _words(words: list[str]) -> str:
    return " ".join(shlex.quote(word) for word in words)


def _url(sample: RequestSample) -> str:
    url = address(sample.url)
    pairs = [query_text(name, value) for name, value in sample.query]
    pairs += [f"{percent(c.name, '[]')}={c.shown}" for c in sample.credentials if c.location == "query" and c.name]
    if sample.raw_query:
        pairs.append(address(sample.raw_query))
    url = with_query(url, "&".join(pairs))
    # An address that begins with a hyphen would be read as an option.
    return url if not url.startswith("-") else f"/{url}"


def _method(method: str, *, has_body: bool) -> list[str]:
    if method == "GET" and not has_body:
        return []
    if method == "HEAD" and not has_body:
        # `-X HEAD` would wait for a body that never comes.
        return ["--head"]
    return ["-X", method]


def _headers(sample: RequestSample) -> list[str]:
    named = list(sample.headers)
    named += [(c.name, c.shown) for c in sample.credentials if c.location == "header"]
    media_type = media_type_text(getattr(sample.body, "media_type", ""))
    written_by_curl = isinstance(sample.body, MultipartBody) and essence(media_type) == FORM
    if media_type and not written_by_curl and not says_content_type(sample):
        # curl writes the Content-Type of a form by itself; to any other it adds the boundary that it chose.
        named.append(("Content-Type", media_type))
    lines = []
    for name, value in named:
        # A name that is no token could be `@file` or carry a second header.
        if is_token(name):
            shown = header_value(value)
            lines.append(f"{name}: {shown}" if shown else f"{name};")
    return lines


def _cookies(sample: RequestSample) -> list[tuple[str, str]]:
    cookies = [(name, cookie_value(value)) for name, value in sample.cookies]
    cookies += [(c.name, c.shown) for c in sample.credentials if c.location == "cookie"]
    return [(name, value) for name, value in cookies if is_token(name)]


def _body(sample: RequestSample) -> list[list[str]]:
    match sample.body:
        case None:
            return []
        case JsonBody(value=value):
            return [_data(json_text(value))]
        case TextBody(text=text):
            return [_data(_literal(text))]
        case FormBody(fields=fields):
            options = [["--data-urlencode", f"{percent(n, '[]')}={shown_text(v)}"] for n, v in fields]
            return options or [_data("")]
        case MultipartBody(parts=parts):
            return [_part(part) for part in parts] or [_data("")]
        case BinaryBody():
            return [["--data-binary", f"@{FILE_NAME}"]]


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
