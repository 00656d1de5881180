"""The operations of a client, as attributes and by key: found by every way to write their name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from apiref_nb.client.calls import AsyncOperationCall, OperationCall
from apiref_nb.errors import UnknownOperationError
from apiref_nb.model.api import ApiOperation
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.text.suggestions import no_operation

Key = str | tuple[str, str] | ApiOperation
"""How an operation is named: operationId, `GET /pet/{petId}`, ("GET", "/pet/{petId}"), or the operation itself."""

_CallT = TypeVar("_CallT", OperationCall, AsyncOperationCall)


class Operations(Unpickled, Generic[_CallT]):
    """One callable for each operation, as attribute and by key."""

    _unpickled = "a client is not pickled; make a new one where it is needed"

    _calls: Mapping[str, _CallT]
    """Attribute name to callable, in document order."""
    _known: Mapping[str, str]
    """Every way to write an operation's name -> its attribute name."""

    def _install(self, calls: Mapping[str, _CallT]) -> None:
        self._calls = calls
        self._known = _index(calls)
        # In the instance's own dict Tab finds them even where it does not run code.
        self.__dict__.update(calls)

    def __getitem__(self, key: Key) -> _CallT:
        wanted: object = (key.method, key.path) if isinstance(key, ApiOperation) else key
        if isinstance(wanted, tuple) and len(wanted) == 2:
            wanted = f"{str(wanted[0]).upper()} {wanted[1]}"
        if isinstance(wanted, str) and wanted:
            name = self._known.get(wanted) or self._known.get(_shouted(wanted))
            if name is not None:
                return self._calls[name]
        raise UnknownOperationError("operation", self._unknown(wanted))

    def __getattr__(self, name: str) -> _CallT:
        # Only for what is not there under its Python name: the document's own spelling works too.
        known = self.__dict__.get("_known", {}).get(name)
        if known is not None and self._calls[known].operation.operation_id == name:
            return self._calls[known]
        # Without `name` and `obj`, for with them Python would add a second suggestion of its own.
        raise AttributeError(self._unknown(name))

    def __contains__(self, key: object) -> bool:
        try:
            self[cast("Key", key)]
        except KeyError:
            return False
        return True

    def __dir__(self) -> list[str]:
        return sorted({*(name for name in dir(type(self)) if name.startswith("__")), *self._calls, *self._own()})

    def _own(self) -> tuple[str, ...]:
        return ()

    def _unknown(self, wanted: object) -> str:
        names = {
            spelled: name
            for name, call in self.__dict__.get("_calls", {}).items()
            for spelled in (name, call.operation.operation_id, call.operation.key)
            if spelled
        }
        return no_operation(wanted, names)


class AsyncOperations(Operations[AsyncOperationCall]):
    """The operations of a client as awaitables: `await client.aio.get_pet_by_id(1)`."""

    def __init__(self, calls: Mapping[str, AsyncOperationCall]) -> None:
        self._install(calls)

    def __repr__(self) -> str:
        return f"AsyncOperations({len(self._calls)} operations)"


def _index(calls: Mapping[str, OperationCall] | Mapping[str, AsyncOperationCall]) -> dict[str, str]:
    known: dict[str, str] = {}
    for name, call in calls.items():
        operation = call.operation
        for spelled in (operation.operation_id, operation.key, name, f"{operation.method.upper()} {operation.path}"):
            if spelled:
                known.setdefault(spelled, name)
    return known


def _shouted(key: str) -> str:
    """`get /pet` as `GET /pet`; anything else as it is."""
    method, space, path = key.partition(" ")
    return f"{method.upper()} {path}" if space else key
