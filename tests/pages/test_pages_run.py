"""The imported pages of the pet store run against it, every cell."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

import petstore_flask
from apiref_nb.client import Client
from apiref_nb.load import load_api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.pages.page_files import write_pages


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
            NotebookClient(made, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
            code = [cell for cell in made.cells if cell.cell_type == "code"]
            shown += [cell for cell in code[1:] if cell.outputs]
        assert len(api.operations) == len(shown)
