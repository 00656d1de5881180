"""The two operations that give pets and orders page by page. They are part of a service with `paging=True` only.

Their records for the table, and the functions they run. A page ends with a cursor that means "behind this record", so
records that are added or deleted meanwhile make nothing appear twice or get lost.
"""

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

from petstore_flask.errors import unusable_parameters
from petstore_flask.operation import Answer, Call, Example, Operation, Parameter, Success, refusal
from petstore_flask.pet_operations import READS, STATUSES_RULE, STATUSES_SCHEMA
from petstore_flask.record_pages import orders_after, pets_after
from petstore_flask.sample_data import ORDERS, PETS

PAGE_LIMIT = 100
"""Records of the largest page."""
USUAL_LIMIT = 20
"""Records of a page where the request does not say."""

_CURSOR = re.compile(r"after (-?(?:0|[1-9][0-9]{0,18}))", re.ASCII)
_CURSOR_RULE = "must be the nextCursor of an answer"
_LIMIT_RULE = f"must be 1 to {PAGE_LIMIT}"


def cursor_after(record_id: int) -> str:
    """The cursor of what follows a record."""
    return base64.urlsafe_b64encode(f"after {record_id}".encode()).decode("ascii").rstrip("=")


def id_of_cursor(cursor: str) -> int:
    """The id of the record that a cursor stands behind.

    Raises:
        ProblemError: 400, when it is none of ours.
    """
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
        match = _CURSOR.fullmatch(text)
    except (binascii.Error, UnicodeError, ValueError):
        match = None
    if match is None or len(cursor) > 60:
        raise unusable_parameters(cursor=_CURSOR_RULE)
    return int(match[1])


def list_pets(call: Call) -> Answer:
    """A page of the pets."""
    statuses = call.parameters.get("status")
    return _page(call, "pets", lambda after, count: pets_after(call.store, after, count, statuses))


def list_orders(call: Call) -> Answer:
    """A page of the orders."""
    return _page(call, "orders", lambda after, count: orders_after(call.store, after, count))


def _page(call: Call, name: str, read: Callable[[int | None, int], tuple[list[Any], int]]) -> Answer:
    limit = call.parameters.get("limit", USUAL_LIMIT)
    cursor = call.parameters.get("cursor")
    # One more than is answered is read, to know whether anything follows.
    found, total = read(None if cursor is None else id_of_cursor(cursor), limit + 1)
    page = found[:limit]
    more = {"nextCursor": cursor_after(page[-1]["id"])} if len(found) > limit else {}
    return Answer(body={name: page, **more, "total": total})


def _page_schema(name: str, record: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [name, "total"],
        "properties": {
            name: {"type": "array", "items": {"$ref": f"#/components/schemas/{record}"}},
            "nextCursor": {
                "type": "string",
                "description": "What to send as `cursor` for the page that follows; absent on the last page.",
            },
            "total": {"type": "integer", "format": "int32", "description": "How many there are on all pages."},
        },
    }


_PAGED = (
    Parameter(
        "limit", "query", f"How many at most; {USUAL_LIMIT} when it is not sent.",
        {"type": "integer", "format": "int32", "minimum": 1, "maximum": PAGE_LIMIT, "default": USUAL_LIMIT},
        _LIMIT_RULE,
    ),
    Parameter(
        "cursor", "query", "Where to go on: the `nextCursor` of the page before. Left out for the first page.",
        {"type": "string"}, _CURSOR_RULE,
    ),
)  # fmt: skip
_PENDING = [pet for pet in PETS if pet.get("status") == "pending"]

LIST_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "listPets", "GET", "/pets", "Pet", "List the pets, page by page",
        "Lists all pets, or those in any of the statuses, ordered by id.",
        list_pets, Success("A page of pets.", _page_schema("pets", "Pet")),
        parameters=(
            Parameter(
                "status", "query",
                "Status values to look for: one, or several with commas between; all when it is not sent.",
                STATUSES_SCHEMA, STATUSES_RULE,
            ),
            *_PAGED,
        ),
        problems={400: "The status, the limit or the cursor cannot be used."},
        security=READS,
        examples=(
            Example(
                "firstTwo", "The first page of two", {"limit": 2},
                answer={"pets": list(PETS[:2]), "nextCursor": cursor_after(2), "total": len(PETS)},
            ),
            Example(
                "pending", "All that are pending", {"status": "pending"},
                answer={"pets": _PENDING, "total": len(_PENDING)},
            ),
            refusal(
                "tooMany", "A page that is too large", unusable_parameters(limit=_LIMIT_RULE),
                parameters={"limit": PAGE_LIMIT + 1},
            ),
        ),
    ),
    Operation(
        "listOrders", "GET", "/store/orders", "Store", "List the orders, page by page",
        "Lists all orders, ordered by id.",
        list_orders, Success("A page of orders.", _page_schema("orders", "Order")),
        parameters=_PAGED,
        problems={400: "The limit or the cursor cannot be used."},
        examples=(
            Example(
                "firstTwo", "The first page of two", {"limit": 2},
                answer={"orders": list(ORDERS[:2]), "nextCursor": cursor_after(ORDERS[1]["id"]), "total": len(ORDERS)},
            ),
            refusal(
                "unknownCursor", "A cursor of nobody", unusable_parameters(cursor=_CURSOR_RULE),
                parameters={"cursor": "page-2"},
            ),
        ),
    ),
)  # fmt: skip
