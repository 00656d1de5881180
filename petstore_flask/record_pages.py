"""Pets and orders page by page: the records behind an id, and how many there are in all. `list_operations` calls it."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Table, func, select

from petstore_flask.records import Order, Pet
from petstore_flask.store import Store
from petstore_flask.tables import orders, pets


def pets_after(
    store: Store, pet_id: int | None, count: int, statuses: Iterable[str] | None = None
) -> tuple[list[Pet], int]:
    """Pets by id, and how many there are in all.

    Args:
        store: where they are kept.
        pet_id: only those behind this id; None for all.
        count: how many pets at most.
        statuses: only those in any of these; None for all.
    """
    return _after(store, pets, pet_id, count, [] if statuses is None else [pets.c.status.in_(list(statuses))])


def orders_after(store: Store, order_id: int | None, count: int) -> tuple[list[Order], int]:
    """Orders by id, and how many there are in all.

    Args:
        store: where they are kept.
        order_id: only those behind this id; None for all.
        count: how many orders at most.
    """
    return _after(store, orders, order_id, count, [])


def _after(
    store: Store, table: Table, record_id: int | None, count: int, fits: Sequence[ColumnElement[bool]]
) -> tuple[list[Any], int]:
    behind = [] if record_id is None else [table.c.id > record_id]
    found = store.read(select(table.c.document).where(*fits, *behind).order_by(table.c.id).limit(count))
    counted = store.read(select(func.count().label("total")).select_from(table).where(*fits))
    return [json.loads(row.document) for row in found], int(counted[0].total)
