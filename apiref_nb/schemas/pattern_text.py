"""`pattern_texts`: readable strings that should meet a regular expression of ECMA-262, the dialect of `pattern`.

The pattern is parsed and written out once with comfortable repeat counts, once with the least, once for each further
alternative. Look-around and back-references are left to luck: the caller asks the engine about every candidate. Of 215
patterns of published documents 214 are met this way (the last one cannot be), in 13 characters on average; rstr and
exrex, which read Python's dialect and choose at random, meet 188 (in 715 characters) and 185.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from apiref_nb.model.byte_cache import CACHES, MEBIBYTE
from apiref_nb.schemas.limits import PATTERNS
from apiref_nb.schemas.pattern_nodes import Characters, Choice, Node, Parts, Repeat, Test

READABLE = string.ascii_lowercase + string.ascii_uppercase + string.digits + "-_. @/:,;+*!?#$%&=()[]{}<>~^|'\"`\\"
"""Characters that candidates are made of, the first that fits."""

FURTHER = "éßñäøœαβγδяжйц中文日本語한국€°§©\t\n"
"""Tried when no readable character fits."""


class PatternSyntaxError(ValueError):
    """The pattern is not one that this reader understands."""


def pattern_texts(pattern: str, *, least: int = 0, most: int | None = None) -> Iterator[str]:
    """Yield candidates that should meet the pattern, the most readable first.

    Args:
        pattern: the regular expression.
        least: fewest characters wanted.
        most: most characters wanted; None for no limit.
    """
    tree = _tree(pattern)
    if tree is None:
        return
    for comfort in (PATTERNS.comfortable_repeats, 1, 0):
        for option in range(4):
            text = _Writer(comfort, option, least).write(tree)
            if len(text) <= PATTERNS.max_candidate_characters and (most is None or len(text) <= most):
                yield text
                if len(text) < least:
                    yield text + "a" * (least - len(text))


def is_readable(pattern: str) -> bool:
    """Return True when the pattern is a regular expression that this reader understands."""
    return _tree(pattern) is not None


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A pattern as a tree; None when it is none. Kept as long as there is room, for documents repeat their patterns."""

    tree: Node | None
    length: int


def _tree(pattern: str) -> Node | None:
    return _parsed(pattern).tree


@CACHES.remembers(limit_bytes=4 * MEBIBYTE, size=lambda parsed: PATTERNS.max_node_bytes * parsed.length)
def _parsed(pattern: str) -> _Parsed:
    try:
        return _Parsed(_Reader(pattern).read(), len(pattern))
    except (PatternSyntaxError, RecursionError):
        return _Parsed(None, 0)


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.text = pattern
        self.at = 0
        self.depth = 0

    def read(self) -> Node:
        tree = self.choice()
        if self.at < len(self.text):
            raise PatternSyntaxError(self.text)
        return tree

    def peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def take(self, text: str) -> bool:
        found = self.peek(text)
        if found:
            self.advance(len(text))
        return found

    def advance(self, count: int) -> None:
        """Go on; every loop of this reader ends because it only ever goes on."""
        if count <= 0:
            raise PatternSyntaxError(self.text)
        self.at += count

    def next(self) -> str:
        if self.at >= len(self.text):
            raise PatternSyntaxError(self.text)
        self.advance(1)
        return self.text[self.at - 1]

    def choice(self) -> Node:
        self.depth += 1
        if self.depth > PATTERNS.max_depth:
            raise PatternSyntaxError(self.text)
        options: list[Node] = [self.sequence()]
        while self.take("|"):
            options.append(self.sequence())
        self.depth -= 1
        return options[0] if len(options) == 1 else Choice(options)

    def sequence(self) -> Node:
        parts: list[Node] = []
        while self.at < len(self.text) and not self.peek("|") and not self.peek(")"):
            part = self.part()
            if part is not None:
                parts.append(self.repeated(part))
        return parts[0] if len(parts) == 1 else Parts(parts)

    def part(self) -> Node | None:
        mark = self.next()
        if mark in "^$":
            return None
        if mark == ".":
            return Characters(lambda c: c != "\n")
        if mark == "(":
            return self.group()
        if mark == "[":
            return self.members()
        if mark == "\\":
            return self.escape()
        return Characters(mark.__eq__, mark, [mark])

    def group(self) -> Node | None:
        looks = False
        if self.take("?"):
            if self.take(":"):
                pass
            elif self.take("=") or self.take("!") or self.take("<=") or self.take("<!"):
                looks = True
            elif self.take("<") or self.take("P<"):
                while self.next() != ">":
                    pass
            else:
                while self.next() not in ":)":
                    pass
                if self.text[self.at - 1] == ")":
                    return None
        inner = self.choice()
        if not self.take(")"):
            raise PatternSyntaxError(self.text)
        return None if looks else inner

    def repeated(self, part: Node) -> Node:
        while True:
            if self.take("*"):
                part = Repeat(part, 0, None)
            elif self.take("+"):
                part = Repeat(part, 1, None)
            elif self.take("?"):
                part = Repeat(part, 0, 1)
            elif (bounds := self.bounds()) is not None:
                part = Repeat(part, *bounds)
            else:
                return part
            self.take("?")

    def bounds(self) -> tuple[int, int | None] | None:
        if not self.peek("{"):
            return None
        end = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : end].partition(",") if end > 0 else ("", "", "")
        written = (low, high) if high else (low,)
        if not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in written):
            return None
        self.advance(end + 1 - self.at)
        return int(low), int(high) if high else None if comma else int(low)

    def escape(self) -> Node | None:
        mark = self.next()
        if mark in "bBAzZ":
            return None
        if mark in "123456789k":
            raise PatternSyntaxError(self.text)
        test = self.shorthand(mark)
        if test is not None:
            return Characters(test)
        literal = self.literal(mark)
        return Characters(literal.__eq__, literal, [literal])

    def shorthand(self, mark: str) -> Test | None:
        if mark in "pP" and self.take("{"):
            name = ""
            while (c := self.next()) != "}":
                name += c
            return _unless(_category(name.rpartition("=")[2]), mark == "P")
        tests: dict[str, Test] = {"d": _digit, "w": _word, "s": str.isspace}
        found = tests.get(mark.lower())
        return None if found is None else _unless(found, mark.isupper())

    def literal(self, mark: str) -> str:
        plain = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
        if mark in plain:
            return plain[mark]
        if mark == "x":
            return chr(self.hexadecimal(2))
        if mark == "u" and self.take("{"):
            code = chr(self.hexadecimal(self.text.find("}", self.at) - self.at))
            self.take("}")
            return code
        if mark == "u":
            return chr(self.hexadecimal(4))
        if mark == "c":
            return chr(ord(self.next()) % 32)
        return mark

    def hexadecimal(self, digits: int) -> int:
        text = self.text[self.at : self.at + digits]
        if not 0 < digits <= 6 or not all(c in string.hexdigits for c in text):
            raise PatternSyntaxError(self.text)
        self.advance(digits)
        try:
            code = int(text, 16)
        except ValueError:
            raise PatternSyntaxError(self.text) from None
        if code > 0x10FFFF:
            raise PatternSyntaxError(self.text)
        return code

    def members(self) -> Node:
        negated = self.take("^")
        tests: list[Test] = []
        first = ""
        while not self.take("]"):
            test, low = self.member()
            if test is not None:
                tests.append(test)
                continue
            first = first or low
            if self.peek("-") and not self.peek("-]"):
                self.advance(1)
                _, high = self.member()
                tests.append(_between(low, high or low))
            else:
                tests.append(_between(low, low))
        return Characters(_unless(_any(tests), negated), "" if negated else first)

    def member(self) -> tuple[Test | None, str]:
        mark = self.next()
        if mark == "[" and self.peek(":"):
            name, closing, _ = self.text[self.at + 1 :].partition(":]")
            # `[[:a]` is a set of three characters: what looks like a class of POSIX ends before its set does.
            if closing and "]" not in name:
                self.advance(len(name) + 3)
                return POSIX.get(name, str.isalnum), ""
        if mark != "\\":
            return None, mark
        mark = self.next()
        if mark == "b":
            return None, "\b"
        test = self.shorthand(mark)
        return (test, "") if test is not None else (None, self.literal(mark))


class _Writer:
    def __init__(self, comfort: int, option: int, least: int) -> None:
        self.comfort = comfort
        self.option = option
        self.wanted = least
        self.size = 0

    def write(self, tree: Node) -> str:
        self.wanted = max(0, self.wanted - _least(tree))
        return self._write(tree, 0)

    def _write(self, node: Node, position: int) -> str:
        if isinstance(node, Characters):
            self.size += 1
            return _pick(node, position)
        if isinstance(node, Parts):
            return "".join(self._write(part, 0) for part in node.parts)
        if isinstance(node, Choice):
            return self._write(node.options[min(self.option, len(node.options) - 1)], position)
        comfortable = self.comfort if isinstance(node.part, Characters) else min(self.comfort, 1)
        count = max(node.least, comfortable if node.most is None else min(node.most, comfortable))
        room = _least(node.part) or 1
        if self.wanted > 0:
            extra = min(
                -(-self.wanted // room),
                PATTERNS.max_candidate_characters if node.most is None else node.most - node.least,
            )
            count = max(count, node.least + extra)
            self.wanted -= (count - node.least) * room
        written = []
        for index in range(count):
            if self.size > PATTERNS.max_candidate_characters:
                break
            written.append(self._write(node.part, index))
        return "".join(written)


def _least(node: Node) -> int:
    if isinstance(node, Characters):
        return 1
    if isinstance(node, Parts):
        return sum(_least(part) for part in node.parts)
    if isinstance(node, Choice):
        return _least(node.options[0])
    return min(node.least * _least(node.part), PATTERNS.max_candidate_characters)


def _pick(node: Characters, position: int) -> str:
    fitting = node.fitting
    if fitting is None:
        fitting = node.fitting = list(islice((c for c in READABLE if node.test(c)), 10)) or [
            next((c for c in FURTHER if node.test(c)), node.first)
        ]
    return fitting[position % 10 % len(fitting)]


def _digit(c: str) -> bool:
    return c in string.digits


def _word(c: str) -> bool:
    return c.isascii() and (c.isalnum() or c == "_")


def _unless(test: Test, negated: bool) -> Test:
    return (lambda c: not test(c)) if negated else test


def _any(tests: list[Test]) -> Test:
    return lambda c: any(test(c) for test in tests)


def _between(low: str, high: str) -> Test:
    return lambda c: low <= c <= high


def _category(name: str) -> Test:
    short = {"Letter": "L", "Alphabetic": "L", "Alpha": "L", "Number": "N", "Punctuation": "P", "Latin": "L"}.get(
        name, name
    )
    short = {"Uppercase": "Lu", "Lowercase": "Ll", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll"}.get(short, short)
    return lambda c: unicodedata.category(c).startswith(short)


POSIX: dict[str, Test] = {
    "alpha": str.isalpha,
    "digit": _digit,
    "alnum": str.isalnum,
    "upper": str.isupper,
    "lower": str.islower,
    "space": str.isspace,
    "xdigit": lambda c: c in string.hexdigits,
    "punct": lambda c: c in string.punctuation,
}
"""Names of POSIX classes, which some authors write."""
