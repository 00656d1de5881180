"""Views and typed objects become HTML fragments; the one renderer of the package.

Fragments are `Html`, safe by construction. Pages, notebook outputs and widgets place the same ones.
"""

from __future__ import annotations

from apiref_nb.writing.html.banner import render_banner
from apiref_nb.writing.html.block import render_block, render_field
from apiref_nb.writing.html.card import render_card, render_frame
from apiref_nb.writing.html.markup import EMPTY, Html
from apiref_nb.writing.html.operation import render_operation
from apiref_nb.writing.html.page import render_page
from apiref_nb.writing.html.reference import render_reference
from apiref_nb.writing.html.rows import render_row, render_rows
from apiref_nb.writing.html.script import collection_actions, page_script
from apiref_nb.writing.html.style import root, style_sheet

__all__ = [
    "EMPTY",
    "Html",
    "collection_actions",
    "page_script",
    "render_banner",
    "render_block",
    "render_card",
    "render_field",
    "render_frame",
    "render_operation",
    "render_page",
    "render_reference",
    "render_row",
    "render_rows",
    "root",
    "style_sheet",
]
