"""JSON text for people who compare files: what fits on a line stands on one, everything else one member a line."""

from __future__ import annotations

import json
from collections.abc import Mapping

from apiref_nb.recordings.limits import LIMITS
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue


def laid_out(value: JsonValue, indent: str = "") -> str:
    """Return JSON text without white space at the ends of lines.

    Args:
        value: JSON data; numbers keep their author's spelling.
        indent: blanks before every line but the first.
    """
    if not isinstance(value, Mapping | list) or _is_flat(value):
        return json_dumps(value)
    inner = f"{indent} "
    if isinstance(value, list):
        items = [f"{inner}{laid_out(item, inner)}" for item in value]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    members = [
        f"{inner}{json.dumps(name, ensure_ascii=False)}: {laid_out(item, inner)}" for name, item in value.items()
    ]
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def _is_flat(value: Mapping[str, JsonValue] | list[JsonValue]) -> bool:
    items = value.values() if isinstance(value, Mapping) else value
    if any(isinstance(item, Mapping | list) and item for item in items):
        return False
    return len(items) * 4 <= LIMITS.line_characters and len(json_dumps(value)) <= LIMITS.line_characters
