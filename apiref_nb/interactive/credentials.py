"""The credentials of a request form: password fields that keep nothing.

What is typed goes to the console's client at once, and the field is emptied: neither the widget's state nor a saved
notebook ever holds it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Client
from apiref_nb.model import ApiOperation, SecurityScheme
from apiref_nb.model.visible import visible_line


class CredentialFields:
    """One field for each credential that an operation may carry."""

    def __init__(self, operation: ApiOperation, client: Client, send: Callable[[], object]) -> None:
        self.client = client
        """The client that sends: the one given, until something is typed."""
        self._given = client
        self._held: dict[str, dict[str, str]] = {"token": {}, "api_key": {}}
        self._basic: dict[str, str] = {}
        self._send = send
        schemes = {use.scheme.key: use.scheme for need in operation.security or () for use in need.uses}
        fields: list[ipywidgets.Widget] = []
        for scheme in schemes.values():
            fields += self._fields(scheme)
        self.widgets: tuple[ipywidgets.Widget, ...] = tuple(fields)

    def _fields(self, scheme: SecurityScheme) -> list[ipywidgets.Widget]:
        if scheme.type == "apiKey":
            return [self._field(f"API key {visible_line(scheme.name)}", partial(self._keep, "api_key", scheme.key))]
        if scheme.type == "http" and scheme.scheme == "basic":
            names = (("User name", "username"), ("Password", "password"))
            return [self._field(label, partial(self._keep_basic, argument)) for label, argument in names]
        if scheme.type in ("oauth2", "openIdConnect") or scheme.scheme == "bearer":
            return [self._field(f"Token {visible_line(scheme.key)}", partial(self._keep, "token", scheme.key))]
        return []

    def _field(self, label: str, keep: Callable[[str], None]) -> ipywidgets.Widget:
        field = ipywidgets.Password(description=label, placeholder="the client's own", continuous_update=False)

        def changed(_change: object) -> None:
            typed = field.value
            if not typed:
                return
            field.value = ""
            keep(typed)
            field.placeholder = "kept in memory, not in the notebook"

        def heard(_widget: object, content: object, _buffers: object) -> None:
            if isinstance(content, dict) and content.get("event") == "submit":
                self._send()

        field.observe(changed, "value")
        field.on_msg(heard)
        return field

    def _keep(self, argument: str, scheme: str, typed: str) -> None:
        self._held[argument][scheme] = typed
        self._renew()

    def _keep_basic(self, argument: str, typed: str) -> None:
        self._basic[argument] = typed
        self._renew()

    def _renew(self) -> None:
        """Typed credentials replace those of the client that was given."""
        basic = self._basic if "username" in self._basic else {}
        self.client = self._given.with_credentials(
            token=self._held["token"] or None,
            api_key=self._held["api_key"] or None,
            username=basic.get("username"),
            password=basic.get("password"),
        )

    def __repr__(self) -> str:
        return f"CredentialFields({len(self.widgets)})"
