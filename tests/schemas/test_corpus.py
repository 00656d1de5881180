"""Every schema of real documents: a value that is called valid is valid for a validator that had no part in it."""

import os
from collections import Counter
from pathlib import Path

import jsonschema_rs
import pytest

from apiref_nb.load import load_api
from apiref_nb.requests import media_sample, request_tabs
from apiref_nb.requests.to_block import block_operation
from apiref_nb.schemas import SampleSession, check_examples, json_schema
from apiref_nb.schemas.equality import bare
from tests.schemas.second_judge import impossible, judged

HERE = Path(__file__).parent
OWN = sorted((HERE.parent / "documents").glob("*.*"))
CORPUS = sorted(Path(os.environ.get("APIREF_CORPUS", HERE.parents[2] / "shared" / "corpus")).glob("[23].*.*"))
DOCUMENTS = [*OWN, *CORPUS]
SAMPLED = 250
"""Schemas of one document that the second validator is asked about."""


def schemas(api):
    """Yield (schema, direction) of every component, body, response, parameter and header."""
    for schema in api.schemas.values():
        yield schema, "request"
        yield schema, "response"
    for operation in (*api.operations, *api.unrendered, *api.webhooks):
        for parameter in operation.parameters:
            media = parameter.media_type
            yield (media.schema if media else parameter.schema), "request"
        for media in operation.request_body.content if operation.request_body else ():
            yield media.schema or media.item_schema, "request"
        for response in operation.responses:
            for media in response.content:
                yield media.schema or media.item_schema, "response"
            for header in response.headers:
                yield header.schema, "response"


@pytest.mark.slow
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_generated_value_is_valid(path):
    """Components, bodies, responses, parameters, headers: 0 failures; and every card's samples can be written."""
    api = load_api(path)
    session = SampleSession()
    found = {(id(s), direction): (s, direction) for s, direction in schemas(api) if s is not None}
    step = len(found) // SAMPLED + 1
    for index, (schema, direction) in enumerate(found.values()):
        value = session.sample(schema, direction)
        if not value.valid:
            assert value.note
            continue
        if index % step == 0:
            document = json_schema(schema, direction=direction)
            judge = jsonschema_rs.Draft202012Validator(document, pattern_options=jsonschema_rs.FancyRegexOptions())
            assert judge.is_valid(bare(value.value)), (schema.pointer, direction, value.value)
    for operation in api.operations:
        if not operation.broken:
            block_operation(operation, session=session)
            assert all(tab.code for tab in request_tabs(operation, session=session))
    problems = check_examples(api, session=session)
    assert len({(p.pointer, p.message) for p in problems}) == len(problems)


JUDGED = 30
"""Schemas of one document that the slow validator is asked about."""


@pytest.mark.slow
def test_a_validator_of_another_make_agrees_with_the_samples():
    """Pure-Python `jsonschema`: no sample fails in silence, and at most 0.05 % fail of what a value can meet."""
    counts = Counter()
    unsaid, unproved = [], []
    for path in DOCUMENTS:
        api = load_api(path)
        session = SampleSession()
        found = list({(id(s), way): (s, way) for s, way in schemas(api) if s is not None}.values())
        chosen = "discriminator" in str(api.document)
        for index, (schema, way) in enumerate(found):
            value = session.sample(schema, way)
            if value.source != "generated":
                continue
            counts["samples"] += 1
            if value.valid is False:
                assert value.warning
                if impossible(json_schema(schema, direction=way)):
                    counts["that nothing can meet"] += 1
                else:
                    unproved.append((path.name, schema.pointer, value.note))
            elif index % (len(found) // JUDGED + 1) == 0:
                document = json_schema(schema, direction=way)
                counts["judged"] += 1
                counts["with patterns"] += "pattern" in str(document)
                counts["in documents with discriminators"] += chosen
                if not judged(document, value.value, chosen=chosen):
                    unsaid.append((path.name, schema.pointer, value.value))
    print(f"read {len(DOCUMENTS)} documents: {dict(counts)}, {len(unproved)} that say they fail: {unproved}")
    assert unsaid == []
    assert len(unproved) <= counts["samples"] * 0.0005


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_samples_are_the_same_every_time(path):
    """Two readings of one document give the same samples, byte for byte."""

    def texts():
        session = SampleSession()
        for operation in load_api(path).operations:
            if operation.broken:
                continue
            yield from (tab.code for tab in request_tabs(operation, session=session))
            for response in operation.responses:
                for media in response.content:
                    yield from (made.text for made in media_sample(media, direction="response", session=session))

    assert list(texts()) == list(texts())
