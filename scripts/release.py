"""Build the archives of a release into dist/, check them, and run the wheel in an environment of its own.

`make release` calls it. Nothing is uploaded: what stands in dist/ afterwards is what `twine upload dist/*` sends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"

USE = """
import apiref_nb
for name in apiref_nb.__all__:
    getattr(apiref_nb, name)
embed = apiref_nb.OpenApiEmbed({"openapi": "3.1.0", "info": {"title": "Tides", "version": "1"}, "paths": {}})
assert "Tides" in embed.html and apiref_nb.__file__.startswith(PREFIX), apiref_nb.__file__
print(apiref_nb.__version__)
"""
"""What a user does first: every public name opens, and a document becomes a page."""

START = """
import petstore_flask
with petstore_flask.start() as store:
    print(store.openapi_url)
"""


class ReleaseError(Exception):
    """What is wrong with the release, in one sentence."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Return what a command prints.

    Args:
        command: the program and its arguments.
        cwd: where it runs; a wheel is tried outside the checkout, which would be imported in its place.

    Raises:
        ReleaseError: it failed; the message holds what it said.
    """
    # The checkout is not on the path of what is tried, and no variable of the reader's changes what is installed.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if done.returncode:
        words = " ".join(map(str, command))
        raise ReleaseError(f"{words}\nended with {done.returncode}:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def build() -> tuple[Path, Path]:
    """Return the wheel, built from the source archive, and the source archive."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    (wheel,), (source,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, source


def check(wheel: Path, source: Path) -> None:
    """Hold the archives against what an index takes and what a wheel should contain.

    Args:
        wheel: the wheel.
        source: the source archive.
    """
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, source)
    run(sys.executable, "-m", "check_wheel_contents", "--toplevel", "apiref_nb,petstore_flask", wheel)


def try_out(wheel: Path) -> str:
    """Return the version that the installed wheel says it has, after it was used as a newcomer uses it.

    Args:
        wheel: goes into a new environment, with what it requires and nothing else; then with the pet store.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        venv.create(folder / "env", with_pip=True)
        programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        python = programs / "python"
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore")
        run(*pip, wheel, cwd=folder)
        run(python, "-m", "pip", "check", cwd=folder)
        version = run(python, "-c", f"PREFIX = {str(folder)!r}\n{USE}", cwd=folder).strip()
        commands = run(programs / "apiref-nb", "--help", cwd=folder)
        for command in ("render", "check", "import", "export", "verify"):
            if command not in commands:
                raise ReleaseError(f"apiref-nb --help does not name {command}")
        run(*pip, f"{wheel}[petstore]", cwd=folder)
        run(python, "-c", START, cwd=folder)
    return version


def check_changelog(version: str) -> None:
    """Raise when the changelog has no section for a version.

    Args:
        version: such as `0.1.0`.

    Raises:
        ReleaseError: names the heading that is missing.
    """
    heading = f"## [{version}]"
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    if not any(line.startswith(heading) for line in lines):
        raise ReleaseError(f"CHANGELOG.md has no section {heading}")


def main() -> int:
    """Make the release; return the exit code."""
    try:
        wheel, source = build()
        check(wheel, source)
        version = try_out(wheel)
        check_changelog(version)
    except ReleaseError as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    sizes = ", ".join(f"{file.name} ({file.stat().st_size:,} bytes)" for file in (wheel, source))
    sys.stdout.write(f"{version} is built, checked, installed and run; in {DIST}: {sizes}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
