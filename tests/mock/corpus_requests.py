"""Every sample request of a document sent to its mock, and every answer that the document declares asked for.

`python -m tests.mock.corpus_requests [FILE ...]` reads whole folders; `test_corpus` some documents. A request that our
own plan makes is one that the mock takes, unless the page itself says that the sample is not valid; an answer meets the
document by the client's comparison and by a validator in pure Python that shares no code with ours.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from apiref_nb import Mock, load_api
from apiref_nb.client.response_validation import mismatches
from apiref_nb.mock.answering import usual_response
from apiref_nb.mock.received import Received
from apiref_nb.model import MISSING, ApiOperation, MediaType, Schema
from apiref_nb.model.media_types import is_json
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.requests.sample_values import SampleValues, sample_values
from apiref_nb.requests.typed_bodies import is_binary
from apiref_nb.requests.value_checks import faults, joined
from apiref_nb.schemas import SampleSession
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.transport.deadline import Deadline
from tests.schemas.second_judge import first_fault, impossible, whole_schema

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
OWN = Path(__file__).parents[1] / "documents"

INDISTINCT = {
    "POST /matrix": "both variants of graphhopper's matrix have optional members alone, and take each other's",
    "POST /matrix/calculate": "likewise",
    "POST /v2/droplets/actions": "digitalocean's second variant is the first with an optional name",
}
"""Operation -> why no sensible request for it is of one variant alone, and so none is sent."""

UNTELLABLE = {
    "GET /shared_items#folders": "its path is that of GET /shared_items, for a fragment is never sent",
    "GET /shared_items#web_links": "likewise",
    "GET /shared_items#app_items": "likewise",
}
"""Operation -> why a request for it is one for another operation of the same document."""


@dataclass
class Tally:
    """What was asked of one document."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """What went wrong, one line each."""
    unmet: list[str] = field(default_factory=list)
    """Answers whose schemas no value meets, as `impossible` proves, with what is said of the nearest one."""
    seen: set[tuple[str, bytes]] = field(default_factory=set)
    documents: dict[str, dict] = field(default_factory=dict)
    """Place of a schema -> the schema with everything that it refers to."""
    told: list[str] = field(default_factory=list)
    """Requests whose samples, the author's own, are invalid or incomplete: they are asked with values of ours."""
    unsendable: list[str] = field(default_factory=list)
    """Requests that no values meet, as `impossible` proves or `INDISTINCT` says."""
    strict: SampleSession = field(default_factory=lambda: SampleSession(formats=FORMATS))
    """Makes values that a client sends."""


def checked(path: Path, *, every_answer: bool = True) -> Tally:
    """Ask the mock of one document everything.

    Args:
        path: the document.
        every_answer: False asks for the usual answer of each operation alone.
    """
    api = load_api(path)
    mock, session, tally = Mock(api), SampleSession(), Tally()
    operations = [one for one in (*api.operations, *api.unrendered) if not one.broken]
    for operation in operations:
        _check(mock, operation, session, tally, every_answer)
    tally.counts["operations"] = len(operations)
    return tally


def _check(mock: Mock, operation: ApiOperation, session: SampleSession, tally: Tally, every_answer: bool) -> None:
    plan = sample_plan(operation, session=session)
    why = invalid_sample(operation, sample_values(operation, session), plan)
    if why:
        tally.told.append(f"{operation.key}: {why}")
        strict = tally.strict
        plan = sample_plan(operation, session=strict, sendable=True)
        why = invalid_sample(operation, sample_values(operation, strict, sendable=True), plan)
    received = sent(plan)
    answer, _ = mock.answer(received)
    entry = mock.log[-1]
    tally.counts["requests"] += 1
    if why:
        body = sample_values(operation, strict).media
        proved = operation.key in INDISTINCT or (body is not None and _is_impossible(body.schema, "request"))
        (tally.unsendable if proved else tally.faults).append(f"{operation.key}: {why}")
        return
    if operation.key in UNTELLABLE:
        tally.counts["untellable"] += 1
        return
    if entry.faults or answer.status != usual_response(operation)[1]:
        tally.faults.append(f"{operation.key}: refused with {answer.status}: {'; '.join(map(str, entry.faults))}")
        return
    _meets(operation, answer, tally)
    if not every_answer:
        return
    for response in operation.responses:
        code = response.status_code.upper()
        status = code.replace("X", "1") if code[:1].isdigit() else "418"
        if not (status.isdigit() and len(status) == 3 and operation.response_for(int(status)) is response):
            continue
        for media in response.content or (None,):
            accept = media.media_type.partition(";")[0] if media is not None else "*/*"
            headers = [pair for pair in received.headers if pair[0].lower() not in ("accept", "prefer")]
            asked = Received(
                method=received.method, path=received.path, query=received.query, host=received.host,
                headers=(*headers, ("Accept", accept), ("Prefer", f"code={status}")), body=received.body,
            )  # fmt: skip
            answer, _ = mock.answer(asked)
            if answer.status != int(status):
                tally.faults.append(f"{operation.key}: {answer.status} for {status} as {accept}")
                continue
            _meets(operation, answer, tally)


def _meets(operation: ApiOperation, answer, tally: Tally) -> None:
    tally.counts["answers"] += 1
    if not operation.responses:
        return
    headers = httpx.Headers([(name.encode(), value.encode()) for name, value in answer.headers])
    with Deadline(60):
        told = mismatches(operation, answer.status, headers, answer.body)
    media = _media(operation, answer)
    if told and media is not None and _is_impossible(media.schema, "response"):
        tally.unmet.append(f"{operation.key} {answer.status}: {told[0]}")
        return
    if told:
        tally.faults.append(f"{operation.key}: answer {answer.status} {told[:2]}")
        return
    if media is None or media.schema is None or not is_json(media.media_type) or not answer.body:
        return
    if is_binary(media.schema):
        return
    known = (media.schema.pointer, answer.body)
    if known in tally.seen:
        return
    tally.seen.add(known)
    tally.counts["judged by pure Python"] += 1
    pointer = media.schema.pointer
    if pointer not in tally.documents:
        tally.documents[pointer] = whole_schema(media.schema, "response")
    try:
        fault = first_fault(tally.documents[pointer], json.loads(answer.body))
    except Exception as beyond:  # noqa: BLE001 - whatever ends it, an answer stays unjudged
        fault = f"is not judged: {type(beyond).__name__} {beyond}"
    if fault:
        tally.faults.append(f"{operation.key}: pure Python: {fault[:300]}")


def _is_impossible(schema: Schema | None, direction: str) -> bool:
    return schema is not None and impossible(whole_schema(schema, direction))


def _media(operation: ApiOperation, answer) -> MediaType | None:
    response = operation.response_for(answer.status)
    kind = (
        {name.lower(): value for name, value in answer.headers}.get("content-type", "")
        .partition(";")[0]
        .strip()
        .lower()
    )
    every = response.content if response is not None else ()
    return next((media for media in every if media.media_type.partition(";")[0].strip().lower() == kind), None)


def invalid_sample(operation: ApiOperation, values: SampleValues, plan: RequestPlan) -> str:
    """Why the sample of a request is none that a server would take, as the page itself says; empty when it is good."""
    if values.lacking:
        return f"nothing is known of {', '.join(values.lacking)}"
    planned = {one.parameter.name for one in plan.parameters}
    for parameter, _ in values.parameters:
        if parameter.required and parameter.name not in planned:
            return f"{parameter.name} is left out"
    if values.body is not None and values.body.problem:
        return values.body.problem
    for parameter, value in values.parameters:
        schema = parameter.media_type.schema if parameter.media_type is not None else parameter.schema
        refused = faults(schema, value, "request")
        if refused:
            return f"{parameter.name}: {refused[0]}"
    body, media = values.body, values.media
    if body is not None and media is not None and body.value is not MISSING:
        refused = faults(media.schema, body.value, "request")
        if refused:
            return f"body: {joined('', refused[0].path)} {refused[0]}"
    return ""


CREDENTIALS = {"basic": "Basic dXNlcjpwYXNz", "digest": "Digest username=a"}


def sent(plan: RequestPlan) -> Received:
    """A plan as it travels, with credentials in their places."""
    headers, cookies, query = list(plan.headers), list(plan.cookies), []
    for one in plan.credentials:
        value = CREDENTIALS.get(one.kind, f"{one.prefix}secret")
        if one.location == "query":
            query.append((one.name, value))
        elif one.location == "cookie":
            cookies.append((one.name, value))
        else:
            headers.append((one.name if one.location else "Authorization", value))
    if cookies:
        headers.append(("Cookie", "; ".join("=".join(pair) for pair in cookies)))
    url = httpx.URL(plan.url(query)) if "://" in plan.base_url else None
    target = url.raw_path.decode() if url is not None else plan.url(query)
    path, _, text = target.partition("?")
    return Received(
        method=plan.method, path=path, query=text, host=url.host if url is not None else "",
        headers=tuple(headers), body=plan.data,
    )  # fmt: skip


def documents() -> list[Path]:
    """Our own documents, and those that others wrote where they are at hand."""
    return sorted(p for folder in (OWN, CORPUS) for p in folder.rglob("*") if p.suffix in (".json", ".yaml"))


KINDS = ("faults", "unmet", "unsendable", "told")


def main(names: list[str]) -> int:
    """Check documents and print what was found; 1 when anything is wrong."""
    total, faults = Counter(), 0
    for path in [Path(name) for name in names] or documents():
        begun = time.process_time()
        tally = checked(path)
        total += tally.counts + Counter({kind: len(getattr(tally, kind)) for kind in KINDS})
        faults += len(tally.faults)
        print(f"{path.name}: {dict(tally.counts)}, {time.process_time() - begun:.1f} s", flush=True)
        for kind in KINDS:
            for line in getattr(tally, kind):
                print(f"  {kind}: {line[:300]}", flush=True)
    print(dict(total))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
