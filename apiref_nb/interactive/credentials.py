"""The credentials of a request form: password fields that keep nothing.

What is typed goes to the console's client at once, in the place of what that client held for the same scheme, and the
field is emptied: neither the widget's state nor a saved notebook ever holds it. On Enter a page says first that Enter
was pressed, and then what was typed: whoever sends waits for that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Client, holds_credential
from apiref_nb.interactive.fields import Send, on_enter
from apiref_nb.interactive.limits import LIMITS
from apiref_nb.interactive.widgets import Kit
from apiref_nb.model import ApiOperation, SecurityScheme
from apiref_nb.requests.security import security_plan
from apiref_nb.text.invisible_characters import visible_line


class CredentialFields:
    """One field for each credential that an operation may carry.

    Args:
        kit: makes the widgets.
        operation: its security requirements decide which fields there are.
        client: sends the calls; its own credentials count until others are typed.
        send: called when Enter is pressed in a field.
    """

    def __init__(self, kit: Kit, operation: ApiOperation, client: Client, send: Send) -> None:
        self._kit = kit
        self._arrived = threading.Event()
        """Set while nothing that was typed is still on its way."""
        self._arrived.set()
        self.client = client
        """The client that sends: the one given, until something is typed."""
        self._given = client
        self._held: dict[str, dict[str, str]] = {"token": {}, "api_key": {}}
        self._basic: dict[str, str] = {}
        self._has_username = holds_credential(client, SecurityScheme(key="", type="http", scheme="basic"))
        self._send = send
        self.inputs: list[ipywidgets.Password] = []
        """The fields without what stands around them."""
        schemes = {use.scheme.key: use.scheme for need in operation.security or () for use in need.uses}
        fields: list[ipywidgets.Widget] = []
        for scheme in schemes.values():
            fields += self._fields(scheme)
        self.widgets: tuple[ipywidgets.Widget, ...] = tuple(fields)

    def _fields(self, scheme: SecurityScheme) -> list[ipywidgets.Widget]:
        held, named = holds_credential(self._given, scheme), visible_line(scheme.key)
        match security_plan(scheme).row.arguments:
            case ("api_key",):
                label = f"API key {visible_line(scheme.name)}"
                return [self._field(label, partial(self._keep, "api_key", scheme.key), held=held)]
            case ("token",):
                return [self._field(f"Token for {named}", partial(self._keep, "token", scheme.key), held=held)]
            case ("username", "password"):
                names = (("User name", "username"), ("Password", "password"))
                return [self._field(label, partial(self._keep_basic, name), held=held) for label, name in names]
        return []

    def _field(self, label: str, keep: Callable[[str], None], *, held: bool) -> ipywidgets.Widget:
        words = "sent by the client; or type another" if held else "not set: the client has none"
        field = self._kit.make(
            ipywidgets.Password, "ar-credential", description=label, placeholder=words, continuous_update=False,
            tooltip=f"Credential: {words}",
        )  # fmt: skip

        def changed(_change: object) -> None:
            typed = field.value
            if not typed:
                return
            field.value = ""
            keep(typed)
            field.placeholder = "sent in place of the client's own" if held else "set; kept in memory only"
            field.tooltip = f"Credential: {field.placeholder}"
            self._arrived.set()

        def entered() -> None:
            self._arrived.clear()
            self._send()

        field.observe(changed, "value")
        on_enter(field, entered)
        self.inputs.append(field)
        return self._kit.box([field], "ar-field")

    def settled(self) -> Client:
        """Return the client that sends, once what was typed before Enter has arrived; it waits: not for the kernel."""
        self._arrived.wait(LIMITS.arrival_seconds)
        self._arrived.set()
        return self.client

    def _keep(self, argument: str, scheme: str, typed: str) -> None:
        self._held[argument][scheme] = typed
        self._renew()

    def _keep_basic(self, argument: str, typed: str) -> None:
        self._basic[argument] = typed
        self._renew()

    def _renew(self) -> None:
        """Typed credentials stand in the place of the client's own; those of other schemes stay."""
        self.client = self._given.with_credentials(
            token=self._held["token"] or None,
            api_key=self._held["api_key"] or None,
            username=self._basic.get("username"),
            password=self._basic.get("password") if "username" in self._basic or self._has_username else None,
            keep=True,
        )

    def __repr__(self) -> str:
        return f"CredentialFields({len(self.widgets)})"
