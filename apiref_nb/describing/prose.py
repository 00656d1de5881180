"""Authors' descriptions, read once: CommonMark and the HTML that authors mix into it, as a small tree.

In: text of a document, hostile until shown otherwise. Out: `Block` and `Inline` values, of which there are few kinds.
`rendering.prose` writes them as HTML and `exporting.author_markdown` as Markdown, so that both say the same. Nothing
here is escaped yet; no image, no raw HTML and no address but of the web and of mail can be in a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from apiref_nb.describing.prose_tags import (
    CODE_ELEMENT,
    CODE_TAGS,
    INLINE_TAG,
    MARKS,
    address_of,
    code_text,
    plain_tags,
)
from apiref_nb.text.invisible_characters import readable
from apiref_nb.text.links import safe_link

LIMIT_CHARACTERS: Final = 60_000
"""A longer description is read as plain text: the parser's time on hostile text grows faster than its length."""

LIMIT_START: Final = 10_000
"""A list that begins with this number or a greater one begins with 1."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words; a line feed in them is a blank."""

    words: str


@dataclass(frozen=True, slots=True)
class Code:
    """A code span, letter by letter."""

    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """Words that are strong, emphasized or struck out; no mark stands in its own kind."""

    kind: Literal["strong", "em", "s"]
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere; no link stands in another."""

    address: str
    """As `safe_link` lets it pass."""
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """A new line within a paragraph."""


Inline: TypeAlias = "Text | Code | Marked | Link | Break"
Line: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line of its own; as a heading it is shown strong."""

    line: Line
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `start` is the first number, None where the items have bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """Blocks that someone else said."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; every row is as long as its head."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


Block: TypeAlias = "Paragraph | Fence | Items | Quote | Table | Rule"

_PLAIN = re.compile(r"[^\\`*_\[\]<>&#~|!\n:]*\Z")
_LEADING = re.compile(r"\s*(?:[-+=]|\d+[.)])")
_BLANK_LINE = re.compile(r"\n\s*\n")


def read_blocks(text: str) -> tuple[Block, ...]:
    """Return a description as paragraphs, lists, quotes, tables and code; empty text gives nothing."""
    text = text.strip()
    if not text:
        return ()
    if len(text) > LIMIT_CHARACTERS:
        return tuple(Paragraph(_lines(part)) for part in _BLANK_LINE.split(readable(text)) if part.strip())
    if _PLAIN.match(text) and not _LEADING.match(text):
        return (Paragraph((Text(readable(text)),)),)
    return _Blocks(_PARSER.parse(plain_tags(text))).made("")


def read_line(text: str) -> Line:
    """Return a description on one line: marks, code and links; blocks are joined by blanks."""
    return _trimmed(_merged(_flat(read_blocks(text))))


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
            case Items(items):
                for item in items:
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
                line = _line(token.children or ())
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
                rows[-1].append(_line(token.children or ()))
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
    lines = (_trimmed(_merged(part for cell in row for part in (*cell, Text(" ")))) for row in rows)
    items: tuple[tuple[Block, ...], ...] = tuple((Paragraph(line),) for line in lines if line)
    return Items(items) if items else None


# Lines ----------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Opened:
    """What is open on a line: a mark, a link, or nothing but the sign that one began."""

    name: str
    """What closes it."""
    tag: bool
    """True for an author's tag, which may never be closed."""
    mark: str = ""
    """`strong`, `em`, `s` or `link`; empty where it stands in its own kind, or leads nowhere."""
    address: str = ""


def _line(tokens: Sequence[Token]) -> Line:
    """Return the tokens of one line as a tree; what was opened and never closed leaves no mark."""
    opened: list[_Opened] = []
    stack: list[list[Inline]] = [[]]

    def begin(name: str, mark: str, *, tag: bool, address: str = "") -> None:
        taken = mark in {one.mark for one in opened} or (mark == "link" and not address)
        opened.append(_Opened(name, tag, "" if taken else mark, address))
        stack.append([])

    def end() -> None:
        one, children = opened.pop(), stack.pop()
        stack[-1] += _wrapped(one, children)

    for token in tokens:
        kind = token.type
        if kind == "author_tag":
            name = token.tag
            if not token.meta["closing"]:
                if name not in CODE_TAGS:
                    begin(MARKS.get(name, name), MARKS.get(name, "link"), tag=True, address=token.meta["address"])
                continue
            name = MARKS.get(name, name)
            depth = next((n for n, one in enumerate(reversed(opened), 1) if not one.tag or one.name == name), 0)
            if depth and opened[-depth].tag:
                _dissolve(opened, stack, depth - 1)
                end()
        elif token.nesting == 1:
            address = safe_link(str(token.attrGet("href") or "")) if kind == "link_open" else ""
            begin(kind.removesuffix("_open"), kind.removesuffix("_open"), tag=False, address=address)
        elif token.nesting == -1:
            _dissolve(opened, stack, next(n for n, one in enumerate(reversed(opened)) if not one.tag))
            end()
        else:
            stack[-1] += _leaf(token)
    _dissolve(opened, stack, len(opened))
    return _addressed(_trimmed(_merged(stack[0])))


def _dissolve(opened: list[_Opened], stack: list[list[Inline]], count: int) -> None:
    """Leave out that many marks that were opened last; what stood in them stays."""
    for _ in range(count):
        opened.pop()
        children = stack.pop()
        stack[-1] += children


def _wrapped(one: _Opened, children: list[Inline]) -> list[Inline]:
    inner = _merged(children)
    if not one.mark or not any(_seen(child) for child in inner):
        return children
    if one.mark == "link":
        return [Link(one.address, _unlinked(inner))]
    kind: Literal["strong", "em", "s"] = "strong" if one.mark == "strong" else "em" if one.mark == "em" else "s"
    return [Marked(kind, inner)]


def _unlinked(nodes: Line) -> Line:
    """Return nodes with the words of every link in place of it."""
    made: list[Inline] = []
    for node in nodes:
        match node:
            case Link(_, children):
                made += children
            case Marked(kind, children):
                made.append(Marked(kind, _unlinked(children)))
            case _:
                made.append(node)
    return _merged(made)


def _seen(node: Inline) -> bool:
    match node:
        case Text(words):
            return bool(words.strip())
        case Break():
            return False
        case _:
            return True


def _leaf(token: Token) -> list[Inline]:
    match token.type:
        case "softbreak":
            return [Text("\n")]
        case "hardbreak":
            return [Break()]
        case "code_inline":
            return [Code(token.content)] if token.content.strip() else []
        case "image":
            # An image of a document is never loaded: its words lead to where it is.
            address = safe_link(str(token.attrGet("src") or ""))
            words = readable(token.content)
            return [Link(address, (Text(words if words.strip() else "image"),))] if address else [Text(words)]
        case _:
            return [Text(readable(token.content))]


def _merged(nodes: Iterable[Inline]) -> Line:
    """Return nodes with words that stand side by side made one."""
    made: list[Inline] = []
    for node in nodes:
        last = made[-1] if made else None
        if isinstance(node, Text) and isinstance(last, Text):
            made[-1] = Text(last.words + node.words)
        elif node != Text(""):
            made.append(node)
    return tuple(made)


def _trimmed(line: Line) -> Line:
    """Return a line without blanks and line breaks at its ends."""
    seen = [at for at, node in enumerate(line) if _seen(node)]
    if not seen:
        return ()
    made = list(line[seen[0] : seen[-1] + 1])
    for at, strip in ((0, str.lstrip), (-1, str.rstrip)):
        edge = made[at]
        if isinstance(edge, Text):
            made[at] = Text(strip(edge.words))
    return tuple(made)


# What may stand in one unescaped, of ASCII alone; without re.IGNORECASE, for which a letter `s` is beyond ASCII too.
_BARE = re.compile(r"(?<![\w/])[Hh][Tt][Tt][Pp][Ss]?://[!#-;=?-\[\]_a-z~]++(?![{<|`])")
_AFTER = ".,;:!?*_~'"


def _addressed(line: Line) -> Line:
    """Return a line whose bare web addresses are links; readers of Markdown differ in where they see one end."""
    made: list[Inline] = []
    for node in line:
        match node:
            case Text(words) if "://" in words:
                made += _linked(words)
            case Marked(kind, children):
                made.append(Marked(kind, _addressed(children)))
            case _:
                made.append(node)
    return _merged(made)


def _linked(words: str) -> Iterable[Inline]:
    at = 0
    for found in _BARE.finditer(words):
        shown = _address(found[0])
        if safe_link(shown) == shown:
            yield Text(words[at : found.start()])
            yield Link(shown, (Text(shown),))
            at = found.start() + len(shown)
    yield Text(words[at:])


def _address(found: str) -> str:
    """Return an address without the signs that end its sentence, or close what was opened before it."""
    while True:
        shown = found.rstrip(_AFTER)
        for opening, closing in ("()", "[]"):
            if shown.endswith(closing) and shown.count(closing) > shown.count(opening):
                shown = shown[:-1]
        if shown == found:
            return shown
        found = shown


# The parser -----------------------------------------------------------------------------------------------------------


def _author_tag(state: StateInline, silent: bool) -> bool:
    """Read one tag of a line's marks, or a whole element of code; a rule of the parser."""
    if state.src[state.pos] != "<":
        return False
    found = CODE_ELEMENT.match(state.src, state.pos, state.posMax)
    if found is not None:
        if not silent:
            state.push("code_inline", "code", 0).content = " ".join(code_text(found[2]).split())
        state.pos = found.end()
        return True
    found = INLINE_TAG.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("author_tag", found[2].lower(), 0)
        token.meta = {"closing": found[1] == "/", "address": safe_link(address_of(found[3]))}
    state.pos = found.end()
    return True


def _parser() -> MarkdownIt:
    """The rules that a description needs, and no other: no HTML, no reference definitions, no typography."""
    made = MarkdownIt("zero", {"maxNesting": 20})
    made.inline.ruler.before("autolink", "author_tag", _author_tag)
    return made.enable(
        [
            "backticks", "emphasis", "strikethrough", "link", "image", "autolink", "escape", "entity", "newline",
            "balance_pairs", "author_tag",
            "fence", "code", "blockquote", "heading", "lheading", "list", "hr", "table",
        ]
    )  # fmt: skip


_PARSER: Final = _parser()
