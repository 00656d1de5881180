"""Starting the store from a notebook cell: a server in a daemon thread of the kernel, and a handle to it.

`start()` binds a loopback port, waits for the first answer and gives a `Handle`. A second `start()` of the same name
replaces the first, so a cell can be run again; when the kernel ends, nothing is left behind.
"""

import atexit
import contextlib
import errno
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal, Self

from sqlalchemy.exc import SQLAlchemyError

from petstore_flask.app import create_app
from petstore_flask.cards import service_card
from petstore_flask.log_entry import LogEntry
from petstore_flask.request_log import LoggedApp, RequestLog
from petstore_flask.server import PetStoreServer
from petstore_flask.settings import BASE_PATH, SCOPES, Settings, settings_from_environment
from petstore_flask.store import Store
from petstore_flask.tables import MEMORY_URL, shown_address

LOOPBACK = "127.0.0.1"
GIVE_UP_SECONDS = 10.0
"""How long an interrupted start is waited for: a database that does not answer ends later, and leaves nothing then."""
_FAR = 10 * 365 * 24 * 3600

_running: dict[str, "Handle"] = {}
_lock = threading.RLock()


class Handle:
    """A running store. Made by `start()`; `with` stops it at the end of the block.

    Args:
        name: the name it is started under.
        server: bound and listening, not answering yet.
        store: where it keeps its records.
        settings: keys and limits.
        log: takes each request.
    """

    def __init__(self, name: str, server: PetStoreServer, store: Store, settings: Settings, log: RequestLog) -> None:
        self.name = name
        """The name it was started under."""
        self.log = log
        """The last 1,000 requests, without credentials."""
        self.port: int = server.port
        """The port it listens on."""
        self.settings = settings
        """The settings it was started with."""
        self.store = store
        """Where it keeps its records."""
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, name=f"{name}-server", daemon=True)
        self._running = True
        self._token, _ = store.new_token(frozenset(SCOPES), seconds=_FAR, now=time.time())

    @property
    def base_url(self) -> str:
        """The address all paths of the document are relative to, as the kernel reaches it."""
        return f"http://{LOOPBACK}:{self.port}{BASE_PATH}"

    @property
    def openapi_url(self) -> str:
        """The address of the OpenAPI document as JSON."""
        return f"{self.base_url}/openapi.json"

    @property
    def browser_url(self) -> str:
        """The base address as the reader's browser reaches it: on a JupyterHub through the hub's proxy."""
        prefix = os.environ.get("JUPYTERHUB_SERVICE_PREFIX")
        if not prefix:
            return self.base_url
        host = os.environ.get("JUPYTERHUB_HOST", "").rstrip("/")
        return f"{host}{prefix.rstrip('/')}/proxy/{self.port}{BASE_PATH}"

    @property
    def api_key(self) -> str:
        """The key that `X-API-Key` must carry."""
        return self.settings.api_key

    @property
    def token(self) -> str:
        """A Bearer token with all scopes, good until the store stops."""
        return self._token

    @property
    def running(self) -> bool:
        """Whether the store answers."""
        return self._running

    def reset(self) -> None:
        """Bring the sample data back.

        Raises:
            RuntimeError: the store is stopped.
        """
        if not self._running:
            named = "" if self.name == "petstore" else f"name={self.name!r}"
            raise RuntimeError(f"this pet store is stopped: petstore_flask.start({named}) starts a new one")
        self.store.reset()

    def stop(self) -> None:
        """Stop the server; requests being answered finish first. Stopping twice is fine."""
        with _lock:
            if not self._running:
                return
            self._running = False
            if _running.get(self.name) is self:
                del _running[self.name]
        self._server.stop()
        self._thread.join(timeout=5)
        self._server.close()
        with contextlib.suppress(Exception):  # the database may be gone already, and with it the token
            self.store.forget_token(self._token)
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<pet store {'running' if self._running else 'stopped'}: {self.base_url}>"

    def _repr_html_(self) -> str:
        rows = [("Base address", self.base_url), ("OpenAPI document", self.openapi_url)]
        if self.browser_url != self.base_url:
            rows.append(("In the browser", self.browser_url))
        if self.settings.auth == "on":
            rows += [("API key", f"X-API-Key: {self.api_key}"), ("Bearer token", ".token of this object")]
        else:
            rows.append(("Credentials", "none needed"))
        return service_card(running=self._running, rows=rows, links=frozenset({"OpenAPI document", "In the browser"}))

    def _abandon(self) -> None:
        """Close what a forked child inherited; the server lives on in the parent."""
        self._running = False
        self._server.close()


def start(
    port: int = 0,
    *,
    name: str = "petstore",
    database_url: str | None = None,
    auth: Literal["on", "off"] | None = None,
    paging: bool | None = None,
    settings: Settings | None = None,
    on_request: Callable[[LogEntry], None] | None = None,
) -> Handle:
    """Start a pet store in this process and return its handle, once it answers.

    Run again under the same name it replaces the store that runs, on the same port where that is possible, with fresh
    sample data unless the records are kept in a file or in PostgreSQL. It listens on the loopback interface only.

    Args:
        port: the port to listen on; 0 takes a free one.
        name: stores of different names run side by side.
        database_url: `sqlite://` (in memory), `sqlite:///file` or `postgresql://...`; by default what
            `PETSTORE_DATABASE_URL` names, else a fresh store in memory.
        auth: `off` lets every request through; by default what the settings say, which is `on`.
        paging: True adds `listPets` and `listOrders`, which give pets and orders page by page; by default what the
            settings say, which is False.
        settings: keys and limits; by default those of the `PETSTORE_*` variables. On a JupyterHub any `Host` is
            trusted unless `PETSTORE_TRUSTED_HOSTS` says otherwise, for the hub's proxy passes its own name on.
        on_request: called with each entry of the log, from the thread that answers.

    Raises:
        OSError: when the port is in use, naming it.
        ValueError: when an argument is not allowed.
        ConnectionError: when the database cannot be reached.
        ModuleNotFoundError: when the driver of PostgreSQL is not installed.
    """
    given: object = port
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= 65535:
        raise ValueError(f"port: must be 0 to 65535 (got {port!r})")
    settings = settings or _notebook_settings()
    if auth is not None:
        settings = replace(settings, auth=auth)
    if paging is not None:
        settings = replace(settings, paging=paging)
    address = database_url or os.environ.get("PETSTORE_DATABASE_URL") or MEMORY_URL
    started = _Starting(partial(_start, port, name, address=address, settings=settings, on_request=on_request))
    try:
        return started.handle()
    except BaseException:
        started.give_up()
        raise


class _Starting:
    """One start in work, in a thread of its own.

    An interrupt of the kernel is raised in the main thread, at any instruction. There it finds nothing but someone who
    waits; the thread that opens sockets and databases is never cut in the middle, and undoes what is no longer wanted.
    """

    def __init__(self, start: Callable[..., Handle]) -> None:
        self._start = start
        self._thread = threading.Thread(target=self._run, name="petstore-start", daemon=True)
        self._over = threading.Event()
        self._changing = threading.Lock()
        self._is_wanted = True
        self._made: Handle | None = None
        self._error: BaseException | None = None

    def handle(self) -> Handle:
        """The store, once it answers; raises what its start raised."""
        self._thread.start()
        self._over.wait()
        self._thread.join()
        if self._made is None:
            raise self._error or RuntimeError("the start ended without a store")
        return self._made

    def give_up(self) -> None:
        """Leave nothing: stop the store if there is one, wait for the thread if it may still make one."""
        with self._changing:
            self._is_wanted = False
            made = self._made
        if made is not None:
            made.stop()
        if self._thread.ident is not None:
            self._thread.join(GIVE_UP_SECONDS)

    def _run(self) -> None:
        try:
            handle = self._start(is_wanted=lambda: self._is_wanted)
            with self._changing:
                if self._is_wanted:
                    self._made = handle
            if self._made is None:
                handle.stop()
        except BaseException as error:  # noqa: BLE001 - it is raised where the start was asked for
            self._error = error
        finally:
            self._over.set()


def _start(
    port: int,
    name: str,
    *,
    address: str,
    settings: Settings,
    on_request: Callable[[LogEntry], None] | None,
    is_wanted: Callable[[], bool],
) -> Handle:
    with contextlib.ExitStack() as undo:
        store = Store(address)
        undo.callback(store.close)
        try:
            store.set_up()
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
            raise ConnectionError(f"database_url: {shown_address(address)} cannot be opened: {reason}") from None
        with _lock:
            if not is_wanted():
                raise InterruptedError("the start was given up")  # before a store of the same name is replaced
            sock = _take_port(port, _running.get(name))
            undo.callback(sock.close)
            log = RequestLog()
            app = LoggedApp(create_app(store, settings), log, on_request)
            server = PetStoreServer(sock, app)
            undo.callback(server.close)
            handle = Handle(name, server, store, settings, log)
            handle._thread.start()
            undo.callback(handle.stop)
            _running[name] = handle
            undo.pop_all()
    return handle


def _notebook_settings() -> Settings:
    settings = settings_from_environment()
    if "JUPYTERHUB_SERVICE_PREFIX" in os.environ and "PETSTORE_TRUSTED_HOSTS" not in os.environ:
        return replace(settings, trusted_hosts=None)
    return settings


def _take_port(port: int, replaced: Handle | None) -> socket.socket:
    """A listening socket; the store that is replaced is stopped, before or after, as its port requires."""
    if replaced is None:
        return _listening_socket(port)
    if port not in (0, replaced.port):
        sock = _listening_socket(port)
        replaced.stop()
        return sock
    replaced.stop()
    try:
        return _listening_socket(replaced.port)
    except OSError:
        if port != 0:
            raise
        return _listening_socket(0)


def _listening_socket(port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((LOOPBACK, port))
        sock.listen(256)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            message = f"port {port} of {LOOPBACK} is in use: stop what listens there, or give port 0 for a free one"
            raise OSError(errno.EADDRINUSE, message) from None
        raise
    return sock


def _stop_all() -> None:
    for handle in list(_running.values()):
        handle.stop()


def _abandon_all() -> None:
    global _lock  # noqa: PLW0603 - the parent's lock may be held by a thread that does not exist here
    _lock = threading.RLock()
    for handle in _running.values():
        handle._abandon()
    _running.clear()


atexit.register(_stop_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)
