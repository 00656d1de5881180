"""ParamField and ResponseField, by every row of their specification."""

from __future__ import annotations

import pytest

from apiref_nb import ParamField, ResponseField, ShapeError
from apiref_nb.writing.html.palette import LOCATIONS
from tests.display.page import Page, style_of


def test_param_field_shows_name_type_location_required_and_default():
    """One row: monospace name, type chip, location chip, red required label, Default."""
    page = Page(ParamField("limit", type="integer", location="query", required=True, defaultValue="20").html)
    assert page.one(".ar-r > code").get_text() == "limit"
    assert page.texts(".ar-r > :not(code)") == ["query", "integer", "required", "Default 20"]


def test_repr_names_the_whole_path_of_a_field():
    """Nested keys use dot paths; the last part alone could be any field."""
    assert repr(ResponseField("meta.total")) == "ResponseField(meta.total)"


@pytest.mark.parametrize("location", ["path", "query", "body", "header"])
def test_location_chip_has_its_colour_inline(location):
    """Chip colours sky, purple, teal, amber."""
    style = style_of(Page(ParamField("a", location=location).html).one(".ar-loc"))
    assert (style["background"], style["color"]) == LOCATIONS[location]


def test_the_body_of_the_field_is_its_description():
    """The element body is the description; inline Markdown."""
    assert Page(ParamField("a", "The **id**").html).one(".ar-r > div strong").get_text() == "id"


def test_a_param_field_without_description_shows_none():
    """Only operation.parameters rows say `No description provided.`"""
    assert Page(ParamField("a").html).all(".ar-r > div") == []


@pytest.mark.parametrize("field", [ParamField, ResponseField])
def test_deprecated_strikes_through_fades_and_labels_in_amber(field):
    """deprecated: struck-through name, faded row, amber deprecated label."""
    page = Page(field("old", deprecated=True).html)
    assert "ar-dimmed" in page.one(".ar-r")["class"]
    assert page.text(".ar-dep") == "deprecated"
    assert style_of(page.one(".ar-dep"))["color"] == "#8a5300"


def test_response_field_shows_a_dot_path_type_and_required():
    """name: nested keys use dot paths; required marks the field as always present."""
    page = Page(ResponseField("meta.total", type="integer", required=True).html)
    assert page.text(".ar-r > code") == "meta.total"
    assert page.texts(".ar-r > :not(code)") == ["integer", "required"]


def test_response_field_has_no_location():
    """ResponseField has no `location` prop."""
    with pytest.raises(ShapeError, match="location: is not a prop of ResponseField"):
        ResponseField("a", location="query")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ParamField(""), 'name: must have at least 1 character (got "")'),
        (lambda: ParamField(3), "name: must be text (got 3)"),
        (lambda: ParamField("a", location="cookie"), 'location: must be path, query, body or header (got "cookie")'),
        (lambda: ParamField("a", required="yes"), 'required: must be True or False (got "yes")'),
        (lambda: ParamField("a", defaultValue=1), "defaultValue: must be text (got 1)"),
        (lambda: ParamField("a", default_value=1), "default_value: must be text (got 1)"),
        (lambda: ResponseField("a", type=[]), "type: must be text (got a list of 0)"),
        (
            lambda: ResponseField("a", nope=1),
            "nope: is not a prop of ResponseField; it has: name, description, type, required, deprecated",
        ),
    ],
)
def test_a_bad_prop_is_named_with_what_is_allowed_and_what_was_found(make, message):
    """A bad shape raises at construction."""
    with pytest.raises(ShapeError) as caught:
        make()
    assert str(caught.value) == message


def test_a_field_has_text_and_markdown_forms():
    """Three forms name the same field."""
    field = ParamField("limit", "How many", type="integer", location="query", required=True)
    assert field.text == "limit  query  integer  required\n    How many\n"
    assert "`limit`" in field.markdown
    assert "How many" in field.markdown
