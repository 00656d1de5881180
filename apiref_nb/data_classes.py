"""`dataclass` that costs a process little: the standard library's, but no method is compiled when a class is made.

The standard one writes six methods of each class as text and compiles them one by one: more than a quarter of a command
on a small document. Here fields, slots and keyword arguments stay its affair; `__init__` is compiled when the first
object is made, and what only compares, hashes, shows and forbids is the same few functions for all classes.
"""

from __future__ import annotations

import dataclasses
import reprlib
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - to a type checker it is the same
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        frozen: bool = False,
        slots: bool = False,
        kw_only: bool = False,
        eq: bool = True,
        repr: bool = True,  # noqa: A002 - as the standard one calls it
    ) -> type | Callable[[type], type]:
        """Return a decorator like `dataclasses.dataclass`; see there for its arguments.

        Args:
            cls: the class, where the decorator stands without brackets.
            frozen: fields cannot be changed.
            slots: objects have the fields and no dictionary.
            kw_only: arguments are given by name.
            eq: objects are equal when their fields are; frozen ones have a hash.
            repr: objects show their fields.
        """

        def made(cls: type) -> type:
            cls = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)(cls)
            methods: dict[str, object] = {"__init__": _Init(cls, is_frozen=frozen)}
            if repr:
                methods["__repr__"] = _shown
            if eq:
                methods |= _comparing(cls, is_frozen=frozen)
            if frozen:
                methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
            if frozen and slots:
                methods |= {"__getstate__": _state, "__setstate__": _restore}
            for name, method in methods.items():
                if name not in cls.__dict__:
                    setattr(cls, name, method)
            return cls

        return made if cls is None else made(cls)


class _Factory:
    """Default of a parameter whose value is made for each object anew."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()

_set = object.__setattr__


class _Init:
    """`__init__` of a class until it is first asked for: then it is compiled, and stands in its own place."""

    __slots__ = ("_cls", "_is_frozen")

    def __init__(self, cls: type, *, is_frozen: bool) -> None:
        self._cls = cls
        self._is_frozen = is_frozen

    def __get__(self, instance: object, owner: type) -> Callable[..., None]:
        made = _init(self._cls, is_frozen=self._is_frozen)
        self._cls.__init__ = made  # type: ignore[misc] # the method that this one stood for
        bound: Callable[..., None] = made.__get__(instance, owner)
        return bound


def _init(cls: type, *, is_frozen: bool) -> Any:  # noqa: ANN401 - a function, which mypy knows no `__get__` of
    fields = dataclasses.fields(cls)
    known: dict[str, Any] = {"_set": _set, "_FACTORY": _FACTORY}
    given: list[str] = []
    by_name: list[str] = []
    lines = []
    for one in fields:
        name = one.name
        value = name
        default = ""
        if one.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = one.default
            default = f"=_default_{name}"
        elif one.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"] = one.default_factory
            default = "=_FACTORY"
            value = f"_make_{name}() if {name} is _FACTORY else {name}" if one.init else f"_make_{name}()"
        elif not one.init:
            continue
        if one.init:
            (by_name if one.kw_only else given).append(name + default)
        elif value == name:
            value = f"_default_{name}"
        lines.append(f" _set(self, {name!r}, {value})" if is_frozen else f" self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    head = ", ".join(["self", *given, *(["*", *by_name] if by_name else [])])
    exec("\n".join([f"def __init__({head}):", *(lines or [" pass"])]), known)  # noqa: S102 - names of our own classes
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    made.__annotations__ = {one.name: one.type for one in fields if one.init} | {"return": None}
    return made


def _comparing(cls: type, *, is_frozen: bool) -> dict[str, Any]:
    """Return `__eq__` and `__hash__`: what can change has no hash."""
    names = [one.name for one in dataclasses.fields(cls) if one.compare]
    values: Callable[[Any], Any] = (
        attrgetter(*names) if len(names) > 1 else lambda self: tuple([getattr(self, name) for name in names])
    )

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed if is_frozen else None}


@reprlib.recursive_repr()
def _shown(self: Any) -> str:  # noqa: ANN401 - an object of any of the classes
    shown = ", ".join([f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr])
    return f"{self.__class__.__qualname__}({shown})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r} of {type(self).__name__}")


def _state(self: Any) -> list[Any]:  # noqa: ANN401 - an object of any of the classes
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:  # noqa: ANN401 - likewise
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        _set(self, one.name, value)
