"""The recordings of a folder, judged by a document: what no longer fits, as problems with their places.

In: an `Api` and the folder that `--recordings` names. Out: a `Problem` for each thing that no longer fits, and for each
file that is no whole recording.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from apiref_nb.cli.source import parse_source
from apiref_nb.client.recording_judgement import RecordingJudge
from apiref_nb.errors import FileError, RecordingError
from apiref_nb.model import Api, Problem
from apiref_nb.parsing.location import Wanted, json_places
from apiref_nb.recordings import Exchange, read_recording
from apiref_nb.text.invisible_characters import visible_line

_PLACED = re.compile(r":(\d+):(\d+): ")


def recording_problems(api: Api, folder: Path, source: str) -> list[Problem]:
    """Return what of the recordings below a folder no longer fits a document, file by file.

    Args:
        api: the document of today.
        folder: where the recordings are, or one of them.
        source: the document as the user named it; files are told as seen from it.

    Raises:
        FileError: there is no such folder, or no recording in it.
    """
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.har"))
    if not files:
        found = "no recording (.har) is below this folder" if folder.is_dir() else "there is no such folder"
        raise FileError(visible_line(str(folder)), found)
    judge = RecordingJudge(api)
    return [problem for file in files for problem in _problems(judge, file, _seen_from(source, file))]


def _problems(judge: RecordingJudge, file: Path, name: str) -> Iterator[Problem]:
    try:
        recorded = read_recording(file)
    except RecordingError as fault:
        words = str(fault).removeprefix(visible_line(str(file)))
        placed = _PLACED.match(words)
        line, column = (int(placed[1]), int(placed[2])) if placed else (None, None)
        yield Problem("#", words[placed.end() :] if placed else words.removeprefix(": "), line, column, name)
        return
    news = list(judge.news(recorded))
    if not news:
        return
    wanted = Wanted()
    for at, _ in news:
        wanted.add(_pointer(at))
    json_places(file.read_text(encoding="utf-8-sig"), wanted)
    for at, words in news:
        place = wanted.location(_pointer(at))
        told = f"{_called(recorded.exchanges[at])}: {words}"
        yield Problem(_pointer(at), told, place.line if place else None, place.column if place else None, name)


def _pointer(at: int) -> str:
    return f"#/log/entries/{at}"


def _called(exchange: Exchange) -> str:
    sent = exchange.sent
    return visible_line(f"{sent.method} {urlsplit(sent.url).path} -> {exchange.status}")


def _seen_from(source: str, file: Path) -> str:
    """A file as `check` names files beside the document's own: relative to its folder, where it has one."""
    path = parse_source(source)
    return str(file) if isinstance(path, str) else os.path.relpath(file, path.parent)
