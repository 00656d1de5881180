"""What the mock reads of a request, and which faults it names: parameters of every style, bodies of every kind."""

# ruff: noqa: E501 - a table of documents and requests reads better unbroken

from __future__ import annotations

import re

import pytest

from apiref_nb import OpenApiEmbed, ShapeError
from apiref_nb.client import Client
from apiref_nb.requests.sample_values import sample_values
from tests.mock.documents import HOST, answer_of, asked, get, mock_of, places

NUMBERS = {"type": "array", "items": {"type": "integer"}}
POINT = {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}


@pytest.mark.parametrize("schema", [{"type": "integer"}, NUMBERS, POINT], ids=["value", "list", "object"])
@pytest.mark.parametrize("explode", [False, True])
@pytest.mark.parametrize(
    ("location", "style"),
    [
        ("path", "simple"), ("path", "label"), ("path", "matrix"), ("query", "form"), ("query", "spaceDelimited"),
        ("query", "pipeDelimited"), ("query", "deepObject"), ("header", "simple"), ("cookie", "form"),
    ],
)  # fmt: skip
def test_every_style_is_read_back(location, style, explode, schema):
    """What a client of ours sends, in whatever style, is what a reply's function sees."""
    if style == "deepObject" and schema is not POINT:
        return
    if style in ("spaceDelimited", "pipeDelimited") and (schema is not NUMBERS or explode):
        return
    path = "/a/{v}" if location == "path" else "/a"
    parameter = {"name": "v", "in": location, "required": True, "style": style, "explode": explode, "schema": schema}
    mock = mock_of({path: get(parameter)})
    value = {"integer": 7, "array": [3, 4, 5], "object": {"x": 1, "y": 2}}[schema["type"]]
    seen = []
    mock.on(f"GET {path}").reply(lambda request: seen.append(request.parameters["v"]) or 200)
    reply = Client(mock.api, transport=mock)[f"GET {path}"](v=value)
    assert [reply.status, seen] == [200, [value]], mock.log


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("parameter", "place", "most", "sent"),
    [
        ({}, "query", 2_000, lambda count: {"params": "&".join(["v=1"] * count)}),
        ({}, "body", 2_000, lambda count: {"content": "&".join(["v=1"] * count), "headers": {"Content-Type": FORM}}),
        ({}, "cookie", 2_000, lambda count: {"headers": {"Cookie": "; ".join(["v=1"] * count)}}),
        ({"schema": NUMBERS, "explode": False}, "query.v", 10_000, lambda count: {"params": f"v={'1,' * (count - 1)}1"}),
        ({"schema": {"type": "object"}, "style": "deepObject"}, "query.v", 8, lambda count: {"params": f"v{'[k]' * count}=1"}),
    ],
    ids=["query", "form", "cookies", "items", "brackets"],
)  # fmt: skip
def test_what_is_more_than_is_read_is_a_fault(parameter, place, most, sent):
    """Nothing of a request is passed over in silence: the fault says how much there may be, and how much there was."""
    declared = {"parameters": [{"name": "v", "in": "query"} | parameter], "responses": {"200": answer_of()}}
    mock = mock_of({"/a": {"post": declared | {"requestBody": {"content": {FORM: {}}}}}})
    fits, over = (asked(mock, "POST", "/a", **sent(count)) for count in (most, most + 1))
    assert [fits.status_code, over.status_code, places(over)] == [200, 422, [place]]
    assert re.search(f"must have at most {most:,} .* .got {most + 1:,}.", over.text)


@pytest.mark.parametrize(
    ("parameter", "target", "place"),
    [
        ({"schema": {"type": "integer"}}, "/a?v=x", "query.v"),
        ({"schema": {"type": "integer"}}, "/a?v=1&v=2", "query.v"),
        ({"schema": NUMBERS}, "/a?v=1&v=x", "query.v[1]"),
        ({"schema": NUMBERS, "explode": False}, "/a?v=1,x", "query.v[1]"),
        ({"schema": POINT}, "/a?x=1&y=z", "query.v.y"),
        ({"schema": POINT, "explode": False}, "/a?v=x,1,y,z", "query.v.y"),
        ({"schema": POINT, "style": "deepObject"}, "/a?v[x]=1&v[y]=z", "query.v.y"),
        ({"schema": {"enum": ["a"]}}, "/a?v=b", "query.v"),
        ({"content": {"application/json": {"schema": POINT}}}, "/a?v=%7B%22x%22:%22z%22%7D", "query.v.x"),
        ({"schema": {"type": "string"}, "required": True}, "/a", "query.v"),
        ({"schema": {"type": "string", "format": "byte"}}, "/a?v=%3F", "query.v"),
    ],
)
def test_wrong_parameter_is_named_with_its_place(parameter, target, place):
    """422, and the place down to the member."""
    answer = asked(mock_of({"/a": get({"name": "v", "in": "query"} | parameter)}), "GET", target)
    assert [answer.status_code, places(answer)] == [422, [place]]


@pytest.mark.parametrize(
    ("parameter", "target"),
    [
        ({"schema": NUMBERS, "explode": False}, "/a?v=1%2C2"),
        ({"schema": {"anyOf": [{"type": "integer"}, {"type": "string", "enum": ["all"]}]}}, "/a?v=12"),
        ({"schema": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}}, "/a?v=true"),
        ({"schema": {"type": "integer"}, "allowEmptyValue": True}, "/a?v="),
        ({"schema": {"type": "integer"}}, "/a?other=x"),
        ({"schema": {"oneOf": [{"type": "string", "format": "date"}, NUMBERS]}}, "/a?v=1&v=2"),
    ],
)
def test_a_reading_that_fits_is_enough(parameter, target):
    """Text that travels may be read in several ways; one that the schema takes is taken."""
    answer = asked(mock_of({"/a": get({"name": "v", "in": "query"} | parameter)}), "GET", target)
    assert answer.status_code == 200, answer.text


def taking(kind, media, *, required=True, **more):
    """A mock with one operation that takes a body."""
    body = {"required": required, "content": {kind: media}}
    return mock_of({"/a": {"post": {"requestBody": body, "responses": {"200": answer_of({"example": 1})}}}}, **more)


PET = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}},
                   "photo": {"type": "string", "format": "binary"}, "at": POINT},
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "sent", "expected"),
    [
        ("application/json", {"json": {"name": 1}}, ["body.name"]),
        ("application/json", {"content": b"{", "headers": {"Content-Type": "application/json"}}, ["body"]),
        ("application/json", {"content": b"[" * 9999, "headers": {"Content-Type": "application/json"}}, ["body"]),
        ("application/x-www-form-urlencoded", {"data": {"age": "x"}}, ["body.name", "body.age"]),
        ("multipart/form-data", {"files": {"age": (None, "x")}}, ["body.name", "body.age"]),
        ("multipart/form-data", {"content": b"x", "headers": {"Content-Type": "multipart/form-data; boundary=b"}}, ["body"]),
    ],
)  # fmt: skip
def test_wrong_body_is_named_with_its_place(kind, sent, expected):
    """JSON, forms and parts alike."""
    answer = asked(taking(kind, {"schema": PET}), "POST", "/a", **sent)
    assert [answer.status_code, sorted(places(answer))] == [422, sorted(expected)], answer.text


@pytest.mark.parametrize(
    ("kind", "sent", "value"),
    [
        ("application/json", {"json": {"name": "a"}}, {"name": "a"}),
        ("application/x-www-form-urlencoded", {"data": {"name": "a b", "age": "3", "tags": ["x", "y"]}}, {"name": "a b", "age": 3, "tags": ["x", "y"]}),
        ("application/x-www-form-urlencoded", {"data": {"name": "a", "at": '{"x":1}'}}, {"name": "a", "at": {"x": 1}}),
        ("application/x-www-form-urlencoded", {"data": {"name": "a", "at[x]": "1"}}, {"name": "a", "at": {"x": 1}}),
        ("multipart/form-data", {"data": {"name": "a", "age": "3"}, "files": {"photo": ("p.png", b"\x00\xff")}}, {"name": "a", "age": 3, "photo": "file"}),
    ],
)  # fmt: skip
def test_body_is_read_as_its_media_type_says(kind, sent, value):
    """A reply's function sees data of the declared types."""
    mock, seen = taking(kind, {"schema": PET}), []
    mock.on("POST /a").reply(lambda request: seen.append(request.body) or 200)
    assert [asked(mock, "POST", "/a", **sent).status_code, seen] == [200, [value]], mock.log


def test_text_and_bytes_are_taken():
    """Plain text by its schema; XML and bytes as they are."""
    assert (
        asked(
            taking("text/plain", {"schema": {"type": "integer"}}),
            "POST",
            "/a",
            content="x",
            headers={"Content-Type": "text/plain"},
        ).status_code
        == 422
    )
    for kind in ("application/xml", "application/octet-stream", "image/*"):
        sent = {"content": b"\x00<a/>", "headers": {"Content-Type": kind.replace("*", "png")}}
        assert asked(taking(kind, {"schema": PET}), "POST", "/a", **sent).status_code == 200


def test_json_lines_are_judged_item_by_item():
    """A fault names the item."""
    mock = taking("application/jsonl", {"itemSchema": PET}, openapi="3.2.0")
    headers = {"Content-Type": "application/jsonl"}
    assert asked(mock, "POST", "/a", content=b'{"name":"a"}\n{"name":"b"}\n', headers=headers).status_code == 200
    assert places(asked(mock, "POST", "/a", content=b'{"name":"a"}\n{}\n', headers=headers)) == ["body[1].name"]


def test_other_media_type_is_415():
    """Also a body where the operation takes none; a body that is missing is 422."""
    mock = taking("application/json", {"schema": PET})
    assert asked(mock, "POST", "/a", content="x", headers={"Content-Type": "text/plain"}).status_code == 415
    assert places(asked(mock, "POST", "/a")) == ["body"]
    assert asked(taking("application/json", {"schema": PET}, required=False), "POST", "/a").status_code == 200
    none = mock_of({"/a": {"post": {"responses": {"200": answer_of()}}}})
    assert asked(none, "POST", "/a", content="x", headers={"Content-Type": "text/plain"}).status_code == 415


def test_read_only_members_are_not_asked_for():
    """What travels in one direction alone is judged in that direction."""
    schema = {"type": "object", "required": ["id", "name"], "properties": {"id": {"readOnly": True}, "name": {}}}
    assert asked(taking("application/json", {"schema": schema}), "POST", "/a", json={"name": 1}).status_code == 200


def test_paths_that_only_a_header_tells_apart():
    """Some services have one address for every operation; the one that the request fits answers."""

    def operation(name):
        target = {"name": "X-Target", "in": "header", "required": True, "schema": {"type": "string", "enum": [name]}}
        return get(target, r200=answer_of({"example": name}))

    mock = mock_of({"/#X-Target=a": operation("a"), "/#X-Target=b": operation("b")})
    assert [asked(mock, "GET", "/", headers={"X-Target": name}).json() for name in "ab"] == ["a", "b"]


def test_fault_of_a_secret_does_not_repeat_it():
    """Neither the answer nor the log shows a password that is too short, nor a key in the query."""
    parameter = {"name": "api_key", "in": "query", "schema": {"type": "string", "minLength": 50}}
    mock = taking("application/json", {"schema": {"properties": {"password": {"type": "integer"}}}})
    assert "hunter2" not in asked(mock, "POST", "/a", json={"password": "hunter2"}).text + repr(mock.log)
    keyed = mock_of({"/a": get(parameter)})
    assert "hunter2" not in asked(keyed, "GET", "/a?api_key=hunter2").text + repr(keyed.log) + keyed.log._repr_html_()


def test_document_without_address_is_called_all_the_same():
    """A relative server, or none: the client finds the mock at a name that no network knows."""
    for servers in ([{"url": "/v1"}], []):
        mock = mock_of({"/a": get()}, servers=servers)
        reply = Client(mock.api, transport=mock)["GET /a"]()
        assert [reply.status, reply.url.startswith("http://mock.test/")] == [200, True]


@pytest.mark.parametrize("own", [{"properties": {"name": {"type": "string"}}, "required": ["name"]}, {}])
def test_a_body_of_classes_that_are_all_closed_is_what_the_page_shows(own):
    """Generators close every class of an inheritance; page, sample, mock and client allow the members of all of them."""
    base = {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "integer"}},
        "additionalProperties": False,
    }
    media = {"schema": {"allOf": [base, {"type": "object", "additionalProperties": False} | own]}}
    operation = {"requestBody": {"content": {"application/json": media}}, "responses": {"200": answer_of(media)}}
    mock = mock_of({"/a": {"post": operation}})
    sample = sample_values(mock.api.operations[0]).body.value
    reply = Client(mock.api, transport=mock)["POST /a"](body=sample)
    assert sample.keys() == {"id", *own.get("required", ())}
    assert [reply.status, reply.mismatches] == [200, ()]
    shown = OpenApiEmbed(mock.api.document).html
    assert all(re.search(rf"<code[^>]*>{name}</code>", shown) for name in sample)
    with pytest.raises(ShapeError, match='must not have the property "more"'):
        Client(mock.api, transport=mock)["POST /a"](body=sample | {"more": 1})


def test_a_dot_in_a_member_of_a_label_belongs_to_the_value():
    """Dots travel as they are: what has no name of its own goes on with the member before it."""
    point = {"name": "v", "in": "path", "required": True, "style": "label", "explode": True}
    schema = {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}
    mock, seen = mock_of({"/a/{v}": get(point | {"schema": schema})}), []
    mock.on("GET /a/{v}").reply(lambda request: seen.append(request.parameters["v"]) or 200)
    value = {"x": "One. Two.", "y": "v1.2"}
    assert [Client(mock.api, transport=mock)["GET /a/{v}"](v=value).status, seen] == [200, [value]]


def test_a_method_with_a_server_of_its_own_shares_the_path_of_the_others():
    """The document's server may be `/v1` or `/v2`, one operation's own is `/v1`: both answer there."""
    several = {"url": HOST + "/{v}", "variables": {"v": {"enum": ["v1", "v2"], "default": "v1"}}}
    own = {"post": get()["get"] | {"servers": [{"url": "https://other.example.com/v1"}]}}
    mock = mock_of({"/a": get() | own}, servers=[several])
    asking = [asked(mock, method, "/v1/a").status_code for method in ("GET", "POST", "PUT")]
    assert asking == [200, 200, 405]
