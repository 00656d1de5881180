"""Shows every component in Pyodide itself: `python -m tests.display.outside.in_pyodide` (`make outside` runs it).

Of the dependencies only pydantic-core needs a wheel of its own; pip fetches the one for Pyodide. The others are
those of this environment: their pure Python is enough.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parents[2]
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "314"
"""Of Pyodide 314; its `pyodide-lock.json` names them."""


def main() -> None:
    """Fetch the wheel, run the program, and fail with what it says."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"pydantic_core=={version('pydantic_core')}"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        target = ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"]
        subprocess.run([*pip, *target, "--abi", f"cp{PYTHON}", "--target", folder, wanted], check=True)
        folders = [PROJECT, folder, sysconfig.get_paths()["purelib"]]
        command = ["node", HERE / "pyodide" / "run.mjs", HERE / "shown_in_pyodide.py", *folders]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    # Of a failure Pyodide prints its own source first; what Python says stands at the end.
    sys.stdout.write(done.stdout if done.returncode == 0 else done.stderr[-3000:])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
