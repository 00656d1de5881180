"""`overlaid`: a document changed by overlays, so that a team adds to and removes from one that it does not own.

Overlays come after references: what a target names is the one document, whichever file a part of it came from. An
action that cannot be applied is a problem at its place in the overlay, and the others are applied.

Source: OpenAPI Overlay Specification 1.0.0 and 1.1.0.
"""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from apiref_nb.errors import UnsupportedError
from apiref_nb.model import Problem
from apiref_nb.parsing import Document, ReadLimits
from apiref_nb.parsing.limits import check_size
from apiref_nb.reading.composition import Composition, Places
from apiref_nb.reading.json_paths import JsonPathError, Path, select
from apiref_nb.reading.reference_sites import Tokens
from apiref_nb.text.pointer import PointerError, join, split
from apiref_nb.text.quoting import short

_VERSION = re.compile(r"1\.([01])(\.\d+)?")

Origin = tuple[str, Tokens]
"""(name of an overlay, empty for the document as it was, place there)."""


def overlaid(composition: Composition, overlays: Iterable[Document]) -> Composition:
    """Return the composition with overlays applied in their order; the one given is not changed.

    Args:
        composition: the document with all its files.
        overlays: parsed overlays, of any number.

    Raises:
        UnsupportedError: one of them is no overlay of version 1.0 or 1.1.
        TooLargeError: they make more of the document than is read.
    """
    given = tuple(overlays)
    if not given:
        return composition
    for overlay in given:
        _check(overlay)
    document = composition.document
    changed = _Changed(document.root)
    problems: list[Problem] = []
    for overlay in given:
        actions = overlay.root.get("actions")
        for index, action in enumerate(actions if isinstance(actions, list) else ()):
            place: Tokens = ("actions", str(index))
            for token, message in changed.apply(action, overlay.source, place, minor=_minor(overlay)):
                pointer = join("#", *place, *((token,) if token else ()))
                problems.append(Problem(pointer, message, source=overlay.source))
        check_size(changed.root, document.source, ReadLimits())
    digest = hashlib.sha256("".join([document.digest, *(overlay.digest for overlay in given)]).encode()).hexdigest()
    return replace(
        composition,
        document=replace(document, root=changed.root, digest=digest),
        places=_OverlaidPlaces(composition.places, changed),
        notes=(),
        problems=(
            *map(composition.places.placed, composition.notes),
            *composition.problems,
            *(problem for one in given for problem in _named(one)),
            *problems,
        ),
        files={**composition.files, **{overlay.source: overlay for overlay in given}},
    )


def _named(overlay: Document) -> Iterable[Problem]:
    return (replace(problem, source=overlay.source) for problem in overlay.problems)


def _check(overlay: Document) -> None:
    version = overlay.root.get("overlay")
    if not isinstance(version, str | float) or not _VERSION.fullmatch(str(version)):
        found = f"got {short(version)}" if "overlay" in overlay.root else "it has no field overlay"
        raise UnsupportedError(overlay.source, f"an overlay must be of version 1.0 or 1.1 ({found})")
    if not isinstance(overlay.root.get("actions"), list):
        raise UnsupportedError(overlay.source, "an overlay must have a list of actions")


def _minor(overlay: Document) -> int:
    found = _VERSION.fullmatch(str(overlay.root["overlay"]))
    return int(found[1]) if found else 0


class _IncompatibleError(ValueError):
    """What is there and what is to come do not fit each other; the message is a clause."""


class _Changed:
    """A copy of a tree that remembers where each mapping and list of it came from."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._origins: dict[int, Origin] = {}
        self._members: dict[tuple[int, str], Origin] = {}
        self._held: list[Any] = []  # what was taken out keeps its id its own
        self.root: dict[str, Any] = self._copied(root, ("", ()))

    def _copied(self, value: Any, origin: Origin) -> Any:  # noqa: ANN401 - JSON data
        if not isinstance(value, dict | list):
            return value
        name, tokens = origin
        made: Any
        if isinstance(value, dict):
            made = {key: self._copied(member, (name, (*tokens, key))) for key, member in value.items()}
        else:
            made = [self._copied(member, (name, (*tokens, str(index)))) for index, member in enumerate(value)]
        self._origins[id(made)] = origin
        return made

    def apply(self, action: Any, name: str, place: Tokens, *, minor: int) -> list[tuple[str, str]]:  # noqa: ANN401
        """Apply an action; return (field of it, what is wrong) of what is not as it must be."""
        if not isinstance(action, Mapping) or not isinstance(action.get("target"), str):
            return [("", "an action must be a mapping with a target")]
        try:
            targets = select(action["target"], self.root)
        except JsonPathError as exc:
            return [("target", f"{short(action['target'])} is not a JSONPath expression: {exc}")]
        if not targets:
            return [("target", f"nothing in the document matches {short(action['target'])}")]
        try:
            if action.get("remove") is True:
                self._remove(targets)
            elif "update" in action:
                self._update(targets, action["update"], (name, (*place, "update")), primitives=minor > 0)
            elif "copy" in action and minor > 0:
                self._copy(targets, action["copy"])
            else:
                allowed = "update, remove or copy" if minor else "update or remove"
                return [("", f"an action must have {allowed}")]
        except _IncompatibleError as exc:
            return [("update" if "update" in action else "target", str(exc))]
        except JsonPathError as exc:
            return [("copy", f"{short(action['copy'])} is not a JSONPath expression: {exc}")]
        return []

    def at(self, path: Path) -> Any:  # noqa: ANN401 - JSON data
        """Return what stands at a place."""
        here: Any = self.root
        for token in path:
            here = here[token]
        return here

    def _remove(self, targets: list[Path]) -> None:
        if () in targets:
            raise _IncompatibleError("the root of the document cannot be removed")
        found = [(self.at(path[:-1]), path[-1]) for path in targets]
        # From the end of a list, so that the places before stay what they were.
        for holder, token in sorted(found, key=lambda pair: pair[1] if isinstance(pair[1], int) else -1, reverse=True):
            self._held.append(holder[token])
            del holder[token]

    def _copy(self, targets: list[Path], expression: object) -> None:
        if not isinstance(expression, str):
            raise _IncompatibleError("copy must be a JSONPath expression")
        sources = select(expression, self.root)
        if len(sources) != 1:
            raise _IncompatibleError(f"copy must select exactly one place (got {len(sources)})")
        value = self.at(sources[0])
        self._update(targets, copy.deepcopy(value), self.origin(tuple(map(str, sources[0]))), primitives=True)

    def _update(self, targets: list[Path], value: Any, origin: Origin, *, primitives: bool) -> None:  # noqa: ANN401
        for path in targets:
            here = self.at(path)
            if isinstance(here, list):
                self._append(here, value, origin)
            elif isinstance(here, dict):
                if not isinstance(value, Mapping):
                    raise _IncompatibleError(
                        f"the target is a mapping, and update must be one too (got {short(value)})"
                    )
                self._merge(here, value, origin)
            elif not primitives:
                raise _IncompatibleError(
                    "the target is neither a mapping nor a list, which Overlay 1.0 cannot update; select what holds it"
                )
            elif isinstance(value, dict | list) or not path:
                raise _IncompatibleError(
                    f"the target is a single value, and update must be one too (got {short(value)})"
                )
            else:
                self._set(self.at(path[:-1]), path[-1], value, origin)

    def _append(self, here: list[Any], value: Any, origin: Origin) -> None:  # noqa: ANN401
        name, tokens = origin
        if isinstance(value, list):
            here.extend(self._copied(item, (name, (*tokens, str(index)))) for index, item in enumerate(value))
        else:
            here.append(self._copied(value, origin))

    def _merge(self, here: dict[str, Any], value: Mapping[str, Any], origin: Origin) -> None:
        name, tokens = origin
        for key, member in value.items():
            inside = (name, (*tokens, key))
            own = here.get(key)
            if isinstance(own, dict) and isinstance(member, dict):
                self._merge(own, member, inside)
            elif isinstance(own, list) and isinstance(member, list):
                self._append(own, member, inside)
            elif key in here and (isinstance(own, dict | list) or isinstance(member, dict | list)) and own is not None:
                words = f"{short(key)} is {_kind(own)} in the document and {_kind(member)} in the update"
                raise _IncompatibleError(words)
            else:
                self._set(here, key, member, inside)

    def _set(self, holder: Any, token: str | int, value: Any, origin: Origin) -> None:  # noqa: ANN401
        holder[token] = self._copied(value, origin)
        self._members[id(holder), str(token)] = origin

    def origin(self, tokens: Tokens) -> Origin:
        """Return where what stands at a place came from; places beyond what is there count from the last that is."""
        here: Any = self.root
        found: Origin = ("", ())
        for token in tokens:
            name, base = self._origins.get(id(here), found) if isinstance(here, dict | list) else found
            found = self._members.get((id(here), token), (name, (*base, token)))
            if isinstance(here, dict):
                here = here.get(token)
            elif isinstance(here, list) and token.isdecimal() and int(token) < len(here):
                here = here[int(token)]
            else:
                here = None
            if isinstance(here, dict | list):
                found = self._origins.get(id(here), found)
        return found


def _kind(value: object) -> str:
    return "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a single value"


class _OverlaidPlaces(Places):
    """Places of a document that overlays have changed."""

    def __init__(self, before: Places, changed: _Changed) -> None:
        super().__init__()
        self._before = before
        self._changed = changed

    def placed(self, problem: Problem) -> Problem:
        """Return a problem with the file and the pointer that its author knows; see `Places`."""
        if problem.source:
            return problem
        try:
            tokens = split(problem.pointer)
        except PointerError:
            return problem
        name, place = self._changed.origin(tokens)
        if name:
            return replace(problem, source=name, pointer=join("#", *place))
        return self._before.placed(replace(problem, pointer=join("#", *place)))
