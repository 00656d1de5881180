"""Who may call: the security schemes of OpenAPI 3, and the requirements of any version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from apiref_nb.model import OAuthFlow, SecurityRequirement, SecurityScheme, SecurityUse, Server
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.servers import address_of_api
from apiref_nb.reading.values import entries, flag, mapping, text
from apiref_nb.text.pointer import PointerError, join, resolve
from apiref_nb.text.quoting import short

Made = TypeVar("Made", OAuthFlow, SecurityScheme)


class SecurityNames:
    """The schemes of a document, by the names that requirements use.

    Args:
        reader: the document that is being read; takes the problems.
        servers: those of the whole document; relative addresses of OAuth flows are joined to the first.
    """

    def __init__(self, reader: Reader, servers: tuple[Server, ...]) -> None:
        self._reader = reader
        self._servers = servers
        self._scopes: dict[str, frozenset[str]] = {}
        self.schemes: dict[str, SecurityScheme] = {}
        place = reader.dialect.named_security_schemes
        try:
            declared = resolve(reader.data, place)
        except PointerError:
            declared = {}
        for name, value in entries({"schemes": declared}, "schemes"):
            part = reader.part(value, join(place, name))
            if part is not None:
                self.schemes[name] = self._scheme(name, part)

    def requirements(self, node: Mapping[str, Any], pointer: str) -> tuple[SecurityRequirement, ...] | None:
        """Return the alternatives that the field `security` lists; None when there is no such field, or no list.

        Args:
            node: the root of the document or an Operation Object.
            pointer: JSON pointer of that object.
        """
        given = node.get("security")
        if not isinstance(given, list):
            return None
        return tuple(
            SecurityRequirement(
                uses=tuple(self._use(name, scopes, f"{pointer}/security/{index}") for name, scopes in value.items())
            )
            for index, value in enumerate(given)
            if isinstance(value, Mapping)
        )

    def _use(self, name: str, scopes: object, pointer: str) -> SecurityUse:
        scheme = self.schemes.get(name)
        if scheme is None and "#/" in name:
            scheme = self._referred(name)
        if scheme is None:
            allowed = ", ".join(short(key)[1:-1] for key in list(self.schemes)[: LIMITS.max_names_in_message]) or "none"
            self._reader.note(join(pointer, name), f"no security scheme is named {short(name)}; declared: {allowed}")
            # Leaving it out would say that no credential is needed.
            scheme = SecurityScheme(key=name, type="", declared=False, pointer=join(pointer, name))
        named = tuple(scope for scope in scopes if isinstance(scope, str)) if isinstance(scopes, list) else ()
        declared = self._scopes_of(scheme)
        for scope in named:
            if scheme.type == "oauth2" and declared and scope not in declared:
                self._reader.note(join(pointer, name), f"the scheme {short(name)} declares no scope {short(scope)}")
        return SecurityUse(scheme=scheme, scopes=named)

    def _scopes_of(self, scheme: SecurityScheme) -> frozenset[str]:
        known = self._scopes.get(scheme.key)
        if known is None:
            known = frozenset(scope for flow in scheme.flows for scope, _ in flow.scopes)
            self._scopes[scheme.key] = known
        return known

    def _referred(self, reference: str) -> SecurityScheme | None:
        target = self._reader.references.find(reference)
        if target is None or not isinstance(target.value, Mapping):
            return None
        key = reference.rpartition("/")[2]
        return self._scheme(key, Part(target.value, target.pointer))

    def _scheme(self, name: str, part: Part) -> SecurityScheme:
        scheme = self._reader.dialect.security_scheme(name, part)

        def joined(made: Made, *names: str) -> Made:
            addresses: Any = {name: address_of_api(getattr(made, name), self._servers) for name in names}
            return replace(made, **addresses)

        ends = ("authorization_url", "device_authorization_url", "token_url", "refresh_url")
        flows = tuple(joined(flow, *ends) for flow in scheme.flows)
        return joined(replace(scheme, flows=flows), "open_id_connect_url", "oauth2_metadata_url")


def security_scheme(name: str, part: Part) -> SecurityScheme:
    """Return a security scheme of OpenAPI 3.

    Args:
        name: the key under which the document declares it.
        part: its Security Scheme Object.
    """
    node = part.node
    return SecurityScheme(
        key=name,
        type=text(node, "type"),
        description=text(node, "description"),
        scheme=text(node, "scheme").lower(),
        bearer_format=text(node, "bearerFormat"),
        name=text(node, "name"),
        location=text(node, "in"),
        flows=tuple(_flow(kind, flow) for kind, flow in entries(node, "flows") if isinstance(flow, Mapping)),
        open_id_connect_url=text(node, "openIdConnectUrl"),
        oauth2_metadata_url=text(node, "oauth2MetadataUrl"),
        deprecated=flag(node, "deprecated"),
        pointer=part.pointer,
    )


def _flow(kind: str, node: Mapping[str, Any]) -> OAuthFlow:
    return OAuthFlow(
        kind=kind,
        authorization_url=text(node, "authorizationUrl"),
        device_authorization_url=text(node, "deviceAuthorizationUrl"),
        token_url=text(node, "tokenUrl"),
        refresh_url=text(node, "refreshUrl"),
        scopes=scopes_of(node),
    )


def scopes_of(node: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return (scope, description) of the field `scopes`, in document order."""
    scopes = mapping(node, "scopes")
    return tuple((scope, text(scopes, scope)) for scope in scopes if not scope.startswith("x-"))
