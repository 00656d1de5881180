"""Who may call: schemes, requirements, and what holds when an operation is silent."""

from __future__ import annotations

import pytest

from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize
from tests.reading.written import api, messages, operation, written

SCHEMES = {
    "securitySchemes": {
        "a": {"type": "apiKey", "name": "k", "in": "query"},
        "b": {"type": "http", "scheme": "Bearer", "bearerFormat": "JWT"},
    }
}


def keys(security):
    """Return the alternatives as lists of scheme names."""
    return None if security is None else [[use.scheme.key for use in each.uses] for each in security]


@pytest.mark.parametrize(
    ("document", "own", "effective"),
    [
        ({}, {}, None),
        ({"__security": [{"a": []}]}, {}, [["a"]]),
        ({"__security": [{"a": []}]}, {"security": []}, []),
        ({"__security": [{"a": []}]}, {"security": [{"b": []}]}, [["b"]]),
        ({}, {"security": [{"a": [], "b": []}, {"b": []}]}, [["a", "b"], ["b"]]),
        ({}, {"security": [{"a": []}, {}]}, [["a"], []]),
        ({"__security": []}, {}, []),
    ],
)
def test_the_requirements_of_an_operation_are_its_own_else_the_documents(document, own, effective):
    """None when nothing is said, `()` when nothing is needed, an empty alternative when it is optional."""
    assert keys(operation(__components=SCHEMES, **document, **own).security) == effective


def test_a_scheme_that_is_not_declared_is_needed_all_the_same():
    """Leaving it out would say that no credential is needed; the problem names what is declared."""
    found = operation(security=[{"c": []}], __components=SCHEMES)
    ((use,),) = [each.uses for each in found.security]
    assert (use.scheme.key, use.scheme.type, use.scheme.declared) == ("c", "", False)
    assert messages(found) == [("#/paths/~1x/get/security/0/c", 'no security scheme is named "c"; declared: a, b')]


def test_a_requirement_may_name_a_scheme_by_its_address():
    """OpenAPI 3.2 takes the URI of a scheme, the document's own address in front of it or not."""
    for before in ("", "https://example.com/api.json"):
        fields = {"__openapi": "3.2.0", "__$self": "https://example.com/api.json", "__components": SCHEMES}
        found = operation(security=[{f"{before}#/components/securitySchemes/b": []}], **fields)
        assert keys(found.security) == [["b"]]
        assert messages(found) == []


def test_schemes_are_read_whole():
    """Names, places, formats; the http scheme in lower case."""
    key, bearer = api(components=SCHEMES).security_schemes
    assert (key.type, key.name, key.location) == ("apiKey", "k", "query")
    assert (bearer.type, bearer.scheme, bearer.bearer_format) == ("http", "bearer", "JWT")


def test_schemes_of_3_2_are_read_whole():
    """Device flow, metadata address, deprecation, mutual TLS; a requirement may be a reference."""
    found = written("orchestra-3.2.yaml")
    device, old, card = found.security_schemes
    assert device.oauth2_metadata_url.endswith("/oauth-authorization-server")
    (flow,) = device.flows
    assert (flow.kind, flow.device_authorization_url) == ("deviceAuthorization", "https://id.example.com/device")
    assert (old.scheme, old.deprecated, card.type) == ("basic", True, "mutualTLS")
    (use,), (other,) = [each.uses for each in found.operations[0].security]
    assert other.scheme is old
    assert (use.scheme, use.scopes) == (device, ("listen",))


@pytest.mark.parametrize(
    ("flow", "kind"),
    [
        ("implicit", "implicit"),
        ("password", "password"),
        ("application", "clientCredentials"),
        ("accessCode", "authorizationCode"),
    ],
)
def test_flows_of_2_0_have_the_names_of_3_x(flow, kind):
    """One flow, with its scopes."""
    scheme = {"type": "oauth2", "flow": flow, "scopes": {"s": "S"}}
    (found,) = api("2.0", securityDefinitions={"o": scheme}).security_schemes
    assert [(each.kind, each.scopes) for each in found.flows] == [(kind, (("s", "S"),))]


@pytest.mark.parametrize("version", ["3.0.4", "3.1.1", "3.2.0"])
@pytest.mark.parametrize(
    ("server", "written", "expected"),
    [
        ("/p/api/v3", "/oauth/token", "https://docs.example/oauth/token"),
        ("/p/api/v3", "../oauth/token", "https://docs.example/p/oauth/token"),
        ("../v3", "../oauth/token?a=b", "https://docs.example/p/oauth/token?a=b"),
        ("https://api.example/v1", "/token", "https://api.example/token"),
        ("https://api.example/v1", "https://id.example/token", "https://id.example/token"),
        ("https://api.example/v1", "//id.example/token", "https://id.example/token"),
        ("https://api.example/v1", "", ""),
        ("https://api.example/v1", "http://[", "http://["),
        ("https://api.example/v1", "javascript:alert(1)", "javascript:alert(1)"),
    ],
)
def test_relative_addresses_of_oauth_are_joined_to_the_first_server(version, server, written, expected):
    """Where tokens are given out is an address of the API: relative to its server, and that to the document."""
    flow = {"tokenUrl": written, "authorizationUrl": written, "refreshUrl": written, "scopes": {}}
    document = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": server}],
        "paths": {},
        "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": {"authorizationCode": flow}}}},
    }
    read = normalize(from_mapping(document), base_uri="https://docs.example/p/api/v3/openapi.json")
    found = read.security_schemes[0].flows[0]
    assert (found.token_url, found.authorization_url, found.refresh_url) == (expected, expected, expected)
    nowhere = {**document, "servers": [{"url": "/api"}]}
    assert normalize(from_mapping(nowhere)).security_schemes[0].flows[0].token_url == written
