"""The arguments of one operation: which Python names it takes, its signature, and what a call gave for each.

An operation comes in; an `ArgumentPlan` goes out, made once for each operation when it is first called or asked about.
`calls` binds what the caller wrote; `request` reads the result.
"""

from __future__ import annotations

import datetime
import decimal
import difflib
import inspect
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiOperation, ApiParameter, Schema
from apiref_nb.requests.limits import ARGUMENT_LIMITS
from apiref_nb.requests.naming import snake_case, unique
from apiref_nb.requests.planning import parameters_of
from apiref_nb.schemas import merged
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short

BODY = "body"
CONTENT_TYPE = "content_type"

_TYPES: Mapping[str, type] = {
    "string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict,
}  # fmt: skip
_FORMATS: Mapping[tuple[str, str], tuple[type, ...]] = {
    ("string", "date-time"): (datetime.datetime,),
    ("string", "date"): (datetime.date,),
    ("string", "uuid"): (uuid.UUID,),
    ("string", "decimal"): (decimal.Decimal,),
    ("number", "decimal"): (decimal.Decimal,),
}
"""(type, format) -> what a value may be beside the type itself."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One parameter of an operation, as Python sees it."""

    name: str
    """The keyword."""
    parameter: ApiParameter
    """What the document declares."""
    required: bool
    """True when a request cannot be made without it."""


class BoundArguments:
    """What a call gave, keyed by Python name; shows names only, for values may be passwords.

    Args:
        values: Python name to value.
        spelling: Python name to the name that the caller wrote.
        undeclared: name to value of what the document does not declare; None for nothing.
        from_server: see the attribute.
    """

    __slots__ = ("from_server", "spelling", "undeclared", "values")

    def __init__(
        self,
        values: Mapping[str, object],
        spelling: Mapping[str, str],
        undeclared: Mapping[str, object] | None = None,
        from_server: frozenset[str] = frozenset(),
    ) -> None:
        self.values = _Hidden(values)
        """Python name to value; what was left out, or given as None, is absent."""
        self.undeclared = _Hidden(undeclared or {})
        """Name to value of what the document does not declare, where that may be sent."""
        self.spelling = spelling
        """Python name to the name the caller wrote."""
        self.from_server = from_server
        """Python names, and `body.` with a member's name, of what an answer gave: it goes back as it came, whatever the
        document says of it."""

    def holding(self, name: str, value: object, from_server: str = "") -> BoundArguments:
        """Return the same with another value.

        Args:
            name: the Python name of the argument.
            value: what is sent for it.
            from_server: what of it an answer gave, as the attribute names it; empty for nothing.
        """
        known = frozenset({from_server} if from_server else ())
        return BoundArguments({**self.values, name: value}, self.spelling, self.undeclared, known)

    def __repr__(self) -> str:
        return f"Given({', '.join(self.values)})"


class _Hidden(dict[str, object]):
    """A dict that shows its keys only."""

    def __repr__(self) -> str:
        return f"{{{', '.join(self)}}}"


class ArgumentPlan:
    """How a call of one operation is read.

    Args:
        operation: the operation.
    """

    def __init__(self, operation: ApiOperation) -> None:
        self.operation = operation
        self.label = visible_line(operation.operation_id or operation.key)
        """How errors name the operation."""
        self.arguments = _named(operation)
        """Every parameter, path ones first, in the order of the path; computed headers left out."""
        self.takes_body = operation.request_body is not None
        self.takes_content_type = operation.request_body is not None and len(operation.request_body.content) > 1
        self._accepted = self._spellings()
        self.by_name = {argument.name: argument for argument in self.arguments}

    def _spellings(self) -> dict[str, str]:
        """Every accepted spelling: Python names first, then document names that are not ambiguous."""
        accepted = {argument.name: argument.name for argument in self.arguments}
        if self.takes_body:
            accepted[BODY] = BODY
        if self.takes_content_type:
            accepted[CONTENT_TYPE] = CONTENT_TYPE
        for argument in self.arguments:
            accepted.setdefault(argument.parameter.name, argument.name)
        return accepted

    @property
    def body_required(self) -> bool:
        """True when the document demands a body."""
        return self.operation.request_body is not None and self.operation.request_body.required

    @property
    def positional(self) -> tuple[str, ...]:
        """Names that may be given by position: path parameters, then the body."""
        path = tuple(argument.name for argument in self.arguments if argument.parameter.location == "path")
        return (*path, BODY) if self.takes_body else path

    def bind(
        self, args: tuple[object, ...], kwargs: Mapping[str, object], *, undeclared: bool = False
    ) -> BoundArguments:
        """Return what was given, keyed by Python name.

        Args:
            args: by position.
            kwargs: by name, in Python's spelling or the document's.
            undeclared: True keeps names that the document does not declare; False refuses them.

        Raises:
            ShapeError: an argument is unknown, given twice, or missing; the message names it.
        """
        if len(args) > len(self.positional):
            takes = f"only {', '.join(self.positional)}" if self.positional else "nothing"
            named = [f"{name}=…" for name in dict.fromkeys(self._accepted.values()) if name not in self.positional]
            whom = "the others" if self.positional else "each"
            hint = f"; name {whom}: {', '.join(named[: ARGUMENT_LIMITS.max_named])}" if named else ""
            raise ShapeError(self.label, f"takes {takes} by position{hint}", f"{len(args)} by position")
        values: dict[str, object] = dict(zip(self.positional, args, strict=False))
        spelling: dict[str, str] = {}
        more: dict[str, object] = {}
        for written, value in kwargs.items():
            name = self._accepted.get(written)
            if name is None and undeclared:
                more[written] = value
                continue
            if name is None:
                raise ShapeError(f"{self.label}.{visible_line(written)}", self._unknown(written))
            if name in values:
                raise ShapeError(f"{self.label}.{visible_line(written)}", "is given twice")
            values[name] = value
            spelling[name] = written
        values = {name: value for name, value in values.items() if value is not None}
        for argument in self.arguments:
            if argument.required and argument.name not in values:
                raise ShapeError(f"{self.label}.{visible_line(argument.parameter.name)}", "is required")
        if self.body_required and BODY not in values:
            raise ShapeError(f"{self.label}.body", "is required")
        return BoundArguments(values, spelling, more)

    def place(self, name: str, given: BoundArguments) -> str:
        """Return how an error names an argument: in the caller's spelling, else in the document's.

        Args:
            name: in Python's spelling.
            given: what the call gave.
        """
        argument = self.by_name.get(name)
        written = given.spelling.get(name) or (argument.parameter.name if argument is not None else name)
        return f"{self.label}.{visible_line(written)}"

    def _unknown(self, written: str) -> str:
        names = list(dict.fromkeys(self._accepted.values()))
        member = self._member(written)
        if member:
            return f"is not an argument but a field of the body; give body={{{short(member)}: ...}}"
        close = difflib.get_close_matches(written, list(self._accepted), 1, cutoff=0.6)
        hint = f"did you mean {visible_line(close[0])}? " if close else ""
        return f"is not an argument; {hint}allowed: {', '.join(names) or 'none'}"

    def _member(self, written: str) -> str:
        """Return the field of the body that was meant, in the document's spelling; empty when there is none."""
        body = self.operation.request_body
        schemas = [media.schema for media in body.content if media.schema is not None] if body is not None else []
        names = [name for schema in schemas for name, _ in merged(schema).named("properties")]
        return next(iter(difflib.get_close_matches(written, names, 1, cutoff=0.8)), "")

    def signature(self, returns: object) -> inspect.Signature:
        """Return the signature that Tab and `?` show.

        Args:
            returns: the return annotation.
        """
        shown: list[inspect.Parameter] = []
        for argument in self.arguments:
            by_position = argument.parameter.location == "path"
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if by_position else inspect.Parameter.KEYWORD_ONLY
            shown.append(_shown(argument.name, kind, _annotation(argument.parameter.schema), argument.required))
        body = self.operation.request_body
        if body is not None:
            schema = body.content[0].schema if body.content else None
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            place = len(self.positional) - 1
            shown.insert(place, _shown(BODY, kind, _annotation(schema), self.body_required))
        if self.takes_content_type:
            shown.append(_shown(CONTENT_TYPE, inspect.Parameter.KEYWORD_ONLY, str, required=False))
        # Python demands keyword-only arguments last; among them the required ones read best first.
        shown.sort(key=lambda p: (p.kind, p.kind == inspect.Parameter.KEYWORD_ONLY and p.default is None))
        return inspect.Signature(shown, return_annotation=returns)


def _named(operation: ApiOperation) -> tuple[Argument, ...]:
    taken = {BODY, CONTENT_TYPE} if operation.request_body is not None else set()
    arguments: list[Argument] = []
    for parameter in parameters_of(operation):
        wanted = snake_case(parameter.name) or parameter.location
        if wanted in taken:
            wanted = unique(f"{wanted.rstrip('_')}_{parameter.location}", taken)
        taken.add(wanted)
        required = parameter.location == "path" or (parameter.required and not parameter.is_said_elsewhere)
        arguments.append(Argument(wanted, parameter, required))
    return tuple(arguments)


def _shown(name: str, kind: Any, annotation: Any, required: bool) -> inspect.Parameter:  # noqa: ANN401 - inspect's own
    if required:
        return inspect.Parameter(name, kind, annotation=annotation)
    optional = annotation if annotation is Any else annotation | None
    return inspect.Parameter(name, kind, default=None, annotation=optional)


def _annotation(schema: Schema | None, depth: int = 0) -> Any:  # noqa: ANN401 - a type, a union or a Literal
    """What a value of this schema is in Python; `Any` where the document does not say, or says too much."""
    if schema is None or depth > ARGUMENT_LIMITS.max_annotation_depth:
        return Any
    whole = merged(schema)
    choices = whole.get("enum")
    if isinstance(choices, list | tuple) and 0 < len(choices) <= ARGUMENT_LIMITS.max_literals:
        known = tuple(choice for choice in choices if choice is None or isinstance(choice, str | bool | int))
        if len(known) == len(choices):
            return Literal[known]
    alternatives = whole.listed("anyOf") or whole.listed("oneOf")
    if alternatives:
        return _union([_annotation(one, depth + 1) for one in alternatives])
    given = whole.text("format")
    if given == "binary":
        return bytes
    found = [_array(whole, depth) if name == "array" else _TYPES[name] for name in whole.types if name in _TYPES]
    more = [kind for name in whole.types for kind in _FORMATS.get((name, given), ())]
    said = whole.get("type")
    none = [type(None)] if said == "null" or (isinstance(said, list | tuple) and "null" in said) else []
    return _union([*found, *more, *none])


def _union(kinds: Sequence[Any]) -> Any:  # noqa: ANN401 - a type or a union
    if not kinds or Any in kinds:
        return Any
    annotation = kinds[0]
    for kind in kinds[1:]:
        annotation |= kind
    return None if annotation is type(None) else annotation


def _array(schema: Schema, depth: int) -> Any:  # noqa: ANN401 - a type
    items = schema.items
    kind = Any if items is None or items.pointer == schema.pointer else _annotation(items, depth + 1)
    return list if kind is Any else list[kind]  # type: ignore[valid-type] # a type made from a document
