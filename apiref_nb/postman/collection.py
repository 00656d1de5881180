"""A Postman Collection v2.1 of a whole API: `to_postman` as data, `collection_json` as text.

In: an `Api`. Out: the collection: folders as the groups, one request for each operation, one saved response for each
status, representation and example. The same API gives the same bytes. Called by `load` and the command line.
"""

from __future__ import annotations

import json
import uuid
from typing import Any

from apiref_nb.model import Api, ApiOperation, Group
from apiref_nb.model.collector import collection_paused
from apiref_nb.postman.auth import declare_schemes
from apiref_nb.postman.bodies import Payloads
from apiref_nb.postman.items import Ids, RequestItems
from apiref_nb.postman.json_texts import encoded, quoted, write
from apiref_nb.postman.variables import Servers, Variables, prose, readable_prose
from apiref_nb.schemas import SampleSession

SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
"""How a collection says which format it is in."""

WEBHOOK_ADDRESS = "http://localhost"
"""Where webhooks are sent to until the reader names the receiver that is to be tried."""

MOST_ABOVE = 32
"""Folders inside each other."""

Folder = dict[str, Any]


def to_postman(api: Api, *, webhooks: bool = False, session: SampleSession | None = None) -> dict[str, Any]:
    """Return the API as a Postman Collection v2.1, ready for `json.dumps`.

    Args:
        api: the API.
        webhooks: True adds a folder of the requests that the API itself sends, for trying a receiver with them.
        session: keeps the samples that were made for other outputs of the document; one of its own when None.
    """
    made: dict[str, Any] = json.loads(collection_json(api, webhooks=webhooks, session=session))
    return made


def collection_json(api: Api, *, webhooks: bool = False, session: SampleSession | None = None) -> str:
    """Return the collection as JSON text, one request or saved response a line, so that a change shows in a diff.

    Every operation is one request in the folder of its group, HEAD, OPTIONS, TRACE, QUERY and custom methods
    included. Every variable that is referred to is declared: `baseUrl`, one for each further server, and one named
    after each security scheme.

    Args:
        api: the document.
        webhooks: True adds the requests that the API itself sends.
        session: see `to_postman`.
    """
    with collection_paused():
        return "".join(collection_pieces(api, webhooks=webhooks, session=session))


def collection_pieces(api: Api, *, webhooks: bool = False, session: SampleSession | None = None) -> list[str]:
    """Return the pieces of what `collection_json` returns; what stands in many places is one text in all of them.

    The text of a large document is six times its source, its distinct pieces are a fraction of it.

    Args:
        api: the document.
        webhooks: True adds the requests that the API itself sends.
        session: see `to_postman`.
    """
    variables = Variables()
    servers = Servers(api, variables)
    declare_schemes(api.security_schemes, variables)
    ids = Ids(uuid.uuid5(uuid.NAMESPACE_URL, f"{SCHEMA}#{api.title}"))
    items = RequestItems(variables, servers, Payloads(session or SampleSession()), ids)
    tree = _Folders(api, items, ids).made()
    if webhooks and api.webhooks:
        tree.append(_webhooks(api.webhooks, variables, items, ids))
    pieces: list[str] = []
    write({"info": encoded(_info(api, ids)), "item": tree, "variable": variables.listed()}, "\n", pieces)
    return [*pieces, "\n"]


def _info(api: Api, ids: Ids) -> dict[str, str]:
    parts = [api.summary, api.description, f"Version {api.version}" if api.version else ""]
    made = {"_postman_id": ids.of("collection"), "name": prose(api.title) or "API", "schema": SCHEMA}
    description = "\n\n".join(part.strip() for part in parts if part.strip())
    if description:
        made["description"] = readable_prose(description)
    return made


def _webhooks(webhooks: tuple[ApiOperation, ...], variables: Variables, items: RequestItems, ids: Ids) -> Folder:
    base = variables.declare("webhook", "webhookUrl", WEBHOOK_ADDRESS, "Address of the receiver that is to be tried")
    return {
        **_head(ids, "webhooks", "Webhooks"),
        "description": quoted("Requests that the API sends. Point webhookUrl at a receiver of your own to try it."),
        "item": [items.made(operation, base=base) for operation in webhooks],
    }


def _head(ids: Ids, key: str, name: str) -> Folder:
    return {"id": quoted(ids.of("folder", key)), "name": quoted(name)}


class _Folders:
    """The groups as folders, those with a parent inside it."""

    def __init__(self, api: Api, items: RequestItems, ids: Ids) -> None:
        self._api = api
        self._items = items
        self._ids = ids
        self._names = {group.name for group in api.groups}
        self._headings = dict(api.headings)
        self._parents = {group.name: group.parent for group in api.groups}

    def made(self) -> list[Folder]:
        top: list[Folder] = []
        parents = set(self._parents.values())
        groups = [group for group in self._api.groups if not group.is_text or group.name in parents]
        folders = {group.name: self._folder(group) for group in groups if group.name}
        for group in groups:
            if not group.name:
                # Operations at the root have no first path segment to name a folder.
                top += self._requests(group)
                continue
            self._place(group, folders, top)
        return top

    def _place(self, group: Group, folders: dict[str, Folder], top: list[Folder]) -> None:
        folder = folders[group.name]
        if not group.parent or self._cannot_nest(group):
            top.append(folder)
        elif group.parent in self._names:
            folders[group.parent]["item"].append(folder)
        else:
            heading = folders.get(group.parent)
            if heading is None:
                name = prose(self._headings.get(group.parent) or group.parent)
                heading = folders[group.parent] = {**_head(self._ids, group.parent, name), "item": []}
                top.append(heading)
            heading["item"].append(folder)

    def _cannot_nest(self, group: Group) -> bool:
        """True for a tag that is its own ancestor or has too many; its folder goes to the top, so that none is lost."""
        name, above = group.parent, 1
        while name in self._parents and name != group.name and above <= MOST_ABOVE:
            name, above = self._parents[name], above + 1
        return name == group.name or above > MOST_ABOVE

    def _folder(self, group: Group) -> Folder:
        made = _head(self._ids, group.name, prose(group.title))
        if group.description.strip():
            made["description"] = quoted(readable_prose(group.description))
        made["item"] = self._requests(group)
        return made

    def _requests(self, group: Group) -> list[Folder]:
        return [self._items.made(operation) for operation in (*group.operations, *group.unrendered)]
