"""`apiref-nb render`: formats, parts, and a file that is whole or untouched."""

from __future__ import annotations

import json
import os
import stat

import pytest

OPERATIONS = ("/berths", "/tides/{day}")


@pytest.mark.parametrize("name", ["page.html", "page.HTM", "page.md", "page.markdown", "page.txt"])
def test_file_ending_decides_the_format(run, folder, name):
    """Every format names the same operations; HTML is a page of its own."""
    done = run("render", "harbour.json", "-o", name)
    page = (folder / name).read_text(encoding="utf-8")
    assert done.code == 0
    assert done.err == f"wrote {name}\n"
    assert [path for path in OPERATIONS if path in page] == list(OPERATIONS)
    assert page.startswith("<!DOCTYPE html>") == name.lower().endswith(("html", "htm"))


def test_address_renders_as_the_file_it_serves(run, folder, address):
    """SOURCE is an address when it begins with http:// or https://, and a path otherwise."""
    assert run("render", address, "-o", "served.txt").code == 0
    assert run("render", "harbour.json", "-o", "read.txt").code == 0
    assert (folder / "served.txt").read_bytes() == (folder / "read.txt").read_bytes()


@pytest.mark.parametrize("format_", ["html", "md", "txt"])
def test_standard_output_carries_the_page_alone(run, folder, format_):
    """`-o -` writes the page to a pipe, byte for byte what a file would hold, and nothing else to it."""
    run("render", "harbour.json", "-o", f"page.{format_}")
    done = run("render", "harbour.json", "-o", "-", "--format", format_)
    assert done.out.rstrip("\n") == (folder / f"page.{format_}").read_text(encoding="utf-8").rstrip("\n")
    assert done.err == ""


def test_same_document_gives_the_same_bytes(run, folder):
    """A page in version control changes only when its document does."""
    for name in ("first.html", "second.html"):
        run("render", "harbour.json", "-o", name)
    assert (folder / "first.html").read_bytes() == (folder / "second.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        (["--tag", "tides"], ["/tides/{day}"]),
        (["--tag", "tides", "--tag", "berths"], list(OPERATIONS)),
        (["--operation", "listBerths"], ["/berths"]),
        (["--operation", "GET /tides/{day}"], ["/tides/{day}"]),
    ],
)
def test_part_of_a_reference_is_chosen(run, folder, words, seen):
    """`--tag` and `--operation` may be repeated; what they do not name is left out."""
    done = run("render", "harbour.json", "-o", "-", "--format", "md", *words)
    assert [path for path in OPERATIONS if path in done.out] == seen


def test_overview_may_be_left_out(run, folder):
    """`--no-overview` drops title, servers and summary line; the operations stay."""
    done = run("render", "harbour.json", "-o", "-", "--format", "txt", "--no-overview")
    assert "Compatibility" not in done.out
    assert "/berths" in done.out


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["-o", "page.pdf"], "the file must end in .html, .md, .txt or .csv"),
        (["-o", "-"], "standard output has no file ending"),
        (["-o", "page.html", "--tag", "fish"], '--tag: no tag "fish"; there are: berths, tides'),
        (["-o", "page.html", "--operation", "fish"], '--operation: no operation "fish"'),
        (["-o", "missing/page.html"], "missing"),
        (["-o", "."], "the file must end in"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(run, folder, words, cause):
    """Exit code 2, the user's own spelling, nothing on standard output, no traceback, no file."""
    done = run("render", "harbour.json", *words)
    assert done.code == 2
    assert cause in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err
    assert done.out == ""
    assert [path.name for path in folder.iterdir()] == ["harbour.json"]


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("nowhere.json", "nowhere.json: there is no such file"),
        ("localhost:8000/openapi.json", "; an address begins with http:// or https://"),
        ("broken.json", "line 1, column"),
        ("http://127.0.0.1:1/openapi.json", "http://127.0.0.1:1/openapi.json: "),
    ],
)
def test_unreadable_source_is_one_sentence(run, folder, source, cause):
    """The sentence names SOURCE and the cause; the old page is still there."""
    (folder / "broken.json").write_text('{"openapi": ', encoding="utf-8")
    (folder / "page.html").write_text("old", encoding="utf-8")
    done = run("render", source, "-o", "page.html")
    assert done.code == 2
    assert cause in done.err
    assert done.err.count("\n") == 1
    assert (folder / "page.html").read_text(encoding="utf-8") == "old"


def test_terminal_gets_no_control_character_of_a_document(run, folder):
    """What a hostile document says is shown, and does nothing: no escape sequence, no reversed text."""
    hostile = {"openapi": "3.1.0", "info": {"title": "a\x1b[2Jb\u202ec\x9b"}, "paths": {"/x\x1b]0;y\x07": {"get": 7}}}
    (folder / "hostile.json").write_text(json.dumps(hostile), encoding="utf-8")
    for words in (("render", "hostile.json", "-o", "-", "--format", "txt"), ("check", "hostile.json")):
        done = run(*words)
        assert not [character for character in done.out + done.err if ord(character) in (0x1B, 0x9B, 0x07, 0x202E)]


def test_replaced_file_keeps_its_mode_and_its_link(run, folder):
    """A page that the web server may read stays readable, and a link keeps pointing to the page."""
    (folder / "site").mkdir()
    target = folder / "site" / "page.html"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    (folder / "page.html").symlink_to(target)
    assert run("render", "harbour.json", "-o", "page.html").code == 0
    assert (folder / "page.html").is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert target.read_bytes().startswith(b"<!DOCTYPE html>")
    assert [path.name for path in (folder / "site").iterdir()] == ["page.html"]


def test_new_file_has_the_mode_that_the_user_gives_new_files(run, folder):
    """Not the 0600 of a temporary file."""
    before = os.umask(0o027)
    try:
        run("render", "harbour.json", "-o", "page.txt")
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "page.txt").stat().st_mode) == 0o640


def test_problems_are_mentioned(run, folder):
    """A page of an imperfect document is written, and the terminal says that there is something to look at."""
    imperfect = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": 7, "put": {}}}}
    (folder / "imperfect.json").write_text(json.dumps(imperfect), encoding="utf-8")
    done = run("render", "imperfect.json", "-o", "page.html")
    assert done.code == 0
    assert "in the document; `apiref-nb check` tells where" in done.err


def test_missing_folder_is_named(run, folder):
    """The sentence names the file that was asked for and the folder that is not there; nothing else is left behind."""
    done = run("render", "harbour.json", "-o", "no/such/page.html")
    assert done.code == 2
    assert done.err == f"error: no/such/page.html: there is no folder {folder / 'no' / 'such'} to write it into\n"
    done = run("render", "harbour.json", "-o", ".", "--format", "md")
    assert (done.code, done.err) == (2, "error: .: this is a folder; name a file in it\n")
    assert [path.name for path in folder.iterdir()] == ["harbour.json"]
