"""Bytes to HTML with its collection, in times of `orjson.loads` of the same document, and how long the HTML is."""

from __future__ import annotations

from pathlib import Path

from apiref_nb.load.collections import KeptCollections
from apiref_nb.load.outputs import Outputs
from apiref_nb.model.byte_cache import CACHES
from apiref_nb.parsing import parse
from apiref_nb.postman.collection import collection_json
from apiref_nb.reading import normalize
from benchmarks.measuring import in_turns, named, seconds
from benchmarks.report import Section, number

LIMITS = {"github": 40, "kubernetes": 50, "stripe": 80, "box-openapi": 80}
"""Part of a document's name -> times orjson."""
OTHERS = ("xero", "digitalocean", "discord", "openai-openapi")
COLLECTION_LIMIT = 8
ROUNDS = 3


def html_and_collection() -> Section:
    """One row a document."""
    rows = [_row(path) for path in named(*LIMITS, *OTHERS)]
    says = (
        "x is times `orjson.loads` of the same data as minified JSON: the best of 8, in turns with reading it; the "
        "others are medians of 3, the garbage collector off. `whole` is bytes to HTML with its collection, from JSON; "
        f"`collection` what that adds, at most {COLLECTION_LIMIT}x are wanted. Length is of HTML by minified JSON."
    )
    return Section(
        "A whole reference",
        says,
        ("document", "operations", "load x", "collection x", "whole x", "whole ms", "length"),
        rows,
    )


def _row(path: Path) -> list[str]:
    import json  # noqa: PLC0415 - the slow reader, for the minified text alone

    import orjson  # noqa: PLC0415 - only where something is measured

    first = parse(path.read_bytes(), source=path.name, file_name=path.name)
    source = json.dumps(first.root, separators=(",", ":"), default=str).encode()

    def read():
        return normalize(parse(source, source="d.json", file_name="d.json"))

    loads, loading = in_turns(lambda: orjson.loads(source), read)
    unit = min(loads)
    wholes, collections = [], []
    html = ""
    for _ in range(ROUNDS):
        CACHES.clear()
        api = read()
        outputs = Outputs(api)
        took = seconds(lambda outputs=outputs: outputs["text/html"])
        html = outputs["text/html"]
        outputs.reference.session.begin_page()
        session = outputs.reference.session
        collections.append(seconds(lambda api=api, session=session: KeptCollections(limit_bytes=1).of(api, session)))
        wholes.append(sorted(loading)[len(loading) // 2] + took)
    api = read()
    assert collection_json(api)
    limit = next((limit for part, limit in LIMITS.items() if part in path.name), None)
    middle = ROUNDS // 2
    return [
        path.stem[:44],
        str(len(api.operations)),
        number(sorted(loading)[len(loading) // 2] / unit),
        number(sorted(collections)[middle] / unit, limit=COLLECTION_LIMIT),
        number(sorted(wholes)[middle] / unit, limit=limit),
        number(sorted(wholes)[middle] * 1000),
        number(len(html.encode()) / len(source)),
    ]
