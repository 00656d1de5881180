"""File names of pages: safe and distinct on every file system, whatever a document calls its groups."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from itertools import chain

INDEX = "index"
"""Name of the page that links the others."""

SCHEMAS = "schemas"
"""Name of the page of schemas that the others refer to."""

LONGEST = 60
"""Characters of a name without its extension."""

RESERVED = frozenset(
    {INDEX, SCHEMAS, "con", "prn", "aux", "nul", "conin", "conout"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(10)}
)
"""Names that Windows keeps for devices, and our own."""

_OTHER = re.compile(r"[^a-z0-9]+")


def page_names(titles: Iterable[tuple[str, str]]) -> list[str]:
    """Return one name for each group, without extension: lower-case ASCII words joined by hyphens.

    Args:
        titles: (group name, its title). A title that has no ASCII letter is named by a hash of the group's name; so
            is what would meet another name on a file system that ignores case.
    """
    taken: set[str] = set()
    found: list[str] = []
    for name, title in titles:
        mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        wanted = _slug(title) or _slug(name) or f"group-{mark[:8]}"
        if len(wanted) > LONGEST:
            wanted = f"{wanted[: LONGEST - 9].rstrip('-')}-{mark[:8]}"
        if wanted in RESERVED:
            wanted = f"{wanted}-group"
        if wanted in taken:
            stem = f"{wanted[: LONGEST - 9]}-{mark[:8]}"
            # Of more names than were given out one is free.
            numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
            wanted = next(one for one in chain((stem,), numbered) if one not in taken)
        taken.add(wanted)
        found.append(wanted)
    return found


def is_address(source: str) -> bool:
    """Return True when a source is fetched, False when it is a file."""
    return source.lower().startswith(("http://", "https://"))


def _slug(text: str) -> str:
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return _OTHER.sub("-", ascii_text).strip("-")
