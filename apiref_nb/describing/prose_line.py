"""One line of a description: the parser with its rules, and its tokens as a tree of words, marks, code and links.

In: tokens of one line, or a description for `PARSER`. Out: `Line` values. Called by `prose` alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from apiref_nb.describing.prose_tags import CODE_ELEMENT, CODE_TAGS, INLINE_TAG, MARKS, address_of, code_text
from apiref_nb.describing.prose_tree import Break, Code, Inline, Line, Link, Marked, Text
from apiref_nb.text.invisible_characters import readable
from apiref_nb.text.links import safe_link


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


def read_tokens(tokens: Sequence[Token]) -> Line:
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
    return addressed(trimmed(merged(stack[0])))


def _dissolve(opened: list[_Opened], stack: list[list[Inline]], count: int) -> None:
    """Leave out that many marks that were opened last; what stood in them stays."""
    for _ in range(count):
        opened.pop()
        children = stack.pop()
        stack[-1] += children


def _wrapped(one: _Opened, children: list[Inline]) -> list[Inline]:
    inner = merged(children)
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
    return merged(made)


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


def merged(nodes: Iterable[Inline]) -> Line:
    """Return nodes with words that stand side by side made one."""
    made: list[Inline] = []
    for node in nodes:
        last = made[-1] if made else None
        if isinstance(node, Text) and (not node.words or isinstance(last, Text)):
            if isinstance(last, Text) and node.words:
                made[-1] = Text(last.words + node.words)
        else:
            made.append(node)
    return tuple(made)


def trimmed(line: Line) -> Line:
    """Return a line without blanks and line breaks at its ends."""
    first, last = 0, len(line)
    while first < last and not _seen(line[first]):
        first += 1
    while first < last and not _seen(line[last - 1]):
        last -= 1
    made = list(line[first:last])
    for at, strip in ((0, str.lstrip), (-1, str.rstrip)) if made else ():
        edge = made[at]
        if isinstance(edge, Text) and strip(edge.words) != edge.words:
            made[at] = Text(strip(edge.words))
    return tuple(made)


# What may stand in one unescaped, of ASCII alone; without re.IGNORECASE, for which a letter `s` is beyond ASCII too.
_BARE = re.compile(r"(?<![\w/])[Hh][Tt][Tt][Pp][Ss]?://[!#-;=?-\[\]_a-z~]++(?![{<|`])")
_AFTER = ".,;:!?*_~'"


def addressed(line: Line) -> Line:
    """Return a line whose bare web addresses are links; readers of Markdown differ in where they see one end."""
    made: list[Inline] = []
    for node in line:
        match node:
            case Text(words) if "://" in words:
                made += _linked(words)
            case Marked(kind, children):
                made.append(Marked(kind, addressed(children)))
            case _:
                made.append(node)
    return merged(made)


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


PARSER: Final = _parser()
