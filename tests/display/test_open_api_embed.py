"""OpenApiEmbed, by every behaviour, limit and error row of its specification: document in, reference out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from apiref_nb import ApiBlock, OpenApiEmbed, ShapeError, SourceError
from apiref_nb.load import collections
from apiref_nb.requests.languages import LANGUAGES
from tests.display.museum import museum
from tests.display.page import Page, words


def embed(document: dict | None = None, **props) -> OpenApiEmbed:
    return OpenApiEmbed(document if document is not None else museum(), **props)


def page(document: dict | None = None, **props) -> Page:
    return Page(embed(document, **props).html)


def card(shown: Page, path: str, method: str = "GET"):
    for operation in shown.all(".ar-listed"):
        head = operation.select_one(".ar-head")
        if head and head.select_one(".ar-badge").get_text() == method and head.get_text(" ").rstrip().find(path) >= 0:
            return operation
    raise AssertionError(f"no card for {method} {path}")


# Overview -----------------------------------------------------------------------------------------------------------


def test_overview_shows_title_version_description_and_servers():
    """Behaviour 7: title, version, description, server list."""
    shown = page()
    assert shown.text("h2") == "Museum Desk"
    assert shown.texts(".ar-chip") == ["v2.3.0", "OpenAPI 3.1.0"]
    assert shown.one(".ar-overview .ar-prose em").get_text() == "opening hours"
    assert "https://api.museum.example/v1 · Live" in shown.words


def test_summary_line_is_exactly_in_the_form_of_the_specification():
    """Compatibility `<format id>`, Source paths `<count>`, Rendered operations `<count>`, Slug `<slug>`."""
    line = "Compatibility openapi-3.1, Source paths 3, Rendered operations 4, Slug museum-desk"
    assert page().text(".ar-summary-line") == line
    assert line in embed().text
    assert [code.get_text() for code in page().all(".ar-summary-line code")] == [
        "openapi-3.1", "3", "4", "museum-desk",
    ]  # fmt: skip


@pytest.mark.parametrize("spelling", ["show_overview", "showOverview"])
def test_show_overview_false_leaves_only_the_operations(spelling):
    """showOverview: title, version, description, servers, download button and summary line are dropped."""
    shown = page(**{spelling: False})
    assert shown.all("h2, .ar-overview, .ar-summary-line, .ar-actions") == []
    assert "Museum Desk" not in shown.words
    assert len(shown.all(".ar-listed")) == 4


def test_show_overview_false_drops_notes_and_problems_in_every_form():
    """showOverview: the contents and the operations are what remains; a problem stays at its operation."""
    document = museum(info={"title": "Museum Desk"})
    document["paths"]["/hours"]["get"] = "oops"
    document["paths"]["/tickets"]["post"]["x-internal"] = True
    notes = ("operations not shown as cards", "marked as internal", "could not be read", "not shown as ", "Webhooks")
    whole, shown = embed(document), embed(document, showOverview=False)
    assert all(note in form for note in notes for form in (whole.html, whole.markdown, whole.text))
    assert re.search(r"\d problems? in the document", whole.html)
    assert not any(note in form for note in notes for form in (shown.html, shown.markdown, shown.text))
    assert not re.search(r"\d problems? in the document", shown.html)
    assert "#/paths/~1hours/get" in Page(shown.html).words
    assert len(Page(shown.html).all(".ar-toc a")) == 3


# Groups and contents ------------------------------------------------------------------------------------------------


def test_operations_are_grouped_by_first_tag_in_the_documents_tag_order():
    """Behaviour 3: by first tag; descriptions shown; of a tag without operations that is all there is."""
    shown = page()
    assert shown.texts("h3") == ["tickets", "hours", "empty", "Webhooks"]
    assert shown.one(".ar-group-about strong").get_text() == "returning"
    first = shown.all(".ar-group")[0]
    assert [b.get_text() for b in first.select(".ar-listed > .ar-head > .ar-badge:first-child")] == [
        "GET", "DELETE", "POST",
    ]  # fmt: skip


def test_without_tags_the_first_path_segment_groups_and_a_version_is_skipped():
    """Behaviour 3: `/v1/pets` belongs to `pets`."""
    operation = {"get": {"responses": {"200": {"description": "ok"}}}}
    document = museum(
        tags=[], webhooks={}, paths={"/v1/pets": operation, "/v1/pets/{id}": operation, "/shops": operation}
    )
    assert page(document).texts("h3") == ["pets", "shops"]


def test_contents_link_to_every_operation():
    """A table of contents that links to every operation, and to every webhook behind them."""
    shown = page()
    *links, webhook = [link["href"].removeprefix("#") for link in shown.all(".ar-toc details a")]
    assert len(links) == 4
    assert set(links) == {operation["id"] for operation in shown.all(".ar-listed")}
    assert webhook == shown.one(".ar-compact > .ar-response")["id"]


def test_only_five_methods_are_cards_and_the_others_are_counted_in_a_note():
    """Behaviour 4: HEAD, OPTIONS and TRACE are skipped; the numbers stay honest."""
    shown = page()
    assert {badge.get_text() for badge in shown.all(".ar-listed > .ar-head > .ar-badge:first-child")} == {
        "GET", "DELETE", "POST",
    }  # fmt: skip
    assert "2 operations not shown as cards: 1 HEAD, 1 OPTIONS." in shown.texts(".ar-note")


def test_extension_keys_are_never_paths():
    """`x-` keys never mistaken for paths."""
    assert "Not a path" not in page().words


# Operations ---------------------------------------------------------------------------------------------------------


def test_path_parameters_stand_beside_the_card_as_param_fields():
    """Path parameters are shown by ParamField beside the card; inside the card the placeholder stays literal."""
    operation = card(page(), "/tickets/{ticketId}")
    beside = operation.select_one(":scope > .ar-beside")
    assert beside.select_one(".ar-label .ar-loc-path").get_text() == "Path parameters"
    assert "Printed on it" in beside.get_text()
    assert operation.select_one(":scope > .ar-intro").find(class_="ar-loc-path") is None
    assert "/tickets/{ticketId}" in operation.select_one("pre").get_text()


def test_response_fields_stand_beside_the_card_by_dot_path():
    """Response fields are shown by ResponseField; nested by dot path."""
    operation = card(page(), "/tickets/{ticketId}")
    names = [name.get_text() for name in operation.select(".ar-response")[0].select(".ar-rows .ar-r > code")]
    assert "day.date" in names
    assert "parts" in names


@pytest.mark.parametrize("wraps", [(), ("items",), ("items", "items"), ("additionalProperties",)])
@pytest.mark.parametrize("within", [True, False])
def test_what_repeats_the_items_of_a_list_leads_to_what_holds_them(wraps, within):
    """Items and values of a map have no row of their own; the link leads to the field, or to the whole."""
    schema = {"$ref": "#/components/schemas/Node"}
    for wrap in wraps:
        schema = {"type": "array" if wrap == "items" else "object", wrap: schema}
    if within:
        schema = {"type": "object", "properties": {"x": schema}}
    answer = {"description": "ok", "content": {"application/json": {"schema": schema}}}
    shown = page(
        museum(
            paths={"/a": {"get": {"responses": {"200": answer}}}},
            components={"schemas": {"Node": {"properties": {"child": {"$ref": "#/components/schemas/Node"}}}}},
        )
    )
    (link,) = [one for one in shown.all(".ar-r a") if one.get_text().startswith("repeats ")]
    target = shown.one(f"[id='{link['href'][1:]}']")
    assert (target.code.get_text() == "x") if within else (target["class"] == ["ar-rows"])


def test_recursion_is_a_link_to_the_row_it_repeats_or_says_the_top():
    """A field that contains its own schema names what it repeats and ends there."""
    operation = card(page(), "/tickets/{ticketId}")
    assert "repeats the top" in operation.get_text()


def test_read_only_and_write_only_fields_follow_the_direction():
    """readOnly and writeOnly by direction."""
    shown = page()
    sent = card(shown, "/tickets", "POST").select_one(".ar-beside").get_text()
    received = card(shown, "/tickets/{ticketId}").select_one(".ar-beside").get_text()
    assert "secret" in sent
    assert "secret" not in received
    assert "read only" in received


def test_source_examples_are_rendered_as_published():
    """Behaviour 5: every named example, verbatim."""
    operation = card(page(), "/tickets", "POST")
    panes = operation.select(".ar-asked .ar-tabs .ar-tabs details")
    assert [pane.summary.get_text() for pane in panes] == ["One adult", "A family"]
    assert json.loads(panes[1].select_one("pre").get_text()) == {"date": "2026-05-02", "visitors": 4}


@pytest.mark.parametrize(("props", "flags"), [({}, 1), ({"check_examples": False}, 0), ({"checkExamples": False}, 0)])
def test_an_example_that_fails_its_schema_is_flagged_unless_checks_are_off(props, flags):
    """A mismatch is shown verbatim with a small flag; checks can be switched off."""
    document = museum()
    body = document["paths"]["/tickets"]["post"]["requestBody"]["content"]["application/json"]
    body["examples"]["adult"]["value"]["visitors"] = "one"
    operation = card(page(document, **props), "/tickets", "POST")
    assert len(operation.select(".ar-flag")) == flags
    assert '"one"' in operation.get_text()


def test_samples_carry_the_placeholder_of_the_documents_scheme():
    """Behaviour 6: the header that the scheme names; none where the operation needs none."""
    shown = page()
    assert "-H 'X-Desk-Key: <api-key>'" in card(shown, "/tickets/{ticketId}").select_one("pre").get_text()
    assert "<api-key>" not in card(shown, "/hours").select_one("pre").get_text()
    assert "No auth required" in card(shown, "/hours").get_text()


def test_every_language_follows_curl_for_operations_of_a_document():
    """cURL is always the first tab; a tab for each further language follows it."""
    tabs = card(page(), "/hours").select(".ar-asked .ar-tabs summary")
    assert [tab.get_text() for tab in tabs] == [language.label for language in LANGUAGES.values()]
    assert tabs[0].get_text() == "cURL"


def test_response_headers_callbacks_and_webhooks_are_listed():
    """Response headers; callbacks and webhooks at least with method and summary."""
    shown = page()
    assert "X-Left integer" in " ".join(card(shown, "/tickets/{ticketId}").get_text(" ").split())
    assert "Payment arrived" in card(shown, "/tickets", "POST").get_text()
    assert "soldOut" in shown.words
    assert "A day is sold out" in shown.words


def test_a_webhook_is_told_whole():
    """Who receives it reads its description, its headers, its published example and what it expects."""
    hook = {
        "summary": "A day is sold out",
        "description": "Sent **once** a day.",
        "parameters": [{"name": "X-Signature", "in": "header", "schema": {"type": "string"}}],
        "requestBody": {"content": {"application/json": {"schema": {"type": "object"}, "example": {"day": "Monday"}}}},
        "responses": {"204": {"description": "Heard"}},
    }
    shown = embed(museum(paths={}, webhooks={"soldOut": {"post": hook}}))
    for said in ("A day is sold out", "Sent once a day.", "X-Signature", '"Monday"', "204 Heard"):
        assert said in " ".join(Page(shown.html).one(".ar-compact").get_text(" ").split()).replace(" .", "."), said
    assert "describes no operations" not in shown.html
    for said in ("A day is sold out", "Sent **once** a day.", "`X-Signature`", "It expects `204` Heard"):
        assert said in shown.markdown, said


def test_more_than_two_headers_of_an_answer_open_on_demand():
    """Headers that every answer has are counted in place of the rows; what another answer has as well is named once."""
    document = museum()
    answers = document["paths"]["/tickets"]["post"]["responses"]
    limits = {f"X-Limit-{word}": {"schema": {"type": "integer"}} for word in ("Day", "Hour", "Minute")}
    for status in ("201", "429"):
        answers.setdefault(status, {"description": "Wait."})["headers"] = limits
    shown = card(page(document), "/tickets", "POST")
    fold = shown.select(".ar-response details.ar-fold")[0]
    assert [fold.summary.get_text(), fold.has_attr("open"), len(fold.select(".ar-r"))] == ["3 headers", False, 3]
    assert "Headers X-Limit-Day, X-Limit-Hour, X-Limit-Minute: as for 201" in words(shown)


def test_letters_read_from_right_to_left_keep_the_order_of_the_code():
    """Each token of a sample with Arabic or Hebrew words stands by itself; other samples carry nothing for it."""
    document = museum()
    assert page(document).all(".ar-bidi") == []
    document["components"]["schemas"]["Ticket"]["properties"]["\u05e9\u05dd"] = {"type": "string"}
    assert page(document).all("pre.ar-bidi")


def test_a_deprecated_operation_is_marked_in_card_and_contents():
    """deprecated: chip and fading; struck through in the contents."""
    shown = page()
    assert card(shown, "/tickets/{ticketId}", "DELETE").select_one(".ar-deprecated").get_text() == "Deprecated"
    assert shown.texts(".ar-struck") == ["Return a ticket"]


def test_importer_output_passes_straight_through_to_api_block():
    """The operation object of ApiBlock is a subset of the importer's: every operation is accepted unchanged."""
    for operation in embed().api.operations:
        assert operation.path in ApiBlock(operation).text


def test_a_bad_operation_is_a_problem_in_its_place_and_the_others_render():
    """A bad operation in a good document is shown as a problem; the count stays honest."""
    document = museum()
    document["paths"]["/hours"]["get"] = "oops"
    shown = page(document)
    assert len(shown.all(".ar-listed")) == 4
    assert "#/paths/~1hours/get" in shown.words
    assert "Rendered operations 3" in shown.words
    assert "1 operation could not be read" in shown.words


def test_a_document_without_operations_says_so():
    """An empty state, not an empty page."""
    assert "This document describes no operations." in page(museum(paths={}, webhooks={})).words


# Parts --------------------------------------------------------------------------------------------------------------


def test_tags_show_a_part():
    """tags= shows groups by name."""
    shown = page(tags=["hours"])
    assert shown.texts("h3") == ["hours"]
    assert len(shown.all(".ar-listed")) == 1


@pytest.mark.parametrize("key", ["getTicket", "GET /tickets/{ticketId}", ("get", "/tickets/{ticketId}")])
def test_operations_show_a_part(key):
    """operations= takes operationIds, keys and pairs."""
    assert page(operations=[key]).texts(".ar-about") == ["Find a ticket"]


@pytest.mark.parametrize(
    ("props", "message"),
    [
        ({"tags": ["ours"]}, 'tags[0]: no tag "ours"; did you mean hours?'),
        ({"tags": ["pets"]}, 'tags[0]: no tag "pets"; there are: empty, hours, tickets'),
        ({"tags": "hours"}, 'tags: must be a list of names (got "hours")'),
        (
            {"operations": ["nope"]},
            'operations[0]: no operation "nope"; it is named by its operationId or by `GET /path`',
        ),
        ({"operations": "getTicket"}, 'operations: must be a list of operationIds, keys or pairs (got "getTicket")'),
        ({"operations": [3]}, "operations[0]: must be an operationId, a `GET /path` key or (method, path) (got 3)"),
        ({"tags": []}, "tags: must name at least one"),
        ({"height": "tall"}, 'height: must be a number of pixels, "auto" or None (got "tall")'),
        ({"height": 20}, "height: must be 200 to 20000 pixels (got 20)"),
        ({"revalidate": -1}, "revalidate: must be a number of seconds, 0 or more (got -1)"),
        ({"show_overview": "no"}, 'show_overview: must be True or False (got "no")'),
        (
            {"colour": 1},
            (
                "colour: is not a prop of OpenApiEmbed; it has: url, revalidate, show_overview, tags, operations, "
                "network, check_examples, overlays, root, references, height"
            ),
        ),
        (
            {"showOverview": True, "colour": 1},
            (
                "colour: is not a prop of OpenApiEmbed; it has: url, revalidate, showOverview, tags, operations, "
                "network, checkExamples, overlays, root, references, height"
            ),
        ),
        ({"tag": ["hours"]}, "tag: is not a prop of OpenApiEmbed; did you mean tags?"),
        (
            {"headers": {"Authorization": "x"}},
            ("headers: is no prop, for the embed sends no credentials; give it a document that you loaded with them: "
            "OpenApiEmbed(load_api(address, headers=…))"),
        ),
    ],
)  # fmt: skip
def test_a_bad_prop_names_the_field_what_is_allowed_and_what_was_found(props, message):
    """A bad shape raises."""
    with pytest.raises(ShapeError) as caught:
        _ = embed(**props).html
    assert str(caught.value) == message


def test_a_source_must_be_an_address_a_path_or_a_mapping():
    """A string is always an address."""
    with pytest.raises(
        ShapeError, match=r"url: must be an http\(s\) address, a pathlib.Path, a mapping, bytes, an open"
    ):
        OpenApiEmbed(3)


def test_a_path_and_a_mapping_stand_in_for_the_address(tmp_path: Path):
    """A pathlib.Path or a mapping in place of the address."""
    file = tmp_path / "museum.json"
    file.write_text(json.dumps(museum()), "utf-8")
    assert "Museum Desk" in Page(OpenApiEmbed(file).html).words
    assert "Museum Desk" in page().words


# Output -------------------------------------------------------------------------------------------------------------


def test_one_output_holds_html_markdown_and_text_that_name_the_same_operations():
    """text/html, text/markdown and text/plain from one renderer."""
    bundle = embed()._repr_mimebundle_()
    assert bundle == {"text/html": embed().html, "text/markdown": embed().markdown, "text/plain": embed().text}
    for operation in embed().api.operations:
        assert operation.path in Page(bundle["text/html"]).words
        assert f"{operation.method} {operation.path}" in bundle["text/markdown"]
        assert any(line.split()[:2] == [operation.method, operation.path] for line in bundle["text/plain"].splitlines())


def test_the_same_document_gives_the_same_bytes_in_every_process():
    """Same input, same bytes: also under another hash seed."""
    program = (
        "import hashlib; from apiref_nb import OpenApiEmbed; from tests.display.museum import museum; "
        "e = OpenApiEmbed(museum()); print(hashlib.sha256((e.html + e.markdown + e.text).encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    digests = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=root, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1


def test_parts_that_are_one_object_give_the_bytes_of_parts_that_are_equal():
    """How the parts of a document lie in memory is not what it says: its page's ids come of the data alone."""
    document = museum()
    one = {"type": "string", "minLength": 3}
    document["components"]["schemas"] |= {"First": one, "Second": one}
    text = json.dumps(document)
    assert embed(document).html == embed(json.loads(text)).html == OpenApiEmbed(text.encode()).html


def test_every_id_on_a_page_is_unique_and_no_fold_has_a_name():
    """Ids are link targets. For a fold with a name a browser looks through the whole page: seconds on a large one."""
    shown = page()
    ids = [tag["id"] for tag in shown.all("[id]")]
    assert len(ids) == len(set(ids))
    assert shown.all("details")
    assert shown.all("details[name]") == []


def test_a_long_sample_stands_once_on_a_very_large_page():
    """From 401 operations on: the second operation that answers with it links to the first."""
    answer = {"200": {"description": "ok", "content": {"application/json": {"example": {"words": "tide " * 300}}}}}
    paths = {f"/a{number:03}": {"get": {"responses": answer if number < 2 else {}}} for number in range(401)}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    shown = page(document)
    assert sum("tide tide" in pre.text for pre in shown.all(".ar-answer pre")) == 1
    link = shown.one(".ar-answer .ar-empty a")
    assert link.text == "As for GET /a000"
    assert "/a000" in shown.one(link["href"]).text


def test_a_page_that_cannot_be_saved_leaves_the_old_one(tmp_path):
    """The error names the path as it was given and the folder; a document that is gone never replaces a page."""
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*/no to write it into: '.*/no/x\.html'"):
        embed().save(tmp_path / "no/x.html")
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        embed().save_collection(tmp_path / "no/x.json")
    with pytest.raises(ShapeError, match=r'path: must end in \.html, \.md, \.txt or \.csv \(got "page\.pdf"\)'):
        embed().save(tmp_path / "page.pdf")
    page = embed().save(tmp_path / "a.html")
    before = page.read_bytes()
    with pytest.raises(SourceError, match="there is no such file"):
        OpenApiEmbed(tmp_path / "gone.json").save(page)
    assert page.read_bytes() == before


def test_save_writes_a_page_markdown_or_text(tmp_path: Path):
    """A whole page by extension."""
    assert embed().save(tmp_path / "a.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    saved = embed().save(tmp_path / "a.md").read_text("utf-8")
    assert [line for line in saved.splitlines() if line.startswith("#")] == [
        line for line in embed().markdown.splitlines() if line.startswith("#")
    ]
    assert saved.count("```bash") == len(embed().api.operations)
    with pytest.raises(SourceError):
        OpenApiEmbed(tmp_path / "gone.json").save(tmp_path / "a.md")
    assert (tmp_path / "a.md").read_text("utf-8") == saved
    assert embed().save(tmp_path / "a.txt").read_text("utf-8") == embed().text
    with pytest.raises(ShapeError, match="path: must end in"):
        embed().save(tmp_path / "a.pdf")


# The six conditions of the banner -----------------------------------------------------------------------------------

YAML = b"openapi: 3.0.3\ninfo: {title: %b, version: '1'}\npaths: {}\n"
ANSWERS = {
    "/ok.json": (200, {"Content-Type": "application/json"}, json.dumps(museum()).encode()),
    "/ok.yaml": (200, {"Content-Type": "application/yaml"}, YAML % b"Yaml"),
    "/untyped.yaml": (200, {}, YAML % b"Untyped"),
    "/missing": (404, {}, b"nope"),
    "/loop": (302, {"Location": "/loop"}, b""),
    "/away": (302, {"Location": "ftp://example.com/a"}, b""),
    "/broken.json": (200, {"Content-Type": "application/json"}, b'{"openapi": '),
    "/other.json": (200, {"Content-Type": "application/json"}, b'{"asyncapi": "2.0.0"}'),
    "/huge.json": (200, {"Content-Type": "application/json", "Content-Length": str(11 * 1024 * 1024)}, b"{"),
}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = ANSWERS[self.path]
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


@pytest.mark.parametrize(
    ("name", "title"), [("ok.json", "Museum Desk"), ("ok.yaml", "Yaml"), ("untyped.yaml", "Untyped")]
)
def test_json_and_yaml_are_read_by_content_type_or_extension(server, name, title):
    """Behaviour 1: the content type decides; without one the extension of the address."""
    assert Page(OpenApiEmbed(f"{server}/{name}").html).text("h2") == title


@pytest.mark.parametrize(
    ("path", "cause"),
    [
        ("/away", "ftp"),
        ("/missing", "404"),
        ("/loop", "5"),
        ("/broken.json", "line 1"),
        ("/other.json", "AsyncAPI"),
        ("/huge.json", "10"),
    ],
)
def test_the_banner_names_the_address_and_the_cause(server, path, cause):
    """Conditions 1 to 6: the banner names the URL and the cause, in every form, and nothing is raised."""
    shown = OpenApiEmbed(server + path, revalidate=0)
    bundle = shown._repr_mimebundle_()
    banner = Page(bundle["text/html"]).one(".ar-banner")
    assert server + path in banner.get_text()
    assert cause in banner.get_text()
    assert cause in bundle["text/plain"]
    assert cause in bundle["text/markdown"]


def test_a_name_that_is_not_there_is_told_without_the_frames_of_the_package():
    """A cell whose embed names a group that is not there shows the message, not how it was found."""
    with pytest.raises(ShapeError, match="did you mean hours") as caught:
        embed(tags=["ours"])._repr_mimebundle_()
    assert len(caught.traceback) == 2


@pytest.mark.parametrize("address", ["ftp://example.com/a.json", "openapi.json", "http://", "", "http://a b/c"])
def test_an_address_that_cannot_be_used_is_a_banner(address):
    """Condition 1: the URL does not parse, or its protocol is not http or https."""
    assert len(Page(OpenApiEmbed(address).html).all(".ar-banner")) == 1


def test_a_banner_never_repeats_credentials_of_the_address():
    """Userinfo is refused and not repeated."""
    bundle = OpenApiEmbed("http://user:hunter2@127.0.0.1:9/a.json")._repr_mimebundle_()
    assert all("hunter2" not in form for form in bundle.values())


def test_the_model_raises_where_an_output_shows_the_banner():
    """`.api` gives the model without a notebook, or the error."""
    with pytest.raises(SourceError):
        _ = OpenApiEmbed("ftp://example.com/a.json").api


# The collection -----------------------------------------------------------------------------------------------------


def test_the_overview_offers_the_collection_for_download():
    """Behaviour 8: the collection travels in the page; where scripts do not run the method is named beside it."""
    html = embed().html
    source = Page(html, scripts=True).one("script.apiref-collection").get_text()
    assert json.loads(source) == embed().collection
    assert 'embed.save_collection("museum-desk.postman_collection.json")' in page().words


def test_the_collection_is_format_2_1_and_is_written_to_a_file(tmp_path: Path):
    """Output export: collection format v2.1."""
    written = json.loads(embed().save_collection(tmp_path / "c.json").read_text("utf-8"))
    assert written == embed().collection
    assert written["info"]["schema"] == "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"


def test_a_collection_is_converted_once_per_address_and_content(monkeypatch):
    """Conversion is memoized, so a repeat visit skips it."""
    kept = collections.KeptCollections(limit_bytes=10_000_000)
    calls = []
    monkeypatch.setattr(collections, "collection_pieces", lambda api, **_: calls.append(api.digest) or iter(["{}"]))
    first, other = embed().api, embed(museum(servers=[])).api
    for api in (first, first, other, first):
        kept.of(api)
    assert calls == [first.digest, other.digest]


def test_text_of_a_document_cannot_end_the_collection_in_the_page():
    """JSON inside a script element: `<`, `>` and `&` are escapes."""
    html = embed(museum(info={"title": "</script><b>&", "version": "1"})).html
    source = Page(html, scripts=True).one("script.apiref-collection").get_text()
    assert json.loads(source)["info"]["name"] == "</script><b>&"


def test_only_a_parameter_says_that_it_is_not_described():
    """A parameter without words reads `No description provided.`; the fields within it stay without."""
    schema = {"type": "object", "properties": {"from": {"type": "string"}, "to": {"type": "string"}}}
    parameter = {"name": "filter", "in": "query", "style": "deepObject", "schema": schema}
    operation = {"parameters": [parameter], "responses": {"200": {"description": "ok"}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": operation}}}
    page = OpenApiEmbed(document).html
    assert "filter.</span>from<" in page
    assert page.count("No description provided.") == 1


def test_internal_operations_are_counted_where_they_are_left_out():
    """What `x-internal` keeps off the page is said in every form, so that the numbers stay honest."""
    document = museum()
    for item in document["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict):
                operation["x-internal"] = True
            break
    shown = embed(document)
    for output in (shown.html, shown.markdown, shown.text):
        assert "marked as internal" in output


def test_repr_shows_no_credentials():
    """A notebook shows the last value of a cell: a password in the address is not repeated."""
    assert repr(OpenApiEmbed("https://me:s3cret@api.example.com/x")) == "OpenApiEmbed(https://api.example.com/x)"


def described(**operation) -> Page:
    return page({"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": operation}}})


def test_description_with_markup_stands_once_and_is_formatted():
    """A description without a summary is not shown raw in the card and formatted beside it."""
    words = "<p>Lists the tides of a harbour, from the first of the year to its last, with their heights.</p>"
    shown = described(description=words, operationId="listTides", responses={"200": {"description": "ok"}})
    assert shown.words.count("Lists the tides") == 1
    assert "<p>" not in shown.text(".ar-listed")
    assert shown.text(".ar-about") == "listTides"


def test_short_description_in_a_paragraph_tag_is_the_title():
    """The most common HTML of descriptions does not cost an operation its title."""
    shown = described(description="<p>Lists the tides.</p>", operationId="x", responses={"200": {"description": "ok"}})
    assert shown.text(".ar-about") == "Lists the tides."
    assert shown.words.count("Lists the tides") == 1


def test_optional_form_without_fields_is_not_sent():
    """A GET whose author declares an empty form is a plain GET."""
    form = {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {}}}}
    shown = described(requestBody={"content": form}, responses={"200": {"description": "ok"}})
    sample = shown.all(".ar-asked .ar-tabs details")[0].get_text()
    assert "-d" not in sample
    assert "Content-Type" not in sample


def test_no_id_stands_twice():
    """A field and its variants share a path; the link to it leads to one place."""
    node = {
        "oneOf": [
            {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}},
            {"type": "object", "properties": {"last": {"$ref": "#/components/schemas/Node"}}},
        ]
    }
    body = {"type": "object", "properties": {"node": {"$ref": "#/components/schemas/Node"}}}
    shown = page(
        {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1"},
            "components": {"schemas": {"Node": node}},
            "paths": {
                "/x": {"post": {"requestBody": {"content": {"application/json": {"schema": body}}}, "responses": {}}}
            },
        }
    )
    ids = [element["id"] for element in shown.all("[id]")]
    assert len(ids) == len(set(ids))
    assert {link["href"].removeprefix("#") for link in shown.all("a[href^='#']")} <= set(ids)


def test_operation_is_in_its_api():
    """`in` asks as `[]` does, and an `Api` is no list."""
    read = embed().api
    first = read.operations[0]
    assert first.key in read
    assert "nothing" not in read
    with pytest.raises(TypeError):
        iter(read)
