"""The table of faults, played to a download, which leaves an answer open: each ends as a sentence or a file."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from apiref_nb import ApirefError, Client, load_api
from tests.fetching.conftest import Serve
from tests.transport.faults import FAULTS, ODD_ANSWERS, Fault

GENEROUS_SECONDS = 10
"""As for whole answers."""

CONTENT = {"application/json": {}}
API = load_api(
    {
        "openapi": "3.1.0",
        "info": {"title": "Faults", "version": "1"},
        "paths": {"/": {"get": {"operationId": "op", "responses": {"200": {"description": "", "content": CONTENT}}}}},
    }
)


@pytest.mark.parametrize("fault", (FAULTS | ODD_ANSWERS).values(), ids=(FAULTS | ODD_ANSWERS).keys())
def test_every_fault_ends_a_download(fault: Fault, serve: Serve, tmp_path: Path) -> None:
    """The file is whole or not there, and nothing lies beside it."""
    server = serve(fault.play, raw=fault.raw, certificate=fault.certificate)
    url = server.base.replace("http:", "https:") if fault.https else server.base
    begun = time.monotonic()
    seconds = min(fault.call_seconds, 1.0)
    limit = 200_000 if fault.call else fault.limits.body_bytes
    said = ""
    with Client(API, url, timeout_seconds=seconds, limit_bytes=limit) as client:
        try:
            client.op.download(tmp_path / "file", limit_bytes=limit, idle_seconds=seconds, timeout_seconds=seconds)
        except ApirefError as error:
            said = str(error)
    assert time.monotonic() - begun < GENEROUS_SECONDS
    assert said.isprintable()
    assert [path.name for path in tmp_path.iterdir()] == ([] if said else ["file"])
    if fault.call:
        assert said
    elif fault.status == 200:
        assert not said
