"""`Composition`: a document of many files as one, and where each part of it came from.

`composing` makes it; `normalize` reads the one document, and names the places of its problems by their own files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from apiref_nb.model import Problem
from apiref_nb.parsing import Document
from apiref_nb.reading.reference_sites import Tokens
from apiref_nb.text.pointer import PointerError, join, split


class Places:
    """Where the parts of a composed document came from."""

    def __init__(self) -> None:
        self._origins: dict[Tokens, tuple[str, Tokens]] = {}

    def put(self, composed: Tokens, name: str, tokens: Tokens) -> None:
        """Note that what stands at a place, and below it, came from a place of a file; the first note stays.

        Args:
            composed: place in the composed document.
            name: the file, as problems call it.
            tokens: place in that file.
        """
        self._origins.setdefault(composed, (name, tokens))

    def placed(self, problem: Problem) -> Problem:
        """Return a problem of the composed document with the file and the pointer that its author knows."""
        if problem.source or not self._origins:
            return problem
        try:
            tokens = split(problem.pointer)
        except PointerError:
            return problem
        for length in range(len(tokens), 0, -1):
            origin = self._origins.get(tokens[:length])
            if origin is not None:
                name, base = origin
                return replace(problem, source=name, pointer=join("#", *base, *tokens[length:]))
        return problem


@dataclass(frozen=True, slots=True)
class Composition:
    """A document whose references stay inside it."""

    document: Document
    """What `normalize` reads: the entry document's own text with the tree of all."""
    places: Places = field(default_factory=Places)
    reasons: Mapping[str, str] = field(default_factory=dict)
    """A reference that is not followed, as it stands in the document -> how its author wrote it, and why."""
    notes: tuple[Problem, ...] = ()
    """Problems of the references, at their places in the composed document."""
    problems: tuple[Problem, ...] = ()
    """Problems of the other files' texts, at their own places."""
    files: Mapping[str, Document] = field(default_factory=dict)
    """The files by the names that problems have; the entry document's is empty."""
