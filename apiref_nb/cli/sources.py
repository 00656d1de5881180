"""Which documents several SOURCEs and folders name, and what is written of each is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from apiref_nb.cli.source import STANDARD_INPUT, parse_source

SUFFIXES = (".json", ".yaml", ".yml")
COMMON_NAMES = frozenset({"openapi", "swagger", "api", "index", "spec"})
"""File names that say nothing; the folder above, or the host, says more."""

SPOKEN_INPUT = "input"
"""What a document on standard input is called."""


class NamedSource(NamedTuple):
    """One document of those that a command was given."""

    source: str
    """As the user typed it, or the path below a folder that the user typed."""
    title: str
    """What the document is called: the name of its file with the folders above it, or its host."""
    listed: bool
    """True when the user named the document itself; False when it was met in a folder."""


def named_sources(texts: Sequence[str]) -> tuple[NamedSource, ...]:
    """Return the documents of SOURCEs, those of a folder in the order of their paths; each once."""
    found: dict[str, tuple[str, bool]] = {}
    for text in texts:
        source = parse_source(text)
        if isinstance(source, str) or text == STANDARD_INPUT:
            found[text] = (title_of(text), True)
        elif source.is_dir():
            for path in _documents_below(source):
                found.setdefault(str(path), (_spoken(path.relative_to(source)), False))
        else:
            # One spelling for one file, but no file becomes standard input.
            found[str(source) if str(source) != STANDARD_INPUT else f"./{source}"] = (title_of(text), True)
    return tuple(NamedSource(text, title, listed) for text, (title, listed) in found.items())


def file_names(named: Sequence[NamedSource]) -> list[str]:
    """Return a safe and distinct name for what is written of each document.

    Names depend on the sources alone, so that one that fails today does not move the others.
    """
    from apiref_nb.pages.names import page_names, speakable  # noqa: PLC0415 - one document alone needs no name

    return page_names((one.source, speakable(one.title)) for one in named)


def title_of(text: str) -> str:
    """Return what the document of a SOURCE is called; see `NamedSource.title`."""
    if text == STANDARD_INPUT:
        return SPOKEN_INPUT
    source = parse_source(text)
    return _host(text) if isinstance(source, str) else _spoken(source)


def _documents_below(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES
        # A link that leads nowhere is reported as a failure: its author expects its pages.
        and (path.is_file() or (path.is_symlink() and not path.exists()))
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _spoken(path: Path) -> str:
    """`billing/openapi.yaml` is called billing, `billing/v2.yaml` billing v2."""
    parts = [*(part for part in path.parent.parts if part not in (".", "..", path.anchor)), path.stem]
    if path.is_absolute() or path.parts[:1] == ("..",):
        parts = parts[-2:] if path.stem.lower() in COMMON_NAMES else parts[-1:]
    if len(parts) > 1 and parts[-1].lower() in COMMON_NAMES:
        parts = parts[:-1]
    return " ".join(parts)


def _host(address: str) -> str:
    parts = urlsplit(address)
    stem = Path(parts.path).stem
    return parts.hostname or "" if not stem or stem.lower() in COMMON_NAMES else f"{parts.hostname} {stem}"
