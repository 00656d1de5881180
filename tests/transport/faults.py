"""The faults that a server can play, each with the error it has to end as.

A fault is a play on loopback (see loopback.py) with the error class and words that the reader's banner must hold, and
the end that a call of a client must come to. Tests play each to `fetch`, `Client`, its awaited form, `verify` and the
request form; what is named here is what SECURITY.md may promise.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from apiref_nb.errors import (
    AddressError,
    DocumentSyntaxError,
    RedirectError,
    SourceError,
    TooLargeError,
    UnreachableError,
    UnsupportedError,
)
from apiref_nb.fetching.fetched import FetchLimits
from tests.transport.loopback import Connection, Play

SHORT = FetchLimits(timeout_seconds=0.5)
SMALL = FetchLimits(body_bytes=200_000)
"""The size limit under which faults are played; the peak in memory is measured under the real one."""


@dataclass(frozen=True)
class Fault:
    """One misbehaviour."""

    play: Play
    error: type[SourceError] | None
    """What a fetch, with the reading of what it brings, ends as; None when it brings a document."""
    words: str
    """Stands in the cause."""
    certificate: str | None = None
    raw: bool = False
    limits: FetchLimits = SMALL
    https: bool = False
    """Ask for https although the server speaks without it."""
    call: str = ""
    """What a call of a client ends with when it is not answered: stands in the sentence."""
    call_seconds: float = 5
    """The time that the call has."""
    status: int = 0
    """The status of the reply when the call is answered all the same."""
    mismatch: str = ""
    """What stands in the first mismatch of that reply."""


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
SHORT_SECONDS = 0.25
"""Of a call that ends by its deadline: long enough for a connection on a busy machine."""
LATE = f"no complete answer within {SHORT_SECONDS} seconds"
CUT = "the connection was closed before the answer was complete"
RESET = "closed the connection before the answer was complete"
NOT_HTTP = "the answer is not valid HTTP"
LARGE = "its body is larger than the limit of 200,000 bytes; Client(limit_bytes=…) raises it"
DEEP = "body: is nested deeper than 200 levels"

SLOW_FAULTS: dict[str, Fault] = {
    "silent_after_the_request": Fault(
        hangs, UnreachableError, "waiting for the answer", call=LATE, call_seconds=SHORT_SECONDS
    ),
    "silent_after_half_a_status_line": Fault(
        then(b"HTTP/1.1 2", hangs), UnreachableError, OVER, call=LATE, call_seconds=SHORT_SECONDS
    ),
    "silent_after_the_head": Fault(
        then(HEAD + b"Content-Length: 9\r\n\r\n", hangs),
        UnreachableError,
        "the body",
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "silent_before_the_last_byte": Fault(
        then(HEAD + b"Content-Length: 3\r\n\r\n{}", hangs),
        UnreachableError,
        OVER,
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "status_line_dripping": Fault(drips(b"H"), UnreachableError, OVER, call=LATE, call_seconds=SHORT_SECONDS),
    "headers_dripping": Fault(
        then(HEAD, drips(b"X: y\r\n")),
        UnreachableError,
        "waiting for the answer",
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "one_header_dripping": Fault(
        then(HEAD + b"X: ", drips(b"y")),
        UnreachableError,
        "waiting for the answer",
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "body_dripping": Fault(
        then(OPEN, drips(b" ")), UnreachableError, "reading the body", call=LATE, call_seconds=SHORT_SECONDS
    ),
    "chunks_dripping": Fault(
        then(CHUNKED, drips(b"1\r\n \r\n")), UnreachableError, "reading the body", call=LATE, call_seconds=SHORT_SECONDS
    ),
    "chunk_extension_dripping": Fault(
        then(CHUNKED + b"1;", drips(b"x")), UnreachableError, "reading the body", call=LATE, call_seconds=SHORT_SECONDS
    ),
    "trailers_dripping": Fault(
        then(CHUNKED + b"0\r\n", drips(b"X: y\r\n")),
        UnreachableError,
        "reading the body",
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "gzip_dripping": Fault(
        then(GZIPPED + ZIPPED[:10], drips(b"\0\0\0\xff\xff")),
        UnreachableError,
        "the body",
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "empty_gzip_members_dripping": Fault(
        then(GZIPPED, drips(gzip.compress(b"", mtime=0))),
        UnreachableError,
        "reading the body",
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "early_hints_dripping": Fault(
        drips(b"HTTP/1.1 103 Early Hints\r\n\r\n"), UnreachableError, OVER, call=LATE, call_seconds=SHORT_SECONDS
    ),
    "early_hints_flooding": Fault(
        floods(b"HTTP/1.1 103 Early Hints\r\n\r\n"), UnreachableError, OVER, call=LATE, call_seconds=SHORT_SECONDS
    ),
    "continues_flooding": Fault(
        floods(b"HTTP/1.1 100 Continue\r\n\r\n"), UnreachableError, OVER, call=LATE, call_seconds=SHORT_SECONDS
    ),
    "tls_silence": Fault(
        hangs, UnreachableError, "agreeing on TLS", raw=True, https=True, call=LATE, call_seconds=SHORT_SECONDS
    ),
    "tls_dripping": Fault(
        tls_record_drip,
        UnreachableError,
        "agreeing on TLS",
        raw=True,
        https=True,
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "redirects_slow_together": Fault(
        slow_redirects(0.2), UnreachableError, "reached by redirect", call=LATE, call_seconds=SHORT_SECONDS
    ),
}
"""Every one of these would go on for ever; they are played under a short deadline."""

BROKEN_FAULTS: dict[str, Fault] = {
    # Connections that break.
    "closed_before_the_request": Fault(lambda _: None, UnreachableError, "", raw=True, call="closed"),
    "closed_without_an_answer": Fault(says(b""), UnreachableError, "too early (while waiting", call=CUT),
    "closed_within_the_head": Fault(says(HEAD), UnreachableError, "too early (while waiting", call=CUT),
    "closed_within_the_body": Fault(
        says(HEAD + b"Content-Length: 9\r\n\r\n{}"), UnreachableError, "too early (while reading", call=CUT
    ),
    "closed_within_a_chunk": Fault(says(CHUNKED + b"9\r\n{}"), UnreachableError, "too early", call=CUT),
    "closed_before_the_last_chunk": Fault(says(CHUNKED + b"2\r\n{}\r\n"), UnreachableError, "too early", call=CUT),
    "reset_after_the_request": Fault(resets, UnreachableError, "", call=RESET),
    "reset_within_the_body": Fault(then(OPEN + b"{", resets), UnreachableError, "", call=RESET),
    "closed_within_the_tls_handshake": Fault(
        closes,
        UnreachableError,
        "TLS",
        raw=True,
        https=True,
        call="found no TLS in common (unexpected eof while reading)",
    ),
    # Answers that are not HTTP.
    "another_protocol": Fault(says(b"SSH-2.0-OpenSSH_9.6\r\n"), UnreachableError, "too early", call=CUT),
    "no_head_at_all": Fault(says(b'{"openapi": "3.1.0"}'), UnreachableError, "too early", call=CUT),
    "noise": Fault(says(bytes(range(256)) * 40), UnreachableError, "not valid HTTP", call=NOT_HTTP),
    "plain_http_where_tls_was_asked": Fault(
        then(b"HTTP/1.1 400 Bad Request\r\n\r\n", hangs),
        UnreachableError,
        "plain http",
        raw=True,
        https=True,
        call="found no TLS in common (wrong version number)",
    ),
    "tls_where_http_was_asked": Fault(
        says(b"\x15\x03\x01\x00\x02\x02\x46"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "a_head_too_long": Fault(floods(HEAD + b"X: " + b"y" * 65536), UnreachableError, "not valid HTTP", call=NOT_HTTP),
    "headers_without_end": Fault(
        then(HEAD, floods(b"X-Filler: y\r\n" * 500)), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "trailers_without_end": Fault(
        then(CHUNKED + b"0\r\n", floods(b"X: y\r\n" * 999)), UnreachableError, "valid HTTP", call=NOT_HTTP
    ),
    "chunk_extension_without_end": Fault(
        then(CHUNKED + b"1;", floods(b"x" * 9999)), UnreachableError, "valid HTTP", call=NOT_HTTP
    ),
    "a_header_without_colon": Fault(
        says(HEAD + b"nonsense\r\n\r\n{}"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "a_null_byte_in_a_header": Fault(
        says(HEAD + b"X: a\0b\r\n\r\n{}"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "a_negative_length": Fault(
        says(HEAD + b"Content-Length: -1\r\n\r\n{}"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "two_lengths": Fault(
        says(HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), UnreachableError, "HTTP", call=NOT_HTTP
    ),
    "a_length_of_5000_digits": Fault(
        says(HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "a_chunk_size_that_is_no_number": Fault(
        says(CHUNKED + b"zz\r\n{}\r\n"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "a_chunk_size_of_30_digits": Fault(
        says(CHUNKED + b"f" * 30 + b"\r\n{}\r\n"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    "an_unknown_transfer_encoding": Fault(
        says(HEAD + b"Transfer-Encoding: rot13\r\n\r\n{}"), UnreachableError, "not valid HTTP", call=NOT_HTTP
    ),
    # Statuses that deliver nothing.
    "status_404": Fault(answers(404), UnreachableError, "status 404", status=404),
    "status_401": Fault(answers(401, www_authenticate="Basic"), UnreachableError, "refuses access", status=401),
    "status_403": Fault(
        answers(403),
        UnreachableError,
        "no credentials were sent; load the document with load_api(address, headers=…)",
        status=403,
    ),
    "status_500_with_endless_body": Fault(
        then(b"HTTP/1.1 500 No\r\n\r\n", floods(ZEROS)), UnreachableError, "status 500", call=LARGE
    ),
    "status_503_try_later": Fault(answers(503, retry_after="0"), UnreachableError, "status 503", status=503),
    "status_999": Fault(answers(999), UnreachableError, "status 999", status=999),
    "status_300_choices": Fault(answers(300, location="/other"), UnreachableError, "status 300", status=300),
    "status_304_that_nobody_asked_for": Fault(answers(304), UnreachableError, "status 304", status=304),
    "status_206_part_of_a_document": Fault(
        answers(206, b"{", content_range="bytes 0-0/9"), UnreachableError, "status 206", status=206
    ),
    "status_101_another_protocol": Fault(
        says(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
        UnreachableError,
        "not valid HTTP",
        call=NOT_HTTP,
    ),
    "hostile_reason_phrase": Fault(
        says(b"HTTP/1.1 500 \x1b[31m<script>alert(1)</script>\r\n\r\n"), UnreachableError, "", status=500
    ),
    # Size.
    "a_length_over_the_limit": Fault(
        then(HEAD + b"Content-Length: 10485761\r\n\r\n", hangs), TooLargeError, "10,485,761 bytes announced", call=LARGE
    ),
    "a_huge_length": Fault(
        then(HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", hangs), TooLargeError, "more than that", call=LARGE
    ),
    "an_endless_body": Fault(then(OPEN, floods(ZEROS)), TooLargeError, " bytes; more arrived", call=LARGE),
    "an_endless_chunked_body": Fault(
        then(CHUNKED, floods(b"10000\r\n" + ZEROS + b"\r\n")), TooLargeError, "more arrived", call=LARGE
    ),
    "an_endless_body_in_chunks_of_one_byte": Fault(
        then(CHUNKED, floods(b"1\r\n \r\n" * 4096)),
        TooLargeError,
        "more arrived",
        limits=FetchLimits(body_bytes=2000),
        call=LATE,
        call_seconds=SHORT_SECONDS,
    ),
    "a_gzip_bomb": Fault(encoded(BOMB), TooLargeError, "more arrived", call=LARGE),
    "a_gzip_bomb_in_members": Fault(
        encoded(gzip.compress(bytes(100_000), mtime=0) * 106), TooLargeError, "more arrived", call=LARGE
    ),
    "an_endless_gzip_of_nothing": Fault(
        then(GZIPPED, floods(gzip.compress(b"", mtime=0) * 500)), TooLargeError, "more arrived, compressed", call=LARGE
    ),
    # Encodings.
    "brotli": Fault(
        encoded(b"\x8b\x00\x80{}\x03", "br"), UnreachableError, "not asked for", call="in a way that was not asked for"
    ),
    "zstd": Fault(
        encoded(b"\x28\xb5\x2f\xfd", "zstd"), UnreachableError, "not asked for", call="in a way that was not asked for"
    ),
    "deflate": Fault(
        encoded(zlib.compress(b"{}"), "deflate"),
        UnreachableError,
        "not asked for",
        call="in a way that was not asked for",
    ),
    "gzip_on_gzip": Fault(
        encoded(gzip.compress(ZIPPED, mtime=0), "gzip, gzip"),
        UnreachableError,
        "only once",
        call="in a way that was not asked for",
    ),
    "gzip_in_two_headers": Fault(
        says(HEAD + b"Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n" + ZIPPED),
        UnreachableError,
        "only once",
        call="in a way that was not asked for",
    ),
    "gzip_that_is_plain": Fault(
        encoded(b"{}"),
        UnreachableError,
        "announced as gzip and is not",
        call="is announced as gzip and is not, or is damaged",
    ),
    "gzip_cut_short": Fault(
        encoded(ZIPPED[:-3]), UnreachableError, "ends too early", call="is gzip and ends too early"
    ),
    "gzip_of_no_bytes": Fault(encoded(b""), UnreachableError, "ends too early", status=200, mismatch="body: is empty"),
    "gzip_damaged": Fault(
        encoded(ZIPPED[:-8] + bytes(8)),
        UnreachableError,
        "damaged",
        call="is announced as gzip and is not, or is damaged",
    ),
    "gzip_followed_by_more": Fault(
        encoded(ZIPPED + b"more"), UnreachableError, "not gzip", call="is followed by bytes that are not gzip"
    ),
    "gzip_followed_by_one_byte": Fault(
        encoded(ZIPPED + b"\x1f"), UnreachableError, "ends too early", call="is gzip and ends too early"
    ),
    # Redirects.
    "redirects_without_end": Fault(
        redirects("x/y"), RedirectError, "More than 5 redirects, which is the most allowed.", status=302
    ),
    "a_redirect_to_itself": Fault(redirects("/"), RedirectError, "in a circle", status=302),
    "a_redirect_without_location": Fault(answers(302), UnreachableError, "no Location", status=302),
    "redirects_with_endless_bodies": Fault(
        then(b"HTTP/1.1 302 Found\r\nLocation: ?\r\n\r\n", floods(ZEROS)), RedirectError, "More than 5", call=LARGE
    ),
    "a_redirect_to_a_file": Fault(redirects("file:///etc/passwd"), AddressError, '(found "file:")', status=302),
    "a_redirect_to_ftp": Fault(redirects("ftp://127.0.0.1/x"), AddressError, '(found "ftp:")', status=302),
    "a_redirect_to_javascript": Fault(
        redirects("javascript:alert(1)"), AddressError, '(found "javascript:")', status=302
    ),
    "a_redirect_to_data": Fault(redirects("data:application/json,{}"), AddressError, '(found "data:")', status=302),
    "a_redirect_with_credentials": Fault(
        redirects("http://eve:secret@127.0.0.1/"), AddressError, "password", status=302
    ),
    "a_redirect_with_a_space": Fault(redirects("/a b"), AddressError, "U+0020 at character 3", status=302),
    "a_redirect_with_a_backslash": Fault(redirects("\\\\127.0.0.1\\x"), AddressError, "backslash", status=302),
    "a_redirect_to_port_0": Fault(redirects("http://127.0.0.1:0/"), AddressError, "port must be", status=302),
    "a_redirect_to_no_host": Fault(redirects("http:///x"), AddressError, "host is empty", status=302),
    "a_redirect_without_slashes": Fault(redirects("http:127.0.0.1"), AddressError, "two slashes", status=302),
    "a_redirect_of_9000_characters": Fault(redirects("/" + "a" * 9000), AddressError, "longer than 8192", status=302),
    "two_locations": Fault(
        says(b"HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n\r\n"), AddressError, "U+0020", status=302
    ),
    "a_redirect_to_link_local": Fault(
        redirects("http://169.254.1.1/"), AddressError, "a link-local address", status=302
    ),
    "a_redirect_to_cloud_metadata": Fault(
        redirects("http://169.254.169.254/latest/meta-data/"), AddressError, "never contacted", status=302
    ),
    "a_redirect_to_metadata_in_ipv6": Fault(
        redirects("http://[::ffff:169.254.169.254]/"),
        AddressError,
        "(169.254.169.254) carried in an IPv6 address",
        status=302,
    ),
    "a_redirect_to_metadata_as_a_number": Fault(
        redirects("http://2852039166/"), AddressError, "169.254.169.254 is", status=302
    ),
    # Certificates.
    "a_certificate_signed_by_itself": Fault(
        answers(),
        UnreachableError,
        "self-signed",
        certificate="self_signed",
        call="is not accepted: self-signed certificate",
    ),
    "a_certificate_of_an_unknown_authority": Fault(
        answers(),
        UnreachableError,
        "not trusted",
        certificate="trusted",
        call="is not accepted: unable to get local issuer certificate",
    ),
}
"""These end by themselves, or at the size limit."""


def typed(content_type: str, body: bytes, **headers: str) -> Play:
    """A server whose answer is of a type."""
    return answers(body=body, content_type=content_type, **headers)


def nested(levels: int) -> bytes:
    return b'{"a":' * levels + b"1" + b"}" * levels


TEXT = b'{"openapi": "3.1.0"}'
NOT_UTF_8 = b'{"a": "\xff"}'
JSON = "application/json"
ODD_ANSWERS: dict[str, Fault] = {
    # Character sets.
    "charset_idna": Fault(typed("text/plain; charset=idna", TEXT), None, "", status=200),
    "charset_undefined": Fault(typed("text/plain; charset=undefined", TEXT), None, "", status=200),
    "charset_punycode": Fault(
        typed("text/plain; charset=punycode", b"\xff"), DocumentSyntaxError, "not valid UTF-8", status=200
    ),
    "charset_punycode_in_the_square_of_its_length": Fault(
        typed("text/plain; charset=punycode", b"abc-" + b"zz9" * 200_000),
        UnsupportedError,
        "",
        limits=FetchLimits(body_bytes=1_000_000),
        status=200,
    ),
    "charset_that_unpacks": Fault(typed("text/plain; charset=zlib", TEXT), None, "", status=200),
    "charset_that_is_a_module": Fault(typed("text/plain; charset=mbcs", TEXT), None, "", status=200),
    "charset_unknown": Fault(typed("text/plain; charset=x-nonsense", TEXT), None, "", status=200),
    "charset_that_is_no_name": Fault(typed('text/plain; charset="../\x7f"', TEXT), None, "", status=200),
    "charset_of_9000_characters": Fault(typed(f"text/plain; charset={'a' * 9000}", TEXT), None, "", status=200),
    "charset_idna_of_json": Fault(typed("application/json; charset=idna", TEXT), None, "", status=200),
    # Encodings and lengths.
    "gzip_of_two_members": Fault(
        typed(JSON, gzip.compress(b'{"a": ', mtime=0) + gzip.compress(b"1}", mtime=0), content_encoding="gzip"),
        None,
        "",
        status=200,
    ),
    "gzip_padded_with_zeros": Fault(typed(JSON, ZIPPED + bytes(512), content_encoding="gzip"), None, "", status=200),
    "a_length_and_chunks": Fault(
        says(HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        None,
        "",
        status=200,
    ),
    "a_length_that_is_too_short": Fault(says(HEAD + b"Content-Length: 2\r\n\r\n{}more"), None, "", status=200),
    # Headers.
    "a_header_of_80_kilobytes": Fault(typed(JSON, TEXT, x_long="y" * 80_000), None, "", status=200),
    "a_header_that_is_not_utf_8": Fault(
        says(b"HTTP/1.1 200 OK\r\nContent-Type: application/json; a=\xff\r\nX: \xff\xfe\r\n\r\n{}"),
        None,
        "",
        status=200,
    ),
    "a_type_that_is_not_utf_8": Fault(
        says(b"HTTP/1.1 200 OK\r\nContent-Type: \xff\xfe\r\n\r\n{}"), None, "", status=200, mismatch="media type: "
    ),
    # JSON.
    "json_nested_300_levels": Fault(typed(JSON, nested(300)), TooLargeError, "too deep", status=200, mismatch=DEEP),
    "json_nested_30000_levels": Fault(
        typed(JSON, nested(30_000)), TooLargeError, "too deep", status=200, mismatch=DEEP
    ),
    "json_that_only_opens": Fault(typed(JSON, b"[" * 150_000), TooLargeError, "too deep", status=200, mismatch=DEEP),
    "json_number_of_5000_digits": Fault(
        typed(JSON, b'{"a": 1' + b"0" * 5000 + b"}"), None, "", status=200, mismatch="too many digits"
    ),
    "json_number_beyond_any_float": Fault(typed(JSON, b'{"a": 1e999}'), None, "", status=200),
    "json_that_is_not_utf_8": Fault(
        typed(JSON, NOT_UTF_8), DocumentSyntaxError, "not valid UTF-8", status=200, mismatch="is no UTF-8"
    ),
    "json_with_half_a_surrogate_pair": Fault(typed(JSON, b'{"a": "\\ud800", "\\udfff": 1}'), None, "", status=200),
    "json_with_half_a_surrogate_pair_where_it_does_not_fit": Fault(
        typed(JSON, b'"\\ud800"'), UnsupportedError, "", status=200, mismatch="must be object"
    ),
    "json_nan": Fault(typed(JSON, b'{"a": NaN}'), DocumentSyntaxError, "NaN", status=200, mismatch="is not valid JSON"),
    "json_of_nothing": Fault(typed(JSON, b""), DocumentSyntaxError, "", status=200, mismatch="body: is empty"),
}
"""Answers that are whole as HTTP, and odd in what they hold; the reading of what was fetched judges them as well."""

ONE_BYTE = "an_endless_body_in_chunks_of_one_byte"
REAL_FAULTS = {name: replace(fault, limits=FetchLimits()) for name, fault in (SLOW_FAULTS | BROKEN_FAULTS).items()} | {
    "redirects_slow_together": Fault(slow_redirects(4), UnreachableError, "reached by redirect"),
    ONE_BYTE: replace(BROKEN_FAULTS[ONE_BYTE], error=UnreachableError, words="reading the body"),
}
"""Under the limits that hold when nothing is said. Ten million chunks of a byte are not taken apart in 15 seconds."""
GO_ON_FOR_EVER = (*SLOW_FAULTS, ONE_BYTE)
"""The names of those that the deadline ends."""

FAULTS = {name: replace(fault, limits=SHORT) for name, fault in SLOW_FAULTS.items()} | BROKEN_FAULTS
