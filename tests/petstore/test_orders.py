"""The rules of operations 9 to 12, and the gaps of the interface as they were decided."""

import pytest

from petstore_flask.sample_data import ORDERS

from .caller import Caller, assert_problem


def test_inventory_counts_pets_by_status(call: Caller):
    """A map from each status to a count, zero included; pets without a status are in no count."""
    for pet_id in (6, 7):
        call("DELETE", f"/pet/{pet_id}")
    call("POST", "/pet", {"name": "No status", "photoUrls": []})
    assert call("GET", "/store/inventory").json() == {"available": 4, "pending": 2, "sold": 0}


def test_new_order_gets_an_id_that_can_be_read(call: Caller):
    """Assigned ids begin beyond those that can never be read, and behind the orders of a new store."""
    reply = call("POST", "/store/order", {"petId": 1})
    assert (reply.status, reply.json()) == (200, {"id": 12, "petId": 1})
    assert call("GET", "/store/order/12").json() == {"id": 12, "petId": 1}


@pytest.mark.parametrize("order_id", [1, 2, 3, 4, 5, 11])
def test_a_new_store_shows_the_gap_in_the_ids_that_can_be_read(call: Caller, order_id: int):
    """5 and 11 answer, so that whoever tries the ids in turn sees that 6 to 10 are refused, and not missing."""
    reply = call("GET", f"/store/order/{order_id}")
    assert (reply.status, reply.json()["id"]) == (200, order_id)
    assert all(call("GET", f"/store/order/{gap}").status == 400 for gap in (6, 10))
    assert [order["id"] for order in ORDERS] == [1, 2, 3, 4, 5, 11]


def test_order_with_a_known_id_takes_its_place(call: Caller):
    """POST with the id of another order replaces it."""
    assert call("POST", "/store/order", {"id": 1, "quantity": 5}).json() == {"id": 1, "quantity": 5}
    assert call("GET", "/store/order/1").json() == {"id": 1, "quantity": 5}


def test_orders_need_no_credential(call: Caller):
    """Operations 10 to 12 are open to all."""
    assert call("POST", "/store/order", {}, credentials=False).status == 200
    assert call("GET", "/store/order/1", credentials=False).json() == ORDERS[0]
    assert call("DELETE", "/store/order/1", credentials=False).status == 200


@pytest.mark.parametrize("order_id", range(6, 11))
def test_orders_6_to_10_cannot_be_read(call: Caller, order_id: int):
    """Ids of 6 to 10 are answered with 400, whether or not there is such an order."""
    call("POST", "/store/order", {"id": order_id})
    reply = call("GET", f"/store/order/{order_id}")
    assert_problem(reply, 400)
    assert reply.fields == ["orderId"]


@pytest.mark.parametrize("order_id", [-1, 0, 12, 404, 2**63 - 1])
def test_orders_outside_6_to_10_are_found_or_404(call: Caller, order_id: int):
    """Ids of 5 or less and above 10 are valid."""
    assert_problem(call("GET", f"/store/order/{order_id}"), 404)
    call("POST", "/store/order", {"id": order_id})
    assert call("GET", f"/store/order/{order_id}").json() == {"id": order_id}


@pytest.mark.parametrize("order_id", ["1000", "1001", "9223372036854775807", "9223372036854775808", "one", "1.5"])
def test_orders_from_1000_on_cannot_be_deleted(call: Caller, order_id: str):
    """Ids of 1000 and over, and what is no integer, are answered with 400 by DELETE."""
    reply = call("DELETE", f"/store/order/{order_id}")
    assert_problem(reply, 400)
    assert reply.fields == ["orderId"]


def test_order_999_can_be_deleted(call: Caller):
    """The largest id that can be deleted is 999; 6 to 10 can be deleted too."""
    for order_id in (999, 7):
        call("POST", "/store/order", {"id": order_id})
        reply = call("DELETE", f"/store/order/{order_id}")
        assert (reply.status, reply.body) == (200, b"")
        assert_problem(call("DELETE", f"/store/order/{order_id}"), 404)


@pytest.mark.parametrize("order_id", ["one", "1.0", "%D9%A1", "9223372036854775808", "1" * 4000])
def test_order_id_is_an_int64_in_ascii_digits(call: Caller, order_id: str):
    """What is no int64 is answered with 400 by GET."""
    assert_problem(call("GET", f"/store/order/{order_id}"), 400)


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        ("2026-05-04T12:00:00Z", "2026-05-04T12:00:00Z"),
        ("2026-05-04T12:00:00+02:00", "2026-05-04T10:00:00Z"),
        ("2026-12-31T23:30:00.125-01:00", "2027-01-01T00:30:00.125Z"),
        ("2026-05-04t12:00:00z", "2026-05-04T12:00:00Z"),
        ("0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z"),
    ],
)
def test_ship_date_is_answered_in_utc(call: Caller, sent: str, answered: str):
    """`shipDate` is an RFC 3339 date-time with an offset, answered with `Z`."""
    assert call("POST", "/store/order", {"shipDate": sent}).json()["shipDate"] == answered


@pytest.mark.parametrize(
    "sent",
    [
        "2026-05-04",
        "2026-05-04T12:00:00",
        "2026-05-04 12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-05-04T24:00:00Z",
        "2026-05-04T12:00:60Z",
        "2026-05-04T12:00:00+24:00",
        "0000-01-01T00:00:00+01:00",
        "٢٠٢٦-05-04T12:00:00Z",
        "soon",
    ],
)
def test_ship_date_that_is_no_date_time_is_422(call: Caller, sent: str):
    """No offset, no such day, no such time, other numerals: 422."""
    reply = call("POST", "/store/order", {"shipDate": sent})
    assert_problem(reply, 422)
    assert reply.fields == ["shipDate"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("status", "lost"), ("quantity", 2**31), ("quantity", -(2**31) - 1), ("complete", 1), ("petId", 2**63)],
)
def test_order_field_out_of_range_is_422(call: Caller, field: str, value: object):
    """The status is one of three, quantity an int32, complete a boolean, petId an int64."""
    reply = call("POST", "/store/order", {field: value})
    assert_problem(reply, 422)
    assert reply.fields == [field]
