"""ApiBlock, by every rule of its specification: operation in, HTML and cURL out."""

from __future__ import annotations

import shlex

import pytest

from apiref_nb import ApiBlock, Operation, ShapeError, load_api
from apiref_nb.describing import describe_reference
from apiref_nb.writing.html.palette import AMBER, BLUE, DEEP, GREEN, PURPLE, RED
from tests.display.page import Page, code_of, style_of, words


def block(operation: dict | None = None, **props) -> Page:
    return Page(ApiBlock({"method": "GET", "path": "/pets", **(operation or {})}, **props).html)


def curl(page: Page) -> str:
    return code_of(page.all(".ar-asked .ar-panel, .ar-asked .ar-tabs details")[0])


def query(name: str = "limit", **fields) -> dict:
    return {"name": name, "location": "query", **fields}


# The header ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "colour"), [("GET", BLUE), ("POST", GREEN), ("PUT", AMBER), ("PATCH", PURPLE), ("DELETE", RED)]
)
def test_badge_and_border_have_the_colour_of_the_method(method, colour):
    """Badge and left border: blue, green, amber, purple, red; inline, so that an untrusted notebook keeps them."""
    page = block({"method": method})
    assert style_of(page.one(".ar-head .ar-badge"))["background"] == colour
    assert colour in style_of(page.one(".ar-op"))["border-left"]


def test_path_stands_beside_the_badge_with_the_base_url_before_it():
    """baseUrl: prefix shown in muted text before the path."""
    page = block({"path": "/pets/{id}"}, base_url="https://api.example.com/v1")
    assert page.text(".ar-path") == "https://api.example.com/v1/pets/{id}"
    assert page.text(".ar-base") == "https://api.example.com/v1"


@pytest.mark.parametrize(
    ("path", "base", "address"),
    [
        ("pets", "https://api.example.com", "https://api.example.com/pets"),
        ("pets", "https://api.example.com/v1/", "https://api.example.com/v1/pets"),
        ("/pets", "https://api.example.com/", "https://api.example.com/pets"),
        ("@other.example/pets", "https://api.example.com", "https://api.example.com/@other.example/pets"),
        (":8080/pets", "https://api.example.com", "https://api.example.com/:8080/pets"),
        ("?page=1", "https://api.example.com/pets", "https://api.example.com/pets?page=1"),
        ("pets", "{{baseUrl}}", "{{baseUrl}}/pets"),
        ("pets", "/api/", "/api/pets"),
        ("pets", "/", "pets"),
        ("pets", "", "pets"),
    ],
)
def test_a_slash_stands_between_base_url_and_path(path, base, address):
    """baseUrl: a path never becomes part of the host's name; the card, its other forms and the command agree."""
    shown = ApiBlock({"method": "GET", "path": path, "auth": {"scheme": "bearer"}}, base_url=base)
    assert Page(shown.html).text(".ar-path") == address
    assert f"GET {address}" in shown.text
    assert address in shown.markdown
    assert address in shlex.split(curl(Page(shown.html)).replace("\\\n", " "))


def test_summary_wins_over_description():
    """summary: wins over description when both are set."""
    page = block({"summary": "List pets", "description": "Other words"})
    assert "List pets" in page.words
    assert "Other words" not in page.words


def test_description_stands_in_for_a_missing_summary_as_plain_text():
    """description: fallback body text, rendered as plain text."""
    assert block({"description": "Some **plain** text"}).text(".ar-about") == "Some **plain** text"


def test_deprecated_adds_a_red_chip_and_fades_the_card_to_75_percent():
    """deprecated: a red Deprecated chip, 75% opacity."""
    page = block({"deprecated": True})
    assert page.text(".ar-deprecated") == "Deprecated"
    assert style_of(page.one(".ar-deprecated"))["background"] == DEEP[RED]
    assert style_of(page.one(".ar-op"))["opacity"] == "0.75"


def test_deprecation_note_shows_without_deprecated_above_the_summary():
    """deprecationNote: shown even when deprecated is not true; no chip, no fading then."""
    page = block({"deprecationNote": "Use /v2", "summary": "List"})
    assert page.words.index("Use /v2") < page.words.index("List")
    assert page.all(".ar-deprecated") == []
    assert "opacity" not in style_of(page.one(".ar-op"))


@pytest.mark.parametrize(
    ("scheme", "label", "lock"),
    [
        ("bearer", "Bearer Token", "Closed padlock"),
        ("apiKey", "API Key", "Closed padlock"),
        ("basic", "Basic Auth", "Closed padlock"),
        ("oauth2", "OAuth 2.0", "Closed padlock"),
        ("none", "No auth required", "Open padlock"),
    ],
)
def test_auth_indicator_says_the_scheme_and_shows_a_padlock(scheme, label, lock):
    """auth.scheme: the first four a closed padlock, none an open one; default texts."""
    page = block({"auth": {"scheme": scheme}})
    assert page.text(".ar-auth") == label
    assert page.one(".ar-lock")["aria-label"] == lock


def test_auth_label_replaces_the_default_text():
    """auth.label: overrides the default text; auth.description is accepted, not rendered."""
    page = block({"auth": {"scheme": "bearer", "label": "Staff token", "description": "hidden words"}})
    assert page.text(".ar-auth") == "Staff token"
    assert "hidden words" not in page.words


def test_no_auth_object_shows_no_indicator():
    """auth: default {}."""
    assert block().all(".ar-auth") == []


# Placeholder credentials --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "header"),
    [
        ("bearer", "-H 'Authorization: Bearer <token>'"),
        ("apiKey", "-H 'X-API-Key: <api-key>'"),
        ("basic", "-H 'Authorization: Basic <credentials>'"),
        ("oauth2", "-H 'Authorization: Bearer <access-token>'"),
    ],
)
def test_curl_carries_the_placeholder_header_of_the_scheme(scheme, header):
    """The first four schemes add a matching placeholder header to cURL."""
    assert header in curl(block({"auth": {"scheme": scheme}}))


def test_scheme_none_adds_no_header():
    """A scheme of none adds no header."""
    assert "-H" not in curl(block({"auth": {"scheme": "none"}}))


@pytest.mark.parametrize(("location", "piece"), [("query", "?key=<api-key>"), ("cookie", "-b 'key=<api-key>'")])
def test_api_key_in_a_query_or_cookie_stays_there(location, piece):
    """An API key in a query or cookie is not turned into a header."""
    text = curl(block({"auth": {"scheme": "apiKey", "name": "key", "location": location}}))
    assert piece in text
    assert "X-API-Key" not in text


# Parameters ---------------------------------------------------------------------------------------------------------


def test_query_and_header_parameters_are_rows_and_feed_curl():
    """Rule 1: query and header entries render as rows and feed the query string and -H flags."""
    page = block({"parameters": [query(defaultValue="20"), {"name": "X-Trace", "location": "header"}]})
    assert page.texts(".ar-r > code") == ["limit", "X-Trace"]
    assert "/pets?limit=20" in curl(page)
    assert "-H 'X-Trace: <X-Trace>'" in curl(page)


def test_path_and_body_parameters_render_nothing_and_do_not_rewrite_the_url():
    """Rule 2: accepted, rendered nowhere; a path placeholder stays literal."""
    page = block(
        {
            "path": "/pets/{id}",
            "parameters": [
                {"name": "id", "location": "path", "defaultValue": "7"},
                {"name": "secretfield", "location": "body"},
            ],
        }
    )
    assert page.all(".ar-r") == []
    assert "/pets/{id}" in curl(page)
    assert "-g" in curl(page)
    assert "secretfield" not in page.words


def test_show_parameters_false_hides_the_rows_and_keeps_curl():
    """Rule 3: query and header parameters still reach the cURL command."""
    operation = {"parameters": [query(), {"name": "X-Trace", "location": "header"}]}
    hidden = block(operation, showParameters=False)
    assert hidden.all(".ar-r") == []
    assert curl(hidden) == curl(block(operation))


def test_curl_uses_the_name_in_angle_brackets_without_a_default():
    """defaultValue: the sample value in cURL; without it cURL uses <name>."""
    assert "limit=<limit>" in curl(block({"parameters": [query()]}))


def test_a_row_shows_type_required_default_and_deprecation():
    """type chip, red required label, Default, struck-through and dimmed when deprecated."""
    page = block(
        {"parameters": [query(type="integer", required=True, defaultValue="20"), query("old", deprecated=True)]}
    )
    first, second = page.all(".ar-r")
    assert [words(tag) for tag in first.select("i, b, .ar-f")] == [
        "integer", "required", "Default 20",
    ]  # fmt: skip
    assert "ar-dimmed" in second["class"]
    assert words(second.select_one(".ar-dep")) == "deprecated"


def test_a_row_without_description_says_so():
    """Rows without one read `No description provided.`"""
    assert block({"parameters": [query()]}).text(".ar-r > div") == "No description provided."


def test_a_description_is_inline_markdown():
    """description: inline Markdown."""
    page = block({"parameters": [query(description="At most **100**, see [docs](https://example.com)")]})
    row = page.one(".ar-r > div")
    assert row.select_one("strong").get_text() == "100"
    assert row.select_one("a")["href"] == "https://example.com"


# Request body -------------------------------------------------------------------------------------------------------


def body_panel(page: Page) -> str:
    label, panel = page.all(".ar-asked > .ar-tabs > details")[-1].find_all(recursive=False)
    assert words(label) == "Request body"
    return code_of(panel)


def test_body_example_feeds_curl_and_the_panel():
    """example: literal payload for -d; the panel prefers it; mediaType is sent as Content-Type."""
    page = block({"method": "POST", "requestBody": {"example": '{"a": 1}'}})
    assert "-d '{\"a\": 1}'" in curl(page)
    assert "-H 'Content-Type: application/json'" in curl(page)
    assert body_panel(page) == '{\n  "a": 1\n}'


def test_body_fields_become_a_skeleton_without_an_example():
    """Without an example a skeleton built from fields is used, in cURL and in the panel."""
    page = block({"method": "POST", "requestBody": {"fields": [{"name": "tag", "location": "body", "type": "string"}]}})
    assert '"tag"' in curl(page)
    assert '"tag"' in body_panel(page)


def test_an_empty_body_shows_no_panel():
    """It shows nothing if both are empty."""
    page = block({"method": "POST", "requestBody": {"description": "hidden words"}})
    assert "Request body" not in page.words
    assert "hidden words" not in page.words


def test_media_type_of_the_body_reaches_curl():
    """mediaType: sent as the Content-Type header."""
    page = block({"method": "POST", "requestBody": {"mediaType": "text/plain", "example": "hi"}})
    assert "-H 'Content-Type: text/plain'" in curl(page)


# Responses ----------------------------------------------------------------------------------------------------------


def response(code: str = "200", **fields) -> dict:
    return {"statusCode": code, **fields}


@pytest.mark.parametrize(
    ("code", "colour"), [("200", GREEN), ("204", GREEN), ("301", BLUE), ("404", AMBER), ("500", RED), ("default", RED)]
)
def test_status_chip_has_the_colour_of_its_class(code, colour):
    """statusCode: green 2xx, blue 3xx, amber 4xx, red otherwise."""
    page = block({"responses": [response(code)]})
    assert style_of(page.one(".ar-status"))["background"] == colour


def test_two_responses_become_tabs_and_the_first_is_open():
    """Two or more render as clickable tabs."""
    page = block({"responses": [response("200"), response("404")]})
    tabs = page.all(".ar-answer .ar-tabs > details")
    assert [words(tab.summary) for tab in tabs] == ["200", "404"]
    assert [tab.has_attr("open") for tab in tabs] == [True, False]


def test_one_response_is_no_tab_and_hides_its_label():
    """label: visible only when the operation has two or more responses."""
    one = block({"responses": [response(label="All pets")]})
    assert one.all(".ar-answer .ar-tabs") == []
    assert "All pets" not in one.words
    two = block({"responses": [response(label="All pets"), response("404")]})
    assert "All pets" in two.words


def test_example_body_is_indented_again():
    """exampleBody: re-indented before highlighting; numbers and key order stay."""
    page = block({"responses": [response(exampleBody='{"b":1.50,"a":[1e400,{}],"b":[]}')]})
    assert code_of(page.one(".ar-answer")) == '{\n  "b": 1.50,\n  "a": [\n    1e400,\n    {}\n  ],\n  "b": []\n}'


def test_invalid_json_is_printed_as_it_is():
    """exampleBody: invalid JSON is printed as is."""
    assert code_of(block({"responses": [response(exampleBody="{oops")]}).one(".ar-answer")) == "{oops"


def test_without_example_only_the_chip_renders():
    """exampleBody: when omitted only the status chip renders."""
    page = block({"responses": [response("204")]})
    assert page.text(".ar-answer") == "Response 204"
    assert page.all(".ar-answer pre") == []


def test_response_description_fields_and_headers_are_accepted_and_not_rendered():
    """description, fields, headers: accepted, not rendered."""
    page = block(
        {
            "responses": [
                response(
                    description="hiddenone",
                    fields=[{"name": "hiddentwo", "location": "body"}],
                    headers=[{"name": "hiddenthree", "type": "string", "description": "hiddenfour"}],
                )
            ]
        }
    )
    assert "hidden" not in page.words


@pytest.mark.parametrize(
    ("media_type", "accepts"),
    [("application/problem+json", True), ("application/JSON", True), ("text/csv", False), (None, False)],
)
def test_curl_accepts_json_when_a_response_is_json(media_type, accepts):
    """mediaType: when any contains json, cURL gains Accept: application/json."""
    fields = {"mediaType": media_type} if media_type else {}
    text = curl(block({"responses": [response("204"), response("200", **fields)]}))
    assert ("-H 'Accept: application/json'" in text) is accepts


# Rate limit and code examples ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        ({"requests": 100, "window": "minute"}, "100 requests / minute"),
        ({"requests": 5, "window": "10 seconds", "note": "per key"}, "5 requests / 10 seconds (per key)"),
        ({"requests": 0.5, "window": "hour"}, "0.5 requests / hour"),
        ({"requests": 0, "window": "hour", "note": "closed"}, "0 requests / hour (closed)"),
    ],
)
def test_rate_limit_reads_requests_slash_window_and_note(limit, line):
    """The line reads `<requests> requests / <window> (<note>)`, with a clock icon."""
    page = block(rateLimit=limit)
    assert page.text(".ar-rate") == line
    assert len(page.all(".ar-clock")) == 1


def test_code_examples_follow_the_curl_tab():
    """codeExamples: tabs after the generated cURL tab, which is always first and cannot be removed."""
    page = block(codeExamples=[{"language": "python", "label": "SDK", "code": "print(1)"}])
    assert page.texts(".ar-asked summary") == ["cURL", "SDK"]
    assert curl(page).startswith("curl ")


def test_another_curl_example_does_not_replace_the_generated_one():
    """cURL cannot be removed."""
    page = block(codeExamples=[{"language": "bash", "label": "cURL", "code": "curl mine"}])
    assert page.texts(".ar-asked summary") == ["cURL", "cURL"]
    assert "curl mine" not in curl(page)


def test_a_language_without_a_grammar_falls_back_to_json():
    """language: bash and python are supported; any other value falls back to the JSON grammar."""
    page = block(codeExamples=[{"language": "ruby", "label": "Ruby", "code": '{"a": 1}'}])
    panes = page.all(".ar-asked details")
    assert panes[1].select_one("pre b").get_text() == '"a"'


PETS = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://one.example"}],
    "paths": {"/pets": {"get": {"operationId": "getPets", "responses": {"200": {"description": "ok"}}}}},
}


# Shapes -------------------------------------------------------------------------------------------------------------

BAD = [
    ({}, {"baseUrl": 3}, "baseUrl: must be text (got 3)"),
    ({}, {"base_url": 3}, "base_url: must be text (got 3)"),
    ({}, {"showParameters": "no"}, 'showParameters: must be True or False (got "no")'),
    ({}, {"rateLimit": {"requests": "9", "window": "h"}}, 'rateLimit.requests: must be a number, 0 or more (got "9")'),
    ({}, {"rate_limit": {"requests": -1, "window": "h"}}, "rate_limit.requests: must be a number, 0 or more (got -1)"),
    ({}, {"rate_limit": {"requests": 9}}, "rate_limit.window: is required"),
    (
        {},
        {"rate_limit": {"requests": 9, "window": ""}},
        'rate_limit.window: must have at least 1 character (got "")',
    ),
    (
        {"requestBody": {}, "foo": 1},
        {},
        ("operation.foo: is not a field; allowed: method, path, summary, description, parameters, requestBody, "
        "responses, auth, deprecated, deprecationNote"),
    ),
    (
        {"deprecation_note": "x", "requestbody": {}},
        {},
        ("operation.requestbody: is not a field; did you mean request_body? allowed: method, path, summary, "
        "description, parameters, request_body, responses, auth, deprecated, deprecation_note"),
    ),
    ({"requestBody": {}, "responses": [{"status": "200"}]}, {}, "operation.responses[0].statusCode: is required"),
    ({}, {"codeExamples": [{"language": "bash", "label": "x"}]}, "codeExamples[0].code: is required"),
    ({}, {"codeExamples": "curl"}, 'codeExamples: must be a list (got "curl")'),
    ({"method": "get"}, {}, 'operation.method: must be GET, POST, PUT, PATCH or DELETE (got "get")'),
    ({"method": "HEAD"}, {}, 'operation.method: must be GET, POST, PUT, PATCH or DELETE (got "HEAD")'),
    ({"path": ""}, {}, 'operation.path: must have at least 1 character (got "")'),
    (
        {"parameters": [query(), query(), {"name": "c", "location": "cookie"}]},
        {},
        'operation.parameters[2].location: must be path, query, header or body (got "cookie")',
    ),
    ({"parameters": [{"location": "query"}]}, {}, "operation.parameters[0].name: is required"),
    ({"responses": [{"statusCode": 200}]}, {}, "operation.responses[0].statusCode: must be text (got 200)"),
    ({"responses": [{"status_code": 200}]}, {}, "operation.responses[0].status_code: must be text (got 200)"),
    ({"requestBody": {"mediaType": None}}, {}, "operation.requestBody.mediaType: must be text (got None)"),
    (
        {"requestBody": {"fields": [{"name": "a", "location": "body", "required": 1}]}},
        {},
        "operation.requestBody.fields[0].required: must be True or False (got 1)",
    ),
    (
        {"auth": {"scheme": "magic"}},
        {},
        'operation.auth.scheme: must be bearer, apiKey, basic, oauth2 or none (got "magic")',
    ),
    ({"deprecated": "yes"}, {}, 'operation.deprecated: must be True or False (got "yes")'),
    ({"responses": {"200": {}}}, {}, "operation.responses: must be a list (got a mapping)"),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "props", "message"), BAD, ids=[case[2].split(":")[0] for case in BAD])
def test_a_bad_shape_raises_at_construction_and_names_the_exact_field(operation, props, message):
    """Props are validated; the message names the field path, what is allowed and what was found."""
    with pytest.raises(ShapeError) as caught:
        ApiBlock({"method": "GET", "path": "/pets", **operation}, **props)
    assert str(caught.value) == message


def test_an_unknown_field_is_refused_with_the_name_that_was_meant():
    """A misspelt field is no empty card."""
    with pytest.raises(ShapeError, match=r"operation\.sumary: is not a field; did you mean summary\?"):
        ApiBlock({"method": "GET", "path": "/pets", "sumary": "x"})


def test_an_operation_that_was_not_found_is_told_from_a_wrong_shape():
    """`api.find` returns None for a name that is not there; the card says so, and `api[name]` which are near."""
    with pytest.raises(ShapeError, match=r"operation: must be an operation; `api\.find\(name\)` found none"):
        ApiBlock(None)
    with pytest.raises(ShapeError, match=r'operation: no operation "getPet"; did you mean getPets\?'):
        _ = load_api(PETS)["getPet"]
    assert ApiBlock(load_api(PETS)["GET /pets"]).html == ApiBlock(load_api(PETS)["getPets"]).html


def test_a_document_and_its_operations_have_a_short_repr():
    """One line, whatever they hold: a cell that ends in `embed.api` stays readable."""
    assert repr(load_api(PETS)) == "Api(T, 1, openapi-3.1, 1 operation)"
    assert repr(load_api(PETS)["getPets"]) == "ApiOperation(GET /pets)"


def test_tab_offers_the_names_of_a_documents_operations():
    """`api["` is completed by what may stand there."""
    assert load_api(PETS)._ipython_key_completions_() == ["getPets", "GET /pets"]


def test_base_url_stands_in_the_samples_of_a_documents_operation():
    """baseUrl is prepended to the cURL URL, wherever the operation comes from."""
    card = ApiBlock(load_api(PETS)["GET /pets"], base_url="https://two.example")
    assert "https://two.example/pets" in card.html
    assert "one.example" not in card.html


def test_block_of_a_documents_operation_is_its_card_in_the_reference():
    """Importer output passes straight through; Markdown names the representations and their grammar, too."""
    bodies = {kind: {"schema": {"type": "object", "properties": {"a": {"type": "integer", "example": 7}}}}
              for kind in ("application/json", "application/xml")}  # fmt: skip
    tide = {"operationId": "addTide", "requestBody": {"content": bodies}, "parameters": [
        {"name": "place", "in": "query", "schema": {"type": "string", "maxLength": 9, "default": "Brest"}}],
        "responses": {"200": {"description": "Fine", "content": bodies}}}  # fmt: skip
    api = load_api({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/tides": {"post": tide}}})
    card, view = ApiBlock(api["addTide"]).card, describe_reference(api).view(api["addTide"])
    assert (card.tabs, card.body, card.answers, card.auth) == (
        view.card.tabs, view.card.body, view.card.answers, view.card.auth
    )  # fmt: skip
    assert card.rows == view.parameters[0][1]
    told = ApiBlock(api["addTide"]).markdown
    assert all(told.count(words) == 2 for words in ("application/xml", "```xml\n", "```json\n"))
    assert "Default `Brest`. Length at most 9." in told


def test_a_bad_shape_shows_one_error():
    """The validator's own error does not stand above ours in a notebook."""
    with pytest.raises(ShapeError) as caught:
        ApiBlock({"method": "get", "path": "/pets"})
    assert caught.value.__suppress_context__
    with pytest.raises(ShapeError) as caught:
        Operation(method="get", path="/pets")
    assert caught.value.__suppress_context__


def test_an_unknown_prop_is_refused():
    """A misspelt prop is named."""
    with pytest.raises(ShapeError, match="baseURL: is not a prop of ApiBlock"):
        ApiBlock({"method": "GET", "path": "/pets"}, baseURL="https://x")


def test_a_prop_in_both_spellings_is_given_twice():
    """Nothing is silently dropped."""
    with pytest.raises(ShapeError, match=r"baseUrl: is given twice \(baseUrl and base_url\)"):
        ApiBlock({"method": "GET", "path": "/pets"}, "https://a.example", baseUrl="https://b.example")
    with pytest.raises(ShapeError, match=r"operation.\w+: is given twice \(deprecationNote and deprecation_note\)"):
        ApiBlock({"method": "GET", "path": "/pets", "deprecationNote": "a", "deprecation_note": "b"})


def test_hidden_parameters_are_hidden_in_every_form():
    """showParameters holds for Markdown and text too; cURL keeps them."""
    shown = ApiBlock({"method": "GET", "path": "/pets", "parameters": [query()]}, show_parameters=False)
    assert "No description provided." not in shown.text + shown.markdown
    assert "limit=<limit>" in shown.text


def test_snake_case_and_camel_case_give_the_same_card():
    """snake_case in Python, the specification's camelCase accepted too, everywhere."""
    camel = {
        "method": "POST", "path": "/a", "requestBody": {"mediaType": "text/plain", "example": "x"},
        "responses": [{"statusCode": "200", "exampleBody": "1", "mediaType": "application/json"}],
        "deprecationNote": "n", "parameters": [{"name": "q", "location": "query", "defaultValue": "1"}],
    }  # fmt: skip
    snake = {
        "method": "POST", "path": "/a", "request_body": {"media_type": "text/plain", "example": "x"},
        "responses": [{"status_code": "200", "example_body": "1", "media_type": "application/json"}],
        "deprecation_note": "n", "parameters": [{"name": "q", "location": "query", "default_value": "1"}],
    }  # fmt: skip
    assert ApiBlock(camel, baseUrl="https://x.example").html == ApiBlock(snake, base_url="https://x.example").html
    assert ApiBlock(Operation(**snake), "https://x.example").html == ApiBlock(snake, "https://x.example").html


def test_the_same_props_give_the_same_bytes():
    """Same input, same bytes."""
    operation = {"method": "GET", "path": "/a", "responses": [response("200"), response("400")]}
    assert ApiBlock(operation).html == ApiBlock(operation).html


def test_html_markdown_and_text_name_the_same_operation():
    """One output, three forms."""
    shown = ApiBlock({"method": "PATCH", "path": "/pets/{id}", "summary": "Change a pet"})
    assert all("/pets/{id}" in form and "Change a pet" in form for form in (shown.text, Page(shown.html).words))
    assert "PATCH /pets/{id}" in shown.markdown
    assert "Change a pet" in shown.markdown


def test_several_responses_without_examples_show_their_chips_alone():
    """exampleBody: omitted is not `No body`; nobody said that none is sent."""
    page = block({"responses": [response("200", mediaType="application/json"), response("204")]})
    assert page.text(".ar-answer") == "Responses 200 204"


@pytest.mark.parametrize("body", ['{"a": NaN}', '{"a": 1,}', "\ufeff{}", "[" * 60_000 + "]" * 60_000])
def test_what_is_no_json_keeps_its_form(body):
    """exampleBody: invalid JSON, and JSON that no reader reads, is printed as is."""
    assert "\n" not in code_of(block({"responses": [response(exampleBody=body)]}).one(".ar-answer"))


def test_literal_form_payload_is_sent_as_written():
    """requestBody.example: the literal payload of the `-d` flag, a form's too."""
    form = {"mediaType": "application/x-www-form-urlencoded", "example": "a=1&b=c d"}
    sample = curl(block({"method": "POST", "requestBody": form}))
    assert "-d 'a=1&b=c d'" in sample
    assert "'Content-Type: application/x-www-form-urlencoded'" in sample


def test_importer_output_as_a_mapping_is_accepted_unchanged():
    """operation: what an importer writes beside a block's fields is taken; response fields have no location."""
    imported = {
        "operationId": "getPet",
        "tags": ["pet"],
        "security": [{"key": []}],
        "servers": [{"url": "https://pets.example"}],
        "externalDocs": {"url": "https://pets.example/docs"},
        "callbacks": {},
        "responses": [response(fields=[{"name": "id", "type": "integer", "required": True}])],
    }
    assert block(imported).text(".ar-answer") == "Response 200"


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("/api/v3", "/api/v3/pets"),
        ("{{baseUrl}}/v1/", "'{{baseUrl}}/v1/pets'"),
        ("api.example.com", "api.example.com/pets"),
        ("localhost:8080", "localhost:8080/pets"),
    ],
)
def test_prefix_that_is_no_address_stands_in_the_sample_too(base, address):
    """baseUrl: shown before the path and prepended to the cURL URL."""
    page = block(base_url=base)
    assert address in curl(page)
    assert page.text(".ar-path") == f"{base.rstrip('/')}/pets"


@pytest.mark.parametrize("base", ["-K secrets", "file:///etc", "javascript:alert(1)", "//other.example", "a b"])
def test_prefix_that_would_change_the_command_is_left_out_of_it(base):
    """baseUrl: a sample does what it shows; an option or another scheme never reaches the command."""
    assert curl(block(base_url=base)) == "curl /pets"


def test_credentials_in_a_base_url_are_shown_nowhere():
    """baseUrl: a password that came along with an address is on no page."""
    shown = ApiBlock({"method": "GET", "path": "/pets"}, base_url="https://me:s3cret@api.example.com/v1")
    for output in (shown.html, shown.markdown, shown.text):
        assert "s3cret" not in output
        assert "api.example.com/v1" in output


def test_markdown_and_text_say_what_the_card_says():
    """Auth indicator, response labels and the request body, for viewers that show no HTML."""
    shown = ApiBlock(
        {
            "method": "POST",
            "path": "/pets",
            "auth": {"scheme": "apiKey"},
            "requestBody": {"fields": [{"name": "name", "location": "body"}]},
            "responses": [response("201", label="Added"), response("409", label="Known")],
        },
        rate_limit={"requests": 5.0, "window": "minute"},
    )
    for output in (shown.markdown, shown.text):
        assert "API Key" in output
        assert "Known" in output
        assert "5 requests / minute" in output
        assert '"name": "<name>"' in output


def test_prop_that_holds_itself_is_named():
    """Whatever is given, the error is ours and names the field."""
    endless: dict = {}
    endless["x"] = endless
    with pytest.raises(ShapeError, match=r"operation\.zzz: is not a field"):
        block({"zzz": endless})


def test_a_prop_that_holds_itself_is_a_shape_error():
    """However often it holds itself; the message is written in the time that one look takes."""
    given: dict[str, object] = {"method": "GET", "path": "/a"}
    given |= {f"x{number}": given for number in range(100)}
    with pytest.raises(ShapeError, match="x0"):
        ApiBlock(given)
