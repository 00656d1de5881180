"""Cases that others wrote about references and overlays, read where their folder is; without it, our own alone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from apiref_nb import load_api
from apiref_nb.load.loading import Loading
from apiref_nb.load.options import Options
from apiref_nb.parsing import parse
from apiref_nb.text.pointer import resolve
from tests.many_files.sources import LIBRARY, LIBRARY_IN_ONE, written

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
DATA = CORPUS.parent / "data"

AFTER = re.compile(r"\n\n(bundling|Deprecated plugin) .*", re.DOTALL)
"""What the tool says after its bundle."""

ABOUT_REFERENCES = {
    "bundle-example-value-with-ref": "snapshot.txt",
    "bundle-use-titles-for-component-names-collision": "snapshot-off.txt",
    "no-self-referenced-components": "snapshot.txt",
    "primitive-types": "snapshot.txt",
    "resolve-refs-from-x-attributes": "snapshot.txt",
    "sibling-refs-oas": "snapshot.txt",
    "sibling-refs-root-in-file": "snapshot.txt",
}
"""The others are about settings of the tool that they test: overrides of texts by its configuration."""


def unfolded(node: Any, root: Any, inside: tuple[str, ...] = ()) -> Any:
    """Return a tree with its references replaced by what they name; a circle by the number of steps back."""
    if isinstance(node, list):
        return [unfolded(item, root, inside) for item in node]
    if not isinstance(node, dict):
        return node
    text = node.get("$ref")
    if isinstance(text, str) and text.startswith("#/"):
        if text in inside:
            return {"back": len(inside) - inside.index(text)}
        rest = {name: value for name, value in node.items() if name != "$ref"}
        target = unfolded(resolve(root, text), root, (*inside, text))
        return {"is": target, "beside": unfolded(rest, root, inside)} if rest else target
    # What the case's own plugin adds is no part of the document.
    return {name: unfolded(value, root, inside) for name, value in node.items() if name != "resolved"}


def said(document: Any) -> dict[str, Any]:
    """Return what a document says, whatever its components are called."""
    found = unfolded({name: value for name, value in document.items() if name != "components"}, document)
    kept = {section: [unfolded(one, document) for one in named.values()] for section, named in
            document.get("components", {}).items() if isinstance(named, dict)}  # fmt: skip
    return {**found, "components": kept}


def test_published_bundles_say_the_same(tmp_path, capsys):
    """Each case about references, resolved, is what its authors expect."""
    one = tmp_path / "one.yaml"
    one.write_text(LIBRARY_IN_ONE, encoding="utf-8")
    cases = {"library": (written(tmp_path, LIBRARY), one.read_text("utf-8"))}
    if DATA.is_dir():
        for name, snapshot in ABOUT_REFERENCES.items():
            folder = DATA / "many-files" / name
            cases[name] = (folder / "openapi.yaml", AFTER.sub("", (folder / snapshot).read_text("utf-8")))
    for name, (entry, expected) in cases.items():
        got = Loading(entry, Options()).composition().document.root
        assert said(got) == said(parse(expected.encode(), source=name).root), name
    with capsys.disabled():
        print(f"\n{len(cases)} sets of files read: {', '.join(cases)}")


def test_published_overlays_give_the_published_documents(capsys):
    """Each set of the specification, as parsed documents."""
    folders = sorted((DATA / "overlay").iterdir()) if DATA.is_dir() else []
    for folder in folders:
        options = Options(overlays=[folder / "overlay.yaml"])
        composition = Loading(folder / "openapi.yaml", options).composition()
        expected = parse((folder / "output.yaml").read_bytes(), source=folder.name).root
        assert composition.document.root == expected, folder.name
        assert composition.problems == (), folder.name
    with capsys.disabled():
        print(f"\n{len(folders)} published overlays applied")


def test_a_bundle_of_a_published_case_is_read(tmp_path):
    """A component that is nothing but a reference to a file becomes what the file holds, not itself."""
    files = {
        "openapi.yaml": """
openapi: 3.0.3
info: {title: T, version: "1"}
paths: {'/pets/{id}': {$ref: './paths/Pet.yaml'}}
components: {schemas: {$ref: './schemas/_index.yaml'}, parameters: {$ref: './parameters/_index.yaml'}}
""",
        "paths/Pet.yaml": """
get:
  parameters: [{$ref: '../parameters/Id.yaml'}]
  responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '../schemas/Pet.yaml'}}}}}
""",
        "schemas/_index.yaml": "Pet: {$ref: './Pet.yaml'}",
        "schemas/Pet.yaml": "{type: object}",
        "parameters/_index.yaml": "Id: {$ref: './Id.yaml'}",
        "parameters/Id.yaml": "{name: id, in: path, required: true, schema: {type: string}}",
    }
    document = load_api(written(tmp_path, files)).document
    assert document["components"]["schemas"] == {"Pet": {"type": "object"}}
    assert list(document["components"]["parameters"]) == ["Id"]
