"""A tree as text again: JSON, or YAML that readers of version 1.1 and 1.2 take for the same.

`bundle` writes here. Numbers stay as written where JSON can write them so. The order of members is that
of the tree; nothing is an anchor or an alias.
"""

from __future__ import annotations

import re

import yaml

from apiref_nb.text.json_numbers import AuthoredFloat, AuthoredInteger, json_dumps, json_number
from apiref_nb.text.json_value import JsonValue

_FLOAT = re.compile(
    r"([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))\Z", re.ASCII
)
_INTEGER = re.compile(r"([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z", re.ASCII)
_FLAG = re.compile(r"(true|True|TRUE|false|False|FALSE)\Z")
_NULL = re.compile(r"(null|Null|NULL|~|)\Z")
_BREAKS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
"""What readers take for the end of a line, or do not take at all, unless it is escaped."""
_LETTERS = frozenset("yYnN")
"""Booleans of YAML 1.1 that PyYAML takes for text."""


def json_text(root: JsonValue) -> str:
    """Return a tree as JSON text, two blanks a level, with a line end."""
    return json_dumps(root, indent=2) + "\n"


def yaml_text(root: object) -> str:
    """Return a tree as YAML text, two blanks a level."""
    return yaml.dump(root, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110, default_flow_style=False)


class _Dumper(yaml.SafeDumper):
    """Writes plain scalars by the core schema of YAML 1.2, and in quotes whatever 1.1 reads otherwise."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - PyYAML's own way

    def ignore_aliases(self, data: object) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, indentless=False)


def _text(dumper: _Dumper, value: str) -> yaml.ScalarNode:
    first = yaml.SafeLoader.yaml_implicit_resolvers.get(value[:1], [])
    special = value in _LETTERS or any(rule.match(value) for _, rule in first)
    style = '"' if _BREAKS.search(value) else "'" if special else "|" if "\n" in value and _fits_block(value) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


def _fits_block(value: str) -> bool:
    return value.strip() != "" and not any(line != line.rstrip() for line in value.split("\n"))


def _number(dumper: _Dumper, value: float) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:float", json_number(value))


_Dumper.add_representer(str, _text)
_Dumper.add_representer(float, _number)
_Dumper.add_representer(AuthoredFloat, _number)
_Dumper.add_representer(AuthoredInteger, _number)
for _tag, _rule, _first in (
    ("bool", _FLAG, "tTfF"),
    ("null", _NULL, ["", "~", "n", "N"]),
    ("int", _INTEGER, "-+0123456789"),
    ("float", _FLOAT, "-+.0123456789"),
):
    _Dumper.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _rule, list(_first))
