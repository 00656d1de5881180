"""A mapping that the caller already holds to a tree of plain values, copied, so that neither sees the other change.

`document.from_mapping` calls it. What a JSON or YAML loader made passes as it is; what only Python has (dates of a
YAML 1.1 loader, not-finite numbers, sets, objects) is put as text or left out, each with a Problem.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from apiref_nb.model.problems import ProblemList
from apiref_nb.parsing.json_text import REPEATED_KEY, REPLACED_SURROGATE
from apiref_nb.parsing.limits import ReadLimits
from apiref_nb.text.limits import LIMITS
from apiref_nb.text.numbers import is_writable, number_text
from apiref_nb.text.pointer import join
from apiref_nb.text.quoting import quoted

_SURROGATE = re.compile("[\ud800-\udfff]")


class _OpenContainer:
    """One container that is being copied."""

    __slots__ = ("copy", "original", "rest", "token")

    def __init__(self, original: Mapping[Any, Any] | Sequence[Any], copy: dict[str, Any] | list[Any]) -> None:
        self.original = original
        self.copy = copy
        self.token: str | int = ""
        self.rest: Iterator[tuple[Any, Any]] = iter(
            original.items() if isinstance(original, Mapping) else enumerate(original)
        )


class _Copier:
    def __init__(self, source: str, limits: ReadLimits, problems: ProblemList) -> None:
        self._source = source
        self._limits = limits
        self._problems = problems
        self._stack: list[_OpenContainer] = []
        self._open: set[int] = set()

    def copy(self, root: Mapping[Any, Any]) -> dict[str, Any]:
        """Return a copy of the whole tree."""
        limits = self._limits
        stack = self._stack
        copied: dict[str, Any] = {}
        self._enter(root, copied)
        nodes = 1
        while stack:
            top = stack[-1]
            for token, value in top.rest:
                nodes += 1
                if nodes > limits.nodes:
                    raise limits.too_many_nodes(self._source)
                into = top.copy
                if isinstance(into, dict):
                    top.token = self._key(token, into)
                else:
                    top.token = token
                container = self._container(value)
                placed = self._scalar(value) if container is None else container
                if isinstance(into, dict):
                    into[str(top.token)] = placed
                else:
                    into.append(placed)
                if container is not None:
                    if id(value) in self._open:
                        self._replace_last(into, top.token)
                        continue
                    if len(stack) >= limits.depth:
                        raise limits.too_deep(self._source)
                    self._enter(value, container)
                    break
            else:
                self._open.discard(id(top.original))
                stack.pop()
        return copied

    def _enter(self, original: Mapping[Any, Any] | Sequence[Any], copy: dict[str, Any] | list[Any]) -> None:
        self._open.add(id(original))
        self._stack.append(_OpenContainer(original, copy))

    def _replace_last(self, into: dict[str, Any] | list[Any], token: str | int) -> None:
        self._note("the value contains itself; null is put in its place")
        into[token] = None  # type: ignore[index]

    def _note(self, message: str) -> None:
        self._problems.note(lambda: join("#", *(frame.token for frame in self._stack)), message)

    @staticmethod
    def _container(value: object) -> dict[str, Any] | list[Any] | None:
        if isinstance(value, Mapping):
            return {}
        if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
            return []
        return None

    def _key(self, key: object, into: dict[str, Any]) -> str:
        problem = ""
        if isinstance(key, str):
            text = _clean(key)
            problem = REPLACED_SURROGATE if text != key else ""
        elif isinstance(key, bool) or key is None:
            text = {True: "true", False: "false", None: "null"}[key]
            problem = f"a key must be text; {text} (a word that YAML 1.1 loaders turn into a value) is read as text"
        elif isinstance(key, int):  # the 200 of `responses: {200: ...}`, as every YAML loader hands it over
            text = str(key) if is_writable(key) else "integer"
        else:
            text = _as_text(key)
            problem = f"a key must be text; one of type {quoted(type(key).__name__)} is read as text"
        repeated = text in into
        if problem or repeated:
            self._stack[-1].token = text
            self._note(problem or REPEATED_KEY.format(key=quoted(text)))
        return text

    def _scalar(self, value: object) -> object:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            text = _clean(value)
            if text != value:
                self._note(REPLACED_SURROGATE)
            return text
        if isinstance(value, int):
            if is_writable(value):
                return int(value)
            self._note(f"the integer has more than {LIMITS.max_digits} digits and is left out")
            return None
        if isinstance(value, float):
            if value - value == 0:
                return float(value)
            self._note(f"{value} is not a JSON value and is kept as text")
            return str(value)
        if isinstance(value, (datetime.date, datetime.time)):
            self._note("a date is kept as text; YAML 1.2 has no dates, a YAML 1.1 loader made this one")
            return value.isoformat()
        self._note(f"a value of type {quoted(type(value).__name__)} is not a JSON value and is left out")
        return None


def copied_mapping(
    mapping: Mapping[Any, Any], *, source: str, limits: ReadLimits, problems: ProblemList
) -> dict[str, Any]:
    """Return a copy of `mapping` that holds only dicts with text keys, lists, text, numbers, booleans and None.

    Args:
        mapping: the caller's own; it is never changed, and may hold itself.
        source: what the caller named; errors begin with it.
        limits: the depth and number of values that are allowed.
        problems: takes what had to be put as text or left out, each with its pointer.

    Raises:
        TooLargeError: it is deeper or larger than `limits` allow.
    """
    return _Copier(source, limits, problems).copy(mapping)


def _clean(text: str) -> str:
    plain = str.__str__(text)
    return plain if plain.isascii() else _SURROGATE.sub("\ufffd", plain)


def _as_text(key: object) -> str:
    if isinstance(key, (datetime.date, datetime.time)):
        return key.isoformat()
    if isinstance(key, tuple):
        return f"({', '.join(map(_within_key, key))}{',' * (len(key) == 1)})"
    return _clean(str(key)) if isinstance(key, (float, bytes)) else f"({type(key).__name__})"


def _within_key(part: object) -> str:
    """One part of a tuple, as Python writes it; whatever else it may be is not asked for its `repr`."""
    if isinstance(part, str):
        return repr(_clean(part))
    if part is None or isinstance(part, bool):
        return repr(part)
    if isinstance(part, int | float):
        return number_text(part)
    return repr(part) if isinstance(part, bytes) else f"({type(part).__name__})"
