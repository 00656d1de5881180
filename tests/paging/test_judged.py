"""How published operations page, judged by hand in `judged.tsv`, against what is read from their documents.

The operations were drawn by the digest of their names among the lists of the corpus that have any word of paging, near
twins left out. Each was judged by reading its document: what a request sends, what says how many records a page has,
where an answer has the next token or address, and where its records stand; `undecided` where the document does not say.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from apiref_nb import load_api
from apiref_nb.paging import paging_of
from apiref_nb.paging.json_path import shown

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
TABLE = Path(__file__).with_name("judged.tsv")


def judged():
    with TABLE.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def read(operation, api):
    """What is read from the document, in the columns of the table."""
    paging = paging_of(api, operation)
    records = "-" if paging.records is None else shown(paging.records) or "(body)"
    found = {"kind": paging.kind, "sends": paging.parameter, "size": paging.size, "next": paging.next}
    return {name: value or "-" for name, value in found.items()} | {"records": records}


def test_the_table_holds_a_hundred_operations_of_many_documents():
    """Each once, of every kind that the corpus has."""
    rows = judged()
    assert len({(row["document"], row["operation"]) for row in rows}) == len(rows) >= 100
    assert len({row["document"] for row in rows}) >= 30
    kinds = {"cursor", "page", "offset", "next_url", "link_header", "undecided"}
    assert {row["kind"] for row in rows} == kinds


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of published documents is not beside the project")
def test_what_is_read_is_what_a_reader_judges():
    """At least 97 of 100 right, and none wrong in silence: what is not right is undecided."""
    apis = {}
    wrong, silent = [], []
    for row in judged():
        api = apis.get(row["document"]) or apis.setdefault(row["document"], load_api(CORPUS / row["document"]))
        found = read(api[row["operation"]], api)
        if found["kind"] == "undecided":
            found["size"] = row["size"]  # nothing is sent by it
        if found != {name: row[name] for name in found}:
            wrong.append((row["document"], row["operation"], found))
            silent += wrong[-1:] if found["kind"] != "undecided" else []
    count = len(judged())
    right = count - len(wrong)
    print(f"judged {count} operations of {len(apis)} documents: {right} right, {len(silent)} wrong in silence")
    assert len(wrong) <= 0.03 * count, wrong
    assert silent == []
