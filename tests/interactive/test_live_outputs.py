"""Live views and the outputs of replies, as a notebook asks for them."""

from __future__ import annotations

import subprocess
import sys

import httpx
import ipywidgets
import pytest
from bs4 import BeautifulSoup
from jupyter_client.manager import start_new_kernel

import petstore_flask
from apiref_nb import (
    ApiBlock,
    Client,
    OpenApiEmbed,
    ParamField,
    RequestConsole,
    ResponseField,
    ShapeError,
    load_api,
    verify,
)
from apiref_nb.interactive import kernel
from apiref_nb.interactive.kernel import WIDGET_VIEW
from apiref_nb.interactive.widgets import below

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {
        "/x": {
            "get": {"responses": {"200": {"description": "Fine"}, "404": {"description": "None"}}},
            "post": {
                "parameters": [{"name": "unit", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "Fine"}},
            },
        }
    },
}
EMPTY = httpx.MockTransport(lambda request: httpx.Response(200))


@pytest.fixture
def shown(monkeypatch):
    """The outputs that a kernel with widgets is given to show, without a front end."""
    outputs = []
    monkeypatch.setattr("apiref_nb.display.live_view.has_widgets", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda data, raw: outputs.append(data) if raw else None)
    return outputs


def test_a_live_view_is_two_outputs(shown):
    """The static card is an output of its own; the widget is the second, and its plain text is empty."""
    form = RequestConsole("GET /x", Client(load_api(DOCUMENT)))
    form._ipython_display_()
    static, live = shown
    assert set(static) == {"text/html", "text/markdown", "text/plain"}
    assert set(live) == {WIDGET_VIEW, "text/plain"}
    assert live["text/plain"] == ""
    assert "apiref-static" in static["text/html"]
    assert "apiref-live" in form.widget._dom_classes
    form.close()


def test_without_a_kernel_a_view_is_static():
    """A test, a script and a terminal have no widgets: the card is shown, and none is made."""
    assert not kernel.has_widgets()
    view = OpenApiEmbed(DOCUMENT).interactive("GET /x")
    with pytest.raises(NotImplementedError):
        view._ipython_display_()
    assert "ar-samples" in view._repr_mimebundle_()["text/html"]
    assert "GET" in view._repr_mimebundle_()["text/plain"]


def test_a_view_without_a_kernel_lists_what_there_is():
    """Of a whole document: title, words, and every operation by group, without a link that leads nowhere."""
    html = OpenApiEmbed(DOCUMENT).interactive().html
    assert "GET /x" in html
    assert not BeautifulSoup(html, "html.parser").select("a[href]")


def test_the_live_card_is_the_static_card():
    """One renderer: below the form stands what a reference shows of the operation, in one widget."""
    view = OpenApiEmbed(DOCUMENT).interactive("GET /x")
    texts = [w.value for w in below(view.widget) if isinstance(w, ipywidgets.HTML)]
    (card,) = [text for text in texts if "class=ar-samples" in text]
    live, static = (BeautifulSoup(html, "html.parser").select_one(".ar-op") for html in (card, view.html))
    for above in static.select(":scope > :is(.ar-head, .ar-intro)"):
        above.extract()  # they stand above the form
    assert live.get_text() == static.get_text()
    assert [e.get("class") for e in live.find_all()] == [e.get("class") for e in static.find_all()]
    view.close()


def test_one_operation_of_a_document_opens_live():
    """A wrong name raises and is repeated; the same view has the same bytes."""
    with petstore_flask.start(name="live-tests") as store:
        embed = OpenApiEmbed(store.openapi_url)
        live = embed.interactive("getPetById")
        assert repr(live) == "LiveView(GET /pet/{petId})"
        assert live.html == embed.interactive("GET /pet/{petId}").html
        with pytest.raises(ShapeError, match="getPetByIt"):
            embed.interactive("getPetByIt")
        with pytest.raises(ShapeError, match=r"client: must be a Client \(got 3\)"):
            embed.interactive("getPetById", 3)


def test_a_view_offers_what_its_embed_shows():
    """`tags` and `operations` of the embed hold for its live view too."""
    with petstore_flask.start(name="live-part-tests") as store:
        view = OpenApiEmbed(store.openapi_url, tags=["Store"]).interactive()
        assert len(view.operations) == 4
        with pytest.raises(ShapeError, match=r"operation: is none of those of this view \(4\) \(got GET /pet"):
            view.choose("getPetById")


COMPONENTS = {
    "embed": lambda: OpenApiEmbed(DOCUMENT),
    "banner": lambda: OpenApiEmbed("ftp://nowhere.example/"),
    "block": lambda: ApiBlock({"method": "GET", "path": "/x"}),
    "view": lambda: OpenApiEmbed(DOCUMENT).interactive("GET /x"),
    "contents": lambda: OpenApiEmbed(DOCUMENT).interactive(),
    "parameter": lambda: ParamField("status"),
    "response key": lambda: ResponseField("id"),
    "reply": Client(load_api(DOCUMENT), "http://127.0.0.1", transport=EMPTY)["GET /x"],
    "report": lambda: verify(Client(load_api(DOCUMENT), "http://127.0.0.1", transport=EMPTY)),
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_what_is_shown_is_exact_text(name):
    """marimo and msgspec refuse subclasses of `str`; so every form of every output is one."""
    bundle = COMPONENTS[name]()._repr_mimebundle_()
    assert {type(part) for part in (*bundle, *bundle.values())} == {str}


SETUP = """
import ipywidgets
from apiref_nb import ApiBlock, OpenApiEmbed, RequestConsole, Client, load_api
embed = OpenApiEmbed({document!r})
"""
CELLS = {
    "a": "view = embed.interactive()\nview",
    "b": "form = RequestConsole('GET /x', Client(embed.api))\nform",
    "c": "form",
}


def counted(client, code, cell=""):
    """Run code as a cell; return how many widgets the kernel holds afterwards."""
    message = client.session.msg("execute_request", {
        "code": code, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": True,
        "user_expressions": {"open": "len(ipywidgets.widgets.widget._instances)"},
    }, metadata={"cellId": cell} if cell else {})  # fmt: skip
    client.shell_channel.send(message)
    answers = iter(lambda: client.get_shell_msg(timeout=60), None)
    content = next(one["content"] for one in answers if one["parent_header"]["msg_id"] == message["header"]["msg_id"])
    assert content["status"] == "ok", content
    return int(content["user_expressions"]["open"]["data"]["text/plain"])


def test_cells_that_run_again_leave_no_widget_more():
    """Three live cells that ran 20 times hold the widgets of one run, known by their ids or by their source."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        counted(client, SETUP.format(document=DOCUMENT))
        for has_ids in (True, False):
            ids = CELLS if has_ids else dict.fromkeys(CELLS, "")
            once = [counted(client, code, ids[name] and name) for name, code in CELLS.items()][-1]
            for _ in range(19):
                last = [counted(client, code, ids[name] and name) for name, code in CELLS.items()][-1]
            assert last == once > 20
        # An edited cell that shows nothing any more closes what it showed; a view that two show lives while one does.
        assert counted(client, "1", "a") < once
        assert counted(client, "2", "b") > counted(client, "3", "c")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


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
