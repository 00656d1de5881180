"""A request's plan as an ECMAScript module (fetch) that runs as pasted in Node: one request, status and answer.

Every value is an ASCII literal inside a fixed template; text of a document never becomes code or a comment.
Credentials come from the environment, under names that no document can choose. What fetch refuses to send is said.
"""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring_ascii
from typing import Any

from apiref_nb.model.media_types import mentions_json
from apiref_nb.requests.bodies import (
    BinaryBody,
    FormBody,
    JsonBody,
    MultipartBody,
    MultipartPart,
    StreamBody,
    TextBody,
    form_text,
)
from apiref_nb.requests.languages.literals import Code, Syntax, credential_variables, json_data
from apiref_nb.requests.plan import BASE_URL_VARIABLE, RequestPlan
from apiref_nb.requests.streams import framed
from apiref_nb.text.escaping import is_token, media_type_text, with_query
from apiref_nb.text.json_value import JsonValue

LARGEST_EXACT = 2**53
"""Whole numbers from here on lose digits in JavaScript: a body that holds one is written as text."""

NOT_SENT = {
    "body": "// fetch refuses a body with this method: it is left out.",
    "digest": "// fetch does not answer an HTTP Digest challenge: the credentials are left out.",
    "mutualTLS": "// The server asks for a client certificate, which fetch does not take.",
}
"""What fetch cannot do -> how the sample says so."""

_NAME = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)


def javascript(plan: RequestPlan) -> str:
    """Return the plan as JavaScript that runs as pasted once its environment variables are set."""
    method = plan.method if is_token(plan.method) else "GET"
    bodiless = method.upper() in ("GET", "HEAD")
    notes = [NOT_SENT["body"]] if bodiless and plan.body is not None else []
    notes += [NOT_SENT[c.kind] for c in plan.credentials if c.kind in NOT_SENT]
    media_type, body, lines = ("", None, []) if bodiless else _body(plan)
    options: dict[str, Any] = {"method": method} if method != "GET" else {}
    headers = _headers(plan, media_type)
    if headers:
        options["headers"] = headers
    if body is not None:
        options["body"] = body
    rest = f", {JAVASCRIPT.literal(options, 0, 80)}" if options else ""
    answer = "json" if plan.replies_json else "text"
    return "\n".join(
        [
            *notes,
            *lines,
            f"const response = await fetch({_url(plan)}{rest});",
            "console.log(response.status);",
            f"console.log(await response.{answer}());",
        ]
    )


def _url(plan: RequestPlan) -> str:
    query = "&".join(filter(None, (plan.raw_query, *(f"{name}={value}" for name, value in plan.query))))
    url = with_query(plan.written_path, query)
    text = plan.base_url + url if plan.has_host else url
    pieces: list[str] = [] if plan.has_host else [f"process.env.{BASE_URL_VARIABLE}"]
    for credential, (variable, *_rest) in credential_variables(plan):
        if credential.location == "query":
            name = JAVASCRIPT.flat(text + ("&" if "?" in text else "?"))[1:-1]
            pieces += [f'"{name}" + new URLSearchParams({{ {_key(credential.name)}: process.env.{variable} }})']
            text = ""
    return " + ".join([*pieces, *([JAVASCRIPT.flat(text)] if text else [])])


def _headers(plan: RequestPlan, media_type: str) -> Any:  # noqa: ANN401 - a mapping, or pairs where a name repeats
    # fetch takes bytes as characters: UTF-8 is spelled out.
    pairs: list[tuple[str, Any]] = [
        (name, value.encode("utf-8", "replace").decode("latin-1"))
        for name, value in plan.named_headers
        if is_token(name) and not (name.lower() == "content-type" and isinstance(plan.body, MultipartBody))
    ]
    cookies = [Code(JAVASCRIPT.flat("; ".join(f"{n}={v}" for n, v in plan.cookies if is_token(n))))]
    cookies = [piece for piece in cookies if piece != '""']
    for credential, variables in credential_variables(plan):
        secret = f"process.env.{variables[0]}"
        if credential.kind == "basic":
            pair = f'process.env.{variables[0]} + ":" + process.env.{variables[1]}'
            secret = f'Buffer.from({pair}).toString("base64")'
        if credential.location == "header" and is_token(credential.name):
            pairs.append((credential.name, Code(f"{_before(credential.prefix)}{secret}")))
        elif credential.location == "cookie":
            mark = "; " if cookies else ""
            cookies.append(Code(f"{_before(f'{mark}{credential.name}=')}{secret}"))
    if cookies:
        pairs.append(("Cookie", Code(" + ".join(cookies))))
    if media_type:
        pairs.append(("Content-Type", media_type))
    return dict(pairs)


def _before(text: str) -> str:
    return f"{JAVASCRIPT.flat(text)} + " if text else ""


def _body(plan: RequestPlan) -> tuple[str, Any, list[str]]:
    """Return the `Content-Type` that has to be said, what stands for the body, and the lines that make it."""
    body = plan.body
    media_type = media_type_text(plan.body_media_type)
    match body:
        case None:
            return "", None, []
        case JsonBody(value=value):
            return media_type, body.code("javascript", lambda: _json(value, json.dumps(value))), []
        case TextBody(text=text):
            parsed = json_data(text) if mentions_json(media_type) else None
            return media_type, text if parsed is None else _json(parsed, text), []
        case StreamBody(items=items, framing=framing):
            return media_type, framed(items, framing), []
        case FormBody(pairs=pairs) if body.is_free:
            named = dict(pairs)
            plain = named if len(named) == len(pairs) else [*map(list, pairs)]
            return media_type, Code(f"new URLSearchParams({JAVASCRIPT.literal(plain, 2, 30)})"), []
        case FormBody(fields=fields):
            return media_type, form_text(fields), []
        case MultipartBody(parts=parts) if body.is_form and parts and not any(_is_odd(part) for part in parts):
            return "", Code("form"), ["const form = new FormData();", *map(_part, parts)]
        case MultipartBody():
            pieces = [Code(JAVASCRIPT.flat(piece.decode("utf-8", "replace"))) for piece in body.framed]
            kind = f"{media_type_text(body.media_type)}; boundary={body.boundary}"
            return kind, Code("body"), [f'const body = {JAVASCRIPT.literal(pieces, 0, 88)}.join("");']
        case BinaryBody(file=file):
            return media_type, Code(f"new Blob([{JAVASCRIPT.flat(file.content.decode('latin-1'))}])"), []


def _json(value: Any, text: str) -> Any:  # noqa: ANN401 - text, or code
    """A value as data, or as the text that is sent where JavaScript would change a number in it."""
    return Code(f"JSON.stringify({JAVASCRIPT.literal(value, 2, 24)})") if _is_exact(value) else text


def _is_exact(value: JsonValue) -> bool:
    if isinstance(value, dict):
        return all(map(_is_exact, value.values()))
    if isinstance(value, list):
        return all(map(_is_exact, value))
    return not isinstance(value, int) or isinstance(value, bool) or abs(value) < LARGEST_EXACT


def _is_odd(part: MultipartPart) -> bool:
    """True for a part that FormData would write in another way, or give the name of a file."""
    text = part.value is not None and (bool(part.media_type) or "\n" in part.value or "\r" in part.value)
    return text or bool(part.headers) or part.media_type != part.media_type.lower() or not part.name


def _part(part: MultipartPart) -> str:
    name = JAVASCRIPT.flat(part.name)
    if part.value is not None:
        return f"form.append({name}, {JAVASCRIPT.flat(part.value)});"
    kind = media_type_text(part.media_type)
    typed = f", {{ type: {JAVASCRIPT.flat(kind)} }}" if kind else ""
    blob = f"new Blob([{JAVASCRIPT.flat(part.content.decode('latin-1'))}]{typed})"
    return f"form.append({name}, {blob}, {JAVASCRIPT.flat(part.file.name)});"


def _quoted(text: str) -> str:
    # JSON in ASCII is JavaScript: surrogate pairs are how both write what lies beyond the first plane.
    return encode_basestring_ascii(text).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    if name == "__proto__":
        # As a plain name it would set the prototype.
        return f"[{_quoted(name)}]"
    return name if _NAME.match(name) else _quoted(name)


def _scalar(value: object) -> str:
    return json.dumps(value)


JAVASCRIPT = Syntax(scalar=_scalar, quoted=_quoted, key=_key, indent=2, spaced=True)
