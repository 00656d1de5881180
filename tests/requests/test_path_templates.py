"""RFC 6570 in paths: an expression that means a declared parameter is that parameter, in every sample."""

from __future__ import annotations

import pytest

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.client import Client
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.text.path_templates import bound_path


@pytest.mark.parametrize(
    ("path", "bound"),
    [
        ("/v1/{+name}", "/v1/{name}"), ("/v1/{name}", "/v1/{name}"), ("/v1/{name*}", "/v1/{name}"),
        ("/v1/{name:3}", "/v1/{name}"), ("/v1{/name}", "/v1/{name}"), ("/v1/a{.name}", "/v1/a.{name}"),
        ("/v1/a{?q,lang}", "/v1/a"), ("/v1/a{&q}", "/v1/a"), ("/v1/a{?other}", "/v1/a{?other}"),
        ("/v1/{+other}", "/v1/{+other}"), ("/v1/{a,b}", "/v1/{a,b}"),
    ],
)  # fmt: skip
def test_an_expression_is_bound_to_the_declared_name(path, bound):
    assert bound_path(path, ["name"], ["q", "lang"]) == bound


def test_googles_names_keep_their_slashes_everywhere():
    """No problem, and `projects/a` where `{+name}` stands: in cURL, Python, the client and the collection."""
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}, "example": "projects/a"}
    read = {"operationId": "read", "parameters": [name], "responses": {"default": {"description": "any"}}}
    document = {
        "openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://t.example"}],
        "paths": {"/v1/{+name}": {"get": read}},
    }  # fmt: skip
    api = load_api(document)
    assert api.problems == ()
    (operation,) = api.operations
    assert operation.path == "/v1/{+name}"
    curl, python, *_ = request_tabs(operation)
    assert "https://t.example/v1/{name}" in curl.code
    assert '"/v1/projects/a"' in python.code or "/v1/projects/a" in python.code
    assert Client(api).read.__signature__.parameters.keys() == {"name"}
    url = OpenApiEmbed(document).collection["item"][0]["item"][0]["request"]["url"]
    assert (url["path"], url["variable"][0]["key"]) == (["v1", ":name"], "name")
