"""An author's Markdown, written anew: `inline` and `blocks` keep its emphasis, code, links, lists and tables.

In: a description of a document, CommonMark with the HTML that authors mix into it. Out: Markdown made only of what
`markdown_text` makes, so that nothing of the author's can become an element, an image, a heading or a directive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from apiref_nb.text.invisible_characters import readable, visible
from apiref_nb.writing.markdown_text import EMPTY, Markdown, code, fence, line, link, plain_words, table, words

LONGEST: Final = 40_000
"""Characters of a description whose Markdown is read; what is longer is shown as plain paragraphs."""

# The rules that a description needs, and no other: no HTML block, no reference definition, no image that would load.
_INLINE: Final = ["backticks", "emphasis", "link", "autolink", "escape", "entity", "newline", "html_inline", "image"]
_BLOCK: Final = ["list", "fence", "blockquote", "heading", "lheading", "hr", "table"]
_PARSER: Final = MarkdownIt("zero", {"html": True, "maxNesting": 12}).enable(_INLINE).enable(_BLOCK)

_LIST = re.compile(r"- |\d+\. ")
_PLAIN = re.compile(r"[^`*_\[\]<>&\\#~|\n]*\Z")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)\b[^>]*>\Z")
_BREAKS = frozenset(
    {"p", "br", "div", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"details", "summary", "section", "center", "blockquote", "hr", "dl", "dt", "dd", "caption", "title"}
)
_SILENT = frozenset(
    {"span", "a", "font", "u", "small", "sup", "sub", "td", "th", "tbody", "thead", "pre", "note", "important", "abbr"}
    | {"img", "del", "s", "strike", "mark", "ins", "q", "cite", "var", "samp", "picture", "source", "video"}
)
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_CODE = frozenset({"code", "tt", "kbd"})

BULLET: Final = "• "
"""Begins a line that stood in `<li>`."""


@lru_cache(maxsize=8192)
def inline(value: str) -> Markdown:
    """Return a description on one line, for a table cell: blocks are joined, the rest of its Markdown is kept."""
    if _PLAIN.match(value) or len(value) > LONGEST:
        return plain_words(readable(value))
    parts: list[Markdown] = []
    for token in _PARSER.parse(value):
        if token.type == "inline":
            parts += _lines(token.children or ())
        elif token.type == "list_item_open":
            # The number of an item, or what stands for its mark: a run of words would be no list.
            parts.append(Markdown(BULLET.strip() if not token.info else f"{token.info}\\."))
        elif token.type == "fence":
            parts.append(code(" ".join(token.content.split())))
    return line(Markdown(" ".join(part for part in parts if part)))


@lru_cache(maxsize=2048)
def blocks(value: str) -> str:
    """Return a description as blocks: paragraphs, lists, quotes, tables and fences; a heading becomes a bold line."""
    if _PLAIN.match(value):
        return plain_words(readable(value))
    if len(value) > LONGEST:
        return "\n\n".join(plain_words(part) for part in re.split(r"\n\s*\n", visible(readable(value))) if part.strip())
    return "\n\n".join(_listed(_Blocks(_PARSER.parse(value)).made()))


def _listed(made: list[str]) -> list[str]:
    """Return the blocks with lines that stood in `<li>` gathered to lists."""
    found: list[str] = []
    for block in made:
        if not block.startswith(BULLET):
            found.append(block)
        elif found and found[-1].startswith("- "):
            found[-1] += f"\n- {block.removeprefix(BULLET)}"
        else:
            found.append(f"- {block.removeprefix(BULLET)}")
    return found


def _first_number(token: Token) -> int:
    start = token.attrs.get("start", 1)
    return start if isinstance(start, int) and 0 <= start < 10_000 else 1


class _Blocks:
    """Walks the tokens of one description and writes each block anew."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def made(self, until: str = "") -> list[str]:
        """Return the blocks up to the closing token; an empty name means all."""
        found: list[str] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                break
            found += self._block(token)
        return [block for block in found if block]

    def _block(self, token: Token) -> Iterable[str]:
        match token.type:
            case "inline":
                return [line(part) for part in _lines(token.children or ())]
            case "heading_open":
                inner = self.made("heading_close")
                return [f"**{part}**" if "**" not in part else part for part in inner]
            case "fence":
                return [fence(token.content, token.info.strip().split(" ")[0])]
            case "bullet_list_open":
                return [self._list("bullet_list_close")]
            case "ordered_list_open":
                return [self._list("ordered_list_close", _first_number(token))]
            case "blockquote_open":
                inner = self.made("blockquote_close")
                return ["\n>\n".join("\n".join(f"> {row}".rstrip() for row in block.split("\n")) for block in inner)]
            case "table_open":
                return [self._table()]
            case _:
                return []

    def _list(self, close: str, number: int | None = None) -> str:
        items: list[str] = []
        while self._at < len(self._tokens) and self._tokens[self._at].type != close:
            self._at += 1
            mark = "-" if number is None else f"{number + len(items)}."
            body = ""
            for block in self.made("list_item_close"):
                joint = "" if not body else "\n" if _LIST.match(block) else "\n\n"
                body += joint + block
            indent = " " * (len(mark) + 1)
            items.append(f"{mark} {body}".replace("\n", f"\n{indent}"))
        self._at += 1
        return "\n".join(items)

    def _table(self) -> str:
        rows: list[list[Markdown]] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(Markdown(" ".join(_lines(token.children or ()))))
        head, *body = rows or [[]]
        # A table needs a line below its head; a head alone reads as one line of words.
        return table(head, body) or " ".join(head)


def _lines(tokens: Iterable[Token]) -> Iterator[Markdown]:
    """Yield the lines of one paragraph; HTML that breaks a line begins a new one."""
    pending: list[str] = []
    closing: list[str] = []
    code_words: list[str] | None = None
    link_parts: list[tuple[str, int]] = []
    for token in tokens:
        kind = token.type
        if kind == "html_inline":
            found = _TAG.match(token.content)
            tag = found[1].lower() if found is not None else ""
            if tag in _CODE:
                if code_words is None and not token.content.startswith("</"):
                    code_words = []
                elif code_words is not None and token.content.startswith("</"):
                    pending.append(code("".join(code_words)))
                    code_words = None
            elif code_words is not None:
                code_words.append(token.content)
            elif tag in _BREAKS:
                yield _ended(pending, closing)
                pending, closing = [], []
            elif tag == "li":
                yield _ended(pending, closing)
                pending, closing = ([BULLET] if not token.content.startswith("</") else []), []
            elif tag in _MARKS:
                _toggle(pending, closing, _MARKS[tag], opens=not token.content.startswith("</"))
            elif tag not in _SILENT and not token.content.startswith("<!--"):
                pending.append(words(readable(token.content)))
            continue
        if code_words is not None:
            code_words.append(" " if kind in ("softbreak", "hardbreak") else token.content)
            continue
        match kind:
            case "text" | "text_special":
                pending.append(words(readable(token.content)))
            case "softbreak":
                pending.append(" ")
            case "hardbreak":
                yield _ended(pending, closing)
                pending, closing = [], []
            case "code_inline":
                pending.append(code(token.content))
            case "strong_open" | "strong_close" | "em_open" | "em_close":
                _toggle(pending, closing, "**" if kind.startswith("strong") else "*", opens=kind.endswith("open"))
            case "link_open":
                link_parts.append((str(token.attrs.get("href", "")), len(pending)))
            case "link_close" if link_parts:
                address, start = link_parts.pop()
                label = Markdown("".join(pending[start:]))
                pending[start:] = [label if link_parts else link(label, address)]
            case "image":
                # Nothing is loaded from a page: the words that stand for the picture are shown.
                pending.append(words(readable(token.content)))
    if code_words is not None:
        pending.append(code("".join(code_words)))
    yield _ended(pending, closing)


def _toggle(pending: list[str], closing: list[str], mark: str, *, opens: bool) -> None:
    if opens:
        closing.append(mark)
        pending.append(mark)
    elif mark in closing:
        while closing:
            last = closing.pop()
            pending.append(last)
            if last == mark:
                break


def _ended(pending: list[str], closing: list[str]) -> Markdown:
    """Return a line with all that was opened in it closed again; emphasis of nothing is left out."""
    whole = "".join((*pending, *reversed(closing)))
    bare = whole.replace("*", "").strip()
    return Markdown(re.sub(r" +", " ", whole).strip()) if bare and bare != BULLET.strip() else EMPTY
