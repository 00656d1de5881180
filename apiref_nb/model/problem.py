"""A `Problem`: one imperfect place in an otherwise readable document.

Made by `reading` (and by the sample checks), shown beside what still renders, listed by `apiref-nb check`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One imperfect place: where it is in the user's own file, and what is wrong with it."""

    pointer: str
    """JSON pointer as a URI fragment, such as `#/paths/~1pet/get/parameters/0`."""

    message: str
    """One sentence: what is wrong, what is allowed, what was found."""

    line: int | None = None
    """Line in the source text, counted from 1, when it was known without a second look."""

    column: int | None = None
    """Column in the source text, counted from 1."""

    def __str__(self) -> str:
        return f"{self.pointer}: {self.message}"
