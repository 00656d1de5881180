"""`Client`: a document's operations as Python functions.

An `Api` and, if needed, an address and credentials come in. Attributes are sync (`client.get_pet_by_id(1)`), those of
`client.aio` are awaited. Used by people, by the request console and by `verify`.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Mapping
from typing import Any, Generic, NoReturn, Self, TypeVar, cast

import httpx

from apiref_nb.client.calls import AsyncOperationCall, OperationCall
from apiref_nb.client.exchange import CONNECT_SECONDS, Limits
from apiref_nb.client.failures import NotSentError
from apiref_nb.client.session import Session, base_url_fault
from apiref_nb.errors import ShapeError, UnknownOperationError
from apiref_nb.model import Api, ApiOperation, SecurityScheme
from apiref_nb.requests.authorization import holds
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.naming import operation_names
from apiref_nb.requests.value_checks import check_value, unchecked
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_number
from apiref_nb.text.quoting import short
from apiref_nb.text.suggestions import no_operation
from apiref_nb.transport.pools import FreshConnections, KeptConnections

Key = str | tuple[str, str] | ApiOperation
"""How an operation is named: operationId, `GET /pet/{petId}`, ("GET", "/pet/{petId}"), or the operation itself."""

_CallT = TypeVar("_CallT", OperationCall, AsyncOperationCall)


class _Operations(Generic[_CallT]):
    """One callable for each operation, as attribute and by key."""

    _calls: Mapping[str, _CallT]
    """Attribute name to callable, in document order."""

    def _install(self, calls: Mapping[str, _CallT]) -> None:
        self._calls = calls
        # In the instance's own dict Tab finds them even where it does not run code.
        self.__dict__.update(calls)

    def __getitem__(self, key: Key) -> _CallT:
        wanted: object = (key.method, key.path) if isinstance(key, ApiOperation) else key
        if isinstance(wanted, tuple) and len(wanted) == 2:
            wanted = f"{str(wanted[0]).upper()} {wanted[1]}"
        for name, call in self._calls.items():
            operation = call.operation
            if wanted and wanted in (operation.operation_id, operation.key, name):
                return call
            if isinstance(wanted, str) and _shouted(wanted) == f"{operation.method.upper()} {operation.path}":
                return call
        raise UnknownOperationError("operation", self._unknown(wanted))

    def __getattr__(self, name: str) -> _CallT:
        # Only for what is not there under its Python name: the document's own spelling works too.
        for call in self.__dict__.get("_calls", {}).values():
            if call.operation.operation_id == name:
                return cast("_CallT", call)
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

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a client is not pickled; make a new one where it is needed")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class AsyncOperations(_Operations[AsyncOperationCall]):
    """The operations of a client as awaitables: `await client.aio.get_pet_by_id(1)`."""

    def __init__(self, calls: Mapping[str, AsyncOperationCall]) -> None:
        self._install(calls)

    def __repr__(self) -> str:
        return f"AsyncOperations({len(self._calls)} operations)"


class Client(_Operations[OperationCall]):
    """The operations of a document as Python functions.

    `client.get_pet_by_id(pet_id=1)`, `client["getPetById"](1)` and `client["GET /pet/{petId}"](1)` are the same; Tab
    lists what there is. Arguments are checked against the document before anything is sent. Credentials go to the
    client's own origin only, redirects are not followed, cookies not kept, proxies and other settings of the
    environment not read.

    Args:
        api: the document.
        base_url: http(s) address in front of every path; None for what the document says.
        token: bearer token (also for OAuth 2.0 and OpenID Connect), or a mapping of scheme name to token.
        api_key: API key, or a mapping of scheme name to key.
        username: for HTTP Basic.
        password: for HTTP Basic.
        timeout_seconds: for one whole request, from looking up the name to the last byte.
        limit_bytes: size of the body of a reply, after decompression.
        check: hold arguments against the document before sending. False sends what is given, to see what the server
            says to it, or where the document is wrong.
        transport: an httpx transport that carries the requests, such as `httpx.HTTPTransport(proxy=…)` or
            `httpx.WSGITransport(app)`; None for the client's own, which keeps to the timeout as a whole.

    Raises:
        ShapeError: an argument has the wrong shape; credentials are never repeated in the message.
    """

    def __init__(
        self,
        api: Api,
        base_url: str | None = None,
        *,
        token: str | Mapping[str, str] | None = None,
        api_key: str | Mapping[str, str] | None = None,
        username: str | None = None,
        password: str | None = None,
        timeout_seconds: float = 30.0,
        limit_bytes: int = 50_000_000,
        check: bool = True,
        transport: httpx.BaseTransport | httpx.AsyncBaseTransport | None = None,
    ) -> None:
        held = Credentials(token=token, api_key=api_key, username=username, password=password)
        # An error below shows these frames: no plain text is left in them.
        del token, api_key, username, password
        held.checked()
        fault = "" if base_url is None else base_url_fault(base_url)
        if fault:
            del base_url  # it may hold a password
            raise ShapeError("base_url", fault)
        if not isinstance(api, Api):
            raise ShapeError("api", "must be an Api: embed.api, or what load_api(source) returns", short(api))
        _check_schemes(api, held)
        self._session = Session(
            api=api,
            base_url=base_url.rstrip("/") if base_url is not None else None,
            credentials=held,
            limits=Limits(
                _positive("timeout_seconds", timeout_seconds, LONGEST_SECONDS),
                int(_positive("limit_bytes", limit_bytes, LARGEST_BYTES)),
            ),
            transport=_sync_transport(transport),
            async_transport=FreshConnections(CONNECT_SECONDS) if transport is None else transport,
            clock=time.monotonic,
            check=check_value if check else unchecked,
        )
        if transport is None:
            weakref.finalize(self._session, cast("KeptConnections", self._session.transport).close)
        self._given_transport = transport
        reserved = {name for name in dir(Client) if not name.startswith("__")} | {"api", "base_url"}
        operations = [operation for operation in (*api.operations, *api.unrendered) if not operation.broken]
        names = operation_names(operations, reserved)
        self._install({name: OperationCall(self._session, operation, name) for name, operation in names.items()})
        self._aio = AsyncOperations(
            {name: AsyncOperationCall(self._session, operation, name) for name, operation in names.items()}
        )

    @property
    def api(self) -> Api:
        """The document."""
        return self._session.api

    @property
    def base_url(self) -> str:
        """Where requests go: the given address, else the document's first server; empty when there is neither."""
        return self._session.home

    @property
    def aio(self) -> AsyncOperations:
        """The same operations as awaitables."""
        return self._aio

    @property
    def operation_names(self) -> tuple[str, ...]:
        """The names of the callables, in document order."""
        return tuple(self._calls)

    def with_credentials(
        self,
        *,
        token: str | Mapping[str, str] | None = None,
        api_key: str | Mapping[str, str] | None = None,
        username: str | None = None,
        password: str | None = None,
        keep: bool = False,
    ) -> Client:
        """Return a client of the same document and address that holds these credentials.

        Args:
            token: as for `Client`.
            api_key: as for `Client`.
            username: as for `Client`.
            password: as for `Client`.
            keep: True keeps those of this client that are not given here; False holds no others.
        """
        held = Credentials(token=token, api_key=api_key, username=username, password=password)
        del token, api_key, username, password
        if keep:
            held = held.over(self._session.credentials)
        held.checked()
        return Client(
            self.api,
            self._session.base_url,
            token=held.tokens,  # type: ignore[arg-type] # wrapped already, and left wrapped
            api_key=held.api_keys,  # type: ignore[arg-type] # as above
            username=held.username,  # type: ignore[arg-type] # as above
            password=held.password,  # type: ignore[arg-type] # as above
            timeout_seconds=self._session.limits.timeout_seconds,
            limit_bytes=self._session.limits.body_bytes,
            check=self._session.check is check_value,
            transport=self._given_transport,
        )

    def close(self) -> None:
        """Close open connections; the client opens new ones when it is used again."""
        if self._given_transport is None:
            cast("KeptConnections", self._session.transport).close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _own(self) -> tuple[str, ...]:
        return ("aio", "api", "base_url", "close", "operation_names", "with_credentials")

    def __repr__(self) -> str:
        if "_calls" not in self.__dict__:
            return "Client(not made)"  # a traceback with local variables asks for it when __init__ has failed
        held = ", ".join(f"{name}=***" for name in self._session.credentials.names())
        where = visible_line(self.base_url) or "no address"
        return f"Client({visible_line(self.api.title)!r}, {where}, {len(self._calls)} operations{held and ', ' + held})"

    def __setattr__(self, name: str, value: Any) -> None:  # noqa: ANN401 - Python's own signature
        if not name.startswith("_"):
            raise AttributeError(f"a client does not change; make a new one, or use with_credentials ({name})")
        super().__setattr__(name, value)


def _shouted(key: str) -> str:
    """`get /pet` as `GET /pet`; anything else as it is."""
    method, space, path = key.partition(" ")
    return f"{method.upper()} {path}" if space else key


def holds_credential(client: Client, scheme: SecurityScheme) -> bool:
    """Return True when a client holds a credential for a security scheme."""
    return holds(client._session.credentials, scheme)


class _Unavailable(httpx.BaseTransport):
    """Stands where a client was given a transport that can only be awaited."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise NotSentError("this client has an async transport: use client.aio")


def _sync_transport(transport: object) -> httpx.BaseTransport:
    if transport is None:
        return KeptConnections(CONNECT_SECONDS)
    if isinstance(transport, httpx.BaseTransport):
        return transport
    if isinstance(transport, httpx.AsyncBaseTransport):
        return _Unavailable()
    raise ShapeError("transport", "must be an httpx transport", short(transport))


def _positive(name: str, value: object, most: int) -> float:
    """Return the number, or the most that clocks and buffers can hold of it."""
    if not is_number(value) or value <= 0:
        raise ShapeError(name, "must be a number above 0", short(value))
    return min(value, most)


LONGEST_SECONDS = 365 * 24 * 3600
"""Longer waits count as this one: the clocks of operating systems end at some hundred years."""

LARGEST_BYTES = 2**40
"""Larger limits on a body count as this one."""


def _check_schemes(api: Api, held: Credentials) -> None:
    """A credential for a scheme that the document does not name would silently never be sent."""
    known = [scheme.key for scheme in api.security_schemes]
    for argument, name in held.scheme_names():
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise ShapeError(
                f"{argument}[{name!r}]", f"is not a security scheme of the document; it declares: {allowed}"
            )
