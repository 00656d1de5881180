"""`collection_paused`: the garbage collector off while a large tree or page is built.

It would walk what is not finished yet again and again: the largest single cost of reading and rendering. What these
build holds few cycles, and the collector is as it was when the block ends.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """Keep the garbage collector off until the block ends."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
