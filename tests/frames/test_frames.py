"""Frames and Arrow tables of replies: their columns are the document's, and no value changes in silence."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pytest

from apiref_nb import MismatchError, RecordsError, ShapeError
from tests.frames.records import NAMES, ROW, answered, document

DTYPES = {
    "id": "Int64", "placed": "datetime64[ns, UTC]", "due": "datetime64[s]", "weight": "Float64", "paid": "boolean",
    "note": "string", "status": "category", "total": "object", "customer.name": "string",
    "customer.address.city": "string", "customer.address.zip": "string", "tags": "object", "lines": "object",
    "labels": "object", "anything": "object",
}  # fmt: skip


@pytest.mark.parametrize("rows", [[], [{}], [{"id": 1}], [ROW], [{}, ROW, {"status": None}]])
def test_the_columns_are_the_documents_whatever_came(rows):
    """The same names, order and dtypes for an empty page, an absent field and a full record."""
    frame = answered(rows).frame()
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == DTYPES
    assert list(frame.columns) == NAMES
    assert len(frame) == len(rows)
    assert list(frame["status"].cat.categories) == ["open", "shipped", "lost"]
    assert answered(rows).arrow().schema == answered([]).arrow().schema


def test_values_are_what_was_sent():
    """Whole numbers of 64 bits, nanoseconds, decimals as written, lists and mappings as they are."""
    row = answered([ROW, {}]).frame().iloc[0].to_dict()
    assert row.pop("placed") == pd.Timestamp("2024-05-17T07:30:00.123456789Z")
    assert row.pop("due") == pd.Timestamp("2024-05-20")
    assert pd.isna(row.pop("note"))
    assert row == {
        "id": 9007199254740993, "weight": 1.5, "paid": True, "status": "open", "total": Decimal("19.99"),
        "customer.name": "Zoë", "customer.address.city": "Bern", "customer.address.zip": "3000", "tags": ["a", "b"],
        "lines": ROW["lines"], "labels": {"a": 1}, "anything": {"k": [1, "2"]},
    }  # fmt: skip


def test_arrow_keeps_structs_and_lists():
    """The schema is the document's; what it leaves open is JSON text."""
    table = answered([ROW, {}, {"customer": None, "lines": [], "labels": {}}]).arrow()
    line = pa.struct([("sku", pa.string()), ("n", pa.int64())])
    address = pa.struct([("city", pa.string()), ("zip", pa.string())])
    assert table.schema == pa.schema(
        [
            ("id", pa.int64()), ("placed", pa.timestamp("ns", "UTC")), ("due", pa.date32()), ("weight", pa.float64()),
            ("paid", pa.bool_()), ("note", pa.string()), ("status", pa.dictionary(pa.int32(), pa.string())),
            ("total", pa.decimal128(38, 2)),
            ("customer", pa.struct([("name", pa.string()), ("address", address)])), ("tags", pa.list_(pa.string())),
            ("lines", pa.list_(line)), ("labels", pa.map_(pa.string(), pa.int64())), ("anything", pa.string()),
        ]
    )  # fmt: skip
    first, second, third = table.to_pylist()
    assert first["placed"] == pd.Timestamp("2024-05-17T07:30:00.123456789Z")
    assert {name: first[name] for name in ("due", "total", "customer", "lines", "labels", "anything")} == {
        "due": date(2024, 5, 20), "total": Decimal("19.99"), "customer": ROW["customer"], "lines": ROW["lines"],
        "labels": [("a", 1)], "anything": '{"k": [1, "2"]}',
    }  # fmt: skip
    assert set(second.values()) == {None}
    assert (third["customer"], third["lines"], third["labels"], third["tags"]) == (None, [], [], None)


def test_duckdb_and_polars_read_the_table_as_it_is():
    """Structs, lists, decimals, moments, categories and maps are theirs too."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is optional")
    polars = pytest.importorskip("polars", reason="polars is optional")
    orders = answered([ROW, {}]).arrow()
    found = duckdb.sql(
        "select id, customer.address.city, lines[2].sku, total, status, labels['a'] from orders where id is not null"
    ).fetchall()
    assert found == [(9007199254740993, "Bern", "y", Decimal("19.99"), "open", 1)]
    frame = polars.from_arrow(orders)
    city = frame.select(polars.col("customer").struct.field("address").struct.field("city")).to_series().to_list()
    assert (city, frame["total"][0], frame["lines"][0][1]) == (["Bern", None], Decimal("19.99"), ROW["lines"][1])


def test_what_the_document_does_not_name_comes_after():
    """Members, members of members and members of a list's items that are not declared are kept, behind the others."""
    row = {"new": 1, **ROW, "customer": {"name": "a", "vip": True}, "lines": [{"sku": "x", "gift": {"a": 1}}, {}]}
    frame = answered([{}, {**row, "more": {"deep": 2}}]).frame()
    assert (list(frame.columns[:-3]), set(frame.columns[-3:])) == (NAMES, {"new", "customer.vip", "more.deep"})
    assert frame["more.deep"][1] == 2
    table = answered([{}, row]).arrow()
    assert table.schema.names[-3:] == ["new", "customer.vip", "lines[].gift"]
    assert table["lines[].gift"].to_pylist() == [None, [{"a": 1}]]
    assert table["new"].to_pylist() == [None, 1]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("id", "7", 'must be a whole number (got "7")'),
        ("id", 7.5, "must be a whole number (got 7.5)"),
        ("id", True, "must be a whole number (got True)"),
        ("id", 2**63, "must be a whole number of 64 bits (got 9223372036854775808)"),
        ("placed", "2024-05-17T09:30:00", "must be a date-time with its offset"),
        ("placed", "2024-02-30T09:30:00Z", "must be a date-time that there is"),
        ("placed", "9999-12-31T00:00:00Z", 'must lie between 1677 and 2262 (unit="us" reaches further)'),
        ("placed", 1715931000, "must be a date-time with its offset"),
        ("due", "2024-02-30", "must be a date, such as 2024-05-17"),
        ("due", "20240517", "must be a date, such as 2024-05-17"),
        ("weight", "1.5", 'must be a number (got "1.5")'),
        ("weight", 2**53 + 1, "must be a number that 64 bits hold exactly"),
        ("paid", 1, "must be true or false (got 1)"),
        ("note", 3, "must be text (got 3)"),
        ("note", "\ud800", "must be text without half a surrogate pair"),
        ("status", "OPEN", 'must be one of open, shipped, lost (got "OPEN")'),
        ("total", 1.001, "must be a decimal number of at most 38 digits, 2 of them behind the point"),
        ("tags", "a", "must be a list"),
        ("customer", "a", "must be an object"),
        ("labels", [], "must be an object (got a list of 0)"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_row_and_column(field, value, words):
    """By frames and tables alike; kept as text on request, with nothing in its place and all else as it was."""
    reply = answered([ROW, {**ROW, field: value}, ROW])
    for make in (reply.frame, reply.arrow):
        with pytest.raises(MismatchError) as raised:
            make()
        assert f"GET /orders: 1 value is not what the document declares: row 1, {field}: {words}" in str(raised.value)
        assert [place[:2] for place in raised.value.mismatches] == [(1, field)]
    table = reply.arrow(on_mismatch="text")
    kept = table["_as_sent"].to_pylist()
    assert (kept[0], kept[2], table[field][1].as_py()) == (None, None, None)
    assert pd.io.json.ujson_loads(kept[1]) == {field: value} if value != "\ud800" else "ud800" in kept[1]
    frame = reply.frame(on_mismatch="text")
    assert (list(frame.columns), frame["_as_sent"][1]) == ([*NAMES, "_as_sent"], kept[1])
    assert frame["id"][0] == ROW["id"]


def test_values_within_lists_are_told_with_the_row_of_the_list():
    """Arrow types what is in a list; the row is that of the record."""
    rows = [{"lines": [{"n": 1}, {"n": 2}]}, {}, {"lines": []}, {"lines": [{"n": 1}, {"n": "3"}], "labels": {"a": "b"}}]
    with pytest.raises(MismatchError) as raised:
        answered(rows).arrow()
    assert [place[:2] for place in raised.value.mismatches] == [(3, "lines[].n"), (3, "labels[]")]


def test_many_values_that_do_not_fit_are_counted():
    """Ten places are named, all are at hand."""
    with pytest.raises(
        MismatchError, match=r"1,000 values are not .* row 9, id: .*; and 990 more \(on_mismatch="
    ) as told:
        answered([{"id": "x"}] * 1_000).frame()
    assert len(told.value.mismatches) == 1_000


def test_numbers_that_mean_the_same_fit():
    """`3.0` is a whole number and `3` is a number, as JSON Schema has it; decimals are read as they are written."""
    reply = answered(b'[{"id": 3.0, "weight": 3, "total": "12.30"}, {"total": 12345678901234567890.12}]')
    for rows in (reply.frame().to_dict("records"), reply.arrow().to_pylist()):
        assert (rows[0]["id"], rows[0]["weight"]) == (3, 3.0)
        assert (rows[0]["total"], rows[1]["total"]) == (Decimal("12.3"), Decimal("12345678901234567890.12"))


def test_microseconds_reach_over_all_years():
    """What does not fit into nanoseconds fits another unit, and the message says so."""
    reply = answered([{"placed": "9999-12-31T00:00:00Z"}])
    assert str(reply.frame(unit="us")["placed"].dtype) == "datetime64[us, UTC]"
    assert reply.arrow(unit="us")["placed"][0].as_py() == datetime(9999, 12, 31, tzinfo=UTC)
    with pytest.raises(ShapeError, match="unit: must be s, ms, us or ns"):
        reply.frame(unit="days")


def test_types_can_be_left_to_the_library():
    """`typed=False` is what pandas and pyarrow make of the values alone."""
    frame = answered([{"id": 1, "customer": {"name": "a"}}]).frame(typed=False)
    assert (list(frame.columns), str(frame["id"].dtype)) == (["id", "customer.name"], "int64")
    assert answered([{"id": "x"}]).arrow(typed=False).schema.names == ["id"]


def test_a_list_left_out_is_an_empty_page():
    """Where the document says that the records are in `items`, an answer without it has none, and their columns."""
    made = document(wrapped="items")
    assert list(answered({"total": 0}, made).frame().columns) == NAMES
    assert answered({"total": 1, "items": [ROW]}, made).frame()["id"][0] == ROW["id"]
    assert len(answered({"total": 1, "results": [ROW]}, made).frame()) == 1


def test_a_page_has_the_rows_that_its_paging_names():
    """A list under a name of the API's own is opened where the document says that pages are made of it."""
    made = document(wrapped="bookings")
    page = {"total": 2, "bookings": [ROW, ROW]}
    assert len(answered(page, made).frame()) == 1
    made["paths"]["/orders"]["get"]["parameters"] = [{"name": "page", "in": "query", "schema": {"type": "integer"}}]
    assert list(answered(page, made).frame().columns) == NAMES
    assert len(answered(page, made).frame()) == 2
    assert len(answered({"total": 0}, made).frame()) == 0


def test_an_answer_that_declares_no_such_list_is_not_emptied_for_its_paging():
    """Paging may name a member that the schema of the answer lacks: then the answer is one row, as without it."""
    made = document()
    get = made["paths"]["/orders"]["get"]
    get["responses"]["200"]["content"]["application/json"]["schema"] = {"$ref": "#/components/schemas/Order"}
    get["x-ms-pageable"] = {"nextLinkName": "next", "itemName": "bookings"}
    assert answered(ROW, made).frame()["id"][0] == ROW["id"]


def test_all_of_is_folded_and_a_choice_is_a_union():
    """Columns of a parent and its child; of two variants, each missing in rows of the other."""
    base = {"type": "object", "properties": {"kind": {"type": "string"}, "size": {"type": "integer"}}}
    cat = {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"lives": {"type": "integer"}}}]}
    dog = {
        "allOf": [
            {"$ref": "#/components/schemas/Base"},
            {"properties": {"size": {"type": "number"}, "bark": {"type": "string"}}},
        ]
    }
    either = {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}, {"type": "null"}]}
    made = document(either, schemas={"Base": base, "Cat": cat, "Dog": dog})
    frame = answered([{"kind": "cat", "lives": 7}, {"kind": "dog", "bark": "wuff"}], made).frame()
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == {
        "kind": "string", "size": "Int64", "lives": "Int64", "bark": "string",
    }  # fmt: skip


def test_a_record_that_holds_itself_has_an_end():
    """What leads back to itself is kept whole."""
    node = {
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            "next": {"$ref": "#/components/schemas/Node"},
            "all": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
        },
    }
    made = document({"$ref": "#/components/schemas/Node"}, schemas={"Node": node})
    value = {"id": 1, "next": {"id": 2, "next": None}, "all": [{"id": 3}]}
    assert answered([value], made).frame().to_dict("records") == [value]
    assert answered([value], made).arrow()["next"].to_pylist() == ['{"id": 2, "next": null}']


def test_a_document_of_a_thousand_columns_has_an_end():
    """Levels that double are kept whole where a table would have too many columns; the first is never cut."""
    schemas = {
        f"N{level}": {
            "type": "object",
            "properties": {f"m{i}": {"$ref": f"#/components/schemas/N{level + 1}"} for i in range(40)},
        }
        for level in range(12)
    } | {"N12": {"type": "string"}}
    made = document({"$ref": "#/components/schemas/N0"}, schemas=schemas)
    frame = answered([{"m0": {"m1": {"m2": {}}}}], made).frame()
    assert len(frame.columns) == 40
    assert frame["m0"][0] == {"m1": {"m2": {}}}


def test_streams_and_tables_of_text_have_their_columns():
    """JSON lines are typed by their item; CSV is a table already."""
    made = document(media_type="application/x-ndjson")
    frame = answered(b'{"id": 1}\n{"id": 2}\n', made, media_type="application/x-ndjson").frame()
    assert (list(frame.columns), list(frame["id"])) == (NAMES, [1, 2])
    table = answered(b"id,name\n1,a\n", media_type="text/csv").arrow()
    assert table.to_pylist() == [{"id": 1, "name": "a"}]


@pytest.mark.parametrize(("name", "method"), [("pandas", "frame"), ("pyarrow", "arrow")])
def test_what_is_missing_is_named_with_its_extra(monkeypatch, name, method):
    """Both are optional; the error names the command and the extra."""
    monkeypatch.setitem(sys.modules, name, None)
    extra = {"pandas": "pandas", "pyarrow": "arrow"}[name]
    with pytest.raises(RecordsError, match=rf"needs? {name}: pip install .*apiref-nb\[{extra}\]"):
        getattr(answered([ROW]), method)()
