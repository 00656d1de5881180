"""The style sheet of every output, in one compact block, and the class names of the root element."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from apiref_nb.writing.html.markup import Child, Html, element, fragment, joined, style_block
from apiref_nb.writing.html.own_files import own_text
from apiref_nb.writing.html.palette import pane_style

PaneHeight = int | Literal["auto"] | None
"""Height of a reference's pane in a notebook: pixels, what suits the window for a large one, or none."""

# The last two keep MathJax from reading `$5 and $10` as a formula.
_root = element("div", "apiref tex2jax_ignore mathjax_ignore")
# A large reference: in a notebook it scrolls in a pane of its own, its contents beside it.
_tall_root = element("div", "apiref ar-tall tex2jax_ignore mathjax_ignore")


@cache
def style_sheet() -> str:
    """Return the style sheet without comments and needless white space."""
    return compact(own_text("style.css"))


def compact(source: str) -> str:
    """Return a style sheet of ours without comments and needless white space."""
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    source = re.sub(r"\s+", " ", source).replace(": ", ":")
    return re.sub(r"\s*([{};,>])\s*", r"\1", source).replace(";}", "}").strip()


def root(*children: Child) -> Html:
    """Return one output: the style and the children under the root class that every selector sits below."""
    return joined(root_parts(*children))


def root_parts(*children: Child) -> list[Html]:
    """Return the same in the pieces that it is joined of: a large one is whole in memory once."""
    return _root.around(style_block(style_sheet()), children)


def tall_root_parts(*children: Child, height_pixels: int | None = None) -> list[Html]:
    """Return one output like `root_parts` that scrolls in a pane of its own where it stands in a notebook.

    Args:
        children: what it holds.
        height_pixels: of the pane; None for what suits the window.
    """
    style = pane_style(height_pixels) if height_pixels is not None else None
    return _tall_root.around(style_block(style_sheet()), children, style=style)


FIELD_CLASSES = frozenset(
    {"ar-rows", "ar-r", "ar-dep", "ar-d", "ar-none", "ar-f", "ar-loc", "ar-dimmed",
     "ar-loc-path", "ar-loc-query", "ar-loc-body", "ar-loc-header", "ar-loc-other"}
)  # fmt: skip
"""The classes of a field on its own."""
_RULE = re.compile(r"& ([^{}]+)\{[^{}]*\}")
_CLASS = re.compile(r"\.(ar-[a-z-]+)")
_VALUE = re.compile(r"(--ar-[a-z]+):[^;]*;")


@cache
def field_sheet() -> str:
    """Return the part of the style sheet that a field on its own needs: it shall weigh no more than it says."""
    sheet = style_sheet()
    page, rest = sheet[: sheet.index("& ")], sheet[sheet.index("& ") : sheet.index("@container")]
    rules = "".join(
        rule[0] for rule in _RULE.finditer(rest)
        if rule[1] in _PLAIN_RULES or any(map(_of_field, rule[1].split(",& ")))
    )  # fmt: skip
    used = set(re.findall(r"var\((--ar-[a-z]+)", page + rules))
    values = _VALUE.sub(lambda found: found[0] if found[1] in used else "", page)
    return f"{values}{rules}}}{_themes()}"


def coloured(sheet: str, selector: str) -> str:
    """Return another sheet of ours with the colours of this one, in every theme of every host.

    Args:
        sheet: compact; it names the colours as this one does.
        selector: of the root of its outputs.
    """
    values = "".join(found[0] for found in _VALUE.finditer(style_sheet().partition("& ")[0]))
    return f"{selector}{{{values}}}{sheet}{_themes().replace('.apiref.apiref', selector)}"


def _themes() -> str:
    """Return the rules by which a host says that it is light or dark."""
    return "".join(re.findall(r"(?:body|html)\[[^{}]*\{[^{}]*\}", style_sheet()))


_PLAIN_RULES = frozenset({"*,& *::before,& *::after", "code,& pre", "a"})
"""Rules without a class that hold within a field, too."""


def _of_field(selector: str) -> bool:
    classes = set(_CLASS.findall(selector))
    return bool(classes) and classes <= FIELD_CLASSES


def field_root(*children: Child) -> Html:
    """Return a field as an output of its own, as `root` does."""
    return _root(style_block(field_sheet()), fragment(children))
