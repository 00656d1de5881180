"""Escaping by construction holds only while nobody writes a tag elsewhere: the sources are walked, string by string.

`writing/html/markup.py` is where tags are made. Names of tags, classes and attributes are constants of the source, never
values that come from a document.
"""

# ruff: noqa: E501 - a table of hostile values or a program for the browser reads better unbroken

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "apiref_nb"
TAG = re.compile(r"<[a-zA-Z/!]")
MARKUP = "writing/html/markup.py"
EXCEPTIONS = {
    "describing/prose.py": ("(?<![", "(?<!!)", "<code>[A-Za-z0-9_.]", "<p>", "</p>"),
    "describing/prose_line.py": ("(?<![",),
    "describing/prose_tags.py": ("<(/?)(", "</\\1", "</?(?:b|", "<!--", "<pre(?:", "</pre"),
    "writing/markdown_text.py": (
        "<code>", "</code>", '<div style="display: inline-block">', "</div>", '<details style="', "<summary>", "</summary>", "</details>",
        "<span>{}</span>", "<span></span>", '<span style="', "</span>", '<div style="', "<br>", "(?<![^",
        "<strong>", "</strong>", "<em>", "</em>", "<s>", "</s>",
    ),
}  # fmt: skip
"""Regular expressions that find an author's tags in order to drop them, and the constants of Markdown pages."""
ROOMS = ("writing", "postman", "pages", "describing", "interactive", "cli", "display", "load")
PLACEHOLDERS = re.compile(r"<(?:token|api-key|name|value|credentials|username|password|your|[A-Za-z_-]+)>")
"""What a reader fills in, such as `<token>`, in samples and error texts that are escaped like any text."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        path = PACKAGE / room
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield str(file.relative_to(PACKAGE)), ast.parse(file.read_text(encoding="utf-8"))


SOURCES = dict(sources())


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every string that code can use: no docstring, the constant parts of f-strings too."""
    said = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


@pytest.mark.parametrize("name", [name for name in SOURCES if name != MARKUP])
def test_no_string_outside_markup_holds_a_tag(name: str) -> None:
    """A tag in a string elsewhere is a second renderer, and the place where escaping is forgotten."""
    allowed = EXCEPTIONS.get(name, ())
    found = [
        (line, text) for line, text in strings(SOURCES[name])
        if TAG.search(PLACEHOLDERS.sub("", text) if name not in EXCEPTIONS else text)
        and not any(piece in text for piece in allowed)
    ]  # fmt: skip
    assert found == []


def test_every_exception_is_needed() -> None:
    """An exception that nothing uses any more would hide the next mistake."""
    unused = [
        (name, piece)
        for name, pieces in EXCEPTIONS.items()
        for piece in pieces
        if not any(piece in text for _, text in strings(SOURCES[name]))
    ]
    assert unused == []


def _calls(tree: ast.Module, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = (
                called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
            )
            if name in names:
                yield node


def test_html_is_made_in_markup_alone() -> None:
    """`Html(...)` says that text is safe; only the module that escapes may say so."""
    found = [(name, call.lineno) for name, tree in SOURCES.items() if name != MARKUP for call in _calls(tree, "Html")]
    assert found == []


CONSTANT_CALLS = frozenset(
    {"frame_style", "location_style", "method_colour", "badge_style", "status_colour", "pane_style"}
)
"""Functions of the palette that choose among constants."""


def _at_import(tree: ast.Module) -> set[int]:
    """Return the calls of `element` that run when the module is loaded, before there is any document."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inside |= {id(child) for child in ast.walk(node)}
    return inside


def test_elements_are_defined_when_the_module_is_loaded() -> None:
    """Tags, classes and fixed attributes can hold no document text: they exist before any document is read."""
    found = []
    for name, tree in SOURCES.items():
        late = _at_import(tree)
        found += [
            (name, call.lineno) for call in _calls(tree, "element")
            if name != MARKUP and id(call) in late and isinstance(call.func, ast.Name)
        ]  # fmt: skip
    assert found == []


def test_style_and_id_are_given_only_values_of_our_own() -> None:
    """A `style` is a constant or comes from the palette; no class is given to an element after its definition."""
    found = []
    for name, tree in SOURCES.items():
        if not name.startswith("writing/html/") or name == MARKUP:
            continue
        for call in _calls(tree, *{getattr(node, "id", "") for node in ast.walk(tree)} - {"element", ""}):
            for keyword in call.keywords:
                if keyword.arg in ("class_", "onclick", "src", "srcset", "action", "srcdoc"):
                    found.append((name, call.lineno, keyword.arg))
                if keyword.arg == "style" and not _own(keyword.value):
                    found.append((name, call.lineno, "style"))
    assert found == []


def _own(value: ast.expr) -> bool:
    match value:
        case ast.Constant() | None:
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in CONSTANT_CALLS
        case ast.JoinedStr(values=parts):
            return all(
                isinstance(part, ast.Constant) or (isinstance(part, ast.FormattedValue) and _own(part.value))
                for part in parts
            )
        case ast.IfExp(body=body, orelse=other):
            return _own(body) and _own(other)
        case ast.Name(id=name):
            return name in ("colour", "fade")  # local names for a colour of the palette
    return False
