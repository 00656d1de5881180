"""`Client`: a document's operations as Python functions.

An `Api` and, if needed, an address and credentials come in. Attributes are sync (`client.get_pet_by_id(1)`), those of
`client.aio` are awaited. Used by people, by the request console and by `verify`.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Literal, NoReturn, Self, TypeVar, cast

import httpx

from apiref_nb.client.asking import found
from apiref_nb.client.calls import AsyncOperationCall, OperationCall
from apiref_nb.client.connections import Certificate, Trust, stands_at, transports
from apiref_nb.client.course import Limits
from apiref_nb.client.session import Session, base_url_fault
from apiref_nb.errors import ShapeError, UnknownOperationError
from apiref_nb.model import Api, ApiOperation, SecurityScheme
from apiref_nb.requests.authorization import ASKS, authorization, holds
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.naming import operation_names
from apiref_nb.requests.value_checks import check_value, unchecked
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_number
from apiref_nb.text.quoting import short
from apiref_nb.text.suggestions import no_operation
from apiref_nb.transport.pools import KeptConnections

Key = str | tuple[str, str] | ApiOperation
"""How an operation is named: operationId, `GET /pet/{petId}`, ("GET", "/pet/{petId}"), or the operation itself."""

_CallT = TypeVar("_CallT", OperationCall, AsyncOperationCall)


class _Operations(Generic[_CallT]):
    """One callable for each operation, as attribute and by key."""

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


OWN_NAMES = frozenset({"aio", "api", "base_url", "close", "operation_names", "with_credentials"})
"""What a client itself has. A name that is added to `Client` is not added here: the operation's wins."""


class _Owner:
    """Lives as long as the clients that share connections."""


class Client(_Operations[OperationCall]):
    """The operations of a document as Python functions.

    `client.get_pet_by_id(pet_id=1)`, `client["getPetById"](1)` and `client["GET /pet/{petId}"](1)` are the same; Tab
    lists what there is. Arguments are checked against the document before anything is sent. Credentials go to the
    client's own origin only: that of `base_url`, else of the document's first server. Redirects are followed on the
    same origin, for GET and HEAD, at most five, unless the document declares them; cookies of answers are not kept;
    proxies and other settings of the environment are not read.

    Args:
        api: the document.
        base_url: http(s) address in front of every path; None for what the document says.
        token: bearer token (also for OAuth 2.0 and OpenID Connect), or a mapping of scheme name to token.
        api_key: API key, or a mapping of scheme name to key.
        username: for HTTP Basic and Digest, and for OAuth 2.0's password flow.
        password: goes with it.
        client_id: for OAuth 2.0: what the authorization server calls this client.
        client_secret: for OAuth 2.0's client credentials flow. A token is asked for when the first call needs it, and
            anew before it ends.
        scopes: what tokens are asked for; None for what each operation needs.
        token_url: where tokens are asked for; None for the document's `tokenUrl`, which is used on the client's own
            origin, and under https, only.
        headers: header name to text, sent with every request to the client's own origin.
        cookies: cookie name to text, sent likewise.
        credentials: "environment" reads what is not given from APIREF_TOKEN, APIREF_API_KEY, APIREF_USERNAME,
            APIREF_PASSWORD, APIREF_CLIENT_ID, APIREF_CLIENT_SECRET, APIREF_SCOPES and APIREF_TOKEN_URL; "prompt" asks
            without echo for what the document's schemes need.
        verify: True trusts the usual authorities, a file or folder those in it; False trusts every server.
        cert: the client's own certificate: a file, (certificate, key), or (certificate, key, password).
        proxy: address of an http or https proxy, with user name and password where it asks for them.
        retries: how often a GET, HEAD, PUT, DELETE, OPTIONS or TRACE is sent again when the server is not reached or
            answers 429 or 503, after the time that `Retry-After` says; all within `timeout_seconds`.
        timeout_seconds: for one whole call, from looking up the name to the last byte, redirects and retries included.
        limit_bytes: size of the body of a reply, after decompression.
        check: hold arguments against the document before sending. False sends what is given, to see what the server
            says to it, or where the document is wrong; what the document does not declare goes into the query.
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
        client_id: str | None = None,
        client_secret: str | None = None,
        scopes: str | Sequence[str] | None = None,
        token_url: str | None = None,
        headers: Mapping[str, str] | None = None,
        cookies: Mapping[str, str] | None = None,
        credentials: Literal["environment", "prompt"] | None = None,
        verify: Trust = True,
        cert: Certificate | None = None,
        proxy: str | None = None,
        retries: int = 0,
        timeout_seconds: float = 30.0,
        limit_bytes: int = 50_000_000,
        check: bool = True,
        transport: httpx.BaseTransport | httpx.AsyncBaseTransport | None = None,
    ) -> None:
        held = Credentials(
            token=token, api_key=api_key, username=username, password=password, client_id=client_id,
            client_secret=client_secret, scopes=scopes, token_url=token_url, headers=headers, cookies=cookies,
        )  # fmt: skip
        fault = _address_faults(base_url, token_url)
        try:
            through = transports(transport, trust=verify, certificate=cert, proxy=proxy)
        except ShapeError as refused:
            fault = fault or refused
            through = None
        held.certificate = cert is not None
        # An error below shows these frames: no plain text is left in them.
        del token, api_key, username, password, client_id, client_secret, headers, cookies, token_url, proxy, cert
        if credentials is None:
            held.checked()  # else a user name or an id may still be found
        if fault is not None or through is None:
            del base_url  # it may hold a password
            raise (fault or ShapeError("transport", "must be an httpx transport")).with_traceback(None) from None
        if not isinstance(api, Api):
            raise ShapeError("api", "must be an Api: embed.api, or what load_api(source) returns", short(api))
        if credentials is not None:
            more = Credentials(**found(credentials, api, held.given()))
            held = held.over(more).with_halves(more)
        held.checked()
        _check_schemes(api, held)
        owner = _Owner()
        if transport is None:
            weakref.finalize(owner, cast("KeptConnections", through[0]).close)
        self._set_up(
            Session(
                api=api,
                base_url=base_url.rstrip("/") if base_url is not None else stands_at(transport),
                credentials=held,
                limits=Limits(
                    _positive("timeout_seconds", timeout_seconds, LONGEST_SECONDS),
                    int(_positive("limit_bytes", limit_bytes, LARGEST_BYTES)),
                    _count("retries", retries),
                ),
                transport=through[0],
                async_transport=through[1],
                clock=time.monotonic,
                check=check_value if check else unchecked,
                owner=owner,
            )
        )

    def _set_up(self, session: Session) -> None:
        self._session = session
        reserved = {name for name in dir(Client) if name.startswith("_")} | OWN_NAMES
        operations = [op for op in (*session.api.operations, *session.api.unrendered) if not op.broken]
        names = operation_names(operations, reserved)
        self._install({name: OperationCall(session, operation, name) for name, operation in names.items()})
        self._aio = AsyncOperations(
            {name: AsyncOperationCall(session, operation, name) for name, operation in names.items()}
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
        mine = self._session.credentials
        if keep:
            held = held.over(mine)
        else:
            held.headers, held.cookies, held.certificate = mine.headers, mine.cookies, mine.certificate
        held.checked()
        _check_schemes(self.api, held)
        made = Client.__new__(Client)
        made._set_up(replace(self._session, credentials=held))
        return made

    def close(self) -> None:
        """Close open connections; the client opens new ones when it is used again."""
        if isinstance(self._session.transport, KeptConnections):
            self._session.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _own(self) -> tuple[str, ...]:
        return tuple(sorted(OWN_NAMES))

    def __repr__(self) -> str:
        if "_calls" not in self.__dict__:
            return "Client(not made)"  # a traceback with local variables asks for it when __init__ has failed
        held = ", ".join(f"{name}=***" for name in self._session.credentials.names())
        where = visible_line(self.base_url) or "no address"
        what = f"{visible_line(self.api.title)!r}, {where}, {len(self._calls)} operations{held and ', ' + held}"
        return f"Client({what}){self._nowhere()}"

    def _nowhere(self) -> str:
        """What was given and no operation takes, in words; empty when all of it is sent by some."""
        session = self._session
        unused: set[tuple[str, str]] | None = None
        for call in self._calls.values():
            left = authorization(session.api, call.operation, session.credentials).unsent
            named = {name for name, _ in left}
            unused = set(left) if unused is None else {one for one in unused if one[0] in named}
            if not unused:
                return ""
        reasons = {
            name: "none asks for it, or not for it alone" if why.startswith(ASKS) else why
            for name, why in sorted(unused or ())
        }
        return "".join(f"; {name}=… is sent by no operation: {visible_line(why)}" for name, why in reasons.items())

    def __setattr__(self, name: str, value: Any) -> None:  # noqa: ANN401 - Python's own signature
        if not name.startswith("_"):
            raise AttributeError(f"a client does not change; make a new one, or use with_credentials ({name})")
        super().__setattr__(name, value)


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


def holds_credential(client: Client, scheme: SecurityScheme) -> bool:
    """Return True when a client holds a credential for a security scheme."""
    return holds(client._session.credentials, scheme)


def _positive(name: str, value: object, most: int) -> float:
    """Return the number, or the most that clocks and buffers can hold of it."""
    if not is_number(value) or value <= 0:
        raise ShapeError(name, "must be a number above 0", short(value))
    return min(value, most)


LONGEST_SECONDS = 365 * 24 * 3600
"""Longer waits count as this one: the clocks of operating systems end at some hundred years."""

LARGEST_BYTES = 2**40
"""Larger limits on a body count as this one."""


def _count(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ShapeError(name, "must be a whole number, 0 or more", short(value))
    return value


def _address_faults(base_url: object, token_url: object) -> ShapeError | None:
    fault = "" if base_url is None else base_url_fault(base_url)
    if fault:
        return ShapeError("base_url", fault)
    # An address of tokens may have a query.
    plain = token_url.partition("?")[0] if isinstance(token_url, str) else token_url
    fault = "" if token_url is None else base_url_fault(plain)
    return ShapeError("token_url", fault) if fault else None


def _check_schemes(api: Api, held: Credentials) -> None:
    """A credential for a scheme that the document does not name would silently never be sent."""
    known = [scheme.key for scheme in api.security_schemes]
    for argument, name in held.scheme_names():
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise ShapeError(
                f"{argument}[{name!r}]", f"is not a security scheme of the document; it declares: {allowed}"
            )
