"""What a document or a server can put into a table: whatever it is, a table comes of it or an error of ours."""

from __future__ import annotations

import json
from contextlib import suppress
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apiref_nb import ApirefError, RecordsError
from apiref_nb.frames import TableOptions, arrow_schema, arrow_table, column_plan, data_frame
from tests.client.documents import schema
from tests.frames.records import ADDRESS, ORDER, answered, document

RESOLVED = json.loads(json.dumps(ORDER).replace('{"$ref": "#/components/schemas/Address"}', json.dumps(ADDRESS)))
PLAN = column_plan(schema(RESOLVED))
NUMBERS = st.one_of(st.integers(), st.floats(), st.decimals(allow_nan=False, allow_infinity=False), st.just(2**64))
TEXTS = st.one_of(st.text(), st.sampled_from(["\ud800", "2024-05-17T09:30:00Z", "0000-00-00", "1e999999", "\0", ""]))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)
NAMES = st.one_of(st.sampled_from([*RESOLVED["properties"], "_more", "_as_sent", "\ud800", "a.b"]), TEXTS)
ROWS = st.lists(st.dictionaries(NAMES, VALUES, max_size=4), max_size=4)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(ROWS, st.booleans())
def test_any_records_become_a_table_or_an_error_of_ours(rows, settled):
    """Kept as text nothing is an error; the settled schema holds whatever comes; rows are neither lost nor added."""
    kept = TableOptions(on_mismatch="text", settled=settled)
    table = arrow_table(rows, PLAN, kept)
    table.validate(full=True)
    assert len(table) == len(rows)
    assert len(data_frame(rows, PLAN, kept)) == len(rows)
    if settled:
        assert table.schema == arrow_schema(PLAN, kept)
    for options in (TableOptions(), TableOptions(typed=False)):
        for make in (arrow_table, data_frame):
            with suppress(ApirefError):
                made = make(rows, PLAN, options)
                assert len(made) == len(rows) or not len(made.columns)


def test_names_that_no_tool_can_store_are_written_as_escapes():
    """Of the document and of the server, in structs and maps too."""
    labels = {"type": "object", "additionalProperties": {"type": "integer"}}
    made = schema({"type": "object", "properties": {"\ud800": {"type": "integer"}, "m": labels}})
    rows = json.loads('[{"\\ud800": 1, "m": {"\\udfff": 2}, "\\udbff": 3}]')
    table = arrow_table(rows, column_plan(made), TableOptions())
    assert table.to_pylist() == [{"\\ud800": 1, "m": [("\\udfff", 2)], "\\udbff": 3}]


def test_variants_of_variants_have_an_end():
    """A document that doubles at each level costs no more than there is room for, and keeps what lies around."""
    schemas = {
        f"V{n}": {"oneOf": [{"$ref": f"#/components/schemas/V{n + 1}"}, {"$ref": f"#/components/schemas/V{n + 1}"}]}
        for n in range(40)
    } | {"V40": {"type": "object", "properties": {"a": {"type": "string"}}}}
    assert answered([{"a": 1}], document({"$ref": "#/components/schemas/V0"}, schemas=schemas)).frame()["a"][0] == 1
    wide = {"oneOf": [{"type": "object", "properties": {f"m{n}": {"type": "string"}}} for n in range(3_000)]}
    assert list(answered([{"m1": "x"}], document(wide)).frame().columns) == ["m1"]


def test_records_nested_too_deep_are_told():
    """Neither pandas nor pyarrow is asked to walk them."""
    deep = b'[{"anything": ' + b"[" * 500_000 + b"]" * 500_000 + b"}]"
    for make in (answered(deep).frame, answered(deep).arrow):
        with pytest.raises(ApirefError):
            make()
    with suppress(RecordsError):
        answered(b'[{"new": ' * 400 + b"1" + b"}]" * 400).arrow()


def test_decimals_are_as_exact_as_they_are_written():
    """And a number that has more digits than a column is told."""
    made = schema({"type": "object", "properties": {"a": {"type": "number", "format": "decimal"}}})
    table = arrow_table([{"a": Decimal("0.1")}, {"a": 0.1}, {"a": "0.1"}, {"a": 1}], column_plan(made), TableOptions())
    assert table["a"].type == pa.decimal128(38, 9)
    assert table["a"].to_pylist() == [Decimal("0.1")] * 3 + [Decimal(1)]
