"""What the components show when little is said, what they ask for, and that each colour is the one it is called."""

from __future__ import annotations

import colorsys
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from apiref_nb import ApiBlock, OpenApiEmbed, ParamField, ResponseField, ShapeError, clear_caches
from tests.display.museum import museum
from tests.display.page import Page, code_of, style_of

HUES = {
    "red": (345, 15),
    "amber": (25, 52),
    "green": (90, 160),
    "teal": (165, 187),
    "sky": (188, 207),
    "blue": (208, 235),
    "purple": (255, 295),
}
"""Name of a colour -> the degrees of the colour wheel that people call so."""


def colour_name(text: str) -> str:
    """The name of the first colour that is written in hexadecimal digits."""
    digits = re.search(r"#([0-9a-f]{6})", text)[1]
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    degrees = colorsys.rgb_to_hls(red, green, blue)[0] * 360
    return next(
        (
            name
            for name, (first, last) in HUES.items()
            if (first <= degrees <= last if first < last else degrees >= first or degrees <= last)
        ),
        f"{degrees:.0f} degrees",
    )


def style_sheet(html: str) -> dict[str, dict[str, str]]:
    """The first rule of each selector that stands within the output's root."""
    rules: dict[str, dict[str, str]] = {}
    for selector, body in re.findall(r"& ([^{}&]+?) ?\{([^{}]*)\}", html):
        pairs = (part.split(":", 1) for part in body.split(";") if ":" in part)
        rules.setdefault(selector, {name.strip(): value.strip() for name, value in pairs})
    return rules


def block(operation: dict | None = None, **props) -> Page:
    return Page(ApiBlock({"method": "GET", "path": "/pets", **(operation or {})}, **props).html)


# Colours ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "name"), [("GET", "blue"), ("POST", "green"), ("PUT", "amber"), ("PATCH", "purple"), ("DELETE", "red")]
)
def test_badge_and_border_of_a_method_have_the_colour_of_that_name(method, name):
    """method: blue, green, amber, purple, red."""
    page = block({"method": method})
    assert colour_name(style_of(page.one(".ar-head .ar-badge"))["background"]) == name
    assert colour_name(style_of(page.one(".ar-op"))["border-left"]) == name


@pytest.mark.parametrize(("code", "name"), [("201", "green"), ("302", "blue"), ("422", "amber"), ("503", "red")])
def test_status_chip_has_the_colour_of_that_name(code, name):
    """statusCode: green, blue, amber, else red."""
    page = block({"responses": [{"statusCode": code}]})
    assert colour_name(style_of(page.one(".ar-status"))["background"]) == name


@pytest.mark.parametrize(
    ("location", "name"), [("path", "sky"), ("query", "purple"), ("body", "teal"), ("header", "amber")]
)
def test_location_chip_has_the_colour_of_that_name(location, name):
    """location: sky, purple, teal, amber."""
    assert colour_name(style_of(Page(ParamField("a", location=location).html).one(".ar-loc"))["color"]) == name


def test_labels_that_warn_are_red_and_amber():
    """A red required label, an amber deprecated label, a red Deprecated chip, a red box around the note."""
    row = Page(ParamField("a", required=True, deprecated=True).html)
    card = block({"deprecated": True, "deprecationNote": "Use /v2"})
    assert colour_name(style_of(row.one(".ar-r > b:not(.ar-dep)"))["color"]) == "red"
    assert colour_name(style_of(row.one(".ar-dep"))["color"]) == "amber"
    assert colour_name(style_of(card.one(".ar-deprecated"))["background"]) == "red"
    assert colour_name(style_of(card.one(".ar-warning"))["border-left"]) == "red"


def test_the_style_sheet_mutes_strikes_through_and_dims():
    """The base address is muted; the name of a deprecated row is struck through, and the row is faded."""
    rules = style_sheet(ApiBlock({"method": "GET", "path": "/"}).html)
    assert rules[".ar-base"]["color"] == "var(--ar-muted)"
    assert rules[".ar-dimmed>code"]["text-decoration"] == "line-through"
    assert float(rules[".ar-dimmed"]["opacity"]) < 1


# What is shown when little is said ----------------------------------------------------------------------------------


def test_an_operation_needs_method_and_path_alone():
    """All else has a default, and shows nothing: no rows, body, answers, indicator, chip, rate or further tab."""
    page = block()
    assert page.all(".ar-r, .ar-answer, .ar-auth, .ar-deprecated, .ar-warning, .ar-rate, .ar-base, .ar-about") == []
    assert "opacity" not in style_of(page.one(".ar-op"))
    assert [code.get_text() for code in page.all("pre")] == ["curl /pets"]


def test_a_parameter_needs_name_and_location_alone():
    """required and deprecated are false, type and defaultValue are not shown."""
    page = block({"parameters": [{"name": "limit", "location": "query"}]})
    assert page.all(".ar-r > :is(i, b, .ar-f), .ar-dimmed") == []


@pytest.mark.parametrize("field", [ParamField, ResponseField])
def test_a_field_needs_a_name_alone(field):
    """Every other prop may be left out; its name is written like code."""
    page = Page(field("limit").html)
    assert page.one(".ar-r").get_text().split() == ["limit"]
    assert page.text(".ar-r > code") == "limit"


def test_a_body_without_a_media_type_is_json():
    """mediaType: application/json unless said; without example and fields nothing is sent."""
    sample = code_of(block({"method": "POST", "requestBody": {}}).one(".ar-asked"))
    assert "-H 'Content-Type: application/json'" in sample
    assert "-d" not in sample


QUERY = {"name": "limit", "location": "query"}
REQUIRED = [
    (lambda: ApiBlock({"path": "/a"}), "operation.method"),
    (lambda: ApiBlock({"method": "GET"}), "operation.path"),
    (lambda: block({"parameters": [QUERY, {"location": "query"}]}), "operation.parameters[1].name"),
    (lambda: block({"parameters": [{"name": "a"}]}), "operation.parameters[0].location"),
    (lambda: block({"requestBody": {"fields": [{"name": "a"}]}}), "operation.requestBody.fields[0].location"),
    (lambda: block({"responses": [{"exampleBody": "1"}]}), "operation.responses[0].statusCode"),
    (lambda: block({"responses": [{"statusCode": "1", "headers": [{}]}]}), "operation.responses[0].headers[0].name"),
    (lambda: block(rateLimit={"window": "hour"}), "rateLimit.requests"),
    (lambda: block(rateLimit={"requests": 1}), "rateLimit.window"),
    (lambda: block(codeExamples=[{"label": "a", "code": "b"}]), "codeExamples[0].language"),
    (lambda: block(codeExamples=[{"language": "a", "code": "b"}]), "codeExamples[0].label"),
    (lambda: block(codeExamples=[{"language": "a", "label": "b"}]), "codeExamples[0].code"),
]


@pytest.mark.parametrize(("make", "field"), REQUIRED, ids=[field for _, field in REQUIRED])
def test_what_is_required_is_asked_for_by_its_path(make, field):
    """A required field that is missing is an error that names the exact field."""
    with pytest.raises(ShapeError) as caught:
        make()
    assert str(caught.value) == f"{field}: is required"


@pytest.mark.parametrize("component", [OpenApiEmbed, ApiBlock, ParamField, ResponseField])
def test_a_component_without_its_required_prop_is_an_error(component):
    """url, operation and name are required."""
    with pytest.raises(TypeError, match="required"):
        component()


# Where things stand -------------------------------------------------------------------------------------------------


def test_rate_limit_stands_under_the_summary_and_auth_ends_the_header():
    """rateLimit: a line under the summary. auth: the indicator at the right of the header."""
    page = block(
        {"summary": "List pets", "auth": {"scheme": "bearer"}}, rateLimit={"requests": 9, "window": "15 minutes"}
    )
    assert page.words.index("List pets") < page.words.index("9 requests / 15 minutes")
    head = [tag.get("class")[0] for tag in page.one(".ar-head").find_all(recursive=False)]
    assert head[-1] == "ar-auth"
    assert style_sheet(ApiBlock({"method": "GET", "path": "/"}).html)[".ar-auth"]["margin-left"] == "auto"


def test_the_example_is_shown_before_the_fields():
    """requestBody: the panel and the command prefer the example; description is not shown."""
    body = {"example": '{"a": 1}', "fields": [{"name": "b", "location": "body"}], "description": "hidden words"}
    page = block({"method": "POST", "requestBody": body})
    assert [code.get_text() for code in page.all(".ar-asked pre")][-1] == '{\n  "a": 1\n}'
    assert '"b"' not in page.words
    assert "hidden" not in page.words


@pytest.mark.parametrize("language", ["bash", "python"])
def test_bash_and_python_have_grammars_of_their_own(language):
    """language: another word is read as JSON, these two are not."""
    code = "import os  # 'one' $HOME"
    panes = [
        str(block(codeExamples=[{"language": name, "label": "x", "code": code}]).all(".ar-asked pre")[1])
        for name in (language, "json", "ruby")
    ]
    assert panes[0] != panes[1]
    assert panes[1] == panes[2]


def test_every_endpoint_is_text_of_the_page_without_a_script():
    """A search of the page finds it: method, path, summary and sample stand in the HTML itself."""
    shown = OpenApiEmbed(museum())
    page = Page(shown.html)  # leaves scripts out
    assert len(shown.api.operations) == 4
    for operation in shown.api.operations:
        assert operation.path in page.words
        assert operation.summary in page.words
        assert any(operation.path in sample.get_text() for sample in page.all("pre"))


# The window of the cache --------------------------------------------------------------------------------------------


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """An address of a document, and the paths that were asked for there."""
    paths: list[str] = []
    body = json.dumps(museum()).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    clear_caches()
    yield f"http://127.0.0.1:{httpd.server_port}/openapi.json", paths
    httpd.shutdown()
    thread.join()
    httpd.server_close()


@pytest.mark.parametrize(("props", "requests"), [({}, 1), ({"revalidate": 3600}, 1), ({"revalidate": 0}, 2)])
def test_a_document_is_kept_unless_the_window_is_zero(asked, props, requests):
    """revalidate: within the window a second render asks nobody; 0 fetches at each."""
    address, paths = asked
    first, second = (OpenApiEmbed(address, **props).html for _ in range(2))
    assert first == second
    assert len(paths) == requests
