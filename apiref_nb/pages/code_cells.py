"""The code cells of a page: the set-up cell, and one client call for each endpoint, each of which runs as it stands.

In: an `Api` and its operations. Out: Python source. Every value is a literal of ours; no text of a document becomes
code, a comment or the name of an environment variable.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from apiref_nb.model import ApiOperation, SecurityScheme
from apiref_nb.pages.names import is_address
from apiref_nb.requests.languages.literals import WIDTH
from apiref_nb.requests.languages.python import PYTHON
from apiref_nb.requests.plan import BASE_URL_VARIABLE
from apiref_nb.requests.sample_values import sample_values, sent_value
from apiref_nb.requests.security import ARGUMENTS, security_plan
from apiref_nb.schemas import SampleSession
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue

OFFLINE_VARIABLE = "APIREF_OFFLINE"

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def credential_arguments(schemes: Iterable[SecurityScheme]) -> tuple[str, ...]:
    """Return the arguments of `Client` that schemes ask for, in the order of `ARGUMENTS`."""
    found = {argument for scheme in schemes for argument in security_plan(scheme).row.arguments}
    return tuple(argument for argument in ARGUMENTS if argument in found)


def variables(arguments: Iterable[str]) -> tuple[str, ...]:
    """Return the environment variables that the set-up cell reads, the address first."""
    return (BASE_URL_VARIABLE, *(ARGUMENTS[argument] for argument in arguments))


def setup_code(source: str, *, base_url: str, credentials: tuple[str, ...], offline: bool = False) -> str:
    """Return the set-up cell: the document, and a client with the address and the credentials of the environment.

    Args:
        source: address or path of the document, as the page can reach it.
        base_url: where the API answers when the environment says nothing; empty leaves that to the document.
        credentials: the arguments of `Client` that the page needs.
        offline: whether the calls are answered from the document.
    """
    from_file = not is_address(source)
    fallback = f", {literal(base_url)}" if base_url else ""
    arguments = ["api", f'base_url=os.environ.get("{BASE_URL_VARIABLE}"{fallback})']
    arguments += [f'{name}=os.environ.get("{ARGUMENTS[name]}")' for name in credentials]
    inner = "".join(f"    {argument},\n" for argument in arguments)
    lines = [
        "import os",
        *(["from pathlib import Path"] if from_file else []),
        "",
        "from apiref_nb import Client, load_api",
        "",
        *([f'os.environ.setdefault("{OFFLINE_VARIABLE}", "1")', ""] if offline else []),
        f"api = load_api({f'Path({literal(source)})' if from_file else literal(source)})",
        f"client = Client(\n{inner})",
    ]
    return "\n".join(lines)


def call_code(operation: ApiOperation, *, name: str = "", session: SampleSession) -> str:
    """Return the call of one operation with sample values that the client sends.

    Args:
        operation: the operation.
        name: its name as an attribute of the client; without one it is called by its key.
        session: the sample maker of the document; it holds values against the formats that the client does.
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
    parts = [f"{argument}={PAGE.literal(value, 4, len(argument) + 2)}" for argument, value in named]
    if spelled:
        # Names that Python cannot spell are given as the document writes them.
        parts.append(f"**{PAGE.literal(spelled, 4, 2)}")
    joined = f"{callee}({', '.join(parts)})"
    if len(joined) <= WIDTH and "\n" not in joined:
        return joined
    return f"{callee}(\n{''.join(f'    {part},{chr(10)}' for part in parts)})"


def _arguments(operation: ApiOperation, session: SampleSession) -> list[tuple[str, Any]]:
    samples = sample_values(operation, session, sendable=True)
    # The client names these two itself where an operation takes a body.
    taken = {"body", "content_type"} if operation.request_body is not None else set()
    found: list[tuple[str, Any]] = []
    for parameter, value in samples.parameters:
        name = f"{parameter.name}_{parameter.location}" if parameter.name in taken else parameter.name
        if name not in taken:
            taken.add(name)
            found.append((name, plain(value)))
    if samples.body is not None and samples.media is not None:
        found.append(("body", sent_value(samples.body, samples.media, call=True)))
    return found


def _quoted(text: str) -> str:
    """Return text in double quotes unless it holds some; what can be seen stands as it is."""
    shown = repr(text)
    return shown.replace("'", '"') if "'" not in shown[1:-1] and '"' not in shown else shown


PAGE = replace(PYTHON, quoted=_quoted, key=_quoted)
"""Python literals for people to read: letters of every alphabet stand as they are."""


def literal(value: JsonValue) -> str:
    """Return JSON data as a Python literal on one line."""
    return PAGE.flat(value)
