"""Whose a page is: identities that hold everywhere, and several APIs in one folder that leave each other alone."""

from __future__ import annotations

import copy
import json
import os
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from apiref_nb.cli.identity import api_identity, source_seen_from
from tests.cli.conftest import HARBOUR

ALONE = ["berths.ipynb", "index.ipynb", "tides.ipynb"]


def document(title: str, *tags: str, **rest) -> str:
    paths = {f"/{tag}": {"get": {"tags": [tag], "responses": {"200": {"description": "ok"}}}} for tag in tags}
    return json.dumps({"openapi": "3.1.0", "info": {"title": title, "version": "1"}, "paths": paths, **rest})


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("[!.]*")}


def owner(page: Path) -> str:
    return json.loads(page.read_text("utf-8"))["metadata"]["apiref_nb"]["api"]


@pytest.fixture
def two(folder) -> Path:
    """`日本.json` and `中国.json`, whose titles hold no ASCII letter; they have a tag in common."""
    (folder / "日本.json").write_text(document("日本", "pets", "orders"), encoding="utf-8")
    (folder / "中国.json").write_text(document("中国", "pets", "rails"), encoding="utf-8")
    return folder


def test_two_apis_share_a_folder_without_touching_each_other(run, two):
    """The first keeps the usual names; the second has names of its own, told once, and the same at each import."""
    assert run("import", "日本.json").err == "reference: 3 pages (3 written)\n"
    first = contents(two / "reference")
    done = run("import", "中国.json")
    assert done.code == 0
    assert done.err.splitlines()[1].startswith(
        "reference: index.ipynb is a page of another API, ../日本.json; the pages of this one begin with zhong-guo, "
    )
    both = contents(two / "reference")
    assert first.items() < both.items()
    (prefix,) = {name.rpartition("-")[0] for name in both.keys() - first.keys() if name.endswith("-pets.ipynb")}
    assert both.keys() - first.keys() == {f"{prefix}.ipynb", f"{prefix}-pets.ipynb", f"{prefix}-rails.ipynb"}
    assert f"[Pets]({prefix}-pets.ipynb)".lower() in both[f"{prefix}.ipynb"].decode().lower()
    for name in ("日本.json", "中国.json"):
        assert run("import", name).err == "reference: 3 pages (3 unchanged)\n"
        assert run("import", name, "--check").code == 0
    assert contents(two / "reference") == both


def test_prune_removes_the_api_s_own_pages_only(run, two):
    """The page of the other API's tag of the same name stays."""
    run("import", "日本.json")
    run("import", "中国.json")
    before = contents(two / "reference")
    (two / "中国.json").write_text(document("中国", "rails"), encoding="utf-8")
    assert "1 removed" in run("import", "中国.json", "--prune").err
    after = contents(two / "reference")
    (gone,) = before.keys() - after.keys()
    assert gone.endswith("-pets.ipynb")
    assert {name for name in before if before[name] != after.get(name)} <= {gone, *after} - {"index.ipynb", *ALONE}
    assert run("import", "日本.json", "--check").code == 0


def test_names_depend_on_nothing_but_who_was_first(run, two):
    """The same two imports elsewhere give the same files; an API keeps its names when the other one is gone."""
    run("import", "日本.json", "-o", "docs")
    run("import", "中国.json", "-o", "docs")
    run("import", "日本.json", "-o", "again")
    run("import", "中国.json", "-o", "again")
    assert contents(two / "docs") == contents(two / "again")
    for path in (two / "docs").glob("[!.]*"):
        if owner(path) == "../日本.json":
            path.unlink()
    assert run("import", "中国.json", "-o", "docs").err == "docs: 3 pages (3 unchanged)\n"
    run("import", "日本.json", "-o", "docs")
    assert contents(two / "docs") == contents(two / "again")


def test_page_of_another_api_under_a_name_that_is_needed_is_told(run, folder):
    """What, where, whose and what to do; --force insists over files of nobody, never over another API's pages."""
    (folder / "a.json").write_text(document("A", "pets"), encoding="utf-8")
    (folder / "b.json").write_text(document("B", "rails"), encoding="utf-8")
    run("import", "a.json")
    run("import", "b.json")
    before = contents(folder / "reference")
    assert "b.ipynb" in before
    (folder / "a.json").write_text(document("A", "pets", "b"), encoding="utf-8")
    said = "b.ipynb (it is a page of another API, ../b.json); remove it if that API is gone, else choose another folder"
    for words in ([], ["--force"], ["--prune"]):
        done = run("import", "a.json", *words)
        assert (done.code, done.err) == (
            2,
            f"error: reference: nothing was written, for this would be lost: {said}\n",
        )
    checked = run("import", "a.json", "--check")
    assert checked.code == 1
    assert (
        "reference/b.ipynb: in the way: it is a page of another API, ../b.json; "
        "remove it if that API is gone, else choose another folder" in checked.out.splitlines()
    )
    assert contents(folder / "reference") == before


def test_a_word_that_is_taken_gets_the_mark_of_its_api(run, folder):
    """A third document of the same name has files of its own too."""
    for place in ("x", "y", "z"):
        (folder / place).mkdir()
        (folder / place / "pets.json").write_text(document(place, "pets"), encoding="utf-8")
        assert run("import", f"../{folder.name}/{place}/pets.json").code == 0
    owners: dict[str, set[str]] = {}
    for path in (folder / "reference").glob("[!.]*"):
        owners.setdefault(owner(path), set()).add(path.name)
    assert owners["../x/pets.json"] == {"index.ipynb", "pets.ipynb"}
    assert len(owners) == 3
    assert sum(map(len, owners.values())) == 6


def test_the_same_folder_checked_out_elsewhere_gives_the_same_bytes(run, folder, monkeypatch):
    """From another folder, by an absolute or a relative path, through a link: no page holds where it was made."""
    made = []
    for number, place in enumerate(("here", "there/deep")):
        checkout = folder / place
        (checkout / "apis").mkdir(parents=True)
        shutil.copy(folder / "harbour.json", checkout / "apis")
        monkeypatch.chdir(checkout if number else folder)
        source = "apis/harbour.json" if number else str(checkout / "apis" / "harbour.json")
        assert run("import", source, "-o", "docs" if number else "here/docs").code == 0
        made.append(contents(checkout / "docs"))
        assert run("import", checkout / "apis" / "harbour.json", "-o", checkout / "docs", "--check").code == 0
    assert made[0] == made[1]
    assert not [name for name, content in made[0].items() if str(folder).encode() in content]
    (folder / "link").symlink_to(folder / "here", target_is_directory=True)
    assert run("import", "../../link/apis/harbour.json", "-o", folder / "link" / "docs", "--check").code == 0


@pytest.mark.parametrize(
    ("source", "identity"),
    [
        ("http://127.0.0.1:8001/openapi.json", "http://127.0.0.1/openapi.json (Shop)"),
        ("http://LOCALHOST:8001/api/../openapi.json", "http://localhost/openapi.json (Shop)"),
        ("https://[::1]:8443/openapi.json", "https://[::1]/openapi.json (Shop)"),
        ("http://shop.localhost:5000/o.json?v=1", "http://shop.localhost/o.json?v=1 (Shop)"),
        ("https://api.example.com:8443/openapi.json#x", "https://api.example.com:8443/openapi.json"),
        ("/srv/apis/shop.yaml", "../apis/shop.yaml"),
        ("/srv/docs/shop.yaml", "shop.yaml"),
        ("/srv/apis/a\nb\u202e.yaml", "../apis/a%0Ab%E2%80%AE.yaml"),
        ("/srv/apis/e\u0301.yaml", "../apis/\u00e9.yaml"),
    ],
)
def test_identity_is_where_the_document_is_and_holds_elsewhere(source, identity):
    """An address without a port of this machine; a file by its way from the folder of the pages."""
    assert api_identity(Path("/srv/docs"), source, "Shop") == identity


def test_port_of_this_machine_makes_no_other_api(run, folder, address):
    """A server of a notebook has another port each time; its pages are written anew, none is left behind."""
    run("import", address)
    before = contents(folder / "reference")
    earlier = address.replace(str(urlsplit(address).port), "1")
    for name, content in before.items():
        (folder / "reference" / name).write_bytes(content.replace(address.encode(), earlier.encode()))
    assert run("import", address).err == "reference: 3 pages (2 written, 1 unchanged)\n"
    assert contents(folder / "reference") == before


def test_two_services_of_this_machine_are_two_apis(run, folder, address):
    """Both have their document at the same path, and only the port tells them apart while they run."""
    run("import", address)
    before = contents(folder / "reference")
    (folder / "harbour.json").write_text(document("Lights", "lamps"), encoding="utf-8")
    assert run("import", address, "--revalidate", "0").code == 0
    after = contents(folder / "reference")
    assert before.items() < after.items()
    assert after.keys() - before.keys() == {"lights.ipynb", "lights-lamps.ipynb"}


def test_id_makes_one_api_of_a_document_that_moves(run, folder):
    """`--id` counts before the source."""
    run("import", "harbour.json", "--id", "harbour")
    (folder / "apis").mkdir()
    (folder / "harbour.json").rename(folder / "apis" / "harbour.json")
    assert run("import", "apis/harbour.json", "--id", "harbour").err == "reference: 3 pages (2 written, 1 unchanged)\n"
    assert sorted(contents(folder / "reference")) == ALONE
    other = run("import", "apis/harbour.json", "--id", "New harbour")
    assert {"new-harbour.ipynb", "new-harbour-tides.ipynb"} < contents(folder / "reference").keys()
    assert "the pages of this one begin with new-harbour, the first is new-harbour.ipynb" in other.err


@pytest.mark.parametrize("option", ["--id", "--load-from"])
def test_what_names_one_document_is_not_given_to_many(run, folder, option):
    """Two documents of one identity would be one API."""
    (folder / "b.json").write_text(document("B", "b"), encoding="utf-8")
    done = run("import", "harbour.json", "b.json", option, "x")
    assert (done.code, done.err) == (2, f'error: {option}: goes with one document, not with 2 or a folder (got "x")\n')


def test_pages_of_a_pipe_load_what_they_are_told(run, folder):
    """A pipe is gone when the pages run: without --load-from nothing is written."""
    os.mkfifo(folder / "pipe")
    for source, called in (("-", "standard input"), ("/dev/stdin", "/dev/stdin"), ("pipe", "pipe")):
        done = run("import", source)
        words = "a pipe is read once, and pages load their document when they run: add --load-from with its address"
        assert (done.code, done.err) == (2, f"error: {called}: {words}\n")
    assert not (folder / "reference").exists()


def test_load_from_stands_in_the_pages_and_makes_them_known(run, folder):
    """A file of a build is imported; its pages load the published document, and relative servers belong to that."""
    relative = copy.deepcopy(HARBOUR) | {"servers": [{"url": "/v2"}]}
    (folder / "harbour.json").write_text(json.dumps(relative), encoding="utf-8")
    address = "https://harbour.example/openapi.json"
    assert run("import", "harbour.json", "--load-from", address).code == 0
    page = (folder / "reference" / "tides.ipynb").read_text("utf-8")
    assert f'load_api(\\"{address}\\")' in page
    assert "https://harbour.example/v2/tides" in page
    assert owner(folder / "reference" / "tides.ipynb") == address
    run("import", "harbour.json", "--load-from", "elsewhere/openapi.json", "-o", "other")
    assert source_seen_from(Path("other"), "elsewhere/openapi.json") == "../elsewhere/openapi.json"
    assert "../elsewhere/openapi.json" in (folder / "other" / "tides.ipynb").read_text("utf-8")


def test_one_changed_word_writes_one_page(run, folder):
    """A page changes when its own operations do."""
    run("import", "harbour.json")
    changed = copy.deepcopy(HARBOUR)
    changed["paths"]["/berths"]["get"]["description"] = "All of them."
    (folder / "harbour.json").write_text(json.dumps(changed), encoding="utf-8")
    assert run("import", "harbour.json", "--check").out == (
        "reference/berths.ipynb: differs from what would be written\n"
    )
    assert run("import", "harbour.json").err == "reference: 3 pages (1 written, 2 unchanged)\n"
