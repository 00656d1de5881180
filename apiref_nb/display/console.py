"""`RequestConsole`: the live view of one operation, or of a document's operations, made from whatever names them."""

from __future__ import annotations

from typing import Any

from apiref_nb.client import Client
from apiref_nb.display.live_view import LiveView
from apiref_nb.errors import ShapeError
from apiref_nb.model import Api, ApiOperation
from apiref_nb.text.quoting import short

_OPERATION = "must be an operation, its name, an OpenApiEmbed or an Api"


class RequestConsole(LiveView):
    """A form that sends requests and shows the replies.

    Args:
        operation: an operation of a document, its operationId, `GET /path` key or (method, path); or an `OpenApiEmbed`
            or `Api`, whose operations the form then offers.
        client: what sends; None makes one of the document that was given, without credentials.

    Raises:
        ShapeError: an argument has the wrong shape, or there is no such operation.
        SourceError: the embed's document cannot be loaded.
    """

    def __init__(self, operation: object, client: Client | None = None) -> None:
        found = getattr(operation, "api", None) if not isinstance(operation, ApiOperation | Api) else operation
        api = found if isinstance(found, Api) else None
        if client is None:
            if api is None and not isinstance(operation, ApiOperation | str | tuple):
                raise ShapeError("operation", _OPERATION, short(operation))
            if api is None:
                raise ShapeError("client", "is required with a single operation: RequestConsole(operation, client)")
            client = Client(api)
        elif not isinstance(client, Client):
            raise ShapeError("client", "must be a Client", short(client))
        single = getattr(operation, "operation", None) if api is not None else operation
        if isinstance(single, ApiOperation | str | tuple):
            super().__init__(client.api, (_found(client, single),), client)
        elif api is not None:
            super().__init__(api, sendable(api, client), client)
        else:
            raise ShapeError("operation", _OPERATION, short(operation))


def sendable(api: Api, client: Client) -> tuple[ApiOperation, ...]:
    """Return the operations of a document that a client can send, in page order.

    Args:
        api: the document.
        client: a client of it.
    """
    shown = {id(one): one for group in api.groups for one in group.operations}
    return tuple(one for one in shown.values() if not one.broken and one in client)


def _found(client: Client, key: ApiOperation | str | tuple[Any, ...]) -> ApiOperation:
    return client[key].operation
