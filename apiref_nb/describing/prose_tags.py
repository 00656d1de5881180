"""HTML in authors' descriptions: plain tags become the Markdown that means the same, before the Markdown is read.

In: a description as its document holds it. Out: the same with `<p>`, `<li>`, `<pre>` and their like replaced. Tags of
one line's marks (`<b>`, `<code>`, `<a>`) stay: `INLINE_TAG` and `CODE_ELEMENT` find them where `prose` reads a line.
Every other tag stays too, and is shown as text.
"""

from __future__ import annotations

import html
import re
from typing import Final

MARKS: Final = {
    "b": "strong", "strong": "strong", "i": "em", "em": "em", "s": "s", "strike": "s", "del": "s",
}  # fmt: skip
"""Name of a tag -> the mark that it means."""

CODE_TAGS: Final = ("code", "tt", "kbd", "samp")

INLINE_TAG: Final = re.compile(
    rf"<(/?)({'|'.join((*MARKS, 'a', *CODE_TAGS))})((?:\s[^<>]{{0,600}})?)/?>", re.IGNORECASE
)
"""A tag of one line's marks: (closing, name, attributes)."""

CODE_ELEMENT: Final = re.compile(
    rf"<({'|'.join(CODE_TAGS)})(?:\s[^<>]{{0,600}})?>(.{{0,2000}}?)</\1\s*>", re.IGNORECASE | re.DOTALL
)
"""A whole element of code: (name, what it holds)."""

_HREF = re.compile(r"href\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\"'\s>]+))", re.IGNORECASE)
_STYLING = re.compile(
    r"</?(?:b|strong|i|em|u|s|span|font|a|code|tt|kbd|samp|var|br|p|div|small|sub|sup)(?:\s[^<>]{0,600})?/?>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,15})((?:\s[^<>]{0,600})?)/?>|<!--.{0,2000}?-->", re.DOTALL)
_CODE_SPAN = re.compile(r"(```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`)", re.DOTALL)
_PRE = re.compile(r"<pre(?:\s[^<>]{0,600})?>(.{0,20000}?)</pre\s*>", re.IGNORECASE | re.DOTALL)
_TICKS = re.compile("`{3,}")
_MEANING: Final = {
    "p": "\n\n", "div": "\n\n", "br": "\n", "ul": "\n\n", "ol": "\n\n", "dl": "\n\n", "table": "\n\n", "tr": "\n",
    "td": " ", "th": " ", "dd": " ", "span": "", "font": "", "small": "", "sup": "", "sub": "", "u": "", "center": "",
    "tbody": "", "thead": "", "fullname": "", "important": "\n\n", "note": "\n\n", "para": "\n\n", "section": "\n\n",
    "hr": "\n\n---\n\n", "img": "", "title": "", "caption": "", "dt": "\n\n", "details": "\n\n", "summary": "\n\n",
    "blockquote": "\n\n", "pre": "\n\n", "mark": "", "ins": "", "abbr": "", "cite": "", "var": "", "big": "", "wbr": "",
    "picture": "", "source": "", "video": "",
}  # fmt: skip


def plain_tags(text: str) -> str:
    """Return the text with plain HTML tags replaced by Markdown that means the same; code spans stay as they are."""
    if "<" not in text or not _TAG.search(text):
        return text
    parts = _CODE_SPAN.split(_PRE.sub(_fenced, text))
    return "".join(part if index % 2 else _TAG.sub(_replaced, part) for index, part in enumerate(parts))


def code_text(held: str) -> str:
    """Return what an element of code shows: character references resolved, tags that only style it left out."""
    return html.unescape(_STYLING.sub("", held))


def address_of(attributes: str) -> str:
    """Return where an `<a>` leads, as its author wrote it; empty when it leads nowhere."""
    found = _HREF.search(attributes)
    return html.unescape(found[1] or found[2] or found[3] or "").strip() if found is not None else ""


def _fenced(found: re.Match[str]) -> str:
    shown = code_text(found[1]).strip("\n")
    ticks = max((run.group() for run in _TICKS.finditer(shown)), default="``", key=len) + "`"
    return f"\n\n{ticks}\n{shown}\n{ticks}\n\n" if shown.strip() else "\n\n"


def _replaced(found: re.Match[str]) -> str:
    if found[2] is None:
        return ""  # a comment
    closing, name = found[1] == "/", found[2].lower()
    if name == "li":
        return "" if closing else "\n- "
    if len(name) == 2 and name[0] == "h" and name[1] in "123456":
        return "\n\n" if closing else "\n\n#### "
    return _MEANING.get(name, found[0])
