"""Credentials in a collection: one declared variable for each scheme, and no secret."""

from __future__ import annotations

from tests.writing.documents import OK, collection_of, only, variables

SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "digest": {"type": "http", "scheme": "digest"},
    "odd": {"type": "http", "scheme": "negotiate"},
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "session"},
    "open": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example/.well-known"},
    "oauth": {
        "type": "oauth2",
        "flows": {
            "implicit": {"authorizationUrl": "https://id.example/a", "scopes": {"x": ""}},
            "authorizationCode": {
                "authorizationUrl": "https://id.example/a",
                "tokenUrl": "https://id.example/t",
                "scopes": {"read": "", "write": "", "admin": ""},
            },
        },
    },
}


def collection(*security, parameters=(), silent=False):
    operation = {"parameters": list(parameters), "responses": OK}
    if not silent:
        operation["security"] = list(security)
    return collection_of({"/a": {"get": operation}}, components={"securitySchemes": SCHEMES})


def request(*security, parameters=()):
    return only(collection(*security, parameters=parameters))["request"]


def helper(made):
    auth = made["auth"]
    return auth["type"], {entry["key"]: entry["value"] for entry in auth.get(auth["type"], ())}


def headers(made):
    return {entry["key"]: entry["value"] for entry in made.get("header", ())}


def test_every_scheme_is_declared_under_its_own_name():
    """A reader fills in what the document names; Basic and Digest take two values. Nothing is filled in."""
    made = variables(collection({"bearer": []}))
    assert {
        "baseUrl", "bearer", "basicUsername", "basicPassword", "digestUsername", "digestPassword", "odd", "header",
        "query", "cookie", "open", "oauth",
    } == made.keys()  # fmt: skip
    assert {""} == {value for name, value in made.items() if name != "baseUrl"}


def test_a_scheme_never_takes_the_name_of_a_server():
    """A scheme called `baseUrl` gets a name of its own."""
    made = collection_of(
        {"/a": {"get": {"security": [{"baseUrl": []}], "responses": OK}}},
        components={"securitySchemes": {"baseUrl": {"type": "http", "scheme": "bearer"}}},
    )
    assert helper(only(made)["request"]) == ("bearer", {"token": "{{baseUrl2}}"})


def test_bearer_basic_digest_and_keys_use_their_helper():
    """Postman's own form of each."""
    assert helper(request({"bearer": []})) == ("bearer", {"token": "{{bearer}}"})
    assert helper(request({"open": []})) == ("bearer", {"token": "{{open}}"})
    assert helper(request({"basic": []})) == (
        "basic",
        {"username": "{{basicUsername}}", "password": "{{basicPassword}}"},
    )
    assert helper(request({"digest": []}))[0] == "digest"
    assert helper(request({"header": []})) == ("apikey", {"key": "X-Key", "value": "{{header}}", "in": "header"})
    assert helper(request({"query": []})) == ("apikey", {"key": "key", "value": "{{query}}", "in": "query"})


def test_oauth2_asks_for_the_scopes_of_the_operation_only():
    """Its token is a variable; the flow that Postman handles best is described."""
    kind, given = helper(request({"oauth": ["read", "write"]}))
    assert kind == "oauth2"
    assert given["accessToken"] == "{{oauth}}"
    assert given["scope"] == "read write"
    assert given["grant_type"] == "authorization_code"
    assert given["accessTokenUrl"] == "https://id.example/t"


def test_an_unknown_http_scheme_is_a_header():
    """Postman has no helper for it."""
    made = request({"odd": []})
    assert made["auth"]["type"] == "noauth"
    assert headers(made)["Authorization"] == "Negotiate {{odd}}"


def test_no_security_is_noauth():
    """`security: []` sends no credential, whatever the collection says."""
    assert request()["auth"] == {"type": "noauth"}


def test_silence_leaves_the_choice_to_the_reader():
    """A document that says nothing about security inherits what the reader sets."""
    assert "auth" not in only(collection(silent=True))["request"]


def test_a_cookie_key_stays_a_cookie():
    """It joins the cookies of the request."""
    cookie = {"name": "theme", "in": "cookie", "required": True, "schema": {"const": "dark"}}
    made = request({"cookie": []}, parameters=[cookie])
    assert made["auth"]["type"] == "noauth"
    assert headers(made)["Cookie"] == "session={{cookie}}; theme=dark"


def test_schemes_that_are_needed_together_all_travel():
    """The helper holds one credential, headers and query the others."""
    made = request({"bearer": [], "header": [], "query": [], "cookie": []})
    assert made["auth"]["type"] == "bearer"
    assert headers(made)["X-Key"] == "{{header}}"
    assert headers(made)["Cookie"] == "session={{cookie}}"
    assert made["url"]["raw"] == "{{baseUrl}}/a?key={{query}}"


def test_two_credentials_never_share_a_header():
    """Only one `Authorization` can be sent: the first."""
    made = request({"bearer": [], "odd": []})
    assert made["auth"]["type"] == "bearer"
    assert "Authorization" not in headers(made)


def test_alternatives_take_the_first_and_name_the_others():
    """The reader sees what else would do."""
    made = request({"header": []}, {"bearer": []})
    assert made["auth"]["type"] == "apikey"
    assert "Authentication: header, or bearer." in made["description"]


def test_a_parameter_that_a_credential_fills_is_not_sent_twice():
    """A key that is declared as a parameter, too, is there once."""
    parameter = {"name": "X-Key", "in": "header", "required": True, "schema": {"type": "string"}}
    assert "X-Key" not in headers(request({"header": []}, parameters=[parameter]))
