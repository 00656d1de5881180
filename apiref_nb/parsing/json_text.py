"""JSON text to a tree, strictly as RFC 8259 has it, at the speed of the standard library's C scanner.

`document.parse` hands in decoded text. What other readers take but the RFC refuses (NaN, Infinity, comments) is an
error with line and column; what the RFC leaves open (repeated keys, lone surrogates, numbers beyond any range)
becomes a Problem, and the tree that comes out holds no such value any more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from apiref_nb.errors import DocumentSyntaxError
from apiref_nb.model.problems import ProblemList
from apiref_nb.parsing.limits import ReadLimits, check_size
from apiref_nb.parsing.location import SourcePlace, Wanted, json_places
from apiref_nb.text.json_numbers import authored
from apiref_nb.text.json_value import ConstantError, refused_constant
from apiref_nb.text.limits import LIMITS
from apiref_nb.text.pointer import join
from apiref_nb.text.quoting import quoted

REPLACED_SURROGATE = "half of a surrogate pair stands alone and is no character; U+FFFD is shown in its place"
REPEATED_KEY = "the key {key} is written more than once in this object; the last value is kept"

_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u[dD](?:[89abAB]..\\u[dD][c-fC-F]|([89a-fA-F]))|.)")
"""An escape of JSON; its group holds text when it is half of a surrogate pair without the other half."""
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(-?Infinity|NaN)', re.DOTALL)


def large_number_problem(written: str) -> str:
    """Return the message for a number that is kept as text."""
    shown = quoted(written, max_characters=24)
    return f"the number {shown} ({len(written):,} characters) is out of range and is kept as text"


class _NumberText(str):
    """A number that does not fit, as it was written; only until `_repair` has put plain text in its place."""

    __slots__ = ()


class Shared:
    """What a document says again and again, as one object each: texts, and objects of one member that is a text.

    Four of five texts of a large document are repeated, and so are most of its `{"$ref": …}` and `{"type": …}`. It
    belongs to one reading and goes with it; a tree is never changed where it stands.
    """

    __slots__ = ("_singles", "texts")

    def __init__(self) -> None:
        known: dict[str, str] = {}
        self.texts = known.setdefault
        """(text, the same text) -> the first that was equal."""
        self._singles: dict[tuple[str, str], dict[str, Any]] = {}

    def single(self, member: tuple[str, str]) -> dict[str, Any]:
        """Return the object of a member."""
        known = self._singles.get(member)
        if known is None:
            name, text = member
            known = self._singles[member] = {name: self.texts(text, text)}
        return known


class _ScanHooks:
    """The scanner's hooks: they build the tree and remember what needs a second look.

    Args:
        shares: False makes each object of the tree one of its own, for who changes it at its place.
    """

    __slots__ = ("numbers", "repeats", "shared", "shares")

    def __init__(self, *, shares: bool) -> None:
        self.repeats: dict[int, tuple[dict[str, Any], list[str]]] = {}
        self.numbers = False
        self.shared = Shared()
        self.shares = shares

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if self.shares:
            texts = self.shared.texts
            if len(pairs) == 1 and pairs[0][1].__class__ is str:
                return self.shared.single(pairs[0])
            built = {key: texts(value, value) if value.__class__ is str else value for key, value in pairs}
        else:
            built = dict(pairs)
        if len(built) != len(pairs):
            seen: set[str] = set()
            again = [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
            self.repeats[id(built)] = (built, list(dict.fromkeys(again)))  # holding it keeps its id its own
        return built

    def integer(self, written: str) -> int | str:
        if len(written) <= LIMITS.max_digits:
            return int(written)
        self.numbers = True
        return _NumberText(written)

    def fraction(self, written: str) -> float | str:
        value = authored(written)
        if value is not None:
            return value
        self.numbers = True
        return _NumberText(written)

    def read(self, text: str) -> object:
        """Return the tree of a text."""
        decoder = json.JSONDecoder(
            object_pairs_hook=self.members,
            parse_int=self.integer,
            parse_float=self.fraction,
            parse_constant=refused_constant,
        )
        return decoder.decode(text)


def parse_json(text: str, *, source: str, limits: ReadLimits, problems: ProblemList) -> object:
    """Return the tree of a JSON text.

    Args:
        text: the decoded document, without a byte order mark.
        source: what the caller named; errors begin with it.
        limits: the depth and number of values that are allowed.
        problems: takes repeated keys, lone surrogates and numbers out of range, in document order.

    Raises:
        DocumentSyntaxError: the text is not JSON; the error has the line and column.
        TooLargeError: the tree is deeper or larger than `limits` allow.
    """
    hooks = _ScanHooks(shares=True)
    try:
        root = hooks.read(text)
    except RecursionError as exc:
        raise limits.too_deep(source) from exc
    except json.JSONDecodeError as exc:
        raise _syntax_error(source, text, _place_of(exc), _explained(exc)) from exc
    except ConstantError as exc:
        at = next(match.start() for match in _CONSTANT.finditer(text) if match[1])
        raise _syntax_error(source, text, at, f"{exc}; a number, a string or null is") from exc
    check_size(root, source, limits)
    surrogates = _SURROGATE_ESCAPE.search(text) is not None and any(_ESCAPE.findall(text))
    if surrogates or hooks.numbers or hooks.repeats:
        hooks = _ScanHooks(shares=False)
        root = _repair(hooks.read(text), text, hooks, surrogates=surrogates, problems=problems)
    return root


def _syntax_error(source: str, text: str, position: int, fault: str) -> DocumentSyntaxError:
    place = SourcePlace.of(text, position)
    return DocumentSyntaxError(
        source,
        f"not valid JSON: {fault} (line {place.line}, column {place.column})",
        line=place.line,
        column=place.column,
    )


def _place_of(exc: json.JSONDecodeError) -> int:
    """Return the fault's offset: that of the comma before a closing bracket, where Python 3.12 names the bracket."""
    before = exc.doc[: exc.pos].rstrip()
    return len(before) - 1 if before.endswith(",") and exc.doc[exc.pos : exc.pos + 1] in ("}", "]") else exc.pos


def _explained(exc: json.JSONDecodeError) -> str:
    """Return the scanner's finding in words for the author of the document, the same in every Python version."""
    rest = exc.doc[exc.pos : exc.pos + 1]
    before = exc.doc[max(0, exc.pos - 200) : exc.pos].rstrip()
    if exc.msg.startswith("Unterminated string"):
        return "the string that starts here is never closed"
    if exc.msg.startswith("Invalid control character"):
        return "a string holds a raw control character or line break; write it as an escape such as \\n"
    if exc.msg.startswith("Invalid \\"):
        return 'this is no escape of JSON; allowed are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits'
    if exc.msg.startswith("Extra data"):
        return "the document is complete, but more text follows"
    if not exc.doc[exc.pos :].strip(" \t\r\n"):
        return "the text ends too early, as if it were cut short"
    if exc.msg.startswith("Illegal trailing comma") or (rest in "}]" and before.endswith(",")):
        return "a comma stands before the closing bracket; JSON allows it only between values"
    if rest == "'":
        return "a single quote; JSON strings take double quotes"
    if exc.doc.startswith(("//", "/*"), exc.pos):
        return "a comment; JSON has none"
    if exc.msg.startswith("Expecting property name"):
        return f"a key in double quotes is expected, not {quoted(rest)}"
    if exc.msg.startswith("Expecting ','"):
        return f'"," or a closing bracket is expected, not {quoted(rest)}'
    if exc.msg.startswith("Expecting ':'"):
        return f'":" is expected after a key, not {quoted(rest)}'
    return f"a value is expected, not {quoted(rest)}"


_Path = tuple["_Path", str | int] | None


def _repair(root: object, text: str, hooks: _ScanHooks, *, surrogates: bool, problems: ProblemList) -> object:
    """Return the tree with every odd value replaced, in place, and note each with its line and column."""
    found: list[tuple[str, str]] = []

    def note(path: _Path, token: str | int, message: str) -> None:
        if len(found) < problems.room:
            found.append((_pointer(path, token), message))
        else:
            problems.leave_out()

    holder: list[Any] = [root]
    walk: list[tuple[dict[str, Any] | list[Any], _Path]] = [(holder, None)]
    while walk:
        container, path = walk.pop()
        if isinstance(container, dict):
            if surrogates:
                _repair_keys(container, path, note)
            for key in hooks.repeats.get(id(container), ({}, []))[1]:
                clean = _SURROGATE.sub("\ufffd", key)
                note(path, clean, REPEATED_KEY.format(key=quoted(clean)))
        below: list[tuple[dict[str, Any] | list[Any], _Path]] = []
        members: Iterable[tuple[str | int, Any]] = (
            list(container.items()) if isinstance(container, dict) else enumerate(container)
        )
        for token, value in members:
            kind = type(value)
            if kind is dict or kind is list:
                below.append((value, (path, token) if container is not holder else None))
            elif kind is str:
                if surrogates and _SURROGATE.search(value):
                    container[token] = _SURROGATE.sub("\ufffd", value)  # type: ignore[index]  # its own token
                    note(path, token, REPLACED_SURROGATE)
            elif kind is _NumberText:
                container[token] = str.__str__(value)  # type: ignore[index]  # its own token
                note(path, token, large_number_problem(value))
        walk.extend(reversed(below))  # so that Problems come in document order
    _place_and_note(found, text, problems)
    return holder[0]


def _place_and_note(found: list[tuple[str, str]], text: str, problems: ProblemList) -> None:
    wanted = Wanted()
    for pointer, _ in found:
        wanted.add(pointer)
    json_places(text, wanted)
    for pointer, message in found:
        location = wanted.location(pointer)
        line, column = (location.line, location.column) if location else (None, None)
        problems.note(pointer, message, line=line, column=column)


def _repair_keys(container: dict[str, Any], path: _Path, note: Callable[[_Path, str, str], None]) -> None:
    if not any(_SURROGATE.search(key) for key in container):
        return
    members = list(container.items())
    container.clear()
    for key, value in members:
        clean = _SURROGATE.sub("\ufffd", key)
        if clean != key:
            note(path, clean, REPLACED_SURROGATE)
        container[clean] = value


def _pointer(path: _Path, last: str | int) -> str:
    tokens = [last]
    while path is not None:
        path, token = path
        tokens.append(token)
    return join("#", *reversed(tokens))
