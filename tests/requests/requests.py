"""Plans of requests made from pairs, and requests with a hostile string in every place that a document can fill."""

import re

from apiref_nb.model import ApiOperation, ApiParameter, ApiResponse, MediaType, SecurityScheme
from apiref_nb.requests.bodies import FormBody, JsonBody, MultipartBody, MultipartPart, TextBody
from apiref_nb.requests.planning import plan_request
from apiref_nb.requests.security import security_plan
from apiref_nb.requests.wire import Field, Placeholder, encoded
from apiref_nb.text.escaping import plain

BEARER = security_plan(SecurityScheme(key="token", type="http", scheme="bearer"))
BASIC = security_plan(SecurityScheme(key="login", type="http", scheme="basic"))
OAUTH2 = security_plan(SecurityScheme(key="oauth", type="oauth2"))


def api_key(name, location):
    return security_plan(SecurityScheme(key="key", type="apiKey", name=name, location=location))


def planned(url, method="GET", *, path_values=(), query=(), headers=(), cookies=(), replies_json=False, **more):
    """Return the plan of a request whose parameters are text, those of the query exploded."""
    base, path = re.fullmatch(r"(https?://[^/]*)?(.*)", url, re.DOTALL).groups()
    places = (("path", path_values), ("query", query), ("header", headers), ("cookie", cookies))
    values = [
        (ApiParameter(name=name, location=location), _placed(value))
        for location, pairs in places
        for name, value in pairs
    ]
    answer = ApiResponse(status_code="200", content=(MediaType(media_type="application/json"),) if replies_json else ())
    operation = ApiOperation(method=method, path=path, responses=(answer,))
    return plan_request(operation, values, base_url=base or "", accept="", check=False, leave_out=True, **more)


def _placed(value):
    return Placeholder(value) if re.fullmatch("<[a-z]+>", value) else plain(value)


def form(*pairs):
    return FormBody(tuple(Field(encoded(plain(name)), encoded(plain(value))) for name, value in pairs))


def bodies(text):
    return (
        None,
        JsonBody({"name": text, text: [text, 1.5, None, True, {}]}),
        TextBody(text, "text/plain"),
        TextBody(f'{{"a": "{text}"}}', "application/json"),
        form(("name", text), (text, "value")),
        MultipartBody(
            (
                MultipartPart("name", text),
                MultipartPart(text, "value"),
                MultipartPart("typed", text, "application/json"),
                MultipartPart("file", None),
            )
        ),
        MultipartBody((MultipartPart("", text, "text/plain", (("X-Note", text), (text, "v"))),), "multipart/mixed"),
    )


def samples(text, base="http://127.0.0.1:1"):
    for body in bodies(text):
        yield planned(
            f"{base}/pet/{{petId}}/{text}".rstrip("/"),
            "POST" if body else "GET",
            path_values=(("petId", "1"),),
            query=(("q", text), (text, "v"), ("status", "<status>")),
            headers=(("X-Note", text), (text, "v")),
            cookies=(("session", text), (text, "v")),
            body=body,
            credentials=(BEARER, api_key(text, "query"), BASIC),
            replies_json=True,
        )
