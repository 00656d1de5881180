"""`References`: where a `$ref` leads inside one document. Nothing outside the document is ever looked at.

`document_checks` collects the identifiers (`$id`, `$anchor`) of a document; readers and schemas follow references here.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.pointer import PointerError, join, resolve, split

_SAFE = "/:@!$&'()*+,;=~-._"
"""What is not written as an escape in the path of a file's address."""


class Target(NamedTuple):
    """The value that a reference leads to, and its one pointer."""

    value: Any
    pointer: str


class Followed(NamedTuple):
    """The end of a chain of references."""

    value: Any
    pointer: str
    hops: int
    broken: str
    """The text of the reference that leads nowhere, or back to itself; empty when `value` is the end."""


@dataclass(slots=True)
class Identifiers:
    """The names that schemas of a document give themselves."""

    resources: dict[str, str] = field(default_factory=dict)
    """`$id` as an absolute address, and as written -> pointer of the schema that bears it."""
    ids: dict[str, list[str]] = field(default_factory=dict)
    """The same the other way round."""
    anchors: dict[tuple[str, str], str] = field(default_factory=dict)
    """(pointer of the enclosing resource, `$anchor` or `$dynamicAnchor`) -> pointer of the schema that bears it."""
    dynamic: dict[tuple[str, str], str] = field(default_factory=dict)
    """The part of `anchors` that `$dynamicAnchor` declares."""

    def add_resource(self, address: str, pointer: str) -> None:
        """Add an `$id`; the first schema that bears one keeps it.

        Args:
            address: the absolute address that the `$id` comes to.
            pointer: JSON pointer of the schema that bears it.
        """
        if self.resources.setdefault(address, pointer) == pointer:
            self.ids.setdefault(pointer, []).append(address)

    def overriding(self) -> frozenset[str]:
        """Return the pointers of the schemas with an `$id` that share the name of a dynamic anchor with another."""
        names = Counter(name for _, name in self.dynamic)
        return frozenset(resource for resource, name in self.dynamic if names[name] > 1)


class References:
    """Follows references; remembers each text it has met.

    Args:
        data: the whole document.
        addresses: the addresses under which the document knows itself (its own, and `$self`).
        reasons: a reference that leads out of the document -> why it is not followed.
    """

    def __init__(
        self, data: JsonValue, addresses: Iterable[str] = (), *, reasons: Mapping[str, str] | None = None
    ) -> None:
        self._data = data
        self._addresses = tuple(dict.fromkeys(address.partition("#")[0] for address in addresses if address))
        self._known: dict[tuple[str, str], Target | None] = {}
        self.reasons: Mapping[str, str] = reasons or {}
        """A reference that leads out of the document -> how it was written and why it is not followed, where known."""
        self.identifiers = Identifiers()

    def find(self, text: str, at: str = "#") -> Target | None:
        """Return what the reference names, or None when it leads nowhere or out of the document.

        Args:
            text: the reference as written.
            at: the pointer of the object that holds it; matters only inside a schema with an `$id`.
        """
        key = (text, self.resource_of(at) if self.identifiers.ids else "#")
        try:
            return self._known[key]
        except KeyError:
            target = self._known[key] = self._find(*key)
            return target

    def follow(self, value: JsonValue, pointer: str) -> Followed:
        """Return the end of the chain of references that begins at `value`, which may be no reference at all.

        Args:
            value: what stands in a field.
            pointer: JSON pointer of that field, or of the resource in which a relative reference is read.

        Returns:
            The value at the end, its pointer and the number of references on the way; `broken` holds the text of a
            reference that leads nowhere or back to itself.
        """
        met: set[str] = set()
        hops = 0
        while isinstance(value, dict) and isinstance(text := value.get("$ref"), str):
            target = self.find(text, pointer)
            if target is None or target.pointer in met:
                return Followed(None, pointer, hops, text)
            value, pointer = target
            met.add(pointer)
            hops += 1
        return Followed(value, pointer, hops, "")

    def resource_of(self, pointer: str) -> str:
        """Return the pointer of the innermost schema with an `$id` around a place, `#` when there is none."""
        known = self.identifiers.ids
        while known and pointer != "#":
            if pointer in known:
                return pointer
            pointer = pointer.rpartition("/")[0] or "#"
        return "#"

    def _find(self, text: str, resource: str) -> Target | None:
        address, _, fragment = text.partition("#")
        if address:
            base = self._base(address, resource)
            if base is None:
                return None
            return self._within(base, fragment)
        found = self._within(resource, fragment)
        if found is None and resource != "#":
            # Authors add an `$id` for its name and go on to point from the document's root.
            found = self._within("#", fragment)
        return found

    def _base(self, address: str, resource: str) -> str | None:
        own = self._addresses
        texts = [
            address,
            *(joined(base, address) for base in (*self.identifiers.ids.get(resource, ()), *own)),
        ]
        for text in texts:
            if text in self.identifiers.resources:
                return self.identifiers.resources[text]
        return "#" if any(text in own for text in texts) else None

    def _within(self, resource: str, fragment: str) -> Target | None:
        if fragment and not fragment.startswith("/"):
            pointer = self.identifiers.anchors.get((resource, fragment))
            return None if pointer is None else Target(resolve(self._data, pointer), pointer)
        try:
            value = resolve(self._data, resource + fragment)
        except PointerError:
            return None
        return Target(value, join("#", *split(resource + fragment)))


def joined(base: str, address: str) -> str:
    """Return an address joined to a base; the address itself where either cannot be read.

    Args:
        base: the address that it is relative to; it may be empty.
        address: an absolute or relative address, without its fragment.
    """
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def canonical(uri: str) -> str:
    """Return the one spelling of a file's address; a web address stays as it is, without its fragment."""
    uri = uri.partition("#")[0]
    if not uri.startswith("file:"):
        return uri
    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri
    path = posixpath.normpath(unquote(parts.path) or "/")
    return urlunsplit(("file", parts.netloc, quote(path, safe=_SAFE), "", ""))
