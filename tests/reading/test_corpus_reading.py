"""Real documents that others wrote (or, without the corpus, those the project wrote): everything in them is read."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from apiref_nb.model import METHODS
from apiref_nb.parsing import parse
from apiref_nb.reading import normalize
from tests.reading.written import DOCUMENTS

# The published documents take a while; `make test` runs it.
pytestmark = pytest.mark.slow

CORPUS = Path(os.environ.get("APIREF_CORPUS", Path(__file__).parents[3] / "shared" / "corpus"))
FILES = sorted(
    path for path in (CORPUS if CORPUS.is_dir() else DOCUMENTS).iterdir() if path.suffix in {".json", ".yaml"}
)


def manifest() -> dict[str, dict[str, str]]:
    """Return file name -> row of the corpus's own list; empty without a corpus."""
    path = CORPUS / "manifest.tsv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["file"]: row for row in csv.DictReader(file, delimiter="\t")}


MANIFEST = manifest()


def read(path: Path):
    """Return (document, api)."""
    document = parse(path.read_bytes(), source=path.name, file_name=path.name)
    return document, normalize(document)


def followed(item, root):
    """Return what a path's reference names."""
    for token in item["$ref"][2:].split("/"):
        root = root.get(token.replace("~1", "/").replace("~0", "~"), {})
    return root


def counted(root) -> int:
    """Count the operations of the five methods by the raw data, references of paths followed."""
    items = [item for path, item in root["paths"].items() if path.startswith("/")]
    found = [followed(item, root) if "$ref" in item else item for item in items]
    return sum(method.lower() in item for item in found for method in METHODS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_operation_of_a_real_document_is_read(path):
    """As many as the raw data has, each once and whole; paths and version as whoever gathered the corpus counted."""
    document, found = read(path)
    assert len(found.operations) == counted(document.root)
    assert len({each.key for each in found.operations}) == len(found.operations)
    assert found.path_count == sum(name.startswith("/") for name in document.root["paths"])
    assert [each.key for each in found.operations if each.broken] == [] or path.parent == DOCUMENTS
    if path.name in MANIFEST:
        row = MANIFEST[path.name]
        assert found.path_count == int(row["paths"])
        assert found.declared_version.startswith(row["version"])  # the list may leave out the last number
        assert found.format_id == f"openapi-{row['version'][:3]}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_schema_of_a_real_document_opens(path):
    """To the leaves, each place once; none is unresolved that is not a problem too."""
    _, found = read(path)
    todo = list(found.schemas.values())
    for operation in found.operations:
        todo += [each.schema for each in operation.parameters]
        bodies = [operation.request_body] if operation.request_body else []
        todo += [media.schema for part in (*bodies, *operation.responses) for media in part.content]
    met = set()
    unresolved = 0
    while todo:
        node = todo.pop()
        if node is None or node.pointer in met:
            continue
        met.add(node.pointer)
        unresolved += bool(node.unresolved)
        todo += [node.items, node.additional_properties, *node.properties.values()]
        todo += [child for keyword in ("allOf", "anyOf", "oneOf", "prefixItems") for child in node.listed(keyword)]
    assert unresolved <= sum("reference leads" in problem.message for problem in found.problems)
