"""`Layout`: where each piece of the files stands in the one document, decided before anything is written.

A piece that a component of the entry document refers to takes that component's place; others become components, named
for what they are, and for where they come from when the name is taken; pieces without components stand at the first
reference to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from apiref_nb.reading.composing import Composing, Key, Piece
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.object_tables import Map
from apiref_nb.reading.reference_sites import Site, Tokens

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._\-]+")


class Layout:
    """The places of all pieces of a document whose files were all found."""

    def __init__(self, composing: Composing) -> None:
        self._composing = composing
        self._sections = _sections(composing)
        self._homes = {home: family for family, home in self._sections.items()}
        self._taken: dict[Tokens, set[str]] = {}
        self.places: dict[Key, Tokens] = {composing.entry.key: ()}
        """Piece -> its one place."""
        self.here: dict[Tokens, Key] = {}
        """Place of a reference that the piece itself takes -> the piece."""
        self.components: list[tuple[Tokens, Piece]] = []
        """What is added to the entry document's components, in order."""
        self._settle(composing.entry, (), 0)
        self._name()

    def place_of(self, key: Key) -> Tokens | None:
        """Return where a piece stands; None for one that is copied wherever it is named."""
        cover = self._composing.cover(key) if key[1] else None
        if cover is not None and cover in self.places:
            return (*self.places[cover], *key[1][len(cover[1]) :])
        return self.places.get(key)

    def below(self, piece: Piece, at: Tokens) -> Iterator[tuple[Site, Tokens]]:
        """Yield (site, its place in the one document) of a piece that stands at a place.

        Args:
            piece: the part of a file.
            at: its place in the one document.
        """
        skip = len(piece.key[1])
        for site in piece.sites:
            yield site, (*at, *site.place[skip:])

    def _settle(self, piece: Piece, at: Tokens, depth: int) -> None:
        """Give a place to whatever stands at the reference to it, in a piece and all that stands inside it."""
        if depth > LIMITS.max_inlined_depth:
            return
        for site, place in self.below(piece, at):
            if site.target is None:
                continue
            target = self._composing.pieces[site.target]
            if self.place_of(target.key) is not None:
                continue
            family = target.key[2]
            home = self._homes.get(place[:-1])
            stands = site.how == "inline" or (
                site.how == "follow" and site.alone and (home == family or family not in self._sections)
            )
            if stands:
                self.places[target.key] = place
                if site.how == "follow":
                    self.here[place] = target.key
                self._settle(target, place, depth + 1)

    def _name(self) -> None:
        """Make components of all other pieces, in the order in which a reader of the one document meets them."""
        waiting: list[tuple[Piece, Tokens]] = [(self._composing.entry, ())]
        met = {self._composing.entry.key}
        while waiting:
            piece, at = waiting.pop(0)
            stack = [self.below(piece, at)]
            while stack:
                step = next(stack[-1], None)
                if step is None:
                    stack.pop()
                    continue
                site, place = step
                if site.target is None:
                    continue
                key = self._composing.cover(site.target) or site.target
                target = self._composing.pieces[key]
                if self.place_of(key) is None and key[2] in self._sections:
                    home = self._sections[key[2]]
                    self.places[key] = (*home, self._free_name(home, key))
                    self.components.append((self.places[key], target))
                    self._settle(target, self.places[key], 0)
                if key not in met:
                    met.add(key)
                    stack.append(self.below(target, self.places.get(key, place)))

    def _free_name(self, home: Tokens, key: Key) -> str:
        taken = self._taken.get(home)
        if taken is None:
            taken = self._taken[home] = self._used(home)
        for name in _names(key):
            if name not in taken:
                taken.add(name)
                return name
        raise AssertionError("unreachable: names go on for ever")

    def _used(self, home: Tokens) -> set[str]:
        """Return the names that the entry document's own components have."""
        names = {place[-1] for place in self.places.values() if place[:-1] == home}
        value: Any = self._composing.entry_root
        for length, token in enumerate(home, 1):
            value = value.get(token) if isinstance(value, Mapping) else None
            inlined = [key for key, place in self.places.items() if place == home[:length]]
            for key in inlined:
                found = self._composing.files.value(self._composing.pieces[key].found)
                value = {
                    **(found if isinstance(found, Mapping) else {}),
                    **(value if isinstance(value, Mapping) else {}),
                }
        return names | (set(value) if isinstance(value, Mapping) else set())


def _sections(composing: Composing) -> dict[str, Tokens]:
    """Return family -> where the entry document keeps components of it."""
    grammar = composing.dialect.grammar
    head: Tokens = ("components",) if "components" in grammar else ()
    fields = grammar["components" if head else "document"].fields
    return {
        field.kind: (*head, name) for name, field in fields.items() if type(field) is Map and field.kind != "path item"
    }


def _names(key: Key) -> Iterator[str]:
    """Yield names for a component: of the piece itself, then with more and more of where it stands before it."""
    uri, tokens, _ = key
    path = unquote(uri.partition("?")[0])
    stem = path.rpartition("/")[2]
    own = [tokens[-1]] if tokens else []
    own.append((stem.rpartition(".")[0] or stem).lstrip("_") or "part")
    own += path.split("/")[-2:2:-1]  # of `file:///a/b/c.yaml` or `https://host/a/b/c.yaml`
    name = ""
    for part in own:
        plain = _NOT_IN_NAMES.sub("_", part) or "_"
        name = f"{plain}.{name}" if name else plain
        yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1
