"""The command line: `apiref-nb render`, `check`, `export`, `bundle`, `import`, `verify` and `mock`.

A command turns its words into one call of a room below, writes what comes back, and says on standard error what a
person should know. Exit codes: 0 done, 1 done and something was found, 2 could not be done.
"""

from __future__ import annotations

import atexit
import gc

__all__ = ["main"]

_COLLECTED_AFTER = 500_000
"""New objects before the garbage collector looks for circles: more than one document leaves, fewer than a folder of
them. To walk through what ends with the process anyway costs a command 2 to 3 %; Python's 700 cost it 5.
"""


def main() -> None:
    """Run the command that the process was started with; never ends in a traceback of ours."""
    # What is left ends with the process: Python's last collection need not walk through a document.
    atexit.register(gc.freeze)
    gc.set_threshold(_COLLECTED_AFTER)
    from apiref_nb.cli.app import run  # noqa: PLC0415 - what importing it leaves is not looked through either

    run()
