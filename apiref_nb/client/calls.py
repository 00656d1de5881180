"""Operations as Python callables: `OperationCall` sends and waits, `AsyncOperationCall` is awaited.

Each has a signature, a name and a docstring of its own, made from the document when somebody asks. `Client` makes them.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from apiref_nb.client.docstrings import docstring
from apiref_nb.client.downloads import DOWNLOAD_OPTION_NAMES, Download, DownloadOptions
from apiref_nb.client.failures import Failure, settled
from apiref_nb.client.page_requests import PagedCall
from apiref_nb.client.page_source import OPTION_NAMES, PageOptions
from apiref_nb.client.paged import AsyncPages, Pages
from apiref_nb.client.reply import Reply
from apiref_nb.client.session import Session
from apiref_nb.client.stream_options import STREAM_OPTION_NAMES, StreamOptions
from apiref_nb.client.streams import AsyncStream, Stream
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model import ApiOperation
from apiref_nb.paging import Paging, paging_of
from apiref_nb.requests.arguments import Argument, ArgumentPlan, BoundArguments
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.call_plan import call_plan
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.transport.ways import AWAITING, WAITING, Way, waited

_Ready = tuple[RequestPlan, Authorization]
"""A request without credentials, and those that it carries."""


class _OfInstance:
    """An attribute that Python also asks classes for (`__doc__`, `__signature__`), given by instances only."""

    def __init__(self, method: str, of_class: str | None = None) -> None:
        self._method = method
        self._of_class = of_class

    def __get__(self, instance: object, owner: type) -> Any:  # noqa: ANN401 - a descriptor
        if instance is not None:
            return getattr(instance, self._method)()
        if self._of_class is None:
            raise AttributeError(f"{owner.__name__} itself has no such attribute")
        return self._of_class


class _Call(Unpickled):
    """What both kinds of callable share."""

    _unpickled = "a call belongs to its client and is not pickled"

    def __init__(self, session: Session, operation: ApiOperation, name: str) -> None:
        self._session = session
        self.operation = operation
        """The operation that is called."""
        self.__name__ = name
        self.__qualname__ = name

    __signature__ = _OfInstance("_signature")

    @cached_property
    def _plan(self) -> ArgumentPlan:
        return ArgumentPlan(self.operation)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Every parameter with its Python name, path ones first; `body` is not among them."""
        return self._plan.arguments

    @property
    def takes_body(self) -> bool:
        """True when the operation takes `body=`."""
        return self._plan.takes_body

    def _signature(self) -> inspect.Signature:
        return self._plan.signature(Reply)

    def _text(self) -> str:
        return docstring(self._plan)

    def _bound(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> BoundArguments:
        return self._plan.bind(args, kwargs, undeclared=not self._session.check.on)

    def _ready(self, given: BoundArguments) -> _Ready:
        address = self._session.address(self.operation)
        found = self._session.authorization(self.operation, address)
        return call_plan(self._plan, address, given, self._session.check, found.plans), found

    @cached_property
    def paging(self) -> Paging:
        """How the operation gives all of its records; its kind is `undecided` where the document does not say."""
        return paging_of(self._session.api, self.operation)

    def option_name(self, name: str) -> str:
        """Return how a keyword of ours is written: with an underscore at its end where the operation takes it as well.

        Args:
            name: the keyword, such as `start` of `pages()`.
        """
        taken = {spelled for one in self._plan.arguments for spelled in (one.name, one.parameter.name)}
        return f"{name}_" if name in taken else name

    def _paged(
        self, args: tuple[object, ...], kwargs: Mapping[str, object]
    ) -> tuple[PagedCall, BoundArguments, PageOptions]:
        """What the pages of a call are made of."""
        options, rest = self._parted(kwargs, OPTION_NAMES)
        call = PagedCall(self.__name__, self.operation, self._session, self._plan.arguments, self._ready)
        return call, self._bound(args, rest), PageOptions(**options)

    def _parted(self, kwargs: Mapping[str, object], names: Iterable[str]) -> tuple[dict[str, Any], dict[str, object]]:
        """Options of ours, and arguments; of a name that the operation takes as well, the operation wins."""
        options: dict[str, Any] = {}
        rest = dict(kwargs)
        for name in names:
            own = self.option_name(name)
            if own in rest:
                options[name] = rest.pop(own)
        return options, rest

    def __repr__(self) -> str:
        names = [one.name for one in self.arguments if one.required]
        if self._plan.body_required:
            names.append("body")
        return f"<{type(self).__name__} {self.__name__}({', '.join(names)}): {visible_line(self.operation.key)}>"

    def _ready_for(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> _Ready | ShapeError | RequestError:
        """The request of a call with its credentials, or what is wrong with an argument.

        A fault is no exception here: a caller forgets the values first, and only then raises it.
        """
        try:
            return self._ready(self._bound(args, kwargs))
        except (ShapeError, RequestError) as fault:
            return fault.with_traceback(None)  # the message says it all; the frames below say nothing to a caller

    def _streamed(
        self, args: tuple[object, ...], kwargs: Mapping[str, object]
    ) -> tuple[Session, RequestPlan, Authorization, StreamOptions]:
        """What a stream is made of."""
        options, rest = self._parted(kwargs, STREAM_OPTION_NAMES)
        return self._session, *_checked(self._ready_for(args, rest)), StreamOptions(**options)

    async def _downloaded(
        self, way: Way, file: str | Path, args: tuple[object, ...], kwargs: Mapping[str, object]
    ) -> Path | Failure:
        options, rest = self._parted(kwargs, DOWNLOAD_OPTION_NAMES)
        ready = _checked(self._ready_for(args, rest))
        return await Download(self._session, *ready, DownloadOptions(Path(file), **options)).run(way)


def _checked(ready: _Ready | ShapeError | RequestError) -> _Ready:
    if isinstance(ready, Exception):
        raise ready from None
    return ready


class OperationCall(_Call):
    """One operation of the document; calling it sends a request and returns the `Reply`."""

    __doc__ = _OfInstance("_text", __doc__)  # each instance has the text of its operation

    def __call__(self, *args: Any, **kwargs: Any) -> Reply:  # noqa: ANN401, D102 - both are the document's
        ready = self._ready_for(args, kwargs)
        # From here on a traceback that prints local variables has names to show, but no values.
        del args, kwargs
        if isinstance(ready, Exception):
            raise ready from None
        return settled(waited(self._session.send(WAITING, *ready)))

    def stream(self, *args: Any, **kwargs: Any) -> Stream:  # noqa: ANN401 - both are the document's
        """Return the items of the answer as they arrive: JSON lines, a JSON text sequence, server-sent events.

        Nothing is sent before the first item is asked for. Use it in a `with` block, or call `close()`.

        Args:
            args: arguments of the operation, as in a call.
            kwargs: arguments of the operation, and how the stream is wanted: `idle_seconds`, the longest time between
                two items (60); `reconnect`, for server-sent events, how often in a row a connection that ended is made
                anew, after the time that the server's `retry` says and with the last id as `Last-Event-ID` (0);
                `on_mismatch`, "keep" to list what is not as declared in `mismatches`, "raise" to end with an error.
                Where the operation takes a parameter of such a name, ours has an underscore at its end.

        Raises:
            ShapeError: an argument does not meet the document.
        """
        return Stream(*self._streamed(args, kwargs))

    def download(self, file: str | Path, /, *args: Any, **kwargs: Any) -> Path:  # noqa: ANN401 - as above
        """Bring the body of the answer to disk, in bounded memory, and return where it is.

        It is written beside the file and takes its place when all of it has come.

        Args:
            file: where it is written; a file that is there is replaced.
            args: arguments of the operation, as in a call.
            kwargs: arguments of the operation, and how the file is wanted: `progress=True` for a bar, `limit_bytes`,
                the largest size (10 GB), `idle_seconds`, the longest time between two pieces (60), `timeout_seconds`,
                that for the whole body (a day). Where the operation takes a parameter of such a name, ours has an
                underscore at its end.

        Raises:
            ShapeError: an argument does not meet the document, or the file cannot stand there.
            StatusError: the answer is no success; nothing is written.
            RequestError: there was no answer, or not all of it came; nothing is written.
            BodyError: the body is larger than allowed.
            OSError: the file cannot be written.
        """
        return settled(waited(self._downloaded(WAITING, file, args, kwargs)))

    def pages(self, *args: Any, **kwargs: Any) -> Pages:  # noqa: ANN401 - both are the document's
        """Return an iterator over the replies of all pages; `.rows()` gives the records.

        Args:
            args: arguments of the operation, as in a call.
            kwargs: arguments of the operation, and how the pages are wanted: `max_pages`, `max_rows`, `concurrency`
                (where pages have numbers), `progress=True` for a bar, `paging` and `records` where the document does
                not say enough, `start` to go on from a `resume_state()`, `allow_origins` for next addresses elsewhere,
                and `patience_seconds` for servers that ask to come back later. Where the operation takes a parameter
                of such a name, that of `pages` is written with an underscore at its end.

        Raises:
            PagingError: the document does not say enough; the message shows what was found.
            ShapeError: an argument has the wrong shape.
        """
        return Pages(*self._paged(args, kwargs))


class AsyncOperationCall(_Call):
    """One operation of the document; awaiting a call of it sends a request and gives the `Reply`."""

    __doc__ = _OfInstance("_text", __doc__)  # as above

    async def __call__(self, *args: Any, **kwargs: Any) -> Reply:  # noqa: ANN401, D102 - both are the document's
        ready = self._ready_for(args, kwargs)
        del args, kwargs  # as above
        if isinstance(ready, Exception):
            raise ready from None
        return settled(await self._session.send(AWAITING, *ready))

    def stream(self, *args: Any, **kwargs: Any) -> AsyncStream:  # noqa: ANN401 - as above
        """Return the items of the answer as they arrive, for `async for`; see `OperationCall.stream`."""
        return AsyncStream(*self._streamed(args, kwargs))

    async def download(self, file: str | Path, /, *args: Any, **kwargs: Any) -> Path:  # noqa: ANN401 - as above
        """Bring the body of the answer to disk, awaited; see `OperationCall.download`."""
        return settled(await self._downloaded(AWAITING, file, args, kwargs))

    def pages(self, *args: Any, **kwargs: Any) -> AsyncPages:  # noqa: ANN401 - as above
        """Return an async iterator over the replies of all pages; see `OperationCall.pages`."""
        return AsyncPages(*self._paged(args, kwargs))
