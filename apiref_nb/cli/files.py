"""Writes a result where the user said: standard output for `-`, else a file that is whole or untouched."""

from __future__ import annotations

from pathlib import Path

from apiref_nb.cli.terminal import say, write_text
from apiref_nb.load.files import write_file

STANDARD_OUTPUT = "-"


def write_result(text: str, output: str) -> None:
    """Write `text` to the file `output`, or to standard output when it is `-`.

    Args:
        text: the whole output; what UTF-8 cannot write becomes an escape.
        output: a path, or `-`.

    Raises:
        OSError: the file cannot be written; the old content is still there.
    """
    if output == STANDARD_OUTPUT:
        write_text(text)
        return
    write_file(Path(output), text.encode("utf-8", "backslashreplace"))
    say(f"wrote {output}", style="green")
