"""Authors' descriptions, read once: CommonMark and the HTML that authors mix into it, as a small tree.

In: text of a document, hostile until shown otherwise. Out: `Block` and `Inline` values, of which there are few kinds.
`rendering.prose` writes them as HTML and `exporting.author_markdown` as Markdown, so that both say the same. Nothing
here is escaped yet; no image, no raw HTML and no address but of the web and of mail can be in a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Final

from markdown_it.token import Token

from apiref_nb.describing.prose_line import PARSER, addressed, merged, read_tokens, trimmed
from apiref_nb.describing.prose_tags import plain_tags
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
from apiref_nb.text.invisible_characters import readable
from apiref_nb.text.links import safe_link

LIMIT_CHARACTERS: Final = 60_000
"""A longer description is read as plain text: the parser's time on hostile text grows faster than its length."""

BULLET: Final = "• "
"""Begins an item of a list that stands in a line."""

LIMIT_START: Final = 10_000
"""A list that begins with this number or a greater one begins with 1."""


# What begins a block, or ends one: a list, a heading, a table, a quote, code, a line of signs below a title.
_BLOCK = re.compile(
    r"^(?: {4}|[ ]{0,3}(?:[-+](?:[ \n-]|\Z)|=|#|>|\||:|~|_|`{2}|\*(?!\*[A-Za-z0-9])|\d{1,9}[.)](?:[ \n]|\Z)))"
    r"| {2,}\n|\\ *\n|\t",
    re.MULTILINE,
)
_CODE = r"(?<![`\\])`[^`\n]+`(?!`)"
_STRONG = r"(?<![\w*])\*\*[A-Za-z0-9](?:[A-Za-z0-9 ,.-]*[A-Za-z0-9])?(?:\*\*(?![\w*])|[:.!]\*\*(?=\s|\Z))"
_LINKED = r"(?<!!)\[[A-Za-z0-9](?:[A-Za-z0-9 ,.'/-]*[A-Za-z0-9])?\]\(https?://[A-Za-z0-9./?#=+,;:@~_-]+\)"
_CODE_TAG = r"<code>[A-Za-z0-9_.][A-Za-z0-9_. ]{0,200}</code>"
# Words and marks that every reader of Markdown reads alike; a sign within a word marks nothing.
_SIMPLE = re.compile(
    r"(?:[^\\`*_\[\]<&~\n!|\x80-\xa0\u2028\u2029\r\x0b\x0c]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|!(?!\[)|<(?=[ =\d])|&(?= )"
    rf"|\n(?!\s*\n)|{_CODE}|{_STRONG}|{_LINKED}|{_CODE_TAG})*+\Z"
)
_MARKS = re.compile(f"({_CODE}|{_STRONG}|{_LINKED}|{_CODE_TAG})")
_BLANK_LINE = re.compile(r"\n\s*\n")


_PLAIN_WORDS = re.compile(
    r"[A-Za-z](?:[A-Za-z0-9 ,.;:'\"()/?%$+=\u2013\u2014\u2018\u2019\u201c\u201d\u2026-]"
    r"|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|(?<=[^ ])\n(?=[A-Za-z]))*+\Z"
)


def plain_words(text: str) -> str:
    """Return a description that is one paragraph of words alone, as most are; empty for any other.

    `tests/describing/test_prose.py` holds what comes out against `read_blocks`.
    """
    text = text.strip()
    if text.startswith("<p>") and text.endswith("</p>"):
        text = text[3:-4].strip()
    return text if _PLAIN_WORDS.match(text) and "://" not in text else ""


def read_blocks(text: str) -> tuple[Block, ...]:
    """Return a description as paragraphs, lists, quotes, tables and code; empty text gives nothing."""
    text = text.strip()
    if not text:
        return ()
    if len(text) > LIMIT_CHARACTERS:
        return tuple(Paragraph(_lines(part)) for part in _BLANK_LINE.split(readable(text)) if part.strip())
    simple = _simple(text)
    if simple is not None:
        return simple
    return read_parsed(text)


def read_parsed(text: str) -> tuple[Block, ...]:
    """Return a description as the parser reads it, which is how `read_blocks` reads every one."""
    return _Blocks(PARSER.parse(plain_tags(text.strip()))).made("")


def _simple(text: str) -> tuple[Block, ...] | None:
    """Return paragraphs of words, code, strong words and links, as most descriptions are; None where it takes a parser.

    `tests/describing/test_prose.py` holds what comes out against the parser.
    """
    if text.startswith("<p>") and text.endswith("</p>"):
        text = text[3:-4].strip()
    if "\n    " in text:
        return None
    made: list[Block] = []
    for part in _EMPTY_LINES.split(text):
        before, *items = _BULLETS.split(part) if "* " in part or "- " in part else (part,)
        if before:
            line = _simple_line(before)
            if line is None:
                return None
            made += [Paragraph(line)] if line else []
        lines = [_simple_line(item[2:]) if _ITEM.match(item) else None for item in items]
        if not all(lines) or (lines and "\n " in text):
            return None  # what is set in may belong to an item
        if lines:
            _append(made, Items(tuple([(Paragraph(line or ()),) for line in lines])))
    return tuple(made)


def _simple_line(text: str) -> Line | None:
    """Return words, code, strong words and links of a paragraph or an item; None where it takes a parser."""
    if _BLOCK.search(text) or not _SIMPLE.match(text):
        return None
    line: list[Inline] = []
    for mark, piece in zip(cycle((False, True)), _MARKS.split(_INDENT.sub("\n", text)), strict=False):
        line += [_mark(piece) if mark else Text(readable(piece))] if piece else []
    found = trimmed(merged(line) if len(line) > 1 else tuple(line))
    return addressed(found) if "://" in text else found


def _mark(piece: str) -> Inline:
    """Return what a mark of a simple description means; one alternative of `_MARKS` each."""
    match piece[0]:
        case "`":
            code = piece[1:-1]
            return (
                Code(code[1:-1])
                if code[0] == code[-1] == " " and code.strip()
                else Code(code)
                if code.strip()
                else Text("")
            )
        case "*":
            return Marked("strong", (Text(piece[2:-2]),))
        case "[":
            words, _, address = piece[1:-1].partition("](")
            href = safe_link(address)
            return Link(href, (Text(words),)) if href else Text(words)
        case _:
            return Code(" ".join(piece[6:-7].split()))


_EMPTY_LINES = re.compile(r"\n[ ]*(?:\n[ ]*)+")
_INDENT = re.compile(r" ?\n[ ]*")
_BULLETS = re.compile(r"(?:\A|\n)(?=[*-] [A-Za-z0-9`])")
_ITEM = re.compile(r"[*-] [A-Za-z0-9`][^\n]*+\Z")


def read_line(text: str) -> Line:
    """Return a description on one line: marks, code and links; blocks are joined by blanks, items keep a mark."""
    return _joined(read_blocks(text))


def read_field(text: str) -> tuple[Paragraph | Items, ...]:
    """Return the description of a field: lists stay lists, all between them is joined as `read_line` joins it."""
    return _lists_kept(read_blocks(text))


def _lists_kept(blocks: Iterable[Block]) -> tuple[Paragraph | Items, ...]:
    found: list[Paragraph | Items] = []
    between: list[Block] = []
    for block in (*blocks, None):
        if block is not None and not isinstance(block, Items):
            between.append(block)
            continue
        line = _joined(between)
        between = []
        if line:
            found.append(Paragraph(line))
        if block is not None:
            found.append(Items(tuple(_lists_kept(item) for item in block.items), block.start))
    return tuple(found)


def _joined(blocks: Sequence[Block]) -> Line:
    only = blocks[0] if len(blocks) == 1 else None
    if isinstance(only, Paragraph) and not any(isinstance(part, Break) for part in only.line):
        return only.line  # as it was read: its words are joined, and no blank stands at its ends
    return trimmed(merged(_flat(blocks)))


def _lines(text: str) -> Line:
    made: list[Inline] = []
    for row in text.split("\n"):
        made += [*([Break()] if made else []), Text(row)]
    return tuple(made)


def _flat(blocks: Iterable[Block]) -> Iterable[Inline]:
    for block in blocks:
        match block:
            case Paragraph(line):
                yield from (Text(" ") if isinstance(part, Break) else part for part in line)
            case Fence(text):
                yield Code(text.strip())
            case Items(items, start):
                for count, item in enumerate(items):
                    # The number of an item, or what stands for its mark: a run of words would be no list.
                    yield Text(BULLET if start is None else f"{start + count}. ")
                    yield from _flat(item)
            case Quote(inner):
                yield from _flat(inner)
            case Table(head, rows):
                for cell in (*head, *(cell for row in rows for cell in row)):
                    yield from (*cell, Text(" "))
            case Rule():
                pass
        yield Text(" ")


# Blocks ---------------------------------------------------------------------------------------------------------------


class _Blocks:
    """Walks the tokens of one description; their nesting is bounded by the parser."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def made(self, until: str) -> tuple[Block, ...]:
        """Return the blocks up to the closing token; an empty name means all."""
        found: list[Block] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                break
            block = self._block(token)
            if block is not None:
                _append(found, block)
        return tuple(found)

    def _block(self, token: Token) -> Block | None:
        match token.type:
            case "inline":
                line = read_tokens(token.children or ())
                return Paragraph(line) if line else None
            case "heading_open":
                inner = self.made("heading_close")
                return next((Paragraph(one.line, heading=True) for one in inner if isinstance(one, Paragraph)), None)
            case "fence" | "code_block":
                # Tabulators as readers of Markdown show them in lists; blanks of an empty line say nothing.
                rows = [row if row.strip() else "" for row in token.content.expandtabs(4).split("\n")]
                text = "\n".join(rows).strip("\n").rstrip()
                return Fence(text, token.info.strip().split(" ")[0]) if text else None
            case "bullet_list_open":
                return self._list("bullet_list_close", None)
            case "ordered_list_open":
                start = token.attrs.get("start", 1)
                return self._list("ordered_list_close", start if isinstance(start, int) and start < LIMIT_START else 1)
            case "blockquote_open":
                blocks = self.made("blockquote_close")
                return Quote(blocks) if blocks else None
            case "table_open":
                table = self._table()
                return table if token.level == 0 else _rows_as_items(table)
            case "hr":
                return Rule()
            case _:
                return None

    def _list(self, close: str, start: int | None) -> Items | None:
        items: list[tuple[Block, ...]] = []
        while self._at < len(self._tokens) and self._tokens[self._at].type != close:
            self._at += 1
            items.append(self.made("list_item_close"))
        self._at += 1
        held = tuple(item for item in items if item)
        return Items(held, start) if held else None

    def _table(self) -> Table:
        rows: list[list[Line]] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(read_tokens(token.children or ()))
        head, *body = rows
        return Table(tuple(head), tuple(tuple(row) for row in body))


def _append(found: list[Block], block: Block) -> None:
    """Add a block; lists and quotes side by side are one, for they differ by signs that no page keeps."""
    last = found[-1] if found else None
    match last, block:
        case Items(before, start), Items(after, other) if (start is None) == (other is None):
            found[-1] = Items(before + after, start)
        case Quote(before), Quote(after):
            joined = list(before)
            for one in after:
                _append(joined, one)
            found[-1] = Quote(tuple(joined))
        case _:
            found.append(block)


def _rows_as_items(table: Table) -> Items | None:
    """Return a table as a list; within lists and quotes not all readers of Markdown know tables."""
    rows = [[*table.head], *([*row] for row in table.rows)]
    lines = (trimmed(merged(part for cell in row for part in (*cell, Text(" ")))) for row in rows)
    items: tuple[tuple[Block, ...], ...] = tuple((Paragraph(line),) for line in lines if line)
    return Items(items) if items else None
