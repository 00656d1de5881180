"""`apiref-nb mock`: the mock of a document at an address of this machine, with a line for each request."""

from __future__ import annotations

import signal
import threading
from typing import Annotated

import typer

from apiref_nb.cli.options import AnyHost, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, load
from apiref_nb.cli.terminal import say, write_text
from apiref_nb.errors import ShapeError
from apiref_nb.mock import Mock, MockEntry
from apiref_nb.mock.server import MockServer
from apiref_nb.text.invisible_characters import visible_line

DEFAULT_PORT = 4010


def mock(
    source: Source,
    *,
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="Where to listen; 0: any free port.")] = (
        DEFAULT_PORT
    ),
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Answer with other values, always the same ones.")] = 0,
    dynamic: Annotated[
        bool, typer.Option("--dynamic", "-d", help="Make each answer from its schema, another one for each request.")
    ] = False,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Answer the requests of a document on 127.0.0.1, until Ctrl-C.

    Requests are judged as a strict server would, and answered with the document's examples, else with values made from
    its schemas. `Prefer: code=404`, `Prefer: example=NAME` and `Prefer: dynamic=true` choose among the answers.
    """
    made = Mock(load(source, Wanted(revalidate, tuple(overlay or ()), root, any_host)), seed=seed, dynamic=dynamic)
    made.on_entry = _write
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with _server(made, port) as server:
        thread = threading.Thread(target=server.serve_forever, name="apiref-nb mock", daemon=True)
        thread.start()
        say(f"{visible_line(made.api.title)} answers at {server.address}; Ctrl-C stops it")
        ended.wait()
        server.shutdown()
        thread.join()


def _server(mock: Mock, port: int) -> MockServer:
    try:
        return MockServer(mock.wsgi, port)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise ShapeError("--port", "must be one that is free; 0 takes any", f"{port}: {reason}") from fault


def _write(entry: MockEntry) -> None:
    write_text(str(entry))
