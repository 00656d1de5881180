"""`assembled`: the one document, as its `Layout` says: the tree of the entry document, with what it refers to.

Only what holds a reference is copied; all else is shared with the files. Identifiers (`$id`, `$anchor`) are gone where
their references are, but where a `$dynamicRef` may need them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from apiref_nb.errors import TooLargeError
from apiref_nb.model import Problem
from apiref_nb.parsing import ReadLimits
from apiref_nb.parsing.limits import check_size
from apiref_nb.reading.composing import Composing, Key, Piece
from apiref_nb.reading.composition import Composition, Places
from apiref_nb.reading.file_set import Nowhere, Wanted
from apiref_nb.reading.layout import Layout
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.reference_sites import Site, Tokens
from apiref_nb.text.pointer import join
from apiref_nb.text.quoting import short

_READ_LIMITS = ReadLimits()


def assembled(composing: Composing) -> Composition:
    """Return the one document of a set of files that lacks none.

    Raises:
        TooLargeError: it comes to more than is read of one document.
    """
    return _Assembly(composing).composition()


@dataclass(slots=True)
class _Node:
    """A tree of the sites of a piece, by their tokens."""

    below: dict[str, _Node] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)


class _Assembly:
    def __init__(self, composing: Composing) -> None:
        self._composing = composing
        self._files = composing.files
        self._source = self._files.document(self._files.entry).source
        self._layout = Layout(composing)
        self._places = Places()
        self._notes: list[Problem] = []
        self._reasons: dict[str, str] = {}
        self._trees: dict[Key, _Node] = {}
        self._rewritten = 0
        self._dynamic = any("$dynamic" in document.text for _, document in self._files.items())

    def composition(self) -> Composition:
        composing, files = self._composing, self._files
        entry = composing.entry
        root = dict(self._written(entry, (), ()))
        for place, piece in self._layout.components:
            holder = root
            for token in place[:-1]:
                inner = holder.get(token)
                holder[token] = holder = dict(inner) if isinstance(inner, Mapping) else {}
            self._came_from(place, piece)
            holder[place[-1]] = self._written(piece, place, (piece.key,))
        document = files.document(composing.files.entry)
        check_size(root, document.source, _READ_LIMITS)
        named = sorted((files.name(uri), part.digest) for uri, part in files.items())
        digest = hashlib.sha256(repr(named).encode()).hexdigest() if len(named) > 1 else document.digest
        return Composition(
            document=replace(document, root=root, digest=digest),
            places=self._places,
            reasons=self._reasons,
            notes=tuple(self._notes),
            problems=tuple(
                replace(problem, source=files.name(uri))
                for uri, part in files.items()
                if uri != files.entry
                for problem in part.problems
            ),
            files={files.name(uri): part for uri, part in files.items()},
        )

    def _tree(self, piece: Piece) -> _Node:
        known = self._trees.get(piece.key)
        if known is not None:
            return known
        tokens = piece.key[1]
        cover = None if piece.sites else self._composing.cover(piece.key)
        if cover is not None:
            # It was walked as a part of what is around it, and its sites are there.
            tree = self._tree(self._composing.pieces[cover])
            for token in tokens[len(cover[1]) :]:
                tree = tree.below.get(token) or _Node()
            self._trees[piece.key] = tree
            return tree
        known = self._trees[piece.key] = _Node()
        for site in piece.sites:
            node = known
            for token in site.place[len(tokens) :]:
                node = node.below.setdefault(token, _Node())
            node.sites.append(site)
        return known

    def _came_from(self, place: Tokens, piece: Piece) -> None:
        self._places.put(place, self._files.name(piece.key[0]), piece.key[1])

    def _written(self, piece: Piece, at: Tokens, inside: tuple[Key, ...]) -> Any:  # noqa: ANN401 - JSON data
        return self._rewrite(self._files.value(piece.found), self._tree(piece), piece, at, inside)

    def _rewrite(self, value: Any, tree: _Node, piece: Piece, at: Tokens, inside: tuple[Key, ...]) -> Any:  # noqa: ANN401
        if not tree.below and not tree.sites:
            return value
        if len(at) > _READ_LIMITS.depth:
            raise _READ_LIMITS.too_deep(self._source)
        self._rewritten += 1 + len(value)
        if self._rewritten > LIMITS.max_rewritten_values:
            most = LIMITS.max_rewritten_values
            cause = f"the references put more than {most:,} values of the files together; no more are read"
            raise TooLargeError(self._source, cause)
        made: Any = value
        if tree.below:
            made = list(value) if isinstance(value, list) else dict(value)
            for token, below in tree.below.items():
                slot: Any = int(token) if isinstance(value, list) else token
                made[slot] = self._rewrite(value[slot], below, piece, (*at, token), inside)
        for site in tree.sites:
            made = self._resolved(made, site, piece, at, inside)
        return made

    def _resolved(self, made: Any, site: Site, piece: Piece, at: Tokens, inside: tuple[Key, ...]) -> Any:  # noqa: ANN401
        if site.how == "identity":
            return made if self._dynamic else {k: v for k, v in made.items() if k not in ("$id", "$anchor")}
        if site.how == "operation":
            return self._operation(site, piece)
        if site.target is None:
            return self._broken(made, site, piece, at)
        if site.how == "inline" or at in self._layout.here:
            return self._put_in(made, site, piece, at, inside)
        place = self._layout.place_of(site.target)
        if place is None:
            return self._put_in(made, site, piece, at, inside)
        entry = self._composing.entry
        own = piece is entry and site.text.startswith("#/") and not site.scope.ids
        if own and self._composing.cover(site.target) == entry.key:
            return made  # as the author wrote it
        if place == at:
            return made
        text = join("#", *place)
        return text if site.how == "name" else {**made, "$ref": text}

    def _put_in(self, made: Any, site: Site, piece: Piece, at: Tokens, inside: tuple[Key, ...]) -> Any:  # noqa: ANN401
        """Return what a reference names, in the place of the reference."""
        target = self._composing.pieces[site.target]
        if site.how == "inline" and site.label:
            words = f"OpenAPI allows no $ref in the place of {site.label}; it is followed all the same"
            self._note(piece, site, at, f"{words}: {short(site.text)}")
        if target.key in inside or len(inside) > LIMITS.max_inlined_depth:
            self._note(piece, site, at, f"the reference comes back to itself: {short(site.text)}")
            return {name: value for name, value in made.items() if name != "$ref"}
        beside = {name: value for name, value in made.items() if name != "$ref"} if not site.alone else {}
        name, base = self._files.name(piece.key[0]), site.place
        for key in beside:
            self._places.put((*at, key), name, (*base, key))
        self._came_from(at, target)
        written = self._written(target, at, (*inside, target.key))
        return {**written, **beside} if beside and isinstance(written, Mapping) else written

    def _operation(self, site: Site, piece: Piece) -> str:
        """Return the reference of a link: it is followed where the operation stands in the one document."""
        try:
            found = self._files.find(site.text, piece.key[0], site.scope)
        except (Nowhere, Wanted):
            return site.text
        place = self._layout.place_of((found.uri, found.tokens, "operation"))
        return site.text if place is None else join("#", *place)

    def _broken(self, made: Any, site: Site, piece: Piece, at: Tokens) -> Any:  # noqa: ANN401
        name = self._files.name(piece.key[0])
        text = self._files.seen_from_entry(site.text, piece.key[0]) if name else site.text
        self._reasons.setdefault(text, f"{short(site.text)}: {site.trouble}")
        if site.how == "inline":
            self._note(piece, site, at, f"the reference is not followed: {short(site.text)}: {site.trouble}")
        if site.how == "name":
            return text
        return made if text == site.text else {**made, "$ref": text}

    def _note(self, piece: Piece, site: Site, at: Tokens, message: str) -> None:
        self._places.put((*at, "$ref"), self._files.name(piece.key[0]), (*site.place, "$ref"))
        self._notes.append(Problem(join("#", *at, "$ref"), message))
