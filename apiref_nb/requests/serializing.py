"""A parameter's value as it travels: OpenAPI's styles, `value -> (name, text)` pairs and path segments.

The samples write with it, and so does whoever sends a real request. Only text for a path is percent-encoded here.
"""

from __future__ import annotations

from collections.abc import Mapping

from apiref_nb.model import ApiParameter
from apiref_nb.requests.request_sample import Pairs
from apiref_nb.text.escaping import percent
from apiref_nb.text.json_numbers import AuthoredFloat, json_dumps
from apiref_nb.text.json_value import JsonValue

DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
"""Style -> what stands between the items of one value; a comma for every other style."""


def scalar_text(value: JsonValue) -> str:
    """Return one value as text: JSON's `true`, `false` and numbers, text as it is, containers as compact JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and not isinstance(value, AuthoredFloat) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    return json_dumps(value, separators=(",", ":"))


def serialized(parameter: ApiParameter, value: JsonValue) -> Pairs:
    """Return the (name, text) pairs of a query, header or cookie parameter, not percent-encoded."""
    name = parameter.name
    if parameter.media_type is not None:
        text = value if isinstance(value, str) else json_dumps(value, separators=(",", ":"))
        return ((name, text),)
    return styled(name, value, parameter.style, explode=parameter.explode)


def styled(name: str, value: JsonValue, style: str, *, explode: bool) -> Pairs:
    """Return the (name, text) pairs of a value in one of the styles `form`, `simple`, `deepObject` and their kin."""
    if isinstance(value, Mapping):
        members = [(str(key), child) for key, child in value.items()]
        if style == "deepObject":
            return tuple(pair for key, child in members for pair in _deep(f"{name}[{key}]", child))
        if style == "simple":
            joint = "=" if explode else ","
            return ((name, ",".join(f"{key}{joint}{scalar_text(child)}" for key, child in members)),)
        if explode:
            return tuple((key, scalar_text(child)) for key, child in members)
        flat = [part for key, child in members for part in (key, scalar_text(child))]
        return ((name, DELIMITERS.get(style, ",").join(flat)),)
    if isinstance(value, list | tuple):
        items = [scalar_text(item) for item in value]
        if explode and style not in ("simple", *DELIMITERS):
            return tuple((name, item) for item in items)
        return ((name, DELIMITERS.get(style, ",").join(items)),)
    return ((name, scalar_text(value)),)


def _deep(name: str, value: JsonValue) -> Pairs:
    """Return a member of a `deepObject`; objects within it go on in brackets, as servers expect."""
    if isinstance(value, Mapping):
        return tuple(pair for key, child in value.items() for pair in _deep(f"{name}[{key}]", child))
    if isinstance(value, list | tuple):
        return tuple((name, scalar_text(item)) for item in value)
    return ((name, scalar_text(value)),)


def path_text(parameter: ApiParameter, value: JsonValue) -> str:
    """Return what replaces `{name}` in a path, percent-encoded."""
    if parameter.media_type is not None or not isinstance(value, Mapping | list | tuple):
        text = percent(scalar_text(value), "/:@!$&'()*+,;=" if parameter.allow_reserved else "")
        return {"label": f".{text}", "matrix": f";{percent(parameter.name)}={text}"}.get(parameter.style, text)
    if isinstance(value, Mapping):
        pairs = [(percent(str(k)), percent(scalar_text(v))) for k, v in value.items()]
        items = [f"{k}={v}" for k, v in pairs] if parameter.explode else [part for pair in pairs for part in pair]
        keyed = True
    else:
        items, keyed = [percent(scalar_text(item)) for item in value], False
    name = percent(parameter.name)
    if parameter.style == "label":
        return "." + ("." if parameter.explode else ",").join(items)
    if parameter.style == "matrix":
        if parameter.explode:
            return "".join(f";{item}" if keyed else f";{name}={item}" for item in items)
        return f";{name}={','.join(items)}"
    return ",".join(items)
