"""Where the web page about an API says that its document stands: `/docs` is given for `/openapi.json` every day.

In: the text of a page, as Swagger UI, ReDoc, Scalar, RapiDoc and Elements write it. Out: words for an error.
"""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urljoin

from apiref_nb.text.quoting import short

_LOOKED_AT_CHARACTERS = 100_000
_DOCUMENT = re.compile(
    r"""\b(?:url|spec-url|data-url|apiDescriptionUrl)["']?\s{0,9}[:=]\s{0,9}["']"""
    r"""([^"'\s<>]{0,200}?(?:openapi|swagger|api-docs|schema|\.json|\.ya?ml)[^"'\s<>]{0,200})["']""",
    re.IGNORECASE,
)
_NOT_A_DOCUMENT = (".js", ".css", ".png", ".html")


def page_cause(text: str, source: str) -> str:
    """Return why a page is no document, and the address that it takes its own from where it names one.

    Args:
        text: the page.
        source: what the caller named; an address is what the page's own is relative to.
    """
    cause = "the body is an HTML or XML page, not JSON or YAML; give the address of the document itself"
    for found in _DOCUMENT.finditer(text, 0, _LOOKED_AT_CHARACTERS):
        named = found[1]
        if named.endswith(_NOT_A_DOCUMENT):
            continue
        with suppress(ValueError):  # no address can be made of the two
            named = urljoin(source, named) if source.startswith(("http://", "https://")) else named
        return f"{cause}; this page names {short(named)}"
    return cause
