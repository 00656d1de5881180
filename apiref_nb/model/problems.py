"""A `Problem`: one imperfect place in an otherwise readable document; `ProblemList` gathers them.

Made by `parsing`, `reading` and `schemas.example_checks`, shown beside what still renders, listed by `apiref-nb check`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from apiref_nb.text.pointer import split


@dataclass(frozen=True, slots=True)
class Problem:
    """One imperfect place: where it is in the user's own file, and what is wrong with it."""

    pointer: str
    """JSON pointer as a URI fragment, such as `#/paths/~1pet/get/parameters/0`."""

    message: str
    """One sentence: what is wrong, what is allowed, what was found."""

    line: int | None = None
    """Line in the source text, counted from 1, where it is known without reading the text again."""

    column: int | None = None
    """Column in the source text, counted from 1."""

    source: str = ""
    """The file of a document in many files that the pointer leads into; empty for the document's own."""

    @property
    def place(self) -> str:
        """The pointer, after the file where it is not the document's own: `schemas/Pet.yaml#/properties/name`."""
        return self.source + self.pointer

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class ProblemList:
    """A growing list of problems, in the order found; what is beyond its bound is counted.

    Args:
        max_problems: how many are kept, None for all: a hostile text could hold a million.
    """

    __slots__ = ("_left_out", "_max_problems", "noted")

    def __init__(self, max_problems: int | None = None) -> None:
        self.noted: list[Problem] = []
        """What is kept."""
        self._max_problems = max_problems
        self._left_out = 0

    @property
    def room(self) -> int:
        """How many more are kept."""
        return sys.maxsize if self._max_problems is None else self._max_problems - len(self.noted)

    def note(
        self, pointer: str | Callable[[], str], message: str, *, line: int | None = None, column: int | None = None
    ) -> None:
        """Add a problem.

        Args:
            pointer: JSON pointer of the place, or a function that gives it, called only when there is room.
            message: one sentence; see `Problem`.
            line: line in the text, counted from 1, where it is known.
            column: column in the text, counted from 1.
        """
        if self.room:
            named = pointer if isinstance(pointer, str) else pointer()
            self.noted.append(Problem(named, message, line, column))
        else:
            self._left_out += 1

    def leave_out(self) -> None:
        """Count a problem for which there is no room."""
        self._left_out += 1

    def since(self, mark: int) -> tuple[Problem, ...]:
        """Return the problems that were noted after the list had `mark` entries."""
        return tuple(self.noted[mark:])

    def as_tuple(self) -> tuple[Problem, ...]:
        """Return what was found; a last problem at the root says how many more there were."""
        if not self._left_out:
            return tuple(self.noted)
        more = Problem("#", f"{self._left_out:,} more problems of the text were found and are not listed")
        return (*self.noted, more)


def in_document_order(problems: Iterable[Problem], data: object) -> tuple[Problem, ...]:
    """Return the problems without repetition, sorted by where their pointers stand in the document.

    Args:
        problems: in any order; equal ones count once.
        data: the tree in which the pointers are looked up; where a pointer leads nowhere, its last known part decides.
    """
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
