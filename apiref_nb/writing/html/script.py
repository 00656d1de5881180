"""The one small script of a page: copy buttons and the download of the collection.

Nothing depends on it: where scripts do not run there are no copy buttons, the download button stays hidden, and the
words beside it name the Python method. It reads only our own elements, by class, and sends nothing anywhere.
"""

from __future__ import annotations

import re
from functools import cache

from apiref_nb.writing.html.markup import Html, data_block, element, script_block
from apiref_nb.writing.html.own_files import own_text
from apiref_nb.writing.html.packed import PackedCollection

_actions = element("div", "ar-actions")
# Hidden inline as well: an untrusted notebook drops the style sheet and leaves an inert button.
_download = element("button", "ar-button ar-download", type="button", style="display:none")
_text = element("span")
_code = element("code")


@cache
def script_source() -> str:
    """Return the script without indentation; the same on every page, whose policy names it by its hash."""
    source = own_text("script.js")
    return re.sub(r"\n\s*", "\n", source).strip()


@cache
def page_script() -> Html:
    """Return the script element; the same on every page."""
    return script_block(script_source())


def collection_actions(collection: PackedCollection | None, file_name: str) -> Html:
    """Return the download button, the words for readers without scripts, and the collection itself.

    Args:
        collection: the Postman collection; None shows only the words.
        file_name: ASCII file name that the download suggests.
    """
    method = _code(f'embed.save_collection("{file_name}")')
    if collection is None:
        return _actions(_text("Postman collection: ", method, " in Python"))
    words = _text("Postman collection, in Python: ", method)
    data = data_block("apiref-collection", collection.media_type, collection.data)
    return _actions(_download("Download Postman collection", title=file_name), words, data)
