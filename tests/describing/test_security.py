"""Security as a reader needs it: requirements of a document in, one line of words out."""

from __future__ import annotations

from apiref_nb.describing import security_lines
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize


def kinds(security, **schemes):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/x": {"get": {"security": security, "responses": {}}}},
        "components": {"securitySchemes": schemes},
    }
    (operation,) = normalize(from_mapping(document)).operations
    return [[(use.key, use.kind) for use in line.uses] for line in security_lines(operation.security)]


def test_a_scheme_that_is_not_declared_is_said_to_be_so():
    """A name alone, with nothing behind it, would look like a fault of the page."""
    key = {"type": "apiKey", "in": "header", "name": "X-Key"}
    assert kinds([{"nope": []}, {"key": []}], key=key) == [
        [("nope", "not declared in this document")],
        [("key", "API key in header X-Key")],
    ]


def test_a_scheme_without_a_type_is_said_to_have_none():
    """It is declared, only not in full."""
    assert kinds([{"odd": []}], odd={"description": "Ours"}) == [[("odd", "of no type")]]
