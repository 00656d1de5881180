"""What a page says is true, and said once: document in, rows, panels and pages out."""

from __future__ import annotations

from typing import Any

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.describing import RowLimits, Rows, describe_reference
from apiref_nb.model.byte_cache import CACHES
from apiref_nb.schemas import SampleSession
from apiref_nb.writing.markdown import reference_markdown


def document(operation: dict[str, Any], method: str = "post", **schemas: Any) -> dict[str, Any]:
    return {
        "openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://t.example"}],
        "paths": {"/a": {method: {"responses": {"200": {"description": "ok"}}, **operation}}},
        "components": {"schemas": schemas},
    }  # fmt: skip


def view(operation: dict[str, Any], method: str = "post", **schemas: Any):
    page = describe_reference(load_api(document(operation, method, **schemas)))
    return page.view(page.operations[0])


def json_body(schema: Any, **rest: Any) -> dict[str, Any]:
    return {"requestBody": {"content": {"application/json": {"schema": schema, **rest}}}}


def answers(**content: Any) -> dict[str, Any]:
    return {"responses": {status[1:]: {"description": "ok", **given} for status, given in content.items()}}


def test_required_fields_stand_in_the_card_before_anything_opens():
    """The budget is spent level by level: `fundDestination.card.*` never pushes `merchantAccount` behind "more"."""
    card = {"type": "object", "properties": {f"c{i}": {"type": "string"} for i in range(30)}}
    fields = {"a_nested": {"$ref": "#/components/schemas/Card"}, **{f"f{i}": {"type": "string"} for i in range(30)}}
    whole = {"type": "object", "required": ["merchantAccount"], "properties": {**fields, "merchantAccount": {}}}
    api = load_api(document({}, Whole=whole, Card=card))
    rows = Rows(RowLimits(depth=6, rows=20))
    made = rows.of(api.schemas["Whole"], "request")
    assert [row.path for row in made if row.required] == ["merchantAccount"]
    assert (made[-1].name, made[-1].component) == ("12 more fields", "Whole")
    assert (made[0].path, made[0].component) == ("a_nested", "Card")
    roomy = Rows(RowLimits(depth=6, rows=40)).of(api.schemas["Whole"], "request")
    assert not any(row.kind == "note" for row in roomy)
    assert roomy[0].component == "Card"


def test_a_field_that_is_called_like_its_type_shows_its_type():
    page = OpenApiEmbed(document(json_body({"properties": {"number": {"type": "number"}}})))
    assert page.html.count("<i>number</i>") == 1
    assert "| `number` | number |" in page.markdown


def test_warnings_are_three_sentences_and_the_same_everywhere():
    """What does not match, what was not checked and what is no pattern are told apart, in HTML and in Markdown."""
    fails = json_body({"type": "integer"}, example="x")
    large = json_body({"type": "string", "pattern": "a{999999}"}, example="x")
    malformed = json_body({"type": "string", "pattern": "(["}, example="x")
    for operation, warning in (
        (fails, 'Does not match its schema: must be integer (got "x")'),
        (large, 'Was not checked, because the pattern "a{999999}" is too large to be checked'),
        (malformed, 'The pattern "([" is not valid in ECMA 262'),
    ):
        (panel,) = view(operation).card.body
        assert panel.flag == warning
        page = OpenApiEmbed(document(operation))
        assert warning.replace('"', "&#34;") in page.html or warning in page.html
        saved = reference_markdown(describe_reference(load_api(document(operation))), samples=True)
        assert warning.split('"')[0].partition("(")[0] in saved


def test_samples_say_that_nobody_checked_them_where_there_is_no_engine(monkeypatch):
    """A browser's Python has no jsonschema-rs: everything is shown, and said to be unchecked."""
    from apiref_nb.schemas import engine

    monkeypatch.setattr(engine, "_library", lambda: None)
    CACHES.clear()
    schema = load_api(document({}, A={"type": "object", "properties": {"a": {"type": "integer"}}})).schemas["A"]
    value = SampleSession().sample(schema, "response")
    assert (value.value, value.valid) == ({"a": 1}, None)
    assert value.warning == "Was not checked, because the validator (jsonschema-rs) is not installed"
    CACHES.clear()


def test_nothing_is_made_up_for_a_reference_that_leads_nowhere():
    nowhere = {"$ref": "#/components/schemas/Nowhere"}
    (panel,) = view(answers(_200={"content": {"application/json": {"schema": {"type": "array", "items": nowhere}}}}))\
        .card.answers[0].panels  # fmt: skip
    assert panel.text == "[]"
    assert view(json_body(nowhere)).card.body == ()


def test_more_than_a_dozen_examples_are_counted_and_can_be_reached():
    examples = {f"e{i}": {"value": {"n": i}} for i in range(20)}
    shown = view(json_body({"type": "object"}, examples=examples))
    assert len(shown.card.body) == 20
    html = OpenApiEmbed(document(json_body({"type": "object"}, examples=examples))).html
    assert "8 more" in html
    assert all(f"e{i}" in html for i in range(20))


def test_equal_schemas_and_headers_are_told_once():
    """Inline schemas for JSON and XML, and headers of every status."""
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": "words"}}}
    headers = {"X-Rate": {"schema": {"type": "integer"}, "description": "left"}}
    content = {"application/json": {"schema": schema}, "application/xml": {"schema": dict(schema)}}
    good, bad = view(answers(_200={"content": content, "headers": headers}, _400={"headers": dict(headers)})).responses
    (media,) = good.media
    assert media.media_types == ("application/json", "application/xml")
    assert [row.name for row in good.headers] == ["X-Rate"]
    assert [(row.kind, row.name) for row in bad.headers] == [("note", "X-Rate: as for 200")]


def test_a_title_taken_from_the_description_is_not_said_again():
    """Frameworks write the first line of a docstring as description alone; it stands as the title, once."""
    shown = view({"description": "List users.\n\nNewest first."})
    assert (shown.title, shown.description) == ("List users.", "Newest first.")


def test_an_answer_without_words_is_called_by_the_standard():
    """Frameworks write an empty description where nobody wrote one; an author's word stays as it is."""
    said = {"201": {"description": ""}, "404": {"description": "Gone fishing"}, "default": {"description": ""}}
    assert [each.description for each in view({"responses": said}).responses] == ["Created", "Gone fishing", ""]


def test_half_a_sentence_is_no_title():
    """A docstring that was wrapped is called by its operationId."""
    shown = view({"operationId": "listUsers", "description": "List all the users of the shop, with\ntheir orders."})
    assert (shown.title, shown.description[:8]) == ("listUsers", "List all")


def test_a_class_that_fastapi_parts_in_two_is_not_said_again_below_its_name():
    """`Order-Input` and `Order-Output` have the title `Order`."""
    order = {"type": "object", "title": "Order", "properties": {"id": {}}}
    page = OpenApiEmbed(document(json_body({"$ref": "#/components/schemas/Order-Input"}), **{"Order-Input": order}))
    assert "object · Order-Input" in page.markdown
    assert "\nOrder\n" not in page.markdown


def test_an_answer_that_fastapi_calls_after_its_function_has_no_title():
    """`Response List Users` says that it is the answer of the card on which it stands."""
    schema = {"type": "array", "items": {"type": "string"}, "title": "Response List Users Users Get"}
    (answer,) = view(answers(_200={"content": {"application/json": {"schema": schema}}})).responses
    assert answer.media[0].root is None


def test_titles_say_what_names_do_not():
    """A title beside a reference stays; one that repeats the schema's name does not."""
    account = {"type": "object", "title": "Account", "description": "An account", "properties": {"id": {}}}
    choice = {"oneOf": [{"$ref": "#/components/schemas/account", "title": "The payer"}, {"type": "string"}]}
    api = load_api(
        document({}, account=account, W={"properties": {"a": {"$ref": "#/components/schemas/account"}}}, C=choice)
    )
    maker = Rows(RowLimits(6, 50))
    assert not any(fact.label == "Title" for row in maker.of(api.schemas["W"], "both") for fact in row.facts)
    first = maker.of(api.schemas["C"], "both")[0]
    assert (first.name, first.facts[0].label, first.facts[0].values) == ("account", "Title", ("The payer",))


def test_a_get_says_nothing_of_a_body_that_holds_nothing():
    closed = {"type": "object", "additionalProperties": False}
    assert view(json_body(closed), "get").body is None
    assert view(json_body(closed), "post").body is not None


def test_lists_in_a_field_stay_lists():
    page = OpenApiEmbed(document(json_body({"properties": {"a": {"description": "One of:\n- first\n- second"}}})))
    assert "<li>first" in page.html
    assert "• first • second" in page.markdown


def test_actions_behind_a_fragment_are_one_group():
    """AWS names its actions after `#`, which names no group."""
    whole = document({})
    whole["paths"] = {f"/#X-Amz-Target=Foo.{name}": {"post": {"responses": {}}} for name in "AB"}
    assert [group.title for group in load_api(whole).groups] == ["/"]
