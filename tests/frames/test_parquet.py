"""Rows kept as Parquet: none lost and none repeated, wherever it is killed; nothing written over, memory flat."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tracemalloc
from decimal import Decimal
from pathlib import Path

import httpx
import pyarrow.parquet as pq
import pytest

from apiref_nb import Client, MismatchError, RecordsError, ShapeError, load_api
from tests.frames import killing
from tests.frames.killing import ROWS, document, ids, keep, killed
from tests.frames.records import NAMES, ROW
from tests.frames.records import document as orders

KILLS = 20


def test_rows_stand_in_parts_with_a_manifest(tmp_path):
    """Parts end with a page; the manifest says what they hold; a complete folder asks for nothing more."""
    kept, _ = keep(tmp_path / "rows")
    assert (kept.rows, kept.complete, ids(tmp_path / "rows")) == (ROWS, True, list(range(ROWS)))
    assert repr(kept) == f"KeptRows(rows, {len(kept.files)} parts, {ROWS} rows, complete)"
    assert sorted(path.name for path in kept.folder.iterdir()) == [
        ".lock", "_manifest.json", *(path.name for path in kept.files),
    ]  # fmt: skip
    before = {path: path.read_bytes() for path in kept.folder.iterdir()}
    with patched_answer(None):
        assert keep(tmp_path / "rows")[0] == kept
    assert before == {path: path.read_bytes() for path in kept.folder.iterdir()}


def record_of(made):
    """The schema of a record in the document."""
    body = made["paths"]["/rows"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return body["properties"]["data"]["items"]


def patched_answer(answer):
    patch = pytest.MonkeyPatch.context()
    patched = patch.__enter__()
    patched.setattr(killing, "answer", answer)

    class Undone:
        def __enter__(self):
            return patched

        def __exit__(self, *exc):
            patch.__exit__(*exc)

    return Undone()


def test_killed_anywhere_and_started_again_every_row_is_there_once(tmp_path):
    """Kills at random steps, up to several in one folder; then a run that nobody kills."""
    chance = random.Random(19)
    _, steps = keep(tmp_path / "whole")
    kills = 0
    for step in range(1, 12):  # before anything is there to go on from
        assert killed(tmp_path / "early" / str(step), step)
        assert not killed(tmp_path / "early" / str(step), 0)
        assert ids(tmp_path / "early" / str(step)) == list(range(ROWS))
    for number in range(KILLS):
        folder = tmp_path / str(number)
        while killed(folder, chance.randint(1, steps)):
            kills += 1
        assert ids(folder) == list(range(ROWS))
    print(f"{kills} kills at {steps} steps")
    assert kills >= KILLS


def test_a_process_that_is_killed_loses_no_row(tmp_path):
    """By SIGKILL, in a process of its own, where no block is left in order."""
    _, steps = keep(tmp_path / "whole")
    folder = tmp_path / "rows"
    command = [sys.executable, "-m", "tests.frames.killing", str(folder), str(int(steps * 0.7))]
    assert subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode == -9
    assert len(ids(folder)) < ROWS
    assert keep(folder)[0].rows == ROWS
    assert ids(folder) == list(range(ROWS))


def test_what_is_on_its_way_is_not_asked_for_again(tmp_path):
    """A run that is stopped goes on behind its last part, with the source's own token."""
    client = Client(load_api(document()), transport=httpx.MockTransport(killing.answer))
    kept = client.list_rows.pages(max_pages=10).to_parquet(tmp_path / "rows")
    assert (kept.rows, kept.complete, kept.stopped) == (70, False, "max_pages=10 is reached")
    asked = []
    more = Client(
        load_api(document()),
        transport=httpx.MockTransport(lambda request: asked.append(request) or killing.answer(request)),
    )
    assert more.list_rows.pages().to_parquet(tmp_path / "rows").rows == ROWS
    assert asked[0].url.params["cursor"] == "70"
    with pytest.raises(RecordsError, match="holds rows already; resume=True goes on"):
        stopped_at_one(client, tmp_path).to_parquet(tmp_path / "one", resume=False)


def stopped_at_one(client, tmp_path):
    """Pages of which the folder `one` holds the first."""
    client.list_rows.pages(max_pages=1).to_parquet(tmp_path / "one")
    return client.list_rows.pages()


def test_awaited_pages_are_kept_alike(tmp_path):
    """The same files, byte by byte."""
    client = Client(load_api(document()), transport=httpx.MockTransport(killing.answer))
    first = client.list_rows.pages().to_parquet(tmp_path / "a", rows_per_part=50)
    second = asyncio.run(client.aio.list_rows.pages().to_parquet(tmp_path / "b", rows_per_part=50))
    assert [file.read_bytes() for file in first.files] == [file.read_bytes() for file in second.files]
    awaited = asyncio.run(client.aio.list_rows.pages().arrow())
    assert awaited.equals(client.list_rows.pages().arrow())
    assert asyncio.run(client.aio.list_rows.pages().frame()).equals(client.list_rows.pages().frame())


def test_a_folder_of_something_else_is_refused(tmp_path):
    """Other files, another request, other columns, a part that is gone, a manifest that is none: each is told."""
    client = Client(load_api(document()), transport=httpx.MockTransport(killing.answer))

    def refused(words, **arguments):
        with pytest.raises(RecordsError, match=words):
            client.list_rows.pages(**arguments).to_parquet(tmp_path / "rows")

    (tmp_path / "rows").mkdir()
    (tmp_path / "rows" / "mine.txt").write_text("mine")
    refused(r'holds other files \("mine\.txt"\); name a folder for these rows alone')
    (tmp_path / "rows" / "mine.txt").unlink()
    client.list_rows.pages(max_pages=9).to_parquet(tmp_path / "rows", rows_per_part=30)
    refused("holds rows of another request; name another folder", limit=3)
    other = document()
    del record_of(other)["properties"]["name"]
    with pytest.raises(RecordsError, match="holds rows with other columns"):
        Client(load_api(other), transport=httpx.MockTransport(killing.answer)).list_rows.pages().to_parquet(
            tmp_path / "rows"
        )
    (tmp_path / "rows" / "part-00000.parquet").unlink()
    refused(r"part-00000\.parquet is missing, which the manifest names")
    (tmp_path / "rows" / "_manifest.json").write_text('{"format": 1, "parts": [{"file": "../x", "rows": 1}]}')
    refused("is no manifest of this library")
    with pytest.raises(ShapeError, match="rows_per_part: must be a whole number above 0"):
        client.list_rows.pages().to_parquet(tmp_path / "new", rows_per_part=0)


def test_values_that_do_not_fit_are_told_with_their_row_among_all(tmp_path):
    """What was kept stays; as text on request."""
    pages = [[ROW, ROW], [ROW, {**ROW, "id": "x", "new": 1}]]

    def answer(request):
        number = int(request.url.params.get("page", "1"))
        return httpx.Response(200, json=pages[number - 1] if number <= len(pages) else [])

    made = orders()
    made["paths"]["/orders"]["get"]["parameters"] = [{"name": "page", "in": "query", "schema": {"type": "integer"}}]
    client = Client(load_api(made), transport=httpx.MockTransport(answer))
    for table in (
        lambda pages: pages.to_parquet(tmp_path / "a"),
        lambda pages: pages.frame(),
        lambda pages: pages.arrow(),
    ):
        with pytest.raises(
            MismatchError, match=r"GET /orders: 1 value is not what .*: row 3, id: must be a whole number"
        ):
            table(client.orders.pages())
    kept = client.orders.pages().to_parquet(tmp_path / "b", on_mismatch="text")
    table = pq.read_table(kept.folder)
    assert table["_as_sent"].to_pylist() == [None, None, None, '{"id": "x"}']
    assert [text and json.loads(text) for text in table["_more"].to_pylist()] == [None, None, None, {"new": 1}]
    assert table["total"].to_pylist() == [Decimal("19.99")] * 4
    frame = client.orders.pages().frame(on_mismatch="text")
    assert (list(frame.columns), len(frame), str(frame["status"].dtype)) == ([*NAMES, "_as_sent", "new"], 4, "category")


def test_without_a_schema_the_first_page_settles_the_columns(tmp_path):
    """Later pages keep to them; what is new stands in the column for it, also after a new start."""
    made = document()
    record_of(made).clear()

    def answer(request):
        found = json.loads(killing.answer(request).content)
        for row in found["data"]:
            row.update({"half": row["id"] / 2, "extra": 1} if row["id"] > 100 else {"half": 0.5})
        return httpx.Response(200, json=found)

    client = Client(load_api(made), transport=httpx.MockTransport(answer))
    for most in (5, 10, None):
        kept = client.list_rows.pages(max_pages=most).to_parquet(tmp_path / "rows")
    table = pq.read_table(kept.folder)
    assert (table.schema.names, len(table)) == (["id", "name", "half", "_more"], ROWS)
    assert table["_more"].to_pylist() == [None] * 101 + ['{"extra": 1}'] * 99


def test_an_empty_source_is_a_table_with_columns(tmp_path):
    """So that who reads the folder finds them."""
    client = Client(
        load_api(document()), transport=httpx.MockTransport(lambda request: httpx.Response(200, json={"data": []}))
    )
    kept = client.list_rows.pages().to_parquet(tmp_path / "rows")
    assert (kept.rows, kept.complete, pq.read_table(kept.folder).schema.names) == (0, True, ["id", "name", "_more"])
    assert list(client.list_rows.pages().frame().columns) == ["id", "name"]


def test_two_processes_do_not_write_into_one_folder(tmp_path):
    """The second one is told."""
    client = Client(load_api(document()), transport=httpx.MockTransport(killing.answer))
    inner = []

    def answer(request):
        if not inner:
            inner.append(1)
            with pytest.raises(RecordsError, match="another process writes into this folder"):
                client.list_rows.pages().to_parquet(tmp_path / "rows")
        return killing.answer(request)

    outer = Client(load_api(document()), transport=httpx.MockTransport(answer))
    assert outer.list_rows.pages().to_parquet(tmp_path / "rows").rows == ROWS


def test_memory_stays_flat(tmp_path):
    """Twelve times the rows take no more of it."""
    text = "x" * 400

    def peak(rows):
        def answer(request):
            first = int(request.url.params.get("cursor", "0"))
            data = [{"id": number, "name": f"{text} {number}"} for number in range(first, first + 500)]
            more = {"next_cursor": str(first + 500)} if first + 500 < rows else {}
            return httpx.Response(200, json={"data": data, **more})

        client = Client(load_api(document()), transport=httpx.MockTransport(answer))
        tracemalloc.start()
        try:
            assert client.list_rows.pages().to_parquet(tmp_path / str(rows), rows_per_part=2_000).rows == rows
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few = peak(1_000)
    assert peak(12_000) < 1.5 * few
