"""The HTTP library's logs, silent while a call of ours runs: at DEBUG they hold every header, secret ones too.

Only records made in the context of the call are dropped. What others ask through the same library, in another thread or
task at the same moment, is logged as ever; `tests/transport/test_silence.py` holds both.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LOGGERS = (
    "httpx",
    "httpcore.connection",
    "httpcore.http11",
    "httpcore.http2",
    "httpcore.proxy",
    "httpcore.socks",
    "hpack.hpack",
    "hpack.table",
)
"""Every logger through which the library, and the one that it packs headers with, tells what travels."""

_OURS: ContextVar[bool] = ContextVar("apiref_nb_silence", default=False)


class _NotOurs(logging.Filter):
    """Lets through what is logged outside of our calls."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not _OURS.get()


_NOT_OURS = _NotOurs()


@contextmanager
def silence() -> Iterator[None]:
    """Drop what the HTTP library logs in this context."""
    for name in LOGGERS:
        # A filter of a logger is not asked about the records of those below it, so each has it; adding it again is
        # nothing, and somebody may have emptied the list in between.
        logging.getLogger(name).addFilter(_NOT_OURS)
    token = _OURS.set(True)
    try:
        yield
    finally:
        _OURS.reset(token)
