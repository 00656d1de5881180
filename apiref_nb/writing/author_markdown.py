"""Authors' descriptions as Markdown, written from the tree that `describing.prose` reads: the same tree as our HTML.

In: a description of a document, hostile until shown otherwise. Out: Markdown made only of what `markdown_text` makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from apiref_nb.describing.prose import read_blocks, read_line
from apiref_nb.describing.prose_tree import (
    Block,
    Break,
    Code,
    Fence,
    Inline,
    Items,
    Line,
    Link,
    Marked,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)
from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, text_bytes
from apiref_nb.writing.markdown_text import (
    BREAK,
    EMPTY,
    RULE,
    Markdown,
    closed,
    code,
    fence,
    line,
    link,
    marked,
    table,
    words,
)

_BEGINS_APART = re.compile(r"[\s.,;:!?)]")


@CACHES.remembers(limit_bytes=8 * MEBIBYTE, size=text_bytes)
def inline(value: str) -> Markdown:
    """Return a description on one line, for a table cell: blocks are joined, the rest of its Markdown is kept."""
    return line(_line(read_line(value)))


@CACHES.remembers(limit_bytes=8 * MEBIBYTE, size=text_bytes)
def blocks(value: str) -> str:
    """Return a description as blocks: paragraphs, lists, quotes, tables and fences; a heading becomes a bold line."""
    return "\n\n".join(_blocks(read_blocks(value)))


def said(parts: Line) -> Markdown:
    """Return a line that `describing` says."""
    return line(_line(parts)) if parts else EMPTY


def _blocks(made: Iterable[Block]) -> list[str]:
    return [block for block in map(_block, made) if block]


def _block(made: Block) -> str:
    match made:
        case Paragraph(parts, heading):
            return line(_line((Marked("strong", _unmarked(parts, "strong")),) if heading else parts))
        case Fence(text, language):
            return fence(text, language)
        case Items(items, start):
            return _items(items, start)
        case Quote(inner):
            return "\n>\n".join(
                "\n".join(f"> {row}" if row else ">" for row in block.split("\n")) for block in _blocks(inner)
            )
        case Table(head, rows):
            return table([_line(cell) for cell in head], [[_line(cell) for cell in row] for row in rows], bare=True)
        case Rule():
            return RULE


def _items(items: Sequence[Sequence[Block]], start: int | None) -> str:
    shown = []
    for count, item in enumerate(items):
        mark = "-" if start is None else f"{start + count}."
        body = ""
        for at, block in enumerate(item):
            # Bullets and a list from 1 on may follow a line at once; of any other number that line goes on.
            close = isinstance(block, Items) and block.start in (None, 1) and isinstance(item[at - 1], Paragraph)
            joint = "" if not at else "\n" if close else "\n\n"
            body += joint + _block(block)
        indent = " " * (len(mark) + 1)
        shown.append(f"{mark} {body}".replace("\n", f"\n{indent}"))
    return "\n".join(shown)


def _unmarked(parts: Line, kind: str) -> Line:
    """Return a line without marks of one kind, which the whole line gets."""
    made: list[Inline] = []
    for node in parts:
        match node:
            case Marked(own, children):
                inner = _unmarked(children, kind)
                made += inner if own == kind else (Marked(own, inner),)
            case _:
                made.append(node)
    return tuple(made)


def _line(parts: Sequence[Inline]) -> Markdown:
    """Return a line; each part is closed against the one before it."""
    made: list[Markdown] = []
    last = ""
    for at, node in enumerate(parts):
        part = closed(last, _part(node, last, parts[at + 1] if at + 1 < len(parts) else None))
        made.append(part)
        last = part[-1:] or last
    return Markdown("".join(made))


def _part(node: Inline, last: str, after: Inline | None) -> Markdown:
    match node:
        case Text(said):
            return words(said)
        case Code(said):
            return code(said)
        case Link(address, children):
            return link(_line(children), address)
        case Break():
            return BREAK
        case Marked(kind, children):
            apart = not last or last.isspace() or last == "("
            ends = after is None or (isinstance(after, Text) and _BEGINS_APART.match(after.words) is not None)
            return marked(_line(children), kind, alone=apart and ends)
