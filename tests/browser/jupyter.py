"""Starts a Jupyter server that is JupyterLab, Notebook 7, Voila and a proxy at once, and exports pages with nbconvert.

All of it lives in a folder of its own: no setting, runtime file or trust database of the person who runs the tests
is read or written. The server has no token and listens on loopback only.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat

START_SECONDS = 600.0
"""How long a busy machine may take to start it; one at rest takes about three seconds."""
RUNNING = b" is running at:"
"""What the server writes once it listens."""

SERVER_SETTINGS = {
    "IdentityProvider": {"token": ""},
    "LabApp": {"expose_app_in_browser": True},
    "JupyterNotebookApp": {"expose_app_in_browser": True},
    "ServerApp": {
        "allow_root": True,
        "disable_check_xsrf": True,
        "ip": "127.0.0.1",
        "open_browser": False,
        "port_retries": 0,
        "terminals_enabled": False,
    },
}
PAGE_SETTINGS = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
"""Nothing that asks the reader a question or looks for news."""


def _environment(home: Path) -> dict[str, str]:
    """Return an environment in which Jupyter and IPython keep everything below `home`."""
    places = {
        "HOME": home,
        "XDG_CACHE_HOME": home / "cache",
        "IPYTHONDIR": home / "ipython",
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
    }
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return inherited | {name: str(place) for name, place in places.items()} | {"JUPYTER_PREFER_ENV_PATH": "1"}


@dataclass(frozen=True, slots=True)
class JupyterServer:
    """A running server."""

    address: str
    """Such as `http://127.0.0.1:40123` or `http://127.0.0.1:40123/user/ada`, without a slash at the end."""
    folder: Path
    """The notebooks it serves."""
    home: Path
    """Where it keeps its own files."""

    def put(self, name: str, *sources: str, notebook: nbformat.NotebookNode | None = None) -> str:
        """Write a notebook of these code cells, or the one given, and return its name within the server.

        It is not signed: its outputs, if it has any, are untrusted until a reader runs or trusts them.
        """
        if notebook is None:
            notebook = notebook_of(*sources)
        nbformat.write(notebook, self.folder / name)
        return name

    def trust(self, name: str) -> str:
        """Sign a notebook as its reader does who trusts it, and return its name."""
        words = [sys.executable, "-m", "jupyter", "trust", str(self.folder / name)]
        subprocess.run(words, env=_environment(self.home), check=True, stdout=subprocess.DEVNULL, timeout=900)
        return name

    def read(self, name: str) -> nbformat.NotebookNode:
        """Return the notebook as it was last saved."""
        return nbformat.read(self.folder / name, as_version=4)


def notebook_of(*sources: str) -> nbformat.NotebookNode:
    """Return a notebook of these code cells, with stable cell ids."""
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{number}") for number, source in enumerate(sources)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_running(server: subprocess.Popen[bytes], log: Path) -> None:
    """Write what the server says to a file as long as it runs; return once it listens."""
    listens = threading.Event()

    def keep() -> None:
        with server.stdout as said, log.open("wb", buffering=0) as kept:  # type: ignore[union-attr] # a pipe
            for line in said:
                kept.write(line)
                if RUNNING in line:
                    listens.set()
        listens.set()

    threading.Thread(target=keep).start()
    if not listens.wait(START_SECONDS) or RUNNING not in log.read_bytes():
        message = f"the Jupyter server did not start:\n{log.read_text(encoding='utf-8', errors='replace')[-4000:]}"
        raise RuntimeError(message)


@contextmanager
def jupyter_server(home: Path, *, module: str = "jupyterlab", hub_path: str = "") -> Iterator[JupyterServer]:
    """Start a server below `home`, and end it together with its kernels.

    Args:
        home: a folder of its own.
        module: what is run; `jupyter_server` alone starts sooner.
        hub_path: the path that a hub gives a user, such as `/user/ada`; its kernels are told of it as a hub tells them.
    """
    environment = _environment(home)
    folder, config, log = home / "notebooks", home / "config", home / "server.log"
    folder.mkdir()
    (config / "labconfig").mkdir()
    (config / "labconfig" / "page_config.json").write_text(json.dumps(PAGE_SETTINGS), encoding="utf-8")
    port = _free_port()
    settings = {"port": port, "root_dir": str(folder), "base_url": f"{hub_path}/"}
    settings = SERVER_SETTINGS | {"ServerApp": SERVER_SETTINGS["ServerApp"] | settings}
    (config / "jupyter_server_config.json").write_text(json.dumps(settings), encoding="utf-8")
    host = f"http://127.0.0.1:{port}"
    if hub_path:
        environment |= {"JUPYTERHUB_SERVICE_PREFIX": f"{hub_path}/", "JUPYTERHUB_HOST": host}
    server = subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        _wait_until_running(server, log)
        yield JupyterServer(host + hub_path, folder, home)
    finally:
        server.terminate()  # it shuts its kernels down before it ends
        try:
            server.wait(900)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def export_page(notebook: Path, home: Path, *, template: str = "lab", execute: bool = False) -> Path:
    """Write the notebook as an HTML page with nbconvert, beside it, and return the page's path.

    Args:
        notebook: the notebook's file.
        home: where Jupyter may keep its own files.
        template: nbconvert's template: `lab`, `classic` or `basic`.
        execute: run the cells first, in a fresh kernel.
    """
    page = notebook.with_name(f"{notebook.stem}-{template}.html")
    subprocess.run(
        [sys.executable, "-m", "jupyter", "nbconvert", "--log-level=ERROR", "--to=html", f"--template={template}"]
        + (["--execute"] if execute else [])
        + [f"--output={page.name}", str(notebook)],
        env=_environment(home),
        check=True,
        timeout=900,
    )
    return page
