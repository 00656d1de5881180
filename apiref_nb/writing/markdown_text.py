"""Markdown by construction: document text becomes Markdown here, and nowhere else.

In: text of a document, whatever it holds. Out: `Markdown`, which shows exactly that text in JupyterLab, nbconvert,
GitHub and MyST and never becomes an element, an image, a heading, a formula, a directive, a role or a table's edge.
Called by every module that writes Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from apiref_nb.text.invisible_characters import visible
from apiref_nb.text.links import safe_link


class Markdown(str):
    """Inline Markdown that is known to be safe: one line, ready for a paragraph, a heading or a table cell."""

    __slots__ = ()


EMPTY: Final = Markdown("")

BREAK: Final = Markdown("<br>")
"""A new line within a table cell."""

BELOW: Final = "margin-bottom: 16px"
"""Style of the room below a block that front ends put none below."""

FRAME: Final = f"border: 1px solid #8c959f66; border-radius: 6px; padding: 8px 12px; {BELOW}"
"""Style of the frame around a sample."""

# JupyterLab looks for formulas twice: in the source, and again in the finished page, where `\$` and `&#36;` have become
# a dollar sign. Only an element around the sign keeps MathJax from pairing it with the next one
# (test_dollar_signs_and_backslashes_never_pair_up).
_DOLLAR: Final = "<span>&#36;</span>"
_BACKSLASH: Final = "<span>&#92;</span>"

_ESCAPES: Final = {
    "\\": _BACKSLASH, "$": _DOLLAR, "&": "&amp;", "<": "&lt;", ">": "&gt;", "`": "&#96;", "|": "&#124;",
    "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]", "{": "\\{", "}": "\\}", "#": "\\#", "~": "\\~", "^": "\\^",
}  # fmt: skip
_SPECIAL = re.compile(
    r"[\\$&<>`|*\[\]{}#~^]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word an underscore means nothing
    r"|:(?=//)(?<!http:)(?<!https:)"  # front ends link bare addresses of other schemes too
    r"|(?<=\b[Ww]{3})\."
    r"|@(?=@|\w)"
)
# What begins a list, rule, underline, comment (%), target, field list or block break (+++), when a line begins with it.
_START = re.compile(r"[-+=%:(!]|\d+(?=[.)](?:\s|$))")
_QUIET = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ,;'\"/?-]*\Z")
_SPACE = re.compile(r"\s+")
_URL_ESCAPES = str.maketrans({"(": "%28", ")": "%29", "$": "%24", "*": "%2A", "[": "%5B", "]": "%5D", "'": "%27"})
_TICKS = re.compile("`+")
_LONG_TICKS = re.compile(r"^[ ]{0,3}(`{3,})", re.MULTILINE)
_LANGUAGE = re.compile(r"[A-Za-z0-9_+-]{1,20}\Z")


def text(value: str) -> Markdown:
    """Return document text as it reads, on one line: white space collapsed, nothing in it with a Markdown meaning."""
    if _QUIET.match(value):
        return Markdown(value if "  " not in value and value[-1] != " " else _SPACE.sub(" ", value).strip())
    return line(words(value))


plain_words = text
"""`text` by the name that `author_markdown` reads best with."""


def words(value: str) -> Markdown:
    """Return document text for the middle of a line: like `text`, but white space at its ends stays, as one blank."""
    return Markdown(_SPECIAL.sub(_escaped, _SPACE.sub(" ", visible(value))))


def line(made: Markdown) -> Markdown:
    """Return Markdown that can begin a line: what would open a list, a rule or a field list there is escaped."""
    stripped = made.strip(" ")
    first = _START.match(stripped)
    if first is not None:
        # A number keeps its digits and loses its full stop; any other sign takes a backslash.
        end = first.end()
        stripped = f"{stripped[:end]}\\{stripped[end:]}" if first.group()[0].isdigit() else f"\\{stripped}"
    return Markdown(stripped)


def _escaped(found: re.Match[str]) -> str:
    sign = found.group()
    return _ESCAPES.get(sign) or f"&#{ord(sign)};"


def code(value: str) -> Markdown:
    """Return document text as a code span that shows it letter by letter, also inside a table."""
    line = visible(value).replace("\n", " ").replace("\t", " ")
    if not line.strip():
        return EMPTY
    if "|" in line or "\\" in line or "@@" in line or (line[0] == "`" and line[-1] == "`"):
        # No code span can hold these: a table splits at the sign, a front end takes `\\(` for a formula.
        entities = "".join(c if c.isalnum() or c in " .,/-" else f"&#{ord(c)};" for c in line)
        return Markdown(f"<code>{entities}</code>")
    ticks = "`" * (max((len(run) for run in _TICKS.findall(line)), default=0) + 1)
    pad = " " if line[0] == "`" or line[-1] == "`" or (line[0] == " " and line[-1] == " ") else ""
    return Markdown(f"{ticks}{pad}{line}{pad}{ticks}")


def safe_url(url: str) -> str:
    """Return the address as it may stand in a link; empty unless it is http, https or mailto, without a user name."""
    return safe_link(url).translate(_URL_ESCAPES).replace("&", "&amp;").replace("_", "&#95;").replace("~", "&#126;")


def link(label: str, url: str) -> Markdown:
    """Return a link, or the bare label when the address is not http, https or mailto.

    Args:
        label: document text (escaped here), or `Markdown`.
        url: address as the document gives it.
    """
    words = label if isinstance(label, Markdown) else text(label)
    address = safe_url(url)
    return Markdown(f"[{words}](<{address}>)") if address and words else Markdown(words)


def page_link(label: str, target: str) -> Markdown:
    """Return a link to a file or place of our own making; `target` is never document text.

    Args:
        label: document text (escaped here) or `Markdown`.
        target: a file name, an anchor or both.
    """
    return Markdown(f"[{label if isinstance(label, Markdown) else text(label)}]({target})")


def strong(value: Markdown) -> Markdown:
    """Return inline Markdown in bold."""
    return Markdown(f"**{value}**") if value else EMPTY


def emphasis(value: Markdown) -> Markdown:
    """Return inline Markdown in italics."""
    return Markdown(f"*{value}*") if value else EMPTY


def join(parts: Iterable[str], between: str = " ") -> Markdown:
    """Return the parts that hold anything, escaped where they are plain text; `between` is our own constant.

    Args:
        parts: document text (escaped here) or `Markdown`; empty ones are left out.
        between: Markdown that stands between two parts.
    """
    made = (part if isinstance(part, Markdown) else text(part) for part in parts)
    return Markdown(between.join(part for part in made if part))


def heading(level: int, *parts: str) -> str:
    """Return a heading line; parts are document text (escaped) or `Markdown`.

    Args:
        level: 1 to 6.
        parts: the words of the heading; blanks are put between them.
    """
    return f"{'#' * level} {join(parts)}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, align: Sequence[str] = ()) -> str:
    """Return a table, or nothing when it has no rows; cells are document text (escaped) or `Markdown`.

    Args:
        head: titles of the columns, our own words.
        rows: one sequence of cells for each line, as long as `head`.
        align: `:---` and the like for each column; left when it is not given.
    """
    lines = [_row(cells) for cells in rows]
    if not lines:
        return ""
    return "\n".join([_row(head), _row([Markdown(mark) for mark in align or [":---"] * len(head)]), *lines])


# One colour for each method, the same as on cards (test_methods_have_the_colours_of_the_cards); white on it is legible.
METHOD_COLOURS: Final = {
    "GET": "#1d4ed8", "POST": "#15803d", "PUT": "#a14706", "PATCH": "#7e22ce", "DELETE": "#b91c1c",
}  # fmt: skip
OTHER_METHOD_COLOUR: Final = "#4b5563"


def badge(method: str) -> Markdown:
    """Return a method as a coloured badge; a viewer that drops styles shows it in bold."""
    colour = METHOD_COLOURS.get(method, OTHER_METHOD_COLOUR)
    style = f"background-color: {colour}; color: #ffffff; padding: 2px 7px; border-radius: 4px"
    return Markdown(f'<span style="{style}">{strong(text(method))}</span>')


def framed(block: str) -> str:
    """Return a block with a thin frame around it, legible on light and on dark pages."""
    return f'<div style="{FRAME}">\n\n{block}\n\n</div>'


def left_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table that begins at the left margin like the words above it; JupyterLab centres every other one.

    Args:
        head: see `table`.
        rows: see `table`.
    """
    made = table(head, rows)
    return f'<div style="display: inline-block">\n\n{made}\n\n</div>' if made else ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell if isinstance(cell, Markdown) else text(cell) for cell in cells)} |"


def fence(value: str, language: str = "") -> str:
    """Return text as a fenced block, verbatim; the fence is longer than any run of backticks that begins a line.

    Args:
        value: the code as text; unseen characters are written as escapes.
        language: the word after the backticks; one that is no plain word is left out.
    """
    body = visible(value).rstrip("\n")
    longest = max((len(run) for run in _LONG_TICKS.findall(body)), default=2)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language if _LANGUAGE.match(language) else ''}\n{body}\n{ticks}"


def details(summary: Markdown, *blocks: str) -> str:
    """Return blocks that a reader opens; where a viewer knows no such element, they are simply there.

    Args:
        summary: what stands beside the triangle, our own words or `Markdown` without emphasis.
        blocks: Markdown blocks.
    """
    inner = "\n\n".join(block for block in blocks if block)
    return f'<details style="{BELOW}">\n<summary>{summary}</summary>\n\n{inner}\n\n</details>' if inner else ""
