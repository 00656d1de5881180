"""The published table of keywords: every row is true in every version that it names, and no keyword is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from apiref_nb import load_api
from apiref_nb.describing import describe_reference
from apiref_nb.reading.dialects import DIALECTS
from apiref_nb.writing.html import render_reference
from tests.keywords.places import probe
from tests.keywords.published_table import BEGIN, END, table_text
from tests.keywords.regions import words_by_region
from tests.keywords.table import Keyword, keywords

CASES = [(row, version) for row in keywords() for version in row.versions]
PAGE = Path(__file__).parents[2] / "docs" / "keywords.md"


def page(kind: str, version: str, fragment: object) -> dict[str, str]:
    api = load_api(probe(version, kind, fragment))  # type: ignore[arg-type] # a mapping
    return words_by_region(str(render_reference(describe_reference(api))))


@pytest.mark.parametrize(
    ("row", "version"), CASES, ids=[f"{row.kind}.{row.name}-{version}".replace(" ", "-") for row, version in CASES]
)
def test_keyword_is_shown_where_the_table_says(row: Keyword, version: str) -> None:
    """The words stand in the named region, fewer without the keyword; nowhere when the table says `not shown`."""
    shown = page(row.kind, version, row.fragment)
    if row.where:
        told = shown.get(row.where, "")
        assert row.words in told
        # (`swagger` has one value only, and no document of 2.0 is without it.)
        if row.name in row.fragment and row.name != "swagger":
            without = {name: value for name, value in row.fragment.items() if name != row.name}
            assert told.count(row.words) > page(row.kind, version, without).get(row.where, "").count(row.words)
    else:
        # What is wrong with a document is listed with its own words: that is no place where a keyword is shown.
        said = " ".join(text for region, text in shown.items() if region != "problems")
        assert row.words not in said


@pytest.mark.parametrize("version", ["2.0", "3.0", "3.1", "3.2"])
def test_every_field_of_the_grammar_has_a_row(version: str) -> None:
    """What a version's objects may hold is in the table, and the table names nothing that the version does not have."""
    grammar = next(dialect.grammar for _, _, dialect in DIALECTS if dialect.format_id.endswith(version))
    told = {
        (row.kind.removesuffix(" in a request").removesuffix(" of an array"), row.name)
        for row in keywords()
        if version in row.versions
    }
    fields = {(kind, name) for kind, entry in grammar.items() if kind != "schema or boolean" for name in entry.fields}
    patterned = {("callback", "{expression}"), ("schema", "$ref")}
    if version in ("2.0", "3.0"):
        fields.discard(("schema", "examples"))  # read, as authors mean it, but no keyword of these versions
    assert fields - told == set()
    extra = {(kind, name) for kind, name in told - fields - patterned if not name.startswith("x-")}
    assert extra == set()


def test_the_docs_hold_the_table() -> None:
    """The section in docs is what `scripts/keyword_table.py` writes."""
    text = PAGE.read_text("utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
    assert text[text.index(BEGIN) : text.index(END)].removeprefix(BEGIN).strip() == table_text().strip()
