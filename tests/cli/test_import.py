"""`apiref-nb import`: pages for one source or many, compared in CI, and never over somebody else's file."""

from __future__ import annotations

import copy
import json

import nbformat
import pytest

from apiref_nb.cli.sources import file_names, named_sources
from tests.cli.conftest import HARBOUR

PAGES = ["berths.ipynb", "index.ipynb", "tides.ipynb"]


def pages_below(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("[!.]*") if path.is_file())


def test_single_source_becomes_a_folder_of_pages(run, folder):
    """One page for each tag and an index, in `reference`; every page is a valid notebook that calls the client."""
    done = run("import", "harbour.json")
    assert done.code == 0
    assert done.err == "reference: 3 pages (3 written)\n"
    assert pages_below(folder / "reference") == PAGES
    page = nbformat.read(folder / "reference" / "tides.ipynb", as_version=4)
    nbformat.validate(page)
    sources = "\n".join(cell.source for cell in page.cells)
    assert "../harbour.json" in sources
    assert "get_tide(" in sources


def test_markdown_pages(run, folder):
    """`--format md` writes MyST Markdown."""
    assert run("import", "harbour.json", "--format", "md", "-o", "docs").code == 0
    assert pages_below(folder / "docs") == [name.replace(".ipynb", ".md") for name in PAGES]


def test_second_import_changes_nothing_and_replaces_edits(run, folder):
    """Pages are byte-stable; what a reader edits by hand is written anew."""
    run("import", "harbour.json")
    before = {path.name: path.read_bytes() for path in (folder / "reference").iterdir()}
    assert run("import", "harbour.json").err == "reference: 3 pages (3 unchanged)\n"
    edited = folder / "reference" / "tides.ipynb"
    edited.write_bytes(before["tides.ipynb"].replace(b"Tide", b"Tied").replace(b"tide", b"tied"))
    assert run("import", "harbour.json").err == "reference: 3 pages (1 written, 2 unchanged)\n"
    assert {path.name: path.read_bytes() for path in (folder / "reference").iterdir()} == before


def test_check_names_what_differs_and_writes_nothing(run, folder):
    """For CI: exit code 1 and one line for each page that an import would change."""
    missing = run("import", "harbour.json", "--check")
    assert missing.code == 1
    assert sorted(missing.out.splitlines()) == [f"reference/{name}: missing" for name in PAGES]
    assert not (folder / "reference").exists()

    run("import", "harbour.json")
    assert (run("import", "harbour.json", "--check").code, run("import", "harbour.json", "--check").out) == (0, "")

    (folder / "reference" / "berths.ipynb").unlink()
    assert run("import", "harbour.json", "--check").out == "reference/berths.ipynb: missing\n"


def test_check_says_what_is_wrong_with_each_page(run, folder):
    """Edited, missing, superfluous, damaged and somebody else's pages are told apart."""
    run("import", "harbour.json")
    reference = folder / "reference"
    index = (reference / "index.ipynb").read_text(encoding="utf-8")
    (reference / "index.ipynb").write_text(index.replace("Harbour", "Haven"), encoding="utf-8")
    tides = (reference / "tides.ipynb").read_text(encoding="utf-8")
    (reference / "old.ipynb").write_text(tides, encoding="utf-8")
    (reference / "tides.ipynb").write_text(tides[:40], encoding="utf-8")
    (reference / "berths.ipynb").unlink()
    done = run("import", "harbour.json", "--check")
    assert done.code == 1
    assert done.out.splitlines() == [
        "reference/index.ipynb: differs from what would be written",
        "reference/berths.ipynb: missing",
        "reference/tides.ipynb: in the way: it is no valid JSON, from line 4 on; --force replaces it",
        "reference/old.ipynb: superfluous: its tag is gone; --prune removes the page",
    ]


def test_page_of_a_tag_that_is_gone_stays_until_it_is_pruned(run, folder):
    """A warning names the page; `--prune` removes it."""
    run("import", "harbour.json")
    smaller = copy.deepcopy(HARBOUR)
    del smaller["paths"]["/berths"]
    (folder / "harbour.json").write_text(json.dumps(smaller), encoding="utf-8")
    assert "warning: reference/berths.ipynb: its tag is gone" in run("import", "harbour.json").err
    assert (folder / "reference" / "berths.ipynb").exists()
    assert "1 removed" in run("import", "harbour.json", "--prune").err
    assert pages_below(folder / "reference") == ["index.ipynb", "tides.ipynb"]


def test_somebody_elses_file_is_never_lost(run, folder):
    """A file without our mark is a clear error and nothing is written; `--force` insists."""
    (folder / "reference").mkdir()
    notes = folder / "reference" / "tides.ipynb"
    notes.write_text("my notes", encoding="utf-8")
    done = run("import", "harbour.json")
    assert done.code == 2
    assert done.err == (
        "error: reference: nothing was written, for this would be lost: tides.ipynb "
        "(it is no valid JSON, from line 1 on); move it away, or insist with --force\n"
    )
    assert pages_below(folder / "reference") == ["tides.ipynb"]
    assert notes.read_text(encoding="utf-8") == "my notes"
    assert run("import", "harbour.json", "--force").code == 0
    assert pages_below(folder / "reference") == PAGES


@pytest.mark.parametrize("option", ["--force", "--check", "--prune"])
def test_file_where_the_folder_should_be_is_told(run, folder, option):
    """It is not called a missing page, and not removed."""
    (folder / "notes").write_text("x", encoding="utf-8")
    done = run("import", "harbour.json", "-o", "notes", option)
    assert done.code == 2
    assert done.err == "error: notes: this is not a folder; move it away, or choose another folder\n"
    assert (folder / "notes").read_text(encoding="utf-8") == "x"


def test_unknown_tag_is_told_with_those_that_there_are(run, folder):
    """Nothing is written."""
    done = run("import", "harbour.json", "--tag", "fish")
    assert done.code == 2
    assert all(word in done.err for word in ("harbour.json", "--tag", '"fish"', "berths, tides"))
    assert not (folder / "reference").exists()


def test_one_tag_imported_anew_takes_nothing_from_the_other_pages(run, folder):
    """The index still links them, and a second look finds nothing to change."""
    run("import", "harbour.json")
    before = {path.name: path.read_bytes() for path in (folder / "reference").iterdir()}
    assert run("import", "harbour.json", "--tag", "tides").err == "reference: 2 pages (2 unchanged)\n"
    assert {path.name: path.read_bytes() for path in (folder / "reference").iterdir()} == before
    assert run("import", "harbour.json", "--check", "--tag", "tides").code == 0


def test_part_of_a_document_leaves_the_other_pages_alone(run, folder):
    """`--tag` writes those pages; the others are no concern."""
    run("import", "harbour.json")
    done = run("import", "harbour.json", "--tag", "tides")
    assert "warning" not in done.err
    assert pages_below(folder / "reference") == PAGES


@pytest.fixture
def many(folder):
    """A folder `apis` of three documents, a broken one and a file that is none."""
    apis = folder / "apis"
    (apis / "billing").mkdir(parents=True)
    for name in ("harbour.json", "billing/openapi.yaml", "lights.yml"):
        (apis / name).write_text(json.dumps(HARBOUR), encoding="utf-8")
    (apis / "broken.json").write_text("{", encoding="utf-8")
    (apis / "package.json").write_text('{"name": "x"}', encoding="utf-8")
    (apis / "readme.txt").write_text("x", encoding="utf-8")
    return apis


@pytest.mark.parametrize("jobs", [1, 2])
def test_folder_of_documents_is_imported_whatever_one_of_them_does(run, folder, many, jobs):
    """Each document gets a folder; the failure is told last, what is no OpenAPI document is skipped; exit code 2."""
    done = run("import", "apis", "--jobs", jobs)
    assert done.code == 2
    assert sorted(path.name for path in (folder / "reference").iterdir()) == ["billing", "harbour", "lights"]
    assert all(pages_below(path) == PAGES for path in (folder / "reference").iterdir())
    lines = done.err.splitlines()
    assert lines[-1].startswith("error: apis/broken.json: ")
    assert lines[-2].startswith("skipped apis/package.json: ")
    assert "Traceback" not in done.err


def test_link_that_leads_nowhere_is_told(run, folder, many):
    """Who put it into the folder expects its pages."""
    (many / "moved.json").symlink_to("gone.json")
    done = run("import", "apis")
    assert "error: apis/moved.json: this link leads to a file that is not there (moved.json -> gone.json)" in done.err


def test_source_that_was_named_must_be_a_document(run, folder, many):
    """What is skipped in a folder is a failure when the user asked for it."""
    done = run("import", "apis/package.json", "harbour.json")
    assert done.code == 2
    assert "error: apis/package.json: " in done.err
    assert pages_below(folder / "reference" / "harbour") == PAGES


def test_folder_without_a_document_is_told(run, folder):
    """Nothing to do is not success."""
    (folder / "empty").mkdir()
    done = run("import", "empty")
    assert done.code == 2
    assert done.err == "error: empty: no OpenAPI document is there\n"


def test_address_is_loaded_by_its_pages_as_it_was_given(run, folder, address):
    """A page of an address loads that address."""
    assert run("import", address).code == 0
    assert address in (folder / "reference" / "tides.ipynb").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (["a.json", "b.yaml"], ["a", "b"]),
        (["billing/openapi.yaml", "users/openapi.yaml"], ["billing", "users"]),
        (
            ["https://api.example.com/openapi.json", "https://api.example.com/v2.json"],
            ["api-example-com", "api-example-com-v2"],
        ),
        (["../x/swagger.json", "/srv/y/api.yml"], ["x", "y"]),
        (["con.json"], ["con-group"]),
        (["日本.json", "中国.json"], ["ri-ben", "zhong-guo"]),
        (["/a/b/Straße.json"], ["strasse"]),
        (["🐈.json", "🐕.json"], ["api-65607de0", "api-445ead5a"]),
        (["-"], ["input"]),
        (["./-"], ["api-3973e022"]),
    ],
)
def test_folders_are_called_after_their_sources(sources, names):
    """A name says which document it is, and is safe on every file system."""
    assert file_names(named_sources(sources)) == names


def test_names_are_distinct_and_sources_stand_once(folder):
    """Two documents never share a folder, and one that is named twice is imported once."""
    named = named_sources(["v1/harbour.json", "v1-harbour.json", "v1/harbour.json", "./v1//harbour.json"])
    assert len(named) == 2
    assert len({*file_names(named)}) == 2
