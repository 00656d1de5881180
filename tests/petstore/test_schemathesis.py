"""schemathesis, which knows only the document, tries to make the service contradict it."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import petstore_flask
import pytest
from petstore_flask.operations import OPERATIONS
from petstore_flask.request_log import LogEntry
from petstore_flask.settings import BASE_PATH

EXAMPLES = 120

# Answers of 400 that are documented and depend on what the store holds, or on a rule of the interface that an id from
# an earlier answer can break. The check stays on; 400 is one of the answers it expects there.
CONFIGURATION = "".join(
    f'[[operations]]\ninclude-operation-id = "{operation_id}"\n'
    'checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404"]\n'
    for operation_id in (
        "loginUser",  # a wrong password
        "findPetsByTags",  # a tag that no pet carries
        "getOrderById",  # an order that got an id of 6 to 10 when it was placed
        "deleteOrder",  # an order that got an id of 1000 or more when it was placed
    )
)


@pytest.mark.slow
def test_schemathesis_finds_nothing(tmp_path: Path):
    """All checks, positive and negative data, at least 50 requests an operation, with credentials: no failure, no 5xx."""
    (tmp_path / "schemathesis.toml").write_text(CONFIGURATION)
    entries: list[LogEntry] = []
    with petstore_flask.start(name="schemathesis", database_url="sqlite://", on_request=entries.append) as handle:
        done = subprocess.run(
            [
                *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
                *("--config-file", tmp_path / "schemathesis.toml", "run", handle.openapi_url, "--checks", "all"),
                *("--max-examples", str(EXAMPLES), "--mode", "all", "--seed", "20", "--continue-on-failure"),
                *("-H", f"Authorization: Bearer {handle.token}", "-H", f"X-API-Key: {handle.api_key}"),
                *("--generation-database", "none", "--no-color"),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert [entry for entry in entries if entry.status >= 500] == []
    sent = Counter(_operation_of(entry) for entry in entries)
    # Two operations take no input at all: there is one request to send, and a few with other credentials.
    few = {op.operation_id: sent[op.operation_id] for op in OPERATIONS if sent[op.operation_id] < 50}
    assert set(few) <= {"getInventory", "logoutUser"}, few
    answered = {_operation_of(entry) for entry in entries if entry.status == 200}
    assert {operation.operation_id for operation in OPERATIONS} <= answered


def _operation_of(entry: LogEntry) -> str | None:
    path = entry.target.partition("?")[0].removeprefix(BASE_PATH)
    for operation in sorted(OPERATIONS, key=lambda each: "{" in each.path):
        fixed, brace, rest = operation.path.partition("{")
        suffix = rest.partition("}")[2]
        fits = path.startswith(fixed) and path.endswith(suffix) if brace else path == operation.path
        if operation.method == entry.method and fits:
            return operation.operation_id
    return None
