"""Pages as files: never over somebody else's, whole or not at all, and compared for CI."""

from __future__ import annotations

import os

import pytest

from apiref_nb.errors import PageError
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.pages.page_files import Difference, check_pages, write_pages
from tests.writing.documents import OK, api_of

TWO = {"/pets": {"get": {"responses": OK}}, "/orders": {"get": {"responses": OK}}}
ONE = {"/pets": {"get": {"responses": OK}}}


def listed(folder):
    return sorted(path.name for path in folder.iterdir())


def pages_of(paths, **options):
    return notebook_pages(api_of(paths), **options)


@pytest.mark.parametrize("format_name", ["ipynb", "md"])
def test_a_second_import_changes_nothing(tmp_path, format_name):
    """The folder is made; what is the same is not written again."""
    pages = pages_of(TWO, format=format_name)
    first = write_pages(pages, tmp_path / "a" / "reference")
    second = write_pages(pages, tmp_path / "a" / "reference")
    assert tuple(page.file_name for page in pages) == first.written == second.unchanged
    assert () == second.written == check_pages(pages, tmp_path / "a" / "reference")
    assert sorted(first.written) == listed(tmp_path / "a" / "reference")


@pytest.mark.parametrize("format_name", ["ipynb", "md"])
def test_edits_are_replaced(tmp_path, format_name):
    """A page is generated: what is written into it is gone at the next import."""
    pages = pages_of(TWO, format=format_name)
    write_pages(pages, tmp_path)
    path = tmp_path / pages[1].file_name
    path.write_text(path.read_text("utf-8").replace("pets", "cats"), "utf-8")
    assert (Difference(pages[1].file_name, "differs"),) == check_pages(pages, tmp_path)
    assert (pages[1].file_name,) == write_pages(pages, tmp_path).written
    assert pages[1].text == path.read_text("utf-8")


FOREIGN = {
    b"": ("it is empty", "it is empty"),
    b"{}": ("apiref-nb did not write it", "apiref-nb did not write it"),
    b"my notes": ("it is no valid JSON, from line 1 on", "apiref-nb did not write it"),
    b'{\n"metadata": {}\n': ("it is no valid JSON, from line 3 on", "apiref-nb did not write it"),
    b"\xff\xfe": ("it is no UTF-8 text", "it is no UTF-8 text"),
    b"[" * 100_000: ("it is no valid JSON", "apiref-nb did not write it"),
}
"""Content of a file -> why it is no page of ours, as a notebook and as Markdown."""


@pytest.mark.parametrize("content", FOREIGN, ids=lambda content: content[:8])
@pytest.mark.parametrize(("number", "format_name"), [(0, "ipynb"), (1, "md")])
def test_a_file_of_somebody_else_is_never_overwritten(tmp_path, content, number, format_name):
    """Nothing is written, nothing is lost, and it is said what is wrong with the file; `force` insists."""
    pages = pages_of(TWO, format=format_name)
    mine = tmp_path / pages[2].file_name
    mine.write_bytes(content)
    reason = FOREIGN[content][number]
    with pytest.raises(PageError) as refused:
        write_pages(pages, tmp_path)
    assert f"nothing was written, for this would be lost: {mine.name} ({reason}); " in str(refused.value)
    assert "--force" in str(refused.value)
    assert [mine.name] == listed(tmp_path)
    assert content == mine.read_bytes()
    assert Difference(mine.name, "foreign", reason) in check_pages(pages, tmp_path)
    write_pages(pages, tmp_path, force=True)
    assert pages[2].text == mine.read_text("utf-8")


def test_a_damaged_page_is_told_from_an_edited_one(tmp_path):
    """A merge that went wrong, a write of another program that was cut short."""
    pages = pages_of(TWO)
    write_pages(pages, tmp_path)
    path = tmp_path / pages[1].file_name
    path.write_text(pages[1].text[: len(pages[1].text) // 2], "utf-8")
    (found,) = check_pages(pages, tmp_path)
    assert found.kind == "foreign"
    assert found.reason.startswith("it is no valid JSON, from line ")


def test_a_folder_in_the_way_is_not_removed(tmp_path):
    """Not even with `force`."""
    pages = pages_of(TWO)
    (tmp_path / pages[1].file_name).mkdir()
    with pytest.raises(PageError, match="it is a folder"):
        write_pages(pages, tmp_path, force=True)
    assert [pages[1].file_name] == listed(tmp_path)


def test_a_group_that_is_gone_leaves_its_page_until_pruned(tmp_path):
    """Its page is named, then removed when asked; other files are nobody's concern."""
    write_pages(pages_of(TWO), tmp_path)
    (tmp_path / "notes.ipynb").write_text("{}")
    (tmp_path / "other.ipynb").write_text(notebook_pages(api_of(ONE, info={"title": "Else", "version": "1"}))[1].text)
    assert (Difference("orders.ipynb", "stale"),) == check_pages(pages_of(ONE), tmp_path)[-1:]
    report = write_pages(pages_of(ONE), tmp_path)
    assert report.stale == ("orders.ipynb",)
    assert (tmp_path / "orders.ipynb").exists()
    report = write_pages(pages_of(ONE), tmp_path, prune=True)
    assert report.pruned == ("orders.ipynb",)
    assert listed(tmp_path) == ["index.ipynb", "notes.ipynb", "other.ipynb", "pets.ipynb"]


def test_a_part_of_an_api_leaves_the_other_pages_alone(tmp_path):
    """Importing one tag is no reason to call the others stale."""
    write_pages(pages_of(TWO), tmp_path)
    part = pages_of(TWO, tags=("pets",))
    assert write_pages(part, tmp_path, prune=True, whole=False).pruned == ()
    assert (tmp_path / "orders.ipynb").exists()


def test_a_check_writes_nothing(tmp_path):
    """Not even the folder."""
    pages = pages_of(ONE)
    found = check_pages(pages, tmp_path / "reference")
    assert [(page.file_name, "missing") for page in pages] == [(one.file_name, one.kind) for one in found]
    assert listed(tmp_path) == []


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt("No space")])
def test_a_failed_write_leaves_the_old_page_and_no_litter(tmp_path, monkeypatch, fault):
    """A page is the old one or the new one, never a part; also when the reader interrupts."""
    write_pages(pages_of(ONE), tmp_path)
    before = (tmp_path / "index.ipynb").read_bytes()

    def full(_descriptor):
        raise fault

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(type(fault), match="No space"):
        write_pages(pages_of(TWO), tmp_path)
    assert before == (tmp_path / "index.ipynb").read_bytes()
    assert listed(tmp_path) == ["index.ipynb", "pets.ipynb"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_page_keeps_its_mode(tmp_path):
    """A page that only its owner may read stays so."""
    write_pages(pages_of(ONE), tmp_path)
    (tmp_path / "index.ipynb").chmod(0o600)
    write_pages(pages_of(TWO), tmp_path)
    assert (tmp_path / "index.ipynb").stat().st_mode & 0o777 == 0o600
