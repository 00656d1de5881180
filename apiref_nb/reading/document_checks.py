"""`check_document`: one walk over a whole document by its dialect's tables, which says what is wrong with it and where.

It sees every part, used or not, so its problems do not depend on what is shown. The readers
can then be lenient and need not report anything again.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from apiref_nb.model import Problem
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.object_tables import OPERATION_ID, OPERATION_ID_OF_LINK, Field, Items, Kind, Leaf, Map, Node
from apiref_nb.reading.reader import Dialect
from apiref_nb.reading.reference_cycles import cycles, refers_on
from apiref_nb.reading.references import References, joined
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.pointer import join
from apiref_nb.text.quoting import short

Reached = tuple[Any, ...] | None
"""A pointer that is written only when it is needed: (place above, token), None for the root."""


_IDENTIFYING = frozenset({"$id", "$anchor", "$dynamicAnchor"})


_MISSPELT = 0.85
"""How much alike an unknown keyword and a known one are, of 1, where the one is taken for the other."""


class _Named(NamedTuple):
    place: Reached
    text: str


def check_document(
    data: Mapping[str, Any], dialect: Dialect, references: References, newer: Sequence[Dialect] = ()
) -> list[Problem]:
    """Return what is wrong in the document, and register the identifiers that its schemas give themselves.

    Args:
        data: the document.
        dialect: what its version allows.
        references: the references of this document; gets the `$id`s and anchors that the walk meets.
        newer: the dialects of later versions, to tell a field of theirs from a mistake.
    """
    return _DocumentWalk(dialect, references, newer).of(data)


def pointer_of(place: Reached) -> str:
    """Return a place as a pointer."""
    tokens: list[str | int] = []
    while place is not None:
        place, token = place
        tokens.append(token)
    return join("#", *reversed(tokens))


class _DocumentWalk:
    def __init__(self, dialect: Dialect, references: References, newer: Sequence[Dialect]) -> None:
        self._dialect = dialect
        self._grammar = dialect.grammar
        self._references = references
        self._newer = newer
        self._hints = 0
        self._keywords: dict[str, str] = {}  # a keyword that is unknown -> the known one that it looks like
        self._problems: list[Problem] = []
        self._unlisted = 0
        self._referring: list[_Named] = []
        self._identified: list[tuple[Reached, Mapping[str, Any]]] = []
        self._operation_ids: list[_Named] = []
        self._links: list[_Named] = []

    def of(self, data: Mapping[str, Any]) -> list[Problem]:
        # The hottest loop of reading: a mapping per turn, in document order, nothing built for what is right.
        stack: list[tuple[Any, Kind, Reached]] = [(data, self._grammar["document"], None)]
        while stack:
            node, kind, place = stack.pop()
            if type(node) is not dict:
                if not (kind.boolean and isinstance(node, bool)):
                    self._note(place, f"{kind.label} must be a mapping (got {short(node)})")
                continue
            if kind.reference and "$ref" in node:
                self._refer((place, "$ref"), node["$ref"])
                if not kind.siblings or len(node) == 1:
                    continue
            else:
                for name in kind.required:
                    if name not in node:
                        self._note(place, f"{kind.label} must have {name}")
            if kind.check is not None:
                for name, message in kind.check(node):
                    self._note((place, name) if name else place, message)
            if kind.schema and not _IDENTIFYING.isdisjoint(node):
                self._identified.append((place, node))
            below: list[tuple[Any, Kind, Reached]] = []
            known = kind.fields.get
            for name, value in node.items():
                field = known(name)
                if field is None:
                    if name[:2] == "x-":
                        continue
                    field = self._unnamed(name, kind, place)
                    if field is None:
                        continue
                if type(field) is Leaf:
                    plain = type(value) is field.exact or (type(value) is str and value in field.texts)
                    if not plain and not field.holds(value):
                        quoted = ", in quotes" if field.exact is str and isinstance(value, int | float) else ""
                        self._note((place, name), f"{name} {field.expected}{quoted} (got {short(value)})")
                    elif field.names:
                        self._name(field, value, (place, name))
                else:
                    self._descend(below, field, value, (place, name))
            if below:
                below.reverse()
                stack += below
        self._register()
        self._dangling()
        self._operations()
        if self._unlisted:
            self._problems.append(Problem("#", f"{self._unlisted:,} more problems are not listed"))
        return self._problems

    def _note(self, place: Reached, message: str) -> None:
        self._note_at(pointer_of(place) if len(self._problems) < LIMITS.max_problems else "", message)

    def _note_at(self, pointer: str, message: str) -> None:
        if len(self._problems) < LIMITS.max_problems:
            self._problems.append(Problem(pointer, message))
        else:
            self._unlisted += 1

    def _refer(self, place: Reached, value: object) -> None:
        if isinstance(value, str):
            self._referring.append(_Named(place, value))
        else:
            self._note(place, f"$ref must be text (got {short(value)})")

    def _unnamed(self, name: str, kind: Kind, place: Reached) -> Field | None:
        """Return what a field that the kind does not name holds; None, with a problem, when it may not be there."""
        if name == "$ref":
            return kind.patterned
        if kind.schema:
            self._misspelt(name, kind, place)
        elif kind.patterned is None and not kind.open:
            full = len(self._problems) >= LIMITS.max_problems
            self._note((place, name), "" if full else self._unknown(name, kind))
        return kind.patterned

    def _misspelt(self, name: str, kind: Kind, place: Reached) -> None:
        """Note a keyword that looks like a known one: a schema may have others, but hardly such."""
        if name not in self._keywords and len(self._keywords) < LIMITS.max_hints:
            known = {field.lower(): field for field in ("$ref", *kind.fields)}
            folded = name[:40].replace("_", "").replace("-", "").lower()
            close = difflib.get_close_matches(folded, known, 1, _MISSPELT)
            self._keywords[name] = known[close[0]] if close else ""
        if self._keywords.get(name):
            meant = self._keywords[name]
            self._note((place, name), f"{short(name)} is no keyword of a schema; did you mean {meant}?")

    def _unknown(self, name: str, kind: Kind) -> str:
        problem = f"{short(name)} is not a field of {kind.label} in {self._dialect.label}"
        for dialect in self._newer:
            if any(other.label == kind.label and name in other.fields for other in dialect.grammar.values()):
                return f"{problem}; it came with {dialect.label}"
        self._hints += 1
        close = difflib.get_close_matches(name[:40], kind.fields, 1) if self._hints <= LIMITS.max_hints else []
        return f"{problem}; did you mean {close[0]}?" if close else f"{problem}; allowed: {', '.join(kind.fields)}"

    def _name(self, leaf: Leaf, value: JsonValue, place: Reached) -> None:
        if leaf is OPERATION_ID:
            self._operation_ids.append(_Named(place, value))
        elif leaf is OPERATION_ID_OF_LINK:
            self._links.append(_Named(place, value))
        else:
            named = value.items() if isinstance(value, dict) else [("", value)]
            for key, text in named:
                if text.startswith("#"):
                    self._referring.append(_Named((place, key) if key else place, text))

    def _descend(
        self,
        below: list[tuple[Any, Kind, Reached]],
        field: Field,
        value: JsonValue,
        place: tuple[Any, ...],
    ) -> None:
        if type(field) is Node:
            below.append((value, self._grammar[field.kind], place))
        elif type(field) is Map:
            if type(value) is not dict:
                self._note(place, f"{place[1]} must be a mapping (got {short(value)})")
                return
            kind = self._grammar[field.kind]
            for key, item in value.items():
                if not (field.extensions and key[:2] == "x-"):
                    below.append((item, kind, (place, key)))
        elif type(field) is Items:
            if type(value) is not list:
                self._note(place, f"{place[1]} must be a list (got {short(value)})")
                return
            kind = self._grammar[field.kind]
            for index, item in enumerate(value):
                below.append((item, kind, (place, index)))

    def _register(self) -> None:
        found, references = self._references.identifiers, self._references
        places = sorted(((pointer_of(place), node) for place, node in self._identified), key=lambda item: len(item[0]))
        for pointer, node in places:
            written = node.get("$id")
            if isinstance(written, str) and written and not written.startswith("#"):
                bases = list(found.ids.get(references.resource_of(pointer), ()))
                for text in dict.fromkeys((written, *(joined(base, written) for base in bases))):
                    found.add_resource(text.partition("#")[0], pointer)
        for pointer, node in places:
            for keyword in ("$anchor", "$dynamicAnchor"):
                name = node.get(keyword)
                if isinstance(name, str):
                    key = (references.resource_of(pointer), name)
                    found.anchors.setdefault(key, pointer)
                    if keyword == "$dynamicAnchor":
                        found.dynamic.setdefault(key, pointer)

    def _dangling(self) -> None:
        inside_resources = bool(self._references.identifiers.resources)
        chained: list[tuple[str, str]] = []
        for place, text in self._referring:
            target = self._references.find(text, pointer_of(place) if inside_resources else "#")
            if target is not None:
                if place is not None and place[1] == "$ref" and refers_on(target.value):
                    chained.append((pointer_of(place[0]), text))
                continue
            if text in self._references.reasons:
                message = f"the reference is not followed: {self._references.reasons[text]}"
            elif text.startswith("#"):
                message = f"the reference leads nowhere: {short(text)} is not in this document"
            else:
                message = f"the reference leads out of this document and is not followed: {short(text)}"
            self._note(place, message)
        for cycle in cycles(chained, self._references.find):
            through = f" through {short(cycle[1])}" if len(cycle) > 1 else ""
            self._note_at(f"{cycle[0]}/$ref", f"the reference comes back to itself{through}")

    def _operations(self) -> None:
        first: dict[str, Reached] = {}
        for place, text in self._operation_ids:
            if text in first:
                self._note(place, f"the operationId {short(text)} is used at {pointer_of(first[text])}")
            else:
                first[text] = place
        for place, text in self._links:
            if text not in first:
                self._note(place, f"no operation has the operationId {short(text)}")
