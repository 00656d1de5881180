"""schemathesis, which knows only the document, tries to make the service contradict it.

`python -m tests.petstore.test_schemathesis` sends more, with credentials and without.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

import petstore_flask
from petstore_flask.log_entry import LogEntry
from petstore_flask.operations import OPERATIONS
from petstore_flask.settings import BASE_PATH

EXAMPLES = 30
MORE_EXAMPLES = 120

# Answers of 400 that are documented and depend on what the store holds, or on a rule of the interface that an id from
# an earlier answer can break. The check stays on; 400 is one of the answers it expects there.
CONFIGURATION = "".join(
    f'[[operations]]\ninclude-operation-id = "{operation_id}"\n'
    'checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404"]\n'
    for operation_id in (
        "loginUser",  # a wrong password
        "getOrderById",  # an order that got an id of 6 to 10 when it was placed
        "deleteOrder",  # an order that got an id of 1000 or more when it was placed
    )
)


@pytest.mark.slow
def test_schemathesis_finds_nothing(tmp_path: Path):
    """All checks, good and bad data, 30 requests and more an operation, with credentials: no failure, no 5xx."""
    entries: list[LogEntry] = []
    with petstore_flask.start(name="schemathesis", database_url="sqlite://", on_request=entries.append) as handle:
        run_schemathesis(handle, tmp_path)
        # Beside the others, operations that delete get a smaller share of the requests: again on their own.
        run_schemathesis(handle, tmp_path, "--include-method", "DELETE", "--phases", "fuzzing")
    assert [entry for entry in entries if entry.status >= 500] == []
    sent = Counter(_operation_of(entry) for entry in entries)
    # Two operations take no input: there is one request to send, and a few with other credentials.
    few = {op.operation_id: sent[op.operation_id] for op in OPERATIONS if sent[op.operation_id] < EXAMPLES}
    assert set(few) == {"getInventory", "logoutUser"}, few
    answered = {_operation_of(entry) for entry in entries if entry.status == 200}
    assert {operation.operation_id for operation in OPERATIONS} <= answered


def run_schemathesis(
    handle: petstore_flask.Handle, directory: Path, *options: str, credentials: bool = True, examples: int = EXAMPLES
) -> None:
    (directory / "schemathesis.toml").write_text(CONFIGURATION)
    headers = ("-H", f"Authorization: Bearer {handle.token}", "-H", f"X-API-Key: {handle.api_key}")
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
            *("--config-file", directory / "schemathesis.toml", "run", handle.openapi_url, "--checks", "all"),
            *("--max-examples", str(examples), "--mode", "all", "--seed", "20", "--continue-on-failure"),
            *("--generation-database", "none", "--no-color", *options, *(headers if credentials else ())),
        ],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def _operation_of(entry: LogEntry) -> str | None:
    """The operation a logged request went to: a fixed path goes before one with a placeholder."""
    path = entry.target.partition("?")[0].removeprefix(BASE_PATH)
    for operation in sorted(OPERATIONS, key=lambda each: ("{" in each.path, each.path.endswith("}"))):
        pattern = re.sub(r"\{\w+\}", ".+" if operation.path.endswith("}") else "[^/]+", operation.path)
        if operation.method == entry.method and re.fullmatch(pattern, path):
            return operation.operation_id
    return None


def main() -> None:
    """At least 2,000 requests with credentials, and as many without."""
    for credentials in (True, False):
        entries: list[LogEntry] = []
        with (
            tempfile.TemporaryDirectory() as folder,
            petstore_flask.start(name="outside", database_url="sqlite://", on_request=entries.append) as handle,
        ):
            run_schemathesis(handle, Path(folder), credentials=credentials, examples=MORE_EXAMPLES)
        statuses = Counter(entry.status // 100 for entry in entries)
        print(f"pet store {'with' if credentials else 'without'} credentials: {len(entries)} requests, nothing found")
        assert len(entries) >= 2_000, len(entries)
        assert statuses[5] == 0, statuses


if __name__ == "__main__":
    main()
