"""The most memory that a process has had, from within; a child's start is not its parent's peak.

`ru_maxrss` survives `exec`: in a child of a large process it says what the parent had before, and a growth below that
is read as none. Linux keeps the peak of the program itself beside it.
"""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
"""Where a child has to start to import this module."""
_STATUS = Path("/proc/self/status")


def peak_bytes() -> int:
    """Return the peak of resident memory of this process since its program began."""
    if _STATUS.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", _STATUS.read_text())
        assert found, "no VmHWM in /proc/self/status"
        return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
