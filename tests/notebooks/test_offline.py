"""Notebooks under `--apiref-offline`: answered from recordings, else from the document, with strict outputs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import nbformat
import pytest

from apiref_nb import Mock, load_api
from tests.recordings.services import DOCUMENT, Service, changed, client

SETUP = """\
from pathlib import Path
from apiref_nb import Client, RecordingError, load_api
api = load_api(Path("pets.json"))
recorded = Client(api, recording="recordings/pets.har")
recorded.pet(1)["name"], recorded.pet(1).elapsed"""
MOCKED = "Client(api, recording='recordings/none.har').pet(7).json(), Client(api).keyed().status"
AWAITED = "(await Client(api).aio.pet(7)).json()"
STALE = """\
try:
    Client(load_api(Path("newer.json")), recording="recordings/pets.har").pet(1)
except RecordingError as error:
    print(error)"""
FORBIDDEN = """\
import socket, subprocess, sys, urllib.request
for ask in (
    lambda: urllib.request.urlopen("https://pets.test/"),
    lambda: socket.create_connection(("192.0.2.1", 80), 1),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("192.0.2.1", 53)),
):
    try:
        ask()
    except OSError as error:
        print(error)
child = [sys.executable, "-c", "import socket; socket.create_connection(('192.0.2.1', 80), 1)"]
print(subprocess.run(child, capture_output=True, text=True).stderr.splitlines()[-1])"""
ALLOWED = """\
import http.server, threading
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Quiet)
threading.Thread(target=server.handle_request).start()
urllib.request.urlopen(f"http://localhost:{server.server_port}/pets.json").status"""
REFUSED = "no connection leaves the machine under --apiref-offline (asked for"


@pytest.fixture
def folder(tmp_path):
    """A document, a newer one, a recording, and a notebook that was saved with its outputs."""
    newer = changed(
        lambda d: d["paths"]["/pets/{id}"]["get"]["responses"]["200"]["content"]["application/json"].update(
            schema={"type": "object", "required": ["price"]}
        )
    )
    for name, document in (("pets.json", DOCUMENT), ("newer.json", newer)):
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
    with client(Service(), tmp_path / "recordings" / "pets.har") as recording:
        recording.pet(1)
    return tmp_path


def saved(folder, *cells):
    """A notebook of (source, what its output is), the output None for nothing that is compared."""
    made = []
    for source, output in cells:
        cell = nbformat.v4.new_code_cell(source, id=f"c{len(made)}", execution_count=len(made) + 1)
        if isinstance(output, str):
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=output)]
        elif output is not None:
            data = {"text/plain": repr(output[0])}
            cell.outputs = [nbformat.v4.new_output("execute_result", data, execution_count=cell.execution_count)]
        made.append(cell)
    notebook = nbformat.v4.new_notebook(cells=made)
    notebook.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(notebook, folder / "lesson.ipynb")


def ran(folder, *options):
    """What pytest says of the notebooks of a folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *options, "lesson.ipynb"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)


def test_a_notebook_runs_without_a_network_and_with_strict_outputs(folder):
    """Recorded, mocked and awaited answers; a recording that no longer fits; refused connections; a local server."""
    mocked = json.loads(Mock(load_api(DOCUMENT)).handle_request(get("https://pets.test/v1/pets/7")).read())
    refused = "".join(
        f"{words}\n"
        for words in (
            f"<urlopen error [Errno -2] {REFUSED} pets.test)>",
            *[f"[Errno 101] {REFUSED} 192.0.2.1)"] * 2,
            f"OSError: [Errno 101] {REFUSED} 192.0.2.1)",
        )
    )
    saved(
        folder,
        (SETUP, (("answer 1", 0.0),)),
        (MOCKED, ((mocked, 200),)),
        (AWAITED, (mocked,)),
        (
            STALE,
            "GET /pets/{id}: recordings/pets.har no longer fits the document: recorded answer lacks `price`, required\n",
        ),
        (FORBIDDEN, refused),
        (ALLOWED, (200,)),
    )
    done = ran(folder, "--nbval", "--apiref-offline")
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b6 passed", done.stdout), done.stdout


@pytest.mark.slow
def test_nbmake_runs_it_too(folder):
    """It knows no outputs: a cell that raises fails."""
    saved(folder, (SETUP, None), (MOCKED, None), ("recorded.pet(2)", None))
    done = ran(folder, "--nbmake", "--apiref-offline")
    assert done.returncode == 1
    assert "recordings/pets.har has no answer to this request" in done.stdout


def get(url):
    """A request."""
    import httpx

    return httpx.Request("GET", url)
