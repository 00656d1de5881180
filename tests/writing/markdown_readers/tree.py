"""HTML of any reader as one normal tree: words, links with their targets, code, marks, lists, quotes, tables.

What may differ between readers, and is therefore not in the tree, is in this table and nowhere else:

| not in the tree | why |
|---|---|
| how much white space, and where in a line | browsers fold it |
| `<p>` around the lines of an item or a quote | a list is tight or loose as its reader likes |
| `<b>`, `<i>`, `<del>` for `<strong>`, `<em>`, `<s>`; `<thead>`, `<tbody>` | names of the same thing |
| `dir` of words from right to left, `<bdi>` around them | how a browser lays them out; Markdown cannot say it |
| `<span>` without attributes; a mark inside its own kind, or of nothing | it shows nothing |
| colours, classes and language of a block of code; alignment of cells; `id` of a heading | readers add them |
| `rel` and `target` of a link; percent signs and host names in its address | written in two ways, leads to one place |
| a strong paragraph for what our HTML styles as a heading (`ar-h`) | a card has no headings of its author's |

Every other element, and every other attribute, is in the tree, so that one from a document is a difference.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final, TypeAlias
from urllib.parse import unquote

Tree: TypeAlias = "str | tuple[str, tuple[Tree, ...]]"

_NAMES: Final = {"bdi": "span", "b": "strong", "i": "em", "del": "s", "strike": "s"}
_FLOW: Final = frozenset({"", "li", "blockquote", "div"})
_BLOCKS: Final = frozenset({"p", "ul", "ol", "blockquote", "table", "pre", "hr", "h1", "h2", "h3", "h4", "h5", "h6"})
_VOID: Final = frozenset(
    {"br", "hr", "img", "input", "meta", "link", "source", "wbr", "base", "area", "embed", "track"}
)
_SPACE = re.compile(r"\s+")
_HOST = re.compile(r"(https?://)([^/?#]*)", re.IGNORECASE)
_EXPECTED: Final = {
    ("p", "class", "ar-h"), ("pre", "class", "ar-pre"), ("a", "target", "_blank"),
    ("a", "rel", "noreferrer"), ("div", "class", "ar-prose"), ("div", "dir", "auto"),
    ("div", "class", "highlight"),
}  # fmt: skip


class _Node:
    def __init__(self, name: str, label: str = "", *, heading: bool = False) -> None:
        self.name = name
        self.label = label or name
        self.heading = heading
        self.children: list[_Node | str] = []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = _NAMES.get(tag, tag)
        node = _Node(name, _label(name, attrs), heading=("class", "ar-h") in attrs)
        self._open[-1].children.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        name = _NAMES.get(tag, tag)
        at = next((at for at in range(len(self._open) - 1, 0, -1) if self._open[at].name == name), 0)
        if at:
            del self._open[at:]
        else:
            self._open[-1].children.append(_Node(f"/{name}"))

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        self._open[-1].children.append(_Node(f"!--{data}"))

    def handle_decl(self, decl: str) -> None:
        self._open[-1].children.append(_Node(f"!{decl}"))

    def handle_pi(self, data: str) -> None:
        self._open[-1].children.append(_Node(f"?{data}"))

    def unknown_decl(self, data: str) -> None:
        self._open[-1].children.append(_Node(f"![{data}"))


def _label(name: str, attrs: list[tuple[str, str | None]]) -> str:
    """The element with what of its attributes counts."""
    kept = []
    for key, value in attrs:
        if name == "a" and key == "href":
            kept.append(f"href={_address(value or '')}")
        elif (
            (name, key, value) in _EXPECTED
            or (name in ("td", "th") and key in ("align", "style", "class"))
            or (name in ("pre", "code", "span") and key in ("class", "lang"))
            or (name[0] == "h" and name[1:].isdigit() and key == "id")
            or (name == "ol" and key == "start" and value == "1")
        ):
            continue
        else:
            kept.append(f"{key}={value}")
    return " ".join((name, *kept))


def _address(value: str) -> str:
    def host(found: re.Match[str]) -> str:
        try:
            return found[1].lower() + found[2].lower().rstrip(":").encode("ascii").decode("idna")
        except (UnicodeError, ValueError):
            return found[0].lower()

    return _HOST.sub(host, unquote(value, errors="surrogateescape")).removesuffix("/")


def tree(html: str) -> Tree:
    """Return the normal tree of a page's HTML."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return ("", _flow(reader.root.children))


def _flow(children: list[_Node | str]) -> tuple[Tree, ...]:
    """Blocks; words between them become paragraphs."""
    made: list[Tree] = []
    line: list[_Node | str] = []

    def end_line() -> None:
        words = _line(line)
        if words:
            made.append(("p", words))
        line.clear()

    for child in children:
        if isinstance(child, str) or (child.name not in _BLOCKS and child.label != "div"):
            line.append(child)
            continue
        end_line()
        if child.label == "div":
            made += _flow(child.children)
        else:
            made += _block(child)
    end_line()
    return tuple(made)


def _block(node: _Node) -> list[Tree]:
    match node.name:
        case "p":
            children = [_strong(_lifted(node.children))] if node.heading else node.children
            words = _line(children)
            return [(node.label, words)] if words else []
        case "pre":
            return [("pre", (_text(node).strip("\n").rstrip(),))]
        case "ul" | "ol":
            return [(node.label, tuple(
                (item.label, _flow(item.children)) for item in _elements(node)))]  # fmt: skip
        case "blockquote":
            return [(node.label, _flow(node.children))]
        case "table":
            rows = [row for part in _elements(node) for row in (_elements(part) if part.name != "tr" else [part])]
            return [(node.label, tuple((row.label, _cells(row)) for row in rows))]
        case _:
            return [(node.label, _line(node.children))]


def _cells(row: _Node) -> tuple[Tree, ...]:
    return tuple((cell.label, _line(cell.children)) for cell in _elements(row))


def _elements(node: _Node) -> list[_Node]:
    """The elements in a node; words where only elements belong stay as one."""
    return [_wrapped(child) if isinstance(child, str) else child
            for child in node.children if not isinstance(child, str) or child.strip()]  # fmt: skip


def _wrapped(words: str) -> _Node:
    node = _Node("words")
    node.children = [words]
    return node


def _strong(children: list[_Node | str]) -> _Node:
    node = _Node("strong")
    node.children = children
    return node


def _lifted(children: list[_Node | str]) -> list[_Node | str]:
    made: list[_Node | str] = []
    for child in children:
        if isinstance(child, _Node):
            child.children = _lifted(child.children)
            made += child.children if child.name == "strong" else [child]
        else:
            made.append(child)
    return made


def _text(node: _Node | str) -> str:
    return node if isinstance(node, str) else "".join(map(_text, node.children))


def _line(children: list[_Node | str]) -> tuple[Tree, ...]:
    """Words and marks of one line, with white space folded over the borders of elements."""
    flat: list[tuple[tuple[str, ...], str]] = []  # (elements around, words); an element without words has ""

    def walk(nodes: list[_Node | str], around: tuple[str, ...]) -> None:
        for node in nodes:
            if isinstance(node, str):
                flat.append((around, node))
            elif node.label == "span" or node.label in around:
                walk(node.children, around)
            elif node.name == "code":
                flat.append(((*around, "code"), " ".join(_text(node).split())))
            elif node.name in ("strong", "em", "s"):
                walk(node.children, (*around, node.label))
            else:
                flat.append(((*around, node.label), ""))
                walk(node.children, (*around, node.label))

    walk(children, ())
    made: list[Tree] = []
    blank = True
    for around, words in flat:
        if not words:
            if around[-1] == "br" and made and made[-1] == ("", (" ",)):
                made.pop()
            made.append(("/".join(around), ()))
            blank = blank or around[-1] == "br"
            continue
        folded = _SPACE.sub(" ", words)
        if blank:
            folded = folded.lstrip(" ")
        if not folded:
            continue
        blank = folded.endswith(" ")
        # A blank belongs to no mark: `<b>a </b>b` reads like `<b>a</b> b`.
        for piece in re.findall(r" |[^ ]+", folded):
            key = "" if piece == " " else "/".join(around)
            if made and made[-1][0] == key and made[-1][1]:
                made[-1] = (key, (str(made[-1][1][0]) + piece,))
            else:
                made.append((key, (piece,)))
    if made and made[-1][0] == "" and made[-1][1]:
        last = str(made.pop()[1][0]).rstrip(" ")
        made += [("", (last,))] if last else []
    return tuple(made)
