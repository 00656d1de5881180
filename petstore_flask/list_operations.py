"""The two operations that give pets and orders page by page. They are part of a service with `paging=True` only.

Their records for the table, and the functions they run. A page ends with a cursor that means "behind this record", so
records that are added or deleted meanwhile make nothing appear twice or get lost.
"""

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

from petstore_flask.errors import ProblemError
from petstore_flask.operation import Answer, Call, Example, Operation, Parameter, Requirement, Success
from petstore_flask.record_pages import orders_after, pets_after
from petstore_flask.records import PET_STATUSES
from petstore_flask.sample_data import ORDERS, PETS
from petstore_flask.settings import READ_PETS

PAGE_LIMIT = 100
"""Records of the largest page."""
USUAL_LIMIT = 20
"""Records of a page where the request does not say."""

_CURSOR = re.compile(r"after (-?(?:0|[1-9][0-9]{0,18}))", re.ASCII)
_CURSOR_RULE = "must be the nextCursor of an answer"
_LIMIT_RULE = f"must be 1 to {PAGE_LIMIT}"
_STATUS_RULE = "must be available, pending or sold, or several of them with commas between"
_ANY_STATUS = "|".join(PET_STATUSES)


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
        errors = [("cursor", _CURSOR_RULE)]
        raise ProblemError(400, "A parameter cannot be used as it was sent.", errors=errors)
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
        name="limit",
        location="query",
        description=f"How many at most; {USUAL_LIMIT} when it is not sent.",
        schema={"type": "integer", "format": "int32", "minimum": 1, "maximum": PAGE_LIMIT, "default": USUAL_LIMIT},
        rule=_LIMIT_RULE,
    ),
    Parameter(
        name="cursor",
        location="query",
        description="Where to go on: the `nextCursor` of the page before. Left out for the first page.",
        schema={"type": "string"},
        rule=_CURSOR_RULE,
    ),
)


def _unusable(**errors: str) -> dict[str, Any]:
    return {
        "detail": "A parameter cannot be used as it was sent.",
        "errors": [{"field": field, "message": message} for field, message in errors.items()],
    }


LIST_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        operation_id="listPets",
        method="GET",
        path="/pets",
        tag="Pet",
        summary="List the pets, page by page",
        description="Lists all pets, or those in any of the statuses, ordered by id.",
        run=list_pets,
        parameters=(
            Parameter(
                name="status",
                location="query",
                description="Status values to look for: one, or several with commas between; all when it is not sent.",
                schema={"type": "string", "pattern": f"^({_ANY_STATUS})(,({_ANY_STATUS}))*$"},
                rule=_STATUS_RULE,
            ),
            *_PAGED,
        ),
        success=Success(description="A page of pets.", schema=_page_schema("pets", "Pet")),
        problems={400: "The status, the limit or the cursor cannot be used."},
        security=(Requirement(scheme="petstore_auth", scopes=(READ_PETS,)),),
        examples=(
            Example(
                name="firstTwo",
                summary="The first page of two",
                parameters={"limit": 2},
                answer={"pets": list(PETS[:2]), "nextCursor": cursor_after(2), "total": len(PETS)},
            ),
            Example(
                name="pending",
                summary="All that are pending",
                parameters={"status": "pending"},
                answer={
                    "pets": [pet for pet in PETS if pet.get("status") == "pending"],
                    "total": sum(pet.get("status") == "pending" for pet in PETS),
                },
            ),
            Example(
                name="tooMany",
                summary="A page that is too large",
                parameters={"limit": PAGE_LIMIT + 1},
                status=400,
                answer=_unusable(limit=_LIMIT_RULE),
            ),
        ),
    ),
    Operation(
        operation_id="listOrders",
        method="GET",
        path="/store/orders",
        tag="Store",
        summary="List the orders, page by page",
        description="Lists all orders, ordered by id.",
        run=list_orders,
        parameters=_PAGED,
        success=Success(description="A page of orders.", schema=_page_schema("orders", "Order")),
        problems={400: "The limit or the cursor cannot be used."},
        examples=(
            Example(
                name="firstTwo",
                summary="The first page of two",
                parameters={"limit": 2},
                answer={"orders": list(ORDERS[:2]), "nextCursor": cursor_after(ORDERS[1]["id"]), "total": len(ORDERS)},
            ),
            Example(
                name="unknownCursor",
                summary="A cursor of nobody",
                parameters={"cursor": "page-2"},
                status=400,
                answer=_unusable(cursor=_CURSOR_RULE),
            ),
        ),
    ),
)
