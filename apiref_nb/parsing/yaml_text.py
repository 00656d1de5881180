"""YAML 1.2 text to a tree, by a stack of our own over the events of libyaml (or of PyYAML, where libyaml is missing).

`document.parse` hands in decoded text. The constructors of PyYAML are not used: the C one ends the process on deep
nesting, and both read YAML 1.1. Here depth costs no stack, aliases share what they name within a budget, and what
JSON has no form for (odd keys, foreign tags, cycles) becomes a Problem with its line, never a loss of the document.
Merge keys (`<<`) are no part of YAML 1.2, but published descriptions use them and every common reader obeys them,
so they are obeyed, within the same budget as aliases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from apiref_nb.errors import DocumentSyntaxError, TooLargeError
from apiref_nb.model.problems import ProblemList
from apiref_nb.parsing.core_schema import OutOfRangeError, plain_value
from apiref_nb.parsing.json_text import REPEATED_KEY, Shared, large_number_problem
from apiref_nb.parsing.limits import ReadLimits, check_size
from apiref_nb.parsing.yaml_breaks import put_back, stand_ins, stood_in
from apiref_nb.parsing.yaml_faults import character_error, marked_error, syntax_error
from apiref_nb.parsing.yaml_places import place_of
from apiref_nb.text.json_numbers import AuthoredFloat, AuthoredInteger
from apiref_nb.text.numbers import as_float, is_number
from apiref_nb.text.pointer import join
from apiref_nb.text.quoting import quoted

try:
    from yaml._yaml import CParser as _EventParser
except ImportError:  # PyYAML was built without libyaml: the same events, only slower
    from yaml import SafeLoader as _EventParser  # type: ignore[assignment]


class _Slot:
    """What a finished value is for, when it is not for a key of a mapping."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


_ITEM: Final = _Slot("the next element of a sequence")
_MERGE: Final = _Slot("the members that `<<` adds")
_DROPPED: Final = _Slot("nothing: the key was a collection")
_UNSEEN: Final = object()
_TAG_LINE = re.compile(r"^%TAG", re.MULTILINE)
_MOST_TAG_LINES = 100  # the parser compares each with all before it
_CORE = "tag:yaml.org,2002:"

_Key = str | _Slot | None  # None: a mapping that waits for its next key
_Container = dict[str, Any] | list[Any]


class _Anchored:
    """What an anchor names: its value, its text when it is a scalar, and how many values an alias repeats."""

    __slots__ = ("is_open", "size", "text", "value")

    def __init__(self, value: object, *, text: str | None, size: int, is_open: bool) -> None:
        self.value = value
        self.text = text
        self.size = size  # while it is open: how many values came before it
        self.is_open = is_open


def parse_yaml(text: str, *, source: str, limits: ReadLimits, problems: ProblemList) -> object:
    """Return the tree of a YAML text of one document; keys are the text that was written.

    Args:
        text: the decoded document, without a byte order mark.
        source: what the caller named; errors begin with it.
        limits: the depth and number of values that are allowed, and how many of them aliases may repeat.
        problems: takes what JSON has no form for, each with its line and column.

    Raises:
        DocumentSyntaxError: the text is not YAML, is empty, or holds several documents; with line and column.
        TooLargeError: the tree is deeper or larger than `limits` allow, or its aliases repeat too much.
    """
    if text.count("%TAG") > _MOST_TAG_LINES and len(_TAG_LINE.findall(text)) > _MOST_TAG_LINES:
        raise TooLargeError(source, f"the document has more than {_MOST_TAG_LINES} %TAG lines")
    builder = _Builder(source, limits, problems)
    try:
        root = builder.build(yaml_events(text))
    except yaml.MarkedYAMLError as exc:
        raise marked_error(source, text, exc) from exc
    except yaml.reader.ReaderError as exc:
        raise character_error(source, text, exc) from exc
    if builder.has_aliases:
        check_size(root, source, limits)
    return root


def yaml_events(text: str) -> Iterator[Event]:
    """Return the events of a YAML 1.2 text; errors of PyYAML come out while they are read."""
    given = stand_ins(text)
    if not given:
        return iter(_EventParser(text).get_event, None)
    return put_back(iter(_EventParser(stood_in(text, given)).get_event, None), given)


class _Builder:
    """Builds one tree. The hot path is `build`; whatever is rare is a method of its own."""

    def __init__(self, source: str, limits: ReadLimits, problems: ProblemList) -> None:
        self._source = source
        self._limits = limits
        self._problems = problems
        self._anchors: dict[str, _Anchored] = {}
        self._merged: dict[int, set[str]] = {}  # id of an open mapping -> keys that only a merge has set
        self._stack: list[tuple[_Container, _Key, _Anchored | None]] = []
        self._repeated = 0
        self.has_aliases = False

    def build(self, events: Iterator[Any]) -> object:
        """Return the root of the only document in the stream."""
        limits = self._limits
        most_nodes = limits.nodes
        most_depth = limits.depth
        anchors = self._anchors
        stack = self._stack
        typed: dict[str, Any] = {}
        seen = typed.get
        shared = Shared()
        texts = shared.texts
        holder: list[Any] = []
        container: Any = holder
        key: _Key = _ITEM
        anchored: _Anchored | None = None
        value: Any
        text = ""
        nodes = 0
        for event in events:
            kind = type(event)
            if kind is ScalarEvent:
                text = texts(event.value, event.value)
                if key is None:
                    key = self._key(event, text, container)
                    continue
                nodes += 1
                if event.implicit[0]:
                    value = seen(text, _UNSEEN)
                    if value is _UNSEEN:
                        value = self._plain(event, text, typed, container, key)
                elif event.tag is None:
                    value = text
                else:
                    value = self._tagged(event, text, container, key)
                if event.anchor is not None:
                    anchors[event.anchor] = _Anchored(value, text=text, size=1, is_open=False)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                nodes += 1
                if len(stack) >= most_depth:
                    raise limits.too_deep(self._source)
                if event.tag is not None:
                    self._check_collection_tag(event, container, key)
                stack.append((container, key, anchored))
                if kind is MappingStartEvent:
                    container, key = {}, None
                else:
                    container, key = [], _ITEM
                if event.anchor is None:
                    anchored = None
                else:
                    anchored = _Anchored(container, text=None, size=nodes, is_open=True)
                    anchors[event.anchor] = anchored
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                if nodes > most_nodes:
                    raise limits.too_many_nodes(self._source)
                if anchored is not None:
                    anchored.size = nodes - anchored.size + 1
                    anchored.is_open = False
                if self._merged:
                    self._merged.pop(id(container), None)
                value = container
                if kind is MappingEndEvent and len(container) == 1 and anchored is None:
                    (member,) = container.items()
                    if member[1].__class__ is str:
                        value = shared.single(member)
                container, key, anchored = stack.pop()
                if key is None:
                    self._note(event, "a key must be text, not a collection; this member is left out", container, key)
                    key = _DROPPED
                    continue
            elif kind is AliasEvent:
                target = self._target(event, container, key)
                if key is None:
                    key = self._alias_key(event, target, container)
                    continue
                nodes += target.size
                value = target.value
            elif kind is DocumentEndEvent:
                break
            else:
                continue
            if key is _ITEM:
                container.append(value)
            elif type(key) is str:
                container[key] = value
                key = None
            else:
                if key is _MERGE:
                    self._merge(event, container, value)
                key = None
        self._refuse_more(events)
        if not holder or (holder[0] is None and text == ""):
            raise DocumentSyntaxError(self._source, "the document is empty")
        return holder[0]

    def _pointer(self, container: _Container, key: _Key) -> str:
        frames = [(outer, slot) for outer, slot, _ in self._stack]
        tokens: list[str | int] = []
        for outer, slot in [*frames, (container, key)][1:]:  # the first holds the root
            if slot is None or slot is _DROPPED:
                break
            if isinstance(slot, str):
                tokens.append(slot)
            else:
                tokens.append("<<" if slot is _MERGE else len(outer))
        return join("#", *tokens)

    def _note(self, event: NodeEvent, message: str, container: _Container, key: _Key) -> None:
        line, column = place_of(event)
        self._problems.note(lambda: self._pointer(container, key), message, line=line, column=column)

    def _key(self, event: ScalarEvent, text: str, container: _Container) -> _Key:
        if event.anchor is not None:
            value = self._plain(event, text, {}, container, text) if event.implicit[0] else text
            self._anchors[event.anchor] = _Anchored(value, text=text, size=1, is_open=False)
        if event.tag is not None and event.tag not in _SCALAR_TAGS:
            self._note(event, _foreign_tag(event.tag, "text"), container, text)
        if text == "<<" and event.implicit[0]:
            return _MERGE
        if text in container:
            self._repeat(event, text, container)
        return text

    def _repeat(self, event: NodeEvent, key: str, container: _Container) -> None:
        merged = self._merged.get(id(container), set())
        if key in merged:
            merged.remove(key)  # a mapping's own member replaces a merged one by rule
        else:
            self._note(event, REPEATED_KEY.format(key=quoted(key)), container, key)

    def _plain(self, event: ScalarEvent, text: str, typed: dict[str, Any], container: _Container, key: _Key) -> object:
        try:
            value = typed[text] = plain_value(text)
        except OutOfRangeError:
            self._note(event, large_number_problem(text), container, key)
            return text
        return value

    def _tagged(self, event: ScalarEvent, text: str, container: _Container, key: _Key) -> object:
        tag = event.tag or "!"
        allowed = _SCALAR_TAGS.get(tag)
        if allowed is None:
            self._note(event, _foreign_tag(tag, "text"), container, key)
            return text
        if allowed is str:
            return text
        value = self._plain(event, text, {}, container, key)
        if allowed is float and type(value) is int:
            number = as_float(value)
            if is_number(number):
                return number
            self._note(event, large_number_problem(text), container, key)
            return text
        if type(value) is not allowed and not (allowed is float and isinstance(value, AuthoredFloat | AuthoredInteger)):
            self._note(event, f"{quoted(text)} is not what its tag {quoted(_short(tag))} says", container, key)
        return value

    def _check_collection_tag(self, event: CollectionStartEvent, container: _Container, key: _Key) -> None:
        own, kind = (_CORE + "map", "mapping") if isinstance(event, MappingStartEvent) else (_CORE + "seq", "sequence")
        tag = event.tag or "!"
        if tag not in {own, "!"}:
            self._note(event, _foreign_tag(tag, f"a plain {kind}"), container, key)

    def _target(self, event: AliasEvent, container: _Container, key: _Key) -> _Anchored:
        target = self._anchors.get(event.anchor or "")
        name = quoted(f"*{event.anchor}")
        if target is None:
            raise syntax_error(self._source, f"the alias {name} names no earlier anchor", place_of(event))
        if target.is_open:
            message = f"the alias {name} stands inside the value it names; null is put in its place"
            self._note(event, message, container, key)
            return _Anchored(None, text=None, size=1, is_open=False)
        self.has_aliases = True
        self._repeated += target.size
        if self._repeated > self._limits.alias_nodes:
            raise self._limits.too_many_alias_nodes(self._source)
        return target

    def _alias_key(self, event: AliasEvent, target: _Anchored, container: _Container) -> _Key:
        if target.text is None:
            self._note(event, "a key must be text, not a collection; this member is left out", container, None)
            return _DROPPED
        if target.text in container:
            self._repeat(event, target.text, container)
        return target.text

    def _merge(self, event: NodeEvent, container: dict[str, Any], value: object) -> None:
        named = value if isinstance(value, list) else [value]
        sources = [source for source in named if isinstance(source, dict)]
        if len(sources) != len(named):
            self._note(event, "<< takes a mapping or a list of mappings; nothing is merged here", container, _MERGE)
            return
        merged = self._merged.setdefault(id(container), set())
        for source in sources:
            for key, member in source.items():
                if key not in container:
                    container[key] = member
                    merged.add(key)

    def _refuse_more(self, events: Iterator[Event]) -> None:
        start: Event | None = None
        for event in events:
            if isinstance(event, DocumentStartEvent):
                start = event
            elif isinstance(event, (StreamEndEvent, DocumentEndEvent)):
                continue
            elif not isinstance(event, ScalarEvent) or event.value or not event.implicit[0]:  # `---` at the end is fine
                place = place_of(start) if start else None
                raise syntax_error(
                    self._source, "a second document starts here (---); an API description is a single document", place
                )


_SCALAR_TAGS: dict[str, type] = {
    "!": str,
    _CORE + "str": str,
    _CORE + "int": int,
    _CORE + "float": float,
    _CORE + "bool": bool,
    _CORE + "null": type(None),
}


def _short(tag: str) -> str:
    return "!!" + tag.removeprefix(_CORE) if tag.startswith(_CORE) else tag


def _foreign_tag(tag: str, read_as: str) -> str:
    return f"the tag {quoted(_short(tag))} is not one of YAML's core schema; the value is read as {read_as}"
