"""The four operations on the store's inventory and orders: their records for the table, and the functions they run."""

from petstore_flask.operation import (
    Answer,
    Body,
    Call,
    Example,
    Operation,
    Parameter,
    Requirement,
    Success,
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
    return Answer(body=require(call.store.order(call.parameters["orderId"]), _no_order(call.parameters["orderId"])))


def delete_order(call: Call) -> Answer:
    """Delete one order."""
    require(call.store.delete_order(call.parameters["orderId"]), _no_order(call.parameters["orderId"]))
    return Answer()


def _no_order(order_id: int) -> str:
    return f"No order has the id {order_id}."


_NEW: Order = {
    "petId": 1,
    "quantity": 1,
    "shipDate": "2026-05-04T12:00:00+02:00",
    "status": "placed",
    "complete": False,
}
_KEPT: Order = {
    "id": 12,
    "petId": 1,
    "quantity": 1,
    "shipDate": "2026-05-04T10:00:00Z",
    "status": "placed",
    "complete": False,
}
_UNUSABLE = "A parameter cannot be used as it was sent."

STORE_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        operation_id="getInventory",
        method="GET",
        path="/store/inventory",
        tag="Store",
        summary="Count the pets by status",
        description="Answers a map from status to the number of pets in it. All three statuses are always there.",
        run=get_inventory,
        success=Success(
            description="The counts.",
            schema={"type": "object", "additionalProperties": {"type": "integer", "format": "int32"}},
        ),
        security=(Requirement(scheme="api_key"),),
        examples=(Example(name="fresh", summary="A fresh store", answer={"available": 4, "pending": 2, "sold": 2}),),
    ),
    Operation(
        operation_id="placeOrder",
        method="POST",
        path="/store/order",
        tag="Store",
        summary="Place an order for a pet",
        description=(
            "Keeps the order and answers it with its id. An order sent without an `id` gets the next free one from 12 "
            "on; an order sent with the `id` of another takes its place. `shipDate` is answered in UTC."
        ),
        run=place_order,
        body=Body(description="The order to keep.", schema=ORDER_SCHEMA, adapter=ORDER),
        success=Success(description="The order as it was kept.", schema=ORDER_SCHEMA),
        examples=(
            Example(name="biscuit", summary="One dog, to be shipped in May", body=_NEW, answer=_KEPT),
            Example(
                name="invalid",
                summary="A quantity in words and a date without a time",
                body={"petId": 1, "quantity": "one", "shipDate": "2026-05-04"},
                status=422,
                answer={
                    "detail": "The body does not fit its schema.",
                    "errors": [
                        {"field": "quantity", "message": "Input should be a valid integer"},
                        {
                            "field": "shipDate",
                            "message": "must be an RFC 3339 date-time with an offset, such as 2026-04-01T09:30:00Z",
                        },
                    ],
                },
            ),
        ),
    ),
    Operation(
        operation_id="getOrderById",
        method="GET",
        path="/store/order/{orderId}",
        tag="Store",
        summary="Find an order by its id",
        description=(
            "Answers a single order. By a rule of this interface ids of 5 or less and above 10 are valid; 6 to 10 are "
            "always answered with 400."
        ),
        run=get_order_by_id,
        parameters=(
            Parameter(
                name="orderId",
                location="path",
                description="Number of the order: 5 or less, or more than 10.",
                schema={"type": "integer", "format": "int64", "not": {"minimum": 6, "maximum": 10}},
                rule=_READ_RULE,
                required=True,
            ),
        ),
        success=Success(description="The order.", schema=ORDER_SCHEMA),
        problems={400: "The id is 6 to 10, or no integer of 64 bits.", 404: "No order has this id."},
        examples=(
            Example(name="approved", summary="An approved order", parameters={"orderId": 3}, answer=ORDERS[2]),
            Example(
                name="unknown",
                summary="No such order",
                parameters={"orderId": 404},
                status=404,
                answer={"detail": "No order has the id 404."},
            ),
            Example(
                name="refused",
                summary="An id of 6 to 10",
                parameters={"orderId": 7},
                status=400,
                answer={"detail": _UNUSABLE, "errors": [{"field": "orderId", "message": _READ_RULE}]},
            ),
        ),
    ),
    Operation(
        operation_id="deleteOrder",
        method="DELETE",
        path="/store/order/{orderId}",
        tag="Store",
        summary="Delete an order by its id",
        description=(
            "Deletes the order. By a rule of this interface only ids below 1000 are valid; 1000 and above, and what is "
            "no integer, are answered with 400."
        ),
        run=delete_order,
        parameters=(
            Parameter(
                name="orderId",
                location="path",
                description="Number of the order: below 1000.",
                schema={"type": "integer", "format": "int64", "maximum": 999},
                rule=_DELETE_RULE,
                required=True,
            ),
        ),
        success=Success(description="The order is deleted."),
        problems={400: "The id is 1000 or more, or no integer of 64 bits.", 404: "No order has this id."},
        examples=(
            Example(name="delivered", summary="A delivered order", parameters={"orderId": 1}),
            Example(
                name="unknown",
                summary="No such order",
                parameters={"orderId": 404},
                status=404,
                answer={"detail": "No order has the id 404."},
            ),
            Example(
                name="refused",
                summary="An id of 1000",
                parameters={"orderId": 1000},
                status=400,
                answer={"detail": _UNUSABLE, "errors": [{"field": "orderId", "message": _DELETE_RULE}]},
            ),
        ),
    ),
)
