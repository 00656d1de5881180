"""How much of a document is read: bytes, depth, nodes and what aliases may add, with one check for a built tree.

The defaults are far above published documents (the deepest known is 30 levels, the largest 232,000 nodes) and
low enough that any document within them is walked in well under a second.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from apiref_nb.errors import TooLargeError


class ReadLimits(NamedTuple):
    """The most that is read of one document; anything beyond ends as a TooLargeError."""

    limit_bytes: int = 10 * 1024 * 1024
    """Bytes of the body, after any transfer compression."""

    depth: int = 200
    """Objects and arrays inside each other; low enough for code that follows the tree by recursion."""

    nodes: int = 2_000_000
    """Values in the tree, with what aliases repeat counted each time."""

    alias_nodes: int = 250_000
    """The part of `nodes` that YAML aliases and merges may add."""

    problems: int = 200
    """Problems of the text that are kept, more than a reader goes through; the others are counted."""

    def too_many_bytes(self, source: str, size: int) -> TooLargeError:
        """Return the error for a body of `size` bytes.

        Args:
            source: what the caller named; the error begins with it.
            size: how many bytes the body has, or how many had arrived when the limit was passed.
        """
        return TooLargeError(source, f"the document has {size:,} bytes; at most {self.limit_bytes:,} are read")

    def too_deep(self, source: str) -> TooLargeError:
        """Return the error for nesting beyond `depth`."""
        return TooLargeError(source, f"the document is nested too deep; at most {self.depth} levels are read")

    def too_many_nodes(self, source: str) -> TooLargeError:
        """Return the error for a tree beyond `nodes`."""
        return TooLargeError(source, f"the document holds too many values; at most {self.nodes:,} are read")

    def too_many_alias_nodes(self, source: str) -> TooLargeError:
        """Return the error for aliases that repeat more than `alias_nodes` values."""
        return TooLargeError(
            source, f"the aliases (*name) repeat too many values; at most {self.alias_nodes:,} may be repeated"
        )


def check_size(root: object, source: str, limits: ReadLimits) -> None:
    """Pass when the tree below `root` is within `depth` and `nodes`; a shared part counts each time it is met.

    Level by level, so depth costs no stack and a limit is met before the work beyond it is done.

    Args:
        root: the tree; dicts and lists in it are counted, all else is a leaf.
        source: what the caller named; the error begins with it.
        limits: the depth and number of values that are allowed.

    Raises:
        TooLargeError: the tree is deeper, or holds more values, than allowed.
    """
    level: list[Any] = [root] if isinstance(root, (dict, list)) else []
    nodes = 1
    depth = 0
    while level:
        depth += 1
        if depth > limits.depth:
            raise limits.too_deep(source)
        nodes += sum(map(len, level))
        if nodes > limits.nodes:
            raise limits.too_many_nodes(source)
        level = [
            value
            for container in level
            for value in (container.values() if type(container) is dict else container)
            if type(value) is dict or type(value) is list
        ]
