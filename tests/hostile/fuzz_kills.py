"""The long run behind `make fuzz`: rows on their way to Parquet, killed by SIGKILL at random steps.

`python -m tests.hostile.fuzz_kills SECONDS [KILLS]` kills processes of their own, several times in one folder, until
200 kills were made, and looks whether every row is there once. What is not is printed.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.frames.killing import ROWS, ids, keep


def killed(folder: Path, step: int) -> bool:
    """Write rows in a process of its own that ends at a step; True when it was killed there."""
    child = os.fork()
    if child == 0:
        try:
            keep(folder, step, lambda: os.kill(os.getpid(), signal.SIGKILL))
        except BaseException:  # noqa: BLE001 - a child must not go on as its parent
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended not in (0, -signal.SIGKILL):
        raise SystemExit(f"found: step {step} of {folder} cannot be gone on from")
    return ended == -signal.SIGKILL


def steps_of(folder: Path) -> int:
    """How many steps a whole run takes, counted in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, str(keep(folder)[1]).encode())
        os._exit(0)
    os.waitpid(child, 0)
    return int(os.read(read, 20))


def main(seconds: float, most: int) -> int:
    """Kill until the time is over or enough kills were made; return 1 when a row was lost or repeated."""
    seed = int(os.environ.get("FUZZ_SEED", "1"))
    chance = random.Random(seed)
    begun, kills, folders, found = time.monotonic(), 0, 0, 0
    with tempfile.TemporaryDirectory() as place:
        steps = steps_of(Path(place) / "whole")
        while kills < most and time.monotonic() - begun < seconds:
            folder = Path(place) / str(folders)
            folders += 1
            while killed(folder, chance.randint(1, steps)):
                kills += 1
            if ids(folder) != list(range(ROWS)):
                found += 1
                print(f"found: folder {folders} holds other rows, seed {seed}", flush=True)
    took = f"{time.monotonic() - begun:.0f} seconds"
    print(f"{kills} kills in {folders} folders, {found} found in {took}, seed {seed}", flush=True)
    return 1 if found or not kills else 0


if __name__ == "__main__":
    sys.exit(
        main(
            float(sys.argv[1]) if len(sys.argv) > 1 else 600.0,
            int(sys.argv[2]) if len(sys.argv) > 2 else 200,
        )
    )
