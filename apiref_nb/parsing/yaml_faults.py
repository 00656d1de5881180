"""What is wrong with a YAML text, in words for its author: the parser's finding, its place, and often the remedy.

`yaml_text` turns every exception of PyYAML into one of these errors.
"""

from __future__ import annotations

import yaml

from apiref_nb.errors import DocumentSyntaxError
from apiref_nb.parsing.location import SourcePlace
from apiref_nb.text.quoting import quoted


def syntax_error(source: str, fault: str, place: SourcePlace | None) -> DocumentSyntaxError:
    """Return the error for a fault at a place.

    Args:
        source: what the caller named; the error begins with it.
        fault: one clause that says what is wrong, without its place.
        place: where it is; None leaves line and column out.
    """
    if place is None:
        return DocumentSyntaxError(source, f"not valid YAML: {fault}")
    return DocumentSyntaxError(
        source,
        f"not valid YAML: {fault} (line {place.line}, column {place.column})",
        line=place.line,
        column=place.column,
    )


def marked_error(source: str, text: str, exc: yaml.MarkedYAMLError) -> DocumentSyntaxError:
    """Return the error for what the parser found, with a hint for the common faults.

    Args:
        source: what the caller named; the error begins with it.
        text: the text that was parsed; the character at the place decides about the hint.
        exc: what PyYAML raised.
    """
    mark = exc.problem_mark or exc.context_mark
    if mark is None:
        return syntax_error(source, str(exc.problem or exc.context or "the text cannot be read"), None)
    fault = _printable(exc.problem or "the text cannot be read")
    if exc.context and exc.context_mark is not None and exc.context_mark.line != mark.line:
        fault += f", {_printable(exc.context)} that starts on line {exc.context_mark.line + 1}"
    elif exc.context:
        fault += f", {_printable(exc.context)}"
    hint = _hint(exc.problem or "", text[mark.index : mark.index + 1])
    return syntax_error(source, fault + hint, SourcePlace(mark.line + 1, mark.column + 1))


def _hint(problem: str, char: str) -> str:
    if "cannot start any token" in problem:
        if char == "\t":
            return "; a tab cannot indent, use spaces"
        return f"; put the value in quotes, for it starts with {quoted(char)}" if char else ""
    if "mapping values are not allowed" in problem:
        return '; a value that holds ": " must be in quotes, and keys of one mapping share one indentation'
    if "invalid Unicode character escape" in problem:
        return "; a character beyond \\uFFFF is written as \\U and eight hex digits"
    return ""


def _printable(words: str) -> str:
    return words if words.isprintable() else quoted(words, max_characters=200)


def character_error(source: str, text: str, exc: yaml.reader.ReaderError) -> DocumentSyntaxError:
    """Return the error for a character that no YAML text may hold.

    Args:
        source: what the caller named; the error begins with it.
        text: the text that was parsed; the first such character in it is the place.
        exc: what PyYAML raised.
    """
    code = exc.character if isinstance(exc.character, int) else ord(exc.character[:1] or "\0")
    offset = text.find(chr(code))
    place = SourcePlace.of(text, offset) if offset >= 0 else None
    return syntax_error(source, f"the character U+{code:04X} is not allowed in a document", place)
