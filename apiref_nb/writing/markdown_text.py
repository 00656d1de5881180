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

RULE: Final = "* * *"
"""A line across; no front matter begins with it, and no underline of a heading is like it."""

# An element around a sign keeps it from what stands beside it: from the autolinkers of all readers, of which some look
# at the source and some at the finished text; from GitHub's mentions and emoji; and from MathJax, which looks at the
# finished page, where `\$` and `&#36;` have become a dollar sign (test_dollar_signs_and_backslashes_never_pair_up).
_ALONE: Final = "<span>{}</span>"
_ESCAPES: Final = {
    "\\": _ALONE.format("&#92;"), "$": _ALONE.format("&#36;"), "@": _ALONE.format("@"), ":": _ALONE.format(":"),
    "//": "/" + _ALONE.format("/"), "/": _ALONE.format("/"), ".": _ALONE.format("."),
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "`": "&#96;", "|": "&#124;", "!": "\\!",
    "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]", "{": "\\{", "}": "\\}", "#": "\\#", "~": "\\~", "^": "\\^",
}  # fmt: skip
_DOMAINS: Final = "biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|\u0440\u0444|xn--[a-z0-9-]+"
_SPECIAL = re.compile(
    r"[\\$&<>`|*\[\]{}#~^@]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word an underscore means nothing
    r"|(?<=/)/"  # begins an address, whatever its scheme
    r"|:(?=(?:[a-z+-][a-z0-9_+-]*|100|1234|8ball):)"  # a short name of an emoji
    r"|!(?=\s*\Z)"  # a link after it would be a picture
    rf"|(?<=\w)\.(?=(?:[a-z]{{2}}|{_DOMAINS})(?![^\W_]|-))"  # `README.md` looks like a host of Moldova
    r"|(?<=www)\.",
    re.IGNORECASE,
)
# What begins a list, rule, underline, comment (%), target, field list or block break (+++), when a line begins with it.
_START = re.compile(r"[-+=%:(!]|\d+(?=[.)](?:\s|$))")
_QUIET = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ,;'\"?-]|/(?!/))*\Z")
_SPACE = re.compile(r"\s+")
_URL_ESCAPES = str.maketrans({"(": "%28", ")": "%29", "$": "%24", "*": "%2A", "[": "%5B", "]": "%5D", "'": "%27"})
_LONG_TICKS = re.compile(r"^[ ]{0,3}(`{3,})", re.MULTILINE)
_CALM = re.compile(r"(?! )(?:[^`*_\\<>\[\]&~|!$]|\\#)+(?<=[^ ])\Z")

LANGUAGES: Final = frozenset(
    {
        "bash", "c", "c#", "console", "cpp", "csharp", "css", "dart", "diff", "elixir", "go", "graphql", "html", "http",
        "ini", "java", "javascript", "js", "json", "julia", "kotlin", "lua", "objective-c", "perl", "php", "powershell",
        "py", "python", "r", "ruby", "rust", "scala", "sh", "shell", "sql", "swift", "text", "toml", "ts", "typescript",
        "xml", "yaml", "yml",
    }
)  # fmt: skip
"""What a fence may name. Readers colour these; of others they make diagrams and formulas, or a line of the code."""


def text(value: str) -> Markdown:
    """Return document text as it reads, on one line: white space collapsed, nothing in it with a Markdown meaning."""
    if _QUIET.match(value):
        return Markdown(value if "  " not in value and value[-1] != " " else _SPACE.sub(" ", value).strip())
    return line(words(value))


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


def closed(last: str, after: Markdown) -> Markdown:
    """Return what follows in a line, closed against what stands before: backticks that meet would be one delimiter.

    Args:
        last: the last character before it; empty at the start of a line.
        after: what follows; its leading spaces go where a space stands before.
    """
    if last == "`" and after.startswith("`"):
        return Markdown(f"<span></span>{after}")
    return Markdown(after.lstrip(" ")) if last == " " else after


def _escaped(found: re.Match[str]) -> str:
    return _ESCAPES[found.group()]


def code(value: str) -> Markdown:
    """Return document text as a code span that shows it letter by letter, also inside a table."""
    shown = visible(value).replace("\n", " ").replace("\t", " ")
    if not shown.strip():
        return EMPTY
    if any(sign in shown for sign in ("|", "\\", "@@", "$$", "`")):
        # No code span can hold these: a table splits at the sign, a front end takes `\\(` or `$$` for a formula, and
        # of two backticks not all readers agree which one ends the span.
        return Markdown(f"<code>{_as_html(shown, _IN_ADDRESSES)}</code>")
    pad = " " if shown[0] == " " and shown[-1] == " " else ""
    return Markdown(f"`{pad}{shown}{pad}`")


_UNQUIET = re.compile(r"[!-+./:-@\[-`{-~]")
"""Signs of ASCII but the comma and the hyphen."""

_IN_ADDRESSES = "@/.:"


def _as_html(value: str, alone: str) -> str:
    """Return text that means nothing as HTML, nor as Markdown; signs in `alone` stand in an element of their own."""

    def escaped(found: re.Match[str]) -> str:
        entity = f"&#{ord(found.group())};"
        return _ALONE.format(entity) if found.group() in alone else entity

    return _UNQUIET.sub(escaped, value)


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
    return Markdown(f"[{_label(words)}](<{address}>)") if address and words else Markdown(words)


def page_link(label: str, target: str) -> Markdown:
    """Return a link to a file or place of our own making; `target` is never document text.

    Args:
        label: document text (escaped here) or `Markdown`.
        target: a file name, an anchor or both.
    """
    return Markdown(f"[{_label(label if isinstance(label, Markdown) else text(label))}]({target})")


def _label(words: Markdown) -> str:
    # marked takes the backslash from a bracket of a label before it looks for links in it.
    return words.replace("\\[", "&#91;").replace("\\]", "&#93;")


_STARS: Final = {"strong": "**", "em": "*"}
_ELEMENTS: Final = {"strong": ("<strong>", "</strong>"), "em": ("<em>", "</em>"), "s": ("<s>", "</s>")}


def marked(value: Markdown, kind: str, *, alone: bool = True) -> Markdown:
    """Return inline Markdown as strong, emphasized or struck out.

    Stars are written where no reader can doubt which of them open and which close; elsewhere an element.

    Args:
        value: what is marked.
        kind: `strong`, `em` or `s`.
        alone: False where a word or another mark may stand directly before or behind it.
    """
    if not value.strip():
        return EMPTY
    stars = _STARS.get(kind)
    if stars and alone and _CALM.match(value):
        return Markdown(f"{stars}{value}{stars}")
    begin, end = _ELEMENTS[kind]
    return Markdown(f"{begin}{value}{end}")


def strong(value: Markdown) -> Markdown:
    """Return inline Markdown in bold; a blank, or nothing, stands on either side of it."""
    return marked(value, "strong")


def emphasis(value: Markdown) -> Markdown:
    """Return inline Markdown in italics; a blank, or nothing, stands on either side of it."""
    return marked(value, "em")


def join(parts: Iterable[str], between: str = " ") -> Markdown:
    """Return the parts that hold anything, escaped where they are plain text; `between` is our own constant.

    Args:
        parts: document text (escaped here) or `Markdown`; empty ones are left out.
        between: Markdown that stands between two parts.
    """
    made = [part if isinstance(part, Markdown) else text(part) for part in parts]
    return Markdown(between.join(filter(None, made)))


def some(named: Sequence[Markdown], count: int) -> Markdown:
    """Return values with commas between, and how many there are besides.

    Args:
        named: the first values.
        count: of all values.
    """
    return join([*named, *([text(f"and {count - len(named)} more")] if count > len(named) else [])], ", ")


def heading(level: int, *parts: str) -> str:
    """Return a heading line; parts are document text (escaped) or `Markdown`.

    Args:
        level: 1 to 6.
        parts: the words of the heading; blanks are put between them.
    """
    return f"{'#' * level} {join(parts)}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, align: Sequence[str] = (), bare: bool = False) -> str:
    """Return a table, or nothing when it has no rows; cells are document text (escaped) or `Markdown`.

    Args:
        head: titles of the columns, our own words or `Markdown`.
        rows: one sequence of cells for each line, as long as `head`.
        align: `:---` and the like for each column; left when it is not given.
        bare: True writes a table of a head alone, too.
    """
    lines = [_row(cells) for cells in rows]
    if not lines and not bare:
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
    return f"{ticks}{language.lower() if language.lower() in LANGUAGES else ''}\n{body}\n{ticks}"


def details(summary: str, *blocks: str) -> str:
    """Return blocks that a reader opens; where a viewer knows no such element, they are simply there.

    Args:
        summary: what stands beside the triangle, document text (escaped here as HTML: no Markdown is read there).
        blocks: Markdown blocks.
    """
    inner = "\n\n".join(block for block in blocks if block)
    shown = _as_html(_SPACE.sub(" ", visible(summary)).strip(), f"{_IN_ADDRESSES}$\\")
    return f'<details style="{BELOW}">\n<summary>{shown}</summary>\n\n{inner}\n\n</details>' if inner else ""
