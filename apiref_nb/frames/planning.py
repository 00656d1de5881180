"""`column_plan`: what a schema says about records, as columns.

`allOf` is folded, a choice between schemas is the union of their columns, and what leads back to itself, or is nested
deeper than a table is read, is kept whole. Nothing depends on values: an empty answer has the columns of a full one.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from apiref_nb.frames.column_types import ANY, DECIMAL_DIGITS, USUAL_SCALE, ColumnPlan, ColumnType
from apiref_nb.frames.limits import COLUMNS
from apiref_nb.frames.type_unions import both, either
from apiref_nb.model import Schema
from apiref_nb.requests.typed_text import implied_kinds
from apiref_nb.schemas.choices import choices
from apiref_nb.schemas.folding import merged
from apiref_nb.text.numbers import is_number

_DECIMALS = frozenset({"decimal", "decimal128"})
_TEXTS: Mapping[str, ColumnType] = {"date-time": ColumnType("moment"), "date": ColumnType("date")}
"""Format of a text -> what it is in a table; others stay text."""


def column_plan(schema: Schema | None) -> ColumnPlan:
    """Return the columns of records.

    Args:
        schema: what the document declares for one record; None where it declares nothing.
    """
    if schema is None:
        return ColumnPlan()
    root: ColumnType | None = None
    for levels in range(1, COLUMNS.max_levels + 1):
        planning = _Planning(levels)
        try:
            root = planning.type_of(schema, frozenset(), 0)
        except _TooManyError:
            break
        if not planning.cut:
            break
    return ColumnPlan(root if root is not None and root.kind == "object" else None)


class _TooManyError(Exception):
    """There are more columns than a table may have."""


class _Planning:
    """Types down to one depth."""

    def __init__(self, levels: int) -> None:
        self._levels = levels
        self._left = COLUMNS.max_columns if levels > 1 else None
        """Columns that there may still be; None for the members of the record itself, which are never too many."""
        self._nodes = COLUMNS.max_nodes
        self.cut = False
        """True once an object was kept whole for its depth."""

    def type_of(self, schema: Schema, around: frozenset[str], depth: int) -> ColumnType | None:
        """Return the type of a node; None where the node leaves it open.

        Args:
            schema: any node.
            around: places of the nodes that hold it.
            depth: how many objects hold it.
        """
        self._nodes -= 1
        if self._nodes < 0:
            raise _TooManyError
        if schema.unresolved or schema.pointer in around:
            return ANY
        node = merged(schema)
        own = self._own(node, around, depth)
        for choice in choices(node):
            inner = around | {node.pointer}
            branches = [self.type_of(branch, inner, depth) for branch in choice.branches if not _only_null(branch)]
            options = [own or ANY if branch is None else branch for branch in branches]
            if options:
                own = both(own, _union(options))
        return own

    def _own(self, node: Schema, around: frozenset[str], depth: int) -> ColumnType | None:
        values = _allowed(node)
        if values:
            return _of_values(values)
        types = frozenset(node.types) or implied_kinds(node)
        if types == {"integer", "number"}:
            types = frozenset({"number"})
        if len(types) != 1:
            return ANY if types else None
        match next(iter(types)):
            case "string":
                return _decimal(node) or _TEXTS.get(node.text("format"), ColumnType("text"))
            case "integer":
                return ColumnType("integer", unsigned=node.text("format") == "uint64")
            case "number":
                return _decimal(node) or ColumnType("number")
            case "boolean":
                return ColumnType("boolean")
            case "array":
                return self._list(node, around, depth)
            case "object":
                return self._object(node, around, depth)
        return ANY

    def _list(self, node: Schema, around: frozenset[str], depth: int) -> ColumnType:
        items = node.items
        if items is None or "prefixItems" in node or items.never:
            return ColumnType("list", item=ANY)
        return ColumnType("list", item=self.type_of(items, around | {node.pointer}, depth) or ANY)

    def _object(self, node: Schema, around: frozenset[str], depth: int) -> ColumnType:
        inner = around | {node.pointer}
        members = {name: member for name, member in node.named("properties") if not merged(member).write_only}
        if not members:
            more = node.additional_properties
            item = self.type_of(more, inner, depth + 1) if more is not None and not more.never else None
            return ColumnType("map", item=item) if item is not None and item != ANY else ANY
        if depth >= self._levels:
            self.cut = True
            return ANY
        if self._left is not None:
            self._left -= len(members)
            if self._left < 0:
                raise _TooManyError
        return ColumnType(
            "object",
            fields=tuple((name, self.type_of(member, inner, depth + 1) or ANY) for name, member in members.items()),
        )


def _union(options: list[ColumnType]) -> ColumnType:
    whole = options[0]
    for option in options[1:]:
        whole = either(whole, option)
        if whole == ANY or len(whole.fields) > COLUMNS.max_columns:
            return ANY
    return whole


def _allowed(node: Schema) -> list[object]:
    """The values that `const` or `enum` lists, without null."""
    if "const" in node:
        values = [node.get("const")]
    else:
        listed = node.get("enum")
        values = list(listed) if isinstance(listed, list | tuple) else []
    return [value for value in values if value is not None]


def _of_values(values: list[object]) -> ColumnType:
    if all(isinstance(value, str) for value in values):
        return ColumnType("category", categories=tuple(dict.fromkeys(str(value) for value in values)))
    if all(isinstance(value, bool) for value in values):
        return ColumnType("boolean")
    if all(is_number(value) for value in values):
        return ColumnType("integer" if all(isinstance(value, int) for value in values) else "number")
    return ANY


def _decimal(node: Schema) -> ColumnType | None:
    if node.text("format") not in _DECIMALS:
        return None
    step = node.get("multipleOf")
    exponent = Decimal(repr(step)).normalize().as_tuple().exponent if is_number(step) and step > 0 else None
    scale = -exponent if isinstance(exponent, int) and -DECIMAL_DIGITS < exponent <= 0 else USUAL_SCALE
    return ColumnType("decimal", scale=scale)


def _only_null(schema: Schema) -> bool:
    node = merged(schema)
    return (node.nullable and not node.types) or ("const" in node and node.get("const") is None)
