"""`Composing`: finds the files that a document refers to, then makes one document of them all.

`load` asks for `wanted` files and hands them in until none is missing, and gets a `Composition`. What a reference names
becomes a component of the entry document, once, wherever it is met; where OpenAPI has no components of its kind, it
takes the place of the first reference to it. Nothing here opens a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apiref_nb.errors import TooLargeError
from apiref_nb.parsing import Document
from apiref_nb.reading.dialects import dialect_of
from apiref_nb.reading.file_set import FileSet, Found, Nowhere, Refuse, Wanted
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.object_tables import Field, Node
from apiref_nb.reading.reference_sites import Site, SiteWalk, Tokens, family_of

Key = tuple[str, Tokens, str]
"""(file, place, family of what belongs there): a piece that references name."""


@dataclass(slots=True, eq=False)
class Piece:
    """A part of a file that a reference names, or the whole entry document."""

    key: Key
    belongs: Field
    sites: list[Site] = field(default_factory=list)

    @property
    def found(self) -> Found:
        """Where it stands."""
        return Found(self.key[0], self.key[1])


class Composing:
    """The way from one file to all.

    Args:
        document: the entry document.
        uri: its address; empty when it has none.
        refuse: which files are not read.

    Raises:
        UnsupportedError: the document is not OpenAPI 2.0, 3.0, 3.1 or 3.2.
    """

    def __init__(self, document: Document, *, uri: str, refuse: Refuse) -> None:
        self.dialect, _ = dialect_of(document.root, document.source)
        self.files = FileSet(uri, document, refuse)
        self.walk = SiteWalk(
            self.dialect.grammar, siblings=self.dialect.reference_siblings, webhooks=self.dialect.webhooks
        )
        self._source = document.source
        self.pieces: dict[Key, Piece] = {}
        self._starts: dict[tuple[str, Tokens], list[Key]] = {}
        self._open: list[tuple[Piece, Site]] = []
        self._unfound: list[tuple[Piece, Site]] = []
        self._known = 1
        self.entry_root = document.root
        self.entry = self._piece(Found(uri, ()), Node("document"))

    def wanted(self) -> list[str]:
        """Return the addresses of the files that are needed next, in the order met; empty when all is found.

        Raises:
            TooLargeError: the references make more of the files than is read.
        """
        files: dict[str, None] = {}
        waiting: list[tuple[Piece, Site]] = []
        while self._open:
            later, self._open = self._open, []
            for piece, site in later:
                try:
                    self._settle(piece, site)
                except Wanted as missing:
                    files[str(missing)] = None
                    waiting.append((piece, site))
                except Nowhere as nowhere:
                    site.trouble = str(nowhere)
                    self._unfound.append((piece, site))
            if not self._open and not files and len(self.files) > self._known:
                # A schema of a file that came later may bear the `$id` that was looked for.
                self._known = len(self.files)
                self._open, self._unfound = self._unfound, []
        self._open = waiting
        return list(files)

    def _settle(self, piece: Piece, site: Site) -> None:
        found = self._end(self.files.find(site.text, piece.key[0], site.scope), site)
        site.target, site.trouble = self._piece(found, site.field).key, ""

    def _end(self, found: Found, site: Site) -> Found:
        """Return the end of a chain of plain references."""
        schema = family_of(site.field) == "schema"
        kind = self.walk.kind(site.field.kind) if type(site.field) is Node else None
        counts = kind is not None and (self.dialect.reference_siblings if schema else kind.siblings)
        met: set[Found] = set()
        while True:
            value = self.files.value(found)
            text = value.get("$ref") if isinstance(value, Mapping) else None
            if not isinstance(text, str) or (counts and len(value) > 1):
                return found
            if found in met:
                raise Nowhere("it comes back to itself")
            met.add(found)
            try:
                found = self.files.find(text, found.uri, self.files.scope_of(found))
            except Nowhere:
                return found  # the broken reference is told at its own place

    def _piece(self, found: Found, belongs: Field) -> Piece:
        key = (found.uri, found.tokens, family_of(belongs))
        known = self.pieces.get(key)
        if known is not None:
            return known
        piece = self.pieces[key] = Piece(key, belongs)
        self._starts.setdefault(key[:2], []).append(key)
        if self.cover(key) is not None:
            return piece  # what is around it was walked, or will be
        value = self.files.value(found)
        for site in self.walk.sites(value, belongs, found.tokens, self.files.scope_of(found)):
            piece.sites.append(site)
            if site.how in ("follow", "inline", "name"):
                self._open.append((piece, site))
        if self.walk.objects > LIMITS.max_walked_objects:
            most = LIMITS.max_walked_objects
            cause = f"the references make more than {most:,} objects of the files; no more are read"
            raise TooLargeError(self._source, cause)
        return piece

    def cover(self, key: Key) -> Key | None:
        """Return the outermost other piece that holds this one at a place that a walk over it comes by."""
        uri, tokens, family = key
        if not tokens:
            return None  # a whole file
        for length in range(len(tokens)):
            for other in self._starts.get((uri, tokens[:length]), ()):
                belongs = self.walk.field_at(self.pieces[other].belongs, tokens[length:])
                if belongs is not None and family_of(belongs) == family:
                    return other
        return None
