"""Live tabs and the outputs of replies, as a notebook asks for them."""

from __future__ import annotations

import re
import subprocess
import sys

import ipywidgets
import pytest

import petstore_flask
from apiref_nb import ApiBlock, OpenApiEmbed, ShapeError, verify
from apiref_nb.interactive import kernel
from apiref_nb.interactive.kernel import WIDGET_VIEW

TWO = {"method": "GET", "path": "/x", "responses": [{"statusCode": "200", "label": "Fine"}, {"statusCode": "404"}]}


class Shown:
    """What a kernel with widgets is given to show."""

    def __init__(self):
        self.outputs = []
        self.widget = None

    def of(self, thing):
        """Show an object; return its outputs."""
        self.outputs.clear()
        thing._ipython_display_()
        return self.outputs

    def pair(self, static, widget):
        self.widget = widget
        kernel.show_pair(static, widget)

    @property
    def tabs(self):
        return [w for w in every_widget(self.widget) if isinstance(w, ipywidgets.Tab)]


def every_widget(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from every_widget(child)


@pytest.fixture
def shown(monkeypatch):
    """A kernel with widgets, without a front end."""
    made = Shown()
    monkeypatch.setattr("apiref_nb.display.live.has_widgets", lambda: True)
    monkeypatch.setattr("apiref_nb.display.live.show_pair", made.pair)
    monkeypatch.setattr("IPython.display.display", lambda data, raw: made.outputs.append(data) if raw else None)
    return made


def test_two_responses_are_two_outputs(shown):
    """The static card is an output of its own; the widget is the second, and its plain text is empty."""
    static, live = shown.of(ApiBlock(TWO))
    assert set(static) == {"text/html", "text/markdown", "text/plain"}
    assert set(live) == {WIDGET_VIEW, "text/plain"}
    assert live["text/plain"] == ""
    assert "apiref-static" in static["text/html"]
    assert [tab.titles for tab in shown.tabs] == [("200 Fine", "404")]
    assert "apiref-live" in shown.tabs[0]._dom_classes


def test_several_code_examples_are_tabs_too(shown):
    """cURL first, then the author's."""
    examples = [{"language": "python", "label": "Python", "code": "x"}]
    shown.of(ApiBlock({"method": "GET", "path": "/x"}, code_examples=examples))
    assert [tab.titles for tab in shown.tabs] == [("cURL", "Python")]


def test_nothing_to_switch_is_one_output(shown):
    """IPython falls back to the single static output; no widget is made."""
    with pytest.raises(NotImplementedError):
        shown.of(ApiBlock({"method": "GET", "path": "/x", "responses": [{"statusCode": "200"}]}))


def test_without_a_kernel_the_card_is_static():
    """A test, a script and a terminal have no widgets."""
    assert not kernel.has_widgets()
    block = ApiBlock(TWO)
    with pytest.raises(NotImplementedError):
        block._ipython_display_()
    assert 'class="ar-samples"' in block._repr_mimebundle_()["text/html"]


def test_live_tabs_hold_the_fragments_of_the_card(shown):
    """One renderer: what a live tab shows stands in the static card as well."""
    block = ApiBlock({**TWO, "responses": [{"statusCode": "200", "exampleBody": '{"a": 1}'}, {"statusCode": "404"}]})
    shown.of(block)
    (tab,) = shown.tabs
    content = tab.children[0].value.split("<pre", 1)[1].split("</pre>")[0]
    assert content in block.html


def test_one_operation_of_a_document_opens_live(shown):
    """`embed.interactive` shows the whole card; a wrong name raises and is repeated."""
    with petstore_flask.start(name="live-tests") as store:
        embed = OpenApiEmbed(store.openapi_url)
        live = embed.interactive("getPetById")
        assert len(shown.of(live)) == 2
        assert len(shown.tabs) == 2
        assert repr(live) == "LiveOperation(GET /pet/{petId})"
        assert live.html == embed.interactive("GET /pet/{petId}").html
        with pytest.raises(ShapeError, match="getPetByIt"):
            embed.interactive("getPetByIt")


def test_rows_and_live_tabs_stand_side_by_side(shown):
    """The widget holds the rows too, so that its two columns are those of the static card; no id is there twice."""
    tree = {"type": "object", "properties": {"name": {"type": "string"}, "child": {"$ref": "#/components/schemas/T"}}}
    answer = {"description": "ok", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/T"}}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/t": {"get": {"operationId": "getTree", "responses": {"200": answer, "404": {"description": "no"}}}}
        },
        "components": {"schemas": {"T": tree}},
    }
    static, _live = shown.of(OpenApiEmbed(document).interactive("getTree"))
    texts = [widget.value for widget in every_widget(shown.widget) if isinstance(widget, ipywidgets.HTML)]
    (rows,) = [text for text in texts if 'class="ar-beside"' in text]
    assert 'class="ar-beside apiref-static"' in static["text/html"]
    assert "child" in rows
    hidden, seen = (set(re.findall(r' id="([^"]+)"', html)) for html in (static["text/html"], rows))
    assert seen
    assert not hidden & seen
    assert set(re.findall(r'href="#([^"]+)"', rows)) <= seen


def test_a_reply_and_a_report_show_themselves():
    """A card with status, time and body, a table with a line for each operation; plain text beside them."""
    with petstore_flask.start(name="reply-tests") as store:
        client = OpenApiEmbed(store.openapi_url).client(api_key=store.api_key, token=store.token)
        reply = client.get_pet_by_id(1)
        bundle = reply._repr_mimebundle_()
        assert bundle["text/plain"] == repr(reply)
        for words in (">200<", " ms", "application/json", "as declared", "photoUrls", "headers"):
            assert words in bundle["text/html"]
        assert store.api_key not in bundle["text/html"]
        report = verify(client)
        table = report._repr_mimebundle_()
        assert table["text/plain"] == str(report)
        assert table["text/html"].count("<tr>") == len(report) + 1


def test_a_mismatch_is_told_with_its_place():
    """The answer differs from the document: the card names where and how."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/pet/1": {"get": {"operationId": "pet", "responses": {"404": {"description": "none"}}}}},
    }
    with petstore_flask.start(name="mismatch-tests") as store:
        client = OpenApiEmbed(document).client(store.base_url)
        html = client.pet()._repr_mimebundle_()["text/html"]
    assert "1 mismatch" in html
    assert "Differs from the document" in html


SCRIPT = """
import sys, time
start = time.process_time()
import apiref_nb
spent = time.process_time() - start
block = apiref_nb.ApiBlock({"method": "GET", "path": "/x", "responses": [{"statusCode": "200"}, {"statusCode": "404"}]})
block._repr_mimebundle_()
print(spent < 0.4, "ipywidgets" in sys.modules)
"""


def test_the_import_is_cheap_and_brings_no_widgets():
    """Importing costs well below 0.4 s of CPU, and a static card imports no ipywidgets."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["True", "False"]
