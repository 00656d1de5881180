"""File names of pages: safe and distinct on every file system, whatever a document calls its groups.

An API that is alone in its folder has `index`, a name for each group, and `schemas`. Where another API was there first,
its names begin with a prefix, which is its index too: `billing`, `billing-invoices`, `billing-schemas`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from urllib.parse import quote

from apiref_nb.pages.limits import LIMITS
from apiref_nb.text.slugs import slug, text_hash

INDEX = "index"
"""Name of the page that links the others."""

SCHEMAS = "schemas"
"""Name of the page of schemas that the others refer to."""


RESERVED = frozenset(
    {INDEX, SCHEMAS, "con", "prn", "aux", "nul", "conin", "conout"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(10)}
)
"""Names that Windows keeps for devices, and our own."""


def page_names(titles: Iterable[tuple[str, str]]) -> list[str]:
    """Return one name for each group, without extension: lower-case ASCII words joined by hyphens.

    Args:
        titles: (group name, its title). A title without a letter or digit is named by a hash of the group's name; so
            is what would meet another name on a file system that ignores case.
    """
    taken: set[str] = set()
    found: list[str] = []
    for name, title in titles:
        mark = text_hash(name)
        wanted = slug(title) or slug(name) or f"group-{mark[:8]}"
        if len(wanted) > LIMITS.max_name_characters:
            wanted = f"{wanted[: LIMITS.max_name_characters - 9].rstrip('-')}-{mark[:8]}"
        if wanted in RESERVED:
            wanted = f"{wanted}-group"
        if wanted in taken:
            stem = f"{wanted[: LIMITS.max_name_characters - 9]}-{mark[:8]}"
            # Of more names than were given out one is free.
            numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
            wanted = next(one for one in chain((stem,), numbered) if one not in taken)
        taken.add(wanted)
        found.append(wanted)
    return found


@dataclass(frozen=True, slots=True)
class PageFiles:
    """The names of the files of one API's pages."""

    prefix: str
    """What the names begin with; empty for an API that needs none."""
    index: str
    groups: Mapping[str, str]
    """Name of a group -> its file."""
    schemas: str

    @property
    def all(self) -> tuple[str, ...]:
        """Every name that a page may be written under, the index first."""
        return (self.index, *self.groups.values(), self.schemas)


def page_files(groups: Iterable[tuple[str, str]], *, extension: str, prefix: str = "") -> PageFiles:
    """Return the files of an API's pages.

    Args:
        groups: as `page_names` takes them.
        extension: with its dot.
        prefix: one of `page_prefixes`; empty for none.
    """
    groups = tuple(groups)
    before = f"{prefix}-" if prefix else ""
    names = page_names(groups)
    named = {group: f"{before}{name}{extension}" for (group, _), name in zip(groups, names, strict=True)}
    return PageFiles(prefix, f"{prefix or INDEX}{extension}", named, f"{before}{SCHEMAS}{extension}")


def page_prefixes(identity: str, title: str) -> tuple[str, str]:
    """Return what the names of an API's pages may begin with: a word that reads well, and one that no other API has.

    Args:
        identity: what the pages are known by; both prefixes depend on nothing that another API could change.
        title: what the API is called, such as the name of its document's file.
    """
    (name,) = page_names([(identity, speakable(title))])
    word = name[: LIMITS.max_prefix_characters].rstrip("-")
    return word, f"{word[: LIMITS.max_prefix_characters - 9].rstrip('-')}-{text_hash(identity)[:8]}"


def speakable(title: str) -> str:
    """Return the title, or a name made from its hash where it has no letter or digit.

    `🐈` and `🐕` are two names, and the same two everywhere.
    """
    return title if slug(title) else f"api {text_hash(title)[:8]}"


def identity_text(text: str) -> str:
    """Return a text as pages carry it in their metadata: one spelling, and every character can be seen."""
    composed = unicodedata.normalize("NFC", text)  # some file systems decompose names
    return "".join(one if one.isprintable() else quote(one.encode("utf-8", "surrogatepass")) for one in composed)


def is_address(source: str) -> bool:
    """Return True when a source is fetched, False when it is a file."""
    return source.lower().startswith(("http://", "https://"))
