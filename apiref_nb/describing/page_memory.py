"""What one page remembers: what was made for what says the same, and how much room it has left.

`rows` is one, and whoever describes parts of operations asks it. It lives as long as its page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from apiref_nb.describing.row import Row
from apiref_nb.describing.row_room import FULL, LIMITS, brief, length_of

V = TypeVar("V")


class PageMemory:
    """What one page remembers.

    Args:
        room: characters that the rows of the page may hold.
    """

    def __init__(self, room: int) -> None:
        self._most = self._room = room
        self._alike: dict[tuple[Row, ...], tuple[Row, ...]] = {}
        self._views: dict[tuple[object, ...], tuple[Any, object]] = {}
        self._first: dict[int, tuple[object, str]] = {}
        self._long: dict[int, tuple[tuple[Row, ...], bool]] = {}
        self._levels: dict[int, tuple[tuple[Row, ...], tuple[Row, ...], bool]] = {}
        self._once: dict[tuple[object, ...], tuple[object, Any, int]] = {}

    def once(self, key: tuple[object, ...], owner: object, make: Callable[[], V]) -> V:
        """Return what was made for a key; it takes of the page's room each time.

        Args:
            key: what is alike for what says the same; it may hold the `id` of the owner.
            owner: kept, so that its id stays its own.
            make: what makes it.
        """
        known = self._once.get(key)
        if known is None or known[2] > self._room:
            before = self._room
            made = make()
            known = self._once[key] = (owner, made, before - self._room)
        else:
            self._room -= known[2]
        return known[1]

    def view(self, key: tuple[object, ...], view: V, owner: object = None) -> V:
        """Return the view of a key: the first one that came with it, by which writers keep what they wrote.

        Args:
            key: what is alike for views that are equal; what it knows by its `id` is part of the view, or the owner.
            view: the view.
            owner: kept, so that its id stays its own.
        """
        first: V = self._views.setdefault(key, (view, owner))[0]
        return first

    def alike(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """Return the rows; those that are equal are one tuple, by which writers keep what they wrote."""
        return self._alike.setdefault(rows, rows)

    def first_told(self, said: object, key: str) -> str:
        """Return the key of the operation that said the same first.

        Args:
            said: rows or a view of `alike` or `view`, so that what is equal is one object.
            key: of the operation that says it now.
        """
        return self._first.setdefault(id(said), (said, key))[1]

    def is_long(self, told: tuple[Row, ...]) -> bool:
        """Return True for rows of so much text that a large page says them once."""
        known = self._long.get(id(told))
        if known is None:
            known = self._long[id(told)] = (told, sum(map(length_of, told)) >= LIMITS.min_brief_characters)
        return known[1]

    def first_level(self, told: tuple[Row, ...]) -> tuple[tuple[Row, ...], bool]:
        """Return the first level of rows that stand in full elsewhere, and whether it says names and types only."""
        known = self._levels.get(id(told))
        if known is None:
            top = tuple(row for row in told if row.depth == 0)
            whole, shown = (sum(map(length_of, rows)) for rows in (told, top))
            is_brief = shown * LIMITS.min_times_longer_below > whole
            made = tuple(map(brief, top)) if is_brief else tuple(row._replace(repeats="") for row in top)
            known = self._levels[id(told)] = (told, made, is_brief)
        return known[1:]

    def begin_page(self) -> None:
        """Give the room back: what follows stands on a page of its own."""
        self._room = self._most
        self._once.clear()

    def within(self, row: Row) -> Row:
        """Return a row that stands alone, without its long texts where the page has no room for them."""
        length = length_of(row)
        if length < LIMITS.min_counted_characters:
            return row
        if length > self._room:
            return row._replace(description=FULL.name, facts=(), enum_notes=(), default=())
        self._room -= length
        return row
