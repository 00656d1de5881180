"""A path's expressions: `{id}` as OpenAPI has it, and `{+name}`, `{name*}`, `{?q,lang}` as RFC 6570 writes them.

In: a path and the names of the declared parameters. Out: the path in OpenAPI's own form, for everyone who fills it in.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
_MODIFIER = re.compile(r"(?:\*|:[0-9]{1,4})\Z")


def bound_path(path: str, in_path: Collection[str], in_query: Collection[str] = ()) -> str:
    """Return a path in which each expression that means a declared parameter is written as its name.

    Args:
        path: as published.
        in_path: names of the path parameters.
        in_query: names of the query parameters; an expression of nothing else (`{?q,lang}`) is left out.
    """

    def name_of(found: re.Match[str]) -> str:
        operator, names = found[1], [_MODIFIER.sub("", name) for name in found[2].split(",")]
        if found[0][1:-1] in in_path:
            return found[0]
        if operator in ("?", "&") and all(name in in_query for name in names):
            return ""
        if len(names) == 1 and names[0] in in_path:
            # `{/id}` and `{.format}` write their operator before the value.
            return f"{operator if operator in ('.', '/') else ''}{{{names[0]}}}"
        return found[0]

    return _EXPRESSION.sub(name_of, path)


def reserved_names(path: str) -> frozenset[str]:
    """Return the names whose values keep their slashes: `{+name}` and `{#name}` (RFC 6570, section 3.2.3)."""
    return frozenset(_MODIFIER.sub("", name) for operator, name in _EXPRESSION.findall(path) if operator in ("+", "#"))
