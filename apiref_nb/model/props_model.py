"""The base of every typed object that a user hands us: frozen, strict, snake_case with camelCase accepted.

A wrong shape raises `ShapeError` at construction. Its path is written in the caller's own spelling
(`operation.responses[1].statusCode` for one, `operation.responses[1].status_code` for another).
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails

from apiref_nb.errors import ShapeError
from apiref_nb.text.quoting import a_or_an, short

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass
else:
    # pydantic keeps its metaclass out of its public names; `type` finds it through a public one.
    ModelMetaclass = type(BaseModel)


class _RaisesShapeError(ModelMetaclass):
    """Turns pydantic's error into `ShapeError` where an object is constructed, and only there.

    An overridden `__init__` would also run for nested objects, which would lose the outer part of the path.
    """

    def __call__(cls, *args: object, **props: object) -> object:  # noqa: N805 - the instance of a metaclass is a class
        if args:
            shape = cast("type[PropsModel]", cls)
            raise ShapeError(shape.root_path, "takes its fields by keyword", short(args[0]))
        try:
            return super().__call__(**props)
        except ValidationError as exc:
            shape = cast("type[PropsModel]", cls)
            # pydantic's own error would stand above this one in the notebook, and say the same in other words.
            raise shape_error(shape, exc, shape.root_path, props) from None


class PropsModel(BaseModel, metaclass=_RaisesShapeError):
    """Base of the typed objects; `PropsModel.read` takes an object, or a mapping in either spelling."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        loc_by_alias=False,
    )

    root_path: ClassVar[str] = "object"

    @classmethod
    def read(cls, given: object, path: str) -> Self:
        """Return `given` as an object of this class.

        Args:
            given: an object of this class, or a mapping of its fields in snake_case or camelCase.
            path: how the caller names the argument, such as `operation`; errors start with it.

        Raises:
            ShapeError: names the exact field, what is allowed there and what was found.
        """
        if isinstance(given, cls):
            return given
        if not isinstance(given, Mapping):
            raise ShapeError(path, f"must be a mapping or {a_or_an(cls.__name__)}", short(given))
        try:
            return cls.model_validate(dict(given))
        except ValidationError as exc:
            raise shape_error(cls, exc, path, given) from None  # as above

    @classmethod
    def read_all(cls, given: object, path: str) -> tuple[Self, ...]:
        """Return every item of a list or tuple as an object of this class; see `read`."""
        if isinstance(given, str | bytes | Mapping) or not isinstance(given, Sequence):
            raise ShapeError(path, "must be a list", short(given))
        return tuple(cls.read(item, f"{path}[{index}]") for index, item in enumerate(given))


def shape_error(cls: type[BaseModel], exc: ValidationError, path: str, given: object) -> ShapeError:
    """Return the first fault that pydantic found as a `ShapeError`, its path in the caller's spelling.

    Args:
        cls: the class that was being constructed; the allowed fields are named from it.
        exc: what pydantic found; only its first error is reported.
        path: how the caller names the object, such as `operation`; the place begins with it.
        given: what the caller handed in; its keys show which spelling the caller writes.
    """
    fault = exc.errors(include_url=False)[0]
    place, camel = _spelled(fault, path, given)
    expected, found = _described(cls, fault, camel=camel)
    return ShapeError(place, expected, found)


def _spelled(fault: ErrorDetails, path: str, given: object) -> tuple[str, bool]:
    """Return the place of a fault, and whether its caller writes camelCase there."""
    here, camel_caller = given, _writes_camel(given)
    for part in fault["loc"]:
        if isinstance(part, int):
            path += f"[{part}]"
            here = here[part] if isinstance(here, Sequence) and part < len(here) else None
            continue
        name = part
        if isinstance(here, Mapping):
            camel = to_camel(part)
            # A field that is absent is named in the spelling of its neighbours, else of the rest of what was given.
            if any(isinstance(key, str) and ("_" in key or key != key.lower()) for key in here):
                camel_caller = any(isinstance(key, str) and key != key.lower() for key in here)
            name = camel if camel in here or (part not in here and camel_caller) else part
            here = here.get(name)
        path += f".{name}"
    return path, camel_caller


def _writes_camel(given: object) -> bool:
    """True when a name in what was given is in camelCase; what is given may hold itself."""
    waiting, met = [given], set[int]()
    while waiting:
        here = waiting.pop()
        if id(here) in met or not isinstance(here, Mapping | list | tuple):
            continue
        met.add(id(here))
        if isinstance(here, Mapping):
            if any(isinstance(key, str) and key != key.lower() for key in here):
                return True
            waiting += here.values()
        else:
            waiting += here
    return False


def _described(cls: type[BaseModel], fault: ErrorDetails, *, camel: bool) -> tuple[str, str]:
    context = fault.get("ctx", {})
    found = short(fault["input"])
    match fault["type"]:
        case "missing":
            return "is required", ""
        case "literal_error":
            allowed = str(context["expected"]).replace("'", "")
            return f"must be {allowed}", found
        case "extra_forbidden":
            return _unknown(cls, fault, camel=camel), ""
        case "string_type":
            return "must be text", found
        case "string_too_short":
            return f"must have at least {context['min_length']} character", found
        case "bool_type":
            return "must be True or False", found
        case "tuple_type":
            return "must be a list", found
        case "model_type" | "dict_type":
            return "must be a mapping", found
        case "count":
            return "must be a number, 0 or more", found
        case _:
            return fault["msg"][:1].lower() + fault["msg"][1:], found


def _unknown(cls: type[BaseModel], fault: ErrorDetails, *, camel: bool) -> str:
    owner = _owner(cls, fault["loc"])
    wrong = str(fault["loc"][-1])
    for name in owner.model_fields:
        if wrong in (name, to_camel(name)):
            return f"is given twice ({to_camel(name)} and {name})"
    names = [to_camel(name) if camel else name for name in owner.model_fields]
    lowered = {name.lower(): name for name in names}
    close = [lowered[name] for name in difflib.get_close_matches(wrong.lower(), lowered, 1)]
    hint = f"did you mean {close[0]}? " if close else ""
    return f"is not a field; {hint}allowed: {', '.join(names)}"


def _owner(cls: type[BaseModel], loc: tuple[int | str, ...]) -> type[BaseModel]:
    """Return the class whose field the last part of a location names."""
    for part in loc[:-1]:
        field = cls.model_fields.get(str(part))
        if field is None:
            continue
        for candidate in _classes(field.annotation):
            cls = candidate
    return cls


def _classes(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for inner in getattr(annotation, "__args__", ()) for found in _classes(inner)]
