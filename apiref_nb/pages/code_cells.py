"""The code cells of a page: the set-up cell, and one client call for each endpoint, each of which runs as it stands.

In: an `Api` and its operations. Out: Python source. Every value is a literal of ours; no text of a document becomes
code, a comment or the name of an environment variable.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable, Mapping
from typing import Any

from apiref_nb.model import MISSING, ApiOperation, ApiParameter, ApiRequestBody, MediaType, SecurityScheme
from apiref_nb.model.media_types import is_json, is_multipart
from apiref_nb.pages.names import is_address
from apiref_nb.requests import NamedSample, media_sample, parameter_value, preferred_media
from apiref_nb.requests.forms import is_binary
from apiref_nb.requests.media_samples import BINARY_TEXT
from apiref_nb.schemas import SampleSession, merged
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue

WIDTH = 88
"""A value that fits on a line of this many characters stays on one line."""

BASE_URL_VARIABLE = "API_BASE_URL"

CREDENTIALS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "token": (("token", "API_TOKEN"),),
    "api_key": (("api_key", "API_KEY"),),
    "basic": (("username", "API_USER"), ("password", "API_PASSWORD")),
}
"""Kind of credential -> (argument of `Client`, environment variable); no document can choose the names."""

FILE_BYTES = b"example"
"""Stands for a file, so that the cell runs as it is."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PLACEHOLDER = re.compile(r"\{([^{}/]+)\}")
_COMPUTED = frozenset(
    {"host", "content-length", "transfer-encoding", "connection", "accept", "content-type", "authorization"}
)


def credential_kinds(schemes: Iterable[SecurityScheme]) -> tuple[str, ...]:
    """Return the kinds of credential that schemes ask for, in the order of `CREDENTIALS`."""
    found = set()
    for scheme in schemes:
        if scheme.type == "apiKey":
            found.add("api_key")
        elif scheme.type == "basic" or (scheme.type == "http" and scheme.scheme == "basic"):
            found.add("basic")
        elif scheme.type in ("http", "oauth2", "openIdConnect"):
            found.add("token")
    return tuple(kind for kind in CREDENTIALS if kind in found)


def variables(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the environment variables that the set-up cell reads, the address first."""
    return (BASE_URL_VARIABLE, *(name for kind in kinds for _, name in CREDENTIALS[kind]))


def setup_code(source: str, *, base_url: str, kinds: tuple[str, ...]) -> str:
    """Return the set-up cell: the document, and a client with the address and the credentials of the environment.

    Args:
        source: address or path of the document, as the page can reach it.
        base_url: where the API answers when the environment says nothing; empty leaves that to the document.
        kinds: which credentials the page needs.
    """
    from_file = not is_address(source)
    fallback = f", {literal(base_url)}" if base_url else ""
    arguments = ["api", f'base_url=os.environ.get("{BASE_URL_VARIABLE}"{fallback})']
    arguments += [f'{name}=os.environ.get("{variable}")' for kind in kinds for name, variable in CREDENTIALS[kind]]
    inner = "".join(f"    {argument},\n" for argument in arguments)
    lines = [
        "import os",
        *(["from pathlib import Path"] if from_file else []),
        "",
        "from apiref_nb import Client, load_api",
        "",
        f"api = load_api({f'Path({literal(source)})' if from_file else literal(source)})",
        f"client = Client(\n{inner})",
    ]
    return "\n".join(lines)


def call_code(operation: ApiOperation, *, name: str = "", session: SampleSession) -> str:
    """Return the call of one operation with its sample values.

    Args:
        operation: the operation.
        name: its name as an attribute of the client; without one it is called by its key.
        session: the sample maker of the document.
    """
    key = operation.operation_id or operation.key
    callee = f"client.{name}" if _NAME.match(name) and not keyword.iskeyword(name) else f"client[{literal(key)}]"
    named: list[tuple[str, Any]] = []
    spelled: dict[str, Any] = {}
    for argument, value in _arguments(operation, session):
        if _NAME.match(argument) and not keyword.iskeyword(argument):
            named.append((argument, value))
        else:
            spelled[argument] = value
    parts = [f"{argument}={literal(value, 4, len(argument) + 2)}" for argument, value in named]
    if spelled:
        # Names that Python cannot spell are given as the document writes them.
        parts.append(f"**{literal(spelled, 4, 2)}")
    joined = f"{callee}({', '.join(parts)})"
    if len(joined) <= WIDTH and "\n" not in joined:
        return joined
    return f"{callee}(\n{''.join(f'    {part},{chr(10)}' for part in parts)})"


def _arguments(operation: ApiOperation, session: SampleSession) -> list[tuple[str, Any]]:
    body = operation.request_body
    # The client names these two itself where an operation takes a body.
    taken = {"body", "content_type"} if body is not None else set()
    found: list[tuple[str, Any]] = []
    for parameter in _needed(operation):
        name = f"{parameter.name}_{parameter.location}" if parameter.name in taken else parameter.name
        if name not in taken:
            taken.add(name)
            found.append((name, plain(parameter_value(parameter, session))))
    if body is not None:
        value = _body_value(body, session)
        if value is not MISSING:
            found.append(("body", value))
    return found


def _needed(operation: ApiOperation) -> list[ApiParameter]:
    """Return the parameters to give: those of the path, required ones, and those with an example of the author's."""
    declared = {p.name: p for p in operation.parameters if p.location == "path"}
    needed = [
        declared.get(name) or ApiParameter(name=name, location="path", required=True)
        for name in dict.fromkeys(_PLACEHOLDER.findall(operation.template))
    ]
    for parameter in operation.parameters:
        computed = parameter.location == "header" and parameter.name.lower() in _COMPUTED
        if parameter.location != "path" and not computed and (parameter.required or parameter.examples):
            needed.append(parameter)
    return needed


def _body_value(body: ApiRequestBody, session: SampleSession) -> JsonValue:
    media = preferred_media(body.content)
    sample = next(iter(media_sample(media, direction="request", session=session)), None) if media is not None else None
    if media is None or sample is None:
        return MISSING
    if is_multipart(media.media_type) and isinstance(sample.value, dict):
        return _with_files(sample.value, media)
    if sample.text == BINARY_TEXT or is_binary(media.schema):
        return FILE_BYTES
    return _sent(sample, media)


def _sent(sample: NamedSample, media: MediaType) -> JsonValue:
    if sample.value is not MISSING and not sample.serialized:
        return plain(sample.value)
    if is_json(media.media_type):
        try:
            return plain(json.loads(sample.text))
        except ValueError:
            return sample.text
    return sample.text


def _with_files(value: dict[str, Any], media: MediaType) -> dict[str, Any]:
    properties = merged(media.schema).properties if media.schema is not None else {}
    return {name: _file_or(child, properties.get(name)) for name, child in value.items()}


def _file_or(value: JsonValue, schema: JsonValue) -> JsonValue:
    if schema is None:
        return plain(value)
    items = merged(schema).items
    if isinstance(value, list) and items is not None and is_binary(items):
        return [FILE_BYTES for _ in value] or [FILE_BYTES]
    return FILE_BYTES if is_binary(schema) else plain(value)


def literal(value: JsonValue, indent: int = 0, used: int = 0) -> str:
    """Return JSON data as a Python literal; containers that do not fit on a line get a line for each member.

    Args:
        value: JSON data; bytes are allowed within it.
        indent: columns in front of the line on which the literal begins.
        used: columns already taken on that line.
    """
    flat = _flat(value)
    if len(flat) + indent + used <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (indent + 4)
    if isinstance(value, dict):
        rows = [f"{_flat(name)}: {literal(child, indent + 4, len(_flat(name)) + 3)}" for name, child in value.items()]
        opening, closing = "{", "}"
    else:
        rows = [literal(child, indent + 4, 1) for child in value]
        opening, closing = "[", "]"
    return f"{opening}\n{''.join(f'{inner}{row},{chr(10)}' for row in rows)}{' ' * indent}{closing}"


def _flat(value: JsonValue) -> str:
    """Return a value on one line, text in double quotes unless it holds some."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_flat(name)}: {_flat(child)}' for name, child in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flat, value))}]"
    shown = repr(value)
    if isinstance(value, str | bytes) and "'" not in shown.strip("b")[1:-1] and '"' not in shown:
        return shown.replace("'", '"')
    return shown
