"""The sample you read is the request you get, for operations of documents that others wrote."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import httpx
import pytest

from apiref_nb.client import Client
from apiref_nb.client.verify import sample_arguments
from apiref_nb.load import load_api
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.javascript import javascript
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.schemas import SampleSession
from tests.requests import curl_words
from tests.requests.seen import seen
from tests.requests.test_same_request import named, wanted

# The published documents take a while; `make test` runs it.
pytestmark = pytest.mark.slow

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
OWN = Path(__file__).parents[1] / "documents"
DOCUMENTS = sorted(p for folder in (OWN, CORPUS) for p in folder.rglob("*") if p.suffix in (".json", ".yaml"))
MOST = 5
"""Operations of one document, spread over the whole of it."""
BASE = "http://127.0.0.1:9/base"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_samples_of_real_documents_send_their_plan(path):
    """cURL's words and the client's call with the sample's values are what the plan says; programs can be read."""
    record = []

    def answer(request):
        record.append((request.method, str(request.url), request.headers.multi_items(), request.read()))
        return httpx.Response(200, json={})

    api, session = load_api(path), SampleSession(checks=False)
    client = Client(api, BASE, transport=httpx.MockTransport(answer), check=False)
    operations = [one for one in (*api.operations, *api.unrendered) if not one.broken]
    compared = 0
    for operation in operations[:: max(1, len(operations) // MOST)]:
        plan = sample_plan(operation, session=session, base_url=BASE)
        assert ast.parse(python(plan))
        assert "await fetch(" in javascript(plan)
        bare = sample_plan(operation, session=session, base_url=BASE, credentials=False)
        names = named(bare)
        assert seen(*curl_words.sent(curl(bare)), names) == wanted(bare), operation
        arguments, lacking = sample_arguments(client[operation])
        if lacking or (bare.body is not None and "body" not in arguments):
            continue
        client[operation](**arguments)
        assert seen(*record.pop(), names) == wanted(bare), operation
        compared += 1
    print(f"{path.name}: {len(operations)} operations, {compared} calls compared")
