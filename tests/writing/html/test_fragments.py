"""A snapshot per fragment, without the style sheet, as `.html` files that a browser opens.

Review a difference as code. `pytest tests/writing/html/test_fragments.py --force-regen` writes them anew.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from apiref_nb.describing import Card, Fact, Row, block_card, describe_reference
from apiref_nb.describing.types import EnumNote, default_fact
from apiref_nb.errors import RedirectError
from apiref_nb.model import CodeExample, Operation, RateLimit
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize
from apiref_nb.writing.html import (
    CardWriter,
    Html,
    OperationWriter,
    RowWriter,
    collection_actions,
    render_banner,
    render_frame,
)
from apiref_nb.writing.html.markup import placed
from apiref_nb.writing.html.overview import render_contents, render_notes, render_overview
from apiref_nb.writing.html.packed import pack
from apiref_nb.writing.html.tabs import Tab, render_tabs
from tests.display.museum import museum

CURL = (CodeExample(language="bash", label="cURL", code="curl -g 'https://api.example.com/pets/{id}'"),)


@pytest.fixture
def same(file_regression):
    def check(html: str) -> None:
        # One element per line, so that a difference is read as a difference of code.
        lines = html.split("<style>", 1)[0] + html.split("</style>", 1)[-1] if "<style>" in html else html
        file_regression.check(lines.replace("><", ">\n<") + "\n", extension=".html", encoding="utf-8")

    return check


def parts(cards: CardWriter, card: Card) -> tuple[Html, ...]:
    return cards.head(card), cards.intro(card), cards.sample_column(card)


def reference(document: dict | None = None, **part):
    return describe_reference(normalize(from_mapping(document or museum())), **part)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_card_of_each_method(same, method):
    """Badge, border, path."""
    card = block_card(Operation(method=method, path="/pets/{id}", summary="A pet"), tabs=CURL)
    same(render_frame(card, *parts(CardWriter(RowWriter()), card), wide=False))


def test_card_with_everything(same):
    """Deprecation, rate limit, auth, parameters, body, responses, code examples."""
    operation = Operation.read(
        {
            "method": "POST", "path": "/pets", "summary": "Add", "deprecated": True, "deprecationNote": "Use /v2/pets",
            "auth": {"scheme": "oauth2"},
            "parameters": [
                {"name": "dry", "location": "query", "type": "boolean", "defaultValue": "0", "description": "*Try*"},
                {"name": "X-Old", "location": "header", "required": True, "deprecated": True},
            ],
            "requestBody": {"example": '{"name":"Rex","tags":[1,null,true]}'},
            "responses": [
                {"statusCode": "201", "label": "Added", "mediaType": "application/json", "exampleBody": '{"id":1}'},
                {"statusCode": "409", "exampleBody": "taken"},
                {"statusCode": "500"},
            ],
        },
        "operation",
    )  # fmt: skip
    tabs = (*CURL, CodeExample(language="python", label="SDK", code='print("hi")  # words'))
    limit = RateLimit(requests=100, window="minute", note="per key")
    card = replace(block_card(operation, tabs, "https://api.example.com"), rate=limit.line)
    same(render_frame(card, *parts(CardWriter(RowWriter(alone=True)), card)))


def test_rows_of_every_kind(same):
    """Fields, nesting, variants, notes, links, facts."""
    rows = (
        Row("id", "id", type="integer · int64", required=True, description="Its `number`"),
        Row("old", "owner.old", 1, type="string", deprecated=True, default=default_fact(""), labels=("read only",)),
        Row("Cat", "pet", 0, "variant", type="object · Cat", labels=("One of 2", "kind = cat")),
        Row(
            "kind",
            "pet.kind",
            1,
            type="string",
            facts=(Fact("Enum", ("cat", "dog")), Fact("Length", ("at most 9",), code=False)),
        ),
        Row("colour", "colour", type="string", enum_notes=(EnumNote("r", "red"),)),
        Row("child", "child", type="object · Node", repeats="id"),
        Row("far", "far", type="object · Far", component="Far"),
        Row("No other fields are allowed.", "", 0, "note"),
    )
    same(placed(RowWriter(lambda name: f"#s-{name}").rows(rows), "s"))


def test_long_enum_and_long_list_fold(same):
    """Long lists open on demand."""
    rows = [Row("x", "x", facts=(Fact("Enum", tuple(str(i) for i in range(30))),)), Row("y", "y")]
    same(RowWriter().rows(rows, fold="2 fields", most=1))


def test_tabs_with_one_and_several_panes(same):
    """A single tab is a panel."""
    panes = [Tab("One", Html("<p>1</p>")), Tab("Two & three", Html("<p>2</p>"))]
    same(render_tabs(panes) + render_tabs(panes[:1]))


def test_banner(same):
    """Title, address, cause."""
    same(render_banner(RedirectError("https://example.com/<a>", "more than 5 redirects & no document")))


def test_overview(same):
    """Title to summary line."""
    same(render_overview(reference(), collection_actions(pack('{"a":"<b>"}'), "museum.json")))


def test_contents(same):
    """Groups and links."""
    same(render_contents(reference()))


def test_notes(same):
    """Counts and problems."""
    document = museum()
    document["paths"]["/hours"]["get"] = 3
    same(render_notes(reference(document)))


@pytest.mark.parametrize("key", ["getHours", "getTicket", "buyTicket", "returnTicket"])
def test_operation_of_a_document(same, key):
    """Card and what stands beside it."""
    shown = reference()
    operation = shown.api.find(key)
    same(OperationWriter().operation(shown.view(operation), anchor=shown.operation_anchor(operation)))


def test_broken_operation(same):
    """A problem in its place."""
    document = museum()
    document["paths"]["/hours"]["get"] = 3
    shown = reference(document)
    (broken,) = [operation for operation in shown.operations if operation.broken]
    same(OperationWriter().operation(shown.view(broken), anchor="a"))
