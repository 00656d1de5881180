"""A page of its own: a fragment with head and body, for a file that a browser opens or a mail carries.

The page carries a content security policy: what is not ours does not run, load or send, even where escaping had failed.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256

from apiref_nb.writing.html.markup import EMPTY, Html, document, element, fragment, joined, style_block
from apiref_nb.writing.html.script import script_source
from apiref_nb.writing.html.style import field_sheet, style_sheet

_policy = element("meta", http_equiv="Content-Security-Policy")
_charset = element("meta", charset="utf-8")
_viewport = element("meta", name="viewport", content="width=device-width, initial-scale=1")
_scheme = element("meta", name="color-scheme", content="light dark")
_generator = element("meta", name="generator", content="apiref-nb")
_title = element("title")
_main = element("main")
# A page has one heading of the first level; where the body has none, readers who hear the page get this one.
_heading = element("h1", "ar-page-title")

PAGE_STYLE = (
    "body{margin:0;background:light-dark(#fff,#0f1318)}"
    ".ar-page-title{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}"
    "main{max-width:1180px;margin:0 auto;padding:28px 20px 60px}"
    "@media(max-width:520px){main{padding:16px 10px 40px}}"
    "@page{margin:14mm 12mm}@media print{main{padding:0}}"
    # Below the last card there is room, so that a link to it leads to the top of the window as all others do.
    "@media screen{main>.apiref>.ar-indexed{padding-bottom:80vh}}"
    # Where there is room the contents stand beside the text, and stay.
    "@media screen and (min-width:1160px){"
    "main:has(>.apiref>.ar-indexed){max-width:1500px;padding-block:0}"
    "main>.apiref.apiref.apiref:has(>.ar-indexed){max-width:none}"
    "main>.apiref.apiref.apiref>.ar-indexed{display:grid;grid-template-columns:clamp(250px,21vw,300px) minmax(0,1fr);"
    "column-gap:clamp(20px,2.2vw,32px);align-content:start;padding:28px 0 0;"
    # The room below belongs to the grid: the contents stay beside the last card, too.
    "&>*{grid-column:2}&::after{content:'';grid-column:2;height:80vh}"
    "&>.ar-toc{grid-column:1;grid-row:1/span 800;align-self:start;position:sticky;top:0;height:100vh;overflow:auto;"
    "margin:-28px 0 0;padding:28px 16px 28px 2px;border-width:0 1px 0 0;border-radius:0}"
    "& .ar-overview{margin-bottom:28px}&>:is(.ar-note,.ar-more){margin-bottom:20px}"
    "& .ar-columns{columns:auto}& :is(.ar-toc-path,.ar-unit){display:none}"
    "& .ar-toc summary{font-size:13.5px}& .ar-toc li>a{font-size:13px;line-height:1.4;padding-left:15px}}}"
)


@cache
def page_policy() -> str:
    """Return the content security policy of every page: our own script and style sheets, and nothing else.

    The hashes are those of constants of this package, never of what a page holds: an element that got into a page some
    other way stays without one. `tests/browser/test_policy.py` plants some.
    """
    directives = {
        "default-src": "'none'",
        "script-src": _hashes(script_source()),
        "style-src": "'unsafe-inline'",  # for browsers that do not know the two below
        "style-src-elem": _hashes(PAGE_STYLE, style_sheet(), field_sheet()),
        # Badges, chips and frames carry their colours inline as well, for notebooks that drop the style sheet; such an
        # attribute can only be allowed by a hash for each value, or as a whole. It can load nothing: see default-src.
        "style-src-attr": "'unsafe-inline'",
        "img-src": "data:",  # the icons that the style sheet draws
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def _hashes(*sources: str) -> str:
    return " ".join(f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'" for source in sources)


def render_page(title: str, body: Html, *, titled: bool = False) -> Html:
    """Return a whole HTML document; the body in one piece; see `page_parts`."""
    return joined(page_parts(title, [body], titled=titled))


def page_parts(title: str, body: Iterable[Html], *, titled: bool = False) -> list[Html]:
    """Return a whole HTML document in pieces.

    Args:
        title: text of the window's title.
        body: what the page shows; brings `style.root`'s style and `page_script`, others are refused by the policy.
        titled: True when the body has a heading of the first level of its own.
    """
    # A policy holds for what comes after it; only the encoding, which belongs at the very start, stands before.
    policy = _policy(content=page_policy())
    head = fragment(_charset(), policy, _viewport(), _scheme(), _generator(), _title(title), style_block(PAGE_STYLE))
    return document(head=head, body=_main.around(EMPTY if titled else _heading(title), *body))
