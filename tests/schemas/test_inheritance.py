"""A parent that lists its children, and children that include their parent: what generators write for inheritance."""

from __future__ import annotations

import pytest

from apiref_nb.load import load_api
from apiref_nb.schemas import SampleSession
from apiref_nb.schemas.validation import Validator


def family(children: int, *, discriminator: bool):
    """Return the schema of a parent with so many children, each of which includes the parent."""
    to = "#/components/schemas/"
    children_of = [{"$ref": f"{to}C{n}"} for n in range(children)]
    parent = {"type": "object", "properties": {"kind": {"type": "string"}}, "oneOf": children_of}
    if discriminator:
        parent["discriminator"] = {"propertyName": "kind", "mapping": {f"c{n}": f"{to}C{n}" for n in range(children)}}
    schemas = {}
    for n in range(children):
        own = {"required": [f"a{n}"], "properties": {f"a{n}": {"type": "integer"}}}
        schemas[f"C{n}"] = {"allOf": [{"$ref": f"{to}Parent"}, own]}
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {}}
    return load_api({**document, "components": {"schemas": {"Parent": parent, **schemas}}}).schemas["Parent"]


@pytest.mark.parametrize("discriminator", [False, True])
def test_inheritance_written_as_a_circle_has_a_sample(discriminator):
    """The sample is one of the children, and no word says that the schema is too involved."""
    made = SampleSession().sample(family(3, discriminator=discriminator), "response")
    assert (made.valid, made.note) == (True, "")
    assert "a0" in made.value


def test_judging_a_circle_costs_what_it_holds(monkeypatch):
    """Ten times the children are at most about ten times the questions, not two to the power of them."""
    asked = []
    one = Validator.asked
    monkeypatch.setattr(Validator, "asked", lambda judge, count=1: asked.append(count) or one(judge, count))

    def questions(children):
        asked.clear()
        SampleSession().sample(family(children, discriminator=False), "response")
        return sum(asked)

    assert 0 < questions(20) < 12 * questions(2)


def test_a_schema_that_is_only_itself_allows_anything():
    """It says nothing, so nothing is wrong with a value; the question ends."""
    document = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}
    ref = {"$ref": "#/components/schemas/S"}
    schema = load_api({**document, "components": {"schemas": {"S": {"allOf": [ref, ref], "oneOf": [ref]}}}}).schemas[
        "S"
    ]
    rule = SampleSession().rules.rule(schema, None)
    assert Validator(100).fault(rule, {"a": 1}) is None
