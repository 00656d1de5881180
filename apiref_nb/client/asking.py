"""Credentials that stand in no cell: read from the environment, or asked for without echo.

The name of a way comes in; the arguments of `Client` that it found go out. Called by `client`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from getpass import getpass

from apiref_nb.errors import ShapeError
from apiref_nb.model import Api
from apiref_nb.requests.security import security_plan
from apiref_nb.text.quoting import short

VARIABLES: Mapping[str, str] = {
    "token": "APIREF_TOKEN", "api_key": "APIREF_API_KEY", "username": "APIREF_USERNAME", "password": "APIREF_PASSWORD",
    "client_id": "APIREF_CLIENT_ID", "client_secret": "APIREF_CLIENT_SECRET", "scopes": "APIREF_SCOPES",
    "token_url": "APIREF_TOKEN_URL",
}  # fmt: skip
"""Argument of `Client` -> variable of the environment that holds it."""

LABELS: Mapping[str, str] = {
    "token": "Token", "api_key": "API key", "username": "User name", "password": "Password",
    "client_id": "Client id", "client_secret": "Client secret",
}  # fmt: skip
"""Argument of `Client` -> how it is asked for."""

_BY_FLOW = {"password": ("username", "password"), "clientCredentials": ("client_id", "client_secret")}


def found(way: object, api: Api, given: Collection[str], ask: Callable[[str], str] = getpass) -> dict[str, str]:
    """Return the credentials that a way finds, without those that were given.

    Args:
        way: `environment`, `prompt`, or None for neither.
        api: says which credentials are asked for at a prompt.
        given: arguments that need not be found.
        ask: asks a question without echo.

    Raises:
        ShapeError: there is no such way.
    """
    if way is None:
        return {}
    if way not in ("environment", "prompt"):
        raise ShapeError("credentials", "must be environment or prompt", short(way))
    if way == "environment":
        return {name: os.environ[key] for name, key in VARIABLES.items() if name not in given and os.environ.get(key)}
    wanted = dict.fromkeys(name for name in asked_for(api) if name not in given)
    return {name: said for name in wanted if (said := ask(f"{LABELS[name]} (empty for none): "))}


def asked_for(api: Api) -> tuple[str, ...]:
    """Return the arguments of `Client` that the document's schemes take, each once.

    Args:
        api: the document.
    """
    names: list[str] = []
    for scheme in api.security_schemes:
        flows = [flow.kind for flow in scheme.flows if flow.kind in _BY_FLOW]
        names += _BY_FLOW[flows[0]] if flows else security_plan(scheme).row.arguments
    return tuple(name for name in dict.fromkeys(names) if name in LABELS)
