"""What a user gets from `pip install`: the built archives, and how they behave without any extra."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]

DEPENDENCIES_ONLY = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in REFUSED:
            raise ModuleNotFoundError(f"{name} belongs to an extra", name=name)
sys.meta_path.insert(0, Refuse())
"""
"""Makes a process see only what the project's own dependencies bring."""


@pytest.fixture(scope="module")
def archives(tmp_path_factory) -> tuple[Path, Path]:
    """The wheel and the source archive, as a release builds them."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", folder, "-t", "wheel", "-t", "sdist"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=900,
    )
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def installed(archives, tmp_path_factory) -> Path:
    """A folder that holds the wheel's content and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(archives[0]) as wheel:
        wheel.extractall(folder)
    return folder


def run(installed: Path, code: str) -> str:
    """Run code in a fresh process that imports the unpacked wheel; the checkout is not on its path."""
    site = sysconfig.get_path("purelib")
    prologue = f"import sys; sys.path[:0] = [{str(installed)!r}, {site!r}]\n"
    done = subprocess.run(
        [sys.executable, "-S", "-c", prologue + code],
        cwd=installed,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def belongs_to_an_extra() -> set[str]:
    """Top-level modules of all installed distributions that the plain requirements do not lead to."""
    wanted, queue = set(), ["apiref-nb"]
    while queue:
        name = canonicalize_name(queue.pop())
        if name in wanted:
            continue
        wanted.add(name)
        for line in metadata.requires(name) or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                queue.append(requirement.name)
    owners = metadata.packages_distributions()
    return {module for module, names in owners.items() if not wanted & {canonicalize_name(name) for name in names}}


def test_wheel_holds_the_two_packages_and_nothing_else(archives):
    """Tests, notebooks and benchmarks stay in the source archive."""
    with zipfile.ZipFile(archives[0]) as wheel:
        names = wheel.namelist()
    assert {re.sub(r"-.*\.dist-info$", ".dist-info", name.partition("/")[0]) for name in names} == {
        "apiref_nb",
        "petstore_flask",
        "apiref_nb.dist-info",
    }
    assert {"apiref_nb/py.typed", "petstore_flask/py.typed"} <= set(names)
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name]


def test_source_archive_builds_and_tests_without_the_repository(archives):
    """Whoever packages the project for a system finds sources, tests and the way to run them."""
    with tarfile.open(archives[1]) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {"pyproject.toml", "Makefile", "LICENSE", "README.md", "scripts/provide.sh", "tests/conftest.py"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith((".venv", "build/"))]


def test_import_needs_no_kernel_and_loads_nothing_that_is_not_asked_for(installed):
    """`import apiref_nb` is under 0.4 s of CPU because the network, the notebook and the colours come when used."""
    loaded = json.loads(run(installed, "import apiref_nb, json; print(json.dumps(sorted(sys.modules)))"))
    heavy = {"httpx", "ipywidgets", "IPython", "traitlets", "pygments", "rich", "typer", "jsonschema_rs", "nbformat"}
    heavy |= {"markdown_it", "yaml", "pandas", "flask", "sqlalchemy", "petstore_flask", "asyncio"}
    assert heavy & {name.partition(".")[0] for name in loaded} == set()


def test_public_names_work_with_the_plain_requirements(installed):
    """Every name of `apiref_nb.__all__` opens without an extra: no pandas, no Flask, no JupyterLab."""
    code = f"REFUSED = {belongs_to_an_extra()!r}\n" + DEPENDENCIES_ONLY
    code += "import apiref_nb\nfor name in apiref_nb.__all__: getattr(apiref_nb, name)\nprint(len(apiref_nb.__all__))"
    assert int(run(installed, code)) > 0


def test_command_line_works_with_the_plain_requirements(installed):
    """`apiref-nb render` needs no extra and no notebook."""
    document = json.dumps(
        {"openapi": "3.1.0", "info": {"title": "Tides", "version": "1"}, "paths": {"/tide": {"get": {}}}}
    )
    (installed / "tides.json").write_text(document, encoding="utf-8")
    code = f"REFUSED = {belongs_to_an_extra()!r}\n" + DEPENDENCIES_ONLY
    code += "sys.argv = ['apiref-nb', 'render', 'tides.json', '--format', 'txt', '-o', '-']\n"
    code += "from apiref_nb.cli import main; main()"
    assert "Rendered operations 1" in run(installed, code)
