"""Every output of a document, by name: what the gate on costs, the fuzzer and `make bench` make of it.

Each function takes an `Api` that nothing was made of yet and returns how many characters it wrote. An output that is
missing here is one that none of the three looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apiref_nb.client import Client
from apiref_nb.describing import describe_reference
from apiref_nb.model import Api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.postman.collection import collection_json
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.schemas import SampleSession, check_examples
from apiref_nb.writing.html import render_reference
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.plain_text import reference_text


def _html(api: Api) -> int:
    return len(render_reference(describe_reference(api)))


def _markdown(api: Api) -> int:
    return len(reference_markdown(describe_reference(api), samples=True))


def _text(api: Api) -> int:
    return len(reference_text(describe_reference(api)))


def _collection(api: Api) -> int:
    return len(collection_json(api, webhooks=True).encode("utf-8", "surrogatepass"))


def _pages(api: Api) -> int:
    return sum(len(page.text.encode()) for page in notebook_pages(api))


def _samples(api: Api) -> int:
    """The samples of every operation: its tabs, its answers."""
    session, written = SampleSession(), 0
    for operation in api.operations:
        if operation.broken:
            continue
        written += sum(len(tab.code) for tab in request_tabs(operation, session=session))
        for response in operation.responses:
            for media in response.content:
                written += sum(len(one.text) for one in media_sample(media, direction="response", session=session))
    return written


def _check(api: Api) -> int:
    """What `apiref-nb check` says: the problems of the document and of its examples."""
    return sum(len(f"{problem.pointer}: {problem.message}") for problem in (*api.problems, *check_examples(api)))


def _client(api: Api) -> int:
    """The calls of a client, with their signatures and help."""
    with Client(api, "http://127.0.0.1:9") as client:
        return sum(len(getattr(client, name).__doc__ or "") for name in client.operation_names)


OUTPUTS: Mapping[str, Callable[[Api], int]] = {
    "html": _html,
    "markdown": _markdown,
    "text": _text,
    "collection": _collection,
    "pages": _pages,
    "samples": _samples,
    "check": _check,
    "client": _client,
}
"""Name of the output -> makes it and returns its length."""
