"""`ProblemList`: the problems that reading a document brings to light, gathered and put in document order.

Readers note what they meet while they read an operation; `survey` notes what its one walk over the document finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apiref_nb.model import Problem
from apiref_nb.parsing.pointer import split


class ProblemList:
    """A growing list of problems; one place and message is listed once."""

    def __init__(self) -> None:
        self.noted: list[Problem] = []

    def note(self, pointer: str, message: str) -> None:
        """Add a problem."""
        self.noted.append(Problem(pointer, message))

    def since(self, mark: int) -> tuple[Problem, ...]:
        """Return the problems that were noted after the list had `mark` entries."""
        return tuple(self.noted[mark:])


def in_document_order(problems: Iterable[Problem], data: object) -> tuple[Problem, ...]:
    """Return the problems without repetition, sorted by where their pointers stand in the document."""
    unique = tuple(dict.fromkeys(problems))
    positions: dict[int, dict[str, int]] = {}

    def place(problem: Problem) -> tuple[int, ...]:
        here: Any = data
        path: list[int] = []
        for token in split(problem.pointer):
            if isinstance(here, Mapping):
                known = positions.get(id(here))
                if known is None:
                    known = positions[id(here)] = {key: index for index, key in enumerate(here)}
                path.append(known.get(token, len(known)))
                here = here.get(token)
            elif isinstance(here, list) and token.isdecimal():
                path.append(int(token))
                here = here[int(token)] if int(token) < len(here) else None
            else:
                break
        return tuple(path)

    return tuple(sorted(unique, key=place))
