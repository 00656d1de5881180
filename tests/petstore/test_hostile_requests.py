"""What a careless or hostile client sends: it gets a problem, never a page, and the service stays as it was."""

import json
import socket
import threading
import time

import pytest

import petstore_flask
from petstore_flask.operations import operations_by_path
from petstore_flask.server import LIMITS, ServerLimits

from .caller import Caller, assert_problem

JSON = {"Content-Type": "application/json"}
MEBIBYTE = 1024 * 1024


def fill(path: str) -> str:
    return path.replace("{petId}", "1").replace("{orderId}", "1").replace("{username}", "marta")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"name":"x","photoUrls":[],"x":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"name":"x","photoUrls":[],"id":NaN}',
        b'{"name":"x","photoUrls":[],"x":NaN}',
        b'{"name":"x","photoUrls":[],"x":-Infinity}',
        b'{"name":"\\ud800","photoUrls":[]}',
        b'{"name":"\\udc00\\ud800","photoUrls":[]}',
        b'{"name":"\xed\xa0\x80","photoUrls":[]}',
        b'{"name":"\xff","photoUrls":[]}',
        b'{"name":"x","photoUrls":[],"id":' + b"9" * 5000 + b"}",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        b"{'name':'x','photoUrls':[]}",
        b'{"name":"x","photoUrls":[],}',
        b'{"name":"x"} {}',
        b"name=x&photoUrls=y",
    ],
)
def test_body_that_is_no_json_is_400(call_memory: Caller, body: bytes):
    """Depth, NaN, lone surrogates, other encodings, endless numbers: 400, at once."""
    assert_problem(call_memory("POST", "/pet", raw=body, headers=JSON), 400)


@pytest.mark.parametrize(
    ("path", "limit", "media_type"),
    [("/pet", MEBIBYTE, "application/json"), ("/pet/1/uploadImage", 5 * MEBIBYTE, "application/octet-stream")],
)
def test_body_over_the_limit_is_413(call_memory: Caller, path: str, limit: int, media_type: str):
    """The limit itself is taken, one byte more is refused, with or without a length; the answer arrives."""
    fits = b'{"name":"x","photoUrls":[]}'.ljust(limit)
    headers = {"Content-Type": media_type}
    assert call_memory("POST", path, raw=fits, headers=headers).status == 200
    assert_problem(call_memory("POST", path, raw=fits + b" ", headers=headers), 413)
    assert_problem(call_memory("POST", path, raw=b" " * (4 * limit), headers=headers), 413)
    head = (
        f"POST /api/v3{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {call_memory.handle.token}\r\n"
        f"Content-Type: {media_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"%x\r\n%b\r\n" % (limit + 1, b" " * (limit + 1))
    assert b" 413 " in call_memory.send_bytes(head.encode() + chunk + b"0\r\n\r\n").splitlines()[0]


def test_body_of_an_unknown_caller_is_not_read(call_memory: Caller):
    """Who is not let in is told so before the body is looked at."""
    for raw in (b"{", b" " * (2 * MEBIBYTE)):
        assert_problem(call_memory("POST", "/pet", raw=raw, headers=JSON, credentials=False), 401)


@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin-1",
        "json",
    ],
)
def test_other_media_type_is_415(call_memory: Caller, media_type: str | None):
    """Each body has one media type; the answer names it."""
    headers = {} if media_type is None else {"Content-Type": media_type}
    reply = call_memory("POST", "/pet", raw=b'{"name":"x","photoUrls":[]}', headers=headers)
    assert_problem(reply, 415)
    assert reply.headers["Accept"] == "application/json"
    assert_problem(call_memory("POST", "/pet/1/uploadImage", raw=b"x", headers=JSON), 415)


def test_json_with_charset_utf_8_is_taken(call_memory: Caller):
    """The charset that JSON has anyway may be named."""
    headers = {"Content-Type": 'Application/JSON; charset="UTF-8"'}
    reply = call_memory("POST", "/pet", raw='{"name":"ñ","photoUrls":[]}'.encode(), headers=headers)
    assert reply.json()["name"] == "ñ"


@pytest.mark.parametrize("accept", ["application/xml", "text/html", "image/*;q=1, */*;q=0", "application/json;q=0", ""])
def test_json_is_answered_whatever_is_accepted(call_memory: Caller, accept: str):
    """There is no 406: JSON is what there is."""
    reply = call_memory("GET", "/pet/1", headers={"Accept": accept})
    assert (reply.status, reply.headers["Content-Type"]) == (200, "application/json")
    assert_problem(call_memory("GET", "/pet/404", headers={"Accept": accept}), 404)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "FOO", "CONNECT"])
def test_method_a_path_does_not_have_is_405_with_allow(call_memory: Caller, method: str):
    """`Allow` names what the path has, a fixed path before one with a placeholder."""
    for path, operations in operations_by_path().items():
        if method in operations:
            continue
        reply = call_memory(method, fill(path))
        assert_problem(reply, 405)
        head = {"HEAD"} if "GET" in operations else set()
        assert set(reply.headers["Allow"].split(", ")) == set(operations) | head | {"OPTIONS"}


def test_options_answers_the_methods(call_memory: Caller):
    """OPTIONS is answered with `Allow` and no body, for anybody."""
    reply = call_memory("OPTIONS", "/pet/1", credentials=False)
    assert (reply.status, reply.body, reply.headers["Allow"]) == (204, b"", "DELETE, GET, HEAD, OPTIONS, POST")


def test_head_answers_as_get_without_the_body(call_memory: Caller):
    """HEAD has the headers of GET, credentials and problems included."""
    get, head = (call_memory(method, "/pet/1") for method in ("GET", "HEAD"))
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == get.headers["Content-Length"]
    assert call_memory("HEAD", "/pet/1", credentials=False).status == 401


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/pets",
        "/pet/",
        "/pet/1/",
        "/pet/1/uploadImage/",
        "/store",
        "//pet/1",
        "/pet//1",
        "/user/",
        "/%00",
        "/../pet/1",
    ],
)
def test_unknown_path_is_404(call_memory: Caller, path: str):
    """No redirect, no page: a problem."""
    assert_problem(call_memory("GET", path), 404)


@pytest.mark.parametrize("path", ["/user/%ff", "/user/%ed%a0%80", "/pet/findByTags?tags=%ff", "/pet/1?name=%c3%28"])
def test_address_that_is_not_utf_8_is_400(call_memory: Caller, path: str):
    """Bytes that are no text are never replaced by others."""
    assert_problem(call_memory("POST" if "name" in path else "GET", path), 400)


def test_every_answer_is_kept_from_caches_and_sniffers(call_memory: Caller):
    """`no-store` and `nosniff` stand on every answer, problems included; no answer names a version of a server."""
    for reply in (
        call_memory("GET", "/pet/1"),
        call_memory("DELETE", "/pet/1"),
        call_memory("GET", "/pet/404"),
        call_memory("PATCH", "/pet"),
        call_memory("GET", "/nowhere"),
        call_memory("GET", "/openapi.yaml"),
        call_memory("GET", "/", base=""),
        call_memory("GET", "/pet/1", headers={"Host": "evil.example"}),
    ):
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert "Python" not in reply.headers["Server"]
        assert "Werkzeug" not in reply.headers["Server"]


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]", "a b", ""]
)
def test_foreign_host_is_400(call_memory: Caller, host: str):
    """A page that rebinds its own name to this machine gets nothing."""
    assert_problem(call_memory("GET", "/pet/1", headers={"Host": host}), 400)


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1", "[::1]:80"])
def test_local_hosts_are_trusted(call_memory: Caller, host: str):
    """The names of this machine are taken, whatever the port."""
    assert call_memory("GET", "/pet/1", headers={"Host": host}).status == 200


def test_trusted_hosts_can_be_named_or_left_open():
    """A service that is reached under another name is told so."""
    for hosts, status in ((("pets.example",), 200), ((".example",), 200), (None, 200), (("other.example",), 400)):
        settings = petstore_flask.Settings(trusted_hosts=hosts)
        client = petstore_flask.create_app("sqlite://", settings).test_client()
        reply = client.get("/api/v3/openapi.json", headers={"Host": "pets.example"})
        assert reply.status_code == status


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"nonsense\r\n\r\n",
        b"GET /api/v3/pet/1 HTTP/9.9\r\n\r\n",
        b"GET " + b"/x" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"".join(b"X%d: y\r\n" % n for n in range(200)) + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_http_is_answered_with_a_problem(call_memory: Caller, request_bytes: bytes):
    """A broken request line, endless headers, TLS on the plain port: a problem, not http.server's page."""
    answer = call_memory.send_bytes(request_bytes)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"<" not in answer
    assert b"application/problem+json" in head
    assert json.loads(body)["status"] >= 400
    assert call_memory("GET", "/pet/1").status == 200


def post_pet(caller: Caller, *framing: bytes, body: bytes = b"", version: str = "1.1") -> bytes:
    """The status line and what follows, of a POST whose framing is written by hand."""
    head = f"POST /api/v3/pet HTTP/{version}\r\nHost: localhost\r\nAuthorization: Bearer {caller.handle.token}\r\n"
    lines = b"".join(line + b"\r\n" for line in (b"Content-Type: application/json", *framing))
    return caller.send_bytes(head.encode() + lines + b"\r\n" + body)


PET = b'{"name":"x","photoUrls":[]}'
"""27 bytes: 1b in hexadecimal."""


@pytest.mark.parametrize(
    "framing",
    [
        [b"Content-Length: -1"],
        [b"Content-Length: x"],
        [b"Content-Length: 1e3"],
        [b"Content-Length: +27"],
        [b"Content-Length: 2_7"],
        [b"Content-Length: 27 "],
        [b"Content-Length: \xa027"],
        [b"Content-Length: 0x1b"],
        [b"Content-Length: \xb2\xb7"],
        [b"Content-Length: 27, 27"],
        [b"Content-Length:"],
        [b"Content-Length: 27", b"Content-Length: 28"],
        [b"Content-Length: 28", b"Content-Length: 27"],
        [b"Content-Length: 27", b"content-length: 27"],
        [b"Content-Length : 27"],
        [b"Content-Length: 27", b"Transfer-Encoding: chunked"],
        [b"Transfer-Encoding: chunked", b"Content-Length: 27"],
        [b"Transfer-Encoding: xchunked"],
        [b"Transfer-Encoding: chunked, chunked"],
        [b"Transfer-Encoding: gzip, chunked"],
        [b"Transfer-Encoding: chunked, gzip"],
        [b"Transfer-Encoding: identity", b"Content-Length: 27"],
        [b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked"],
        [b"Transfer-Encoding: \x0bchunked"],
        [b'Transfer-Encoding: "chunked"'],
        [b"Transfer-Encoding:"],
        [b"Transfer-Encoding : chunked"],
        [b"no header at all", b"Content-Length: 27"],
        [b"X: y", b" Content-Length: 27"],
        [b"X: y\r Content-Length: 27"],
    ],
    ids=lambda framing: b" | ".join(framing).decode("latin-1").encode("unicode_escape").decode(),
)
def test_length_that_can_be_read_in_two_ways_is_400_and_ends_the_connection(call_memory: Caller, framing: list[bytes]):
    """Who counts otherwise would take the rest for a request of its own: none is looked at, and nothing is kept."""
    smuggled = b"GET /api/v3/store/order/1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answer = post_pet(call_memory, *framing, body=PET + smuggled)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"\r\n\r\n") == 1
    assert b"Connection: close" in head
    assert json.loads(body)["status"] == 400
    assert sum(call_memory("GET", "/store/inventory").json().values()) == 8


@pytest.mark.parametrize(
    "body",
    [
        b"1_b\r\n%b\r\n0\r\n\r\n",
        b"+1b\r\n%b\r\n0\r\n\r\n",
        b"-1b\r\n%b\r\n0\r\n\r\n",
        b"0x1b\r\n%b\r\n0\r\n\r\n",
        b" 1b\r\n%b\r\n0\r\n\r\n",
        b"1b \r\n%b\r\n0\r\n\r\n",
        b"1b\t\r\n%b\r\n0\r\n\r\n",
        b"1b\n%b\n0\n\n",
        b"1b\r%b\r\n0\r\n\r\n",
        b"\r\n%b\r\n0\r\n\r\n",
        b";\r\n%b\r\n0\r\n\r\n",
        b"0000000000000001b\r\n%b\r\n0\r\n\r\n",
        b"fffffffffffffffff\r\n%b\r\n0\r\n\r\n",
        b"1b;" + b"x" * 300 + b"\r\n%b\r\n0\r\n\r\n",
        b"1a\r\n%b\r\n0\r\n\r\n",
        b"1c\r\n%b\r\n0\r\n\r\n",
        b"1b\r\n%b0\r\n\r\n",
        b"1b\r\n%b\n0\r\n\r\n",
        b"1b\r\n%b\r\n",
        b"1b\r\n%b\r\n0\r\n",
        b"1b\r\n%b\r\n0\r\nX: y\n\r\n",
        b"1b\r\n%b\r\n0\r\n" + b"X: y\r\n" * 2000 + b"\r\n",
        b"1b\r\n%b\r\n0_0\r\n\r\n",
    ],
)
def test_chunk_that_is_not_written_to_the_letter_is_400(call_memory: Caller, body: bytes):
    """Signs, underscores, prefixes, white space, lone line feeds, sizes that do not fit: nothing is guessed."""
    answer = post_pet(call_memory, b"Transfer-Encoding: chunked", body=body % PET)
    assert answer.split()[1] == b"400"
    assert b"application/problem+json" in answer
    assert sum(call_memory("GET", "/store/inventory").json().values()) == 8


@pytest.mark.parametrize(
    "body",
    [
        b"1b\r\n%b\r\n0\r\n\r\n",
        b"1B\r\n%b\r\n000\r\n\r\n",
        b'001b;name="value";other\r\n%b\r\n0;last\r\nTrailer: one\r\nOther: two\r\n\r\n',
        b"1\r\n{\r\n1a\r\n%b\r\n0\r\n\r\n",
    ],
)
def test_chunks_as_they_must_be_are_taken(call_memory: Caller, body: bytes):
    """Several chunks, extensions, leading zeros, trailers: what RFC 9112 section 7.1 allows; no chunks in HTTP/1.0."""
    sent = body % (PET[1:] if body.startswith(b"1\r") else PET)
    for spelling in (b"Transfer-Encoding: chunked", b"transfer-encoding:\tChunked \t"):
        assert post_pet(call_memory, spelling, body=sent).split()[1] == b"200"
    assert post_pet(call_memory, b"Transfer-Encoding: chunked", body=sent, version="1.0").split()[1] == b"400"


def test_length_beyond_any_number_is_413(call_memory: Caller):
    """A length is compared with the limit, however many digits it has."""
    for digits in (9, 19, 5000):
        assert post_pet(call_memory, b"Content-Length: " + b"9" * digits, body=PET).split()[1] == b"413"


def send_for_ever(sock: socket.socket) -> None:
    """Send a byte now and then, until the other side has closed."""
    pause = threading.Event()
    while not pause.wait(0.01):
        sock.sendall(b"x")


@pytest.mark.parametrize("credentials", [True, False], ids=["413", "401"])
def test_connection_with_an_unread_body_ends_soon_after_its_answer(
    call_memory: Caller, monkeypatch: pytest.MonkeyPatch, credentials: bool
):
    """A client that goes on sending, or falls silent, after a refusal holds no place: it can read the answer."""
    limits = ServerLimits(linger_seconds=0.2, request_seconds=600.0)  # the second is what held it before
    monkeypatch.setattr("petstore_flask.server.LIMITS", limits)
    token = call_memory.handle.token if credentials else "none"
    head = (
        f"POST /api/v3/pet HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {3 * MEBIBYTE}\r\n\r\n"
    )
    with (
        socket.create_connection(("127.0.0.1", call_memory.handle.port), timeout=30) as silent,
        socket.create_connection(("127.0.0.1", call_memory.handle.port), timeout=30) as talking,
    ):
        for sock in (silent, talking):
            sock.sendall(head.encode() + b"x")
            answer = b""
            while piece := sock.recv(65536):
                answer += piece
            assert answer.split()[1] == (b"413" if credentials else b"401")
        for sock in (talking, silent):
            with pytest.raises(ConnectionError):
                send_for_ever(sock)


def test_body_that_ends_early_is_400(call_memory: Caller):
    """A client that announces more than it sends gets a problem; nothing is kept."""
    head = f"POST /api/v3/pet HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {call_memory.handle.token}\r\n"
    answer = call_memory.send_bytes(
        head.encode() + b'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":"x","photoUrls":[]}'
    )
    assert answer.split()[1] == b"400"
    assert sum(call_memory("GET", "/store/inventory").json().values()) == 8


def test_silent_and_slow_clients_block_nobody(call_memory: Caller):
    """More half-open connections than there are places, some of them dripping bytes: others are still answered."""
    address = ("127.0.0.1", call_memory.handle.port)
    silent = [socket.create_connection(address) for _ in range(LIMITS.max_connections + 20)]
    dripping = silent[-10:]
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.05):
            for sock in dripping:
                try:
                    sock.send(b"G")
                except OSError:
                    continue

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        replies = [call_memory("GET", "/pet/1").status for _ in range(20)]
    finally:
        stop.set()
        thread.join()
        for sock in silent:
            sock.close()
    assert replies == [200] * 20


def test_burst_of_good_clients_is_served_in_turn(call_memory: Caller):
    """More clients at once than there are places: each is answered, none is cut."""
    statuses: list[int] = []
    barrier = threading.Barrier(160)

    def ask() -> None:
        barrier.wait()
        statuses.append(call_memory("GET", "/pet/1").status)

    threads = [threading.Thread(target=ask) for _ in range(160)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 160


def test_request_that_takes_too_long_is_cut(call_memory: Caller, monkeypatch: pytest.MonkeyPatch):
    """A byte now and then does not move the deadline of a request."""
    monkeypatch.setattr("petstore_flask.server.LIMITS", ServerLimits(request_seconds=0.3))
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", call_memory.handle.port), timeout=20) as sock:
        sock.settimeout(0.05)
        while time.monotonic() - begun < 20:
            try:
                sock.send(b"G")
                if sock.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the connection was never cut")
    assert call_memory("GET", "/pet/1").status == 200


def test_fault_of_the_service_is_a_problem_without_details(
    call_memory: Caller, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    """500 tells nothing of the inside, prints nothing, and its traceback is in the log."""

    def fail(*_: object) -> None:
        raise RuntimeError("inner secret")

    monkeypatch.setattr(call_memory.handle.store, "inventory", fail)
    reply = call_memory("GET", "/store/inventory")
    assert_problem(reply, 500)
    assert b"secret" not in reply.body
    assert "inner secret" in call_memory.handle.log[-1].fault
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("version", "times"), [("1.1", 1), ("1.0", 0)])
def test_a_client_that_waits_before_its_body_is_told_once_to_go_on(call_memory: Caller, version: str, times: int):
    """RFC 9110 section 10.1.1: one `100 Continue` for `Expect: 100-continue`, and none for HTTP/1.0."""
    body = b'{"name": "Waits", "photoUrls": []}'
    head = (
        f"POST /api/v3/pet HTTP/{version}\r\nHost: localhost\r\nAuthorization: Bearer {call_memory.handle.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    answer = call_memory.send_bytes(head.encode() + body)
    assert answer.count(b"100 Continue") == times
    assert b" 200 OK\r\n" in answer
