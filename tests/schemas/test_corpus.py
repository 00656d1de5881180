"""Every schema of real documents: a value that is called valid is valid for a validator that had no part in it."""

import os
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest

from apiref_nb.load import load_api
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.schemas import SampleSession, check_examples
from apiref_nb.schemas.constraints import Rules
from apiref_nb.schemas.equality import bare
from apiref_nb.schemas.static_schema import static_schema
from tests.schemas.second_judge import impossible, judged

HERE = Path(__file__).parent
OWN = sorted((HERE.parent / "documents").glob("*.*"))
CORPUS = sorted(Path(os.environ.get("APIREF_CORPUS", HERE.parents[2] / "shared" / "corpus")).glob("[23].*.*"))
DOCUMENTS = [*OWN, *CORPUS]
SAMPLED = 100
"""Schemas of one document that a fast validator is asked about."""
JUDGED = 30
"""Those that a slow one is asked about: pure-Python `jsonschema`, of another make still."""


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


@dataclass
class Examined:
    """What two validators of another make say of the samples of one document."""

    invalid: list[tuple[str, str, object]] = field(default_factory=list)
    """Samples that are called valid and are not: pointer of the schema, direction, value."""
    unproved: list[tuple[str, str]] = field(default_factory=list)
    """Samples that are said to fail, of schemas that a value may meet: pointer of the schema, note."""
    counts: Counter[str] = field(default_factory=Counter)


@cache
def examined(path: Path) -> Examined:
    """Sample every schema of a document, and write the samples of every card."""
    api, session, rules, said = load_api(path), SampleSession(), Rules(), Examined()
    found = list({(id(s), way): (s, way) for s, way in schemas(api) if s is not None}.values())
    chosen = "discriminator" in str(api.document)
    for index, (schema, way) in enumerate(found):
        value = session.sample(schema, way)
        generated = value.source == "generated"
        said.counts["samples"] += generated
        if not value.valid:
            assert value.note
            if generated and value.valid is False:
                assert value.warning
                if impossible(static_schema(rules.rule(schema, way))):
                    said.counts["that nothing can meet"] += 1
                else:
                    said.unproved.append((schema.pointer, value.note))
            continue
        fast = index % (len(found) // SAMPLED + 1) == 0
        slow = index % (len(found) // JUDGED + 1) == 0 and generated
        if not (fast or slow):
            continue
        document = static_schema(rules.rule(schema, way))
        patterns = jsonschema_rs.FancyRegexOptions()
        right = not fast or jsonschema_rs.Draft202012Validator(document, pattern_options=patterns).is_valid(
            bare(value.value)
        )
        if slow:
            said.counts["judged"] += 1
            said.counts["with patterns"] += "pattern" in str(document)
            said.counts["in documents with discriminators"] += chosen
            right = right and judged(document, value.value, chosen=chosen)
        if not right:
            said.invalid.append((schema.pointer, way, value.value))
    for operation in api.operations:
        if not operation.broken:
            assert all(tab.code for tab in request_tabs(operation, session=session))
    problems = check_examples(api, session=session)
    assert len({(p.pointer, p.message) for p in problems}) == len(problems)
    return said


@pytest.mark.slow
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_generated_value_is_valid(path):
    """Components, bodies, responses, parameters, headers: 0 failures; and every card's samples can be written."""
    assert examined(path).invalid == []


@pytest.mark.slow
def test_hardly_any_sample_is_said_to_fail():
    """Of the samples of all documents at most 0.05 % fail where a value could be made, and each says so."""
    counts: Counter[str] = Counter()
    unproved = []
    for path in DOCUMENTS:
        counts.update(examined(path).counts)
        unproved += [(path.name, *one) for one in examined(path).unproved]
    print(f"read {len(DOCUMENTS)} documents: {dict(counts)}, {len(unproved)} that say they fail: {unproved}")
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
