"""The differential gate: a description written as HTML and as Markdown gives the same tree in every reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from apiref_nb.writing import author_markdown
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.markup import Html, element, fragment
from apiref_nb.writing.markdown_text import code, emphasis, fence, heading, join, link, strong, table, text
from tests.writing.markdown_readers.readers import Readers
from tests.writing.markdown_readers.tree import Tree, tree

_table, _row, _head, _cell = element("table"), element("tr"), element("th"), element("td")
_heading, _list, _item, _code, _pre = element("h2"), element("ul"), element("li"), element("code"), element("pre")
_strong, _emphasis, _link, _paragraph = element("strong"), element("em"), element("a"), element("p")
ADDRESS: Final = "https://x.test/a_b"


@dataclass(frozen=True, slots=True)
class Difference:
    """A reader that sees another page than our own HTML shows."""

    reader: str
    said: str
    markdown: str
    expected: Tree
    seen: Tree


def description(said: str) -> tuple[str, Html]:
    """Return a description as blocks and in a cell, as Markdown and as our own HTML."""
    markdown = f"x\n\n{author_markdown.blocks(said)}\n\n{table(('A',), [(author_markdown.inline(said),)])}"
    rows = _table(_row(_head("A")), _row(_cell(prose.inline(said))))
    return markdown, fragment(_paragraph("x"), prose.block(said), rows)


def page(said: str) -> tuple[str, Html]:
    """Return every place that document text has on a page, as Markdown and as our own HTML."""
    spoken = _code(said) if code(said) else ""
    led = _link(said, href=ADDRESS) if text(said) else ""
    markdown = (
        heading(2, f"x {said}"),
        table(("A", "B"), [(code(said), author_markdown.inline(said)), (text(said), link(said, ADDRESS))]),
        f"- {join([code(said), text(said), strong(text(said)), author_markdown.inline(said), link('x', ADDRESS)])}",
        text(said),
        fence(f"x\n{said}\nx", "json"),
        author_markdown.blocks(said),
        emphasis(text("x")),
    )
    html = fragment(
        _heading("x ", said),
        _table(
            _row(_head("A"), _head("B")),
            _row(_cell(spoken), _cell(prose.inline(said))),
            _row(_cell(said), _cell(led)),
        ),
        _list(_item(spoken, " ", said, " ", _strong(said), " ", prose.inline(said), " ", _link("x", href=ADDRESS))),
        _paragraph(said),
        _pre(_code("x\n", said, "\nx")),
        prose.block(said),
        _paragraph(_emphasis("x")),
    )
    return "\n\n".join(part for part in markdown if part), html


def differences(readers: Readers, said: str, form: Callable[[str], tuple[str, Html]] = page) -> list[Difference]:
    """Return where a reader sees another tree than that of our HTML; nothing when all agree."""
    markdown, html = form(said)
    expected = tree(html)
    made = readers.html(markdown)
    trees = {one: tree(one) for one in set(made.values())}
    seen = {reader: trees[one] for reader, one in made.items()}
    return [Difference(reader, said, markdown, expected, found) for reader, found in seen.items() if found != expected]
