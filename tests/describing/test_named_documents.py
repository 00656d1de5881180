"""Published documents that once rendered wrong: what their readers look for is there, in card and sample."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.postman import collection_json
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_values import sample_values

CORPUS = Path(os.environ.get("APIREF_CORPUS", Path(__file__).parents[3] / "shared" / "corpus"))

ROWS = {
    # A parent whose `oneOf` names children that `allOf` the parent.
    "3.0-hubspot-crm-exports.yaml": (
        "POST /crm/v3/exports/export/async",
        (
            "**PublicExportViewRequest**",
            "**PublicExportListRequest**",
            "`exportType` *required*",
            "`listId` *required*",
        ),
    ),
    "3.0-hubspot-conversations.yaml": (
        "POST /conversations/v3/conversations/threads/{threadId}/messages",
        ("`type` *required*", "**PublicFileEgg**", "`attachments[].fileId` *required*", "**PublicQuickRepliesEgg**"),
    ),
    # `allOf` that narrows `items`.
    "3.1-readme-train-travel.yaml": (
        "GET /stations",
        ("`data[].id` *required*", "`data[].country_code` *required*", "`data[].timezone`", "`links.self`"),
    ),
    # More fields than a card has room for: those that are required come first.
    "3.1-adyen-payment-v67.yaml": (
        "POST /authorise",
        ("`merchantAccount` *required*", "`reference` *required*", "`amount.currency` *required*"),
    ),
    "3.1-adyen-checkout-v68.yaml": (
        "POST /payments",
        ("`merchantAccount` *required*", "`paymentMethod` *required*", "`returnUrl` *required*"),
    ),
}
"""Document -> (operation, beginnings of rows that its card has)."""

SAMPLES = {
    "3.0-hubspot-crm-exports.yaml": {"exportType": "VIEW"},
    "3.0-hubspot-conversations.yaml": {"type": "MESSAGE"},
    "3.1-adyen-payment-v67.yaml": {"merchantAccount": "YOUR_MERCHANT_ACCOUNT"},
    "3.1-adyen-checkout-v68.yaml": {"merchantAccount": "YOUR_MERCHANT_ACCOUNT"},
}
"""Document -> members that the sample of the request has."""

FOUND = [name for name in ROWS if (CORPUS / name).exists()]


@pytest.mark.parametrize("name", FOUND)
def test_the_rows_that_a_reader_looks_for_are_in_the_card(name):
    """Inherited fields and the children as variants, fields of items that are narrowed, required fields first."""
    operation, rows = ROWS[name]
    card = OpenApiEmbed(load_api(CORPUS / name), operations=[operation]).markdown
    assert [row for row in rows if f"| {row}" not in card and f"*One of 2* {row}" not in card] == []


@pytest.mark.parametrize("name", [name for name in FOUND if name in SAMPLES])
def test_the_sample_is_a_whole_child_and_right(name):
    """It has the discriminator's value, what is required, and no warning."""
    sample = sample_values(load_api(CORPUS / name).find(ROWS[name][0])).body
    assert sample.problem == ""
    assert sample.value | SAMPLES[name] == sample.value


@pytest.mark.parametrize("name", [name for name in FOUND if "train-travel" in name])
def test_a_narrowed_list_has_whole_items(name):
    """The author's two stations, each with what `allOf` asks of it."""
    media = load_api(CORPUS / name).find("GET /stations").responses[0].content[0]
    first = media_sample(media, direction="response")[0]
    assert first.problem == ""
    assert {"id", "name", "address", "country_code"} <= first.value["data"][0].keys()


@pytest.mark.parametrize("name", [name for name in FOUND if "checkout" in name])
def test_a_collection_of_many_named_examples_ends(name):
    """Requests and responses that share names of examples are paired, each once."""
    assert collection_json(load_api(CORPUS / name)).count('"originalRequest"') > 100
