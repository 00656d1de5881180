"""`FileSet`: the files that a document is made of, and where a reference in one of them leads.

`load` puts files in, and says which may be asked for; nothing here opens a file or a socket. A file is known by its
address (`file:` or `http(s):`), under its `$self`, and each schema of it under its `$id`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from apiref_nb.parsing import Document
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.reference_sites import Scope, Tokens
from apiref_nb.reading.references import canonical, joined
from apiref_nb.text.pointer import decoded, join, token_in
from apiref_nb.text.quoting import short

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_MARKS = ("$id", "$anchor", "$dynamicAnchor", "\\")
"""Without one of these in its text, a file has no identifiers; an escape may stand for any of them."""
_PLAIN = re.compile(r"[A-Za-z0-9_\-./]+", re.ASCII)


class Nowhere(Exception):  # noqa: N818 - an answer, not a failure
    """A reference leads nowhere; the message is the reason, as a clause."""


class Wanted(Exception):  # noqa: N818 - likewise
    """A file must be read before it can be said where a reference leads; the message is its address."""


class Found(NamedTuple):
    """A place in one of the files."""

    uri: str
    tokens: Tokens


@dataclass(slots=True)
class _File:
    uri: str
    folder: str
    """What is before its last slash."""
    document: Document
    name: str
    identity: str
    """The address that relative references are joined to: its `$self`, else its own."""
    scoped: bool = False
    """Whether a schema of it bears an `$id`."""
    anchors: dict[tuple[Tokens, str], Tokens] = field(default_factory=dict)


Refuse = Callable[[str, str, str], str]
"""(the address as written, the address it means, that of the file it stands in) -> why it is not read, else empty."""


class FileSet:
    """The files of one document.

    Args:
        uri: the address of the entry document; empty when it has none, so that no relative reference means anything.
        document: the entry document.
        refuse: which files are not read.
    """

    def __init__(self, uri: str, document: Document, refuse: Refuse) -> None:
        self.entry = uri
        self._refuse = refuse
        self._files: dict[str, _File] = {}
        self._ids: dict[str, Found] = {}
        self._aliases: dict[str, str] = {}
        self._missing: dict[str, str] = {}
        self._reasons: dict[tuple[str, str], str] = {}
        self._meant: dict[tuple[str, str], list[str]] = {}
        self._hops = 0
        self.add(uri, document, name="")

    def __len__(self) -> int:
        return len(self._files)

    def add(self, uri: str, document: Document, *, name: str, asked: str = "") -> None:
        """Add a file.

        Args:
            uri: its address.
            document: its content.
            name: how problems call it.
            asked: the address that led there, where a redirect or a link made it another one.
        """
        if asked and asked != uri:
            self._aliases[asked] = uri
        if uri in self._files:
            return
        root: Any = document.root
        own = root.get("$self") if isinstance(root, Mapping) else None
        identity = joined(uri, own) if isinstance(own, str) and own else uri
        made = self._files[uri] = _File(uri, uri.rpartition("/")[0], document, name, identity)
        if identity != uri:
            self._ids.setdefault(identity.partition("#")[0], Found(uri, ()))
        if document.text and not any(mark in document.text for mark in _MARKS):
            return
        for tokens, node, scope in _identified(root):
            written = node.get("$id")
            if isinstance(written, str) and not written.startswith("#"):
                made.scoped = True
                self._ids.setdefault(self._base(made, scope).partition("#")[0], Found(uri, tokens))
            for keyword in ("$anchor", "$dynamicAnchor"):
                if isinstance(node.get(keyword), str):
                    made.anchors.setdefault((scope.resource, node[keyword]), tokens)

    def lacks(self, uri: str, reason: str) -> None:
        """Note that a file cannot be had, and why.

        Args:
            uri: its address.
            reason: why, as a clause.
        """
        self._missing[uri] = reason

    def document(self, uri: str) -> Document:
        """Return a file's content."""
        return self._files[uri].document

    def name(self, uri: str) -> str:
        """Return how problems call a file; empty for the entry document."""
        return self._files[uri].name

    def items(self) -> Iterator[tuple[str, Document]]:
        """Yield (address, content) of each file, the entry document first."""
        for uri, file in self._files.items():
            yield uri, file.document

    def value(self, found: Found) -> Any:  # noqa: ANN401 - whatever stands there
        """Return what stands at a place that `find` returned."""
        here: Any = self._files[found.uri].document.root
        for token in found.tokens:
            here = here[int(token)] if isinstance(here, list) else here[token]
        return here

    def scope_of(self, found: Found) -> Scope:
        """Return the identifiers around a place."""
        file = self._files[found.uri]
        scope = Scope()
        here: Any = file.document.root
        for index, token in enumerate(found.tokens if file.scoped else ()):
            if isinstance(here, Mapping) and _is_id(here.get("$id")):
                scope = Scope((*scope.ids, here["$id"]), found.tokens[:index])
            here = here[int(token)] if isinstance(here, list) else here[token]
        return scope

    def find(self, text: str, uri: str, scope: Scope) -> Found:
        """Return where a reference leads.

        Args:
            text: the reference as written.
            uri: the file that holds it.
            scope: the identifiers around it.

        Raises:
            Wanted: a file has to be added first.
            Nowhere: it leads nowhere, or to a file that cannot be had.
        """
        self._hops = 0
        return self._find(text, uri, scope)

    def _find(self, text: str, uri: str, scope: Scope) -> Found:
        self._hops += 1
        if self._hops > LIMITS.max_reference_hops:
            raise Nowhere("it leads through too many others, or back to itself")
        address, _, fragment = text.partition("#")
        if not address:
            return self._in_own_file(fragment, uri, scope)
        reason = ""
        for meant in self._candidates(address, uri, scope):
            known = self._aliases.get(meant, meant)
            if meant in self._ids:
                return self._within(self._ids[meant], fragment)
            reason = self._judged(address, meant, uri)
            if reason:
                continue
            if known in self._files:
                return self._within(Found(known, ()), fragment)
            if meant not in self._missing:
                raise Wanted(meant)
            reason = self._missing[meant]
        raise Nowhere(reason)

    def _in_own_file(self, fragment: str, uri: str, scope: Scope) -> Found:
        # Authors add an `$id` for its name and go on to point from the file's root, or from that of the entry document.
        trouble: Nowhere | None = None
        for start in dict.fromkeys((Found(uri, scope.resource), Found(uri, ()), Found(self.entry, ()))):
            try:
                return self._within(start, fragment)
            except Nowhere as nowhere:
                trouble = trouble or nowhere
        raise trouble or Nowhere("")

    def seen_from_entry(self, text: str, uri: str) -> str:
        """Return a reference of another file as the entry document would write it; as it is where that is not clear.

        Args:
            text: the reference as written.
            uri: the address of the file that it stands in.
        """
        address, mark, fragment = text.partition("#")
        if has_scheme(address) or address.startswith("/"):
            return text
        meant, entry = (urlsplit(canonical(joined(one, two))) for one, two in ((uri, address), (self.entry, "")))
        if meant[:2] != entry[:2]:
            return text
        way = posixpath.relpath(unquote(meant.path) or "/", posixpath.dirname(unquote(entry.path)) or "/")
        return f"{way}{mark}{fragment}"

    def _judged(self, address: str, meant: str, uri: str) -> str:
        """Return why a file is not read, empty when it may be; each address is judged once."""
        if meant == self.entry:
            return ""
        reason = self._reasons.get((address, meant))
        if reason is None:
            reason = self._reasons[address, meant] = self._refuse(address, meant, uri)
        return reason

    def _candidates(self, address: str, uri: str, scope: Scope) -> list[str]:
        file = self._files[uri]
        if not scope.ids and file.identity is file.uri:
            key = (file.folder, address)
            known = self._meant.get(key)
            if known is None:
                known = self._meant[key] = [_joined_file(*key) or canonical(joined(uri, address))]
            return known
        bases = (self._base(file, scope), file.identity, uri)
        return list(dict.fromkeys(canonical(joined(base, address)) for base in bases))

    def _base(self, file: _File, scope: Scope) -> str:
        base = file.identity
        for written in scope.ids:
            base = joined(base, written) or written
        return base

    def _within(self, start: Found, fragment: str) -> Found:
        file = self._files[start.uri]
        if fragment and not fragment.startswith("/"):
            place = file.anchors.get((start.tokens, unquote(fragment)))
            if place is None:
                raise Nowhere(f"no schema has the anchor {short(unquote(fragment))}{self._of(start.uri)}")
            return Found(start.uri, place)
        here, value = start, self.value(start)
        for raw in fragment.split("/")[1:]:
            while (token := token_in(value, raw)) is None:
                if not (isinstance(value, Mapping) and isinstance(value.get("$ref"), str)):
                    named = short(decoded(raw))
                    raise Nowhere(f"there is no {named} in {join('#', *here.tokens)}{self._of(here.uri)}")
                here = self._find(value["$ref"], here.uri, self.scope_of(here))
                value = self.value(here)
            here = Found(here.uri, (*here.tokens, str(token)))
            value = value[token]
        return here

    def _of(self, uri: str) -> str:
        name = self._files[uri].name
        return f" of {name}" if name else ""


def _joined_file(folder: str, address: str) -> str:
    """Return what `canonical` returns of a plain relative path, which most references are; empty for all else."""
    if not folder.startswith("file:///") or address.startswith("/") or not _PLAIN.fullmatch(address):
        return ""
    return "file://" + posixpath.normpath(f"{folder[7:]}/{address}")


def has_scheme(address: str) -> bool:
    """Return whether an address names its scheme."""
    return _SCHEME.match(address) is not None


def _identified(root: object) -> Iterator[tuple[Tokens, Mapping[str, Any], Scope]]:
    """Yield (place, object, identifiers around and of it) of each object with `$id` or an anchor, outermost first."""
    stack: list[tuple[Any, Any, Scope]] = [(root, None, Scope())]
    met: set[int] = set()
    while stack:
        node, place, scope = stack.pop()
        if id(node) in met:
            continue  # what YAML aliases name is one object, however often it is met
        met.add(id(node))
        if type(node) is dict:
            if "$id" in node or "$anchor" in node or "$dynamicAnchor" in node:
                tokens = _tokens(place)
                if _is_id(node.get("$id")):
                    scope = Scope((*scope.ids, node["$id"]), tokens)
                yield tokens, node, scope
            stack.extend(
                (value, (place, key), scope)
                for key, value in node.items()
                if type(value) is dict or type(value) is list
            )
        elif type(node) is list:
            stack.extend(
                (value, (place, str(index)), scope)
                for index, value in enumerate(node)
                if type(value) is dict or type(value) is list
            )


def _tokens(place: Any) -> Tokens:  # noqa: ANN401 - a linked list: (place above, token)
    tokens: list[str] = []
    while place is not None:
        place, token = place
        tokens.append(token)
    return tuple(reversed(tokens))


def _is_id(value: object) -> bool:
    return isinstance(value, str) and value != "" and not value.startswith("#")
