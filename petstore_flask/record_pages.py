"""Records page by page: those behind an id, and how many there are in all. `list_operations` calls it."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Table, func, select

from petstore_flask.store import Store


def records_after(
    store: Store, table: Table, record_id: int | None, count: int, statuses: Iterable[str] | None = None
) -> tuple[list[Any], int]:
    """Records by id, and how many there are in all.

    Args:
        store: where they are kept.
        table: pets or orders.
        record_id: only those behind this id; None for all.
        count: how many at most.
        statuses: only pets in any of these; None for all.
    """
    fits = [] if statuses is None else [table.c.status.in_(list(statuses))]
    behind = [] if record_id is None else [table.c.id > record_id]
    found = store.read(select(table.c.document).where(*fits, *behind).order_by(table.c.id).limit(count))
    counted = store.read(select(func.count().label("total")).select_from(table).where(*fits))
    return [json.loads(row.document) for row in found], int(counted[0].total)
