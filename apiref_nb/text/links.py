"""`safe_link`: which addresses of a document a reader may be led to. HTML and Markdown ask it, so that both agree."""

from __future__ import annotations

import re

from apiref_nb.text.invisible_characters import visible

_LINK = re.compile(r"(?:https?://|mailto:)[^\s\x00-\x20<>\"\\^`{|}\x7f-\x9f]+\Z", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?:[^\[\]:@]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\Z")
"""A host and perhaps its port; readers of Markdown mend anything else, each in its own way."""


def safe_link(address: str) -> str:
    """Return the address when a page may link to it (http, https, mailto, no user name), else an empty string.

    Control characters and white space never pass, so no browser can read another scheme into it.
    """
    address = address.strip(" ")
    if not _LINK.match(address) or visible(address) != address:
        return ""
    authority = re.split(r"[/?#]", address.split("//", 1)[-1], maxsplit=1)[0]
    return "" if address[:4].lower() == "http" and not _AUTHORITY.match(authority) else address
