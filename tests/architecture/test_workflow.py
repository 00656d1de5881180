"""The workflow file runs what a contributor runs, on every Python that the package names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
JOBS = yaml.safe_load(TEXT)["jobs"]


def commands(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


@pytest.mark.parametrize("job", ["check", "test"])
def test_every_python_of_the_package_is_run(job):
    """The matrix is the list of classifiers, and the lowest is what the package asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert JOBS[job]["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("job", ["check", "test", "release"])
def test_every_target_is_in_the_makefile(job):
    """A job runs the target of its own name; nothing is done in the workflow that make cannot do."""
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert job in targets
    assert commands(job)[-1].endswith(f"make PYTHON=python {job}")


def test_no_test_is_skipped_where_all_is_there():
    """The job that runs everything installs what the tests drive, and a skipped test fails it."""
    provided = (ROOT / "Makefile").read_text("utf-8").partition("scripts/provide.sh ")[2].splitlines()[0]
    install, test = commands("test")
    assert install == f"sudo scripts/provide.sh {provided}"
    assert test.startswith("CI=true ")


def test_no_address_is_in_the_workflow():
    """Registries are those of the machine that runs it."""
    assert "://" not in TEXT
    assert "index-url" not in TEXT
