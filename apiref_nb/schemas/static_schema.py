"""A rule as one self-contained JSON Schema 2020-12 document.

Only what decides about validity goes into it, and only what is well formed, so that a validator takes it whatever the
document says. Named and repeated nodes stand under `$defs`; a schema that contains itself refers to itself, and a child
refers to its parent without the choice between children, which it has made.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Hashable
from typing import Any, NamedTuple

from apiref_nb.schemas.constraints import Rule
from apiref_nb.schemas.equality import bare
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.schemas.text_patterns import usable
from apiref_nb.text.escaping import plain

MAPS = ("properties", "patternProperties", "dependentSchemas")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
NODES = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
CHOICES = frozenset({"anyOf", "oneOf"})
IN_PLACE = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})
"""Keywords whose schemas judge the same value: a way back to the start through them alone says nothing."""

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


def static_schema(rule: Rule) -> dict[str, Any] | bool:
    """Return a rule, with all it refers to, as a JSON Schema that may stand within another one.

    What does not lead anywhere allows everything.
    """
    if rule.schema.never or not rule.schema.keywords:
        return not rule.schema.never
    document = _Writing(rule).document()
    if "$defs" in document:
        # A resource of its own, so that its references stay within it.
        document["$id"] = f"urn:schema:{hashlib.sha256(rule.schema.pointer.encode('utf-8', 'replace')).hexdigest()}"
    return document


def small_schema(rule: Rule) -> dict[str, Any] | None:
    """Return a rule as a whole JSON Schema, which any value is held against in time in proportion to its size.

    None where nobody can promise that, for it holds many schemas, or contains itself and has branches; and where it
    says less than `validation` does, for a discriminator chooses.

    Args:
        rule: any.
    """
    waiting: list[tuple[_Node, frozenset[Hashable]]] = [(_Node(rule), frozenset())]
    count, endless, branching = 0, False, False
    while waiting:
        node, around = waiting.pop()
        keywords = node.rule.schema.keywords
        count += 1
        branching = branching or not IN_PLACE.isdisjoint(keywords)
        if count > JUDGING.max_whole_schemas or "discriminator" in keywords or (branching and endless):
            return None
        if node.identity in around:
            endless = True
        else:
            inner = around | {node.identity}
            waiting += ((child, inner) for _, _, child in _children(node))
    return None if branching and endless else _Writing(rule).document()


class _Node(NamedTuple):
    """A rule as it is referred to."""

    rule: Rule
    parent: bool = False
    """True without the choices: the child that refers to it is one of them."""

    @property
    def identity(self) -> Hashable:
        """What tells a node from others: a folded node stands at the place of its origin and says more."""
        schema = self.rule.schema
        return schema.pointer, frozenset(schema.keywords), self.rule.hidden, self.parent


def _children(node: _Node) -> list[tuple[str, str | int | None, _Node]]:
    """Return (keyword, name or index, node) of every schema directly below."""
    found: list[tuple[str, str | int | None, _Node]] = []
    rule = node.rule
    for keyword in rule.schema.keywords:
        if keyword in MAPS:
            found += [(keyword, name, _Node(child)) for name, child in rule.named(keyword).items()]
        elif keyword in CHOICES and node.parent:
            continue
        elif keyword == "allOf":
            found += [(keyword, i, _Node(up, _is_child(rule, up))) for i, up in enumerate(rule.listed(keyword))]
        elif keyword in LISTS:
            found += [(keyword, index, _Node(child)) for index, child in enumerate(rule.listed(keyword))]
        elif keyword in NODES:
            below = rule.below(keyword)
            if below is not None:
                found.append((keyword, None, _Node(below)))
    return found


def _is_child(rule: Rule, parent: Rule) -> bool:
    return any(branch.pointer == rule.schema.pointer for keyword in CHOICES for branch in parent.schema.listed(keyword))


class _Writing:
    def __init__(self, rule: Rule) -> None:
        self.root = _Node(rule)
        self.names: dict[Hashable, str] = {}
        self.taken: set[str] = set()
        self.numbers: dict[str, int] = {}
        """Name -> the number that the next schema of this name is tried with."""
        self.waiting: list[_Node] = []
        self.counts = self._count()

    def document(self) -> dict[str, Any]:
        """Return the root with its `$defs`."""
        document = self._body(self.root)
        definitions: dict[str, Any] = {}
        while self.waiting:
            node = self.waiting.pop()
            definitions[self.names[node.identity]] = self._body(node)
        if definitions:
            document["$defs"] = dict(sorted(definitions.items()))
        return document

    def _count(self) -> Counter[Hashable]:
        counts: Counter[Hashable] = Counter()
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            key = node.identity
            counts[key] += 1
            if counts[key] == 1:
                waiting += (child for _, _, child in _children(node))
        return counts

    def _written(self, node: _Node) -> dict[str, Any]:
        key = node.identity
        if self.counts[key] < 2 and not node.rule.schema.name:
            return self._body(node)
        if key not in self.names:
            self.names[key] = self._name(node)
            self.waiting.append(node)
        return {"$ref": f"#/$defs/{self.names[key]}"}

    def _name(self, node: _Node) -> str:
        wanted = _UNSAFE.sub("_", node.rule.schema.name)[:80] or "schema"
        # Names that were given out with a number are names that others may want: as many tries as there are names.
        for number in range(self.numbers.get(wanted, 1), len(self.names) + 2):
            name = wanted if number == 1 else f"{wanted}-{number}"
            if name not in self.taken:
                break
        self.numbers[wanted] = number + 1
        self.taken.add(name)
        return name

    def _body(self, node: _Node) -> dict[str, Any]:
        rule = node.rule
        if rule.schema.never:
            return {"not": {}}
        body: dict[str, Any] = {k: bare(plain(v)) for k, v in rule.keywords.items() if k != "dependentRequired"}
        # A format of whole numbers that is asked for has narrowed these.
        body |= {keyword: rule.scalar[keyword] for keyword in ("minimum", "maximum") if keyword in rule.scalar}
        asked = rule.keywords.get("dependentRequired")
        if asked:
            body["dependentRequired"] = {
                name: [n for n in dict.fromkeys(names) if n not in rule.hidden] for name, names in asked.items()
            }
        for keyword, place, child in _children(node):
            if keyword == "patternProperties" and not usable(str(place)):
                continue
            if keyword in IN_PLACE and self._leads_back(child, node):
                body.setdefault(keyword, {} if keyword not in LISTS else [])
                continue
            if place is None:
                body[keyword] = self._written(child)
            elif isinstance(place, str):
                body.setdefault(keyword, {})[place] = self._written(child)
            else:
                body.setdefault(keyword, []).append(self._written(child))
        for keyword in LISTS:
            if body.get(keyword) == []:
                del body[keyword]
        return body

    def _leads_back(self, child: _Node, origin: _Node) -> bool:
        """Return True when a schema of the same value leads back to where it started, which would never end."""
        seen: set[Hashable] = set()
        waiting = [child]
        goal = origin.rule.schema
        while waiting:
            here = waiting.pop()
            schema = here.rule.schema
            same = schema.pointer == goal.pointer and here.parent == origin.parent
            if same and schema.keywords.keys() >= goal.keywords.keys():
                return True
            key = here.identity
            if key in seen:
                continue
            seen.add(key)
            waiting += (below for keyword, _, below in _children(here) if keyword in IN_PLACE)
        return False
