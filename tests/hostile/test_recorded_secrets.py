"""No recording holds a credential: what a client holds, what a server sends back of it, and what bodies say openly."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from apiref_nb import Api, Client, RecordingError, load_api
from tests.hostile.test_secrets import DOCUMENT, FORMS, HELD, KEY, PASSWORD, SCHEMES, TOKEN, Echo, Mirror, kept, leaks
from tests.recordings import services

FORM_DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Echo", "version": "1"},
    "servers": [{"url": "http://echo.test"}],
    "paths": {
        "/say": {
            "post": {
                "requestBody": {"content": {kind: {"schema": {"type": "object"}} for kind in (
                    "application/json", "application/x-www-form-urlencoded", "multipart/form-data",
                )}},
                "responses": {"default": {"description": "any"}},
            }
        }
    },
    "security": [{"bearer": []}],
    "components": {"securitySchemes": SCHEMES},
}  # fmt: skip


class Said(httpx.BaseTransport):
    """Answers as `Echo` does; what it leads to is followed where it is asked for text, if at all."""

    def __init__(self, text: str, *, leads: bool) -> None:
        self._echo = Echo(text)
        self._leads = leads

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        made = self._echo.handle_request(request)
        made.status_code = 302 if self._leads and request.url.path == "/header" else 200
        return made


@pytest.fixture(scope="module")
def api() -> Api:
    """The document of the service that sends back what it is sent."""
    return load_api(DOCUMENT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a recording will be."""
    return tmp_path / "echo.har"


@pytest.mark.parametrize("status", [200, 302, 401, 500])
def test_a_service_that_sends_all_of_it_back_leaves_no_secret(path: Path, status: int) -> None:
    """Address, headers, cookies, body, `Location`, `Set-Cookie`: in every scheme, waiting and awaited."""
    with Client(load_api(DOCUMENT), transport=Mirror(status), recording=path, mode="all", **HELD) as client:
        for scheme in SCHEMES:
            client[f"GET /{scheme}"]()
        asyncio.run(client.aio["GET /bearer"]())
    text = path.read_text(encoding="utf-8")
    assert len(json.loads(text)["log"]["entries"]) > len(SCHEMES)
    assert leaks(text) == []


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
@pytest.mark.parametrize("secret", [TOKEN, KEY, PASSWORD], ids=["token", "key", "password"])
def test_a_secret_sent_back_in_any_form_is_in_no_recording(
    path: Path, api: Api, secret: str, form: Callable[[str], str]
) -> None:
    """The list that outputs are held to, in every header, in text and in JSON, names of members included."""
    text = form(secret)
    said = Said(text, leads=form in (str, FORMS["percent"], FORMS["html_of_every_character"], FORMS["cut_with_a_sign"]))
    with Client(api, transport=said, recording=path, **HELD) as client:
        for name in ("bearer", "header"):
            client[f"GET /{name}"]()
    written = path.read_text(encoding="utf-8")
    assert kept(written, secret) == []
    assert form is str.lower or text not in written
    for entry in json.loads(written)["log"]["entries"]:
        assert kept(repr(entry), secret) == []
    with Client(api, transport=services.Nothing(), recording=path) as client:
        for name in ("bearer", "header"):
            reply = client[f"GET /{name}"]()
            assert kept(reply.text + repr(reply.headers), secret) == []


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_secret_in_a_request_body_is_in_no_recording(path: Path, kind: str) -> None:
    """What is sent in a form or in JSON, whatever the member is called."""
    with Client(load_api(FORM_DOCUMENT), transport=Mirror(200), recording=path, **HELD) as client:
        for secret in (TOKEN, KEY, PASSWORD):
            client["POST /say"](body={"first": secret, "note": f"my {secret} is mine"}, content_type=kind)
    assert leaks(path.read_text(encoding="utf-8")) == []


def test_no_mixture_of_forms_reaches_a_recording(path: Path) -> None:
    """Two forms upon each other, between other text, in an order of chance that is the same each time."""
    chance = random.Random(11)
    single = [form for name, form in FORMS.items() if not name.startswith(("cut", "base64_in", "lower"))]
    undone = [FORMS[name] for name in ("percent", "json", "html", "percent_twice", "json_of_php")]
    service = services.Service()
    said: list[str] = []
    service._answer = lambda request: httpx.Response(200, json={"said": said[-1], said[-1]: [said[-1]]})
    with Client(load_api(DOCUMENT), transport=service, recording=path, **HELD) as client:
        for _ in range(25):
            secret = chance.choice([TOKEN, KEY, PASSWORD])
            said.append(f"a {chance.choice(undone)(chance.choice(single)(secret))} b")
            client["GET /header"]()
    text = path.read_text(encoding="utf-8")
    assert [found for secret in (TOKEN, KEY, PASSWORD) for found in kept(text, secret)] == []


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-16", "text/plain; charset=utf-16"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "utf-16-le", "utf-32", "latin-1"])
def test_a_secret_in_another_character_set_is_in_no_recording(path: Path, api: Api, kind: str, codec: str) -> None:
    """Whether the answer says its character set, says another, or says none; and between bytes that are no text."""
    said = json.dumps({"you": f"sent {TOKEN} é"}, ensure_ascii=False)
    service = services.Service()
    bodies = [said.encode(codec), b"\xff\x00\x81" + said.encode(codec) + b"\x9d"]
    service._answer = lambda request: httpx.Response(
        200, headers={"Content-Type": kind}, content=bodies[len(service.asked) - 1]
    )
    with Client(api, transport=service, recording=path, **HELD) as client:
        client["GET /bearer"]()
        client["GET /bearer"]()
    for entry in json.loads(path.read_text(encoding="utf-8"))["log"]["entries"]:
        content = entry["response"]["content"]
        body = base64.b64decode(content["text"]) if "encoding" in content else content["text"].encode()
        assert b"S3CRET" not in body.replace(b"\0", b"")


def jwt() -> str:
    """A JSON Web Token that says something."""
    parts = [json.dumps(part).encode() for part in ({"alg": "HS256"}, {"sub": "ann@example.com", "role": "admin"})]
    return ".".join([*(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts), "c2lnbmF0dXJlLW9mLWl0"])


SECRETS: dict[str, tuple[str, object]] = {
    "by_format": ("pin", "Hunter-2-Hunter"),
    "by_name": ("accessToken", "at-9f8e7d6c5b4a"),
    "short": ("password", "abc12"),
    "number": ("pass_word_secret", 48151623),
    "uuid": ("session", "0f8fad5b-d9cb-469f-a165-70867728950e"),
    "jwt": ("token", jwt()),
    "write_only": ("answer", "the-name-of-my-1st-cat"),
}
"""How a secret is known in a body -> member and value."""


def login(path: Path, name: str, value: object, transport: httpx.BaseTransport) -> object:
    """What a login answers."""
    schema = {
        "type": "object",
        "properties": {
            "pin": {"type": "string", "format": "password"},
            "answer": {"type": "string", "writeOnly": True},
        },
    }
    document = services.changed(
        lambda d: d["paths"]["/login"]["post"].update(
            requestBody=services.body("application/json", schema),
            responses={"200": {"description": "in", "content": {"application/json": {"schema": schema}}}},
        )
    )
    with services.client(transport, path, document=document) as client:
        return client.login(body={"user": "ann", name: value}).json()


@pytest.mark.parametrize(("name", "value"), SECRETS.values(), ids=SECRETS.keys())
def test_a_secret_in_a_body_becomes_a_stand_in_that_replays(path: Path, name: str, value: object) -> None:
    """Of the same type and length, the same wherever it stood; whoever replays may hold another one."""

    def answer(request: httpx.Request) -> httpx.Response:
        sent = json.loads(request.content)
        return httpx.Response(200, json={"user": sent["user"], name: sent[name], "said": [f"got {sent[name]}!"]})

    assert login(path, name, value, services.Service(answer))[name] == value
    text = path.read_text(encoding="utf-8")
    if len(str(value)) >= 6:
        assert str(value) not in text
    body = login(path, name, value, services.Nothing())
    stand_in = body[name]
    assert stand_in != value
    assert type(stand_in) is type(value)
    assert body["user"] == "ann"
    if name == "token":
        head, claims, _ = stand_in.split(".")
        assert json.loads(base64.urlsafe_b64decode(head + "==")) == {"alg": "none", "typ": "JWT"}
        assert "ann" not in base64.urlsafe_b64decode(claims + "==").decode()
    else:
        assert len(str(stand_in)) == len(str(value))
    other = "another-value-1" if isinstance(value, str) else 7
    assert login(path, name, other, services.Nothing())[name] == stand_in


def test_what_becomes_a_credential_later_leaves_what_was_recorded_before(path: Path) -> None:
    """A key that an answer gave under a harmless name is a secret from the moment when the client holds it."""

    def answers(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"id": 7, "value": "made-KEY-778899", "note": "keep made-KEY-778899 safe"})

    with services.client(services.Service(answers), path) as client:
        given = client.pets()["value"]
        client.with_credentials(api_key=given).keyed()
    text = path.read_text(encoding="utf-8")
    assert "made-KEY" not in text
    with services.client(services.Nothing(), path) as client:
        reply = client.pets()
        assert reply["note"] == f"keep {reply['value']} safe"
        assert client.with_credentials(api_key=reply["value"]).keyed().ok


def test_a_word_that_somebody_chose_as_a_password_does_not_tear_texts_apart(path: Path) -> None:
    """`password` as a password is hidden in its place; the message about passwords stays as it is."""
    answer = httpx.Response(400, json={"detail": "wrong user name or password", "field": "password"})
    with services.client(services.Service(lambda request: answer), path) as client:
        client.login(body={"user": "ann", "pin": "password"})
    text = path.read_text(encoding="utf-8")
    assert "wrong user name or password" in text
    assert r"\"pin\":\"password\"" not in text


def test_a_recording_shows_no_secret_while_it_runs(path: Path) -> None:
    """Nothing that prints objects finds one: `repr`, attributes, the error of a request that is not there."""
    with Client(load_api(DOCUMENT), transport=Mirror(200), recording=path, **HELD) as client:
        client["GET /query"]()
        recording = client._session.recording
        assert recording is not None
        shown = [repr(recording), repr(vars(recording)), repr(vars(recording._stand_ins))]
    with Client(load_api(DOCUMENT), transport=services.Nothing(), recording=path, **HELD) as client:
        shown += map(str, missing_requests(client))
    assert leaks("".join(shown)) == []


def missing_requests(client: Client) -> Iterator[Exception]:
    """The errors of requests that are not recorded."""
    for scheme in SCHEMES:
        if scheme != "query":
            with pytest.raises(RecordingError) as caught:
                client[f"GET /{scheme}"]()
            yield caught.value
