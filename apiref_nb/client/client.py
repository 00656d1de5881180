"""`Client`: a document's operations as Python functions.

An `Api` and, if needed, an address and credentials come in. Attributes are sync (`client.get_pet_by_id(1)`), those of
`client.aio` are awaited. Used by people, by the request console and by `verify`.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import Context
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import httpx

from apiref_nb.client.asking import found
from apiref_nb.client.calls import AsyncOperationCall, OperationCall
from apiref_nb.client.connections import Certificate, Trust, stands_at, transports
from apiref_nb.client.cookies import CookieJar
from apiref_nb.client.environment import is_offline
from apiref_nb.client.limits import CALLS, Limits
from apiref_nb.client.offline import offline_connections, opened
from apiref_nb.client.operations import AsyncOperations, Key, Operations
from apiref_nb.client.partition_plans import CredentialSource, PartitionPlan
from apiref_nb.client.partitions import Partitions, partitions
from apiref_nb.client.session import Session
from apiref_nb.client.settings import address_faults, check_schemes, count, formats_left, positive
from apiref_nb.errors import ShapeError
from apiref_nb.load import load_api
from apiref_nb.model import Api, SecurityScheme
from apiref_nb.requests.authorization import ASKS, authorization, holds
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.naming import operation_names
from apiref_nb.requests.value_checks import Check
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.transport.pools import KeptConnections

if TYPE_CHECKING:
    from apiref_nb.client.environment import Mode

OWN_NAMES = frozenset({"aio", "api", "base_url", "close", "operation_names", "with_credentials"})
"""What a client itself has. A name that is added to `Client` is not added here: the operation's wins."""


class _Owner:
    """Lives as long as the clients that share connections."""


class Client(Operations[OperationCall]):
    """The operations of a document as Python functions.

    `client.get_pet_by_id(pet_id=1)`, `client["getPetById"](1)` and `client["GET /pet/{petId}"](1)` are the same; Tab
    lists what there is. Arguments are checked against the document before anything is sent. Credentials go to the
    client's own origin only: that of `base_url`, else of the document's first server. Redirects are followed on the
    same origin, for GET and HEAD, at most five, unless the document declares them; cookies of answers are kept only
    when asked; proxies and other settings of the environment are not read.

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
        keep_cookies: keep the cookies of answers from the client's own origin, and send them there with later calls.
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
        ignore_formats: names of formats that neither arguments nor answers are held against, such as
            `{"date-time"}`; True for none at all. Else `date-time`, `date`, `uuid`, `email`, `uri`, `ipv4`, `byte`,
            `int32`, `int64` and the others that JSON Schema and OpenAPI define are checked.
        transport: an httpx transport that carries the requests, such as `httpx.HTTPTransport(proxy=…)` or
            `httpx.WSGITransport(app)`; None for the client's own, which keeps to the timeout as a whole.
        recording: a HAR file from which requests are answered and in which they are kept, without credentials; None
            for none.
        mode: of the recording: "once" records where there is no file and replays alone where there is one, "none"
            replays alone, "new" replays what is there and records the rest, "all" records everything anew.
            APIREF_RECORDING_MODE of the environment goes before it.

    Raises:
        ShapeError: an argument has the wrong shape; credentials are never repeated in the message.
        RecordingError: the recording cannot be read.
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
        keep_cookies: bool = False,
        credentials: Literal["environment", "prompt"] | None = None,
        verify: Trust = True,
        cert: Certificate | None = None,
        proxy: str | None = None,
        retries: int = 0,
        timeout_seconds: float = 30.0,
        limit_bytes: int = 50_000_000,
        check: bool = True,
        ignore_formats: bool | Collection[str] = False,
        transport: httpx.BaseTransport | httpx.AsyncBaseTransport | None = None,
        recording: str | os.PathLike[str] | None = None,
        mode: Mode = "once",
    ) -> None:
        held = Credentials(
            token=token, api_key=api_key, username=username, password=password, client_id=client_id,
            client_secret=client_secret, scopes=scopes, token_url=token_url, headers=headers, cookies=cookies,
        )  # fmt: skip
        fault = address_faults(base_url, token_url)
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
        check_schemes(api, held)
        kept = opened(recording, mode)
        if transport is None and is_offline():
            through = offline_connections(api, named=base_url is not None)
        owner = _Owner()
        if transport is None:
            # In a context of its own: garbage may be collected while a variable of the running one is being set, and
            # Python 3.11 does not survive that closing sets another one meanwhile.
            weakref.finalize(owner, Context().run, cast("KeptConnections", through[0]).close)
        self._set_up(
            Session(
                api=api,
                base_url=base_url.rstrip("/") if base_url is not None else stands_at(through[1]),
                credentials=held,
                limits=Limits(
                    positive("timeout_seconds", timeout_seconds, CALLS.max_seconds),
                    int(positive("limit_bytes", limit_bytes, CALLS.max_bytes)),
                    count("retries", retries),
                ),
                transport=through[0],
                async_transport=through[1],
                check=Check(on=bool(check), formats=formats_left(ignore_formats)),
                cookies=CookieJar(held) if keep_cookies else None,
                recording=kept,
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

    def pages(
        self,
        operation: Key,
        /,
        *,
        over: Mapping[str, Iterable[Any]],
        retries: int = 2,
        **arguments: Any,  # noqa: ANN401
    ) -> Partitions:
        """Return the pages of an operation over the product of given values, each combination a partition.

        Args:
            operation: its operationId, `GET /orders`, ("GET", "/orders"), or the operation itself.
            over: argument -> the values that it takes, such as `{"date": dates, "tenant": tenants}`.
            retries: how often a partition is tried again that was not answered, or with 429 or a status of 5xx.
            arguments: those that all partitions share, and options of the operation's own `pages()`.

        Raises:
            ShapeError: an argument has the wrong shape; that of every partition is held against the document.
            PagingError: the document does not say how the operation pages.
            RequestError: there is no address, or the document is not at hand.
        """
        return partitions(self[operation], self._session, over, arguments, retries=retries, open_calls=_calls_of)

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
        check_schemes(self.api, held)
        made = Client.__new__(Client)
        jar = CookieJar(held) if self._session.cookies is not None else None
        made._set_up(replace(self._session, credentials=held, cookies=jar))
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
        return tuple(sorted((*OWN_NAMES, "pages")))

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


@contextmanager
def _calls_of(document: bytes, plan: PartitionPlan, credentials: CredentialSource) -> Iterator[OperationCall]:
    """The callable of a plan, in whatever process it is carried out; its connections are closed after the block."""
    given: Mapping[str, Any] = {"credentials": credentials} if credentials == "environment" else {}
    given = credentials() if callable(credentials) else given
    with Client(load_api(document, name="plan.json"), plan.base_url, **{**dict(plan.settings), **given}) as client:
        yield client[plan.operation]


def holds_credential(client: Client, scheme: SecurityScheme) -> bool:
    """Return True when a client holds a credential for a security scheme.

    Args:
        client: any.
        scheme: as the document declares it.
    """
    return holds(client._session.credentials, scheme)
