"""Whatever a mapping holds, reading it ends in an `Api` or a `SourceError`."""

from __future__ import annotations

import copy
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apiref_nb.errors import SourceError
from apiref_nb.parsing import from_mapping, parse
from apiref_nb.reading import normalize
from apiref_nb.schemas import merged
from tests.reading.written import DOCUMENTS, LIBRARIES

NAMES = ("library-2.0.json", "library-3.0.yaml", "orchestra-3.2.yaml", "problems-3.0.yaml")


def tree(name):
    """Return the data of a document, free to change."""
    return json.loads(json.dumps(parse((DOCUMENTS / name).read_bytes(), source=name, file_name=name).root))


TREES = {name: tree(name) for name in (*NAMES, *LIBRARIES)}


def places(node, above=()):
    """Yield the tokens of every place in the data."""
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in children:
        yield (*above, key)
        yield from places(value, (*above, key))


PLACES = {name: list(places(data)) for name, data in TREES.items()}
REFERENCES = [
    "#",
    "#/",
    "#/paths",
    "#/info/title",
    "#/components/schemas/Book",
    "#hall",
    "a b",
    "https://[",
    "#/%zz",
    "",
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-10, 10**20)
    | st.floats(allow_nan=False)
    | st.text(max_size=6)
    | st.sampled_from([{"$ref": reference} for reference in REFERENCES])
    | st.sampled_from(REFERENCES),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["$ref", "type", "a", "get", "/x"]), inner)
    ),
    max_leaves=5,
)


@st.composite
def mutated(draw):
    """Return a document of the project with some places replaced, renamed or moved by reference."""
    name = draw(st.sampled_from(NAMES))
    data = copy.deepcopy(TREES[name])
    for _ in range(draw(st.integers(1, 4))):
        *above, last = draw(st.sampled_from(PLACES[name]))
        node = data
        for token in above:
            try:
                node = node[token]
            except (KeyError, IndexError, TypeError):
                break
        else:
            if (isinstance(node, dict) and last in node) or (
                isinstance(node, list) and isinstance(last, int) and last < len(node)
            ):
                node[last] = draw(VALUES)
    return data


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_a_document_with_anything_anywhere_is_read_or_refused(data):
    """Nothing but a SourceError leaves, and what was read can be walked."""
    try:
        found = normalize(from_mapping(data), base_uri="https://example.com/openapi.json")
    except SourceError:
        return
    for problem in found.problems:
        assert problem.pointer.startswith("#")
        assert problem.message
    assert isinstance(found.title, str)
    for node in found.schemas.values():
        merged(node)
        assert repr(node)
        for child in node.properties.values():
            assert isinstance(child.types, tuple)
    for operation in (*found.operations, *found.unrendered):
        assert operation.key
        assert set(operation.problems) <= set(found.problems)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["info", "paths", "components", "tags", "servers", "security", "webhooks"]), VALUES)
)
def test_a_document_of_anything_is_read_or_refused(fields):
    """Each version, with any value in any field of the document."""
    for version in ({"swagger": "2.0"}, {"openapi": "3.0.3"}, {"openapi": "3.1.0"}, {"openapi": "3.2.0"}):
        assert normalize(from_mapping({**version, **fields})).rendered_count >= 0
