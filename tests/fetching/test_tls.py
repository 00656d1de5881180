"""TLS: a document comes over https only from a host whose certificate is valid for it."""

from __future__ import annotations

import time
from ipaddress import IPv4Address

import pytest

from apiref_nb.errors import UnreachableError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.fetching.fetched import FetchLimits
from apiref_nb.fetching.redirects import fetch_over
from apiref_nb.transport.network import Wire
from tests.fetching.conftest import CERTIFICATES, Serve
from tests.transport.faults import answers, redirects


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust the tests' own authority, the way a company's is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "authority.pem"))


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_valid_certificate_delivers(host: str, serve: Serve, cache: FetchCache) -> None:
    """By name and by address."""
    server = serve(answers(body=b"{}"), certificate="trusted")
    assert fetch(f"https://{host}:{server.port}/", cache=cache).body == b"{}"


@pytest.mark.usefixtures("trusting")
def test_the_dot_that_ends_a_full_name_is_not_part_of_the_certificate(serve: Serve, cache: FetchCache) -> None:
    """A certificate for `localhost` is valid for `localhost.` too."""
    server = serve(answers(body=b"{}"), certificate="trusted")
    fetched = fetch_over(
        Wire(lambda *_: [IPv4Address("127.0.0.1")]),
        f"https://localhost.:{server.port}/",
        revalidate=0,
        network="any",
        limits=FetchLimits(),
        cache=cache,
        clock=time.monotonic,
    )
    assert fetched.body == b"{}"


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize(
    ("certificate", "words"),
    [("other_host", "mismatch"), ("expired", "expired"), ("self_signed", "self-signed")],
)
def test_an_invalid_certificate_is_refused(certificate: str, words: str, serve: Serve, cache: FetchCache) -> None:
    """Wrong host, expired, signed by itself: each is named."""
    server = serve(answers(body=b"{}"), certificate=certificate)
    with pytest.raises(UnreachableError, match=f"a certificate that is not trusted .*{words}"):
        fetch(server.base, cache=cache)
    assert server.connections == []


def test_an_unknown_authority_is_refused(serve: Serve, cache: FetchCache) -> None:
    """Without the setting, the tests' own authority is unknown."""
    server = serve(answers(body=b"{}"), certificate="trusted")
    with pytest.raises(UnreachableError, match="not trusted"):
        fetch(server.base, cache=cache)


@pytest.mark.usefixtures("trusting")
def test_the_certificate_of_every_hop_is_checked(serve: Serve, cache: FetchCache) -> None:
    """A redirect from a trusted host to another does not lend its trust."""
    expired = serve(answers(body=b"{}"), certificate="expired")
    first = serve(redirects(expired.base), certificate="trusted")
    with pytest.raises(UnreachableError, match="reached by redirect 1, has a certificate that is not trusted"):
        fetch(first.base, cache=cache)


def test_a_missing_file_of_authorities_is_told(
    serve: Serve, cache: FetchCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting that names no file is the reader's to mend, and is no traceback."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "missing.pem"))
    server = serve(answers(body=b"{}"), certificate="trusted")
    with pytest.raises(UnreachableError, match="SSL_CERT_FILE"):
        fetch(server.base, cache=cache)
