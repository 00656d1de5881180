"""The style sheet of every output, in one compact block, and the class names of the root element."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Literal

from apiref_nb.writing.html.markup import Child, Html, element, fragment, style_block
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
    return compact(resources.files("apiref_nb.writing.html").joinpath("style.css").read_text("utf-8"))


def compact(source: str) -> str:
    """Return a style sheet of ours without comments and needless white space."""
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    source = re.sub(r"\s+", " ", source)
    return re.sub(r"\s*([{};,>])\s*", r"\1", source).replace(";}", "}").strip()


def root(*children: Child) -> Html:
    """Return one output: the style and the children under the root class that every selector sits below."""
    return _root(style_block(style_sheet()), fragment(children))


def tall_root(*children: Child, height_pixels: int | None = None) -> Html:
    """Return one output like `root` that scrolls in a pane of its own where it stands in a notebook.

    Args:
        children: what it holds.
        height_pixels: of the pane; None for what suits the window.
    """
    style = pane_style(height_pixels) if height_pixels is not None else None
    return _tall_root(style_block(style_sheet()), fragment(children), style=style)
