"""Multipart bodies whose parts have places instead of names: what is shown is what curl and httpx really send."""

import email
import json
import shutil
import subprocess

import pytest

from apiref_nb.load import load_api
from apiref_nb.requests.bodies import MultipartBody, MultipartPart
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import sample_plan
from tests.requests.echo import echo
from tests.requests.requests import planned

needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed on this machine")

PARTS = (
    MultipartPart("", '{"a": "=@/etc/passwd;type=x"}', "application/json", (("X-Page", '1; "2"'),)),
    MultipartPart("", "--part\nplain é", "text/plain"),
    MultipartPart("", None, "image/png", (("X-Page", "2"),)),
)


def sample(url="https://api.example.com/"):
    return planned(url, "POST", body=MultipartBody(PARTS, "multipart/mixed"))


def received(request):
    """Return (type, X-Page, content) of each part, as a server's own parser reads them."""
    head = f"Content-Type: {request['headers']['Content-Type']}\r\n\r\n".encode()
    message = email.message_from_bytes(head + request["body"])
    assert message.get_content_type() == "multipart/mixed"
    return [
        (part.get_content_type(), part["X-Page"], part.get_payload(decode=True).decode())
        for part in message.get_payload()
    ]


SENT = [
    ("application/json", '1; "2"', '{"a": "=@/etc/passwd;type=x"}'),
    ("text/plain", None, "--part\nplain é"),
    ("image/png", "2", "sample"),
]


@needs_curl
def test_curl_sends_the_parts_with_their_types_and_headers(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    (tmp_path / "file.bin").write_bytes(b"sample")
    with echo() as (base, seen):
        command = curl(sample(base + "/"))
        subprocess.run(["sh", "-c", command], cwd=tmp_path, check=True, capture_output=True, timeout=900)
        assert received(seen.pop()) == SENT


def test_python_sends_the_parts_with_their_types_and_headers(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    with echo() as (base, seen):
        exec(python(sample(base + "/")), {})
        assert received(seen.pop()) == SENT


def test_no_part_holds_the_boundary():
    assert "boundary=part-" in python(sample())


DOCUMENT = {
    "openapi": "3.2.0",
    "info": {"title": "T", "version": "1"},
    "paths": {
        "/a": {
            "post": {
                "requestBody": {
                    "content": {
                        "multipart/mixed": {
                            "schema": {
                                "type": "array",
                                "prefixItems": [{"type": "object", "properties": {"n": {"type": "integer"}}}],
                                "items": {"type": "string", "format": "binary"},
                            },
                            "prefixEncoding": [{"contentType": "application/json"}],
                            "itemEncoding": {
                                "contentType": "image/png",
                                "headers": {"X-Page": {"schema": {"type": "integer", "minimum": 7}}},
                            },
                        }
                    }
                },
                "responses": {
                    "200": {
                        "content": {"multipart/mixed": {"itemSchema": {"type": "string"}}},
                    }
                },
            }
        }
    },
}


def test_a_positional_body_is_shown_as_it_travels():
    (operation,) = load_api(DOCUMENT).operations
    body = sample_plan(operation).body
    assert body == MultipartBody(
        (
            MultipartPart("", json.dumps({"n": 1}), "application/json"),
            MultipartPart("", None, "image/png", (("X-Page", "7"),)),
        ),
        "multipart/mixed",
    )
    (shown,) = media_sample(operation.request_body.content[0], direction="request")
    assert shown.text == (
        '--part\nContent-Type: application/json\n\n{"n": 1}\n'
        "--part\nContent-Type: image/png\nX-Page: 7\n\n<binary data>\n--part--"
    )
    assert all(language.write(sample_plan(operation)) for language in LANGUAGES.values())


def test_a_stream_of_parts_is_shown_as_parts():
    (operation,) = load_api(DOCUMENT).operations
    (shown,) = media_sample(operation.responses[0].content[0], direction="response")
    assert shown.text.startswith("--part\n\n")
    assert shown.text.endswith("\n--part--")


@pytest.mark.parametrize("written", ["boundary=own; charset=utf-8", 'charset=utf-8; Boundary="o;wn"'])
def test_a_boundary_that_the_document_names_is_not_written_twice(written):
    """The boundary is that of the body that is sent."""
    body = MultipartBody((MultipartPart("a", "1", ""),), f"multipart/mixed; {written}")
    assert body.content_type == "multipart/mixed; charset=utf-8; boundary=part"
    plan = planned("https://api.example.com/", "POST", body=body)
    assert "own" not in "".join(language.write(plan) for language in LANGUAGES.values())


def test_boundary_stands_in_no_part_and_is_found_at_once():
    """A part full of would-be boundaries costs one reading of it."""
    assert MultipartBody((MultipartPart("", "text", "text/plain"),)).boundary == "part"
    hostile = "--part" + "-x" * 200_000
    assert f"--{MultipartBody((MultipartPart('', hostile, 'text/plain'),)).boundary}" not in hostile
