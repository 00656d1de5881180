"""`Composition`: a document of many files as one, and where each part of it came from.

`refers_outward` tells which documents need one. `composing` makes it; `normalize` reads the one document, and names the
places of its problems by their own files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from apiref_nb.model import Problem
from apiref_nb.parsing import Document
from apiref_nb.text.pointer import PointerError, join, split

if TYPE_CHECKING:
    from apiref_nb.reading.reader import Dialect
    from apiref_nb.reading.reference_sites import Tokens

_REFERENCE_OUT = re.compile(r'"\$ref"\s*:\s*"(?!#)')
_SPELLED_REF = re.compile(r"\\u00(?:24|72|65|66)")
"""A letter of `$ref` as an escape."""


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


def refers_outward(document: Document, dialect: Dialect) -> bool:
    """Return whether a document must be composed: it refers to another file, or where OpenAPI has no reference.

    Args:
        document: the entry document.
        dialect: that of its version.
    """
    root, text = document.root, document.text
    # Most documents are JSON whose text already tells that none of its references leads out.
    told = document.kind == "json" and not _REFERENCE_OUT.search(text) and not _SPELLED_REF.search(text)
    stack: list[Any] = [] if told else [root]
    while stack:
        node = stack.pop()
        if type(node) is dict:
            reference = node.get("$ref")
            if isinstance(reference, str) and reference[:1] != "#":
                return True
            stack.extend(node.values())
        elif type(node) is list:
            stack.extend(node)
    paths = root.get("paths")
    items = paths.values() if isinstance(paths, dict) else ()
    return any(
        isinstance(operation := item.get(method), dict) and isinstance(operation.get("$ref"), str)
        for item in items
        if isinstance(item, dict)
        for method in dialect.methods
    )
