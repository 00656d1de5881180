"""Published documents: our tree is the one that PyYAML's own constructors build under the YAML 1.2 core schema."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
import yaml

from apiref_nb.parsing.document import locate_all, parse
from apiref_nb.text.pointer import join

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
OWN = """\
openapi: 3.1.0
info:
  title: Lamps
  version: "1.10"
  x-built: 2024-02-29
  description: >
    Folded,
    twice.

    And again.
paths:
  /lamps/{id}:
    parameters: &common
      - {name: id, in: path, required: true, schema: {type: integer, minimum: 010}}
    get:
      responses:
        200:
          description: |-
            x
        4XX: {description: no}
  /rooms:
    parameters: *common
"""


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """PyYAML's loader, with the implicit types of YAML 1.2 and keys as text."""

    yaml_implicit_resolvers = {}  # noqa: RUF012  # PyYAML's own class attribute


for tag, pattern, first in [
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), first)


def _integer(loader, node):
    return int(node.value, 0) if node.value.startswith(("0o", "0x")) else int(node.value)


def _mapping(loader, node):
    return {key.value: loader.construct_object(value, deep=True) for key, value in node.value}


CoreLoader.add_constructor("tag:yaml.org,2002:int", _integer)
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))
CoreLoader.add_constructor("tag:yaml.org,2002:map", _mapping)


def documents() -> dict[str, bytes]:
    published = sorted(CORPUS.glob("*.yaml")) + sorted(CORPUS.glob("*.json"))
    return {"own": OWN.encode()} | {path.name: path.read_bytes() for path in published}


DOCUMENTS = documents()


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_published_document_has_the_tree_that_other_readers_build(name):
    """JSON as the standard library, YAML as PyYAML with the types of YAML 1.2; to the type of every value."""
    body = DOCUMENTS[name]
    document = parse(body, source=name)

    assert document.kind == ("json" if body.lstrip()[:1] == b"{" else "yaml")
    expected = json.loads(body) if document.kind == "json" else yaml.load(body, CoreLoader)
    assert json.dumps(document.root) == json.dumps(expected)
    assert document.problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_member_of_a_published_document_is_found_in_its_text(name):
    """At the place of a pointer stands its key."""
    document = parse(DOCUMENTS[name], source=name)
    keys = {}
    todo = [("#", document.root, 0)]
    while todo:
        pointer, value, depth = todo.pop()
        for token, inner in value.items() if isinstance(value, dict) else enumerate(value):
            below = join(pointer, token)
            if isinstance(value, dict) and token.isascii() and token.isalnum():
                keys[below] = token
            if isinstance(inner, (dict, list)) and depth < 4:
                todo.append((below, inner, depth + 1))
    found = locate_all(document, keys)
    lines = document.text.split("\n")

    assert found.keys() == keys.keys()
    for pointer, place in found.items():
        if place.pointer == pointer:  # below an alias the alias is found
            key = keys[pointer]
            assert lines[place.line - 1].startswith((key, f'"{key}"', f"'{key}'"), place.column - 1), (pointer, place)
    assert sum(place.pointer == pointer for pointer, place in found.items()) >= 0.75 * len(found)
