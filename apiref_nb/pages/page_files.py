"""Pages as files: written whole or not at all, never over a file that is somebody else's, and compared for CI.

In: `NotebookPage` values and a folder. Out: a `WriteReport`, or what differs. A page belongs to the API whose identity
it carries; several APIs may share a folder, and none touches a page of another. Only the command line imports this
module: it is the one that writes users' files.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from apiref_nb.errors import PageError
from apiref_nb.load.files import replace_file
from apiref_nb.pages.limits import LIMITS
from apiref_nb.pages.names import PageFiles
from apiref_nb.pages.notebooks import NotebookPage
from apiref_nb.writing.formats import PAGED

FORMAT_OF = {page_format.extension: page_format for page_format in PAGED.values()}


@dataclass(frozen=True, slots=True)
class Difference:
    """One page that is not as it would be written."""

    file_name: str
    kind: Literal["missing", "differs", "stale", "foreign", "taken"]
    """`stale`: a page of this API whose group is gone; `foreign`: what is there is no page of this package; `taken`:
    it is a page of another API."""
    reason: str = ""
    """Why a file is not ours to replace, as the end of a sentence: `it is no valid JSON, from line 3 on`."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What was done; file names in the order of the pages."""

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    """Pages of this API whose group is gone, left in place."""
    pruned: tuple[str, ...] = ()
    """The same, removed."""


def check_pages(pages: Sequence[NotebookPage], folder: Path, *, whole: bool = True) -> tuple[Difference, ...]:
    """Return the pages that differ from the files in a folder; empty when `write_pages` would change nothing.

    Args:
        pages: as `notebook_pages` returns them.
        folder: where they are kept; it need not exist.
        whole: False for a part of an API (`--tag`): pages of other groups are then no concern.

    Raises:
        PageError: there is a file where the folder should be.
        OSError: the folder cannot be read.
    """
    _look_into(folder)
    found = []
    for page in pages:
        path = folder / page.file_name
        if not os.path.lexists(path):
            found.append(Difference(page.file_name, "missing"))
        elif obstacle := _obstacle(page, folder):
            found.append(obstacle)
        elif path.read_bytes() != _content(page):
            found.append(Difference(page.file_name, "differs"))
    return (*found, *(Difference(name, "stale") for name in (_stale(pages, folder) if whole else ())))


def write_pages(
    pages: Sequence[NotebookPage], folder: Path, *, force: bool = False, prune: bool = False, whole: bool = True
) -> WriteReport:
    """Write the pages; each file is the old one or the new one, never a part, whatever happens.

    Args:
        pages: as `notebook_pages` returns them.
        folder: made when it does not exist.
        force: True writes over files that this package did not write; never over a page of another API.
        prune: True removes pages of this API whose group is gone.
        whole: False for a part of an API (`--tag`): pages of other groups are then left alone.

    Raises:
        PageError: a file that this package did not write, or a page of another API, is in the way; nothing was
            written.
        OSError: the folder cannot be written.
    """
    _look_into(folder)
    obstacles = [found for page in pages if (found := _obstacle(page, folder, force=force))]
    if obstacles:
        named = [f"{one.file_name} ({one.reason})" for one in obstacles]
        names = ", ".join(named[:5]) + (f" and {len(named) - 5} more" if len(named) > 5 else "")
        ways = REMEDIES[any(one.kind == "taken" for one in obstacles), force]
        raise PageError(f"{folder}: nothing was written, for this would be lost: {names}; {ways}")
    folder.mkdir(parents=True, exist_ok=True)
    # Looked up first: what is stale depends on the folder as the user left it.
    stale = _stale(pages, folder) if whole else ()
    written, unchanged = [], []
    for page in pages:
        path, content = folder / page.file_name, _content(page)
        if path.is_file() and path.read_bytes() == content:
            unchanged.append(page.file_name)
        else:
            replace_file(path, content)
            written.append(page.file_name)
    if prune:
        for name in stale:
            (folder / name).unlink(missing_ok=True)
    return WriteReport(tuple(written), tuple(unchanged), () if prune else stale, stale if prune else ())


def _look_into(folder: Path) -> None:
    """Raise when the folder is there and cannot be looked into: what it holds would else count as missing."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise PageError(f"{folder}: this is not a folder; move it away, or choose another folder")
    if folder.is_dir():
        os.scandir(folder).close()


REMEDIES = {
    (False, False): "move it away, or insist with --force",
    (False, True): "move it away or choose another folder",
    (True, False): "remove it if that API is gone, else choose another folder",
    (True, True): "remove it if that API is gone, else choose another folder",
}
"""Whether a page of another API is among what is in the way, and whether the user insists -> what can be done."""


def _obstacle(page: NotebookPage, folder: Path, *, force: bool = False) -> Difference | None:
    """Return why a page must not be written where it belongs; None when it may."""
    path = folder / page.file_name
    if not os.path.lexists(path):
        return None
    text, reason = _read(path)
    page_format = FORMAT_OF[path.suffix]
    owner = "" if reason else page_format.marked(text)
    if owner and owner != page.api:
        return Difference(page.file_name, "taken", f"it is a page of another API, {owner}")
    if force:
        # What is not a file cannot be replaced by one, however much the user insists.
        reason = _no_file(path)
    elif not owner:
        reason = reason or page_format.fault(text)
    return Difference(page.file_name, "foreign", reason) if reason else None


def page_owners(folder: Path, format_name: str) -> dict[str, str]:
    """Return the file names of the pages in a folder, and the identity of the API that each belongs to.

    Args:
        folder: it need not exist.
        format_name: the pages' format, a key of `PAGED`.
    """
    if not folder.is_dir():
        return {}
    suffix = PAGED[format_name].extension
    candidates = sorted(path for path in folder.iterdir() if path.suffix == suffix)
    read = ((path, *_read(path)) for path in candidates)
    owners = {path.name: FORMAT_OF[suffix].marked(text) for path, text, reason in read if not reason}
    return {name: owner for name, owner in owners.items() if owner}


def chosen_files(candidates: Sequence[PageFiles], owners: Mapping[str, str], identity: str) -> PageFiles:
    """Return the names under which an API's pages share a folder with what is there.

    An API whose index is there keeps its names, whatever became of the others. Else the first names count of which no
    page of another API has one. Which API was first decides; after that, no import moves a page.

    Args:
        candidates: the names that the pages may have, best first.
        owners: as `page_owners` returns them.
        identity: that of the API.
    """
    # Some file systems do not tell `Pet.ipynb` from `pet.ipynb`.
    owned = {name.casefold(): owner for name, owner in owners.items()}
    for files in candidates:
        if owned.get(files.index.casefold()) == identity:
            return files
    for files in candidates:
        if all(owned.get(name.casefold(), identity) == identity for name in files.all):
            return files
    return candidates[0]


def _read(path: Path) -> tuple[str, str]:
    """Return the text of a file, or the reason why it cannot be a page."""
    reason = _no_file(path)
    try:
        if not reason and path.stat().st_size > LIMITS.max_file_bytes:
            reason = f"it is larger than {LIMITS.max_file_bytes // 1_000_000} MB"
        return ("", reason) if reason else (path.read_text("utf-8"), "")
    except UnicodeDecodeError:
        return "", "it is no UTF-8 text"
    except OSError as fault:
        return "", f"it cannot be read: {fault.strerror or fault}"


def _no_file(path: Path) -> str:
    if path.is_dir():
        return "it is a folder"
    return "" if path.is_file() else "it leads nowhere" if path.is_symlink() else "it is no file"


def _stale(pages: Sequence[NotebookPage], folder: Path) -> tuple[str, ...]:
    """Return the names of pages of the same API and format that are not among those to be written."""
    if not pages:
        return ()
    suffix = Path(pages[0].file_name).suffix
    format_name = next(name for name, one in PAGED.items() if one.extension == suffix)
    # As above, a name in other letters is the same file on some systems.
    kept = {page.file_name.casefold() for page in pages}
    owners = page_owners(folder, format_name)
    return tuple(name for name, owner in owners.items() if owner == pages[0].api and name.casefold() not in kept)


def _content(page: NotebookPage) -> bytes:
    return page.text.encode("utf-8")
