"""Where references stand in a document: one walk over a part of it by its dialect's tables.

`composing` walks the entry document so, and each piece of another file that it refers to. Examples, defaults and
extensions are data: a `$ref` in them is none of ours.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from apiref_nb.reading.object_tables import REFERENCE, REFERENCES, TEXT, Field, Grammar, Items, Kind, Leaf, Map, Node

Tokens = tuple[str, ...]
"""A JSON pointer, unescaped."""


class Scope(NamedTuple):
    """The schemas with an `$id` around a place."""

    ids: tuple[str, ...] = ()
    """Their `$id`s as written, outermost first."""
    resource: Tokens = ()
    """Where the innermost one stands in its file."""


@dataclass(slots=True, eq=False)
class Site:
    """One place at which something refers to another, or bears a name that only references need."""

    place: Tokens
    """Of the object that holds `$ref`, or of the text itself (`name`); in its own file."""
    how: Literal["follow", "inline", "name", "operation", "identity"]
    """Whether a `$ref` is allowed there (`follow`), is not, so that what it names takes its place (`inline`), the text
    names a schema (`name`) or an operation without `$ref`, or the object bears `$id` or `$anchor` (`identity`)."""
    field: Field
    """What belongs there."""
    text: str
    scope: Scope
    label: str = ""
    """How the problem of an `inline` names the place; empty where nothing is wrong with it."""
    alone: bool = True
    """Whether nothing beside the `$ref` counts."""
    target: Any = None
    """What `composing` found there."""
    trouble: str = ""
    """Why it found nothing."""


_SAMPLE_TEXT = replace(TEXT)
CODE_SAMPLE = Kind(
    label="a code sample",
    fields={"lang": _SAMPLE_TEXT, "label": _SAMPLE_TEXT, "source": _SAMPLE_TEXT},
    open=True,
)
"""Of an extension, in which a `$ref` is as good as anything."""
_SAMPLES = Items("code sample")
_SCHEMAS = Map("schema")
_NAMED_AS_FILES = (".yaml", ".yml", ".json")


class SiteWalk:
    """Finds the sites of a document's parts.

    Args:
        grammar: the fields of the version's objects.
        siblings: whether keywords beside a schema's `$ref` count.
        webhooks: the field of the document that holds webhooks.
    """

    def __init__(self, grammar: Grammar, *, siblings: bool, webhooks: str) -> None:
        self._grammar = grammar
        self._siblings = siblings
        self._webhooks = webhooks
        self.objects = 0
        """Mappings that were walked."""

    def kind(self, name: str) -> Kind:
        """Return a kind by name."""
        return CODE_SAMPLE if name == "code sample" else self._grammar[name]

    def sites(self, value: object, field: Field, place: Tokens, scope: Scope) -> Iterator[Site]:
        """Yield the sites below a value, in document order.

        Args:
            value: what stands at the place.
            field: what belongs there.
            place: where it stands in its file.
            scope: the identifiers around it.
        """
        stack: list[tuple[object, Field, Tokens, Scope, str]] = [(value, field, place, scope, "")]
        while stack:
            node, belongs, at, around, name = stack.pop()
            below: list[tuple[object, Field, Tokens, Scope, str]] = []
            if type(belongs) is Node:
                if isinstance(node, dict):
                    around = yield from self._object(node, belongs, at, around, below)
            elif type(belongs) is Leaf:
                yield from self._leaf(node, belongs, at, around, name)
            elif isinstance(node, dict) and isinstance(node.get("$ref"), str):
                yield Site(at, "inline", belongs, node["$ref"], around, label=name or "a list", alone=len(node) == 1)
            elif type(belongs) is Map and isinstance(node, dict):
                item = Node(belongs.kind)
                for key, member in node.items():
                    if not (belongs.extensions and key[:2] == "x-"):
                        below.append((member, item, (*at, key), around, key))
            elif type(belongs) is Items and isinstance(node, list):
                item = Node(belongs.kind)
                below.extend((member, item, (*at, str(index)), around, "") for index, member in enumerate(node))
            stack += below[::-1]

    def _object(
        self,
        node: Mapping[str, Any],
        belongs: Node,
        at: Tokens,
        around: Scope,
        below: list[tuple[object, Field, Tokens, Scope, str]],
    ) -> Generator[Site, None, Scope]:
        self.objects += 1
        kind = self.kind(belongs.kind)
        if kind.schema and ("$id" in node or "$anchor" in node):
            written = node.get("$id")
            if isinstance(written, str) and not written.startswith("#"):
                around = Scope((*around.ids, written), at)
            yield Site(at, "identity", belongs, "", around)
        text = node.get("$ref")
        if isinstance(text, str):
            if not kind.reference:
                label = "" if kind is CODE_SAMPLE else kind.label
                yield Site(at, "inline", belongs, text, around, label=label, alone=len(node) == 1)
                return around
            counts = self._siblings if kind.schema else kind.siblings
            yield Site(at, "follow", belongs, text, around, alone=len(node) == 1 or not counts)
            if not kind.siblings:
                return around
        for name, value in node.items():
            field = self._field(kind, name)
            if field is None and kind.schema and name[:2] != "x-" and _is_outward(value):
                field = TEXT  # a keyword of the author's own, kept in a file of its own
            if type(field) is Leaf and type(value) is not dict and not field.names:
                continue  # most fields: a value that can hold no reference
            if field is not None and name != "$ref":
                below.append((value, field, (*at, name), around, name))
        return around

    def _field(self, kind: Kind, name: str) -> Field | None:
        field = kind.fields.get(name)
        if field is not None:
            return field
        if name[:2] == "x-":
            if name in ("x-codeSamples", "x-code-samples") and kind.label == "an operation":
                return _SAMPLES
            return Map("path item") if name == self._webhooks and kind.label.endswith("document") else None
        if kind.schema and name in ("definitions", "$defs"):
            return _SCHEMAS  # of a file that is a JSON Schema, whatever the version that refers to it
        return kind.patterned

    def _leaf(self, node: object, leaf: Leaf, at: Tokens, around: Scope, name: str) -> Iterator[Site]:
        if leaf is REFERENCES and isinstance(node, Mapping):
            for key, text in node.items():
                if isinstance(text, str) and is_reference(text):
                    yield Site((*at, key), "name", Node("schema"), text, around)
        elif leaf is REFERENCE and isinstance(node, str) and name != "$dynamicRef":
            if name == "operationRef":
                yield Site(at, "operation", Node("operation"), node, around)
            elif is_reference(node):
                yield Site(at, "name", Node("schema"), node, around)
        elif isinstance(node, dict) and isinstance(node.get("$ref"), str) and not leaf.holds(node):
            label = "" if leaf is _SAMPLE_TEXT else name
            yield Site(at, "inline", leaf, node["$ref"], around, label=label, alone=len(node) == 1)

    def field_at(self, field: Field, tokens: Tokens) -> Field | None:
        """Return what belongs at a place below one where `field` does, None where a walk does not come by.

        Args:
            field: what belongs at the place above.
            tokens: the way from there.
        """
        for token in tokens:
            if type(field) is Node:
                found = self._field(self.kind(field.kind), token)
                if found is None:
                    return None
                field = found
            elif type(field) is Map or (type(field) is Items and token.isdecimal()):
                field = Node(field.kind)
            else:
                return None
        return field


def _is_outward(value: object) -> bool:
    """Return whether a value is nothing but a reference to another file."""
    return isinstance(value, dict) and len(value) == 1 and str(value.get("$ref", "#"))[:1] != "#"


def is_reference(text: str) -> bool:
    """Return whether the value of a discriminator is a reference and no plain name of a schema."""
    return "#" in text or "/" in text or text.endswith(_NAMED_AS_FILES)


def family_of(field: Field) -> str:
    """Return what two fields share that may hold the same object."""
    if type(field) is Leaf:
        return "a value"
    kind = field.kind  # type: ignore[union-attr] # no leaf
    kind = "schema" if kind == "schema or boolean" else kind
    return kind if type(field) is Node else f"{type(field).__name__} of {kind}"
