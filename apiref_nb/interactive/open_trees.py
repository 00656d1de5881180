"""Which widgets are open for which cell: when a cell runs again, those of its last run are closed.

A widget lives in the kernel until it is closed, whether or not a page still shows it. One `OpenTrees` belongs to each
shell; `kernel.show_pair` tells it what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol


class Tree(Protocol):
    """Something with widgets that can be closed, and made again when it is shown again."""

    def close(self) -> None:
        """Close the widgets."""


class OpenTrees:
    """What each cell shows.

    Args:
        key: returns what tells the running cell from the others.
    """

    def __init__(self, key: Callable[[], str]) -> None:
        self._key = key
        self._shown: dict[str, list[Tree]] = {}
        self._stale: list[Tree] = []

    def begin(self, *_info: object) -> None:
        """Note that a cell begins to run: what it showed before is stale, unless it is shown again."""
        self._stale += self._shown.pop(self._key(), [])

    def end(self, *_result: object) -> None:
        """Close what is stale and no cell shows."""
        kept = {id(tree) for trees in self._shown.values() for tree in trees}
        stale, self._stale = self._stale, []
        for tree in stale:
            if id(tree) not in kept:
                kept.add(id(tree))
                tree.close()

    def add(self, tree: Tree) -> None:
        """Note that the running cell shows a tree."""
        self._shown.setdefault(self._key(), []).append(tree)


def open_trees(shell: Any) -> OpenTrees:  # noqa: ANN401 - IPython's shell
    """Return the shell's own, which listens to its cells from the first call on."""
    listeners = shell.events.callbacks["pre_run_cell"]
    for listener in listeners:
        owner = getattr(listener, "__self__", None)
        if isinstance(owner, OpenTrees):
            return owner
    made = OpenTrees(lambda: cell_key(shell))
    shell.events.register("pre_run_cell", made.begin)
    shell.events.register("post_run_cell", made.end)
    return made


def cell_key(shell: Any) -> str:  # noqa: ANN401 - as above
    """Return what tells the running cell from the others: its id, or where a front end tells none, its source."""
    parent = getattr(shell, "parent_header", None)
    message: Mapping[str, Any] = parent if isinstance(parent, Mapping) else {}
    metadata, content = message.get("metadata") or {}, message.get("content") or {}
    return str(metadata.get("cellId") or content.get("code") or "")
