"""A start that is interrupted leaves nothing: no thread, no socket, no store under the name."""

import _thread
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import petstore_flask
from petstore_flask import background


def sockets() -> set[str]:
    """The sockets of this process, as the system knows them."""
    found: set[str] = set()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            target = str(entry.readlink())
        except OSError:
            continue  # the descriptor that lists the others
        if target.startswith("socket:"):
            found.add(target)
    return found


def await_threads_beside(known: set[threading.Thread]) -> None:
    """Let a thread that has answered the first request come to its end; one that leaks never does."""
    for thread in set(threading.enumerate()) - known:
        thread.join(60)


@pytest.fixture
def nothing_is_left() -> Iterator[None]:
    """After the test there are the threads, sockets and stores of before."""
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("sockets are counted in /proc, which this system does not have")
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:  # an earlier test asked: its socket is about to close
            thread.join()
    threads, *before = set(threading.enumerate()), sockets(), dict(background._running)
    yield
    await_threads_beside(threads)
    assert set(threading.enumerate()) <= threads
    assert [sockets(), dict(background._running)] == before


class Interrupt:
    """Raises KeyboardInterrupt in the main thread, at the n-th line that it runs in `background`."""

    def __init__(self, line: int) -> None:
        self.left = line

    def __call__(self, frame: FrameType, event: str, argument: object) -> Any:
        del argument
        if frame.f_code.co_filename != background.__file__:
            return None
        if event == "line":
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self


def interrupted_at(line: int) -> bool:
    """Whether a start that is interrupted at this line of it was."""
    tracing = sys.gettrace()
    sys.settrace(Interrupt(line))
    try:
        handle = petstore_flask.start(name="interrupted", database_url="sqlite://")
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(tracing)
    handle.stop()
    return False


@pytest.mark.usefixtures("nothing_is_left")
def test_start_interrupted_at_any_line_leaves_nothing():
    """The kernel's interrupt comes in the main thread, between any two lines of it."""
    lines = 0
    before, threads = sockets(), set(threading.enumerate())
    while interrupted_at(lines + 1):
        lines += 1
        assert background._running.get("interrupted") is None
        await_threads_beside(threads)
        assert sockets() == before
    print(f"interrupted at {lines} lines")
    assert lines > 10


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("step", ["_take_port", "create_app", "Handle"])
def test_start_interrupted_while_it_waits_leaves_nothing(monkeypatch: pytest.MonkeyPatch, step: str):
    """Also in the middle of a step: it ends, and what it made is undone."""
    plain = getattr(background, step)

    def interrupting(*arguments: object) -> object:
        _thread.interrupt_main(signal.SIGINT)
        return plain(*arguments)

    monkeypatch.setattr(background, step, interrupting)
    with pytest.raises(KeyboardInterrupt):
        petstore_flask.start(name="interrupted", database_url="sqlite://")


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("step", ["_take_port", "create_app", "PetStoreServer", "Handle"])
def test_start_that_fails_half_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch, step: str):
    """An error of any step reaches the caller as it is, and what was opened before it is closed."""

    def failing(*_: object) -> None:
        raise MemoryError(step)

    monkeypatch.setattr(background, step, failing)
    with pytest.raises(MemoryError, match=step):
        petstore_flask.start(name="failing", database_url="sqlite://")


@pytest.mark.usefixtures("nothing_is_left")
def test_start_after_an_interrupted_one_works():
    """The name is free, and so is the cell."""
    assert interrupted_at(8)
    with petstore_flask.start(name="interrupted", database_url="sqlite://") as handle:
        assert handle.running


def test_missing_extra_says_what_to_install(tmp_path: Path):
    """After a plain `pip install apiref-nb` the import names the extra, not a module that nobody asked for."""
    for missing in ("flask", "sqlalchemy"):
        code = f"import sys; sys.modules[{missing!r}] = None\nimport petstore_flask"
        done = subprocess.run(
            [sys.executable, "-c", code],
            check=False,
            capture_output=True,
            text=True,
            timeout=900,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(petstore_flask.__file__).parents[1])},
        )
        last = done.stderr.strip().splitlines()[-1]
        assert last.startswith(f"ModuleNotFoundError: petstore_flask needs {missing}")
        assert last.endswith('pip install "apiref-nb[petstore]"')
        assert "During handling" not in done.stderr
