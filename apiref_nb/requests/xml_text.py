"""A sample value as XML, named and nested as the schema's `xml` keywords say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from apiref_nb.model import Schema
from apiref_nb.requests.wire import scalar
from apiref_nb.schemas import merged
from apiref_nb.text.escaping import shown_text
from apiref_nb.text.json_value import JsonValue

_NAME = re.compile(r"[^\W\d][\w.-]*(:[^\W\d][\w.-]*)?")
_NOT_NAME = re.compile(r"[^\w.-]")


def xml_text(value: JsonValue, schema: Schema | None) -> str:
    """Return a value as an XML document; the root is named by the schema, else `root`.

    Args:
        value: the body as data.
        schema: says names, attributes and namespaces; None for none.
    """
    node = merged(schema) if schema is not None else None
    name = _xml(node).get("name") or (node.name if node is not None else "") or "root"
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    if isinstance(value, list):
        item = node.items if node is not None else None
        inner = merged(item) if item is not None else None
        item_name = _element_name(inner, (inner.name if inner is not None else "") or "item")
        lines.append(f"<{_safe(str(name))}>")
        for child in value:
            lines += _element(item_name, child, inner, 1)
        lines.append(f"</{_safe(str(name))}>")
    else:
        lines += _element(_element_name(node, str(name)), value, node, 0)
    return shown_text("\n".join(lines))


def _xml(schema: Schema | None) -> Mapping[str, Any]:
    found = schema.get("xml") if schema is not None else None
    return found if isinstance(found, Mapping) else {}


def _scalar(value: JsonValue) -> str:
    return "" if value is None else scalar(value)


def _safe(name: str) -> str:
    if _NAME.fullmatch(name):
        return name
    cleaned = _NOT_NAME.sub("_", name)
    return cleaned if _NAME.fullmatch(cleaned) else f"_{cleaned}"


def _element_name(schema: Schema | None, default: str) -> str:
    xml = _xml(schema)
    name = _safe(str(xml.get("name") or default))
    prefix = xml.get("prefix")
    return f"{_safe(str(prefix))}:{name}" if prefix else name


def _namespace(schema: Schema | None) -> str:
    xml = _xml(schema)
    if not xml.get("namespace"):
        return ""
    prefix = f":{_safe(str(xml['prefix']))}" if xml.get("prefix") else ""
    return f" xmlns{prefix}={_quoted(str(xml['namespace']))}"


def _node_type(schema: Schema | None) -> str:
    """Return OpenAPI 3.2's `nodeType`, which the older `attribute` flag is one case of."""
    xml = _xml(schema)
    return "attribute" if xml.get("attribute") is True else str(xml.get("nodeType", ""))


def _element(name: str, value: JsonValue, schema: Schema | None, depth: int) -> list[str]:
    pad = "  " * depth
    opening = f"{name}{_namespace(schema)}"
    if not isinstance(value, Mapping):
        text = _scalar(value)
        return [f"{pad}<{opening}>{_characters(text)}</{name}>" if text else f"{pad}<{opening}/>"]
    attributes, text, children = _content(value, schema, depth + 1)
    if not children:
        return [f"{pad}<{opening}{attributes}>{text}</{name}>" if text else f"{pad}<{opening}{attributes}/>"]
    return [f"{pad}<{opening}{attributes}>{text}", *children, f"{pad}</{name}>"]


def _content(value: Mapping[str, Any], schema: Schema | None, depth: int) -> tuple[str, str, list[str]]:
    """Attributes, text and elements of the members of an object, as they stand in its element."""
    properties = schema.properties if schema is not None else {}
    attributes, text = "", ""
    children: list[str] = []
    for key, child in value.items():
        node = merged(properties[key]) if key in properties else None
        kind = _node_type(node)
        if kind == "attribute":
            attributes += f" {_element_name(node, key)}={_quoted(_scalar(child))}"
        elif kind in _CHARACTERS:
            text += _CHARACTERS[kind](_scalar(child))
        elif isinstance(child, list):
            children += _list(key, child, node, depth)
        elif kind == "none" and isinstance(child, Mapping):
            # It has no element of its own: what is in it stands in the place of it.
            more, inside, below = _content(child, node, depth)
            attributes, text, children = attributes + more, text + inside, [*children, *below]
        else:
            children += _element(_element_name(node, key), child, node, depth)
    return attributes, text, children


def _list(key: str, items: list[Any], schema: Schema | None, depth: int) -> list[str]:
    item = schema.items if schema is not None else None
    node = merged(item) if item is not None else None
    outer = _element_name(schema, key)
    # Items are named by their own schema; the list's name is used only around them, or when they have none.
    name = _element_name(node, outer if _xml(schema).get("wrapped") is not True else key)
    wrapped = _xml(schema).get("wrapped") is True or _node_type(schema) == "element"
    lines = [line for child in items for line in _element(name, child, node, depth + wrapped)]
    return [f"{'  ' * depth}<{outer}>", *lines, f"{'  ' * depth}</{outer}>"] if wrapped else lines


def _characters(text: str) -> str:
    return escape(text, quote=False)


def _section(text: str) -> str:
    return "<![CDATA[{}]]>".format(text.replace("]]>", "]]]]><![CDATA[>"))


_CHARACTERS = {"text": _characters, "cdata": _section}
"""`nodeType` of what stands in its parent's element as text -> how that is written."""


def _quoted(value: str) -> str:
    """Return the value of an attribute in quotes; `xml.sax.saxutils` would load an HTTP client for it."""
    text = escape(value, quote=False).translate({9: "&#9;", 10: "&#10;", 13: "&#13;"})
    return f"'{text}'" if '"' in text and "'" not in text else '"{}"'.format(text.replace('"', "&quot;"))
