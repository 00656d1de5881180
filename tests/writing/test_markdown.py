"""The Markdown form of a reference: what a reader of the file finds, on GitHub and elsewhere."""

from __future__ import annotations

import subprocess
import sys

import pytest
from markdown_it import MarkdownIt

from apiref_nb import OpenApiEmbed
from apiref_nb.describing import describe_reference
from apiref_nb.load import load_api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.writing.markdown import reference_markdown
from tests.writing.documents import DOCUMENTS, OK, api_of


def markdown(paths, *, samples=False, **rest):
    return reference_markdown(describe_reference(api_of(paths, **rest)), samples=samples)


def body_of(schema, **rest):
    content = {"application/json": {"schema": schema}}
    return markdown({"/a": {"put": {"requestBody": {"content": content}, "responses": OK}}}, **rest)


def test_a_document_says_what_it_says_of_itself():
    """Summary and description, licence with its identifier, terms, contact, servers, authentication."""
    info = {
        "title": "Shop", "version": "1", "summary": "In short", "description": "At length",
        "license": {"name": "Apache", "identifier": "Apache-2.0"}, "termsOfService": "https://t.example/terms",
        "contact": {"name": "Ann", "email": "ann@t.example"},
    }  # fmt: skip
    flows = {"clientCredentials": {"tokenUrl": "https://t.example/token", "scopes": {"read": "", "write": ""}}}
    made = markdown(
        {"/a": {"get": {"responses": OK}}}, info=info,
        servers=[{"url": "https://{place}.example", "variables": {"place": {"default": "eu", "enum": ["eu", "us"]}}}],
        components={"securitySchemes": {"login": {"type": "oauth2", "flows": flows}}},
    )  # fmt: skip
    assert "## Shop\n\nVersion 1\n\nIn short\n\nAt length\n\n" in made
    assert "License: Apache · Apache-2.0 · [Terms of service](<https://t.example/terms>)" in made
    assert "Contact: [Ann](<mailto:ann@t.example>)" in made
    assert "- `https://{place}.example`\n  - `{place}` default `eu` · one of `eu`, `us`" in made
    assert (
        "- `login` OAuth 2.0\n  - client credentials · token from `https://t.example/token` · scopes `read`, `write`"
    ) in made


def test_answers_say_what_may_be_done_next():
    """The author's words for a link are told."""
    link = {"operationId": "getPet", "parameters": {"petId": "$response.body#/id"}, "description": "Read it back"}
    made = markdown({"/a": {"post": {"responses": {"201": {"description": "Made", "links": {"read": link}}}}}})
    assert "Then **read** `getPet` with `petId = $response.body#/id`. Read it back" in made


def test_a_discriminator_without_a_list_of_variants_is_told():
    """Which value means which schema."""
    cat = {"allOf": [{"$ref": "#/components/schemas/Pet"}]}
    pet = {
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}},
    }
    made = body_of({"$ref": "#/components/schemas/Pet"}, components={"schemas": {"Pet": pet, "Cat": cat}})
    assert "kind = cat" in made


def test_variants_say_what_the_discriminator_asks_for():
    """The value stands before the variant's name."""
    kind = {"type": "object", "properties": {"kind": {"type": "string"}}}
    choice = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat"}},
    }
    made = body_of(choice, components={"schemas": {"Cat": kind, "Dog": kind}})
    assert "| *One of 2 · kind = meow* **Cat** |" in made


def test_what_holds_for_a_whole_body_is_told():
    """Not only what holds for its fields."""
    made = body_of({"type": "array", "items": {"type": "string"}, "maxItems": 3, "description": "Few names"})
    assert "Few names · Items at most 3." in made


def test_words_of_the_author_that_do_not_end_are_set_apart():
    """A sentence is followed by the next; a fragment gets a mark between."""
    fields = {
        "a": {"type": "string", "description": "Ends.", "default": "x"},
        "b": {"type": "string", "description": "Does not", "default": "x"},
    }
    made = body_of({"type": "object", "properties": fields})
    assert "| `a` | string | Ends. Default `x`. |" in made
    assert "| `b` | string | Does not · Default `x`. |" in made


def test_schemas_that_rows_refer_to_stand_at_the_end():
    """No reference leads nowhere."""
    api = load_api({
        "openapi": "3.1.0", "info": {"title": "Many", "version": "1"},
        "paths": {f"/p{n}": {"put": {"requestBody": {"content": {"application/json": {
            "schema": {"type": "object", "properties": {"in": {"$ref": "#/components/schemas/Deep"}}}}}},
            "responses": OK}} for n in range(401)},
        "components": {"schemas": {"Deep": {"type": "object", "properties": {"leaf": {"type": "string"}}}}},
    })  # fmt: skip
    made = reference_markdown(describe_reference(api))
    assert "| `in` | object · Deep | See Deep. |" in made
    assert made.endswith("### Schemas\n\n#### Deep\n\n| Name | Type | Description |\n"
                         "| :--- | :--- | :--- |\n| `leaf` | string |  |\n")  # fmt: skip


def test_files_have_a_sample_request_and_a_sample_response():
    """The answer is the first that means success."""
    content = {"application/json": {"example": {"id": 1}}}
    fault = {"application/json": {"example": {"no": 1}}}
    answers = {"400": {"description": "No", "content": fault}, "200": {"description": "Yes", "content": content}}
    made = markdown({"/a": {"get": {"responses": answers}}}, samples=True)
    assert "**Sample request**\n\n```bash\ncurl" in made
    assert '**Sample response** `200`\n\n```json\n{\n  "id": 1\n}\n```' in made


def test_an_answer_without_a_body_is_not_replaced_by_a_fault():
    """What a caller sees when all goes well is nothing, not the body of a 404."""
    fault = {"description": "No", "content": {"application/json": {"example": {"no": 1}}}}
    paths = {"/a": {"delete": {"responses": {"404": fault, "204": {"description": "Gone"}}}}}
    assert markdown(paths, samples=True).endswith("**Sample response** `204` without a body\n")
    page = notebook_pages(api_of(paths))[1]
    assert "**Sample response** `204` without a body" in page.text
    assert "**Sample response** `404`" not in page.text


def test_the_embed_and_the_command_write_the_same_file(tmp_path):
    """`save("x.md")` and `render -o x.md` are two ways to one file."""
    path = DOCUMENTS / "library-3.1.yaml"
    saved = OpenApiEmbed(path).save(tmp_path / "x.md").read_text("utf-8")
    command = [sys.executable, "-m", "apiref_nb", "render", str(path), "-o", str(tmp_path / "y.md")]
    subprocess.run(command, check=True, capture_output=True)
    assert saved == (tmp_path / "y.md").read_text("utf-8")


@pytest.mark.parametrize("path", sorted(DOCUMENTS.glob("*.*")), ids=lambda path: path.name)
def test_a_viewer_without_html_shows_no_tags(path):
    """Only the elements that keep a dollar sign or a bar apart; no cell breaks out of its row."""
    made = reference_markdown(describe_reference(load_api(path)), samples=True)
    tokens = MarkdownIt("commonmark").enable("table").parse(made)
    assert not [token for token in tokens if token.type == "html_block"]
    inner = [child for token in tokens for child in token.children or ()]
    assert {child.content for child in inner if child.type == "html_inline"} <= {
        "<span>",
        "</span>",
        "<code>",
        "</code>",
    }
    assert not [token for token in tokens if token.type == "inline" and token.content.startswith("|")]


def test_webhooks_of_a_large_page_are_one_list():
    """A line each, without empty lines between them."""
    hook = {"post": {"summary": "Sent", "responses": OK}}
    api = load_api({
        "openapi": "3.1.0", "info": {"title": "Many", "version": "1"},
        "paths": {f"/p{n}": {"get": {"responses": OK}} for n in range(40)}, "webhooks": {"a": hook, "b": hook},
    })  # fmt: skip
    assert "### Webhooks\n\n- `POST a` Sent\n- `POST b` Sent\n" in reference_markdown(describe_reference(api))
