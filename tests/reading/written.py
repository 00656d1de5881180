"""Documents for the tests of reading: those in tests/documents, and small ones around one part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from apiref_nb.model import Api
from apiref_nb.parsing import from_mapping, parse
from apiref_nb.reading import normalize

DOCUMENTS = Path(__file__).parent.parent / "documents"
LIBRARIES = ("library-2.0.json", "library-3.0.yaml", "library-3.1.yaml", "library-3.2.json")

GOOD = {"responses": {"200": {"description": "Good"}}}


def written(name: str, base_uri: str = "") -> Api:
    """Return a document of tests/documents."""
    path = DOCUMENTS / name
    return normalize(parse(path.read_bytes(), source=name, file_name=name), base_uri=base_uri)


def api(version: str = "3.1.1", base_uri: str = "", **fields: Any) -> Api:
    """Return the smallest document of a version with these fields."""
    keyword = "swagger" if version.startswith("2") else "openapi"
    document = {keyword: version, "info": {"title": "T", "version": "1"}, "paths": {}, **fields}
    return normalize(from_mapping(document), base_uri=base_uri)


def operation(version: str = "3.1.1", path: str = "/x", **fields: Any):
    """Return the one operation `GET /x` with these fields; other fields of the document after two underscores."""
    whole = {name[2:]: value for name, value in fields.items() if name.startswith("__")}
    own = {name: value for name, value in fields.items() if not name.startswith("__")}
    (found,) = api(version, paths={path: {"get": {**GOOD, **own}}}, **whole).operations
    return found


def schema(raw: Any, version: str = "3.1.1", **others: Any):
    """Return the schema named `S`, beside others."""
    if version.startswith("2"):
        return api(version, definitions={"S": raw, **others}).schemas["S"]
    return api(version, components={"schemas": {"S": raw, **others}}).schemas["S"]


def messages(found: Any) -> list[tuple[str, str]]:
    """Return (pointer, message) of the problems of an api or operation."""
    return [(problem.pointer, problem.message) for problem in found.problems]
