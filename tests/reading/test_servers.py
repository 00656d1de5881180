"""The addresses at which an API answers, and what becomes of the odd ones."""

from __future__ import annotations

import pytest

from tests.reading.written import GOOD, api, messages

BASE = "https://docs.example.com/apis/v1/openapi.json"


@pytest.mark.parametrize(
    ("url", "base_uri", "resolved"),
    [
        ("https://a.example/v1/", "", "https://a.example/v1"),
        ("/v2", BASE, "https://docs.example.com/v2"),
        ("./v2", BASE, "https://docs.example.com/apis/v1/v2"),
        ("../", BASE, "https://docs.example.com/apis"),
        ("//a.example/v1", BASE, "https://a.example/v1"),
        ("https://a.example/v1?x=1#y", "", "https://a.example/v1"),
        ("http://[::1]:8080/", "", "http://[::1]:8080"),
        ("/v2", "", ""),
        ("//a.example", "", ""),
        ("ftp://a.example", "", ""),
        ("javascript:alert(1)", BASE, ""),
        ("https://user:secret@a.example", "", ""),
        ("https://a.example:port", "", ""),
        ("https://[a", "", ""),
        ("https://a.example/{gone}", "", ""),
        ("https://a.example/a b", "", ""),
        ("https://a.example/\u202eb", "", ""),
        ("https:", "", ""),
    ],
)
def test_a_server_is_resolved_to_an_address_that_samples_can_use(url, base_uri, resolved):
    """Only http and https, no credentials, nothing that cannot be seen; else empty, and the text stays."""
    (found,) = api(base_uri=base_uri, servers=[{"url": url}]).servers
    assert (found.url, found.resolved) == (url, resolved)


def test_variables_are_replaced_by_their_defaults():
    """A variable without a default takes its first allowed value, and is a problem."""
    server = {
        "url": "https://{host}:{port}/{path}",
        "name": "main",
        "description": "D",
        "variables": {
            "host": {"default": "a.example", "description": "Where"},
            "port": {"enum": ["8443", "443"]},
            "path": {"default": "v1", "enum": ["v2"]},
        },
    }
    found = api("3.2.0", servers=[server])
    (main,) = found.servers
    assert (main.resolved, main.name, main.description) == ("https://a.example:8443/v1", "main", "D")
    assert [each.name for each in main.variables] == ["host", "port", "path"]
    assert messages(found) == [
        ("#/servers/0/variables/port", "a server variable must have default"),
        ("#/servers/0/variables/path/default", 'default must be one of the values of enum (got "v1")'),
    ]


def test_the_innermost_servers_hold():
    """The operation's, else the path's, else the document's."""
    found = api(
        servers=[{"url": "https://d.example"}],
        paths={
            "/a": {"get": GOOD},
            "/b": {"servers": [{"url": "https://p.example"}], "get": GOOD, "put": {**GOOD, "servers": [{"url": "https://o.example"}]}},
        },
    )  # fmt: skip
    assert [each.servers[0].url for each in found.operations] == [
        "https://d.example",
        "https://p.example",
        "https://o.example",
    ]


def test_without_servers_the_host_of_the_document_answers():
    """OpenAPI: the default is `/`. Without an address there is none to show."""
    assert [each.resolved for each in api(base_uri=BASE).servers] == ["https://docs.example.com"]
    assert api().servers == ()


def test_self_is_no_base_of_server_addresses():
    """OpenAPI 3.2: relative servers are joined to where the document was found, not to its `$self`."""
    found = api("3.2.0", BASE, **{"$self": "https://other.example/openapi"}, servers=[{"url": "/v1"}])
    assert found.servers[0].resolved == "https://docs.example.com/v1"
