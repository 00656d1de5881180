"""Published documents: every operation of the five methods is rendered, and every form names it.

Reads the folder that `APIREF_CORPUS` names (by default `../shared/corpus` beside the project), else the project's own
documents.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from apiref_nb.describing import describe_reference
from apiref_nb.load import load_api
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html import render_reference
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.markdown_text import code
from apiref_nb.writing.plain_text import reference_text

ROOT = Path(__file__).parents[3]
CORPUS = Path(os.environ.get("APIREF_CORPUS", ROOT.parent / "shared" / "corpus"))
OWN = ROOT / "tests" / "documents"
FILES = sorted(
    file for file in (CORPUS if CORPUS.is_dir() else OWN).iterdir() if file.suffix in (".json", ".yaml", ".yml")
)
METHODS = ("get", "post", "put", "patch", "delete")
LARGE_BYTES = 500_000


def raw_operations(file: Path) -> list[tuple[str, str]]:
    """(METHOD, path) read by other parsers than ours, references between paths followed."""
    text = file.read_text("utf-8")
    try:
        data = json.loads(text)
    except ValueError:
        data = yaml.load(text, yaml.CBaseLoader)  # every scalar stays text
    found = []
    for path, item in data.get("paths", {}).items():
        if not path.startswith("/") or not isinstance(item, Mapping):
            continue
        whole: dict[str, Any] = {**_target(data, item), **item}
        found += [(name.upper(), path) for name in whole if name in METHODS]
    return found


def _target(data: Any, item: Mapping[str, Any]) -> Mapping[str, Any]:
    here = data
    for token in item.get("$ref", "#/x-none").split("/")[1:]:
        here = here.get(token.replace("~1", "/").replace("~0", "~"), {})
    return here


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.name, marks=pytest.mark.slow if file.stat().st_size > LARGE_BYTES else ())
        for file in FILES
    ],
)
def test_every_operation_of_the_document_is_rendered_and_named_in_every_form(file: Path):
    """Rendered operations (five methods) equal what is in the document; HTML, Markdown and text name the same."""
    api = load_api(file)
    internal = {op.key for op in api.operations if op.broken}
    expected = sorted(raw_operations(file))
    if "x-internal" not in file.read_text("utf-8"):
        assert sorted((op.method, op.path) for op in api.operations) == expected
    reference = describe_reference(api)
    html = render_reference(reference)
    shown = re.findall(r'<div class="ar-op [^"]*ar-listed[^"]*" id=([^ >]+)', html)
    anchors = [reference.operation_anchor(op) for op in api.operations]
    assert [anchor for anchor in shown if anchor in set(anchors)] == anchors
    assert f"Rendered operations <code>{len(anchors) - len(internal)}</code>" in html
    assert set(re.findall(r"<a [^>]*href=#([^ >]+)", html)) <= set(re.findall(r" id=([^ >]+)", html))
    markdown, text = reference_markdown(reference), reference_text(reference)
    for op in api.operations:
        assert f"#### {code(op.key)}" in markdown
        assert f"  {op.method:<6} {visible_line(op.path)}" in text


@pytest.mark.parametrize("file", [file for file in FILES if file.stat().st_size <= 50_000], ids=lambda file: file.name)
def test_rendering_twice_is_identical(file: Path):
    """Same input, same bytes."""
    assert render_reference(describe_reference(load_api(file))) == render_reference(describe_reference(load_api(file)))
