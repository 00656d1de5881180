"""The contents of a live view: a search field and a list of operations by group, two widgets whatever their number.

In: the operations in page order. Out: one widget, and the operation that is chosen in it. The list is the browser's own
list box: arrows, Home, End and typing the first letters work, and a screen reader knows what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.describing import plural, title_of
from apiref_nb.interactive.limits import LIMITS
from apiref_nb.interactive.widgets import Kit
from apiref_nb.model import ApiOperation, Group
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html.live import contents_count

Line = tuple[str, ApiOperation | None]
"""(text of the line, its operation); None for the name of a group."""


class Contents:
    """Search and list.

    Args:
        kit: makes the widgets.
        groups: the groups of the document.
        operations: those that can be chosen.
        chosen: called with the operation when another one is chosen.
    """

    def __init__(
        self,
        kit: Kit,
        groups: Sequence[Group],
        operations: Sequence[ApiOperation],
        chosen: Callable[[ApiOperation], object],
    ) -> None:
        self._groups, self._chosen = groups, chosen
        self._offered = {id(one) for one in operations}
        self._count = len(operations)
        self._current = operations[0]
        self._setting = False
        self._lines: list[Line] = []
        self.search = kit.make(
            ipywidgets.Text, "ar-search", description="Search operations", placeholder="Search operations",
            continuous_update=True,
        )  # fmt: skip
        self.list = kit.make(ipywidgets.Select, "ar-list", description="Operations", options=(), rows=14)
        self._said = kit.html("", "ar-hintbox", "ar-says")
        self.widget = kit.box([self.search, self.list, self._said], "ar-contents")
        self._fill()
        self.search.observe(self._searched, "value")
        self.search.on_msg(self._entered)
        self.list.observe(self._picked, "index")

    def show(self, operation: ApiOperation) -> None:
        """Mark the operation that is shown; a search that leaves it out is emptied."""
        self._current = operation
        if all(one is not operation for _, one in self._lines):
            self.search.value = ""
        self._mark()

    def _fill(self) -> None:
        words = self.search.value.lower().split()
        self._lines = []
        for group in self._groups:
            found = [one for one in group.operations if id(one) in self._offered and _fits(one, group, words)]
            if found:
                self._lines.append((visible_line(group.title), None))
                self._lines += [(_line(one), one) for one in found]
        self._set(options=[line for line, _ in self._lines], index=None)
        self._mark()
        count = sum(one is not None for _, one in self._lines)
        said = f"{count} of {self._count} {plural(self._count, 'operation')}" if words else ""
        self._said.value = str(contents_count(said if count or not words else "No operation has these words."))

    def _set(self, **traits: Any) -> None:  # noqa: ANN401 - traits of a list
        self._setting = True
        try:
            with self.list.hold_sync():
                for name, value in traits.items():
                    setattr(self.list, name, value)
        finally:
            self._setting = False

    def _mark(self) -> None:
        self._set(index=next((at for at, (_, one) in enumerate(self._lines) if one is self._current), None))

    def _searched(self, _change: object) -> None:
        self._fill()

    def _entered(self, _widget: object, content: object, _buffers: object) -> None:
        """Enter in the search opens the first operation that is left."""
        if isinstance(content, dict) and content.get("event") == "submit":
            first = next((one for _, one in self._lines if one is not None), None)
            if first is not None:
                self._choose(first)

    def _picked(self, change: Mapping[str, Any]) -> None:
        at = change["new"]
        if self._setting or at is None:
            return
        operation = self._lines[at][1]
        if operation is None:
            # The name of a group is passed over, in the direction in which the reader goes.
            before = change["old"] if change["old"] is not None else -1
            step = -1 if at < before and at > 0 else 1
            operation = self._lines[at + step][1]
        if operation is not None:
            self._choose(operation)

    def _choose(self, operation: ApiOperation) -> None:
        changed = operation is not self._current
        self._current = operation
        self._mark()
        if changed:
            self._chosen(operation)


def _line(operation: ApiOperation) -> str:
    method = "DEL" if operation.method == "DELETE" else operation.method
    title = title_of(operation)
    return visible_line(f"{method} {operation.path if title == operation.key else title}")[: LIMITS.max_line_characters]


def _fits(operation: ApiOperation, group: Group, words: Sequence[str]) -> bool:
    text = " ".join((group.title, operation.key, title_of(operation), operation.operation_id)).lower()
    return all(word in text for word in words)
