"""Samples as processes of their own: a shell with curl, Python and Node, against a server on loopback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from apiref_nb.load import load_api
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.schemas import SampleSession
from tests.client.loopback import Loopback
from tests.requests.cases import FILE, all_cases, document
from tests.requests.seen import seen
from tests.requests.test_same_request import named, wanted

pytestmark = pytest.mark.slow

CASES = all_cases()
CHOSEN = range(7, len(CASES), len(CASES) // 51)
PROGRAMS = {
    "curl": ["sh", "-c"],
    "python": [sys.executable, "-W", "error", "-c"],
    "javascript": ["node", "--input-type=module", "--eval"],
}
NEEDED = {"curl": "curl", "python": sys.executable, "javascript": "node"}


@pytest.fixture(scope="module")
def api():
    return load_api(document(CASES))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("samples")
    (made / "file.bin").write_bytes(FILE)
    return made


def test_fifty_samples_run_as_processes():
    """Every language takes its turn."""
    assert len(CHOSEN) >= 50


@pytest.mark.parametrize("index", CHOSEN)
def test_a_sample_that_is_pasted_sends_the_plan(api, folder, index):
    """Pasted as it is, each sends method, address, headers and body of its plan."""
    language = [*LANGUAGES][index % len(LANGUAGES)]
    if shutil.which(NEEDED[language]) is None:
        pytest.skip(f"{language} is not installed on this machine")
    with Loopback() as server:
        plan = sample_plan(api[f"op{index}"], session=SampleSession(checks=False), base_url=f"{server.url}/base")
        source = LANGUAGES[language].write(plan)
        done = subprocess.run(
            [*PROGRAMS[language], source],
            cwd=folder, capture_output=True, text=True, timeout=900, check=False, env={**os.environ, "NO_PROXY": "*"},
        )  # fmt: skip
        assert done.returncode == 0, (source, done.stderr)
        (got,) = server.requests
    headers = [(name, value.encode("latin-1").decode()) for name, value in got.headers.items()]
    assert seen(got.method, got.target, headers, got.data, named(plan)) == wanted(plan), source
