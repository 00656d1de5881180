"""The request sample of an `ApiBlock`: its rules, one a test."""

import pytest

from apiref_nb.model import Auth, Operation, Parameter, RequestBody, Response
from apiref_nb.requests.block_plan import block_plan, body_skeleton
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.python import python

BASE = "https://api.example.com"


def command(base_url=BASE, **fields):
    return curl(block_plan(Operation(**{"method": "GET", "path": "/pets", **fields}), base_url))


def source_of(**fields):
    return python(block_plan(Operation(**{"method": "POST", "path": "/pets", **fields}), BASE))


def test_curl_is_the_first_language():
    assert [(key, language.label, language.grammar) for key, language in LANGUAGES.items()] == [
        ("curl", "cURL", "bash"),
        ("python", "Python", "python"),
        ("javascript", "JavaScript", "javascript"),
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


@pytest.mark.parametrize(
    "body",
    [
        RequestBody(example="{}"),
        RequestBody(media_type="application/xml"),
        RequestBody(fields=(Parameter(name="a", location="body"),)),
        RequestBody(media_type="application/x-www-form-urlencoded", fields=(Parameter(name="a", location="body"),)),
        RequestBody(media_type="multipart/form-data", fields=(Parameter(name="a", location="body"),)),
    ],
)
@pytest.mark.parametrize(
    ("default", "shown"), [("application/vnd.a+json", "application/vnd.a+json"), (None, "<Content-Type>")]
)
def test_a_content_type_that_the_author_lists_is_sent_once_and_as_listed(body, default, shown):
    """Header entries feed the -H flags; the one made from the body's media type gives way."""
    parameter = Parameter(name="Content-Type", location="header", default_value=default)
    made = command(method="POST", request_body=body, parameters=(parameter,))
    assert made.count("Content-Type: ") == 1
    assert f"-H 'Content-Type: {shown}'" in made


@pytest.mark.parametrize(
    ("auth", "name"),
    [
        (Auth(scheme="bearer"), "Authorization"),
        (Auth(scheme="basic"), "authorization"),
        (Auth(scheme="oauth2"), "Authorization"),
        (Auth(scheme="apiKey", name="X-Key"), "x-key"),
    ],
)
def test_a_credential_header_that_the_author_lists_is_sent_once_and_as_listed(auth, name):
    """Their default, else the placeholder of the parameter; never two of one name."""
    given = Parameter(name=name, location="header", default_value="Bearer a.b")
    assert command(auth=auth, parameters=(given,)) == (
        f"curl https://api.example.com/pets \\\n  -H '{name}: Bearer a.b'"
    )
    bare = Parameter(name=name, location="header")
    assert command(auth=auth, parameters=(bare,)).endswith(f"\n  -H '{name}: <{name}>'")


def test_a_listed_content_type_reaches_python_too():
    """The header stands once; a form of parts is left to httpx, which knows the boundary."""
    header = Parameter(name="Content-Type", location="header", default_value="application/vnd.a+json")
    json_body = RequestBody(example='{"a": 1}')
    source = source_of(request_body=json_body, parameters=(header,))
    assert source.count("Content-Type") == 1
    assert "application/vnd.a+json" in source
    parts = RequestBody(media_type="multipart/form-data", fields=(Parameter(name="a", location="body"),))
    assert "Content-Type" not in source_of(request_body=parts, parameters=(header,))


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
