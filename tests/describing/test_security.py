"""Security as a reader needs it: requirements of a document in, one line of words out."""

from __future__ import annotations

from apiref_nb.describing.lines import security_line
from apiref_nb.describing.prose_tree import Text
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize


def words(security, **schemes):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/x": {"get": {"security": security, "responses": {}}}},
        "components": {"securitySchemes": schemes},
    }
    (operation,) = normalize(from_mapping(document)).operations
    line = security_line(operation.security)
    return "".join(piece.words if isinstance(piece, Text) else f"`{piece.text}`" for piece in line)


def test_a_scheme_that_is_not_declared_is_said_to_be_so():
    """A name alone, with nothing behind it, would look like a fault of the page."""
    key = {"type": "apiKey", "in": "header", "name": "X-Key"}
    said = "`nope` (not declared in this document) or `key` (API key in header X-Key)"
    assert words([{"nope": []}, {"key": []}], key=key) == said


def test_a_scheme_without_a_type_is_said_to_have_none():
    """It is declared, only not in full."""
    assert words([{"odd": []}], odd={"description": "Ours"}) == "`odd` (of no type)"


def test_schemes_together_are_told_from_alternatives():
    """AND within an alternative, OR between them, scopes as code; one that asks for nothing is said."""
    key = {"type": "apiKey", "in": "header", "name": "X-Key"}
    login = {"type": "http", "scheme": "basic", "deprecated": True}
    said = "`login` (HTTP Basic, deprecated) and `key` (API key in header X-Key) with `a`, `b` or no credential"
    assert words([{"login": [], "key": ["a", "b"]}, {}], key=key, login=login) == said


def test_what_asks_for_nothing_says_nothing():
    """The padlock says it."""
    assert words([{}]) == ""
