"""Postman's own command line runs the exported collection against the running pet store."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import petstore_flask
from apiref_nb.load import load_api
from apiref_nb.postman.collection import collection_json

FOLDER = Path(__file__).parent / "newman"


@pytest.fixture(scope="module")
def newman() -> list[str]:
    """The command, installed on first use."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        pytest.skip("Node is missing: nothing runs a Postman collection")
    script = FOLDER / "node_modules" / "newman" / "bin" / "newman.js"
    if not script.is_file():
        assert npm is not None, "npm is missing: newman cannot be installed"
        command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, timeout=900)
    return [node, str(script)]


@pytest.mark.slow
def test_every_request_is_answered_as_documented(newman, tmp_path):
    """With its tokens set, each request reaches the store and gets an answer that the document knows."""
    report = tmp_path / "report.json"
    with petstore_flask.start(name="newman") as store:
        api = load_api(store.openapi_url)
        collection = tmp_path / "collection.json"
        collection.write_text(collection_json(api), "utf-8")
        secrets = {s.key: store.api_key if s.type == "apiKey" else store.token for s in api.security_schemes}
        given = [part for name, value in secrets.items() for part in ("--env-var", f"{name}={value}")]
        subprocess.run(
            [*newman, "run", str(collection), "--reporters", "json", "--reporter-json-export", str(report), *given],
            check=True,
            capture_output=True,
            timeout=900,
        )
    run = json.loads(report.read_text("utf-8"))["run"]
    assert run["failures"] == []
    assert len(api.operations) == len(run["executions"])
    for execution in run["executions"]:
        documented = {saved["code"] for saved in execution["item"]["response"]}
        name = execution["item"]["name"]
        assert execution["response"]["code"] in documented, name
        # Its user name and password are optional, and optional parameters are not sent.
        refused = execution["item"]["name"] == "Log a user in"
        assert execution["response"]["code"] == (400 if refused else 200), name
        assert "{{" not in json.dumps(execution["request"]), name
