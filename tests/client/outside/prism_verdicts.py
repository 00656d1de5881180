"""Every operation of some documents called with sample values, and what Prism says of each request.

    python -m tests.client.outside.prism_verdicts [--operations N] [FILE ...]

Without files the corpus is read, the documents with few operations first, until N operations (500) are judged. Each
operation is called twice: with what it requires and its author's examples, and with every argument that it has. Prints
a line for each document, each violation, and the sums; exit code 1 when a violation is ours.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from apiref_nb.client import Client, OperationCall, Reply
from apiref_nb.client.verify import sample_arguments
from apiref_nb.errors import ApirefError, RequestError, ShapeError
from apiref_nb.load import load_api
from apiref_nb.requests.sample_values import every_value
from apiref_nb.schemas import SampleSession
from tests.client.outside.prism_server import PrismServer

ROOT = Path(__file__).parents[3]
CORPUS = Path(os.environ.get("APIREF_CORPUS", ROOT.parent / "shared" / "corpus"))
MOST_OF_ONE = 60
"""Operations of one document that are judged, so that many documents take part."""
LARGEST_BYTES = 2_000_000
"""Prism takes minutes to read larger documents."""
HELD: dict[str, Any] = {"token": "a-token", "api_key": "a-key", "username": "ann", "password": "a-password"}

VIOLATIONS = frozenset(
    {"UNPROCESSABLE_ENTITY", "INVALID_CONTENT_TYPE", "UNAUTHORIZED", "NO_PATH_MATCHED_ERROR", "VIOLATIONS"}
)
"""Prism's names for requests that it does not accept."""

OWN = "an answer of Prism's own does not fit"
"""What `VIOLATIONS` means where the request has none."""

KNOWN: tuple[tuple[str, str], ...] = (
    (
        "Reserved characters used in request body",
        "Prism reads the comma between the items of a list as an unwritten %2C",
    ),
    (r"POST /celestial-bodies .*(property 'id'|body\.type|oneOf)", "Prism asks for the read-only members of a variant"),
)
"""(pattern of a violation, why it is none of ours)."""


def verdict(reply: Reply) -> tuple[str, list[str]]:
    """Return (Prism's name for its judgement, what it says is wrong); the name is empty for a good request."""
    try:
        said = reply.json()
    except ApirefError:
        return "", []
    kind = str(said.get("type", "")) if isinstance(said, dict) else ""
    if "stoplight.io/prism/errors#" not in kind:
        return "", []
    found = [one for one in said.get("validation", ()) if isinstance(one, dict)]
    faults = [f"{'.'.join(map(str, one.get('location', ())))}: {one.get('message', '')}" for one in found]
    if kind.endswith("#VIOLATIONS"):
        # Said of a request, or of the answer that Prism made itself.
        faults = [fault for fault in faults if fault.startswith("request")]
        return ("VIOLATIONS" if faults else OWN), faults
    return kind.rpartition("#")[2], faults or [str(said.get("detail", ""))]


def argument_sets(call: OperationCall) -> Iterator[dict[str, Any]]:
    """Yield what an operation is called with: what it needs, and everything."""
    usual, lacking = sample_arguments(call)
    if lacking:
        return
    yield usual
    values = {(one.location, one.name): value for one, value in every_value(call.operation, SampleSession())}
    every = dict(usual)
    for argument in call.arguments:
        value = values.get((argument.parameter.location, argument.parameter.name))
        if value is not None:
            every.setdefault(argument.name, value)
    if every != usual:
        yield every


def judged(path: Path, counts: Counter[str]) -> int:
    """Send the requests of one document; return how many operations were judged, and count what was said."""
    api = load_api(path)
    done = 0
    with PrismServer(path) as prism, Client(api, prism.url, **HELD) as client:
        for operation in client.api.operations[:MOST_OF_ONE]:
            if operation.broken or "#" in operation.path:
                continue  # what stands behind `#` is not sent, and Prism looks for it
            call, sent = client[operation], 0
            for values in argument_sets(call):
                try:
                    reply = call(**values)
                except ShapeError as fault:
                    counts["not sent: the sample does not fit"] += 1
                    print(f"    - {operation.key}: {str(fault)[:160]}")
                    continue
                except RequestError as fault:
                    counts["not answered"] += 1
                    print(f"    ? {operation.key}: {str(fault)[:160]}")
                    continue
                sent += 1
                tell(operation.key, *verdict(reply), counts)
            done += bool(sent)
    return done


def tell(key: str, kind: str, faults: list[str], counts: Counter[str]) -> None:
    """Count one verdict, and print what is wrong."""
    if kind not in VIOLATIONS:
        good = not kind or kind == OWN
        counts["accepted" if good else f"not judged: Prism says {kind}"] += 1
        return
    for fault in faults:
        why = next((words for pattern, words in KNOWN if re.search(pattern, f"{kind} {key} {fault}")), "")
        counts[f"none of ours: {why}" if why else "violations"] += 1
        print(f"    {'~' if why else '!'} {key}: {kind} {fault[:200]}{f' ({why})' if why else ''}")


def documents(given: list[str]) -> list[Path]:
    """Return the documents that are asked about, those with few operations first."""
    if given:
        return [Path(name) for name in given]
    rows = [line.split("\t") for line in (CORPUS / "manifest.tsv").read_text().splitlines()[1:]]
    wanted = [(int(row[5]), row[0]) for row in rows if int(row[3]) <= LARGEST_BYTES and not row[1].startswith("3.2")]
    return [CORPUS / name for count, name in sorted(wanted, key=lambda one: (one[0] > MOST_OF_ONE, one)) if count]


def main() -> int:
    """Judge, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=500)
    parser.add_argument("files", nargs="*")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    total = read = 0
    for path in documents(given.files):
        if total >= given.operations:
            break
        print(f"{path.name}", flush=True)
        try:
            found = judged(path, counts)
        except RuntimeError as fault:
            counts["documents that Prism does not serve"] += 1
            print(f"    Prism does not serve it: {fault}")
            continue
        total, read = total + found, read + 1
        print(f"  {found} operations, {total} so far", flush=True)
    print(f"{total} operations of {read} documents judged by Prism")
    for name, count in sorted(counts.items()):
        print(f"{count:6} {name}")
    return 1 if counts["violations"] or not total else 0


if __name__ == "__main__":
    sys.exit(main())
