"""Reference pages: what they say, and that they are the same bytes wherever they are made."""

from __future__ import annotations

import ast
import copy
import hashlib
import json
import re
import subprocess
import sys
import unicodedata

import nbformat
import pytest
import yaml

from apiref_nb.client import Client
from apiref_nb.describing import reference
from apiref_nb.describing.row_room import RoomLimits
from apiref_nb.errors import ShapeError
from apiref_nb.load import load_api
from apiref_nb.pages.limits import LIMITS
from apiref_nb.pages.names import identity_text, page_names
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.schemas.limits import SampleLimits
from apiref_nb.writing.formats import PAGED
from apiref_nb.writing.html.palette import GREY, METHODS
from apiref_nb.writing.markdown_text import METHOD_COLOURS, OTHER_METHOD_COLOUR
from tests.writing.documents import DOCUMENTS, OK, api_of, real_documents

NUMBER = {"type": "integer", "examples": [7]}
NAMED = {"type": "object", "properties": {"name": {"const": "Rex"}}}
PETS = {
    "/pets/{petId}": {
        "get": {
            "tags": ["Pets"],
            "operationId": "getPet",
            "summary": "Find a pet",
            "description": "By its *number*.",
            "parameters": [
                {"name": "petId", "in": "path", "required": True, "description": "Which", "schema": NUMBER},
                {"name": "X-Trace", "in": "header", "required": True, "schema": {"const": "t1"}},
            ],
            "responses": {
                "200": {"description": "Found", "content": {"application/json": {"example": {"name": "Rex"}}}},
                "404": {"description": "Not found"},
            },
        },
        "post": {
            "tags": ["Pets"],
            "operationId": "renamePet",
            "security": [{"key": []}],
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": NAMED}},
            },
            "parameters": [{"name": "petId", "in": "path", "required": True, "schema": {"const": 7}}],
            "responses": OK,
        },
    },
    "/orders": {"get": {"tags": ["Orders"], "responses": OK}},
}  # fmt: skip
REST = {"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}}


def notebook(page):
    return nbformat.reads(page.text, as_version=4)


def pets_page(**options):
    return notebook(notebook_pages(api_of(PETS, **REST), **options)[1])


def sources(made, kind):
    return [cell.source for cell in made.cells if cell.cell_type == kind]


def test_one_page_for_each_group_and_an_index_first():
    """Names are made from the groups' titles."""
    pages = notebook_pages(api_of(PETS, **REST))
    assert [page.file_name for page in pages] == ["index.ipynb", "pets.ipynb", "orders.ipynb"]
    assert [page.title for page in pages] == ["Shop", "Pets", "Orders"]


def test_operations_at_the_root_have_a_page_with_a_name():
    """Neither tag nor path segment names them."""
    index, page = notebook_pages(api_of({"/": {"get": {"responses": OK}}}))
    assert (page.file_name, page.title) == ("root.ipynb", "/")
    assert "## Pages\n\n<div" in "\n".join(sources(notebook(index), "markdown"))


def test_the_index_links_every_page():
    """With title, version and counts."""
    index = "\n".join(sources(notebook(notebook_pages(api_of(PETS, **REST))[0]), "markdown"))
    assert "# Shop" in index
    assert "Version 2.4 · 3 endpoints · 2 pages" in index
    assert "[Pets](pets.ipynb) | 2 |" in index


def test_a_page_states_title_version_and_count():
    """The first cell says where the reader is."""
    first = sources(pets_page(), "markdown")[0]
    assert first.startswith("# Pets\n\n[Shop](index.ipynb) · Version 2.4 · 2 endpoints")


def test_an_endpoint_says_everything():
    """Parameters, body, responses, a sample request and a sample response."""
    found, renamed = sources(pets_page(), "markdown")[2:4]
    title, line, words, *_ = found.split("\n\n")
    assert title == "## Find a pet"
    assert line.endswith(">**GET**</span> `/pets/{petId}`")
    assert words == "By its *number*."
    assert "| `petId` *required* | integer | Which<br>Example: `7` |" in found
    assert "curl" in found
    assert '"name": "Rex"' in found
    assert "| `404` | Not found |" in found
    assert "**Authorization** `key` (API key in header X-Key)" in renamed
    assert "**Request body** `application/json`" in renamed
    assert "| `name` |" in renamed


def test_code_cells_are_one_set_up_and_one_call_each():
    """Names that Python cannot spell are given as the document writes them."""
    setup, found, renamed = sources(pets_page(), "code")
    assert 'os.environ.get("API_KEY")' in setup
    assert found == 'client["getPet"](petId=7, **{"X-Trace": "t1"})'
    assert renamed == 'client["renamePet"](petId=7, body={"name": "Rex"})'


def test_calls_use_the_client_s_own_names_when_given():
    """The command line knows the client's names."""
    api = api_of(PETS, **REST)
    client = Client(api)
    calls = {operation.key: client[operation].__name__ for operation in api.operations}
    page = notebook(notebook_pages(api, calls=calls)[1])
    assert sources(page, "code")[1] == 'client.get_pet(petId=7, **{"X-Trace": "t1"})'


def test_calls_hold_values_that_the_client_sends():
    """An invalid example gives way to the next, and that to one that is made; samples show the author's."""
    body = {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}, "required": ["day"]}
    bad, good = {"day": "today"}, {"day": "2025-02-03"}
    day = {"name": "day", "in": "query", "schema": {"type": "string", "format": "date"}, "example": "now"}
    ways = {"one": {"example": bad}, "two": {"examples": {"a": {"value": bad}, "b": {"value": good}}}}
    paths = {
        f"/{name}": {"post": {"operationId": name, "tags": ["A"], "parameters": [day], "responses": OK,
                              "requestBody": {"content": {"application/json": {"schema": body} | media}}}}
        for name, media in ways.items()
    }  # fmt: skip
    page = notebook(notebook_pages(api_of(paths))[1])
    _, one, two = sources(page, "code")
    assert "today" not in one + two
    assert "now" not in one + two
    assert "2025-02-03" in two
    assert any('"day": "today"' in text for text in sources(page, "markdown"))


def test_a_page_only_reads_the_credentials_that_it_needs():
    """A page without secured operations asks for none."""
    orders = notebook(notebook_pages(api_of(PETS, **REST))[2])
    assert "API_KEY" not in sources(orders, "code")[0]


def test_base_url_and_source_are_those_given():
    """An address stays text; a path is a `Path`, quoted whatever it holds."""
    api = api_of(PETS, **REST)
    fetched = sources(
        notebook(notebook_pages(api, source="https://x.example/o.json", base_url="http://h:1")[1]), "code"
    )[0]
    assert 'load_api("https://x.example/o.json")' in fetched
    assert 'os.environ.get("API_BASE_URL", "http://h:1")' in fetched
    kept = sources(notebook(notebook_pages(api, source="../a'b\".json")[1]), "code")[0]
    assert ast.literal_eval(kept.split("Path(", 1)[1].split("))", 1)[0]) == "../a'b\".json"


def test_samples_name_the_base_url_that_was_given():
    """The cURL of a page goes where its client goes."""
    samples = [text for text in sources(pets_page(base_url="http://h:1"), "markdown") if "curl " in text]
    assert samples
    assert all("http://h:1/" in text for text in samples)


def test_the_set_up_cell_is_explained():
    """A reader learns what to run first, and which variables of the environment it reads."""
    made = pets_page()
    words = sources(made, "markdown")[1]
    assert words.startswith("## Set up\n\nRun this cell first")
    assert "`API_KEY`" in words
    assert "API_TOKEN" not in words
    assert made.cells[2].cell_type == "code"
    assert words.endswith("`API_BASE_URL` for the document names no address.")
    known = sources(pets_page(base_url="http://h:1"), "markdown")[1]
    assert known.endswith("`API_BASE_URL` when the API answers elsewhere than the document says.")


@pytest.mark.parametrize(("format_name", "start"), [("ipynb", "#cell-id="), ("md", "#cell-")])
def test_the_list_of_endpoints_leads_to_each(format_name, start):
    """Notebooks by the ids of cells, MyST by the names of places; titles of a document are in no address."""
    page = notebook_pages(api_of(PETS, **REST), format=format_name)[1]
    cells = notebook(notebook_pages(api_of(PETS, **REST))[1]).cells
    ids = {cell.source.split("\n", 1)[0]: cell.id for cell in cells if cell.cell_type == "markdown"}
    found = re.search(rf"\[Find a pet\]\({start}({ids['## Find a pet']}[-0-9a-f]*)\)", page.text)
    assert found is not None
    if format_name == "ipynb":  # Jupyter Book finds a cell by its label only
        assert f'"label": "cell-id={found[1]}"' in page.text
    if format_name == "md":
        assert f"\n\n(cell-{found[1]})=\n## Find a pet\n" in page.text


def test_places_of_two_versions_of_an_api_stay_apart():
    """Their MyST pages stand in one project, where a name may be given once."""

    def places(version):
        made = notebook_pages(api_of(PETS, info={"title": "Shop", "version": version}, **REST), format="md")
        return {line for page in made for line in page.text.splitlines() if line.endswith(")=")}

    assert len(places("1")) == len(places("2")) == 3
    assert places("1").isdisjoint(places("2"))


def test_a_page_ends_with_the_way_on():
    """The page before, the index, the page after."""
    last = {page.file_name: notebook(page).cells[-1].source for page in notebook_pages(api_of(PETS, **REST))[1:]}
    assert last == {
        "pets.ipynb": "[Shop](index.ipynb) · [Orders →](orders.ipynb)",
        "orders.ipynb": "[← Pets](pets.ipynb) · [Shop](index.ipynb)",
    }


def test_methods_have_the_colours_of_the_cards():
    """One API, one set of colours, in every output."""
    assert METHOD_COLOURS == METHODS
    assert OTHER_METHOD_COLOUR == GREY


def test_words_and_limits_stand_on_lines_of_their_own():
    """The author's sentence first, what holds for the value below it."""
    status = {"type": "string", "enum": ["on", "off"], "description": "Is it on?"}
    body = {"content": {"application/json": {"schema": {"type": "object", "properties": {"status": status}}}}}
    page = notebook_pages(api_of({"/a": {"put": {"requestBody": body, "responses": OK}}}))[1]
    assert "| `status` | string | Is it on?<br>Enum: `on`, `off` |" in sources(notebook(page), "markdown")[2]


def test_answers_tell_links_and_endpoints_their_callbacks():
    """What may be done next, and what the API itself sends."""
    answers = {"201": {"description": "Made", "links": {"read": {
        "operationId": "getPet", "parameters": {"petId": "$response.body#/id"}, "description": "Read it back",
    }}}}  # fmt: skip
    calls = {"done": {"{$request.body#/url}": {"post": {"summary": "It is done", "responses": OK}}}}
    page = notebook_pages(api_of({"/a": {"post": {"responses": answers, "callbacks": calls}}}))[1]
    cell = sources(notebook(page), "markdown")[2]
    assert "Then **read** `getPet` with `petId = $response.body#/id`. Read it back" in cell
    assert ">**POST**</span> `{$request.body#/url}` | It is done |" in cell


def test_answers_with_the_same_fields_are_named_in_one_line():
    """Six errors of one form are one sentence."""
    fault = {"description": "No", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}}
    schemas = {"Fault": {"type": "object", "properties": {"detail": {"type": "string"}}}}
    paths = {"/a": {"get": {"responses": {"400": fault, "401": fault, "404": fault}}}}
    page = notebook_pages(api_of(paths, components={"schemas": schemas}))[1]
    cell = sources(notebook(page), "markdown")[2]
    assert "**The fields of** `400` are also those of `401`, `404`\n" in cell
    assert cell.count("| `detail` |") == 1


def test_the_index_says_what_the_document_says_of_itself():
    """Summary, licence with its identifier, terms, contact, servers with their variables, authentication."""
    info = {
        "title": "Shop", "version": "1", "summary": "In short", "description": "At length",
        "license": {"name": "Apache", "identifier": "Apache-2.0"}, "termsOfService": "https://t.example/terms",
        "contact": {"name": "Ann", "email": "ann@t.example"},
    }  # fmt: skip
    servers = [{"url": "https://{place}.example", "variables": {"place": {"default": "eu", "enum": ["eu", "us"]}}}]
    index = "\n".join(
        sources(notebook(notebook_pages(api_of(PETS, info=info, servers=servers, **REST))[0]), "markdown")
    )
    assert "In short\n\nAt length" in index
    assert "License: Apache · Apache-2.0 · [Terms of service](<https://t.example/terms>)" in index
    assert "Contact: [Ann](<mailto:ann@t.example>)" in index
    assert "- `https://{place}.example`\n  - `{place}` default `eu` · one of `eu`, `us`" in index
    assert "- `key` API key in header X-Key" in index


def test_the_index_lists_what_the_api_itself_sends():
    """Webhooks belong to no group; each is told whole."""
    body = {"content": {"application/json": {"schema": {"type": "object", "properties": {"chip": {"type": "string"}}}}}}
    hooks = {"petArrived": {"post": {"summary": "A pet is there", "requestBody": body, "responses": OK}}}
    index = "\n".join(sources(notebook(notebook_pages(api_of(PETS, webhooks=hooks, **REST))[0]), "markdown"))
    assert "## Webhooks" in index
    assert ">**POST**</span> `petArrived` | A pet is there |" in index
    assert "### A pet is there" in index
    assert "| `chip` | string |" in index
    assert "It expects `200`" in index


def test_pages_that_stay_are_linked_and_keep_their_schemas():
    """Importing one tag anew takes nothing from the pages of the others."""
    whole = notebook_pages(api_of(PETS, **REST))
    part = notebook_pages(api_of(PETS, **REST), tags=("Orders",), kept={"pets.ipynb"})
    assert part == (whole[0], whole[2])


def test_tags_choose_pages():
    """The index lists what there is; an unknown tag is named."""
    assert [page.file_name for page in notebook_pages(api_of(PETS, **REST), tags=("Orders",))] == [
        "index.ipynb",
        "orders.ipynb",
    ]
    with pytest.raises(ShapeError, match="tags"):
        notebook_pages(api_of(PETS, **REST), tags=("Nope",))


def test_schemas_that_tables_refer_to_have_a_page():
    """What is too deep for a table is said once, one click away."""
    deep = {"type": "object", "properties": {"leaf": {"type": "string"}}}
    for level in range(5):
        deep = {"type": "object", "properties": {f"level{level}": deep}}
    schema = {"type": "object", "properties": {"top": {"$ref": "#/components/schemas/Deep"}}}
    for _ in range(3):
        schema = {"type": "object", "properties": {"in": schema}}
    answers = {"200": {"description": "Done", "content": {"application/json": {"schema": schema}}}}
    pages = notebook_pages(api_of({"/a": {"get": {"responses": answers}}}, components={"schemas": {"Deep": deep}}))
    assert pages[-1].file_name == "schemas.ipynb"
    place = next(cell.id for cell in notebook(pages[-1]).cells if cell.source.startswith("## Deep"))
    assert f"[`Deep`](schemas.ipynb#cell-id={place})" in pages[1].text
    assert "[Schemas](schemas.ipynb)" in pages[0].text
    assert "## Deep" in "\n".join(sources(notebook(pages[-1]), "markdown"))


def test_each_page_has_room_of_its_own(monkeypatch):
    """What stands on the pages before takes nothing from a page, and importing it alone gives the same bytes."""
    monkeypatch.setattr("apiref_nb.describing.rows.LIMITS", RoomLimits(max_characters=8_000))
    monkeypatch.setattr("apiref_nb.schemas.session.SAMPLES", SampleLimits(max_page_characters=20_000))
    text = "x" * 1500
    pet = {"type": "object", "properties": {"name": {"type": "string", "description": text, "const": text}}}
    answers = {"200": {"description": "Yes", "content": {"application/json": {"schema": pet}}}}
    paths = {f"/p{number}": {"get": {"tags": [f"t{number}"], "responses": answers}} for number in range(9)}
    pages = notebook_pages(api_of(paths))
    assert not [page.file_name for page in pages if "left out" in page.text]
    (alone,) = [page for page in notebook_pages(api_of(paths), tags=("t8",)) if page.file_name == "t8.ipynb"]
    last = [cell.source for cell in notebook(pages[9]).cells][:-1]
    assert [cell.source for cell in notebook(alone).cells][:-1] == last


def test_fields_that_answers_share_are_told_once_on_a_page():
    """The second endpoint says where to look."""
    pet = {"type": "object", "properties": {"name": {"type": "string"}}}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}
    answers = {"200": {"description": "Pet", "content": content}}
    paths = {
        "/pets": {"get": {"summary": "One", "responses": answers}, "put": {"summary": "Two", "responses": answers}}
    }
    pages = notebook_pages(api_of(paths, components={"schemas": {"Pet": pet}}))
    one, two = sources(notebook(pages[1]), "markdown")[2:4]
    assert "| `name` | string |" in one
    assert "| `name` | string |" not in two
    assert "with the fields under *One*" in two


def test_notebooks_are_valid_and_in_nbformat_s_own_form():
    """Opening and saving changes nothing; there are no outputs and no counts."""
    for path in sorted(DOCUMENTS.glob("*.*")):
        for page in notebook_pages(load_api(path)):
            made = notebook(page)
            nbformat.validate(made)
            assert page.text == nbformat.writes(made) + "\n"
            assert {"apiref_nb", "kernelspec", "language_info"} == set(made.metadata)
            assert len({cell.id for cell in made.cells}) == len(made.cells)
            for cell in made.cells:
                assert cell.get("outputs", []) == []
                assert cell.get("execution_count") is None


def test_cell_ids_follow_their_endpoint():
    """An endpoint that is added elsewhere changes no other cell's id."""
    more = {"/first": {"get": {"tags": ["Pets"], "responses": OK}}} | PETS
    before = {cell.id for cell in pets_page().cells}
    after = {cell.id for cell in notebook(notebook_pages(api_of(more, **REST))[1]).cells}
    assert before < after


@pytest.mark.parametrize("identity", ["../library.yaml", '日本 \\ "api": x', "a\x7f\u2028\ud800\n  api: b"])
@pytest.mark.parametrize("format_name", ["ipynb", "md"])
def test_metadata_names_api_content_and_tool(format_name, identity):
    """Whose page it is, what it shows, and what wrote it; a page is known again by it, whatever the API is called."""
    pages = notebook_pages(load_api(DOCUMENTS / "library-3.1.yaml"), format=format_name, identity=identity)
    for page in pages:
        head = notebook(page).metadata if format_name == "ipynb" else yaml.safe_load(page.text.split("---\n")[1])
        marker = head["apiref_nb"]
        assert marker["api"] == PAGED[format_name].marked(page.text) == page.api == identity_text(identity)
        assert marker["content"].startswith("sha256:")
        assert marker["version"]
        assert set(marker) == {"api", "content", "version"}
    assert len({page.text.split("sha256:")[1][:64] for page in pages}) == len(pages)


@pytest.mark.parametrize("format_name", ["ipynb", "md"])
def test_a_page_changes_only_with_what_it_shows(format_name):
    """One word about one operation changes its page, and no other."""
    changed = copy.deepcopy(PETS)
    changed["/pets/{petId}"]["get"]["description"] = "By its *name*."
    before = notebook_pages(api_of(PETS, **REST), format=format_name)
    after = notebook_pages(api_of(changed, **REST), format=format_name)
    assert [old.file_name for old, new in zip(before, after, strict=True) if old != new] == [f"pets.{format_name}"]


def test_places_of_two_apis_stay_apart_whatever_they_are_called():
    """Two APIs whose titles have no ASCII letters are no one API."""
    made = [notebook_pages(api_of(PETS, info={"title": title, "version": "1"}, **REST)) for title in ("日本", "中国")]
    ids = [{cell.id for page in pages for cell in notebook(page).cells} for pages in made]
    assert ids[0].isdisjoint(ids[1])


def test_two_processes_give_the_same_bytes():
    """No clock, id or order of a process is in a page."""
    path = DOCUMENTS / "library-3.2.json"
    here = json.dumps([page.text for page in notebook_pages(load_api(path))])
    source = (
        "import sys, json, pathlib; from apiref_nb.load import load_api; "
        "from apiref_nb.pages.notebooks import notebook_pages; "
        "print(json.dumps([page.text for page in notebook_pages(load_api(pathlib.Path(sys.argv[1])))]), end='')"
    )
    there = subprocess.run(
        [sys.executable, "-c", source, str(path)], capture_output=True, check=True, env={"PYTHONHASHSEED": "99"}
    )
    assert here == there.stdout.decode()


def test_myst_pages_say_the_same():
    """The same cells in Markdown, with the head that jupytext and myst-nb read."""
    notebooks = notebook_pages(api_of(PETS, **REST))
    markdown = notebook_pages(api_of(PETS, **REST), format="md")
    assert [page.file_name for page in markdown] == ["index.md", "pets.md", "orders.md"]
    _, head, body = markdown[1].text.split("---\n", 2)
    assert yaml.safe_load(head)["jupytext"]["text_representation"]["format_name"] == "myst"
    for cell in notebook(notebooks[1]).cells:
        assert cell.source.replace(".ipynb", ".md").replace("#cell-id=", "#cell-") in re.sub(
            r"-[0-9a-f]{4}\)", ")", body
        )
    assert body.count("```{code-cell} ipython3\n") == 3


HOSTILE_NAMES = [
    "..", "/etc/passwd", "C:\\x", "CON", "nul", "LPT1", "index", "Schemas", "a" * 300, "ПРИВЕТ", "宠物", "🐶", " ", "",
    "Pet", "pet", "PET", "é", "e\u0301", "a/b", "a:b", "a b", "a\nb", "\x00", "x.", ".ipynb", "-rf", "\u202eevil",
    "ß", "SS", *("".join(map(chr, codes)) for codes in ((0x41A, 0x41E, 0x41D), (0x421, 0x41E, 0x41C, 0x31))),
    *("".join(chr(ord(letter) + 0xFEE0) for letter in word) for word in ("con", "Index", "nul")),
    "日本", "日夲", "漢" * 60, "\ud800", "½", "\U0001d56c", "🐈", "🐕", "\u2019", "\u0640",
]  # fmt: skip


def test_page_names_are_safe_and_distinct_whatever_the_tag_says():
    """On file systems that ignore case, normalise, reserve names or cut them."""
    names = page_names((name, name) for name in HOSTILE_NAMES)
    assert len(HOSTILE_NAMES) == len({unicodedata.normalize("NFKD", name).casefold() for name in names})
    for name in names:
        assert name.isascii()
        assert name.replace("-", "").isalnum()
        assert 0 < len(name) <= LIMITS.max_name_characters
        assert not name.startswith("-")
        assert name.lower() not in ("con", "nul", "lpt1", "index", "schemas")


def test_page_names_read_like_their_titles():
    """What is harmless stays as it is."""
    names = {
        "Pet Orders": "pet-orders",
        "Café Menü": "cafe-menu",
        "v2.0": "v2-0",
        "ПРИВЕТ": "privet",
        "宠物": "chong-wu",
    }
    assert page_names((name, name) for name in names) == list(names.values())


def test_hostile_text_never_becomes_code():
    """Names and examples of a document are literals; the cells still parse."""
    evil = "')\n__import__('os')#\"\"\"{{x}}"
    paths = {
        f"/a/{{{evil[:6]}}}": {
            "get": {
                "operationId": evil,
                "tags": [evil],
                "parameters": [
                    {"name": evil, "in": "query", "required": True, "example": evil},
                    {"name": "class", "in": "query", "required": True, "example": evil},
                ],
                "responses": OK,
            }
        }
    }
    for page in notebook_pages(api_of(paths), source=evil):
        for cell in notebook(page).cells:
            if cell.cell_type == "code":
                tree = ast.parse(cell.source)
                calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
                called = {function.id for function in calls if isinstance(function, ast.Name)}
                assert called <= {"load_api", "Client", "Path"}


@pytest.mark.slow
@pytest.mark.parametrize("path", real_documents(), ids=lambda path: path.name)
def test_real_documents_become_pages(path):
    """Every endpoint stands on a page, every code cell is Python, and no page is too large to open."""
    api = load_api(path)
    pages = notebook_pages(api)
    assert len({page.file_name.casefold() for page in pages}) == len(pages)
    calls = 0
    for page in pages:
        cells = json.loads(page.text)["cells"]
        for cell in cells:
            if cell["cell_type"] == "code":
                ast.parse("".join(cell["source"]))
                calls += 1
        assert len(page.text) < 4_000_000, page.file_name
    setups = sum(not group.is_text for group in api.groups)
    assert calls == setups + api.rendered_count


def test_the_document_is_read_through_once_for_all_pages(monkeypatch):
    """What tells it from another is a hash of all of it: one for each page would grow with the square of its size."""
    hashed = []
    monkeypatch.setattr(reference, "_content", lambda api: hashed.append(api) or "")
    paths = {f"/{tag}": {"get": {"tags": [tag], "responses": {}}} for tag in "abcdef"}
    pages = notebook_pages(load_api({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}))
    assert (len(pages), len(hashed)) == (7, 1)


def test_pages_whose_names_were_foreseen_are_told_apart():
    """Tags may be named as a page of another tag would be: each page has a name of its own, and naming ends."""
    mark = hashlib.sha256(b"Pets!").hexdigest()
    taken = ["pets", f"pets-{mark[:8]}", *(f"pets-{mark[:8]}-{number}" for number in range(2, 30))]
    names = page_names((name, name) for name in [*taken, "Pets!"])
    assert (names[:-1], names[-1]) == (taken, f"pets-{mark[:8]}-30")
