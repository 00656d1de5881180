"""The collection in the overview, downloaded from a notebook as a reader does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apiref_nb import OpenApiEmbed

HARBOUR = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "2"},
    "paths": {"/berths": {"get": {"responses": {"200": {"description": "ok"}}}}},
}


@pytest.mark.slow
def test_the_button_of_the_overview_saves_the_collection(tab, server):
    """The file is the collection that the embed gives in Python, under a name that says which API it is."""
    tab.open(
        server.put(f"download-{tab.front_end}.ipynb", f"from apiref_nb import OpenApiEmbed\nOpenApiEmbed({HARBOUR!r})")
    )
    tab.run_all()
    with tab.page.expect_download() as waiting:
        tab.page.get_by_role("button", name="Download Postman collection").click()
    assert waiting.value.suggested_filename == "harbour.postman_collection.json"
    saved = json.loads(Path(waiting.value.path()).read_text("utf-8"))
    assert saved == OpenApiEmbed(HARBOUR).collection
