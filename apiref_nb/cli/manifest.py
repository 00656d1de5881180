"""What stands beside written pages and says what they were made of, so that what has not changed is not made again.

In: the folder, and a document whose bytes are here. Out: whether its pages are as they would be written. A manifest is
a hint: one that is missing, broken, too large or from another version counts as empty, and a page that was deleted or
edited counts as changed. It names files of its own folder, and leads to no file that the document may not refer to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from apiref_nb.errors import ApirefError, FileError, TooLargeError
from apiref_nb.load.files import read_file, replace_file
from apiref_nb.load.loading import Loading
from apiref_nb.load.opening import content_digest, digest_of
from apiref_nb.version import __version__

MANIFEST: Final = ".apiref-nb.json"
"""Name of the file."""
LIMIT_BYTES: Final = 16_000_000
_LAYOUT: Final = 1
"""Counts the ways in which a manifest was written."""


@dataclass(frozen=True, slots=True)
class Made:
    """What one document became."""

    recipe: str
    """Digest of the document, the options and the version of this package."""
    parts: Mapping[str, str]
    """Other files of the document, relative to it where they are near -> digest."""
    files: Mapping[str, str]
    """Names of what was written -> digest of its bytes."""
    problems: int = 0
    """Problems of the document."""


def recipe_of(loading: Loading, *options: object) -> str:
    """Return what tells what is made of a document from anything else; empty when it must not be kept.

    Args:
        loading: the document.
        options: all that decides what is made of it; values whose `repr` says what they are.
    """
    if not loading.content:
        return ""
    return digest_of(loading.content, __version__, repr(options))


def made_of(loading: Loading, recipe: str, files: Mapping[str, bytes], problems: int) -> Made | None:
    """Return what a document became; None when it cannot be known again.

    Args:
        loading: the document, after its composition was asked for.
        recipe: as `recipe_of` returned it.
        files: names in the folder -> content.
        problems: of the document.
    """
    listed = loading.listed
    if not recipe or listed is None:
        return None
    parts = {_relative(uri, loading.uri): digest for uri, digest in listed}
    return Made(recipe, parts, {name: content_digest(content) for name, content in files.items()}, problems)


class Manifest:
    """What the documents of one folder became.

    Args:
        folder: where the pages are; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / MANIFEST
        self._made = _read(self._path)

    def unchanged(self, loading: Loading, recipe: str, names: Iterable[str] = ()) -> Made | None:
        """Return what a document became, when it and its files are as they were, and so is what was written.

        Args:
            loading: the document.
            recipe: as `recipe_of` returned it.
            names: files that must be among those that were written.
        """
        found = next((one for one in self._made if recipe and one.recipe == recipe), None)
        if found is None or not set(names) <= set(found.files):
            return None
        try:
            whole = all(_digest(self._folder / name) == digest for name, digest in found.files.items())
            listed = [(urljoin(loading.uri, address), digest) for address, digest in found.parts.items()]
            return found if whole and loading.holds(listed) else None
        except (ApirefError, OSError, ValueError):
            return None

    def keep(self, made: Iterable[Made]) -> None:
        """Write down what was made, in place of what is known of the same files.

        Raises:
            OSError: the file cannot be written.
        """
        new = [*made]
        names = {name for one in new for name in one.files}
        kept = [one for one in self._made if not names & set(one.files) and self._is_there(one)] + new
        kept.sort(key=lambda one: sorted(one.files))
        if not kept or kept == self._made:
            return
        self._made = kept
        content = {"written_by": "apiref-nb", "layout": _LAYOUT, "made": [asdict(one) for one in kept]}
        replace_file(self._path, (json.dumps(content, indent=1, sort_keys=True) + "\n").encode())

    def _is_there(self, made: Made) -> bool:
        return all((self._folder / name).is_file() for name in made.files)


def _read(path: Path) -> list[Made]:
    try:
        content = json.loads(read_file(path, limit_bytes=LIMIT_BYTES))
        return [_made(one) for one in content["made"]] if content["layout"] == _LAYOUT else []
    except (FileError, TooLargeError, ValueError, TypeError, KeyError, RecursionError):
        return []


def _made(entry: Mapping[str, Any]) -> Made:
    """Return one entry; raises ValueError, TypeError or KeyError for one that is none."""
    made = Made(str(entry["recipe"]), _texts(entry["parts"]), _texts(entry["files"]), int(entry["problems"]))
    if not made.files or any(name != os.path.basename(name) or name in ("", ".", "..") for name in made.files):  # noqa: PTH119 - of text
        raise ValueError("a manifest names files of its own folder")
    return made


def _texts(given: Any) -> dict[str, str]:  # noqa: ANN401 - what JSON held
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise ValueError("names and digests are text")
    return given


def _digest(path: Path) -> str:
    # A link or a pipe that took the place of a page is not read: the page is made again, or refused as ever.
    return content_digest(path.read_bytes()) if path.is_file() and not path.is_symlink() else ""


def _relative(uri: str, base: str) -> str:
    """Return an address as seen from another one, where both are on one host; no manifest tells where a project is."""
    there, here = urlsplit(uri), urlsplit(base)
    if (there.scheme, there.netloc) != (here.scheme, here.netloc) or not there.path.startswith("/"):
        return uri
    way = os.path.relpath(there.path, os.path.dirname(here.path) or "/").replace(os.sep, "/")  # noqa: PTH120 - of addresses
    return f"./{way}" + (f"?{there.query}" if there.query else "")
