"""`meet`: one node for what several schemas ask of the same value; `Part`: one branch of an `allOf`, opened.

`folding` and `member_folding` put results together from these; a node is made once for the same schemas.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from apiref_nb.model.schema import HOLDING, Schema
from apiref_nb.schemas.limits import FOLDING


class Part(NamedTuple):
    """One branch: its keywords with every subschema as a node."""

    node: Schema
    keywords: dict[str, Any]
    rank: int
    """Whose words count first: 0 the schema itself, 1 a branch that is written in place, 2 a named component."""


def meet(nodes: Iterable[Schema]) -> Schema | None:
    """Return the one node for what several ask of the same value; None when none asks for anything.

    The same nodes give the same result, in whatever order they come.
    """
    flat: dict[int, Schema] = {}
    for node in nodes:
        whole = not node.name and "allOf" in node.keywords and node.keywords.keys() <= {"allOf", "not"}
        for part in node.listed("allOf") if whole and ("not" not in node.keywords or node.never) else (node,):
            flat.setdefault(id(part), part)
    asking = [part for part in flat.values() if part.keywords or part.unresolved]
    if len(asking) < 2:
        return asking[0] if asking else next(iter(flat.values()), None)
    ordered = sorted(asking, key=lambda part: part.pointer)
    for part in ordered if len(asking) == 2 else ():
        other = ordered[part is ordered[0]]
        if HOLDING.isdisjoint(other.keywords) and part.keywords.items() >= other.keywords.items():
            return part
    owner = ordered[0]
    if owner.meets is None:
        owner.meets = {}
    key = frozenset(map(id, asking))
    known = owner.meets.get(key)
    if known is None:
        pointer = "&".join(dict.fromkeys(part.pointer for part in ordered))
        if len(pointer) > FOLDING.max_pointer_characters:
            pointer = f"#&{hashlib.sha256(pointer.encode('utf-8', 'replace')).hexdigest()}"
        # What one of them forbids, nothing meets; the words of the others still say what it would be.
        never = {"not": True} if any(part.never for part in asking) else {}
        known = owner.meets[key] = owner.derive({"allOf": asking, **never}, pointer=f"{pointer}&")
    return known
