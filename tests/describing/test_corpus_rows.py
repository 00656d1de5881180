"""Real documents: every property of every JSON body and 2xx answer has a row, in the card or in the list of schemas.

The walk here reads the raw document and knows nothing of how rows are made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apiref_nb.describing import describe_reference
from apiref_nb.describing.bodies import describe_body, describe_responses
from apiref_nb.load import load_api

HERE = Path(__file__).parent
CORPUS = sorted(Path(os.environ.get("APIREF_CORPUS", HERE.parents[2] / "shared" / "corpus")).glob("[23].*.*"))
DEEPEST = 14

IN_PLACE = ("allOf", "oneOf", "anyOf")


Rows = tuple[Any, ...]
Place = tuple[Rows, str]
"""Rows, and a path in them."""


class Walk:
    """The raw schemas of one document."""

    def __init__(self, document: dict[str, Any], hiding: str) -> None:
        self.document = document
        self.hiding = hiding

    def resolved(self, raw: Any) -> dict[str, Any]:
        for _ in range(20):
            if not isinstance(raw, dict) or not isinstance(raw.get("$ref"), str):
                break
            if not raw["$ref"].startswith("#"):
                return {}
            here: Any = self.document
            for token in raw["$ref"][2:].split("/"):
                key = token.replace("%7B", "{").replace("%7D", "}").replace("~1", "/").replace("~0", "~")
                here = here.get(key, {}) if isinstance(here, dict) else {}
            raw = here
        return raw if isinstance(raw, dict) else {}

    def same_value(self, raw: Any, seen: set[int] | None = None) -> Iterator[dict[str, Any]]:
        """Yield a schema and those that speak of the same value."""
        seen = set() if seen is None else seen
        schema = self.resolved(raw)
        if id(schema) in seen:
            return
        seen.add(id(schema))
        yield schema
        for keyword in IN_PLACE:
            branches = schema.get(keyword)
            for branch in branches if isinstance(branches, list) else ():
                yield from self.same_value(branch, seen)

    def all_of(self, raw: Any, seen: set[int] | None = None) -> Iterator[dict[str, Any]]:
        """Yield a schema and those that a value has to meet in any case."""
        seen = set() if seen is None else seen
        schema = self.resolved(raw)
        if id(schema) not in seen:
            seen.add(id(schema))
            yield schema
            for branch in schema.get("allOf") or ():
                yield from self.all_of(branch, seen)

    def properties(self, raws: list[Any]) -> dict[str, list[Any]]:
        """Return the members of a value, each with all that is said of it."""
        found: dict[str, list[Any]] = {}
        for raw in raws:
            for schema in self.same_value(raw):
                given = schema.get("properties")
                for name, child in given.items() if isinstance(given, dict) else ():
                    if isinstance(child, dict | bool):
                        found.setdefault(name, []).append(child)
        return {name: children for name, children in found.items() if not any(map(self.is_hidden, children))}

    def is_hidden(self, raw: Any) -> bool:
        beside = isinstance(raw, dict) and raw.get(self.hiding) is True
        return beside or any(schema.get(self.hiding) is True for schema in self.all_of(raw))

    def inner(self, raws: list[Any], keyword: str) -> list[Any]:
        return [
            schema[keyword] for raw in raws for schema in self.same_value(raw) if isinstance(schema.get(keyword), dict)
        ]


class Page:
    """The rows of one card, and those of the listed schemas."""

    def __init__(self, walk: Walk, listed: dict[str, tuple[Any, ...]]) -> None:
        self.walk = walk
        self.listed = listed
        self.missing: list[str] = []
        self.count = 0
        self._done: set[tuple[frozenset[Any], frozenset[int]]] = set()
        self._index: dict[int, tuple[set[str], dict[str, list[Any]]]] = {}

    def check(self, raws: list[Any], places: list[Place], where: str, depth: int = 0) -> None:
        """Look for the members of a value at the places that may tell them."""
        key = (frozenset((id(rows), path) for rows, path in places), frozenset(id(self.walk.resolved(r)) for r in raws))
        if depth > DEEPEST or key in self._done:
            return
        self._done.add(key)
        for name, children in self.walk.properties(raws).items():
            self.count += 1
            found = [place for rows, path in places for place in self.told(rows, path, name)]
            if found:
                self.check(children, found, where, depth + 1)
            else:
                self.missing.append(f"{where} {places[0][1]}.{name}")
        for keyword, mark in (("items", "[]"), ("additionalProperties", "*")):
            inner = self.walk.inner(raws, keyword)
            if inner:
                below = [(rows, f"{path}.*" if path and mark == "*" else f"{path}{mark}") for rows, path in places]
                self.check(inner, below, where, depth + 1)

    def told(self, rows: Rows, prefix: str, name: str) -> Iterator[Place]:
        """Yield the rows that tell a member, and its path in them: here, or where a row refers to."""
        seen: set[tuple[int, str]] = set()
        waiting = [(rows, prefix)]
        while waiting:
            here, before = waiting.pop()
            if (id(here), before) in seen:
                continue
            seen.add((id(here), before))
            fields, leading = self.indexed(here)
            path = f"{before}.{name}" if before else name
            if path in fields:
                yield here, path
            for row in (row for at in {before, stripped(before)} for row in leading.get(at, ())):
                suffix = before[len(stripped(before)) :].lstrip(".")
                if row.component and row.component in self.listed:
                    waiting += [(self.listed[row.component], ""), (self.listed[row.component], suffix)]
                if row.repeats:
                    up = "" if row.repeats == "the top" else row.repeats
                    # What repeats a list or a map repeats its items.
                    inner = ("", "[]", ".*", before[len(stripped(before)) :])
                    waiting += [(here, f"{up}{mark}") for mark in dict.fromkeys(inner)]

    def indexed(self, rows: tuple[Any, ...]) -> tuple[set[str], dict[str, list[Any]]]:
        """Return the paths of the fields, and by path the rows that lead elsewhere."""
        known = self._index.get(id(rows))
        if known is None:
            leading: dict[str, list[Any]] = {}
            for row in rows:
                if row.component or row.repeats:
                    leading.setdefault(row.path, []).append(row)
            known = self._index[id(rows)] = ({row.path for row in rows if row.kind == "field"}, leading)
        return known


def stripped(path: str) -> str:
    while path.endswith(("[]", ".*")) or path == "*":
        path = path[:-2] if path != "*" else ""
    return path


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="the corpus of published documents is not beside the project")
def test_every_property_of_published_documents_has_a_row():
    """Resolved by a walk of its own: 100 %, and what is required at the top stands in the card itself."""
    missing: list[str] = []
    behind: list[str] = []
    count = bodies = 0
    for path in CORPUS:
        api = load_api(path)
        page = describe_reference(api, check_examples=False)
        told = []
        for operation in page.operations:
            if operation.request_body is not None:
                describe_body(operation.request_body, page.rows)
                told.append((operation, "request", operation.request_body.content))
            describe_responses(operation.responses, page.rows, page.session, key=operation.key)
            good = [response for response in operation.responses if response.status_code.startswith("2")]
            told += [(operation, "response", response.content) for response in good]
        listed = {schema.name: schema.rows for schema in page.schemas()}
        walks = {
            way: Walk(dict(api.document), flag) for way, flag in (("request", "readOnly"), ("response", "writeOnly"))
        }
        pages = {way: Page(walk, listed) for way, walk in walks.items()}
        for operation, way, content in told:
            for media in content:
                schema = media.schema or media.item_schema
                if schema is None or "json" not in media.media_type:
                    continue
                bodies += 1
                rows, _ = page.rows.told(schema, way)
                raw = raw_at(walks[way], schema.pointer)
                pages[way].check([raw], [(rows, "")], f"{path.name} {operation.key} {way}")
                required = {n for part in walks[way].all_of(raw) for n in strings(part.get("required"))}
                names = {row.path for row in rows if row.kind == "field"}
                wanted = required & walks[way].properties([raw]).keys()
                behind += [f"{path.name} {operation.key} {name}" for name in wanted - names if rows]
        for checked in pages.values():
            missing += checked.missing
            count += checked.count
    print(f"read {len(CORPUS)} documents, {bodies} bodies, {count} properties")
    assert not missing, f"{len(missing)} without a row: {missing[:20]}"
    assert not behind, f"{len(behind)} behind the card: {behind[:20]}"


def strings(value: Any) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def raw_at(walk: Walk, pointer: str) -> dict[str, Any]:
    return walk.resolved({"$ref": pointer})
