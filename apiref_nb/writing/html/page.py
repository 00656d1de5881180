"""A page of its own: a fragment with head and body, for a file that a browser opens or a mail carries."""

from __future__ import annotations

from apiref_nb.writing.html.markup import Html, document, element, fragment, style_block

_charset = element("meta", charset="utf-8")
_viewport = element("meta", name="viewport", content="width=device-width, initial-scale=1")
_scheme = element("meta", name="color-scheme", content="light dark")
_generator = element("meta", name="generator", content="apiref-nb")
_title = element("title")
_main = element("main")
# A page of its own has a heading of the first level; the one that is seen belongs to the fragment.
_heading = element("h1", "ar-page-title")

PAGE_STYLE = (
    "body{margin:0;background:light-dark(#fff,#0f1318)}"
    ".ar-page-title{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}"
    "main{max-width:1180px;margin:0 auto;padding:28px 20px 60px}"
    "@media(max-width:520px){main{padding:16px 10px 40px}}"
    "@media print{main{padding:0}}"
    # Where there is room the contents stand beside the text, and stay.
    "@media screen and (min-width:1360px){"
    "main:has(.ar-toc){max-width:1500px;padding-block:0}"
    "main>.apiref.apiref.apiref:has(>.ar-toc){display:grid;grid-template-columns:300px minmax(0,1fr);column-gap:32px;"
    "align-content:start;max-width:none;padding:28px 0 60px;"
    "&>*{grid-column:2}"
    "&>.ar-toc{grid-column:1;grid-row:1/span 800;align-self:start;position:sticky;top:0;height:100vh;overflow:auto;"
    "margin:-28px 0 0;padding:28px 16px 28px 2px;border-width:0 1px 0 0;border-radius:0}"
    "& .ar-overview{margin-bottom:28px}&>:is(.ar-note,.ar-more){margin-bottom:20px}"
    "& .ar-toc ul.ar-columns{columns:auto}& :is(.ar-toc-path,.ar-unit){display:none}"
    "& .ar-toc summary{font-size:13.5px}& .ar-toc li>a{font-size:13px;line-height:1.4;padding-left:15px}}}"
)


def render_page(title: str, body: Html) -> Html:
    """Return a whole HTML document.

    Args:
        title: text of the window's title.
        body: what the page shows; brings its own style and script.
    """
    head = fragment(_charset(), _viewport(), _scheme(), _generator(), _title(title), style_block(PAGE_STYLE))
    return document(head=head, body=_main(_heading(title), body))
