"""What has not changed is not made again: the manifest beside the pages, and what happens when it is wrong."""

from __future__ import annotations

import json

import pytest

from apiref_nb.cli import manifest as manifest_module
from apiref_nb.cli import rendered as rendered_module
from apiref_nb.cli.manifest import MANIFEST
from apiref_nb.load import local_parts
from tests.cli.conftest import HARBOUR

SPLIT = """\
openapi: 3.1.0
info: {title: Split, version: '1'}
paths: {/berths: {$ref: parts/berths.yaml}}
"""
PART = "get: {summary: List berths, responses: {'200': {description: ok}}}\n"


@pytest.fixture
def made(monkeypatch) -> list[str]:
    """The titles of the documents that were rendered."""
    titles: list[str] = []
    outputs = rendered_module.Outputs

    def counted(api, options):
        titles.append(api.title)
        return outputs(api, options)

    monkeypatch.setattr(rendered_module, "Outputs", counted)
    return titles


@pytest.fixture
def split(folder):
    """A document in two files."""
    (folder / "parts").mkdir()
    (folder / "split.yaml").write_text(SPLIT, encoding="utf-8")
    (folder / "parts" / "berths.yaml").write_text(PART, encoding="utf-8")
    return "split.yaml"


def test_an_unchanged_document_is_not_rendered_again(run, folder, made):
    """The second run says so, and leaves the file alone."""
    assert run("render", "harbour.json", "-o", "page.html").err == "wrote page.html\n"
    stamp = (folder / "page.html").stat().st_mtime_ns
    again = run("render", "harbour.json", "-o", "page.html")
    assert (again.code, again.err) == (0, "page.html is unchanged\n")
    assert (folder / "page.html").stat().st_mtime_ns == stamp
    assert made == ["Harbour"]


@pytest.mark.parametrize("words", [["--tag", "tides"], ["--no-overview"], ["--format", "md"], ["--force"]])
def test_other_options_and_force_render_anyway(run, folder, made, words):
    """A page is known by all that it was made of."""
    run("render", "harbour.json", "-o", "page.html")
    assert run("render", "harbour.json", "-o", "page.html", *words).err == "wrote page.html\n"
    assert len(made) == 2


def test_another_version_of_the_package_renders_anyway(run, folder, made, monkeypatch):
    """What a version writes is its own."""
    run("render", "harbour.json", "-o", "page.html")
    monkeypatch.setattr("apiref_nb.cli.manifest.__version__", "999")
    assert run("render", "harbour.json", "-o", "page.html").err == "wrote page.html\n"


def test_a_change_in_any_file_of_a_document_renders_it(run, folder, split, made):
    """The document, a file that it refers to, and an overlay."""
    overlay = folder / "overlay.yaml"
    overlay.write_text("overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions: []\n", encoding="utf-8")
    command = ("render", split, "-o", "page.txt", "--overlay", "overlay.yaml")
    run(*command)
    for path in (folder / split, folder / "parts" / "berths.yaml", overlay):
        assert run(*command).err == "page.txt is unchanged\n"
        path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
        assert run(*command).err == "wrote page.txt\n"
    (folder / "parts" / "berths.yaml").unlink()
    assert "wrote page.txt" in run(*command).err


def test_a_page_that_was_edited_or_deleted_is_written_again(run, folder):
    """The manifest speaks of the bytes that were written, not of whatever is there now."""
    page = folder / "page.txt"
    run("render", "harbour.json", "-o", "page.txt")
    whole = page.read_bytes()
    for spoil in (lambda: page.write_text("mine", encoding="utf-8"), page.unlink):
        spoil()
        assert run("render", "harbour.json", "-o", "page.txt").err == "wrote page.txt\n"
        assert page.read_bytes() == whole


BROKEN = [
    "",
    "{",
    "[]",
    "7",
    '{"layout": 1}',
    '{"layout": 99, "made": []}',
    '{"layout": 1, "made": [7]}',
    '{"layout": 1, "made": [{"recipe": "x", "parts": [], "files": {"page.txt": "y"}, "problems": 0}]}',
    '{"layout": 1, "made": [{"recipe": "x", "parts": {}, "files": {"../../etc/passwd": "y"}, "problems": 0}]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_manifest_counts_as_none(run, folder, text):
    """It is written anew, and the page with it."""
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    assert run("render", "harbour.json", "-o", "page.txt").err == "wrote page.txt\n"
    assert run("render", "harbour.json", "-o", "page.txt").err == "page.txt is unchanged\n"


def test_a_manifest_leads_to_no_file_outside(run, folder, split, monkeypatch):
    """One that names other files of a document makes none be read that the document may not refer to."""
    outside = folder / "secret.yaml"
    outside.write_text("secret", encoding="utf-8")
    inner = folder / "inner"
    inner.mkdir()
    (folder / split).rename(inner / split)
    (folder / "parts").rename(inner / "parts")
    run("render", f"inner/{split}", "-o", "page.txt")
    content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    content["made"][0]["parts"]["./../secret.yaml"] = "0" * 64
    (folder / MANIFEST).write_text(json.dumps(content), encoding="utf-8")
    read: list[str] = []
    read_file = local_parts.read_file

    def watched(path, **settings):
        read.append(path.name)
        return read_file(path, **settings)

    monkeypatch.setattr(local_parts, "read_file", watched)
    assert run("render", f"inner/{split}", "-o", "page.txt").err == "wrote page.txt\n"
    assert set(read) == {"berths.yaml"}


def test_a_manifest_tells_no_place_and_no_word_of_a_document(run, folder, split):
    """It may be committed: digests and names beside the pages, no absolute path."""
    run("render", folder / split, "-o", "page.txt")
    content = (folder / MANIFEST).read_text(encoding="utf-8")
    assert str(folder) not in content
    assert json.loads(content)["made"][0]["parts"].keys() == {"./parts/berths.yaml"}


def test_standard_input_and_output(run, folder, monkeypatch, capsys):
    """A pipe is read and compared like a file; what goes to standard output is always made."""
    for words in ("wrote page.txt\n", "page.txt is unchanged\n"):
        with (folder / "harbour.json").open() as file:
            monkeypatch.setattr("sys.stdin", file)
            assert run("render", "-", "-o", "page.txt").err == words
    for _ in range(2):
        assert "/berths" in run("render", "harbour.json", "-o", "-", "--format", "txt").out


def test_imported_pages_are_not_made_again(run, folder, monkeypatch):
    """The same counts are said, and no document is read as OpenAPI; `--force` makes them anyway."""
    from apiref_nb.cli import imported as imported_module

    first = run("import", "harbour.json")
    assert first.err == "reference: 3 pages (3 written)\n"
    made = imported_module.notebook_pages
    calls: list[str] = []
    monkeypatch.setattr(
        imported_module, "notebook_pages", lambda api, **options: calls.append(api.title) or made(api, **options)
    )
    assert run("import", "harbour.json").err == "reference: 3 pages (3 unchanged)\n"
    assert calls == []
    assert run("import", "harbour.json", "--force").err == "reference: 3 pages (3 unchanged)\n"
    (folder / "reference" / "tides.ipynb").unlink()
    assert run("import", "harbour.json").err == "reference: 3 pages (1 written, 2 unchanged)\n"
    assert run("import", "harbour.json", "--check").code == 0
    assert len(calls) == 3


def test_several_documents_go_into_a_folder(run, folder, made):
    """One file each, named for its source; what is no OpenAPI document is skipped where a folder was named."""
    apis = folder / "apis"
    (apis / "billing").mkdir(parents=True)
    for name in ("harbour", "billing/openapi"):
        (apis / f"{name}.json").write_text(json.dumps(HARBOUR), encoding="utf-8")
    (apis / "package.json").write_text("{}", encoding="utf-8")
    done = run("render", "apis", "-o", "site", "--format", "md")
    assert done.code == 0
    assert "wrote site/harbour.md" in done.err
    assert "skipped" in done.err
    assert sorted(path.name for path in (folder / "site").glob("[!.]*")) == ["billing.md", "harbour.md"]
    again = run("render", "apis", "-o", "site", "--format", "md")
    assert again.err.count("is unchanged") == 2
    (apis / "harbour.json").write_text(json.dumps({**HARBOUR, "tags": []}), encoding="utf-8")
    assert run("render", "apis", "-o", "site", "--format", "md").err.count("is unchanged") == 1
    assert len(made) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_sources_in_processes_of_their_own(run, folder, jobs):
    """A source that fails costs itself: exit code 2, the others are written and kept, in the order of the sources."""
    for name in ("a", "b", "c"):
        (folder / f"{name}.json").write_text(json.dumps(HARBOUR) if name != "b" else "{", encoding="utf-8")
    done = run("render", "a.json", "b.json", "c.json", "-o", "site", "--jobs", jobs)
    assert done.code == 2
    assert [line for line in done.err.splitlines() if line.startswith("wrote")] == [
        "wrote site/a.html",
        "wrote site/c.html",
    ]
    assert "error: b.json: " in done.err
    again = run("render", "a.json", "c.json", "-o", "site", "--jobs", jobs)
    assert again.err == "site/a.html is unchanged\nsite/c.html is unchanged\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_documents_are_checked(run, folder, jobs):
    """Their problems in the order of the sources; the gravest outcome is the exit code; JSON is a list."""
    faulty = {**HARBOUR, "paths": {"/a": {"get": 7}}}
    for name, content in (("good", HARBOUR), ("faulty", faulty)):
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    done = run("check", "good.json", "faulty.json", "--jobs", jobs)
    assert done.code == 1
    assert done.out.startswith("faulty.json:1:")
    assert done.err.splitlines() == [
        "no problems in 2 operations of good.json",
        "1 problem in 1 operation of faulty.json",
    ]
    reports = json.loads(run("check", "good.json", "faulty.json", "--format", "json", "--jobs", jobs).out)
    assert [(report["source"], len(report["problems"])) for report in reports] == [("good.json", 0), ("faulty.json", 1)]
    (folder / "bad.json").write_text("{", encoding="utf-8")
    done = run("check", "good.json", "bad.json", "--format", "json", "--jobs", jobs)
    assert done.code == 2
    assert "error" in json.loads(done.out)[1]


def test_a_manifest_that_is_too_large_is_not_read(run, folder, monkeypatch):
    """It counts as none."""
    run("render", "harbour.json", "-o", "page.txt")
    monkeypatch.setattr(manifest_module, "LIMIT_BYTES", 10)
    assert run("render", "harbour.json", "-o", "page.txt").err == "wrote page.txt\n"
