"""Operations as Python callables: `OperationCall` sends and waits, `AsyncOperationCall` is awaited.

Each has a signature, a name and a docstring of its own, made from the document when somebody asks. `Client` makes them.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, NoReturn

from apiref_nb.client.docstrings import docstring
from apiref_nb.client.failures import Failure
from apiref_nb.client.reply import Reply
from apiref_nb.client.session import Session
from apiref_nb.client.streams import AsyncStream, Stream, StreamOptions
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model import ApiOperation
from apiref_nb.requests.arguments import Argument, ArgumentPlan, BoundArguments
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.call_plan import call_plan
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.value_checks import unchecked


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


class _Call:
    """What both kinds of callable share."""

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
        return self._plan.bind(args, kwargs, undeclared=self._session.check is unchecked)

    def _ready(self, given: BoundArguments) -> tuple[RequestPlan, Authorization]:
        address = self._session.address(self.operation)
        found = self._session.authorization(self.operation, address)
        return call_plan(self._plan, address, given, self._session.check, found.plans), found

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.__name__}: {self._plan.label}>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a call belongs to its client and is not pickled")

    def __copy__(self) -> _Call:
        return self

    def __deepcopy__(self, memo: object) -> _Call:
        return self

    def _ready_for(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> tuple[RequestPlan, Authorization]:
        """The request of a call with its credentials; what is wrong with an argument is raised without its value."""
        try:
            given = self._bound(args, kwargs)
            del args, kwargs  # as in `OperationCall.__call__`
            return self._ready(given)
        except (ShapeError, RequestError) as fault:
            raise fault.with_traceback(None) from None


class OperationCall(_Call):
    """One operation of the document; calling it sends a request and returns the `Reply`."""

    __doc__ = _OfInstance("_text", __doc__)  # each instance has the text of its operation

    def __call__(self, *args: Any, **kwargs: Any) -> Reply:  # noqa: ANN401, D102 - both are the document's
        try:
            given = self._bound(args, kwargs)
            # From here on a traceback that prints local variables has names to show, but no values.
            del args, kwargs
            prepared, found = self._ready(given)
        except (ShapeError, RequestError) as fault:
            raise fault.with_traceback(
                None
            ) from None  # the message says it all; the frames below say nothing to a caller
        outcome = self._session.send(prepared, found)
        if isinstance(outcome, Failure):
            raise outcome.error() from None
        return outcome

    def stream(
        self,
        *args: Any,  # noqa: ANN401 - the document's
        idle_seconds: float = 60.0,
        reconnect: int = 0,
        on_mismatch: Literal["keep", "raise"] = "keep",
        **kwargs: Any,  # noqa: ANN401 - the document's
    ) -> Stream:
        """Return the items of the answer as they arrive: JSON lines, a JSON text sequence, server-sent events.

        Nothing is sent before the first item is asked for. Use it in a `with` block, or call `close()`.

        Args:
            *args: the operation's arguments, as for a call.
            idle_seconds: the longest time between two items.
            reconnect: for server-sent events: how often in a row a connection that ended is made anew, after the time
                that the server's `retry` says, with the last id as `Last-Event-ID`.
            on_mismatch: "keep" lists what is not as declared in `mismatches`, "raise" ends the stream with an error.
            **kwargs: the operation's arguments by name.

        Raises:
            ShapeError: an argument does not meet the document.
        """
        options = StreamOptions(idle_seconds, reconnect, on_mismatch)
        return Stream(self._session, *self._ready_for(args, kwargs), options)


class AsyncOperationCall(_Call):
    """One operation of the document; awaiting a call of it sends a request and gives the `Reply`."""

    __doc__ = _OfInstance("_text", __doc__)  # as above

    async def __call__(self, *args: Any, **kwargs: Any) -> Reply:  # noqa: ANN401, D102 - both are the document's
        try:
            given = self._bound(args, kwargs)
            del args, kwargs  # as above
            prepared, found = self._ready(given)
        except (ShapeError, RequestError) as fault:
            raise fault.with_traceback(None) from None  # as above
        outcome = await self._session.send_async(prepared, found)
        if isinstance(outcome, Failure):
            raise outcome.error() from None
        return outcome

    def stream(
        self,
        *args: Any,  # noqa: ANN401 - the document's
        idle_seconds: float = 60.0,
        reconnect: int = 0,
        on_mismatch: Literal["keep", "raise"] = "keep",
        **kwargs: Any,  # noqa: ANN401 - the document's
    ) -> AsyncStream:
        """Return the items of the answer as they arrive, for `async for`; see `OperationCall.stream`."""
        options = StreamOptions(idle_seconds, reconnect, on_mismatch)
        return AsyncStream(self._session, *self._ready_for(args, kwargs), options)
