"""Bytes, or a mapping, to a `Document`: the parsed text of an API description, not yet read as OpenAPI.

`load` and the command line call `parse` and `from_mapping`; the command line calls `locate_all` to show problems.
The content type decides between JSON and YAML, else the file extension, else the first character.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, cast

from apiref_nb.errors import DocumentSyntaxError, SourceError, UnsupportedError
from apiref_nb.model.collector import collection_paused
from apiref_nb.model.problems import Problem, ProblemList
from apiref_nb.parsing.declared_format import extension_format, media_type_format
from apiref_nb.parsing.encoding import decode
from apiref_nb.parsing.json_text import parse_json
from apiref_nb.parsing.limits import ReadLimits
from apiref_nb.parsing.location import Location, Wanted, json_places
from apiref_nb.text.pointer import PointerError
from apiref_nb.transport.charsets import charset_of

__all__ = ["Document", "Location", "ReadLimits", "from_mapping", "locate_all", "parse", "parse_part"]


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed document. Parts that YAML aliases name are shared objects: treat the tree as read-only."""

    source: str
    """What the caller named: an address, a path, or `mapping`."""

    root: Mapping[str, Any] = field(repr=False)
    """The tree: objects, arrays, text, finite numbers, booleans and None; keys are text everywhere. Of a part that
    `parse_part` read, any of these."""

    text: str = field(repr=False)
    """The decoded text; empty for a mapping."""

    kind: Literal["json", "yaml", "mapping", "text"]
    """The format the text was read as; `text` for a part that is no tree, such as a description in Markdown."""

    problems: tuple[Problem, ...] = field(repr=False)
    """What is imperfect about the text itself: repeated keys, lone surrogates, numbers out of range and the like."""

    digest: str
    """SHA-256 of the bytes, as hexadecimal digits; of the JSON text for a mapping, in its own order of members."""


def parse(
    body: bytes,
    *,
    source: str,
    content_type: str = "",
    file_name: str = "",
    charset: str | None = None,
    limits: ReadLimits | None = None,
) -> Document:
    """Return the document in `body`.

    Args:
        body: the bytes as they arrived, free of transfer compression.
        source: what the caller named, for errors and as `Document.source`.
        content_type: the Content-Type header, or empty.
        file_name: a file name or address whose extension counts when the content type decides nothing;
            `source` when empty.
        charset: a charset known from elsewhere; that of `content_type` when None.
        limits: the most that is read; `ReadLimits()` when None.

    Raises:
        DocumentSyntaxError: the body is not valid JSON or YAML, with line and column.
        TooLargeError: the document is beyond `limits`.
        UnsupportedError: the document is valid, but it is no object.
    """
    given = _Given(body, source, content_type, file_name or source, charset, limits or ReadLimits())
    document = _parsed(given)
    if not isinstance(document.root, dict):
        found = _KINDS.get(type(document.root), "a single value")
        raise UnsupportedError(source, f"an OpenAPI document is an object at its root; this one is {found}")
    return document


def parse_part(
    body: bytes,
    *,
    source: str,
    content_type: str = "",
    file_name: str = "",
    charset: str | None = None,
    limits: ReadLimits | None = None,
) -> Document:
    """Return a part of a document of many files: any value, and plain text where a name says that it is no tree.

    Takes and raises what `parse` does.

    Args:
        body: see `parse`.
        source: see `parse`.
        content_type: see `parse`.
        file_name: see `parse`; where its ending is neither JSON's nor YAML's, the part is text.
        charset: see `parse`.
        limits: see `parse`.
    """
    given = _Given(body, source, content_type, file_name or source, charset, limits or ReadLimits())
    name = given.file_name.partition("?")[0].replace("\\", "/").rpartition("/")[2]
    if "." in name and extension_format(name) is None and media_type_format(content_type) is None:
        text = given.text()
        return Document(source, cast("Any", text), text, "text", (), given.digest)
    return _parsed(given)


class _Given(NamedTuple):
    """What a caller of `parse` hands in."""

    body: bytes
    source: str
    content_type: str
    file_name: str
    charset: str | None
    limits: ReadLimits

    def text(self) -> str:
        if len(self.body) > self.limits.limit_bytes:
            raise self.limits.too_many_bytes(self.source, len(self.body))
        return decode(self.body, source=self.source, charset=self.charset or charset_of(self.content_type))

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.body).hexdigest()


def _parsed(given: _Given) -> Document:
    text = given.text()
    problems = ProblemList(given.limits.problems)
    with collection_paused():
        root, kind = _tree(text, given, problems)
    return Document(given.source, cast("Any", root), text, kind, problems.as_tuple(), given.digest)


def from_mapping(mapping: Mapping[str, Any], *, source: str = "mapping", limits: ReadLimits | None = None) -> Document:
    """Return the document that a mapping holds, as a copy of it.

    Keys that are not text, dates, not-finite numbers and foreign objects are put as text or left out, each with a
    Problem; the caller's own mapping is never changed.

    Args:
        mapping: the parsed document, as `json.loads` or a YAML loader made it.
        source: what errors call it, also kept as `Document.source`.
        limits: the most that is read; `ReadLimits()` when None.

    Raises:
        TooLargeError: the mapping is beyond `limits`.
        UnsupportedError: it is not a mapping.
    """
    if not isinstance(mapping, Mapping):
        raise UnsupportedError(source, f"a mapping is expected, not a value of type {type(mapping).__name__}")
    from apiref_nb.parsing.mapping import copied_mapping  # noqa: PLC0415 - most documents are texts

    limits = limits or ReadLimits()
    problems = ProblemList(limits.problems)
    with collection_paused():
        root = copied_mapping(mapping, source=source, limits=limits, problems=problems)
        canonical = json.dumps(root, ensure_ascii=False, separators=(",", ":")).encode()
    return Document(source, root, "", "mapping", problems.as_tuple(), hashlib.sha256(canonical).hexdigest())


def locate_all(document: Document, pointers: Iterable[str]) -> dict[str, Location]:
    """Return the places of some pointers, by pointer.

    A member's place is that of its key, an element's that of its first character. A pointer that names nothing gets
    the place of the nearest value around it (`Location.pointer` tells which); one that is no JSON pointer is left
    out. A mapping has no text and thus no places.

    Args:
        document: what `parse` or `from_mapping` returned.
        pointers: JSON pointers in any order; repetitions cost nothing.
    """
    if document.kind in ("mapping", "text"):
        return {}
    wanted = Wanted()
    asked = []
    for pointer in dict.fromkeys(pointers):
        try:
            wanted.add(pointer)
        except PointerError:
            continue
        asked.append(pointer)
    if not asked:
        return {}
    with collection_paused():
        if document.kind == "json":
            json_places(document.text, wanted)
        else:
            from apiref_nb.parsing.yaml_places import yaml_places  # noqa: PLC0415 - the library, where there is YAML
            from apiref_nb.parsing.yaml_text import yaml_events  # noqa: PLC0415 - likewise

            yaml_places(yaml_events(document.text), wanted)
    found = ((pointer, wanted.location(pointer)) for pointer in asked)
    return {pointer: location for pointer, location in found if location is not None}


_KINDS: dict[type, str] = {list: "an array", str: "plain text", type(None): "null", bool: "a boolean"}


def _tree(text: str, given: _Given, problems: ProblemList) -> tuple[object, Literal["json", "yaml"]]:
    """Return the tree and the format it was in."""
    source = given.source
    head = text.lstrip(" \t\r\n")[:1]
    if not head:
        raise DocumentSyntaxError(source, "the document is empty")
    if head == "<":
        from apiref_nb.parsing.web_pages import page_cause  # noqa: PLC0415 - only where a page was given

        raise DocumentSyntaxError(source, page_cause(text, source), line=1, column=1)
    by_type = media_type_format(given.content_type)
    declared = by_type or extension_format(given.file_name)
    bracket = head in {"{", "["}
    if bracket or declared == "json":
        try:  # JSON is YAML too, and reading it as JSON is many times quicker
            return parse_json(text, source=source, limits=given.limits, problems=problems), "json"
        except DocumentSyntaxError as exc:
            if not bracket and _is_yaml(text, given):
                named = f"content type is {_media_type(given.content_type)}" if by_type else "name ends in .json"
                advice = f"the {named}, but the text is YAML; serve it as application/yaml or name it .yaml"
                raise DocumentSyntaxError(source, f"{exc.cause}: {advice}", line=exc.line, column=exc.column) from exc
            if declared != "yaml":
                raise
            # In brackets it is YAML in its flow style, as it was declared.
    return _read_yaml(text, given, problems), "yaml"


def _read_yaml(text: str, given: _Given, problems: ProblemList) -> object:
    from apiref_nb.parsing.yaml_text import parse_yaml  # noqa: PLC0415 - the library, where there is YAML

    return parse_yaml(text, source=given.source, limits=given.limits, problems=problems)


def _media_type(content_type: str) -> str:
    return "".join(char for char in content_type.partition(";")[0].strip() if char.isprintable())


def _is_yaml(text: str, given: _Given) -> bool:
    try:
        return isinstance(_read_yaml(text, given, ProblemList(given.limits.problems)), dict)
    except SourceError:
        return False
