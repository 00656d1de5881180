"""Clients without a network: with `APIREF_OFFLINE=1` in the environment each answers from its document.

A document comes in; transports go out that `Client` takes in place of its connections. What a client has recorded is
answered from the recording, before any of this is asked. A service of the same machine that the notebook names is asked
as ever; where the document names one that does not run, and for every other address, the mock answers.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import httpcore
import httpx

from apiref_nb.client.environment import is_offline
from apiref_nb.client.limits import CALLS
from apiref_nb.errors import ShapeError
from apiref_nb.model import Api
from apiref_nb.requests.security import SecurityPlan, security_plan
from apiref_nb.text.hosts import is_loopback
from apiref_nb.text.quoting import short
from apiref_nb.transport.pools import FreshConnections, KeptConnections

if TYPE_CHECKING:
    from apiref_nb.client.recording import Recording
    from apiref_nb.mock import Mock

_REFUSED = 401
_STAND_IN = "b2ZmbGluZTpvZmZsaW5l"
"""A credential that proves nothing: it is sent to the mock alone, and is valid base64 of a user name and a password."""


def opened(path: str | os.PathLike[str] | None, mode: str) -> Recording | None:
    """Return the recording of a client; None where it has none, or none that a client without a network can replay.

    Args:
        path: the HAR file; None for none.
        mode: see `Client`.

    Raises:
        ShapeError: there is no such mode, or it is no path.
        RecordingError: it is no whole recording, or not there.
    """
    if path is not None and not isinstance(path, str | os.PathLike):
        raise ShapeError("recording", "must be the path of a HAR file", short(path))
    if path is None or (is_offline() and not Path(path).exists()):
        return None
    from apiref_nb.client.recording import Recording  # noqa: PLC0415 - only where something is recorded

    return Recording(path, mode)


def offline_connections(api: Api, *, named: bool) -> tuple[OfflineConnections, FreshOfflineConnections]:
    """Return what carries requests, and what carries awaited ones, of a client without a network.

    Args:
        api: the document that answers.
        named: whether the reader named the address; on this machine it is then theirs to run.
    """
    answers = _Answers(api, named=named)
    return OfflineConnections(answers), FreshOfflineConnections(answers)


class _Answers:
    """The mock of a document, made when it is first asked."""

    def __init__(self, api: Api, *, named: bool) -> None:
        self._api = api
        self.named = named

    @cached_property
    def mock(self) -> Mock:
        from apiref_nb.mock import Mock  # noqa: PLC0415 - only where it answers

        return Mock(self._api)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """What the mock says; where it asks for a credential, what it says to one: CI holds none, and tests none."""
        response = self.mock.handle_request(request)
        plans = [security_plan(scheme) for scheme in self._api.security_schemes]
        for prefix in dict.fromkeys("Digest " if plan.kind == "digest" else plan.prefix for plan in plans):
            if response.status_code != _REFUSED:
                break
            response = self.mock.handle_request(_let_in(request, plans, prefix))
        return response


def _let_in(request: httpx.Request, plans: Sequence[SecurityPlan], prefix: str) -> httpx.Request:
    """The request with a credential for every scheme; of those that share a header for the one with this prefix."""
    headers, url = request.headers.copy(), request.url
    headers["Authorization"] = f"{prefix}{_STAND_IN}"
    for plan in plans:
        if plan.location == "query":
            url = url.copy_merge_params({plan.name: _STAND_IN})
        elif plan.location == "cookie":
            headers["Cookie"] = "; ".join(filter(None, (headers.get("Cookie", ""), f"{plan.name}={_STAND_IN}")))
        elif plan.location == "header" and plan.name.lower() != "authorization":
            headers[plan.name] = _STAND_IN
    return httpx.Request(request.method, url, headers=headers, content=request.read(), extensions=request.extensions)


class OfflineConnections(KeptConnections):
    """Waits; asks services of this machine, and the mock for everything else.

    Args:
        answers: the mock of the document.
    """

    def __init__(self, answers: _Answers) -> None:
        super().__init__(CALLS.connect_seconds)
        self._answers = answers

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response, its body not read yet."""
        if is_loopback(request.url.host):
            try:
                return super().handle_request(request)
            except httpcore.ConnectError:
                if self._answers.named:
                    raise
        return self._answers.answer(request)


class FreshOfflineConnections(FreshConnections):
    """Is awaited; otherwise as `OfflineConnections`.

    Args:
        answers: the mock of the document.
    """

    def __init__(self, answers: _Answers) -> None:
        super().__init__(CALLS.connect_seconds)
        self._answers = answers

    @property
    def stands_at(self) -> str:
        """Where the mock answers, for a document that names no address."""
        return self._answers.mock.stands_at

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response, its body not read yet."""
        if is_loopback(request.url.host):
            try:
                return await super().handle_async_request(request)
            except httpcore.ConnectError:
                if self._answers.named:
                    raise
        return self._answers.answer(request)
