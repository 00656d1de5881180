"""Props are checked here: both spellings, exact names in errors. Every component calls it at construction."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from apiref_nb.errors import ShapeError
from apiref_nb.text.quoting import short
from apiref_nb.text.suggestions import did_you_mean


class Props:
    """Checks the props of one component; accepts the camelCase spelling of a prop in the place of the other.

    Args:
        component: the class whose props these are; errors name its arguments.
        camel: what the caller gave beyond the declared arguments: name -> value.
        spellings: camelCase name -> declared name, for the props that have both.
    """

    def __init__(self, component: type, camel: Mapping[str, Any], spellings: Mapping[str, str]) -> None:
        self._component = component
        self._given = {spellings.get(name, name): (name, value) for name, value in camel.items()}
        self._known = set(spellings.values())
        self._camel = {snake: name for name, snake in spellings.items()}
        self._camel_caller = any(name != name.lower() for name in camel)
        self._spelled = {snake: name for snake, (name, _value) in self._given.items()}

    def take(self, name: str, value: Any, default: object = None) -> Any:  # noqa: ANN401 - any prop
        """Return the prop's value, in whichever spelling it was given; `default` is what an absent one holds.

        Args:
            name: the declared name of the prop.
            value: what its declared argument holds.
            default: what that argument holds when the caller leaves it out.

        Raises:
            ShapeError: the prop is given in both spellings.
        """
        if name not in self._known or name not in self._given:
            return value
        spelled, taken = self._given.pop(name)
        if value is not default and value != default:
            raise ShapeError(spelled, f"is given twice ({spelled} and {name})")
        return taken

    def spelled(self, name: str) -> str:
        """Return the prop's name as the caller wrote it."""
        return self._spelled.get(name, name)

    def flag(self, name: str, value: object, *, default: bool = False) -> bool:
        """Return a prop that must be True or False.

        Args:
            name: the declared name of the prop.
            value: what its declared argument holds.
            default: what that argument holds when the caller leaves it out.

        Raises:
            ShapeError: it is neither True nor False, or is given in both spellings.
        """
        taken = self.take(name, value, default)
        if not isinstance(taken, bool):
            raise ShapeError(self.spelled(name), "must be True or False", short(taken))
        return taken

    def text(self, name: str, value: object) -> str | None:
        """Return a prop that must be text or None.

        Args:
            name: the declared name of the prop.
            value: what its declared argument holds.

        Raises:
            ShapeError: it is neither text nor None, or is given in both spellings.
        """
        taken = self.take(name, value)
        if taken is not None and not isinstance(taken, str):
            raise ShapeError(self.spelled(name), "must be text", short(taken))
        return taken

    def required_text(self, name: str, value: object) -> str:
        """Return a prop that must be text of at least one character.

        Args:
            name: the declared name of the prop.
            value: what its declared argument holds.

        Raises:
            ShapeError: it is empty or no text, or is given in both spellings.
        """
        taken = self.text(name, value)
        if not taken:
            raise ShapeError(self.spelled(name), "must have at least 1 character", short(value))
        return taken

    def end(self) -> None:
        """Raise for a prop that the component does not have."""
        for name, _value in self._given.values():
            known = self._names()
            hint = did_you_mean(name, known) or f"; it has: {', '.join(known)}"
            raise ShapeError(name, f"is not a prop of {self._component.__name__}{hint}")

    def _names(self) -> list[str]:
        """The component's props, in camelCase for a caller who writes so."""
        props = inspect.signature(self._component).parameters.values()
        names = [prop.name for prop in props if prop.kind != prop.VAR_KEYWORD]
        return [self._camel.get(name, name) for name in names] if self._camel_caller else names


def operations_prop(given: Sequence[str | tuple[str, str]] | None) -> tuple[str | tuple[str, str], ...] | None:
    """Return the prop `operations`: operationIds, `GET /path` keys or (method, path) pairs."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ShapeError("operations", "must be a list of operationIds, keys or pairs", short(given))
    if not given:
        raise ShapeError("operations", "must name at least one")
    keys: Sequence[object] = given
    for index, key in enumerate(keys):
        pair = isinstance(key, tuple) and len(key) == 2 and all(isinstance(part, str) for part in key)
        if not (pair or isinstance(key, str)):
            expected = "must be an operationId, a `GET /path` key or (method, path)"
            raise ShapeError(f"operations[{index}]", expected, short(key))
    return tuple(given)


def names(prop: str, given: Sequence[str] | None) -> tuple[str, ...] | None:
    """Return a prop that must be a list of text.

    Args:
        prop: the name of the prop, for errors.
        given: what the caller gave; None stands for all and stays None.

    Raises:
        ShapeError: it is no list, is empty, or holds something else than text.
    """
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ShapeError(prop, "must be a list of names", short(given))
    if not given:
        raise ShapeError(prop, "must name at least one")
    for index, name in enumerate(given):
        if not isinstance(name, str):
            raise ShapeError(f"{prop}[{index}]", "must be text", short(name))
    return tuple(given)
