"""What the commands say: sentences on standard error, results on standard output, progress when something takes long.

Text of a document goes through `visible`, so no control sequence in it reaches the terminal, and never through rich's
markup. Standard output carries the result alone, so that it can be piped.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from apiref_nb.text.invisible_characters import visible_line

if TYPE_CHECKING:
    from rich.console import Console

SLOW_SECONDS: Final = 0.7
"""After this time a step shows that it is at work; most are over before."""


def drawing_console() -> Console | None:
    """Return what draws on standard error; None where plain lines are wanted, as in a pipe, and rich stays unloaded."""
    if not (sys.stderr.isatty() or {"FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"} & os.environ.keys()):
        return None
    from rich.console import Console  # noqa: PLC0415 - only where something is drawn

    return Console(stderr=True, highlight=False, soft_wrap=True)


def say(message: str, *, style: str = "", before: str = "") -> None:
    """Write one line to standard error.

    Args:
        message: the line; unseen characters are written as escapes.
        style: a colour or style of `rich`, such as `green`; empty for none.
        before: a word in front of the line that alone has the style.
    """
    console = drawing_console()
    if console is None:
        sys.stderr.write(f"{before}{visible_line(message)}\n")
        return
    from rich.text import Text  # noqa: PLC0415 - as above

    console.print(Text.assemble((before, style), (visible_line(message), "" if before else style)))


def fail(message: str) -> None:
    """Write one line to standard error that says why the command did not do what was asked."""
    say(message, style="bold red", before="error: ")


def write_text(text: str) -> None:
    """Write a result to standard output as UTF-8 whatever the terminal's own encoding, with a line end."""
    sys.stdout.flush()
    stream = getattr(sys.stdout, "buffer", None)
    line = text if text.endswith("\n") else text + "\n"
    if stream is None:
        sys.stdout.write(line)
    else:
        stream.write(line.encode("utf-8", "backslashreplace"))
        stream.flush()


@contextmanager
def at_work(step: str) -> Iterator[None]:
    """Show `step` with a spinner on standard error while the block takes longer than a moment; nothing in a pipe."""
    console = drawing_console()
    if console is None or not console.is_terminal:
        yield
        return
    from rich.text import Text  # noqa: PLC0415 - as above

    status = console.status(Text(visible_line(step)))
    lock, over = threading.Lock(), False

    def begin() -> None:
        with lock:
            if not over:
                status.start()

    timer = threading.Timer(SLOW_SECONDS, begin)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            over = True
            status.stop()
