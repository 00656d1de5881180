"""Documents of our own that the exporters are tried with, and short ways to read them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from apiref_nb.load import load_api
from apiref_nb.model import Api
from apiref_nb.postman.collection import to_postman

CORPUS = Path(os.environ.get("APIREF_CORPUS", Path(__file__).parents[3] / "shared" / "corpus"))
"""Real documents that others wrote; the tests run over our own where they are absent."""

DOCUMENTS = Path(__file__).parents[1] / "documents"


def real_documents() -> list[Path]:
    """Return the documents that a test over many goes through."""
    found = [path for path in sorted(CORPUS.glob("*")) if path.suffix in (".json", ".yaml")] if CORPUS.is_dir() else []
    return found or sorted(DOCUMENTS.glob("*.*"))


def api_of(paths: dict[str, Any], *, version: str = "3.1.0", **rest: Any) -> Api:
    """Return the API of a document with these paths."""
    return load_api({"openapi": version, "info": {"title": "Shop", "version": "2.4"}, "paths": paths, **rest})


def collection_of(paths: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Return the collection of a document with these paths."""
    return to_postman(api_of(paths, **rest))


def requests(collection: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every item that is a request, in order."""
    return [item for item in items(collection["item"]) if "request" in item]


def items(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every item and folder, outermost first."""
    for item in found:
        yield item
        yield from items(item.get("item", []))


def only(collection: dict[str, Any]) -> dict[str, Any]:
    """Return the one request of a collection."""
    (item,) = requests(collection)
    return item


def variables(collection: dict[str, Any]) -> dict[str, str]:
    """Return the collection's variables."""
    return {entry["key"]: entry["value"] for entry in collection["variable"]}


def texts(node: Any) -> Iterator[str]:
    """Yield every text at any depth."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


def keys(node: Any) -> Iterator[str]:
    """Yield every key at any depth."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from keys(value)
    elif isinstance(node, list):
        for value in node:
            yield from keys(value)


OK = {"200": {"description": "Done"}}
"""The shortest answer."""
