"""`collection_paused`: the garbage collector off while a large tree or page is built.

While it is on, Python scans the unfinished tree again and again, the largest single cost of reading and rendering.
What these build holds few reference cycles. The collector is as it was before when the block ends.
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
