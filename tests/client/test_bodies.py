"""How bodies are written: JSON, forms, multipart, streams of items, text, bytes."""

from __future__ import annotations

import datetime
import decimal
import email
import enum
import io
import json
import uuid
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from apiref_nb.errors import ShapeError
from apiref_nb.model import MediaType
from tests.client.documents import PET, body, operation, schema

PNG = b"\x89PNG\r\n\x1a\n\0\xff"


@pytest.fixture
def send(client_of, server):
    """Send a body that is declared so, and return the request as it arrived."""

    def run(declared, value, **more):
        client_of(operation("POST /things", "addThing", request_body=declared)).add_thing(value, **more)
        return server.last

    return run


def parts_of(sent):
    """The parts of a multipart request, read by Python's own mail parser."""
    head = f"Content-Type: {sent.headers['content-type']}\r\n\r\n".encode()
    return email.message_from_bytes(head + sent.data).get_payload()


@pytest.mark.parametrize("value", [{"a": [1, None, True, "ü"]}, [1, 2], "text", 1.5, False])
def test_values_travel_as_json(send, value):
    """Whatever has a JSON form is sent as UTF-8 JSON."""
    sent = send(body({"type": ["object", "array", "string", "number", "boolean"]}), value)
    assert json.loads(sent.data) == value
    assert sent.headers["content-type"] == "application/json"


def test_the_representation_that_says_most_is_meant(send):
    """A type that is asked for is itself before a range that covers it, wherever that stands."""
    exact = MediaType(media_type="application/json", schema=schema(PET))
    declared = body({"type": "string"}, "*/*", more=(exact,))
    with pytest.raises(ShapeError, match=r"^addThing\.body\.photoUrls: is required"):
        send(declared, {"name": "a"}, content_type="application/json")


def test_json_text_is_sent_as_it_is(send):
    """Text for a body that is no text is JSON that was written already."""
    sent = send(body(PET), '{ "name": "a",  "photoUrls": [] }')
    assert sent.data == b'{ "name": "a",  "photoUrls": [] }'


def test_json_text_is_checked_too(send, server):
    """Text that is JSON must meet the schema, and text that is not is refused."""
    with pytest.raises(ShapeError, match=r"^addThing\.body\.photoUrls: is required"):
        send(body(PET), '{"name": "a"}')
    with pytest.raises(ShapeError, match="valid JSON"):
        send(body(PET), "{name: a}")
    assert server.requests == []


def test_python_values_become_json(send):
    """Dates, enums, decimals, UUIDs, models, dataclasses and numpy values have a JSON form."""
    numpy = pytest.importorskip("numpy", reason="numpy comes with pandas, which is optional")

    class Status(enum.Enum):
        SOLD = "sold"

    class Tag(BaseModel):
        name: str

    @dataclass
    class Owner:
        name: str

    given = {
        "date": datetime.date(2024, 2, 29),
        "status": Status.SOLD,
        "price": decimal.Decimal("9.5"),
        "id": uuid.UUID(int=1),
        "tag": Tag(name="t"),
        "owner": Owner("o"),
        "count": numpy.int64(3),
        "list": numpy.array([1, 2]),
        "pair": (1, 2),
    }
    assert json.loads(send(body({}), given).data) == {
        "date": "2024-02-29",
        "status": "sold",
        "price": 9.5,
        "id": "00000000-0000-0000-0000-000000000001",
        "tag": {"name": "t"},
        "owner": {"name": "o"},
        "count": 3,
        "list": [1, 2],
        "pair": [1, 2],
    }


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": {1, 2}}, r"addThing\.body\.a: .*a set has no order"),
        ({"a": [float("nan")]}, r"addThing\.body\.a\[0\]: must be a finite number"),
        ({1: 2}, r"addThing\.body: must have text as its keys"),
        ({"a": object()}, r"addThing\.body\.a: must be text, a number"),
        ({"a": "\ud800"}, r"addThing\.body: must be text without lone surrogates"),
    ],
)
def test_what_has_no_json_form_is_named(send, server, value, message):
    """A value that cannot be written is named with its place, and nothing is sent."""
    with pytest.raises(ShapeError, match="^" + message):
        send(body({}), value)
    assert server.requests == []


def test_a_value_that_contains_itself_is_refused(send):
    """Endless nesting ends in an error, not in a RecursionError."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(ShapeError, match="nested deeper"):
        send(body({}), endless)


def test_urlencoded_forms(send):
    """Lists repeat their name, mappings travel as JSON, spaces as `+`."""
    sent = send(
        body({"type": "object"}, "application/x-www-form-urlencoded"),
        {"a": "1 2&3", "b": ["x", "y"], "c": {"d": 1}, "e": None},
    )
    assert sent.data == b"a=1+2%263&b=x&b=y&c=%7B%22d%22%3A1%7D"
    assert sent.headers["content-type"] == "application/x-www-form-urlencoded"


def test_urlencoded_encoding_is_followed(send):
    """Style and explode of a field's encoding decide how it is written."""
    encoding = {
        "a": {"style": "pipeDelimited", "explode": False},
        "b": {"style": "form", "explode": False},
        "c": {"style": "deepObject", "explode": True},
        "d": {"content_type": "application/json"},
    }
    given = {"a": [1, 2], "b": [1, 2], "c": {"x": 1}, "d": [1, 2]}
    sent = send(body({}, "application/x-www-form-urlencoded", encoding=encoding), given)
    assert sent.data == b"a=1%7C2&b=1,2&c%5Bx%5D=1&d=%5B1%2C2%5D"


def test_forms_are_checked(send):
    """A form meets its schema like any other body."""
    declared = body({"type": "object", "properties": {"age": {"type": "integer"}}}, "application/x-www-form-urlencoded")
    with pytest.raises(ShapeError, match=r'^addThing\.body\.age: must be integer \(got "x"\)'):
        send(declared, {"age": "x"})


def test_multipart_with_files(send, tmp_path):
    """Files keep their name and type; text and mappings are parts beside them."""
    path = tmp_path / 'a"b.png'
    path.write_bytes(PNG)
    declared = body({"type": "object"}, "multipart/form-data", encoding={"meta": {"content_type": "application/json"}})
    given = {
        "note": "grüße",
        "count": 3,
        "meta": {"a": 1},
        "tags": ["x", "y"],
        "file": path,
        "raw": PNG,
        "named": ("n.txt", b"hi", "text/plain"),
        "open": io.BytesIO(b"io"),
    }
    parts = parts_of(send(declared, given))
    seen = [
        (
            part.get_param("name", header="content-disposition"),
            part.get_filename(),
            part["content-type"],
            part.get_payload(decode=True),
        )
        for part in parts
    ]
    assert seen == [
        ("note", None, None, "grüße".encode()),
        ("count", None, None, b"3"),
        ("meta", None, "application/json", b'{"a": 1}'),
        ("tags", None, None, b"x"),
        ("tags", None, None, b"y"),
        ("file", "a%22b.png", "image/png", PNG),
        ("raw", "raw", "application/octet-stream", PNG),
        ("named", "n.txt", "text/plain", b"hi"),
        ("open", "open", "application/octet-stream", b"io"),
    ]


def test_multipart_encoding_names_the_type_of_a_file(send):
    """A field's declared content type goes onto its part."""
    declared = body({}, "multipart/form-data", encoding={"photo": {"content_type": "image/jpeg, image/png"}})
    (part,) = parts_of(send(declared, {"photo": b"x"}))
    assert part["content-type"] == "image/jpeg"


def test_files_have_no_style(send):
    """`style` and `explode` write values, as some frameworks say of every list; files of a list are parts."""
    properties = {"photos": {"type": "array", "items": FILE}, "tags": {"type": "array", "items": {"type": "string"}}}
    styled = {name: {"style": "form", "explode": True} for name in properties}
    declared = body({"type": "object", "properties": properties}, "multipart/form-data", encoding=styled)
    sent = send(declared, {"photos": [("a.png", b"A"), ("b.png", b"B")], "tags": ["x", "y"]}).data
    assert [sent.count(part) for part in (b'name="photos"; filename="', b'name="tags"')] == [2, 2]


def test_multipart_files_meet_required(send, server):
    """A file counts as its field, and a missing one is named."""
    declared = body(
        {
            "type": "object",
            "required": ["file"],
            "properties": {"file": {"type": "string", "format": "binary", "maxLength": 1}},
        },
        "multipart/form-data",
    )
    send(declared, {"file": PNG})
    with pytest.raises(ShapeError, match=r"^addThing\.body\.file: is required"):
        send(declared, {"other": "x"})
    assert len(server.requests) == 1


@pytest.mark.parametrize("name", ['x"\r\nX-Evil: 1', "a\r\n\r\nb"])
def test_multipart_names_cannot_leave_their_header(send, name):
    """Field and file names cannot add a header to a part."""
    (part,) = parts_of(send(body({}, "multipart/form-data"), {name: (name, b"hi")}))
    assert sorted(key.lower() for key in part) == ["content-disposition", "content-type"]
    assert part.get_payload(decode=True) == b"hi"


def test_the_same_multipart_value_gives_the_same_bytes(send):
    """The boundary is drawn from the content, and never stands inside it."""
    declared = body({}, "multipart/form-data")
    first = send(declared, {"a": b"1"}).data
    assert send(declared, {"a": b"1"}).data == first


@pytest.mark.parametrize("make", [lambda p: PNG, bytearray, memoryview, lambda p: io.BytesIO(PNG), lambda p: p])
def test_binary_bodies(send, tmp_path, make):
    """Bytes, open files and paths are sent as they are."""
    path = tmp_path / "x.png"
    path.write_bytes(PNG)
    given = make(PNG) if make in (bytearray, memoryview) else make(path)
    sent = send(body(None, "application/octet-stream"), given)
    assert sent.data == PNG
    assert sent.headers["content-type"] == "application/octet-stream"


def test_a_range_becomes_the_type_of_the_file(send, tmp_path):
    """`image/*` is not a type that can be sent; the file's own is."""
    path = tmp_path / "x.png"
    path.write_bytes(PNG)
    assert send(body(None, "image/*"), path).headers["content-type"] == "image/png"


def test_a_mapping_for_any_type_is_json(send):
    """`*/*` holds JSON when the value is a mapping."""
    sent = send(body({"type": "object"}, "*/*"), {"a": 1})
    assert (sent.headers["content-type"], sent.data) == ("application/json", b'{"a":1}')


def test_text_files_opened_as_text_are_refused(send, tmp_path):
    """A file opened without "b" gives text, whose bytes nobody chose."""
    path = tmp_path / "x.txt"
    path.write_text("hi")
    with path.open() as file, pytest.raises(ShapeError, match='open\\(path, "rb"\\)'):
        send(body(None, "application/octet-stream"), file)


FILE = {"type": "string", "format": "binary"}


@pytest.mark.parametrize("photo", [
    FILE,
    {"type": "string", "contentMediaType": "application/octet-stream"},
    {"anyOf": [FILE, {"type": "null"}]},
    {"type": "array", "items": FILE},
    {"oneOf": [{"type": "array", "items": FILE}, {"type": "null"}]},
])  # fmt: skip
def test_the_name_of_a_file_in_its_place_is_refused(client_of, send, photo):
    """`"photo.jpg"` is text, and no file, also where null or several files are allowed; the message says what is."""
    declared = body({"type": "object", "properties": {"photo": photo}}, "multipart/form-data")
    given = {"photo": ["photo.jpg"] if "array" in str(photo) else "photo.jpg"}
    with pytest.raises(ShapeError, match=r'\.body\.photo: must be a pathlib\.Path, bytes or .* \(got "photo\.jpg"\)'):
        send(declared, given)
    assert client_of(operation("POST /x", "add", request_body=declared), check=False).add(given).ok


def test_a_file_that_is_not_there_is_named_by_its_argument(send, tmp_path):
    """A missing file is an error of the argument."""
    with pytest.raises(ShapeError, match=r"^addThing\.body: must be a file that can be read"):
        send(body(None, "application/octet-stream"), tmp_path / "missing")


def test_text_bodies(send):
    """Text travels as UTF-8 with the declared type."""
    sent = send(body({"type": "string"}, "text/plain"), "grüße")
    assert sent.data == "grüße".encode()


def test_xml_is_given_as_text(send):
    """A mapping has no one XML form, so XML is given as text."""
    assert send(body({"type": "object"}, "application/xml"), "<a/>").data == b"<a/>"
    with pytest.raises(ShapeError, match="must be text or bytes, for it travels as application/xml"):
        send(body({"type": "object"}, "application/xml"), {"a": 1})


@pytest.mark.parametrize(
    ("media_type", "data"),
    [("application/jsonl", b'{"a":1}\n{"a":2}\n'), ("application/json-seq", b'\x1e{"a":1}\n\x1e{"a":2}\n')],
)
def test_streams_of_items(send, media_type, data):
    """OpenAPI 3.2's sequential types are written item by item."""
    declared = MediaType(media_type=media_type, item_schema=schema({"type": "object"}))
    given = body(more=()).__class__(content=(declared,), required=True)
    assert send(given, [{"a": 1}, {"a": 2}]).data == data
    with pytest.raises(ShapeError, match=r"^addThing\.body\[1\]: must be object"):
        send(given, [{}, 1])


def test_the_representation_follows_the_value(send):
    """Of several representations the one that can hold the value is sent; `content_type` decides otherwise."""
    declared = body(
        PET, more=(MediaType(media_type="application/x-www-form-urlencoded"), MediaType(media_type="application/xml"))
    )
    pet = {"name": "a", "photoUrls": []}
    assert send(declared, pet).headers["content-type"] == "application/json"
    form = send(declared, pet, content_type="application/x-www-form-urlencoded")
    assert (form.headers["content-type"], form.data) == ("application/x-www-form-urlencoded", b"name=a")
    with pytest.raises(ShapeError, match=r"^addThing\.content_type: must be one of: application/json, "):
        send(declared, pet, content_type="text/csv")


def test_bytes_for_json_are_sent_unchecked(send):
    """Bytes are always sent as they are: the way around every check."""
    assert send(body(PET), b"{}").data == b"{}"


def test_read_only_members_are_not_asked_for(send):
    """What only the server sends is not required of a request."""
    declared = body({"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "readOnly": True}}})
    assert send(declared, {}).data == b"{}"


def test_a_body_that_is_left_out(client_of, server):
    """An optional body may be left out, a required one may not."""
    client = client_of(
        operation("POST /a", "a", request_body=body(PET, required=False)),
        operation("POST /b", "b", request_body=body(PET)),
    )
    client.a()
    assert (server.last.data, server.last.headers.get("content-type")) == (b"", None)
    with pytest.raises(ShapeError, match=r"^b\.body: is required$"):
        client.b()
