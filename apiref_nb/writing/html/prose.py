"""Authors' descriptions as `Html`: our own elements, written from the tree that `describing.prose` reads.

In: text of a document, hostile until shown otherwise. Out: our own elements only. Images never load.
"""

from __future__ import annotations

from collections.abc import Iterable

from apiref_nb.describing.prose import plain_words, read_blocks, read_field, read_line
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
from apiref_nb.text.direction import holds_right_to_left
from apiref_nb.writing.html.long_words import breaking
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment

_paragraph = element("p")
_code = element("code")
_pre = element("pre", "ar-pre")
_quote = element("blockquote")
_bullets = element("ul")
_numbers = element("ol")
_item = element("li")
_table = element("table")
_head = element("thead")
_body = element("tbody")
_row = element("tr")
_header_cell = element("th")
_cell = element("td")
_rule = element("hr")
_break = element("br")
# `noreferrer` implies `noopener`.
_link = element("a", rel="noreferrer", target="_blank")
_heading = element("p", "ar-h")
_box = element("div", "ar-prose")
# Only where it matters: `dir` on every description would weigh more than most of them.
_directed = element("div", dir="auto")
_isolated = element("bdi")
_MARKS = {"strong": element("strong"), "em": element("em"), "s": element("s")}


def block(text: str) -> Html:
    """Return a description as paragraphs, lists, tables and code; empty text gives nothing."""
    words = plain_words(text)
    return _box(_paragraph(words)) if words else _block(text) if text else EMPTY


def inline(text: str) -> Html:
    """Return a description on one line: emphasis, code and links; blocks become text with spaces between."""
    words = plain_words(text)
    return fragment(words) if words else _inline(text) if text else EMPTY


def field(text: str) -> Html:
    """Return the description of a field: as `inline`, but lists stay lists."""
    words = plain_words(text)
    return fragment(words) if words else _field(text) if text else EMPTY


def line(parts: Line) -> Html:
    """Return a line that `describing` says."""
    made = fragment(_line(parts))
    return _isolated(made) if holds_right_to_left(made) else made


@CACHES.remembers(limit_bytes=8 * MEBIBYTE, size=text_bytes)
def _block(text: str) -> Html:
    made = _blocks(read_blocks(text))
    return _box(made, dir="auto" if holds_right_to_left(text) else None) if made else EMPTY


@CACHES.remembers(limit_bytes=8 * MEBIBYTE, size=text_bytes)
def _inline(text: str) -> Html:
    made = fragment(_line(read_line(text)))
    return _isolated(made) if holds_right_to_left(text) else made


@CACHES.remembers(limit_bytes=8 * MEBIBYTE, size=text_bytes)
def _field(text: str) -> Html:
    made = fragment(_blocks(read_field(text), tight=True))
    return _directed(made) if holds_right_to_left(text) else made


def _blocks(blocks: Iterable[Block], *, tight: bool = False) -> list[Html]:
    made: list[Html] = []
    for one in blocks:
        match one:
            case Paragraph(line, heading):
                make = _heading if heading else fragment if tight else _paragraph
                made.append(make(_line(line)))
            case Fence(text):
                made.append(_pre(_code(text)))
            case Items(items, start):
                loose = any(sum(isinstance(one, Paragraph) for one in item) > 1 for item in items)
                shown = [_item(_blocks(item, tight=not loose)) for item in items]
                made.append(_bullets(shown) if start is None else _numbers(shown, start=None if start == 1 else start))
            case Quote(inner):
                made.append(_quote(_blocks(inner)))
            case Table(head, rows):
                body = _body([_row([_cell(_line(cell)) for cell in row]) for row in rows]) if rows else None
                made.append(_table(_head(_row([_header_cell(_line(cell)) for cell in head])), body))
            case Rule():
                made.append(_rule())
    return made


def _line(line: Iterable[Inline]) -> list[Html | str]:
    made: list[Html | str] = []
    for node in line:
        match node:
            case Text(words):
                made.append(words)
            case Code(text):
                made.append(_code(breaking(text)))
            case Marked(kind, children):
                made.append(_MARKS[kind](_line(children)))
            case Link(address, children):
                made.append(_link(_line(children), href=address))
            case Break():
                made.append(_break())
    return made
