"""A request sample as a Python cell (httpx) that runs as pasted: imports, one request, status and answer.

Every value is an `ascii()`-like literal inside a fixed template; text of a document never becomes code, a comment or
part of an f-string. Credentials come from the environment, under names that no document can choose: a document
that could name `AWS_SECRET_ACCESS_KEY` could also have it sent to itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from apiref_nb.model.media_types import essence, mentions_json
from apiref_nb.requests.multipart import boundary_of, part_heads
from apiref_nb.requests.request_sample import (
    BinaryBody,
    Credential,
    FormBody,
    JsonBody,
    MultipartBody,
    MultipartPart,
    RequestSample,
    TextBody,
    says_content_type,
)
from apiref_nb.text.escaping import address, cookie_value, header_value, is_token, media_type_text, plain, with_query
from apiref_nb.text.json_value import JsonValue

WIDTH = 88
"""Values that fit on a line of this many characters stay on one line."""

VARIABLES: Mapping[str, str] = {
    "bearer": "API_TOKEN",
    "apiKey": "API_KEY",
    "oauth2": "ACCESS_TOKEN",
    "other": "API_CREDENTIALS",
}
"""Kind of credential -> environment variable that holds it."""

SHORTCUTS = frozenset({"POST", "PUT", "PATCH"})
"""Methods whose httpx function takes a body; `get` and `delete` take none."""


class _Code(str):
    """Source text, as opposed to a value that has to become a literal."""

    __slots__ = ()


def python(sample: RequestSample) -> str:
    """Return the sample as Python source that runs as pasted once its environment variables are set."""
    arguments = _arguments(sample)
    method = sample.method if is_token(sample.method) else "GET"
    bodiless = sample.body is None
    if method in SHORTCUTS or (bodiless and method in ("GET", "DELETE", "HEAD", "OPTIONS")):
        call, first = f"httpx.{method.lower()}", []
    else:
        call, first = "httpx.request", [_literal(method, 4, 0)]
    lines = [*first, *_url(sample), *(f"{name}={_literal(value, 4, len(name) + 6)}" for name, value in arguments)]
    body = "".join(f"    {line},\n" for line in lines)
    source = f"response = {call}(\n{body})\n"
    if len(lines) == 1 and len(lines[0]) + len(call) < WIDTH:
        source = f"response = {call}({lines[0]})\n"
    imports = "import os\n\nimport httpx\n\n" if "os.environ[" in source else "import httpx\n\n"
    answer = "response.json()" if sample.replies_json else "response.text"
    return f"{imports}{source}print(response.status_code)\nprint({answer})"


def _url(sample: RequestSample) -> list[str]:
    url = sample.url
    for name, value in sample.path_values:
        url = url.replace("{" + name + "}", value)
    url = with_query(address(url), address(sample.raw_query))
    if url.startswith(("http://", "https://")):
        return [_literal(url, 4, 0)]
    return [f'os.environ["API_BASE_URL"] + {_literal(url, 4, 0)}']


def _arguments(sample: RequestSample) -> list[tuple[str, Any]]:
    secrets = _secrets(sample.credentials)
    query = [*sample.query, *((c.name, code) for c, code in secrets if c.location == "query" and c.name)]
    listed = [(n, v) for n, v in sample.headers if is_token(n)]
    if isinstance(sample.body, MultipartBody):
        # The boundary is known to whoever writes the parts, so the header is theirs.
        listed = [(n, v) for n, v in listed if n.lower() != "content-type"]
    headers: list[tuple[str, Any]] = [(n, _header(v)) for n, v in listed]
    headers += [(c.name, code) for c, code in secrets if c.location == "header" and is_token(c.name)]
    cookies = [*((n, cookie_value(v)) for n, v in sample.cookies if is_token(n))]
    cookies += [(c.name, code) for c, code in secrets if c.location == "cookie" and is_token(c.name)]
    media_type, body = _body(sample)
    if media_type and (isinstance(sample.body, MultipartBody) or not says_content_type(sample)):
        headers.append(("Content-Type", media_type))
    arguments: list[tuple[str, Any]] = []
    if any(c.kind == "basic" for c in sample.credentials):
        arguments.append(("auth", _Code('(os.environ["API_USER"], os.environ["API_PASSWORD"])')))
    arguments += [(name, _pairs(v)) for name, v in (("params", query), ("headers", headers), ("cookies", cookies)) if v]
    return arguments + body


def _secrets(credentials: tuple[Credential, ...]) -> list[tuple[Credential, _Code]]:
    secrets: list[tuple[Credential, _Code]] = []
    taken: list[str] = []
    for credential in credentials:
        if credential.kind == "basic":
            continue
        variable = VARIABLES[credential.kind]
        taken.append(variable)
        number = taken.count(variable)
        name = variable if number == 1 else f"{variable}_{number}"
        code = f'os.environ["{name}"]'
        if credential.prefix:
            code = f"{_literal(credential.prefix, 0, 0)} + {code}"
        secrets.append((credential, _Code(code)))
    return secrets


def _pairs(pairs: list[tuple[str, Any]]) -> Any:  # noqa: ANN401 - a dict, or a list of pairs when a name repeats
    named = dict(pairs)
    return named if len(named) == len(pairs) else [tuple(pair) for pair in pairs]


def _header(value: str) -> str | bytes:
    shown = header_value(value)
    return shown if shown.isascii() else shown.encode()


def _body(sample: RequestSample) -> tuple[str, list[tuple[str, Any]]]:
    """Return the `Content-Type` that has to be said, and the arguments that carry the body."""
    body = sample.body
    media_type = media_type_text(getattr(body, "media_type", ""))
    match body:
        case None:
            return "", []
        case JsonBody(value=value):
            return _unless(media_type, "application/json"), [("json", plain(value))]
        case TextBody(text=text):
            parsed = _parsed(text) if mentions_json(media_type) else None
            if isinstance(parsed, dict | list):
                return _unless(media_type, "application/json"), [("json", plain(parsed))]
            return media_type, [("content", plain(text))]
        case FormBody(fields=fields):
            values: dict[str, Any] = {}
            for name, value in fields:
                values[name] = [*_listed(values[name]), value] if name in values else value
            return _unless(media_type, "application/x-www-form-urlencoded"), [("data", plain(values))]
        case MultipartBody(parts=parts) if media_type and essence(media_type) != "multipart/form-data":
            # httpx writes forms only: any other kind is written out.
            return f"{media_type}; boundary={boundary_of(parts)}", [("content", _framed(parts))]
        case MultipartBody(parts=parts):
            return "", [("files", [(plain(part.name), _part(part)) for part in parts])]
        case BinaryBody():
            return media_type, [("content", b"sample")]


def _framed(parts: Sequence[MultipartPart]) -> _Code:
    """Return the bytes of a multipart body as literals, a part's head and content a line each."""
    boundary = boundary_of(parts)
    lines: list[bytes] = []
    for part in parts:
        heads = "".join(f"{name}: {value}\r\n" for name, value in part_heads(part))
        content = "sample" if part.value is None else plain(part.value)
        lines += [f"--{boundary}\r\n{heads}\r\n".encode(), f"{content}\r\n".encode()]
    lines.append(f"--{boundary}--\r\n".encode())
    return _Code("(\n" + "".join(f"        {_bytes(line)}\n" for line in lines) + "    )")


def _unless(media_type: str, usual: str) -> str:
    return "" if media_type == usual else media_type


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - one value or several
    return value if isinstance(value, list) else [value]


def _parsed(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _part(part: MultipartPart) -> tuple[Any, ...]:
    media_type = media_type_text(part.media_type)
    kind = (media_type,) if media_type else ()
    if part.value is None:
        return ("file.bin", b"sample", *kind)
    return (None, plain(part.value), *kind)


def _literal(value: JsonValue, indent: int, used: int) -> str:
    """Return a value as a Python literal, broken into lines where it would pass `WIDTH`."""
    flat = _flat(value)
    if len(flat) + indent + used <= WIDTH or not isinstance(value, dict | list | tuple) or not value:
        return flat
    inner = " " * (indent + 4)
    if isinstance(value, dict):
        rows = []
        for key, child in value.items():
            shown = _quoted(key)
            rows.append(f"{inner}{shown}: {_literal(child, indent + 4, len(shown) + 3)},\n")
    else:
        rows = [f"{inner}{_literal(child, indent + 4, 1)},\n" for child in value]
    opening, closing = ("{", "}") if isinstance(value, dict) else ("(", ")") if isinstance(value, tuple) else ("[", "]")
    return f"{opening}\n{''.join(rows)}{' ' * indent}{closing}"


def _flat(value: JsonValue) -> str:
    if isinstance(value, _Code):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(k)}: {_flat(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flat(v) for v in value) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(_flat(v) for v in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, bytes):
        return _bytes(value)
    return ascii(value)


def _quoted(text: str) -> str:
    """Return text as an ASCII literal in double quotes, as code is usually written."""
    shown = ascii(plain(text))
    if shown[0] == "'" and '"' not in shown:
        return f'"{shown[1:-1]}"'
    return shown


def _bytes(value: bytes) -> str:
    """Return bytes as a literal, in double quotes where it can be."""
    shown = ascii(value)
    return f'b"{shown[2:-1]}"' if shown[1] == "'" and '"' not in shown else shown
