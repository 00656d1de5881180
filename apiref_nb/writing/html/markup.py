"""HTML by construction: the only module of the package in which a tag is written.

An element is defined once, with constant names of tag, class and attributes; calling it gives `Html`. Every child that
is not `Html` already is document text: it is made visible and escaped. Nothing else can make `Html`.

What a page holds by the ten thousand is written by a `template`: elements around slots, compiled when the module that
holds it is loaded. A slot of text goes through the escaper, a slot of markup takes `Html` alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from json.encoder import encode_basestring_ascii
from types import MappingProxyType
from typing import Final, cast

from markupsafe import escape

from apiref_nb.text.invisible_characters import visible
from apiref_nb.text.links import safe_link

Child = object
"""`Html`, text (escaped), a number, None or False (nothing), or an iterable of children."""


class Html(str):
    """Markup that is known to be safe. Only this module makes it from text."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


EMPTY: Final = Html("")

_VOID = frozenset({"br", "hr", "wbr", "meta", "input"})
_ATTRIBUTES = frozenset(
    {
        "id", "href", "title", "open", "start", "name", "style", "role", "tabindex", "lang", "dir", "http-equiv",
        "content", "charset", "type", "rel", "target", "scope", "placeholder",
        "aria-label", "aria-level", "aria-hidden", "aria-live",
    }
)  # fmt: skip
_FRAGMENT = re.compile(r"#[A-Za-z][A-Za-z0-9_-]*\Z")
_NAME = re.compile(r"[A-Za-z0-9_-]+\Z")
_AS_TEXT = re.compile(r"[\t -%'-;=?-~]*+(?:\n(?![ \t]*\n)[\t -%'-;=?-~]*+)*+\Z").match
"""Tells text that may stand between tags as it is: nothing to escape, and no blank line."""
_AS_VALUE = re.compile(r"[ !#-%(-;=?-~]*\Z").match
"""Tells text that may stand in an attribute as it is."""
_BARE_VALUE = re.compile(r"[A-Za-z0-9_.:;#/-]*[A-Za-z0-9_]\Z").match
"""Tells what needs no quotation marks as an attribute: no blank, quotation mark, `=`, `<`, `>` or backtick ends it."""


class Element:
    """One kind of element; `element("div", "ar-row")("text", id="a")` gives its markup.

    Args:
        tag: name of the element in lower case.
        class_: its classes with blanks between; empty for none.
        fixed: attributes that each use of the element has; an underscore in a name becomes a hyphen.
    """

    __slots__ = ("_close", "_open", "_void", "closing", "opening")

    def __init__(self, tag: str, class_: str, fixed: dict[str, str]) -> None:
        head = f"<{tag}"
        if class_:
            head += f" class={_quoted(class_)}"
        head += "".join(_attribute(name, value) for name, value in fixed.items())
        self._open = head
        self._void = tag in _VOID
        self._close = "" if self._void else f"</{tag}>"
        # Its two tags without attributes of a single use, for `nested`.
        self.opening, self.closing = Html(f"{head}>"), Html(self._close)

    def __call__(self, *children: Child, **attributes: str | bool | int | None) -> Html:
        """Return the element around its children; an attribute that is None or False is left out."""
        head = self._open
        for name, value in attributes.items():
            if type(value) is str and name in _ATTRIBUTES and _AS_VALUE(value) and name != "href":
                head += f" {name}={_quoted(value)}"
            else:
                head += _attribute(name, value)
        if self._void:
            return Html(head + ">")
        if len(children) == 1:
            child = children[0]
            if type(child) is Html or (type(child) is str and _AS_TEXT(child)):
                return Html(f"{head}>{child}{self._close}")
        return Html(f"{head}>{join(children)}{self._close}")

    def around(self, *children: Child, **attributes: str | bool | int | None) -> list[Html]:
        """Return the element in pieces: what holds a whole page is written once, and not again at each level.

        Args:
            children: as for a call.
            attributes: as for a call.
        """
        head = self._open + "".join([_attribute(name, value) for name, value in attributes.items()])
        made = [Html(head + ">")]
        _flatten(children, made)
        return [*made, self.closing]


def _flatten(children: Iterable[Child], into: list[Html]) -> None:
    for child in children:
        if isinstance(child, list | tuple):
            _flatten(child, into)
        else:
            into.append(child if isinstance(child, Html) else fragment(child))


def element(tag: str, class_: str = "", **fixed: str) -> Element:
    """Define an element. Tag, class and the fixed attributes are constants of our own source, never document text.

    Args:
        tag: name of the element in lower case.
        class_: its classes with blanks between; empty for none.
        fixed: attributes that each use of the element has, by name.
    """
    return Element(tag, class_, fixed)


def join(children: Iterable[Child]) -> str:
    """Return the children one after another, escaped where they are text."""
    parts: list[str] = []
    for child in children:
        if type(child) is Html:
            parts.append(child)
        elif type(child) is str:
            parts.append(child if _AS_TEXT(child) else escaped(child))
        elif child is None or child is False:
            continue
        elif isinstance(child, str):
            parts.append(escaped(str(child)))
        elif isinstance(child, int | float):
            parts.append(str(child))
        elif isinstance(child, (list, tuple, Iterable)):  # the last is slow to ask
            parts.append(join(child))
        else:
            raise TypeError(f"not markup: {type(child).__name__}")
    return "".join(parts)


# In Markdown, where notebooks are exported to, a blank line ends the HTML that it stands in.
_BLANK_LINE = re.compile(r"\n(?=[ \t]*\n)")


def escaped(text: str) -> str:
    """Return document text as it may stand between tags: unseen characters written out, `&`, `<` and `>` escaped.

    Between tags a quotation mark means nothing; attributes escape it too.
    """
    if not (text.isascii() and text.isprintable()):
        text = visible(text)
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if "\n" in text:
        text = _BLANK_LINE.sub("&#10;", text)
    return text


def fragment(*children: Child) -> Html:
    """Return children without an element around them."""
    return Html(join(children))


def joined(parts: Iterable[Html]) -> Html:
    """Return fragments one after another."""
    held = [*parts]
    if {*map(type, held)} <= {Html}:
        return Html("".join(held))
    return fragment(held)


NO_FOLDS: Final[Mapping[int, Html]] = MappingProxyType({})


def nested(rows: Iterable[tuple[int, Html]], box: Element, folds: Mapping[int, Html] = NO_FOLDS) -> Html:
    """Return fragments one below another, each level of depth within a box of its own.

    Args:
        rows: (depth, fragment) in page order.
        box: stands around what is one level deeper.
        folds: index of a row that begins a level -> the opening of the `details` around that level.
    """
    parts: list[Html] = []
    ends: list[Html] = []
    for index, (depth, row) in enumerate(rows):
        while depth < len(ends):
            parts.append(ends.pop())
        while depth > len(ends):
            fold = folds.get(index) if depth == len(ends) + 1 else None
            parts += [fold, box.opening] if fold else [box.opening]
            ends.append(Html(box.closing + "</details>") if fold else box.closing)
        parts.append(row)
    return joined([*parts, *reversed(ends)])


class Texts(dict[str, str]):
    """Document text -> the same escaped. One belongs to each page and goes with it: a text met again is looked up."""

    def __missing__(self, text: str) -> str:
        made = self[text] = escaped(text)
        return made


# Templates ------------------------------------------------------------------------------------------------------------

_SLOT = re.compile("\x00([a-z-]+) ([a-z_]+)\x00")


class Slot(str):
    """A slot for the value of an attribute, checked and escaped as in an element's call; None leaves it out."""

    __slots__ = ()


def text_slot(name: str) -> Html:
    """Return a slot for document text, which goes through the escaper. `name` is that of the argument."""
    return Html(f"\x00text {name}\x00")


def html_slot(name: str) -> Html:
    """Return a slot for markup: `Html`, or None for nothing. `name` is that of the argument."""
    return Html(f"\x00html {name}\x00")


def template(*children: Child) -> Callable[..., Html]:
    """Return a function of (slot, slot, ...) in the order of the slots: the children with their slots filled.

    Where a slot is for text, what remembers the escaped texts of the page comes first.

    Args:
        children: elements around slots, constants of our own source; compiled when the module is loaded.
    """
    pieces = _SLOT.split(join(children))
    values: list[ast.expr] = [ast.Constant(pieces[0])]
    for kind, name, after in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        filled = _FILLED.get(kind, "attribute({kind!r}, {name})").format(kind=kind, name=name)
        values += [ast.FormattedValue(ast.parse(filled, mode="eval").body, -1), ast.Constant(after)]
    slots = dict.fromkeys([*(["texts"] if "text" in pieces[1::3] else []), *pieces[2::3]])
    made = ast.parse(f"lambda {', '.join(slots)}: Html(0)", mode="eval")
    made.body.body.args = [ast.JoinedStr(values)]  # type: ignore[attr-defined] # the lambda of the line above
    code = compile(ast.fix_missing_locations(made), "template", "eval")
    return cast("Callable[..., Html]", eval(code, {"Html": Html, "refused": _refused, "attribute": _attribute}))  # noqa: S307 - constants of ours


_FILLED = {"text": "texts[{name}]", "html": "{name} if {name}.__class__ is Html else refused({name})"}
"""Kind of a slot -> what fills it; that of any other is the name of an attribute."""


def _refused(value: object) -> str:
    if value is None:
        return ""
    raise TypeError(f"not markup: {type(value).__name__}")


# Ids within a fragment ------------------------------------------------------------------------------------------------


class Local(str):
    """An id within a fragment that does not know yet where it will stand; only `local` makes one."""

    __slots__ = ()


_HERE: Final = "\x01"
"""Stands for the scope of a fragment's ids. No text of a document can hold it: the escaper writes it out."""


def local(suffix: str) -> Local:
    """Return an id within a fragment, before which `placed` puts the scope. `suffix` is ours, such as `-r3`."""
    return Local(_HERE + _named(suffix))


def placed(made: Html, scope: str) -> Html:
    """Return a fragment with the scope before every id of its own.

    Args:
        made: a fragment that may hold ids of `local`.
        scope: letters, digits and hyphens.
    """
    return Html(made.replace(_HERE, _named(scope))) if _HERE in made else made


def within(made: Html, suffix: str) -> Html:
    """Return a fragment whose ids begin with a suffix of ours, for one that holds several such fragments.

    Args:
        made: a fragment that may hold ids of `local`.
        suffix: letters, digits and hyphens.
    """
    return Html(made.replace(_HERE, _HERE + _named(suffix))) if _HERE in made else made


def _named(text: str) -> str:
    if not _NAME.match(text):
        raise ValueError(f"an id holds letters, digits, hyphens and underscores (got {text!r})")
    return text


def _attribute(name: str, value: str | bool | int | None) -> str:
    # Python spells `class_`, `aria_label`; HTML `class`, `aria-label`.
    name = name.rstrip("_").replace("_", "-")
    if name not in _ATTRIBUTES:
        raise ValueError(f"attribute {name} is not on the list of those in use")
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    if type(value) is Slot:
        return f"\x00{name} {value}\x00"
    if type(value) is Local:
        return f" {name}={'#' if name == 'href' else ''}{value}"
    text = str(value)
    if name == "href" and _FRAGMENT.match(text):
        return f" href={_quoted(text)}"
    if name == "href" and not (text and safe_link(text) == text):
        return ""
    return f" {name}={_quoted(escape(visible(text)))}"


def _quoted(value: str) -> str:
    """Return an escaped value as it stands after its `=`."""
    return value if _BARE_VALUE(value) else f'"{value}"'


def style_block(css: str) -> Html:
    """Return our own style sheet as an element. `css` is a constant of this package."""
    return Html(f"<style>{css}</style>")


def script_block(source: str) -> Html:
    """Return our own script as an element. `source` is a constant of this package."""
    return Html(f"<script>{source}</script>")


_SCRIPT_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&"}


def data_block(class_: str, kind: str, text: str) -> Html:
    """Return data for our own script, inert by its type. `class_` and `kind` are constants; the text is JSON or base64.

    What could end the element, and what `narrow` would write otherwise, is a JSON escape, which base64 never needs.

    Args:
        class_: the class by which the script finds the data.
        kind: the value of `type`, a media type that no browser runs.
        text: JSON or base64; it may hold document text.
    """
    wide = set() if text.isascii() else {char for char in {*text} if char > "\xff"}
    text = text.translate(_SCRIPT_ESCAPES | {ord(char): encode_basestring_ascii(char)[1:-1] for char in wide})
    return Html(f"<script type={_quoted(kind)} class={_quoted(class_)}>{text}</script>")


def document(*, head: Html, body: Iterable[Html]) -> list[Html]:
    """Return a whole page in pieces.

    Args:
        head: the elements inside `head`.
        body: the elements inside `body`.
    """
    start = Html(f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n')
    return [start, *body, Html("\n</body>\n</html>\n")]
