"""The faults that a server can play, each with the error it has to end as.

A fault is a play on loopback (see loopback.py) with the error class and words that the reader's banner must hold. Tests
run each against `fetch`; what is named here is what SECURITY.md may promise.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from apiref_nb.errors import AddressError, RedirectError, SourceError, TooLargeError, UnreachableError
from apiref_nb.fetching import FetchLimits
from tests.fetching.loopback import Connection, Play

SHORT = FetchLimits(timeout_seconds=0.5)
SMALL = FetchLimits(body_bytes=200_000)
"""The size limit under which faults are played; the peak in memory is measured under the real one."""


@dataclass(frozen=True)
class Fault:
    """One misbehaviour."""

    play: Play
    error: type[SourceError]
    words: str
    """Stands in the cause."""
    certificate: str | None = None
    raw: bool = False
    limits: FetchLimits = SMALL
    https: bool = False
    """Ask for https although the server speaks without it."""


def says(data: bytes) -> Play:
    """A server that sends these bytes as its whole answer and closes."""
    return lambda connection: connection.send(data)


def answers(status: int = 200, body: bytes = b"", **headers: str) -> Play:
    """A server with one well-formed answer."""
    return lambda connection: connection.answer(status, body, **headers)


def redirects(location: str, status: int = 302) -> Play:
    """A server that sends every request on."""
    return lambda connection: connection.answer(status, location=location)


def then(data: bytes, go_on: Callable[[Connection], None]) -> Play:
    """A server that begins well."""

    def play(connection: Connection) -> None:
        connection.send(data)
        go_on(connection)

    return play


def drips(data: bytes) -> Callable[[Connection], None]:
    return lambda connection: connection.drip(data)


def floods(data: bytes) -> Callable[[Connection], None]:
    return lambda connection: connection.flood(data)


def encoded(body: bytes, encoding: str = "gzip") -> Play:
    """A server whose answer has a content encoding."""
    return answers(body=body, content_encoding=encoding)


def slow_redirects(each_seconds: float) -> Play:
    """A server whose every hop is in time for itself, all of them together not."""

    def play(connection: Connection) -> None:
        connection.over.wait(each_seconds)
        connection.answer(302, location=f"/{len(connection.path)}{connection.path[1:]}")

    return play


def tls_record_drip(connection: Connection) -> None:
    """The beginning of a handshake record that promises more than ever comes."""
    connection.sock.recv(65536)
    connection.send(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc")
    connection.drip(b"\x03")


def closes(connection: Connection) -> None:
    connection.sock.recv(65536)


def resets(connection: Connection) -> None:
    connection.reset()


def hangs(connection: Connection) -> None:
    connection.hang()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
OPEN = HEAD + b"\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
GZIPPED = HEAD + b"Content-Encoding: gzip\r\n\r\n"
ZEROS = bytes(65536)
ZIPPED = gzip.compress(b'{"openapi": "3.1.0"}', mtime=0)
BOMB = gzip.compress(bytes(FetchLimits().body_bytes + 1), mtime=0)
OVER = "the time ended while"

SLOW_FAULTS: dict[str, Fault] = {
    "silent_after_the_request": Fault(hangs, UnreachableError, "waiting for the answer"),
    "silent_after_half_a_status_line": Fault(then(b"HTTP/1.1 2", hangs), UnreachableError, OVER),
    "silent_after_the_head": Fault(then(HEAD + b"Content-Length: 9\r\n\r\n", hangs), UnreachableError, "the body"),
    "silent_before_the_last_byte": Fault(then(HEAD + b"Content-Length: 3\r\n\r\n{}", hangs), UnreachableError, OVER),
    "status_line_dripping": Fault(drips(b"H"), UnreachableError, OVER),
    "headers_dripping": Fault(then(HEAD, drips(b"X: y\r\n")), UnreachableError, "waiting for the answer"),
    "one_header_dripping": Fault(then(HEAD + b"X: ", drips(b"y")), UnreachableError, "waiting for the answer"),
    "body_dripping": Fault(then(OPEN, drips(b" ")), UnreachableError, "reading the body"),
    "chunks_dripping": Fault(then(CHUNKED, drips(b"1\r\n \r\n")), UnreachableError, "reading the body"),
    "chunk_extension_dripping": Fault(then(CHUNKED + b"1;", drips(b"x")), UnreachableError, "reading the body"),
    "trailers_dripping": Fault(then(CHUNKED + b"0\r\n", drips(b"X: y\r\n")), UnreachableError, "reading the body"),
    "gzip_dripping": Fault(then(GZIPPED + ZIPPED[:10], drips(b"\0\0\0\xff\xff")), UnreachableError, "the body"),
    "empty_gzip_members_dripping": Fault(
        then(GZIPPED, drips(gzip.compress(b"", mtime=0))), UnreachableError, "reading the body"
    ),
    "early_hints_dripping": Fault(drips(b"HTTP/1.1 103 Early Hints\r\n\r\n"), UnreachableError, OVER),
    "early_hints_flooding": Fault(floods(b"HTTP/1.1 103 Early Hints\r\n\r\n"), UnreachableError, OVER),
    "continues_flooding": Fault(floods(b"HTTP/1.1 100 Continue\r\n\r\n"), UnreachableError, OVER),
    "tls_silence": Fault(hangs, UnreachableError, "agreeing on TLS", raw=True, https=True),
    "tls_dripping": Fault(tls_record_drip, UnreachableError, "agreeing on TLS", raw=True, https=True),
    "redirects_slow_together": Fault(slow_redirects(0.2), UnreachableError, "reached by redirect"),
}
"""Every one of these would go on for ever; they are played under a short deadline."""

BROKEN_FAULTS: dict[str, Fault] = {
    # Connections that break.
    "closed_before_the_request": Fault(lambda _: None, UnreachableError, "", raw=True),
    "closed_without_an_answer": Fault(says(b""), UnreachableError, "too early (while waiting"),
    "closed_within_the_head": Fault(says(HEAD), UnreachableError, "too early (while waiting"),
    "closed_within_the_body": Fault(
        says(HEAD + b"Content-Length: 9\r\n\r\n{}"), UnreachableError, "too early (while reading"
    ),
    "closed_within_a_chunk": Fault(says(CHUNKED + b"9\r\n{}"), UnreachableError, "too early"),
    "closed_before_the_last_chunk": Fault(says(CHUNKED + b"2\r\n{}\r\n"), UnreachableError, "too early"),
    "reset_after_the_request": Fault(resets, UnreachableError, ""),
    "reset_within_the_body": Fault(then(OPEN + b"{", resets), UnreachableError, ""),
    "closed_within_the_tls_handshake": Fault(closes, UnreachableError, "TLS", raw=True, https=True),
    # Answers that are not HTTP.
    "another_protocol": Fault(says(b"SSH-2.0-OpenSSH_9.6\r\n"), UnreachableError, "too early"),
    "no_head_at_all": Fault(says(b'{"openapi": "3.1.0"}'), UnreachableError, "too early"),
    "noise": Fault(says(bytes(range(256)) * 40), UnreachableError, "not valid HTTP"),
    "plain_http_where_tls_was_asked": Fault(
        then(b"HTTP/1.1 400 Bad Request\r\n\r\n", hangs), UnreachableError, "plain http", raw=True, https=True
    ),
    "tls_where_http_was_asked": Fault(says(b"\x15\x03\x01\x00\x02\x02\x46"), UnreachableError, "not valid HTTP"),
    "a_head_too_long": Fault(floods(HEAD + b"X: " + b"y" * 65536), UnreachableError, "not valid HTTP"),
    "headers_without_end": Fault(then(HEAD, floods(b"X-Filler: y\r\n" * 500)), UnreachableError, "not valid HTTP"),
    "trailers_without_end": Fault(then(CHUNKED + b"0\r\n", floods(b"X: y\r\n" * 999)), UnreachableError, "valid HTTP"),
    "chunk_extension_without_end": Fault(then(CHUNKED + b"1;", floods(b"x" * 9999)), UnreachableError, "valid HTTP"),
    "a_header_without_colon": Fault(says(HEAD + b"nonsense\r\n\r\n{}"), UnreachableError, "not valid HTTP"),
    "a_null_byte_in_a_header": Fault(says(HEAD + b"X: a\0b\r\n\r\n{}"), UnreachableError, "not valid HTTP"),
    "a_negative_length": Fault(says(HEAD + b"Content-Length: -1\r\n\r\n{}"), UnreachableError, "not valid HTTP"),
    "two_lengths": Fault(says(HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), UnreachableError, "HTTP"),
    "a_length_of_5000_digits": Fault(
        says(HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n"), UnreachableError, "not valid HTTP"
    ),
    "a_chunk_size_that_is_no_number": Fault(says(CHUNKED + b"zz\r\n{}\r\n"), UnreachableError, "not valid HTTP"),
    "a_chunk_size_of_30_digits": Fault(says(CHUNKED + b"f" * 30 + b"\r\n{}\r\n"), UnreachableError, "not valid HTTP"),
    "an_unknown_transfer_encoding": Fault(
        says(HEAD + b"Transfer-Encoding: rot13\r\n\r\n{}"), UnreachableError, "not valid HTTP"
    ),
    # Statuses that deliver nothing.
    "status_404": Fault(answers(404), UnreachableError, "status 404"),
    "status_401": Fault(answers(401, www_authenticate="Basic"), UnreachableError, "refuses access"),
    "status_403": Fault(answers(403), UnreachableError, "no credentials are sent; fetch the document yourself"),
    "status_500_with_endless_body": Fault(
        then(b"HTTP/1.1 500 No\r\n\r\n", floods(ZEROS)), UnreachableError, "status 500"
    ),
    "status_503_try_later": Fault(answers(503, retry_after="0"), UnreachableError, "status 503"),
    "status_999": Fault(answers(999), UnreachableError, "status 999"),
    "status_300_choices": Fault(answers(300, location="/other"), UnreachableError, "status 300"),
    "status_304_that_nobody_asked_for": Fault(answers(304), UnreachableError, "status 304"),
    "status_206_part_of_a_document": Fault(
        answers(206, b"{", content_range="bytes 0-0/9"), UnreachableError, "status 206"
    ),
    "status_101_another_protocol": Fault(
        says(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
        UnreachableError,
        "not valid HTTP",
    ),
    "hostile_reason_phrase": Fault(
        says(b"HTTP/1.1 500 \x1b[31m<script>alert(1)</script>\r\n\r\n"), UnreachableError, ""
    ),
    # Size.
    "a_length_over_the_limit": Fault(
        then(HEAD + b"Content-Length: 10485761\r\n\r\n", hangs), TooLargeError, "10,485,761 bytes announced"
    ),
    "a_huge_length": Fault(
        then(HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", hangs), TooLargeError, "more than that"
    ),
    "an_endless_body": Fault(then(OPEN, floods(ZEROS)), TooLargeError, " bytes; more arrived"),
    "an_endless_chunked_body": Fault(
        then(CHUNKED, floods(b"10000\r\n" + ZEROS + b"\r\n")), TooLargeError, "more arrived"
    ),
    "an_endless_body_in_chunks_of_one_byte": Fault(
        then(CHUNKED, floods(b"1\r\n \r\n" * 4096)), TooLargeError, "more arrived", limits=FetchLimits(body_bytes=2000)
    ),
    "a_gzip_bomb": Fault(encoded(BOMB), TooLargeError, "more arrived"),
    "a_gzip_bomb_in_members": Fault(
        encoded(gzip.compress(bytes(100_000), mtime=0) * 106), TooLargeError, "more arrived"
    ),
    "an_endless_gzip_of_nothing": Fault(
        then(GZIPPED, floods(gzip.compress(b"", mtime=0) * 500)), TooLargeError, "more arrived, compressed"
    ),
    # Encodings.
    "brotli": Fault(encoded(b"\x8b\x00\x80{}\x03", "br"), UnreachableError, "not asked for"),
    "zstd": Fault(encoded(b"\x28\xb5\x2f\xfd", "zstd"), UnreachableError, "not asked for"),
    "deflate": Fault(encoded(zlib.compress(b"{}"), "deflate"), UnreachableError, "not asked for"),
    "gzip_on_gzip": Fault(encoded(gzip.compress(ZIPPED, mtime=0), "gzip, gzip"), UnreachableError, "only once"),
    "gzip_in_two_headers": Fault(
        says(HEAD + b"Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n" + ZIPPED), UnreachableError, "only once"
    ),
    "gzip_that_is_plain": Fault(encoded(b"{}"), UnreachableError, "announced as gzip and is not"),
    "gzip_cut_short": Fault(encoded(ZIPPED[:-3]), UnreachableError, "ends too early"),
    "gzip_of_no_bytes": Fault(encoded(b""), UnreachableError, "ends too early"),
    "gzip_damaged": Fault(encoded(ZIPPED[:-8] + bytes(8)), UnreachableError, "damaged"),
    "gzip_followed_by_more": Fault(encoded(ZIPPED + b"more"), UnreachableError, "not gzip"),
    "gzip_followed_by_one_byte": Fault(encoded(ZIPPED + b"\x1f"), UnreachableError, "ends too early"),
    # Redirects.
    "redirects_without_end": Fault(
        redirects("x/y"), RedirectError, "More than 5 redirects, which is the most allowed."
    ),
    "a_redirect_to_itself": Fault(redirects("/"), RedirectError, "in a circle"),
    "a_redirect_without_location": Fault(answers(302), UnreachableError, "no Location"),
    "redirects_with_endless_bodies": Fault(
        then(b"HTTP/1.1 302 Found\r\nLocation: ?\r\n\r\n", floods(ZEROS)), RedirectError, "More than 5"
    ),
    "a_redirect_to_a_file": Fault(redirects("file:///etc/passwd"), AddressError, '(found "file:")'),
    "a_redirect_to_ftp": Fault(redirects("ftp://127.0.0.1/x"), AddressError, '(found "ftp:")'),
    "a_redirect_to_javascript": Fault(redirects("javascript:alert(1)"), AddressError, '(found "javascript:")'),
    "a_redirect_to_data": Fault(redirects("data:application/json,{}"), AddressError, '(found "data:")'),
    "a_redirect_with_credentials": Fault(redirects("http://eve:secret@127.0.0.1/"), AddressError, "password"),
    "a_redirect_with_a_space": Fault(redirects("/a b"), AddressError, "U+0020 at character 3"),
    "a_redirect_with_a_backslash": Fault(redirects("\\\\127.0.0.1\\x"), AddressError, "backslash"),
    "a_redirect_to_port_0": Fault(redirects("http://127.0.0.1:0/"), AddressError, "port must be"),
    "a_redirect_to_no_host": Fault(redirects("http:///x"), AddressError, "host is empty"),
    "a_redirect_without_slashes": Fault(redirects("http:127.0.0.1"), AddressError, "two slashes"),
    "a_redirect_of_9000_characters": Fault(redirects("/" + "a" * 9000), AddressError, "longer than 8192"),
    "two_locations": Fault(says(b"HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n\r\n"), AddressError, "U+0020"),
    "a_redirect_to_link_local": Fault(redirects("http://169.254.1.1/"), AddressError, "a link-local address"),
    "a_redirect_to_cloud_metadata": Fault(
        redirects("http://169.254.169.254/latest/meta-data/"), AddressError, "never contacted"
    ),
    "a_redirect_to_metadata_in_ipv6": Fault(
        redirects("http://[::ffff:169.254.169.254]/"), AddressError, "(169.254.169.254) carried in an IPv6 address"
    ),
    "a_redirect_to_metadata_as_a_number": Fault(redirects("http://2852039166/"), AddressError, "169.254.169.254 is"),
    # Certificates.
    "a_certificate_signed_by_itself": Fault(answers(), UnreachableError, "self-signed", certificate="self_signed"),
    "a_certificate_of_an_unknown_authority": Fault(answers(), UnreachableError, "not trusted", certificate="trusted"),
}
"""These end by themselves, or at the size limit."""

ONE_BYTE = "an_endless_body_in_chunks_of_one_byte"
REAL_FAULTS = {name: replace(fault, limits=FetchLimits()) for name, fault in (SLOW_FAULTS | BROKEN_FAULTS).items()} | {
    "redirects_slow_together": Fault(slow_redirects(4), UnreachableError, "reached by redirect"),
    ONE_BYTE: replace(BROKEN_FAULTS[ONE_BYTE], error=UnreachableError, words="reading the body"),
}
"""Under the limits that hold when nothing is said. Ten million chunks of a byte are not taken apart in 15 seconds."""
GO_ON_FOR_EVER = (*SLOW_FAULTS, ONE_BYTE)
"""The names of those that the deadline ends."""

FAULTS = {name: replace(fault, limits=SHORT) for name, fault in SLOW_FAULTS.items()} | BROKEN_FAULTS
