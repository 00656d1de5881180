"""The four operations on the store's inventory and orders: their records for the table, and the functions they run."""

from petstore_flask.errors import ProblemError, unfit_body, unusable_parameters
from petstore_flask.operation import (
    Answer,
    Body,
    Call,
    Example,
    Operation,
    Parameter,
    Requirement,
    Success,
    refusal,
    require,
)
from petstore_flask.records import ORDER, Order
from petstore_flask.sample_data import ORDERS

ORDER_SCHEMA = {"$ref": "#/components/schemas/Order"}
_READ_RULE = "must be 5 or less, or more than 10: orders 6 to 10 cannot be read"
_DELETE_RULE = "must be below 1000: orders from 1000 on cannot be deleted"


def get_inventory(call: Call) -> Answer:
    """Count the pets by status."""
    return Answer(body=call.store.inventory())


def place_order(call: Call) -> Answer:
    """Keep a new order, or put it in place of the one with its id."""
    return Answer(body=call.store.add_order(call.body))


def get_order_by_id(call: Call) -> Answer:
    """Answer one order."""
    return Answer(body=require(call.store.order(call.parameters["orderId"]), no_order(call.parameters["orderId"])))


def delete_order(call: Call) -> Answer:
    """Delete one order."""
    require(call.store.delete_order(call.parameters["orderId"]), no_order(call.parameters["orderId"]))
    return Answer()


def no_order(order_id: int) -> ProblemError:
    """The problem of an id that no order has."""
    return ProblemError(404, f"No order has the id {order_id}.")


_NEW: Order = {
    "petId": 1, "quantity": 1, "shipDate": "2026-05-04T12:00:00+02:00", "status": "placed", "complete": False
}  # fmt: skip
_KEPT: Order = {"id": 12, **_NEW, "shipDate": "2026-05-04T10:00:00Z"}
_UNFIT = unfit_body(
    [
        ("quantity", "Input should be a valid integer"),
        ("shipDate", "must be an RFC 3339 date-time with an offset, such as 2026-04-01T09:30:00Z"),
    ]
)
_MISSING = refusal("unknown", "No such order", no_order(404), parameters={"orderId": 404})


def _order_id(which: str, rule: str, **bounds: object) -> Parameter:
    schema = {"type": "integer", "format": "int64", **bounds}
    return Parameter("orderId", "path", f"Number of the order: {which}.", schema, rule, required=True)


STORE_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "getInventory", "GET", "/store/inventory", "Store", "Count the pets by status",
        "Answers a map from status to the number of pets in it. All three statuses are always there.",
        get_inventory,
        Success("The counts.", {"type": "object", "additionalProperties": {"type": "integer", "format": "int32"}}),
        security=(Requirement("api_key"),),
        examples=(Example("fresh", "A fresh store", answer={"available": 4, "pending": 2, "sold": 2}),),
    ),
    Operation(
        "placeOrder", "POST", "/store/order", "Store", "Place an order for a pet",
        "Keeps the order and answers it with its id. An order sent without an `id` gets the next free one from 12 "
        "on; an order sent with the `id` of another takes its place. `shipDate` is answered in UTC.",
        place_order, Success("The order as it was kept.", ORDER_SCHEMA),
        body=Body("The order to keep.", ORDER_SCHEMA, ORDER),
        examples=(
            Example("biscuit", "One dog, to be shipped in May", body=_NEW, answer=_KEPT),
            refusal(
                "invalid", "A quantity in words and a date without a time", _UNFIT,
                body={"petId": 1, "quantity": "one", "shipDate": "2026-05-04"},
            ),
        ),
    ),
    Operation(
        "getOrderById", "GET", "/store/order/{orderId}", "Store", "Find an order by its id",
        "Answers a single order. By a rule of this interface ids of 5 or less and above 10 are valid; 6 to 10 are "
        "always answered with 400.",
        get_order_by_id, Success("The order.", ORDER_SCHEMA),
        parameters=(_order_id("5 or less, or more than 10", _READ_RULE, **{"not": {"minimum": 6, "maximum": 10}}),),
        problems={400: "The id is 6 to 10, or no integer of 64 bits.", 404: "No order has this id."},
        examples=(
            Example("approved", "An approved order", {"orderId": 3}, answer=ORDERS[2]),
            _MISSING,
            refusal(
                "refused", "An id of 6 to 10", unusable_parameters(orderId=_READ_RULE), parameters={"orderId": 7}
            ),
        ),
    ),
    Operation(
        "deleteOrder", "DELETE", "/store/order/{orderId}", "Store", "Delete an order by its id",
        "Deletes the order. By a rule of this interface only ids below 1000 are valid; 1000 and above, and what is "
        "no integer, are answered with 400.",
        delete_order, Success("The order is deleted."),
        parameters=(_order_id("below 1000", _DELETE_RULE, maximum=999),),
        problems={400: "The id is 1000 or more, or no integer of 64 bits.", 404: "No order has this id."},
        examples=(
            Example("delivered", "A delivered order", {"orderId": 1}),
            _MISSING,
            refusal(
                "refused", "An id of 1000", unusable_parameters(orderId=_DELETE_RULE), parameters={"orderId": 1000}
            ),
        ),
    ),
)  # fmt: skip
