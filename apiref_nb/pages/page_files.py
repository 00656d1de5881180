"""Pages as files: written whole or not at all, never over a file that is somebody else's, and compared for CI.

In: `NotebookPage` values and a folder. Out: a `WriteReport`, or what differs. Only the command line imports this
module: it is the one that writes users' files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from apiref_nb.errors import PageError
from apiref_nb.load.files import replace_file
from apiref_nb.pages.formats import FORMATS
from apiref_nb.pages.notebooks import NotebookPage

LIMIT_BYTES = 64_000_000
"""A file that is larger is not read to see whose it is: it is not a page of ours."""

FORMAT_OF = {page_format.extension: page_format for page_format in FORMATS.values()}


@dataclass(frozen=True, slots=True)
class Difference:
    """One page that is not as it would be written."""

    file_name: str
    kind: Literal["missing", "differs", "stale", "foreign"]
    """`stale`: a page of this API whose group is gone; `foreign`: what is there is no page of this package."""
    reason: str = ""
    """Why a `foreign` file is no page, as the end of a sentence: `it is no valid JSON, from line 3 on`."""


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
        elif reason := _foreign(path):
            found.append(Difference(page.file_name, "foreign", reason))
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
        force: True writes over files that this package did not write.
        prune: True removes pages of this API whose group is gone.
        whole: False for a part of an API (`--tag`): pages of other groups are then left alone.

    Raises:
        PageError: a file that this package did not write is in the way; nothing was written.
        OSError: the folder cannot be written.
    """
    _look_into(folder)
    foreign = {page.file_name: _in_the_way(folder / page.file_name, force=force) for page in pages}
    found = [f"{name} ({reason})" for name, reason in foreign.items() if reason]
    if found:
        names = ", ".join(found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
        insist = "move it away or choose another folder" if force else "move it away, or insist with --force"
        raise PageError(f"{folder}: nothing was written, for this would be lost: {names}; {insist}")
    folder.mkdir(parents=True, exist_ok=True)
    # Looked up first: what is stale is judged by the folder as the user left it.
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


def _in_the_way(path: Path, *, force: bool) -> str:
    """Return why a page must not be written there; empty when it may."""
    if not os.path.lexists(path):
        return ""
    # What is not a file cannot be replaced by one, however much the user insists.
    return _no_file(path) if force else _foreign(path)


def _foreign(path: Path) -> str:
    """Return why what is there is no page of ours; empty for a page."""
    text, reason = _read(path)
    page_format = FORMAT_OF[path.suffix]
    return reason or ("" if page_format.marked(text) else page_format.fault(text))


def _owner(path: Path) -> str:
    """Return the slug of the API that a file is a page of; empty for a file of somebody else's."""
    text, reason = _read(path)
    return "" if reason else FORMAT_OF[path.suffix].marked(text)


def _read(path: Path) -> tuple[str, str]:
    """Return the text of a file, or the reason why it cannot be a page."""
    reason = _no_file(path)
    try:
        if not reason and path.stat().st_size > LIMIT_BYTES:
            reason = f"it is larger than {LIMIT_BYTES // 1_000_000} MB"
        return ("", reason) if reason else (path.read_text("utf-8"), "")
    except UnicodeDecodeError:
        return "", "it is no UTF-8 text"
    except OSError as fault:
        return "", f"it cannot be read: {fault.strerror or fault}"


def _no_file(path: Path) -> str:
    if path.is_dir():
        return "it is a folder"
    return "" if path.is_file() else "it leads nowhere" if path.is_symlink() else "it is no file"


def own_pages(folder: Path, slug: str, format_name: str) -> tuple[str, ...]:
    """Return the names of the files in a folder that are pages of an API.

    Args:
        folder: it need not exist.
        slug: `Api.slug`.
        format_name: the pages' format, a key of `FORMATS`.
    """
    if not folder.is_dir():
        return ()
    suffix = FORMATS[format_name].extension
    candidates = sorted(path for path in folder.iterdir() if path.suffix == suffix)
    return tuple(path.name for path in candidates if _owner(path) == slug)


def _stale(pages: Sequence[NotebookPage], folder: Path) -> tuple[str, ...]:
    """Return the names of pages of the same API and format that are not among those to be written."""
    if not pages:
        return ()
    suffix = Path(pages[0].file_name).suffix
    format_name, own = next((name, one) for name, one in FORMATS.items() if one.extension == suffix)
    # Some file systems do not tell `Pet.ipynb` from `pet.ipynb`.
    kept = {page.file_name.casefold() for page in pages}
    found = own_pages(folder, own.marked(pages[0].text), format_name)
    return tuple(name for name in found if name.casefold() not in kept)


def _content(page: NotebookPage) -> bytes:
    return page.text.encode("utf-8")
