"""Every format, sample language and OpenAPI version together: what one of the three tables gains, the others must know.

The tables are `FORMATS`, `LANGUAGES` and `DIALECTS`. A new line in one of them is read here, so nothing is left out in
silence; a version without a document in tests/documents fails as well.
"""

from __future__ import annotations

import csv
import html
import json
import re
from pathlib import Path

import pytest

from apiref_nb.load import load_api
from apiref_nb.load.outputs import Outputs, PageOptions
from apiref_nb.model import Api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.reading.dialects import DIALECTS
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.writing.formats import FORMATS, PAGED, WHOLE, format_of
from apiref_nb.writing.formats.csv_table import COLUMNS

DOCUMENTS = Path(__file__).parents[1] / "documents"
APIS = {api.format_id: api for api in (load_api(path) for path in sorted(DOCUMENTS.glob("library-*")))}
VERSIONS = [dialect.format_id for _, _, dialect in DIALECTS]


def written(name: str, api: Api) -> str:
    """A whole document in one format, as one text."""
    if name in WHOLE:
        return Outputs(api, PageOptions())[name]
    ending = FORMATS[name].suffixes[0].removeprefix(".")
    return "\n".join(page.text for page in notebook_pages(api, format=ending))


def plain(name: str, text: str) -> str:
    """The words of an output: without tags, escapes and white space, none of which a sample is known by."""
    if name == "html":
        text = html.unescape(re.sub(r"<[^>]*>", "", text))
    elif name == "ipynb":
        text = "\n".join("".join(cell["source"]) for page in text.split("\n{") for cell in cells(page))
    return re.sub(r"\s+", "", text)


def cells(page: str) -> list[dict]:
    return json.loads(page if page.startswith("{") else "{" + page)["cells"]


def test_each_version_has_a_document():
    """A dialect that no document here is written in would be tested by nothing."""
    assert set(VERSIONS) <= set(APIS)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_names_every_operation_of_every_version(name, version):
    """Method and path of each, those without a card included."""
    api = APIS[version]
    text = written(name, api)
    operations = [*api.operations, *api.unrendered]
    assert len(operations) > 5
    assert [one.key for one in operations if one.path not in text and one.path not in plain(name, text)] == []
    assert all(one.method in text for one in operations)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if one.samples and one.write is not None])
def test_every_format_with_samples_has_every_language_of_every_version(name, language, version):
    """The text that the language writes for each operation stands in the output."""
    api = APIS[version]
    text = plain(name, written(name, api))
    number = [*LANGUAGES].index(language)
    samples = [re.sub(r"\s+", "", request_tabs(one)[number].code) for one in api.operations if not one.broken]
    assert len(samples) > 5
    assert [sample for sample in samples if sample not in text] == []


CODE_CELL = {"ipynb": '"cell_type": "code"', "md": "{code-cell}"}


@pytest.mark.parametrize("name", PAGED)
def test_pages_call_every_operation(name):
    """A page's own sample is the cell that runs: one for each operation, and one that sets up each page."""
    for version in VERSIONS:
        pages = notebook_pages(APIS[version], format=name)
        count = sum(not one.broken for one in APIS[version].operations)
        groups = [group for group in APIS[version].groups if group.operations]
        assert sum(page.text.count(CODE_CELL[name]) for page in pages) == count + len(groups)


def test_a_format_is_one_file_or_pages():
    """And has an ending by which `save` and `render` know it, or `import` takes."""
    assert all((one.write is None) != (one.pages is None) for one in FORMATS.values())
    endings = [ending for name in WHOLE for ending in FORMATS[name].suffixes]
    assert len(set(endings)) == len(endings)
    assert {format_of(f"a.b{ending.upper()}") for ending in endings} == set(WHOLE)
    assert format_of("html") is None


def test_the_table_of_operations_is_one_row_each():
    """Headings, then what a spreadsheet sorts by; in the order of the page."""
    api = APIS["openapi-3.1"]
    rows = list(csv.DictReader(written("csv", api).splitlines()))
    listed = [one for group in api.groups for one in (*group.operations, *group.unrendered)]
    assert [(row["method"], row["path"]) for row in rows] == [(one.method, one.path) for one in listed]
    assert tuple(rows[0]) == COLUMNS
    assert {row["card"] for row in rows} <= {"yes", "no"}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\u200b=", " ="])
def test_no_cell_of_the_table_is_a_formula(start):
    """A spreadsheet runs what begins with such a character; a document's words are only words."""
    summary = f"{start}cmd|' /C calc'!A0"
    api = load_api(
        {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1"},
            "paths": {"/a": {"get": {"summary": summary, "operationId": summary, "tags": [summary]}}},
        }
    )
    (row,) = csv.reader(written("csv", api).splitlines()[1:])
    assert [cell for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))] == []
