"""A request that was recorded is answered without a connection: which one it is, in which order, in every mode."""

from __future__ import annotations

import asyncio
import gzip
import time

import httpx
import pytest

from apiref_nb import RecordingError, RequestError, ShapeError
from tests.recordings.services import Nothing, Service, client, entries


@pytest.fixture
def path(tmp_path):
    """Where a recording will be, in a folder that is not there yet."""
    return tmp_path / "recordings" / "pets.har"


def test_once_records_where_there_is_no_file_and_replays_where_there_is_one(path):
    """The answer is the same, the service is asked once, and no time passes."""
    service = Service()
    first = client(service, path).pet(1)
    with client(Nothing(), path) as replaying:
        again = replaying.pet(1)
    assert (again.status, again.content, again.headers["content-type"]) == (200, first.content, "application/json")
    assert again.elapsed == 0.0
    assert len(service.asked) == 1


def test_equal_requests_replay_in_order_and_the_last_again(path):
    """A cell that is run twice gets the last answer again."""
    with client(Service(), path) as recording:
        assert [recording.pet(1)["name"] for _ in range(3)] == ["answer 1", "answer 2", "answer 3"]
    with client(Nothing(), path) as replaying:
        assert [replaying.pet(1)["name"] for _ in range(4)] == ["answer 1", "answer 2", "answer 3", "answer 3"]


def test_a_request_that_is_not_recorded_names_the_nearest_and_the_difference(path):
    """The error is a `RequestError`; its words name the file, the recorded request and what differs."""
    with client(Service(), path) as recording:
        recording.pet(1)
        recording.add(body={"name": "Rex", "price": 2})
    with client(Nothing(), path) as replaying:
        with pytest.raises(RecordingError, match=r"recorded /v1/pets/1, asked for /v1/pets/2") as caught:
            replaying.pet(2)
        assert isinstance(caught.value, RequestError)
        assert str(path) in str(caught.value)
        with pytest.raises(RecordingError, match=r'body\.price: recorded 2, asked for 3; mode="new"'):
            replaying.add(body={"name": "Rex", "price": 3})
        with pytest.raises(RecordingError, match=r'body\.name: recorded "Rex", asked for "Max"'):
            replaying.add(body={"name": "Max", "price": 2})


def test_what_does_not_count_does_not_count(path):
    """The order of members, 2 and 2.0, a boundary, `+` for a blank, how letters are encoded, a credential."""
    with client(Service(), path, api_key="key-123456") as recording:
        recording.add(body={"name": "Rex", "price": 2})
        recording.upload(body={"note": "a b", "file": b"\x00\xff--part"})
        recording.pets(q="a b")
        recording.keyed()
    text = path.read_text(encoding="utf-8").replace("q=a%20b", "q=a+b").replace("boundary=part-", "boundary=other-")
    path.write_text(text, encoding="utf-8")
    with client(Nothing(), path) as replaying:
        assert replaying.add(body={"price": 2.0, "name": "Rex"}).ok
        assert replaying.pets(q="a b").ok
        assert replaying.keyed().ok


def test_multipart_is_compared_by_its_parts(path):
    """A boundary is chosen anew for other parts; equal parts are equal, others are not."""
    with client(Service(), path) as recording:
        recording.upload(body={"note": "a", "file": b"\x00\xff"})
    with client(Nothing(), path) as replaying:
        assert replaying.upload(body={"note": "a", "file": b"\x00\xff"}).ok
        with pytest.raises(RecordingError, match=r"body\[0\]\.content"):
            replaying.upload(body={"note": "b", "file": b"\x00\xff"})


def test_a_header_that_the_caller_gave_counts(path):
    """An answer in German is none to a question in French."""
    with client(Service(), path) as recording:
        recording.pets(x_language="de")
    with client(Nothing(), path) as replaying:
        assert replaying.pets(x_language="de").ok
        with pytest.raises(RecordingError, match=r'header x-language: recorded "de", asked for "fr"'):
            replaying.pets(x_language="fr")


def test_new_records_what_is_missing_and_all_records_everything_anew(path):
    """`none` sends nothing, `new` what the file lacks, `all` everything; of equal requests the newest are kept."""
    with client(Service(), path) as recording:
        recording.pet(1)
    more = Service()
    with client(more, path, mode="new") as adding:
        assert adding.pet(1)["name"] == "answer 1"
        assert adding.pet(2)["name"] == "answer 1"
    assert [str(one.url) for one in more.asked] == ["https://pets.test/v1/pets/2"]
    anew = Service(lambda request: httpx.Response(200, json={"name": "new"}))
    with client(anew, path, mode="all") as renewing:
        renewing.pet(1)
        renewing.pet(1)
    with client(Nothing(), path, mode="none") as replaying:
        assert [replaying.pet(1)["name"], replaying.pet(1)["name"], replaying.pet(2)["name"]] == [
            "new", "new", "answer 1",
        ]  # fmt: skip
    assert len(entries(path)) == 3


def test_the_environment_says_the_mode(path, monkeypatch):
    """CI forbids what a notebook allows; a word that is no mode is refused by its name."""
    monkeypatch.setenv("APIREF_RECORDING_MODE", "none")
    with pytest.raises(RecordingError, match="there is no such recording"):
        client(Nothing(), path, mode="once")
    monkeypatch.setenv("APIREF_RECORDING_MODE", "twice")
    with pytest.raises(ShapeError, match=r'APIREF_RECORDING_MODE: must be once, none, new or all \(got "twice"\)'):
        client(Nothing(), path)
    monkeypatch.delenv("APIREF_RECORDING_MODE")
    with pytest.raises(ShapeError, match="mode: must be once"):
        client(Nothing(), path, mode="never")
    with pytest.raises(ShapeError, match="recording: must be the path of a HAR file"):
        client(Nothing(), 7)


def test_awaited_calls_record_and_replay(path):
    """Also where the transport is awaited itself."""

    class Awaited(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200, json={"name": request.url.path})

    async def asked(transport: object) -> list[str]:
        one = client(transport, path)
        return [reply["name"] for reply in await asyncio.gather(one.aio.pet(1), one.aio.pet(2))]

    assert asyncio.run(asked(Awaited())) == ["/v1/pets/1", "/v1/pets/2"]
    assert asyncio.run(asked(Nothing())) == ["/v1/pets/1", "/v1/pets/2"]


def test_redirects_replay_without_a_connection(path):
    """Each step is an entry; only the last is the operation's answer."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/1"):
            return httpx.Response(302, headers={"Location": "/v1/pets/9"})
        return httpx.Response(200, json={"name": "nine"})

    with client(Service(answer), path) as recording:
        first = recording.pet(1)
    again = client(Nothing(), path).pet(1)
    assert (again["name"], again.redirects) == ("nine", first.redirects) == ("nine", ("https://pets.test/v1/pets/9",))
    assert [one.get("_operation", "") for one in entries(path)] == ["", "GET /pets/{id}"]


def test_retries_replay_without_waiting(path):
    """A refusal and the answer after it are both recorded; nobody waits for what is recorded."""
    waits = []
    service = Service()
    answers = [httpx.Response(503, headers={"Retry-After": "0"}), httpx.Response(200, json={"name": "Rex"})]
    service._answer = lambda request: answers[len(service.asked) - 1]
    client(service, path, retries=1).pet(1)
    text = path.read_text(encoding="utf-8").replace('"Retry-After", "value": "0"', '"Retry-After", "value": "5"')
    path.write_text(text, encoding="utf-8")
    before = time.sleep
    try:
        time.sleep = waits.append
        assert client(Nothing(), path, retries=1).pet(1)["name"] == "Rex"
    finally:
        time.sleep = before
    assert waits == []


def test_a_token_replays_without_a_connection_and_without_a_secret(path):
    """The token of the recording is a stand-in, and the client goes on with it; without a secret it replays too."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/token":
            return httpx.Response(200, json={"access_token": "tok-REAL-123456", "token_type": "bearer"})
        assert request.headers["authorization"] == "Bearer tok-REAL-123456"
        return httpx.Response(200, json={"hello": "you"})

    login = {"client_id": "me-and-me", "client_secret": "my-secret-77"}
    with client(Service(answer), path, **login) as recording:
        assert recording.mine()["hello"] == "you"
    text = path.read_text(encoding="utf-8")
    assert not [secret for secret in ("tok-REAL", "my-secret", "me-and-me") if secret in text]
    assert client(Nothing(), path, **login).mine()["hello"] == "you"
    assert client(Nothing(), path).mine()["hello"] == "you"


def test_a_digest_challenge_is_not_needed_again(path):
    """The answer to the challenge is what is recorded: a replay asks for no proof."""

    def answer(request: httpx.Request) -> httpx.Response:
        if "authorization" not in request.headers:
            return httpx.Response(401, headers={"WWW-Authenticate": 'Digest realm="a", nonce="n", qop="auth"'})
        return httpx.Response(200, json={"name": "you"})

    with client(Service(answer), path, username="ann", password="pass-word-1") as recording:
        assert recording.digest().ok
    assert client(Nothing(), path).digest()["name"] == "you"
    assert client(Nothing(), path, username="ann", password="pass-word-1").digest()["name"] == "you"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "image/png"),
        ("größer\r\n\u2028\u202e".encode(), "text/plain; charset=utf-8"),
        ("größer".encode("latin-1"), "text/plain; charset=iso-8859-1"),
        (b'{"a":1}\n{"a":2}\n', "application/jsonl"),
        (b'data: {"a":1}\n\ndata: x\n\n', "text/event-stream"),
        (b'{"a": 1.10, "b":1e2,\n "c":"\\u00e9", "a": 12345678901234567890}' + b" " * 90, "application/json"),
        (b'{"a": NaN, "b": ' + b"9" * 100 + b"}", "application/json"),
        (b"not json" * 20, "application/json"),
        (b"", "application/json"),
        (b"[" * 900 + b"]" * 900, "application/json"),
        ('{"name": "größer"}'.encode("utf-16"), "application/json"),
    ],
    ids=["png", "text", "latin", "lines", "events", "json", "odd-json", "no-json", "empty", "deep", "utf-16"],
)
def test_every_body_replays_byte_for_byte(path, content, kind):
    """Binary, in any character set, as a stream, however JSON is laid out; gzip is undone."""
    service = Service(
        lambda request: httpx.Response(
            200, headers={"Content-Type": kind, "Content-Encoding": "gzip"}, content=gzip.compress(content)
        )
    )
    first = client(service, path).pets()
    again = client(Nothing(), path).pets()
    assert first.content == again.content == content
    assert again.headers["content-type"] == kind


def test_an_answer_over_the_limit_is_no_answer_on_replay_either(path):
    """A call without an answer is not recorded; a smaller limit than that of the recording holds."""
    big = Service(lambda request: httpx.Response(200, json={"name": "x" * 1000}))
    with pytest.raises(RequestError, match="larger than the limit"):
        client(big, path, limit_bytes=100).pet(1)
    assert not path.exists()
    client(big, path).pet(1)
    with pytest.raises(RequestError, match="larger than the limit of 100 bytes"):
        client(Nothing(), path, limit_bytes=100).pet(1)


def test_a_client_with_other_credentials_shares_the_recording(path):
    """`with_credentials` goes on in the same file, in order: refused first, let in then."""
    service = Service()
    service._answer = lambda request: httpx.Response(200 if "key" in request.url.params else 401, json={})
    with client(service, path) as anonymous:
        assert anonymous.keyed().status == 401
        assert anonymous.with_credentials(api_key="key-123456").keyed().status == 200
    with client(Nothing(), path) as replaying:
        assert [replaying.keyed().status, replaying.with_credentials(api_key="other-1").keyed().status] == [401, 200]


def test_a_service_on_this_machine_has_another_port_the_next_time(path):
    """The port of loopback is neither written nor compared; another host is."""
    with client(Service(), path, base_url="http://127.0.0.1:41873/v1") as recording:
        recording.pet(1)
    assert "41873" not in path.read_text(encoding="utf-8")
    assert client(Nothing(), path, base_url="http://localhost:5000/v1").pet(1).ok
    with pytest.raises(RecordingError, match=r"the server: recorded http://localhost, asked for https://pets\.test"):
        client(Nothing(), path).pet(1)


def test_a_page_token_is_the_same_in_the_answer_and_in_the_next_request(path):
    """What looks like a secret gets a stand-in that replays: the pages come in their order, whatever is asked first."""
    pages = {"": "tok-PAGE-2-abc", "tok-PAGE-2-abc": "tok-PAGE-3-abc", "tok-PAGE-3-abc": ""}

    def answer(request: httpx.Request) -> httpx.Response:
        here = request.url.params.get("page_token", "")
        return httpx.Response(200, json={"number": len(here), "next_page_token": pages[here]})

    def walked(one, token: str = "") -> list[str]:
        seen = []
        while True:
            reply = one.pets(page_token=token) if token else one.pets()
            seen.append(reply["next_page_token"])
            token = reply["next_page_token"]
            if not token:
                return seen

    with client(Service(answer), path) as recording:
        assert walked(recording) == ["tok-PAGE-2-abc", "tok-PAGE-3-abc", ""]
    assert "tok-PAGE" not in path.read_text(encoding="utf-8")
    with client(Nothing(), path) as replaying:
        tokens = walked(replaying)
        assert walked(replaying, tokens[0]) == tokens[1:]


def test_another_process_shares_the_recording(path):
    """What a client gives to a worker says the file and whether it may be added to; what runs meanwhile is kept."""
    with client(Service(), path) as recording:
        assert dict(recording._session.recording.arguments) == {"recording": str(path), "mode": "new"}
    with client(Service(), path, mode="new") as recording:
        recording.pet(1)
    with client(Nothing(), path) as replaying:
        assert dict(replaying._session.recording.arguments)["mode"] == "none"
