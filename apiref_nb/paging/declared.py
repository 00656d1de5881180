"""Paging that a document declares outright: `x-ms-pageable`, `x-speakeasy-pagination`, and links of a response.

Each gives a `Paging` or None; what cannot be read of an extension is left to the other ways.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from apiref_nb.model import ApiLink
from apiref_nb.paging.facts import Facts, Input, extension
from apiref_nb.paging.json_path import Path, shown
from apiref_nb.paging.numbers import page_numbers
from apiref_nb.paging.paging import BODY, HEADER, Paging
from apiref_nb.text import pointer

MS = "x-ms-pageable"
SPEAKEASY = "x-speakeasy-pagination"

_STEP = re.compile(r"\.([A-Za-z_$@][\w$@-]*)|\[(-1|\d+)\]|\['([^']+)'\]|\[\"([^\"]+)\"\]")
_RESPONSE_BODY = "$response.body#"
_RESPONSE_HEADER = "$response.header."


def ms_pageable(facts: Facts) -> Paging | None:
    """Return paging by `x-ms-pageable`: the next address stands at `nextLinkName`, the records at `itemName`.

    Args:
        facts: of the operation.
    """
    said = extension(facts, MS)
    if "nextLinkName" not in said:
        return None
    item, link = said.get("itemName", "value"), said["nextLinkName"]
    records = (item,) if isinstance(item, str) and item else facts.records
    if link is None:
        return facts.paging(kind="single", records=records, evidence=(f"{MS} says that all comes in one answer",))
    if not isinstance(link, str) or not link:
        return None
    return facts.paging(kind="next_url", next=shown((link,)), records=records, evidence=(f"{MS} says so",))


def speakeasy(facts: Facts) -> Paging | None:
    """Return paging by `x-speakeasy-pagination`.

    Args:
        facts: of the operation.
    """
    said = extension(facts, SPEAKEASY)
    inputs = {_text(one, "type"): one for one in said.get("inputs") or () if isinstance(one, Mapping)}
    outputs = said.get("outputs")
    outputs = outputs if isinstance(outputs, Mapping) else {}
    records = _json_path(outputs.get("results"))
    known: dict[str, Any] = {
        "records": facts.records if records is None else records,
        "size": _named(inputs.get("limit")) or (facts.sizes[0].name if facts.sizes else ""),
        "page_count": _json_path(outputs.get("numPages")) or facts.page_count,
        "evidence": (f"{SPEAKEASY} says so",),
    }
    kind = _text(said, "type")
    if kind == "url" and (source := _json_path(outputs.get("nextUrl"))):
        return facts.paging(kind="next_url", next=shown(source), **known)
    if kind == "cursor" and "cursor" in inputs and (source := _json_path(outputs.get("nextCursor"))):
        return facts.paging(kind="cursor", parameter=_named(inputs["cursor"]), next=shown(source), **known)
    if kind == "offsetLimit" and "page" in inputs:
        counted = page_numbers(facts)
        first = counted.first if counted is not None else None
        return facts.paging(kind="page", parameter=_named(inputs["page"]), first=first, **known)
    if kind == "offsetLimit" and "offset" in inputs:
        return facts.paging(kind="offset", parameter=_named(inputs["offset"]), first=0, **known)
    return None


def response_link(facts: Facts) -> Paging | None:
    """Return paging by a link of the response that leads back to the operation itself.

    Args:
        facts: of the operation.
    """
    links = facts.shape.response.links if facts.shape.response is not None else ()
    for link in links:
        if not _leads_back(facts, link):
            continue
        taken = [(name, source) for name, value in link.parameters if (source := _source(value))]
        inputs = [(one, source) for name, source in taken if (one := _input(facts, name)) is not None]
        if len(inputs) == 1:
            one, source = inputs[0]
            words = f'the link "{link.name}" of the response gives "{one.own}" what the answer has at "{source}"'
            return facts.paging(one, kind="link", next=source, evidence=(words,))
    return None


def _leads_back(facts: Facts, link: ApiLink) -> bool:
    operation = facts.operation
    if link.target and link.target == operation.operation_id:
        return True
    try:
        tokens = pointer.split(link.target) if link.target.startswith("#/") else ()
    except pointer.PointerError:
        return False
    return tokens == ("paths", operation.path, operation.method.lower())


def _input(facts: Facts, name: str) -> Input | None:
    """The parameter that a link names: `offset`, or `query.offset`."""
    location, dot, own = name.partition(".")
    for one in facts.inputs:
        if one.own == name or (dot and one.own == own and one.location == location):
            return one
    return None


def _source(expression: str) -> str:
    """`$response.body#/next` as `next`, `$response.header.X-Next` as `header:X-Next`; empty for anything else."""
    text = expression.strip("{}")
    if text.startswith(_RESPONSE_HEADER):
        return HEADER + text[len(_RESPONSE_HEADER) :]
    if text.startswith(_RESPONSE_BODY + "/"):
        return shown(pointer.split(text[len(_RESPONSE_BODY) - 1 :]))
    return ""


def _json_path(written: object) -> Path | None:
    """The names of a plain JSONPath such as `$.data[-1].id`; None for one that selects more than one place."""
    if not isinstance(written, str) or not written.startswith("$"):
        return None
    names: list[str] = []
    rest = written[1:]
    while rest:
        step = _STEP.match(rest)
        if step is None:
            return None
        names.append(next(filter(None, step.groups())))
        rest = rest[step.end() :]
    return tuple(names)


def _named(one: object) -> str:
    if not isinstance(one, Mapping):
        return ""
    name = _text(one, "name")
    return BODY + name if _text(one, "in") == "requestBody" else name


def _text(node: Mapping[str, Any], name: str) -> str:
    value = node.get(name)
    return value if isinstance(value, str) else ""
