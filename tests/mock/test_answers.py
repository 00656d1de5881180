"""Which answer the mock sends: operation, status, representation, value and headers."""

# ruff: noqa: E501 - a table of documents and requests reads better unbroken

from __future__ import annotations

import io
import json

import pytest

from tests.mock.documents import HOST, answer_of, asked, get, mock_of, places


def text_of(mock, target, **more):
    return asked(mock, "GET", target, **more).text


def test_concrete_path_comes_before_templated():
    """`/pets/mine` is not `/pets/{id}`, whichever stands first."""
    mock = mock_of(
        {"/pets/{id}": get(r200=answer_of({"example": "one"})), "/pets/mine": get(r200=answer_of({"example": "mine"}))}
    )
    assert [text_of(mock, "/pets/mine"), text_of(mock, "/pets/7")] == ['"mine"', '"one"']


def test_leftmost_concrete_segment_decides():
    """Of `/{a}/x` and `/y/{b}` the second has `/y/x`."""
    mock = mock_of({"/{a}/x": get(r200=answer_of({"example": "a"})), "/y/{b}": get(r200=answer_of({"example": "b"}))})
    assert text_of(mock, "/y/x") == '"b"'


@pytest.mark.parametrize(
    ("server", "path"),
    [
        ({"url": "/v1"}, "/v1/pets"),
        ({"url": "https://other.example/base/"}, "/base/pets"),
        ({"url": "https://{at}.example/{v}", "variables": {"at": {"default": "a"}, "v": {"default": "v1", "enum": ["v1", "v2"]}}}, "/v2/pets"),
        ({"url": "{root}/x", "variables": {"root": {"default": "https://a.example/r"}}}, "/r/x/pets"),
        ({"url": "https://a.example/t/{tenant}", "variables": {"tenant": {"default": "demo"}}}, "/t/mine/pets"),
        ({"url": "/v1"}, "/pets"),
    ],
)  # fmt: skip
def test_server_path_stands_before_the_path(server, path):
    """With its variables; without it the path is found as well."""
    assert text_of(mock_of({"/pets": get()}, servers=[server]), path) == '"ok"'


def test_other_value_of_a_listed_server_variable_is_not_found():
    """A variable with a list takes no other value."""
    server = {"url": "/{v}", "variables": {"v": {"default": "v1", "enum": ["v1", "v2"]}}}
    assert asked(mock_of({"/pets": get()}, servers=[server]), "GET", "/v3/pets").status_code == 404


def test_encoded_path_is_the_decoded_one():
    """Percent-encoding does not matter for text of the document, and an encoded slash stays within its value."""
    mock = mock_of({"/a path/{id}": get({"name": "id", "in": "path", "required": True, "schema": {"const": "x/y"}})})
    assert text_of(mock, "/a%20path/x%2Fy") == '"ok"'


def test_unknown_path_is_404_and_unknown_method_405_with_allow():
    """Both as problems; `Allow` names what there is."""
    mock = mock_of({"/pets": get() | {"post": {"responses": {"201": answer_of()}}}})
    lost, wrong = asked(mock, "GET", "/dogs"), asked(mock, "DELETE", "/pets")
    assert [lost.status_code, wrong.status_code, wrong.headers["allow"]] == [404, 405, "GET, HEAD, POST"]
    assert {lost.headers["content-type"], wrong.headers["content-type"]} == {"application/problem+json"}
    assert asked(mock, "OPTIONS", "/pets").headers["allow"] == "GET, HEAD, POST"
    near = asked(mock, "GET", "/pet").json()["detail"]
    assert [near, lost.json()["detail"]] == [
        "The document has no path for /pet; did you mean /pets?",
        "The document has no path for /dogs; it has /pets",
    ]


@pytest.mark.parametrize(
    ("codes", "status"),
    [
        (["404", "204", "201"], 201),
        (["4XX", "2XX"], 200),
        (["404", "default"], 200),
        (["404", "500"], 404),
        (["5XX", "4XX"], 500),
        (["302"], 302),
    ],
)
def test_usual_answer_is_the_lowest_success(codes, status):
    """Then `2XX`, then `default`, then whatever is documented first."""
    responses = {code: {"description": "x"} for code in codes}
    assert asked(mock_of({"/a": {"get": {"responses": responses}}}), "GET", "/a").status_code == status


def test_prefer_chooses_status_and_example():
    """By the header, or by `__code` and `__example` in the query; what is not declared is 404."""
    named = {"examples": {"cat": {"value": "miaow"}, "dog": {"value": "woof"}}}
    mock = mock_of({"/a": get(r200=answer_of(named), r404=answer_of({"example": "gone"}), r5XX=answer_of())})
    assert text_of(mock, "/a", headers={"Prefer": "example=dog"}) == '"woof"'
    assert text_of(mock, "/a?__example=dog") == '"woof"'
    found = [asked(mock, "GET", "/a", headers={"Prefer": f"code={code}"}) for code in (404, 503, 418)]
    assert [(one.status_code, one.text[:6]) for one in found] == [(404, '"gone"'), (503, ""), (404, '{"titl')]
    assert asked(mock, "GET", "/a?__example=cow").status_code == 404


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("application/json", "application/json"),
        ("application/json;q=0.5, application/xml", "application/xml"),
        ("text/html, application/*;q=0.2", "application/xml"),
        ("*/*", "application/xml"),
        ("application/json;q=0, */*;q=0.1", "application/xml"),
        ("image/png", "application/problem+json"),
    ],
)
def test_accept_chooses_the_representation(accept, expected):
    """By weight, then by the order of the document; none that is acceptable is 406."""
    content = {"application/xml": {"example": "<a/>"}, "application/json": {"example": 1}}
    answer = asked(
        mock_of({"/a": get(r200={"description": "", "content": content})}), "GET", "/a", headers={"Accept": accept}
    )
    assert answer.headers["content-type"] == expected
    assert (answer.status_code == 406) == (accept == "image/png")


def test_an_error_that_was_asked_for_comes_in_its_own_representation():
    """An error is better than none: a client accepts what success looks like."""
    gone = {"description": "", "content": {"application/problem+json": {"example": {"title": "gone"}}}}
    headers = {"Prefer": "code=404", "Accept": "application/json"}
    answer = asked(mock_of({"/a": get(r200=answer_of({"example": 1}), r404=gone)}), "GET", "/a", headers=headers)
    assert [answer.status_code, answer.json()] == [404, {"title": "gone"}]


def test_no_accept_header_means_json():
    """Where there is JSON; `*/*` means the first."""
    content = {"text/plain": {"example": "a"}, "application/json": {"example": 1}}
    mock = mock_of({"/a": get(r200={"description": "", "content": content})})
    from apiref_nb.mock.received import Received

    assert mock.answer(Received(method="GET", path="/a"))[0].body == b"1"


def test_invalid_example_gives_way_to_a_made_value():
    """The author's example is sent where it is valid, the next one where it is not, else a value from the schema."""
    schema = {"type": "integer", "minimum": 5}
    one, two = (
        {"schema": schema, "example": "x"},
        {"schema": schema, "examples": {"a": {"value": 1}, "b": {"value": 9}}},
    )
    mock = mock_of({"/one": get(r200=answer_of(one)), "/two": get(r200=answer_of(two))})
    assert [int(text_of(mock, "/one")) >= 5, text_of(mock, "/two")] == [True, "9"]


def test_write_only_members_are_never_sent():
    """An author's example loses them at any depth, whatever branch says so; what is then left decides if it is sent."""
    code = {"properties": {"code": {"type": "integer", "writeOnly": True}, "last": {"type": "string"}}}
    schema = {
        "allOf": [{"properties": {"card": {"anyOf": [{"title": "Card"} | code]}}}],
        "properties": {
            "all": {"type": "object", "additionalProperties": code},
            "list": {"type": "array", "items": {"allOf": [code]}},
        },
    }
    member = {"code": 1, "last": "4"}
    whole = {"card": member, "all": {"a": member}, "list": [member]}
    kept = {"card": {"last": "4"}, "all": {"a": {"last": "4"}}, "list": [{"last": "4"}]}
    paths = {"/a": get(r200=answer_of({"schema": schema, "example": whole})),
             "/b": get(r200=answer_of({"schema": code | {"minProperties": 2}, "example": member}))}  # fmt: skip
    assert json.loads(text_of(mock_of(paths), "/a")) == kept
    assert "code" not in text_of(mock_of(paths), "/b")


def test_an_example_that_fails_its_format_gives_way():
    """The mock judges by formats, as the client does."""
    schema = {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}
    example = {"day": "2025-10-15T13:51:36Z"}
    for media in ({"schema": schema, "example": example}, {"schema": schema | {"example": example}}):
        sent = json.loads(text_of(mock_of({"/a": get(r200=answer_of(media))}), "/a"))
        assert len(sent["day"]) == len("2025-10-15")


def test_same_request_same_bytes_and_seeds_vary():
    """A seed changes what is made, dynamic answers follow from the request; each time the same."""
    schema = {
        "type": "object",
        "required": ["id", "name"],
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    }
    paths = {
        "/a/{x}": get(
            {"name": "x", "in": "path", "required": True, "schema": {"type": "string"}},
            r200=answer_of({"schema": schema}),
        )
    }

    def said(target="/a/1", **more):
        return text_of(mock_of(paths, **more), target)

    assert said() == said("/a/2") == said()
    assert len({said(seed=seed) for seed in range(4)}) == 4
    assert said(seed=3) == said(seed=3)
    dynamic = [said(f"/a/{n}", dynamic=True) for n in range(4)]
    assert len(set(dynamic)) == 4
    assert dynamic == [said(f"/a/{n}", dynamic=True) for n in range(4)]
    assert text_of(mock_of(paths), "/a/1", headers={"Prefer": "dynamic=true"}) == dynamic[1]


def test_declared_headers_are_sent():
    """With the author's example, else with a value of their schema."""
    headers = {"X-Left": {"schema": {"type": "integer"}, "example": 41}, "X-Kind": {"schema": {"enum": ["a", "b"]}},
               "Content-Encoding": {"schema": {"const": "gzip"}}}  # fmt: skip
    answer = asked(mock_of({"/a": get(r200=answer_of({"example": 1}, headers=headers))}), "GET", "/a")
    assert [answer.headers.get(name) for name in ("x-left", "x-kind", "content-encoding")] == ["41", "a", None]


def test_head_and_204_have_no_body():
    """HEAD answers as declared, without its body."""
    mock = mock_of({"/a": {"head": {"responses": {"200": answer_of({"example": 1}, headers={"N": {"example": "abc"}})}},
                           "delete": {"responses": {"204": answer_of()}}}})  # fmt: skip
    head, gone = asked(mock, "HEAD", "/a"), asked(mock, "DELETE", "/a")
    assert [head.status_code, head.content, head.headers["n"]] == [200, b"", "abc"]
    assert [gone.status_code, gone.content, "content-type" in gone.headers] == [204, b"", False]


def test_head_is_answered_wherever_get_is():
    """With the headers of the answer to GET, its size among them; 405 where neither is declared (RFC 9110, 9.1)."""
    mock = mock_of({"/a": get({"name": "n", "in": "query", "required": True}), "/b": {"post": get()["get"]}})
    whole, head, unmet = (asked(mock, *request) for request in (("GET", "/a?n=1"), ("HEAD", "/a?n=1"), ("HEAD", "/a")))
    assert [head.status_code, head.content, head.headers] == [200, b"", whole.headers]
    assert [head.headers["content-length"], unmet.status_code, mock.log[1].operation] == ["4", 422, "GET /a"]
    assert asked(mock, "HEAD", "/b").headers["allow"] == "POST"


def test_files_are_whole():
    """A picture is a picture; bytes of no known kind are some bytes."""
    content = {"image/png": {"schema": {"type": "string", "format": "binary"}}, "application/zip": {}, "model/x": {}}
    mock = mock_of({"/a": get(r200={"description": "", "content": content})})
    png, archive, other = (asked(mock, "GET", "/a", headers={"Accept": kind}) for kind in content)
    import zipfile

    assert png.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert png.content.endswith(b"IEND\xaeB`\x82")
    assert zipfile.ZipFile(io.BytesIO(archive.content)).namelist() == []
    assert other.content


@pytest.mark.parametrize(
    ("kind", "start"),
    [("text/event-stream", b"data: "), ("application/jsonl", b"{"), ("application/json-seq", b"\x1e")],
)
def test_streams_come_in_their_items(kind, start):
    """Each item is a piece of its own, framed as its media type says."""
    schema = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
    paths = {"/a": get(r200={"description": "", "content": {kind: {"itemSchema": schema}}})}
    mock = mock_of(paths, openapi="3.2.0")
    import httpx

    with httpx.Client(transport=mock) as client, client.stream("GET", f"{HOST}/a") as answer:
        chunks = list(answer.iter_raw())
    assert len(chunks) == 2
    assert all(chunk.startswith(start) for chunk in chunks)


def test_xml_and_forms_are_written_as_such():
    """An example that is data is written in the form of its media type."""
    content = {"application/xml": {"example": {"id": 1}, "schema": {"xml": {"name": "pet"}, "type": "object"}},
               "application/x-www-form-urlencoded": {"example": {"a": "b c"}}}  # fmt: skip
    mock = mock_of({"/a": get(r200={"description": "", "content": content})})
    assert "<pet>" in text_of(mock, "/a", headers={"Accept": "application/xml"})
    assert text_of(mock, "/a", headers={"Accept": "application/x-www-form-urlencoded"}) == "a=b+c"


def test_declared_error_is_preferred_to_a_problem():
    """The author's answer to 422 (else 400, else a range or `default`); its faults stand in a header."""
    parameter = {"name": "n", "in": "query", "required": True, "schema": {"type": "integer"}}
    bare, own = (
        mock_of({"/a": get(parameter)}),
        mock_of({"/a": get(parameter, r200=answer_of(), r400=answer_of({"example": "no"}))}),
    )
    assert [asked(bare, "GET", "/a").status_code, places(asked(bare, "GET", "/a"))] == [422, ["query.n"]]
    answer = asked(own, "GET", "/a")
    assert [answer.status_code, answer.text, answer.headers["mock-faults"]] == [400, '"no"', "query.n: is required"]


def test_declared_error_without_example_says_what_is_wrong():
    """Where its schema has a place for words, or takes a problem as it is."""
    parameter = {"name": "n", "in": "query", "required": True, "schema": {"type": "integer"}}
    words = {
        "schema": {
            "type": "object",
            "required": ["message"],
            "additionalProperties": False,
            "properties": {"message": {"type": "string"}},
        }
    }
    free = {"description": "", "content": {"application/problem+json": {"schema": {"type": "object"}}}}
    told = asked(mock_of({"/a": get(parameter, r200=answer_of(), r422=answer_of(words))}), "GET", "/a")
    assert told.json() == {"message": "query.n: is required"}
    answer = asked(mock_of({"/a": get(parameter, r200=answer_of(), r4XX=free)}), "GET", "/a")
    assert [answer.status_code, places(answer)] == [422, ["query.n"]]


SCHEMES = {
    "key": {"type": "apiKey", "in": "query", "name": "k"},
    "basic": {"type": "http", "scheme": "Basic"},
    "token": {"type": "oauth2", "flows": {"password": {"tokenUrl": "/t", "scopes": {}}}},
}


@pytest.mark.parametrize(
    ("security", "target", "headers", "status"),
    [
        ([{"key": []}], "/a", {}, 401),
        ([{"key": []}], "/a?k=1", {}, 200),
        ([{"key": []}], "/a?k=", {}, 401),
        ([{"basic": []}], "/a", {"Authorization": "basic dTpw"}, 200),
        ([{"basic": []}], "/a", {"Authorization": "Basic abc123"}, 401),
        ([{"basic": []}], "/a", {"Authorization": "Bearer dTpw"}, 401),
        ([{"token": []}], "/a", {"Authorization": "Bearer x"}, 200),
        ([{"key": [], "token": []}], "/a", {"Authorization": "Bearer x"}, 401),
        ([{"key": []}, {"token": []}], "/a", {"Authorization": "Bearer x"}, 200),
        ([{"key": []}, {}], "/a", {}, 200),
    ],
)
def test_credentials_are_looked_for(security, target, headers, status):
    """Their presence and form, by the alternatives of the operation; a 401 names what a server would ask for."""
    mock = mock_of({"/a": get()}, security=security, components={"securitySchemes": SCHEMES})
    answer = asked(mock, "GET", target, headers=headers)
    assert answer.status_code == status
    if status == 401 and "basic" in str(security):
        assert answer.headers["www-authenticate"] == 'Basic realm="*"'


def test_clients_log_in_at_the_mock():
    """A token is given out where the document says, and a Digest challenge is one that a client can answer."""
    from apiref_nb import Client

    flows = {"clientCredentials": {"tokenUrl": f"{HOST}/oauth/token", "scopes": {}}}
    schemes = {"token": {"type": "oauth2", "flows": flows}, "digest": {"type": "http", "scheme": "digest"}}
    for name, held in (
        ("token", {"client_id": "me", "client_secret": "secret"}),
        ("digest", {"username": "u", "password": "pass"}),
    ):
        mock = mock_of({"/a": get()}, security=[{name: []}], components={"securitySchemes": schemes})
        with Client(mock.api, transport=mock, **held) as client:
            assert client["GET /a"]().status == 200, mock.log


def test_words_of_a_document_are_one_header():
    """A media type, a method or a header that is none cannot break the answer apart."""
    content = {"text/pl\r\nX-Evil: 1": {"example": "a"}, "caf\u00e9/x": {"example": "b"}}
    headers = {"X Bad": {"example": "1"}, "X-Line": {"example": "a\r\nX-Evil: 1"}, "X-Word": {"example": "caf\u00e9"}}
    mock = mock_of({"/a": get(r200={"description": "", "content": content, "headers": headers})})
    for accept in ("*/*", "caf\u00e9/x".encode(), None):
        answer = asked(mock, "GET", "/a", headers={"Accept": accept} if accept else {})
        assert answer.status_code in (200, 406)
        assert "x-evil" not in answer.headers
