"""What was shown once is kept: an unchanged document costs a lookup, and a changed one is never taken for it."""

from __future__ import annotations

import copy
import datetime
import io
import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from apiref_nb import (
    OpenApiEmbed,
    RenderOptions,
    clear_caches,
    load_api,
    render,
)
from apiref_nb.errors import ShapeError, SourceError
from apiref_nb.load import outputs as outputs_module
from apiref_nb.load.outputs import MOST_OPERATIONS_IN_MARKDOWN, OUTPUTS, Outputs, PageOptions
from apiref_nb.model.byte_cache import CACHES

LIBRARY = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "https://library.example"}],
    "paths": {
        f"/{name}": {
            "get": {"tags": [name], "operationId": f"list-{name}", "responses": {"200": {"description": f"All {name}"}}}
        }
        for name in ("books", "readers")
    },
}


@pytest.fixture(autouse=True)
def _nothing_kept():
    clear_caches()
    yield
    clear_caches()


@pytest.fixture
def described(monkeypatch) -> list[str]:
    """The titles of the documents that were described, one for each time."""
    titles: list[str] = []
    describe = outputs_module.describe_reference

    def counted(api, **options):
        titles.append(api.title)
        return describe(api, **options)

    monkeypatch.setattr(outputs_module, "describe_reference", counted)
    return titles


def bundle(*arguments, **options):
    return OpenApiEmbed(*arguments, **options)._repr_mimebundle_()


def every_source(folder):
    """Each kind of source that holds the same document."""
    path = folder / "library.json"
    path.write_text(json.dumps(LIBRARY), encoding="utf-8")
    yield path
    yield copy.deepcopy(LIBRARY)
    yield path.read_bytes()
    yield io.BytesIO(path.read_bytes())


def test_an_unchanged_document_is_described_once_whatever_it_comes_from(tmp_path, described):
    """A file, a mapping, bytes, an open file and an `Api`: the second time, from a new embed, is a lookup."""
    for source in every_source(tmp_path):
        described.clear()
        first = bundle(source)
        if hasattr(source, "seek"):
            source.seek(0)
        assert bundle(source) == first
        assert len(described) == 1
    api = load_api(tmp_path / "library.json")
    assert bundle(api) == bundle(tmp_path / "library.json")
    assert len(described) == 1


def test_every_output_is_kept_under_its_own_options(tmp_path, described):
    """HTML, Markdown, text and files; with and without overview, tags, operations."""
    (path, *_) = every_source(tmp_path)
    kinds = [{}, {"show_overview": False}, {"tags": ["books"]}, {"operations": ["list-readers"]}]
    made = [(bundle(path, **kind), OpenApiEmbed(path, **kind).markdown) for kind in kinds]
    for ending in ("html", "md", "txt", "csv"):
        OpenApiEmbed(path).save(tmp_path / f"page.{ending}")
    described.clear()
    assert [(bundle(path, **kind), OpenApiEmbed(path, **kind).markdown) for kind in kinds] == made
    for ending in ("html", "md", "txt", "csv"):
        OpenApiEmbed(path).save(tmp_path / f"page.{ending}")
    assert described == []
    assert len({one["text/html"] for one, _ in made}) == len(kinds)


def test_a_change_of_the_document_shows(tmp_path):
    """In a file and in a mapping that is changed in place."""
    mapping = copy.deepcopy(LIBRARY)
    path = tmp_path / "library.json"
    for title in ("Library", "Archive"):
        mapping["info"]["title"] = title
        path.write_text(json.dumps(mapping), encoding="utf-8")
        for source in (path, mapping):
            assert title in bundle(source)["text/html"]


def test_a_mapping_that_is_no_json_is_compared_as_well():
    """Dates and numbers of a loader's own kind make the short way impossible, not the answer wrong."""
    mapping = copy.deepcopy(LIBRARY)
    for day in (1, 2):
        mapping["info"]["version"] = datetime.date(2026, 1, day)
        assert f"2026-01-0{day}" in bundle(mapping)["text/html"]


@pytest.mark.parametrize(("value", "other"), [(1, True), (1, 1.0), ("1", 1), (0, False)])
def test_values_that_python_calls_equal_are_two_documents(value, other):
    """JSON's 1, 1.0, true and "1" are four values."""
    shown = []
    for example in (value, other):
        mapping = copy.deepcopy(LIBRARY)
        mapping["components"] = {"schemas": {"A": {"example": example}}}
        shown.append(load_api(mapping).document["components"]["schemas"]["A"]["example"])
    assert [type(one) for one in shown] == [type(value), type(other)]


def test_a_change_of_another_file_or_of_an_overlay_shows(tmp_path, described):
    """A document is what all its files and overlays say."""
    entry, part, overlay = (tmp_path / name for name in ("openapi.yaml", "book.yaml", "overlay.yaml"))
    entry.write_text(
        "openapi: 3.1.0\ninfo: {title: Library, version: '1'}\npaths: {/books: {$ref: book.yaml}}\n", encoding="utf-8"
    )
    overlay_text = (
        "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions: [{target: $.info, update: {summary: By N}}]\n"
    )
    for words in ("One", "Two"):
        part.write_text(f"get: {{summary: {words}, responses: {{}}}}\n", encoding="utf-8")
        overlay.write_text(overlay_text.replace("By N", f"By {words}"), encoding="utf-8")
        described.clear()
        pages = [bundle(entry, overlays=[overlay])["text/html"] for _ in range(2)]
        assert len(described) == 1
        assert pages[0] == pages[1]
        assert f"By {words}" in pages[0]
        assert f">{words}<" in pages[0]
    part.unlink()
    assert "book.yaml" in bundle(entry)["text/html"]
    part.write_text("get: {summary: Three, responses: {}}\n", encoding="utf-8")
    assert ">Three<" in bundle(entry)["text/html"]


def test_a_file_of_another_name_has_messages_of_its_own(tmp_path):
    """Equal bytes under two names are two documents where a message names the file."""
    problems = []
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(LIBRARY), encoding="utf-8")
        problems.append(load_api(tmp_path / name).source)
    assert [name.rpartition("/")[2] for name in problems] == ["a.json", "b.json"]


def test_an_api_that_was_changed_is_not_taken_for_the_one_that_was_loaded(tmp_path):
    """`replace` makes a document that nothing is kept of."""
    (path, *_) = every_source(tmp_path)
    api = load_api(path)
    assert api.kept_as
    changed = replace(api, title="Archive")
    assert not changed.kept_as
    assert "Archive" in bundle(changed)["text/html"]
    assert "Archive" not in bundle(api)["text/html"]


def test_clearing_forgets_every_output(tmp_path, described):
    """`clear_caches()` is the one call that forgets all."""
    (path, *_) = every_source(tmp_path)
    bundle(path)
    assert CACHES.bytes_held > 0
    clear_caches()
    assert (CACHES.bytes_held, len(OUTPUTS)) == (0, 0)
    bundle(path)
    assert len(described) == 2


def test_outputs_are_exactly_text(tmp_path):
    """A subclass of `str` may behave otherwise in a front end, a queue or a pickle."""
    (path, *_) = every_source(tmp_path)
    broken = bundle(b"{")
    for made in (bundle(path), bundle(path, show_overview=False), broken):
        assert {type(text) for text in made.values()} == {str}
    assert "could not be read" in broken["text/plain"]


def test_the_order_in_which_outputs_are_asked_for_does_not_matter(tmp_path):
    """Each is what it would be alone."""
    api = load_api(LIBRARY)
    names = [*outputs_module.WRITERS]
    alone = {}
    for name in names:
        clear_caches()
        alone[name] = Outputs(load_api(LIBRARY), PageOptions())[name]
    for order in (names, names[::-1]):
        clear_caches()
        together = Outputs(replace(api), PageOptions())
        assert {name: together[name] for name in order} == alone


def many(count):
    paths = {f"/things/{index}": {"get": {"responses": {"200": {"description": "ok"}}}} for index in range(count)}
    return {**LIBRARY, "paths": paths}


def test_a_cell_carries_markdown_while_it_is_small():
    """Beyond it a cell has HTML and text, and Markdown is made for whoever asks."""
    small, large = many(MOST_OPERATIONS_IN_MARKDOWN), many(MOST_OPERATIONS_IN_MARKDOWN + 1)
    assert [*bundle(small)] == ["text/html", "text/markdown", "text/plain"]
    assert [*bundle(large)] == ["text/html", "text/plain"]
    assert "/things/60" in OpenApiEmbed(large).markdown
    asked = OpenApiEmbed(large)._repr_mimebundle_(include={"text/markdown"})
    assert asked["text/markdown"] == OpenApiEmbed(large).markdown
    assert "text/markdown" not in OpenApiEmbed(small)._repr_mimebundle_(exclude={"text/markdown"})
    assert "text/markdown" in bundle(large, operations=["GET /things/1"])


# render ---------------------------------------------------------------------------------------------------------

SAVED = RenderOptions(formats=("html", "md", "txt", "csv"), name="library.json")


def test_render_gives_what_save_writes(tmp_path):
    """The pure function and the component write the same bytes."""
    (path, *_) = every_source(tmp_path)
    made = render(path.read_bytes(), SAVED)
    for name, text in made.outputs.items():
        saved = OpenApiEmbed(path).save(tmp_path / f"page.{name}")
        assert saved.read_text(encoding="utf-8") == text
    assert made.title == "Library"
    assert made.operation_count == 2
    assert sorted(made.timings) == sorted(["read", *SAVED.formats])


def test_rendered_has_a_repr_of_one_line():
    """In a notebook's last line it says what was made, not the page itself."""
    made = render(json.dumps(LIBRARY).encode(), replace(SAVED, formats=("txt",)))
    length = len(made.outputs["txt"])
    assert repr(made) == f"Rendered(Library, 2 operations, {len(made.problems)} problems, txt: {length:,} characters)"


def test_render_keeps_nothing():
    """A worker of a pool holds no more after a thousand documents than before."""
    render(json.dumps(LIBRARY).encode(), replace(SAVED, formats=("md",)))
    assert len(OUTPUTS) == 0


def test_rendered_travels_between_processes():
    """Options, results and the errors of a document that cannot be read can be pickled, and are the same afterwards."""
    good, bad = json.dumps(LIBRARY).encode(), b"openapi: [\n"
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(render, good, SAVED).result() == render(good, SAVED)
        with pytest.raises(SourceError) as far:
            pool.submit(render, bad, SAVED).result()
    with pytest.raises(SourceError) as near:
        render(bad, SAVED)
    assert (str(far.value), vars(far.value)) == (str(near.value), vars(near.value))
    problems = render(json.dumps({**LIBRARY, "paths": {"/a": {"get": 7}}}).encode()).problems
    assert pickle.loads(pickle.dumps(problems)) == problems != ()


def test_render_refuses_what_it_does_not_know():
    """The message says which formats there are."""
    with pytest.raises(ShapeError, match=r'formats\[1\]: must be one of html, md, txt, csv \(got "pdf"\)'):
        RenderOptions(formats=("html", "pdf"))
