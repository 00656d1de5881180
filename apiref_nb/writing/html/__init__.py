"""Views and typed objects become HTML fragments; the one renderer of the package.

Fragments are `Html`, safe by construction. Pages, notebook outputs and widgets place the same ones.
"""

from __future__ import annotations

from apiref_nb.writing.html.banner import render_banner
from apiref_nb.writing.html.block import render_block, render_field
from apiref_nb.writing.html.card import CardWriter, render_frame
from apiref_nb.writing.html.markup import EMPTY, Html
from apiref_nb.writing.html.operation import OperationWriter
from apiref_nb.writing.html.page import render_page
from apiref_nb.writing.html.reference import render_reference
from apiref_nb.writing.html.rows import RowWriter
from apiref_nb.writing.html.script import collection_actions, page_script

__all__ = [
    "EMPTY",
    "CardWriter",
    "Html",
    "OperationWriter",
    "RowWriter",
    "collection_actions",
    "page_script",
    "render_banner",
    "render_block",
    "render_field",
    "render_frame",
    "render_page",
    "render_reference",
]
