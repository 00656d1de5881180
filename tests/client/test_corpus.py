"""Every operation of every document at hand can be asked about and called; nothing but our own errors comes out."""

from __future__ import annotations

import inspect
import os
from pathlib import Path

import httpx
import pytest

from apiref_nb.client import Client
from apiref_nb.client.verify import sample_arguments
from apiref_nb.errors import ShapeError
from apiref_nb.load import load_api

# The published documents take a while; `make test` runs it.
pytestmark = pytest.mark.slow

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
OWN = Path(__file__).parents[1] / "documents"
DOCUMENTS = sorted(p for folder in (OWN, CORPUS) for p in folder.rglob("*") if p.suffix in (".json", ".yaml"))
MOST = 12
"""Operations of one document that are called, spread over the whole of it."""
MOST_REFUSED = 2
"""Of those, samples that may fail their own schema: some authors publish examples that do."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_operations_of_real_documents_can_be_called(path):
    """Signature, help, sample and call work; a sample that does not fit is a ShapeError, never another error."""
    asked = []

    def answer(request):
        asked.append(f"{request.method} {request.url}")
        return httpx.Response(200, json={})

    client = Client(load_api(path), "http://127.0.0.1:9/base", transport=httpx.MockTransport(answer))
    names = client.operation_names
    assert [name for name in names if not name.isidentifier() or name.startswith("_")] == []
    refused, called = [], 0
    for name in names[:: max(1, len(names) // MOST)]:
        call = getattr(client, name)
        arguments, lacking = sample_arguments(call)
        assert set(arguments) <= set(inspect.signature(call).parameters)
        assert call.operation.method in call.__doc__
        if lacking:
            continue
        try:
            reply = call(**arguments)
        except ShapeError as error:
            refused.append(str(error))
        else:
            called += 1
            assert reply.status == 200
            assert asked[-1].startswith(f"{call.operation.method} http://127.0.0.1:9/base/")
    assert len(asked) == called
    assert len(refused) <= MOST_REFUSED, refused
