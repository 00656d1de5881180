"""A call as the request that it plans, before anything is sent: for whoever shows what was sent.

In: an operation of a client and values. Out: a `RequestPlan`, which holds no credential but its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiref_nb.client.calls import OperationCall
from apiref_nb.client.client import Client
from apiref_nb.requests.call_plan import call_plan
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.value_checks import Check


def planned(call: OperationCall, values: Mapping[str, Any]) -> RequestPlan:
    """Return the request of a call; values are not held against the document.

    Args:
        call: an operation of a client.
        values: what a caller gives, by name.

    Raises:
        ShapeError: a value cannot travel where it belongs.
        RequestError: the document gives no address.
    """
    session = call._session
    given = call._plan.bind((), values, undeclared=not session.check.on)
    address = session.address(call.operation)
    found = session.authorization(call.operation, address)
    return call_plan(call._plan, address, given, Check(on=False), found.plans)


def without_secrets(client: Client, text: str) -> str:
    """Return a text with `***` in the place of every credential that a client holds.

    Args:
        client: whose credentials.
        text: what is to be shown.
    """
    return client._session.credentials.masked(text)
