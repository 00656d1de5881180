"""Authors' descriptions: CommonMark (and the few HTML tags that published documents hold) becomes `Html`.

In: text of a document, hostile until shown otherwise. Out: our own elements only. Raw HTML never passes: a short list
of plain tags is read as the Markdown that means the same, every other one is shown as text. Images never load.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from apiref_nb.text.invisible_characters import readable
from apiref_nb.text.links import safe_link
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment

LIMIT_CHARACTERS = 60_000
"""A longer description is shown as plain text: the parser's time on hostile text grows faster than its length."""

_paragraph = element("p")
_strong = element("strong")
_emphasis = element("em")
_strike = element("s")
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
_link = element("a", rel="noopener noreferrer nofollow", target="_blank")
_heading = element("p", "ar-h")
_box = element("div", "ar-prose")

_PARSER = MarkdownIt("zero", {"maxNesting": 20}).enable(
    [
        "backticks", "emphasis", "strikethrough", "link", "image", "autolink", "escape", "entity", "newline",
        "balance_pairs",
        "fence", "code", "blockquote", "heading", "lheading", "list", "hr", "table",
    ]
)  # fmt: skip
_MARKDOWN = re.compile(r"[\\`*_\[\]<>&#~|!]|^\s*(?:[-+=]|\d+[.)])|\n", re.MULTILINE)

Children = Sequence["Html | str"]
_BLOCKS: dict[str, Callable[..., Html]] = {
    "blockquote": _quote, "bullet_list": _bullets, "ordered_list": _numbers, "list_item": _item, "table": _table,
    "thead": _head, "tbody": _body, "tr": _row, "th": _header_cell, "td": _cell, "strong": _strong, "em": _emphasis,
    "s": _strike, "heading": _heading, "paragraph": _paragraph,
}  # fmt: skip


@lru_cache(maxsize=4096)
def block(text: str) -> Html:
    """Return a description as paragraphs, lists, tables and code; empty text gives nothing."""
    text = text.strip()
    if not text:
        return EMPTY
    if len(text) > LIMIT_CHARACTERS:
        return _box(_pre(readable(text)))
    if not _MARKDOWN.search(text):
        return _box(_paragraph(readable(text)))
    tree = _PARSER.parse(plain_tags(text))
    return _box(*_Tree(inline_only=False).children(tree))


@lru_cache(maxsize=8192)
def inline(text: str) -> Html:
    """Return a description on one line: emphasis, code and links; blocks become text with spaces between."""
    text = text.strip()
    if len(text) > LIMIT_CHARACTERS or not _MARKDOWN.search(text):
        return fragment(readable(text))
    tree = _PARSER.parse(plain_tags(text))
    return fragment(*_Tree(inline_only=True).children(tree))


@lru_cache(maxsize=4096)
def field(text: str) -> Html:
    """Return the description of a field: as `inline`, but lists stay lists."""
    text = text.strip()
    if len(text) > LIMIT_CHARACTERS or not _MARKDOWN.search(text):
        return fragment(readable(text))
    tree = _PARSER.parse(plain_tags(text))
    return fragment(*_Tree(inline_only=True, lists=True).children(tree))


_LISTS = frozenset({"bullet_list", "ordered_list", "list_item"})


class _Tree:
    """Folds the flat list of tokens into elements with a stack of its own: depth never becomes recursion."""

    def __init__(self, *, inline_only: bool, lists: bool = False) -> None:
        self.inline_only = inline_only
        self.lists = lists

    def children(self, tokens: Sequence[Token]) -> list[Html | str]:
        stack: list[list[Html | str]] = [[]]
        openers: list[Token] = []
        for token in tokens:
            if token.nesting == 1:
                openers.append(token)
                stack.append([])
            elif token.nesting == -1:
                made = self.element(openers.pop(), stack.pop())
                stack[-1].append(made)
                if self.inline_only and token.block:
                    stack[-1].append(" ")
            else:
                stack[-1].extend(self.leaf(token))
        return stack[0]

    def element(self, token: Token, children: Children) -> Html:
        kind = token.type.removesuffix("_open")
        if kind == "link":
            address = safe_link(str(token.attrGet("href") or ""))
            # A link that may not be followed keeps its words and shows where it pointed.
            return _link(children, href=address) if address else fragment(children)
        if token.block and (self.inline_only or token.hidden) and not (self.lists and kind in _LISTS):
            return fragment(children, " " if kind in ("th", "td") else "")
        make = _BLOCKS.get(kind)
        return make(children) if make else fragment(children)

    def leaf(self, token: Token) -> list[Html | str]:
        match token.type:
            case "inline":
                return self.children(token.children or [])
            case "text" | "text_special":
                return [readable(token.content)]
            case "image":
                # An image of a document is never loaded: its words lead to where it is.
                address = safe_link(str(token.attrGet("src") or ""))
                words = readable(token.content)
                return [_link(words or "image", href=address) if address else words]
            case "code_inline":
                return [_code(token.content)]
            case "fence" | "code_block":
                return [_code(token.content.strip())] if self.inline_only else [_pre(_code(token.content.rstrip("\n")))]
            case "softbreak":
                return ["\n"]
            case "hardbreak":
                return [" "] if self.inline_only else [_break()]
            case "hr":
                return [] if self.inline_only else [_rule()]
            case _:
                return [readable(token.content)]


# HTML in descriptions -------------------------------------------------------------------------------------------------

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,15})((?:\s[^<>]{0,600})?)/?>|<!--.{0,2000}?-->", re.DOTALL)
_CODE_SPAN = re.compile(r"(```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`)", re.DOTALL)
_HREF = re.compile(r"href\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_MEANING = {
    "p": "\n\n", "div": "\n\n", "br": "\n", "ul": "\n\n", "ol": "\n\n", "dl": "\n\n", "table": "\n\n", "tr": "\n",
    "td": " ", "th": " ", "dd": " ", "span": "", "font": "", "small": "", "sup": "", "sub": "", "u": "", "center": "",
    "tbody": "", "thead": "", "fullname": "", "important": "\n\n", "note": "\n\n", "para": "\n\n", "section": "\n\n",
    "hr": "\n\n---\n\n", "img": "", "title": "", "caption": "", "dt": "\n\n", "details": "\n\n", "summary": "\n\n",
    "blockquote": "\n\n",
}  # fmt: skip
_PAIRED = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`", "kbd": "`"}


def plain_tags(text: str) -> str:
    """Return the text with plain HTML tags replaced by Markdown that means the same; code spans stay as they are."""
    if "<" not in text or not _TAG.search(text):
        return text
    parts = _CODE_SPAN.split(text)
    paired = _paired_tags(parts)
    return "".join(part if index % 2 else _replace_tags(part, paired[index]) for index, part in enumerate(parts))


def _paired_tags(parts: Sequence[str]) -> list[set[int]]:
    """Return for each part where its tags stand that make a pair, also around code spans, the parts between.

    A mark without its partner would stay in the text as a mark.
    """
    opened: dict[str, list[tuple[int, int]]] = {}
    paired: list[set[int]] = [set() for _ in parts]
    for index in range(0, len(parts), 2):
        for found in _TAG.finditer(parts[index]):
            name = (found.group(2) or "").lower()
            if name not in _PAIRED:
                continue
            if found.group(1) != "/":
                opened.setdefault(name, []).append((index, found.start()))
            elif opened.get(name):
                before, start = opened[name].pop()
                if before == index or _PAIRED[name] != "`":  # code stands in no code
                    paired[before].add(start)
                    paired[index].add(found.start())
    return paired


def _replace_tags(text: str, paired: set[int]) -> str:
    hrefs: list[str] = []

    def replace(found: re.Match[str]) -> str:
        if found.group(2) is None:
            return ""
        closing, name, rest = found.group(1) == "/", found.group(2).lower(), found.group(3)
        if name in _PAIRED:
            return _PAIRED[name] if found.start() in paired else ""
        if name == "a":
            if closing:
                return f"](<{hrefs.pop()}>)" if hrefs else ""
            address = _HREF.search(rest)
            if address is None:
                return ""
            hrefs.append(html.unescape(address.group(1)).replace(">", "").replace("<", ""))
            return "["
        if name == "li":
            return "" if closing else "\n- "
        if name == "pre":
            return "\n```\n"
        if len(name) == 2 and name[0] == "h" and name[1] in "123456":
            return "\n\n" if closing else "\n\n#### "
        meaning = _MEANING.get(name)
        return found.group() if meaning is None else meaning

    return _TAG.sub(replace, text) + "".join(f"](<{address}>)" for address in reversed(hrefs))
