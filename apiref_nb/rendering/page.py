"""A page of its own: a fragment with head and body, for a file that a browser opens or a mail carries."""

from __future__ import annotations

from apiref_nb.rendering.markup import Html, document, element, fragment, style_block

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
)


def render_page(title: str, body: Html) -> Html:
    """Return a whole HTML document.

    Args:
        title: text of the window's title.
        body: what the page shows; brings its own style and script.
    """
    head = fragment(_charset(), _viewport(), _scheme(), _generator(), _title(title), style_block(PAGE_STYLE))
    return document(head=head, body=_main(_heading(title), body))
