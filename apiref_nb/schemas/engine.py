"""The JSON Schema engine (jsonschema-rs): the one place that imports it, and only when something is to be judged.

Where it cannot be installed, as in a browser's Python, everything else works, and samples say that nobody checked them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeVar

from apiref_nb.schemas.formats import NO_FORMATS, judges
from apiref_nb.schemas.limits import PATTERNS

A = TypeVar("A")

MISSING_ENGINE = "the validator (jsonschema-rs) is not installed"


@cache
def _library() -> Any:  # noqa: ANN401 - a module, or None
    try:
        import jsonschema_rs  # noqa: PLC0415 - only where a value is judged
    except ImportError:
        return None
    return jsonschema_rs


@cache
def _options() -> Any:  # noqa: ANN401 - the engine's own object
    return _library().FancyRegexOptions(backtrack_limit=PATTERNS.max_steps_back, size_limit=PATTERNS.max_compiled_bytes)


def is_installed() -> bool:
    """Return True when values can be judged."""
    return _library() is not None


def compiled_pattern(pattern: str) -> Callable[[str], bool] | None:
    """Return a test of text; None for a pattern that no engine takes, or where there is no engine."""
    library = _library()
    if library is None:
        return None
    for options in (library.RegexOptions(size_limit=PATTERNS.max_compiled_bytes), _options()):
        try:
            meets: Callable[[str], bool] = library.Draft202012Validator(
                {"pattern": pattern}, pattern_options=options
            ).is_valid
        except (library.ValidationError, ValueError):
            continue
        return partial(_asked, meets)
    return None


def _asked(ask: Callable[[Any], A], value: Any) -> A:  # noqa: ANN401 - any JSON value
    """Return what the engine says of a value. It takes UTF-8 only: for half of a surrogate pair it is shown U+FFFD."""
    try:
        return ask(value)
    except UnicodeEncodeError:
        return ask(_encodable(value))


def _encodable(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_encodable(key): _encodable(member) for key, member in value.items()}
    return [_encodable(member) for member in value] if isinstance(value, list) else value


class Compiled:
    """A JSON Schema 2020-12 document, ready to judge.

    Args:
        document: the whole of it.
        formats: those that are asserted; the others are notes to the reader.
    """

    __slots__ = ("_validator",)

    def __init__(self, document: Mapping[str, Any] | bool, formats: frozenset[str] = NO_FORMATS) -> None:
        make = partial(_library().Draft202012Validator, pattern_options=_options(), offline=True)
        if formats:
            make = partial(make, validate_formats=True, formats=judges(formats))
        self._validator = _asked(make, document)

    def is_valid(self, value: Any) -> bool:  # noqa: ANN401 - any JSON value
        """Return True when a value of plain dicts, lists, text and numbers meets the document."""
        return bool(_asked(self._validator.is_valid, value))

    def first_error(self, value: Any) -> Iterator[Any]:  # noqa: ANN401 - as for `errors`
        """Yield the first thing that is wrong with a value, without looking for others."""
        try:
            _asked(self._validator.validate, value)
        except _library().ValidationError as error:
            yield error

    def errors(self, value: Any) -> Iterator[Any]:  # noqa: ANN401 - any JSON value; errors as the engine gives them
        """Yield what is wrong with a value."""
        return iter(_asked(self._validator.iter_errors, value))
