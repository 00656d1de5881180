"""The `Link` header of RFC 8288: the address of the next page, from the text of the headers."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TARGET = re.compile(r"[\s,]*<([^<>]*)>")
_PARAMETER = re.compile(r'\s*;\s*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?')


def links(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield (target, its relation types in lower case) of every link, in the order of the header.

    Args:
        text: values of the header, joined by commas where there are several.
    """
    place = 0
    while (target := _TARGET.match(text, place)) is not None:
        place = target.end()
        relation: str | None = None
        while (parameter := _PARAMETER.match(text, place)) is not None:
            place = parameter.end()
            # The first `rel` counts; later ones are ignored (section 3.3).
            if parameter[1].lower() == "rel" and relation is None:
                relation = parameter[2] if parameter[2] is not None else parameter[3] or ""
        yield target[1].strip(), frozenset((relation or "").lower().split())
        comma = text.find(",", place)
        if comma < 0:
            return
        place = comma


def next_target(text: str) -> str:
    """Return the target whose relation is `next`, empty when there is none.

    Args:
        text: values of the header, joined by commas where there are several.
    """
    return next((target for target, relations in links(text) if "next" in relations), "")
