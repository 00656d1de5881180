"""The imported pages of the pet store run against it, every cell."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import petstore_flask
from apiref_nb.cli.imported import ImportOptions, imported
from apiref_nb.cli.source import Wanted
from apiref_nb.cli.sources import NamedSource
from apiref_nb.client import Client
from apiref_nb.load import load_api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.pages.page_files import write_pages

DOCUMENTS = Path(__file__).parents[1] / "documents"
OPTIONS = ImportOptions(
    "ipynb", "", (), identity="", load_from="", compare=False, force=False, prune=False, reading=Wanted(), offline=True
)


@pytest.mark.slow
def test_every_cell_of_the_pet_store_s_pages_runs(tmp_path, monkeypatch):
    """From the environment's address and credentials, with no edit."""
    with petstore_flask.start(name="pages") as store:
        api = load_api(store.openapi_url)
        client = Client(api)
        calls = {operation.key: client[operation].__name__ for operation in api.operations}
        pages = notebook_pages(api, calls=calls)
        write_pages(pages, tmp_path)
        monkeypatch.setenv("API_BASE_URL", store.base_url)
        monkeypatch.setenv("API_TOKEN", store.token)
        monkeypatch.setenv("API_KEY", store.api_key)
        shown = []
        for page in pages[1:]:
            store.reset()
            made = nbformat.read(tmp_path / page.file_name, as_version=4)
            NotebookClient(made, timeout=900, resources={"metadata": {"path": str(tmp_path)}}).execute()
            code = [cell for cell in made.cells if cell.cell_type == "code"]
            shown += [cell for cell in code[1:] if cell.outputs]
        assert len(api.operations) == len(shown)


def test_pages_that_run_offline_answer_from_their_document(tmp_path, monkeypatch):
    """`import --offline`: every call of every page has an answer that meets the document, and none leaves the machine.

    The cells run in this process, as one after another in a kernel; ten published documents run in kernels in
    `make fuzz`.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("APIREF_OFFLINE", "1")  # the cells set it where it is not set; here it is taken back
    document = tmp_path / "library.yaml"
    document.write_bytes((DOCUMENTS / "library-3.0.yaml").read_bytes())
    outcome = imported((NamedSource(str(document), "library", listed=True), tmp_path / "pages"), OPTIONS)
    assert outcome.failure == ""
    count = 0
    monkeypatch.chdir(tmp_path / "pages")
    for page in sorted((tmp_path / "pages").glob("*.ipynb")):
        names: dict[str, object] = {}
        for cell in nbformat.read(page, as_version=4).cells:
            if cell.cell_type != "code":
                continue
            *body, last = ast.parse(cell.source).body
            exec(compile(ast.Module(body, []), page.name, "exec"), names)
            if isinstance(last, ast.Expr):
                reply = eval(compile(ast.Expression(last.value), page.name, "eval"), names)
                assert (reply.ok, reply.mismatches, reply.elapsed) == (True, (), 0.0), cell.source
                count += 1
            else:
                assert 'os.environ.setdefault("APIREF_OFFLINE", "1")' in cell.source
                exec(compile(ast.Module([last], []), page.name, "exec"), names)
    assert count == len([op for op in load_api(document).operations if not op.broken]) > 3
