"""The Problems that parsing one text finds, in the order found, with a bound on how many are kept.

`json_text`, `yaml_text` and `mapping` add to it while they build; `document` takes the finished tuple.
"""

from __future__ import annotations

from collections.abc import Callable

from apiref_nb.model.problem import Problem

MOST_PROBLEMS = 200
"""More than a reader goes through; a hostile document could hold a million."""


class TextProblems:
    """Collects Problems and counts what is beyond the bound."""

    __slots__ = ("_kept", "_left_out")

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._left_out = 0

    @property
    def room(self) -> int:
        """How many more Problems are kept."""
        return MOST_PROBLEMS - len(self._kept)

    def note(
        self, pointer: str | Callable[[], str], message: str, *, line: int | None = None, column: int | None = None
    ) -> None:
        """Keep one Problem; a `pointer` that costs work is given as a function, called only when there is room."""
        if self.room:
            named = pointer if isinstance(pointer, str) else pointer()
            self._kept.append(Problem(named, message, line, column))
        else:
            self._left_out += 1

    def leave_out(self) -> None:
        """Count a Problem for which there is no room."""
        self._left_out += 1

    def as_tuple(self) -> tuple[Problem, ...]:
        """Return what was found; a last Problem at the root tells how many more there were."""
        if not self._left_out:
            return tuple(self._kept)
        more = Problem("#", f"{self._left_out:,} more problems of the text were found and are not listed")
        return (*self._kept, more)
