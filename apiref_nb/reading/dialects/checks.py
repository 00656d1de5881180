"""Rules between the fields of one object, which a table of fields cannot express.

Each check takes an object and yields (field or empty, what is wrong). `document_checks` calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from apiref_nb.model.messages import SAID_ELSEWHERE
from apiref_nb.text.quoting import short

Finding = tuple[str, str]

_BOUNDS = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)
_COMPARED = frozenset({"enum", *(low for low, _ in _BOUNDS)})
"""Keywords without which `check_schema` finds nothing."""
_CHANGED = frozenset({"nullable", "exclusiveMinimum", "exclusiveMaximum"})
"""Keywords that mean something else since OpenAPI 3.1."""


def check_document(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a document of OpenAPI 3.1 or later lacks."""
    if not {"paths", "components", "webhooks"}.intersection(node):
        yield "", "an OpenAPI document must have paths, components or webhooks"


def check_operation(node: Mapping[str, Any]) -> Iterable[Finding]:
    """Return what is wrong with an operation of any version."""
    none = node.get("responses") == {}
    return [("responses", "responses must have a status code or default (got none)")] if none else ()


def check_content(node: Mapping[str, Any]) -> Iterable[Finding]:
    """Return the names of representations that are no media types: nobody can send one or ask for it."""
    content = node.get("content")
    names = content if isinstance(content, Mapping) else ()
    rule = "a media type must be written as type/subtype, such as application/json"
    return [("content", f"{rule} (got {short(name)})") for name in names if "/" not in name]


def check_media_type(node: Mapping[str, Any]) -> Iterable[Finding]:
    """Return what is wrong with a media type of OpenAPI 3."""
    return _BOTH if "example" in node and "examples" in node else ()


_BOTH: tuple[Finding, ...] = (("example", "example and examples exclude each other"),)


def check_parameter(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a parameter of OpenAPI 3.0 or 3.1."""
    if node.get("in") == "path" and node.get("required") is not True:
        yield "", "a path parameter must have required: true"
    name = node.get("name")
    if node.get("in") == "header" and isinstance(name, str) and name.lower() in SAID_ELSEWHERE:
        yield "name", f"tools ignore a header parameter {name}; {SAID_ELSEWHERE[name.lower()]} says it"
    yield from check_header(node, "a parameter")


def check_parameter_3_2(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a parameter of OpenAPI 3.2."""
    yield from check_parameter(node)
    if node.get("in") == "querystring" and "content" not in node:
        yield "", "a querystring parameter must have content"


def check_header(node: Mapping[str, Any], label: str = "a header") -> Iterator[Finding]:
    """Yield what is wrong with a header of OpenAPI 3.

    Args:
        node: the Header Object, or a Parameter Object, which follows the same rule.
        label: how messages name it, with its article.
    """
    if "schema" not in node and "content" not in node:
        yield "", f"{label} must have schema or content"
    elif "schema" in node and "content" in node:
        yield "content", f"{label} must not have both schema and content; schema is shown"
    content = node.get("content")
    if isinstance(content, Mapping) and len(content) != 1:
        yield "content", f"content of {label} must have exactly one media type (got {len(content)})"
    if "example" in node and "examples" in node:
        yield from _BOTH


def check_swagger_parameter(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a parameter of OpenAPI 2.0."""
    place = node.get("in")
    if place == "path" and node.get("required") is not True:
        yield "", "a path parameter must have required: true"
    if place == "body" and "schema" not in node:
        yield "", "a body parameter must have schema"
    elif place in ("query", "header", "path", "formData"):
        if "type" not in node:
            yield "", f"a {place} parameter must have type"
        elif node["type"] == "file" and place != "formData":
            yield "type", f"type may be file in formData only (got a {place} parameter)"


def check_schema(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a schema of any version: bounds that exclude each other, an empty enum."""
    for low, high in _BOUNDS:
        if low in node and high in node:
            least, most = node[low], node[high]
            if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
                yield low, f"{low} must not be more than {high} ({short(least)} is more than {short(most)})"
    if node.get("enum") == []:
        yield "enum", "enum must have at least one value"


def check_old_schema(node: Mapping[str, Any]) -> Iterable[Finding]:
    """Return what is wrong with a schema of OpenAPI 2.0 or 3.0."""
    found = () if _COMPARED.isdisjoint(node) else check_schema(node)
    if node.get("type") == "array" and "items" not in node:
        return ("", "a schema with type: array must have items"), *found
    return found


def check_new_schema(node: Mapping[str, Any]) -> Iterable[Finding]:
    """Return what is wrong with a schema of OpenAPI 3.1 or 3.2."""
    return () if _COMPARED.isdisjoint(node) and _CHANGED.isdisjoint(node) else _new_findings(node)


def _new_findings(node: Mapping[str, Any]) -> Iterator[Finding]:
    if node.get("nullable") is True:
        yield "nullable", "nullable is no keyword since OpenAPI 3.1; it is read as null among the types"
    for name in ("exclusiveMinimum", "exclusiveMaximum"):
        if isinstance(node.get(name), bool):
            yield name, f"{name} is a number since OpenAPI 3.1; {short(node[name])} is read as OpenAPI 3.0 means it"
    yield from check_schema(node)


def check_security_scheme(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a security scheme of OpenAPI 3 lacks."""
    needed = {
        "apiKey": ("name", "in"),
        "http": ("scheme",),
        "oauth2": ("flows",),
        "openIdConnect": ("openIdConnectUrl",),
    }
    yield from _needed(node, needed)


def check_swagger_security_scheme(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a security scheme of OpenAPI 2.0 lacks."""
    yield from _needed(node, {"apiKey": ("name", "in"), "oauth2": ("flow", "scopes")})
    flow = node.get("flow")
    if node.get("type") == "oauth2" and isinstance(flow, str):
        yield from _needed_by_flow(node, flow, FLOWS.get(flow, flow))


def check_flows(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the flows of OAuth 2.0 of OpenAPI 3 lack."""
    for name, flow in node.items():
        if isinstance(flow, Mapping):
            for _, message in _needed_by_flow(flow, name, name):
                yield name, message


_NEEDED_BY_FLOW = {
    "implicit": ("authorizationUrl",),
    "authorizationCode": ("authorizationUrl", "tokenUrl"),
    "password": ("tokenUrl",),
    "clientCredentials": ("tokenUrl",),
    "deviceAuthorization": ("deviceAuthorizationUrl", "tokenUrl"),
}
"""Flow of OAuth 2.0 -> the addresses that it must have."""


FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
"""2.0's name of an OAuth flow -> 3.x's."""


def _needed_by_flow(node: Mapping[str, Any], name: str, flow: str) -> Iterator[Finding]:
    for address in _NEEDED_BY_FLOW.get(flow, ()):
        if address not in node:
            yield "", f"the flow {name} must have {address}"


def _needed(node: Mapping[str, Any], needed: Mapping[str, tuple[str, ...]]) -> Iterator[Finding]:
    kind = node.get("type")
    for name in needed.get(kind, ()) if isinstance(kind, str) else ():
        if name not in node:
            yield "", f"a security scheme of type {kind} must have {name}"


def check_server_variable(node: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what is wrong with a server variable."""
    allowed, default = node.get("enum"), node.get("default")
    if isinstance(allowed, list) and isinstance(default, str) and default not in allowed:
        yield "default", f"default must be one of the values of enum (got {short(default)})"
