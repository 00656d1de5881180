"""Writes a result where the user said: standard output for `-`, else a file that is whole or untouched."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from apiref_nb.cli.terminal import say, write_text

STANDARD_OUTPUT = "-"


def write_result(text: str, output: str) -> None:
    """Write `text` to the file `output`, or to standard output when it is `-`.

    The file is replaced at once: a reader, or a crash, finds the old content or the new, never a part.

    Raises:
        OSError: the file cannot be written; the old content is still there.
    """
    if output == STANDARD_OUTPUT:
        write_text(text)
        return
    path = Path(output)
    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe or a device cannot be replaced
        path.write_bytes(text.encode("utf-8", "backslashreplace"))
    else:
        _replace(path.resolve(), text.encode("utf-8", "backslashreplace"))
    say(f"wrote {output}", style="green")


def _replace(path: Path, content: bytes) -> None:
    """Write beside the file and rename over it; a link keeps pointing, and a new file gets the user's own mode."""
    beside = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
