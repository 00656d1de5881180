"""The request sample of an `ApiBlock`: its rules, one a test."""

import pytest

from apiref_nb.model import Auth, Operation, Parameter, RequestBody, Response
from apiref_nb.samples import LANGUAGES, block_request, body_skeleton, curl

BASE = "https://api.example.com"


def command(base_url=BASE, **fields):
    return curl(block_request(Operation(**{"method": "GET", "path": "/pets", **fields}), base_url))


def test_curl_is_the_first_language_and_python_the_second():
    assert [(key, language.label, language.grammar) for key, language in LANGUAGES.items()] == [
        ("curl", "cURL", "bash"),
        ("python", "Python", "python"),
    ]


def test_base_url_is_prepended():
    assert command() == "curl https://api.example.com/pets"


def test_without_a_base_url_the_path_stands_alone():
    assert command("") == "curl /pets"


@pytest.mark.parametrize(
    "base",
    [
        "javascript:alert(1)",
        "file:///etc",
        "https://user:secret@example.com",
        "-o/tmp/x",
        "//example.com",
        "https://",
        "http:\\\\x",
    ],
)
def test_base_url_is_http_without_credentials_or_left_out(base):
    assert command(base) == "curl /pets"


def test_query_parameters_use_their_default_or_their_name():
    parameters = (
        Parameter(name="limit", location="query", default_value="10"),
        Parameter(name="tag", location="query"),
        Parameter(name="old", location="query", deprecated=True),
    )
    assert command(parameters=parameters) == "curl 'https://api.example.com/pets?limit=10&tag=<tag>&old=<old>'"


def test_header_parameters_become_headers():
    assert command(parameters=(Parameter(name="X-Trace", location="header"),)).endswith("-H 'X-Trace: <X-Trace>'")


def test_path_and_body_parameters_do_not_rewrite_the_command():
    parameters = (Parameter(name="petId", location="path", default_value="7"), Parameter(name="x", location="body"))
    assert command(path="/pet/{petId}", parameters=parameters) == "curl -g 'https://api.example.com/pet/{petId}'"


def test_body_example_is_sent_as_written():
    body = RequestBody(example='{"a":  1}')
    assert command(method="POST", request_body=body) == (
        "curl -X POST https://api.example.com/pets \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"a\":  1}'"
    )


def test_body_media_type_is_sent():
    body = RequestBody(media_type="application/xml", example="<a/>")
    assert "-H 'Content-Type: application/xml'" in command(method="POST", request_body=body)


def test_body_media_type_is_sent_without_a_body():
    """The media type is the document's word, whatever is known of the payload."""
    body = RequestBody(media_type="application/xml")
    assert command(request_body=body) == "curl https://api.example.com/pets \\\n  -H 'Content-Type: application/xml'"
    header = Parameter(name="content-type", location="header")
    assert command(request_body=body, parameters=(header,)).count("ontent-") == 1


def test_fields_become_a_skeleton():
    fields = (
        Parameter(name="name", location="body", type="string"),
        Parameter(name="age", location="body", type="integer", default_value="3"),
        Parameter(name="tags", location="body", type="string[]"),
        Parameter(name="owner", location="body", type="object"),
        Parameter(name="owner.email", location="body", type="string"),
        Parameter(name="active", location="body", type="boolean"),
    )
    assert body_skeleton(fields) == {
        "name": "<name>",
        "age": 3,
        "tags": [],
        "owner": {"email": "<owner.email>"},
        "active": True,
    }


def test_form_fields_are_sent_as_a_form():
    fields = (Parameter(name="name", location="body"), Parameter(name="status", location="body", default_value="sold"))
    body = RequestBody(media_type="application/x-www-form-urlencoded", fields=fields)
    assert command(method="POST", request_body=body).splitlines()[1:] == [
        "  -H 'Content-Type: application/x-www-form-urlencoded' \\",
        "  --data-urlencode 'name=<name>' \\",
        "  --data-urlencode status=sold",
    ]


def test_json_responses_are_accepted():
    responses = (Response(status_code="204"), Response(status_code="400", media_type="application/problem+json"))
    assert command(responses=responses).endswith("-H 'Accept: application/json'")
    assert "Accept" not in command(responses=(Response(status_code="200", media_type="text/csv"),))


@pytest.mark.parametrize(
    ("auth", "shown"),
    [
        (Auth(scheme="bearer"), "-H 'Authorization: Bearer <token>'"),
        (Auth(scheme="basic"), "-H 'Authorization: Basic <credentials>'"),
        (Auth(scheme="oauth2"), "-H 'Authorization: Bearer <access-token>'"),
        (Auth(scheme="apiKey"), "-H 'X-API-Key: <api-key>'"),
        (Auth(scheme="apiKey", name="api_key"), "-H 'api_key: <api-key>'"),
        (Auth(scheme="apiKey", name="sid", location="cookie"), "-b 'sid=<api-key>'"),
        (Auth(scheme="apiKey", name="key", location="query"), "'https://api.example.com/pets?key=<api-key>'"),
    ],
)
def test_credentials_are_placeholders(auth, shown):
    assert command(auth=auth).endswith(shown)


@pytest.mark.parametrize("auth", [Auth(scheme="none"), Auth()])
def test_no_auth_adds_nothing(auth):
    assert command(auth=auth) == "curl https://api.example.com/pets"
