"""How parameter values are written into path, query, header and cookie."""

from __future__ import annotations

import pytest

from apiref_nb.client import Client
from apiref_nb.errors import ShapeError
from apiref_nb.load import load_api
from apiref_nb.mock.mock import Mock
from tests.client.documents import operation, parameter

ARRAY = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}

# (style, explode, value, text): OpenAPI 3.1.1, 4.8.12.6 "Style Examples", and RFC 6570 3.2 where that is silent.
PATHS = [
    ("simple", False, "blue", "blue"),
    ("simple", False, ARRAY, "blue,black,brown"),
    ("simple", True, ARRAY, "blue,black,brown"),
    ("simple", False, OBJECT, "R,100,G,200,B,150"),
    ("simple", True, OBJECT, "R=100,G=200,B=150"),
    ("label", False, "blue", ".blue"),
    ("label", False, ARRAY, ".blue,black,brown"),
    ("label", True, ARRAY, ".blue.black.brown"),
    ("label", False, OBJECT, ".R,100,G,200,B,150"),
    ("label", True, OBJECT, ".R=100.G=200.B=150"),
    ("matrix", False, "blue", ";color=blue"),
    ("matrix", False, ARRAY, ";color=blue,black,brown"),
    ("matrix", True, ARRAY, ";color=blue;color=black;color=brown"),
    ("matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
    ("matrix", True, OBJECT, ";R=100;G=200;B=150"),
]
QUERIES = [
    ("form", True, "", "color="),
    ("form", True, "blue", "color=blue"),
    ("form", False, ARRAY, "color=blue,black,brown"),
    ("form", True, ARRAY, "color=blue&color=black&color=brown"),
    ("form", False, OBJECT, "color=R,100,G,200,B,150"),
    ("form", True, OBJECT, "R=100&G=200&B=150"),
    ("spaceDelimited", False, ARRAY, "color=blue%20black%20brown"),
    ("spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
    ("spaceDelimited", True, ARRAY, "color=blue&color=black&color=brown"),
    ("pipeDelimited", False, ARRAY, "color=blue%7Cblack%7Cbrown"),
    ("pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", True, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ("deepObject", True, {"a": {"b": 1}}, "color%5Ba%5D%5Bb%5D=1"),
    ("deepObject", True, {"a": [1, 2]}, "color%5Ba%5D=1&color%5Ba%5D=2"),
    ("form", True, [], ""),
    ("form", True, True, "color=true"),
    ("form", True, 1.5, "color=1.5"),
    ("form", True, 'a b&c=d#e+f/g?h"i<é>', "color=a%20b%26c%3Dd%23e%2Bf%2Fg%3Fh%22i%3C%C3%A9%3E"),
    ("form", False, ["a,b", "c"], "color=a%2Cb,c"),
    ("form", True, "~-._", "color=~-._"),
]
HEADERS = [
    (False, "blue", "blue"),
    (False, ARRAY, "blue,black,brown"),
    (True, OBJECT, "R=100,G=200,B=150"),
    (False, OBJECT, "R,100,G,200,B,150"),
    (False, "a/b c%", "a/b c%"),
    (False, 12, "12"),
]
COOKIES = [
    ("form", True, "blue", "color=blue"),
    ("form", False, ARRAY, "color=blue,black,brown"),
    ("form", True, OBJECT, "R=100; G=200; B=150"),
    ("form", True, "a;b c", "color=a%3Bb%20c"),
    ("cookie", True, "a/b%", "color=a/b%"),
]


@pytest.mark.parametrize("case", PATHS)
def test_path_styles(client_of, server, case):
    """Every style of a path parameter is written as the specification's table says."""
    style, explode, value, text = case
    given = parameter("color", "path", {}, style=style, explode=explode)
    client_of(operation("GET /p/{color}/q", "op", parameters=[given])).op(value)
    assert server.last.target == f"/p/{text}/q"


@pytest.mark.parametrize("case", QUERIES)
def test_query_styles(client_of, server, case):
    """Every style of a query parameter is written as the specification's table says."""
    style, explode, value, text = case
    given = parameter("color", "query", {}, style=style, explode=explode)
    client_of(operation("GET /p", "op", parameters=[given])).op(color=value)
    assert server.last.target == ("/p?" + text if text else "/p")


@pytest.mark.parametrize(("explode", "value", "text"), HEADERS)
def test_header_styles(client_of, server, explode, value, text):
    """Header values are simple and never percent-encoded."""
    given = parameter("X-Color", "header", {}, explode=explode)
    client_of(operation("GET /p", "op", parameters=[given])).op(x_color=value)
    assert server.last.headers["x-color"] == text


@pytest.mark.parametrize("case", COOKIES)
def test_cookie_styles(client_of, server, case):
    """Cookies are form, and since OpenAPI 3.2 also `cookie`, which encodes nothing."""
    style, explode, value, text = case
    given = parameter("color", "cookie", {}, style=style, explode=explode)
    client_of(operation("GET /p", "op", parameters=[given])).op(color=value)
    assert server.last.headers["cookie"] == text


def test_several_cookies_share_one_header(client_of, server):
    """One request has one Cookie header."""
    given = [parameter("a", "cookie", {}), parameter("b", "cookie", {})]
    client_of(operation("GET /p", "op", parameters=given)).op(a=1, b=2)
    assert server.last.headers["cookie"] == "a=1; b=2"


def test_allow_reserved_keeps_what_cannot_end_the_value(client_of, server):
    """Reserved characters stay as they are, but `&`, `+` and `#` would change the query."""
    given = parameter("q", "query", {}, allow_reserved=True)
    client_of(operation("GET /p", "op", parameters=[given])).op(q="a/b?c=d:e@f,%20g&h#i+j")
    assert server.last.target == "/p?q=a/b?c=d:e@f,%20g%26h%23i%2Bj"


@pytest.mark.parametrize(
    "value",
    ["", ".", "..", "/", "../", "../admin", "a/../b", "a//b", "/a", "a/", "%2e%2e", "..\\x", "..%2fx", [], [""]],
)
def test_path_values_never_change_the_path(client_of, server, value):
    """A value that a server could read as another path is refused before anything is sent."""
    call = client_of(operation("GET /p/{id}/q", "op", parameters=[parameter("id", "path", {})])).op
    with pytest.raises(ShapeError, match=r"^op\.id: must not "):
        call(value)
    assert server.requests == []


def test_unchecked_path_values_may_be_empty(client_of, server):
    """With `check=False` an empty segment is sent as it is; a dot segment never is, for no tool sends it."""
    call = client_of(operation("GET /p/{id}/q", "op", parameters=[parameter("id", "path", {})]), check=False).op
    call("")
    assert server.last.target == "/p//q"
    with pytest.raises(ShapeError, match=r"^op\.id: must not change the path"):
        call("..")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("group/project", "group%2Fproject"),
        ("a?b#c", "a%3Fb%23c"),
        ("a b", "a%20b"),
        ("é", "%C3%A9"),
        ("a:b@c", "a%3Ab%40c"),
    ],
)
def test_path_values_stay_in_their_segment(client_of, server, value, text):
    """Whatever the value, it is one segment of the path."""
    client_of(operation("GET /p/{id}/q", "op", parameters=[parameter("id", "path", {})])).op(value)
    assert server.last.target == f"/p/{text}/q"


def test_values_beside_each_other_make_no_dot_segment(client_of):
    """Two harmless values must not become `..` together."""
    given = [parameter("a", "path", {}), parameter("b", "path", {})]
    with pytest.raises(ShapeError, match="must not change the path"):
        client_of(operation("GET /p/{a}{b}/q", "op", parameters=given)).op(".", ".")


def test_path_placeholder_without_declaration_is_an_argument(client_of, server):
    """A document that forgot to declare a path parameter can still be called."""
    client_of(operation("GET /p/{petId}", "op")).op(pet_id=3)
    assert server.last.target == "/p/3"


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\0b", " a", "a\t", "\x7f"])
def test_header_values_hold_no_control_character(client_of, server, value):
    """A header value can never add a header."""
    call = client_of(operation("GET /p", "op", parameters=[parameter("X-A", "header", {})])).op
    with pytest.raises(ShapeError, match=r"^op\.x_a: must hold no control character"):
        call(x_a=value)
    assert server.requests == []


def test_header_name_of_the_document_is_checked(client_of, server):
    """A header name that is no token is not sent."""
    call = client_of(operation("GET /p", "op", parameters=[parameter("X-A\r\nEvil", "header", {})])).op
    with pytest.raises(ShapeError, match="no valid header name"):
        call(x_a_evil="1")
    assert server.requests == []


def test_content_parameters_travel_as_json(client_of, server):
    """A parameter with `content` is written as that media type."""
    given = parameter("filter", "query", {"type": "object"}, content="application/json")
    client_of(operation("GET /p", "op", parameters=[given])).op(filter={"a": [1, "ü"]})
    assert server.last.target == "/p?filter=%7B%22a%22%3A%5B1%2C%22%C3%BC%22%5D%7D"


@pytest.mark.parametrize(
    ("media_type", "value", "target"),
    [
        ("application/x-www-form-urlencoded", {"a": "1 2", "b": ["x", "y"]}, "/p?a=1+2&b=x&b=y"),
        ("application/json", {"a": 1}, "/p?%7B%22a%22%3A1%7D"),
        ("text/plain", "a=b&c", "/p?a=b&c"),
        ("application/jsonpath", "$.a[1]", "/p?$.a%5B1%5D"),
    ],
)
def test_querystring_is_the_whole_query(client_of, server, media_type, value, target):
    """OpenAPI 3.2's `in: querystring` writes the whole query as one media type."""
    given = parameter("params", "querystring", {}, content=media_type)
    client_of(operation("GET /p", "op", parameters=[given])).op(params=value)
    assert server.last.target == target


def test_a_form_as_the_query_follows_its_encoding(server):
    """A list that is not exploded is one pair, and the mock reads it back as a list."""
    schema = {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "integer"}}}}
    form = {"schema": schema, "encoding": {"n": {"style": "form", "explode": False}}}
    declared = {"name": "all", "in": "querystring", "content": {"application/x-www-form-urlencoded": form}}
    get = {"operationId": "op", "parameters": [declared], "responses": {"200": {"description": "Done"}}}
    info = {"title": "T", "version": "1"}
    document = load_api({"openapi": "3.2.0", "info": info, "paths": {"/p": {"get": get}}})
    given = {"n": [1, 2], "q": "a b"}
    Client(document, server.url).op(all=given)
    assert server.last.target == "/p?n=1,2&q=a+b"
    assert Client(document, server.url, transport=Mock(document)).op(all=given).ok


def test_lone_surrogates_are_refused(client_of):
    """Text that has no UTF-8 form cannot travel."""
    with pytest.raises(ShapeError, match="lone surrogates"):
        client_of(operation("GET /p", "op", parameters=[parameter("q", "query", {})])).op(q="\ud800")


def test_a_query_written_into_the_path_is_kept(client_of, server):
    """Documents with `?` and `#` in their paths send the query and drop the fragment."""
    given = parameter("q", "query", {})
    client_of(operation("GET /p?action=list#v1", "op", parameters=[given])).op(q=1)
    assert server.last.target == "/p?action=list&q=1"
