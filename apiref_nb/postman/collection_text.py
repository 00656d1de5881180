"""A collection as JSON text, one request or saved response a line, so that a change shows in a diff.

In: the collection as data. Out: its text. What a document says many times, such as an answer that all operations share,
is encoded once: `EncodedTexts` belongs to one collection and goes with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from json.encoder import encode_basestring
from typing import Any

from apiref_nb.text.json_value import JsonValue

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class EncodedTexts(dict[str, str]):
    """Text -> the same as JSON; each is encoded when it is first asked for."""

    def __missing__(self, text: str) -> str:
        made = self[text] = encode_basestring(text)
        return made


class CollectionText:
    """Writes one collection."""

    def __init__(self) -> None:
        self._texts = EncodedTexts()
        self._parts: dict[int, tuple[object, str]] = {}
        self._out: list[str] = []

    def pieces(self, collection: dict[str, Any]) -> Iterator[str]:
        """Yield the text of a whole collection, one piece for each folder at its top; the last has a line end."""
        mark = "{"
        for key, value in collection.items():
            self._out.append(f"{mark}\n {self._texts[key]}: ")
            mark = ","
            if key != "item" or not value:
                self._write(value, " ")
                continue
            for index, folder in enumerate(value):
                self._out.append(",\n  " if index else "[\n  ")
                self._write(folder, "  ")
                yield self._taken()
            self._out.append("\n ]")
        self._out.append("\n}\n")
        yield self._taken()

    def _taken(self) -> str:
        text = "".join(self._out)
        self._out.clear()
        return text

    def _write(self, node: JsonValue, indent: str) -> None:
        """Write JSON: the tree that people look through is indented, each leaf of it is one line."""
        write = self._out.append
        if isinstance(node, dict) and ("item" in node or "request" in node):
            inner = f"\n{indent} "
            mark = "{"
            for key, value in node.items():
                write(f"{mark}{inner}{self._texts[key]}: ")
                mark = ","
                self._write(value, indent + " ")
            write(f"\n{indent}}}")
        elif isinstance(node, list) and node and isinstance(node[0], dict):
            inner = f"\n{indent} "
            mark = "["
            for value in node:
                write(f"{mark}{inner}")
                mark = ","
                self._write(value, indent + " ")
            write(f"\n{indent}]")
        elif isinstance(node, dict) and "originalRequest" in node:
            write(self._answer(node))
        else:
            write(self._texts[node] if isinstance(node, str) else _ENCODER.encode(node))

    def _answer(self, node: dict[str, Any]) -> str:
        """Return a saved response; nearly all of what it says stands in others as well."""
        texts, parts = self._texts, self._parts
        pieces = []
        for key, value in node.items():
            if isinstance(value, str):
                pieces.append(f"{texts[key]}: {texts[value]}")
            elif not value or not isinstance(value, dict | list):
                pieces.append(f"{texts[key]}: {value}")
            else:
                if id(value) not in parts:
                    # It is kept beside its text: its id stays its own.
                    parts[id(value)] = (value, _ENCODER.encode(value))
                pieces.append(f"{texts[key]}: {parts[id(value)][1]}")
        return f"{{{', '.join(pieces)}}}"
