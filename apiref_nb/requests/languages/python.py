"""A request's plan as a Python cell (httpx) that runs as pasted: imports, one request, status and answer.

Every value is an `ascii()`-like literal inside a fixed template; text of a document never becomes code, a comment or
part of an f-string. Credentials come from the environment, under names that no document can choose: a document
that could name `AWS_SECRET_ACCESS_KEY` could also have it sent to itself.
"""

from __future__ import annotations

from typing import Any

from apiref_nb.model.media_types import mentions_json
from apiref_nb.requests.bodies import (
    FORM,
    BinaryBody,
    FormBody,
    JsonBody,
    MultipartBody,
    MultipartPart,
    StreamBody,
    TextBody,
    form_text,
)
from apiref_nb.requests.languages.literals import WIDTH, Code, Syntax, credential_variables, json_data
from apiref_nb.requests.plan import BASE_URL_VARIABLE, RequestPlan
from apiref_nb.requests.security import SecurityPlan
from apiref_nb.requests.streams import framed
from apiref_nb.text.escaping import is_token, media_type_text, with_query

SHORTCUTS = frozenset({"POST", "PUT", "PATCH"})
"""Methods whose httpx function takes a body; `get` and `delete` take none."""

MUTUAL_TLS = "# The server asks for a client certificate: give httpx an ssl context that holds it, as verify=context.\n"


def python(plan: RequestPlan) -> str:
    """Return the plan as Python source that runs as pasted once its environment variables are set."""
    arguments = _arguments(plan)
    method = plan.method if is_token(plan.method) else "GET"
    bodiless = plan.body is None
    if method in SHORTCUTS or (bodiless and method in ("GET", "DELETE", "HEAD", "OPTIONS")):
        call, first = f"httpx.{method.lower()}", []
    else:
        call, first = "httpx.request", [PYTHON.literal(method)]
    lines = [*first, _url(plan), *(f"{name}={PYTHON.literal(value, 4, len(name) + 2)}" for name, value in arguments)]
    body = "".join(f"    {line},\n" for line in lines)
    source = f"response = {call}(\n{body})\n"
    if len(lines) == 1 and len(lines[0]) + len(call) < WIDTH:
        source = f"response = {call}({lines[0]})\n"
    imports = "import os\n\nimport httpx\n\n" if "os.environ[" in source else "import httpx\n\n"
    note = MUTUAL_TLS if any(c.kind == "mutualTLS" for c in plan.credentials) else ""
    answer = "response.json()" if plan.replies_json else "response.text"
    return f"{imports}{note}{source}print(response.status_code)\nprint({answer})"


def _url(plan: RequestPlan) -> str:
    url = plan.written_path
    secrets: dict[str, Code] = {}
    if not _takes_params(plan):
        url = with_query(url, "&".join(filter(None, (plan.raw_query, *(f"{n}={v}" for n, v in plan.query)))))
        secrets = {c.name: code for c, code in _secrets(plan) if c.location == "query"}
    if plan.has_host:
        made = PYTHON.literal(plan.base_url + url)
    else:
        made = f'os.environ["{BASE_URL_VARIABLE}"] + {PYTHON.literal(url)}'
    return f'{made} + "&" + str(httpx.QueryParams({PYTHON.flat(secrets)}))' if secrets else made


def _takes_params(plan: RequestPlan) -> bool:
    """True when httpx may write the query anew: `params` would change one that is written already."""
    return not plan.raw_query and all(field.is_free for field in plan.query)


def _arguments(plan: RequestPlan) -> list[tuple[str, Any]]:
    secrets = _secrets(plan)
    query: list[tuple[str, Any]] = []
    if _takes_params(plan):
        query = [field.plain for field in plan.query]
        query += [(c.name, code) for c, code in secrets if c.location == "query"]
    multipart = isinstance(plan.body, MultipartBody)
    # The boundary is known to whoever writes the parts, so the header is theirs.
    headers: list[tuple[str, Any]] = [
        (name, value if value.isascii() else value.encode("utf-8", "replace"))
        for name, value in plan.named_headers
        if is_token(name) and not (multipart and name.lower() == "content-type")
    ]
    headers += [(c.name, code) for c, code in secrets if c.location == "header" and is_token(c.name)]
    cookies: list[tuple[str, Any]] = [(name, value) for name, value in plan.cookies if is_token(name)]
    cookies += [(c.name, code) for c, code in secrets if c.location == "cookie"]
    if len({name for name, _ in cookies}) < len(cookies):
        # httpx keeps one cookie of each name.
        headers.append(("Cookie", _joined(cookies)))
        cookies = []
    media_type, body = _body(plan)
    if media_type:
        headers.append(("Content-Type", media_type))
    login = _login(plan)
    arguments: list[tuple[str, Any]] = [("auth", login)] if login else []
    arguments += [(name, _pairs(v)) for name, v in (("params", query), ("headers", headers), ("cookies", cookies)) if v]
    return arguments + body


def _secrets(plan: RequestPlan) -> list[tuple[SecurityPlan, Code]]:
    """Each credential that is text of the request, and the code that gives it."""
    found: list[tuple[SecurityPlan, Code]] = []
    for credential, (variable, *_rest) in credential_variables(plan):
        if credential.location and credential.kind != "basic":
            code = f'os.environ["{variable}"]'
            before = f"{PYTHON.flat(credential.prefix)} + " if credential.prefix else ""
            found.append((credential, Code(before + code)))
    return found


def _login(plan: RequestPlan) -> Code | None:
    for credential, variables in credential_variables(plan):
        if credential.kind in ("basic", "digest"):
            pair = ", ".join(f'os.environ["{name}"]' for name in variables)
            return Code(f"httpx.DigestAuth({pair})" if credential.kind == "digest" else f"({pair})")
    return None


def _joined(cookies: list[tuple[str, Any]]) -> Code:
    pieces, text = [], ""
    for index, (name, value) in enumerate(cookies):
        text += f"{'; ' if index else ''}{name}="
        if isinstance(value, Code):
            pieces += [PYTHON.flat(text), str(value)]
            text = ""
        else:
            text += value
    return Code(" + ".join([*pieces, *([PYTHON.flat(text)] if text else [])]))


def _pairs(pairs: list[tuple[str, Any]]) -> Any:  # noqa: ANN401 - a dict, or a list of pairs when a name repeats
    named = dict(pairs)
    return named if len(named) == len(pairs) else pairs


def _body(plan: RequestPlan) -> tuple[str, list[tuple[str, Any]]]:
    """Return the `Content-Type` that has to be said, and the arguments that carry the body."""
    body = plan.body
    media_type = media_type_text(plan.body_media_type)
    match body:
        case None:
            return "", []
        case JsonBody(value=value) if value is not None:
            code = body.code("python", lambda: PYTHON.literal(value, 4, len("json") + 2))
            return _unless(media_type, "application/json"), [("json", Code(code))]
        case JsonBody():
            return media_type, [("content", "null")]
        case TextBody(text=text):
            parsed = json_data(text) if mentions_json(media_type) else None
            if parsed is not None:
                return _unless(media_type, "application/json"), [("json", parsed)]
            return media_type, [("content", text)]
        case StreamBody(items=items, framing=framing):
            return media_type, [("content", framed(items, framing))]
        case FormBody(pairs=pairs) if pairs and body.is_free:
            values: dict[str, Any] = {}
            for name, value in pairs:
                values[name] = [*_listed(values[name]), value] if name in values else value
            return _unless(media_type, FORM), [("data", values)]
        case FormBody(fields=fields):
            return media_type, [("content", form_text(fields))]
        case MultipartBody(parts=parts) if body.is_form and parts and not any(_is_odd(part) for part in parts):
            return "", [("files", [(part.name, _part(part)) for part in parts])]
        case MultipartBody():
            # httpx writes forms only: any other kind is written out.
            kind = media_type_text(body.media_type)
            lines = "".join(f"        {PYTHON.flat(line)}\n" for line in body.framed)
            return f"{kind}; boundary={body.boundary}", [("content", Code(f"(\n{lines}    )"))]
        case BinaryBody(file=file):
            return media_type, [("content", file.content)]


def _is_odd(part: MultipartPart) -> bool:
    """True for a part that httpx would write in another way."""
    return bool(part.headers) or "\\" in part.name or not part.name


def _unless(media_type: str, usual: str) -> str:
    return "" if media_type == usual else media_type


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - one value or several
    return value if isinstance(value, list) else [value]


def _part(part: MultipartPart) -> tuple[Any, ...]:
    media_type = media_type_text(part.media_type)
    kind = (media_type,) if media_type else ()
    if part.value is None:
        return (part.file.name, part.content, *kind)
    return (None, part.value, *kind)


def _quoted(text: str) -> str:
    """Return text as an ASCII literal in double quotes, as code is usually written."""
    shown = ascii(text)
    return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in shown else shown


def _scalar(value: object) -> str:
    shown = ascii(value)
    return f'b"{shown[2:-1]}"' if isinstance(value, bytes) and shown[1] == "'" and '"' not in shown else shown


PYTHON = Syntax(scalar=_scalar, quoted=_quoted, key=_quoted, indent=4, spaced=False)
