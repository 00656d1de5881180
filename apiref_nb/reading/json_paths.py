"""`select`: the places that a JSONPath expression names, by RFC 9535.

python-jsonpath does the work, in its strict mode, and is imported on the first call. Its functions `match` and `search`
are replaced: a pattern is never run by Python's `re`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from apiref_nb.parsing.limits import ReadLimits
from apiref_nb.schemas.text_patterns import matches, usable

Path = tuple[str | int, ...]
"""Keys and indexes from the root of a tree."""


class JsonPathError(ValueError):
    """An expression is no JSONPath; the message is the reason, as a clause."""


def select(expression: str, root: object) -> list[Path]:
    """Return the places that an expression names in a tree, in document order, each once.

    Args:
        expression: JSONPath by RFC 9535.
        root: the tree.

    Raises:
        JsonPathError: it is no JSONPath, or goes too deep.
    """
    from jsonpath import JSONPathError  # noqa: PLC0415 - see the head of this module

    try:
        return list(dict.fromkeys(tuple(found.parts) for found in _environment().finditer(expression, _data(root))))
    except (JSONPathError, RecursionError) as exc:
        raise JsonPathError(str(exc).split("\n", 1)[0] or type(exc).__name__) from exc


def _data(root: object) -> Any:  # noqa: ANN401 - what the library calls JSON
    return root


@cache
def _environment() -> Any:  # noqa: ANN401 - of a library that is imported late
    from jsonpath import JSONPathEnvironment  # noqa: PLC0415 - likewise
    from jsonpath.function_extensions import ExpressionType, FilterFunction  # noqa: PLC0415 - likewise

    class Bounded(FilterFunction):
        """`match` or `search` by an engine whose time is bounded."""

        arg_types = [ExpressionType.VALUE, ExpressionType.VALUE]  # noqa: RUF012 - the library's own way
        return_type = ExpressionType.LOGICAL

        def __init__(self, form: str) -> None:
            self._form = form

        def __call__(self, value: object, pattern: object) -> bool:
            if not isinstance(value, str) or not isinstance(pattern, str) or not usable(pattern):
                return False
            return matches(self._form.format(pattern), value)

    class Environment(JSONPathEnvironment):
        max_recursion_depth = ReadLimits().depth * 2

    environment = Environment(strict=True)
    environment.function_extensions["match"] = Bounded("^(?:{})$")
    environment.function_extensions["search"] = Bounded("{}")
    return environment
