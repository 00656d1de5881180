"""The differential gate: one description written as our HTML and as our Markdown gives the same tree in every reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from apiref_nb.exporting import author_markdown
from apiref_nb.exporting.markdown_text import code, emphasis, fence, heading, join, line, link, strong, table, text
from apiref_nb.model.visible import readable
from apiref_nb.rendering import prose
from apiref_nb.rendering.markup import Html, element, fragment
from tests.exporting.markdown_readers.readers import Readers
from tests.exporting.markdown_readers.tree import Tree, tree

_table, _row, _head, _cell = element("table"), element("tr"), element("th"), element("td")
_heading, _list, _item, _code, _pre = element("h2"), element("ul"), element("li"), element("code"), element("pre")
_strong, _emphasis, _link, _paragraph = element("strong"), element("em"), element("a"), element("p")
ADDRESS: Final = "https://x.test/a_b"


@dataclass(frozen=True, slots=True)
class Difference:
    """A reader that sees another page than our own HTML shows."""

    reader: str
    form: str
    said: str
    markdown: str
    expected: Tree
    seen: Tree


def forms(said: str) -> dict[str, tuple[str, Html]]:
    """Return each place that document text has on a page: its name -> (as Markdown, as our own HTML)."""
    spoken = code(said) and _code(said)
    return {
        "blocks": (author_markdown.blocks(said), prose.block(said)),
        "cells": (
            table(("A", "B"), [(code(said), author_markdown.inline(said)), (text(said), link(said, ADDRESS))]),
            _table(
                _row(_head("A"), _head("B")),
                _row(_cell(spoken), _cell(prose.inline(said))),
                _row(_cell(said), _cell(_link(said, href=ADDRESS) if text(said) else "")),
            ),
        ),
        "lines": (
            "\n\n".join(
                [
                    heading(2, f"x {said}"),
                    f"- {join([code(said), text(said), author_markdown.inline(said), link('x', ADDRESS)])}",
                    join([text(said), link(said, ADDRESS), strong(text(said)), emphasis(text(said))]),
                    line(author_markdown.inline(said)),
                    fence(f"x\n{said}\nx", "json"),
                ]
            ),
            fragment(
                _heading("x ", said),
                _list(_item(spoken, " ", said, " ", prose.inline(said), " ", _link("x", href=ADDRESS))),
                _paragraph(said, " ", _link(said, href=ADDRESS) if text(said) else "", " ", _strong(said), " ", _emphasis(said)),
                _paragraph(prose.inline(said)),
                _pre(_code("x\n", said, "\nx")),
            ),
        ),
    }  # fmt: skip


def differences(readers: Readers, said: str) -> list[Difference]:
    """Return where a reader sees another tree than that of our HTML; nothing when all agree."""
    found = []
    for form, (markdown, html) in forms(said).items():
        expected = tree(html)
        for reader, made in readers.html(markdown).items():
            seen = tree(made)
            if seen != expected:
                found.append(Difference(reader, form, said, markdown, expected, seen))
    return found
