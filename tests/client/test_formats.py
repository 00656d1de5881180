"""`format` is a promise of an API: what is sent and what comes back are held against it, in the same words."""

from __future__ import annotations

import datetime
import json
import uuid

import pytest

from apiref_nb.errors import ShapeError
from apiref_nb.schemas.formats import FORMATS, NUMBER_FORMATS, TEXT_FORMATS
from tests.client.documents import body, header, operation, parameter, response
from tests.client.loopback import Says

CASES = {
    "date-time": ("2024-05-17T12:00:00.5+02:00", "2024-05-17 12:00"),
    "date": ("2024-02-29", "2023-02-29"),
    "time": ("12:00:00Z", "noon"),
    "duration": ("P1DT12H", "1 day"),
    "email": ("ada@example.com", "ada"),
    "idn-email": ("ä@example.com", "ä"),
    "hostname": ("a.example", "a_b"),
    "idn-hostname": ("ä.example", "a b"),
    "ipv4": ("192.0.2.1", "192.0.2"),
    "ipv6": ("2001:db8::1", "2001"),
    "uri": ("https://a.example/b", "/b"),
    "uri-reference": ("/b", "a b"),
    "uri-template": ("/{b}", "/{b"),
    "iri": ("https://ä.example/", "/ä"),
    "iri-reference": ("/ä", "a b"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "123"),
    "json-pointer": ("/a~1b", "a"),
    "relative-json-pointer": ("1/a", "/a"),
    "regex": ("[a-z]", "[a-z"),
    "byte": ("aGVsbG8=", "hello!"),
}
"""Format -> (a text that has it, one that has not)."""

WHOLE = {name: (most, most + 1) for name, (_, most) in NUMBER_FORMATS.items()}
WHOLE |= {f"{name} below": (least, least - 1) for name, (least, _) in NUMBER_FORMATS.items()}


@pytest.fixture
def send_of(client_of):
    """Make the call of an operation whose parameter, body, answer and its header are of one schema."""

    def make(raw, **arguments):
        answer = response(raw={"type": "array", "items": raw}, headers=[header("X-A", raw)])
        sent = body({"properties": {"b": raw}}, required=False)
        asked = operation(
            "POST /a", "send", parameters=[parameter("q", raw=raw)], request_body=sent, responses=[answer]
        )
        return client_of(asked, **arguments).send

    return make


def test_every_format_has_its_case():
    """A format that is added to the table is tested with it."""
    assert CASES.keys() == TEXT_FORMATS.keys()
    assert TEXT_FORMATS.keys() | NUMBER_FORMATS.keys() == FORMATS


@pytest.mark.parametrize(("name", "good", "bad"), [(name, *pair) for name, pair in (CASES | WHOLE).items()])
def test_a_format_is_checked_in_both_directions(server, send_of, name, good, bad):
    """Parameters, bodies, answers and their headers; the message says what the format asks for."""
    name, kind = name.removesuffix(" below"), "string" if isinstance(good, str) else "integer"
    send = send_of({"type": kind, "format": name})
    server.says = Says(headers=[("Content-Type", "application/json")], data=json.dumps([good, bad]).encode())
    reply = send(q=good, body={"b": good})
    said = TEXT_FORMATS.get(name, "at ")
    assert [(place, said in message) for place, message in reply.mismatches] == [("body[1]", True)]
    for given in ({"q": bad}, {"body": {"b": bad}}):
        with pytest.raises(ShapeError, match=r"send\.(q|body\.b): must be "):
            send(**given)
    text = str(bad)
    server.says = Says(headers=[("X-A", text), ("Content-Type", "application/json")], data=b"[]")
    if text.isascii():
        assert [place for place, _ in send().mismatches] == ["header X-A"]


def test_formats_are_left_out_when_asked(server, send_of):
    """All of them, or those that are named; types are checked all the same."""
    schema = {"type": "string", "format": "date"}
    server.says = Says(data=b'["soon"]')
    for ignored in (True, {"date"}, "date"):
        reply = send_of(schema, ignore_formats=ignored)(q="soon")
        assert reply.mismatches == ()
    with pytest.raises(ShapeError, match="must be a date"):
        send_of(schema, ignore_formats={"uuid"})(q="soon")
    with pytest.raises(ShapeError, match="must be string"):
        send_of(schema, ignore_formats=True)(body={"b": 1})
    with pytest.raises(ShapeError, match=r"ignore_formats: must name formats .*got \"day\""):
        send_of(schema, ignore_formats={"day"})


def test_without_checks_only_the_answer_is_held_against_a_format(server, send_of):
    """`check=False` sends what is given; what comes back is compared as ever."""
    server.says = Says(data=b'["soon"]')
    reply = send_of({"type": "string", "format": "date"}, check=False)(q="soon")
    assert [place for place, _ in reply.mismatches] == ["body[0]"]


def test_values_of_pythons_own_types_have_the_formats_text(server, send_of):
    """A time that names no offset is none of RFC 3339, and is refused before it is sent."""
    at = datetime.datetime(2024, 5, 17, 12, tzinfo=datetime.UTC)
    send_of({"type": "string", "format": "date-time"})(q=at)
    assert server.last.target == "/a?q=2024-05-17T12%3A00%3A00%2B00%3A00"
    send_of({"type": "string", "format": "uuid"})(q=uuid.UUID(int=1))
    with pytest.raises(ShapeError, match=r"date and time of RFC 3339, such as .* \(got \"2024-05-17T12:00:00\"\)"):
        send_of({"type": "string", "format": "date-time"})(q=at.replace(tzinfo=None))


def test_formats_of_other_types_and_unknown_ones_ask_for_nothing(server, send_of):
    """`int64` written as text, as Google does, and a format of the author's own."""
    send_of({"type": "string", "format": "int64"})(q="9" * 30)
    send_of({"type": "string", "format": "colour"})(q="any")
    send_of({"type": "string", "format": "password"})(q="any")


def test_a_format_below_other_keywords_counts(server, send_of):
    """In branches, in items that are told apart by `contains`, and in what other keywords leave over."""
    schema = {"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "uuid"}]}
    send_of(schema)(q="2024-05-17")
    with pytest.raises(ShapeError, match="none of the 2 variants"):
        send_of(schema)(q="soon")
    rest = {"properties": {"a": {}}, "unevaluatedProperties": {"type": "string", "format": "date"}}
    with pytest.raises(ShapeError):
        send_of({"type": "object", "allOf": [{"properties": {"z": {}}}], **rest})(body={"b": {"c": "soon"}})
    send_of({"type": "object", **rest}, ignore_formats={"date"})(body={"b": {"c": "soon"}})
