"""Ids in the answer of a list, for the operation that asks for one of its members. Called by `verify`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from apiref_nb.client.reply import Reply
from apiref_nb.errors import BodyError, RecordsError
from apiref_nb.frames import records
from apiref_nb.model import ApiOperation
from apiref_nb.requests.naming import snake_case

_MEMBER = re.compile(r"(/[^{}]*[^{}/])/\{([^{}/]+)\}/?\Z")


def above(operation: ApiOperation) -> tuple[str, str]:
    """Return (path of the list, name of the placeholder): (`/pets`, `id`) for `/pets/{id}`; empty texts for others.

    Args:
        operation: the one that asks for a member.
    """
    found = _MEMBER.match(operation.path)
    return (found[1], found[2]) if found else ("", "")


def id_in(reply: Reply, name: str) -> str | int | None:
    """Return the id of the first record in an answer, None when there is none.

    Args:
        reply: the answer of the list.
        name: what the path calls the id: the member of that name, else `id`, else one that the name ends with.
    """
    try:
        found = records(reply.json())
    except (BodyError, RecordsError):
        return None
    first: Mapping[str, object] = found[0] if found else {}
    by_name = {snake_case(key): value for key, value in first.items()}
    wanted = snake_case(name)
    names = (wanted, "id", *(key for key in by_name if wanted.endswith(f"_{key}")))
    values = (by_name.get(key) for key in names)
    return next((v for v in values if isinstance(v, str | int) and not isinstance(v, bool) and v != ""), None)
