"""The variables of a collection: names that are given out once, and text that must never be taken for one.

In: servers, security schemes and placeholders as they are met. Out: `{{name}}` references and, at the end, the
collection's `variable` list, in which every name that was given out is declared. Called by the `postman` modules only.
"""

from __future__ import annotations

import re
from typing import Any

from apiref_nb.model import Api, Server
from apiref_nb.postman.json_texts import Made, encoded, quoted
from apiref_nb.text.escaping import base_address
from apiref_nb.text.invisible_characters import readable, visible

FALLBACK_SERVER = "http://localhost"
"""Stands for the address of an API whose document names none."""

_PLACEHOLDER = re.compile(r"\{([^{}/]+)\}")
_UNNAMEABLE = re.compile(r"[{}\s]+")
_CODE = re.compile(r"(```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`)", re.DOTALL)
_DOUBLE = re.compile(r"\{(?=\{)")


class Variables:
    """Gives out variable names, each once, and lists what was given out."""

    def __init__(self) -> None:
        self.descriptions: Made[str, str] = Made(lambda text: quoted(readable_prose(text)))
        """Description -> JSON text; most of a document's are said many times."""
        self._declared: dict[str, str] = {}
        self._known: dict[tuple[str, str, str], str] = {}
        self._numbers: dict[str, int] = {}

    def declare(self, kind: str, name: str, value: str, description: str = "") -> str:
        """Return the `{{reference}}` of a variable.

        Args:
            kind: what asks for it; two kinds never share a name.
            name: the name that it should have; a number is added when the name is taken by something else.
            value: its value; the same kind, name and value give the same variable.
            description: shown beside the variable.
        """
        known = self._known.get((kind, name, value))
        if known is None:
            base = _UNNAMEABLE.sub("_", visible(name)).strip("_$") or "variable"
            known, number = base, self._numbers.get(base, 2)
            while known in self._declared:
                known, number = f"{base}{number}", number + 1
            self._numbers[base] = number
            self._known[kind, name, value] = known
            entry = {"key": known, "value": value, "type": "string"}
            self._declared[known] = encoded(
                entry | ({"description": readable_prose(description)} if description.strip() else {})
            )
        return f"{{{{{known}}}}}"

    def listed(self) -> list[str]:
        """Return the collection's `variable` list as JSON texts, in the order in which the names were given out."""
        return list(self._declared.values())


class Servers:
    """Which variable holds the address of which server: `baseUrl` for the first, `baseUrl2` and so on after it.

    Args:
        api: the document; all its servers get their variables at once, in document order.
        variables: those of the collection; takes the new ones.
    """

    def __init__(self, api: Api, variables: Variables) -> None:
        self._variables = variables
        self._known: dict[Server, str] = {}
        # The first reference is `baseUrl` even in a document without any server.
        self._default = self.reference(api.servers[0]) if api.servers else self._declare(FALLBACK_SERVER, "")
        for server in api.servers:
            self.reference(server)
        for group in api.groups:
            for operation in (*group.operations, *group.unrendered):
                for server in operation.servers:
                    self.reference(server)

    def of(self, servers: tuple[Server, ...]) -> str:
        """Return the reference of the address that a request is sent to."""
        return self.reference(servers[0]) if servers else self._default

    def reference(self, server: Server) -> str:
        """Return the reference of one server."""
        known = self._known.get(server)
        if known is None:
            description = ". ".join(filter(None, (server.name, server.description)))
            known = self._known[server] = self._declare(self._address(server), description)
        return known

    def _declare(self, address: str, description: str) -> str:
        return self._variables.declare("server", "baseUrl", address, description)

    def _address(self, server: Server) -> str:
        by_name = {variable.name: variable for variable in server.variables}
        if by_name and "://" in server.url and base_address(server.resolved):
            template = server.url.rstrip("/")
            return _PLACEHOLDER.sub(lambda found: self._part(found, by_name), template)
        resolved = base_address(server.resolved)
        if resolved:
            return literal_url(resolved)
        relative = server.url if server.url.startswith("/") else ""
        return literal_url(FALLBACK_SERVER + relative.rstrip("/"))

    def _part(self, found: re.Match[str], by_name: dict[str, Any]) -> str:
        variable = by_name.get(found[1])
        if variable is None:
            return found[1]
        choices = f"One of: {', '.join(variable.enum)}." if variable.enum else ""
        described = " ".join(filter(None, (variable.description, choices)))
        return self._variables.declare("server variable", variable.name, literal_url(variable.default), described)


def readable_prose(text: str) -> str:
    """Return a description as it may stand in a collection: like `prose`, and easy to read outside of code."""
    if not text.isascii():
        text = "".join(part if index % 2 else readable(part) for index, part in enumerate(_CODE.split(text)))
    return prose(text)


def prose(text: str) -> str:
    """Return a name as it may stand in a collection: visible, no `{{x}}` in it is a variable."""
    text = visible(text)
    return _DOUBLE.sub("{\u2060", text) if "{{" in text else text


def literal(text: str) -> str:
    """Return plain text to be sent: the only text that changes is `{{`, which no escape could keep from a variable."""
    return _DOUBLE.sub("{ ", text) if "{{" in text else text


def literal_json(text: str) -> str:
    """Return JSON text to be sent: the same data, with no `{{` in it."""
    return _DOUBLE.sub(r"\\u007b", text) if "{{" in text else text


def literal_url(text: str) -> str:
    """Return part of an address to be sent: braces are percent-encoded."""
    return text.replace("{", "%7B").replace("}", "%7D")
