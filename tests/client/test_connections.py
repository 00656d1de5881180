"""`verify=`, `cert=` and `proxy=` against servers that mean it: TLS of an authority made for the test, a real proxy."""

from __future__ import annotations

import asyncio
import ssl

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from apiref_nb.client import Client
from apiref_nb.errors import RequestError, ShapeError
from tests.client.documents import api, needs, operation, scheme
from tests.client.loopback import Loopback
from tests.client.proxy import Proxy

OP = operation("GET /x", "op", security=None)
LOGIN = "ann:pass-S3CRET"


@pytest.fixture(scope="module")
def authority():
    """An authority that no system knows."""
    return trustme.CA()


@pytest.fixture(scope="module")
def trusted(authority, tmp_path_factory):
    """The file of its certificate."""
    path = tmp_path_factory.mktemp("trust") / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


@pytest.fixture(scope="module")
def own(authority, tmp_path_factory):
    """A client's own certificate: (one file, certificate, key, key under a password)."""
    folder = tmp_path_factory.mktemp("own")
    made = authority.issue_cert("ann@example.com")
    names = [folder / name for name in ("both.pem", "cert.pem", "key.pem", "locked.pem")]
    made.private_key_and_cert_chain_pem.write_to_path(str(names[0]))
    made.cert_chain_pems[0].write_to_path(str(names[1]))
    made.private_key_pem.write_to_path(str(names[2]))
    key = load_pem_private_key(made.private_key_pem.bytes(), None)
    locked = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"pass-S3CRET"))
    names[3].write_bytes(locked)
    return tuple(map(str, names))


@pytest.fixture
def serving(authority):
    """Make the context of a server for loopback, which may ask for a certificate."""

    def make(*names, asks=False):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(*(names or ("127.0.0.1", "behind.invalid"))).configure_cert(context)
        if asks:
            context.verify_mode = ssl.CERT_REQUIRED
            authority.configure_trust(context)
        return context

    return make


def called(client, waiting):
    """The reply, waited for or awaited."""

    async def wait():
        return await client.aio.op()

    return asyncio.run(wait()) if waiting else client.op()


@pytest.fixture(params=[False, True], ids=["client", "awaited"])
def waiting(request):
    """Both ways to call."""
    return request.param


def test_an_authority_that_is_named_is_trusted(serving, trusted, waiting):
    """By file, by text, by context, or not at all; the usual ones know nothing of it."""
    with Loopback(serving()) as server:
        context = ssl.create_default_context(cafile=str(trusted))
        for trust in (trusted, str(trusted), context, False):
            with Client(api(OP), server.url, verify=trust) as client:
                assert called(client, waiting).ok
        with (
            Client(api(OP), server.url) as client,
            pytest.raises(RequestError, match=r"the certificate of 127\.0\.0\.1:\d+ is not accepted: "),
        ):
            called(client, waiting)


def test_a_certificate_for_another_name_is_not_accepted(serving, trusted, waiting):
    """Trust in an authority is no trust in every name."""
    with (
        Loopback(serving("other.example")) as server,
        Client(api(OP), server.url, verify=trusted) as client,
        pytest.raises(RequestError, match=r"the certificate of 127\.0\.0\.1:\d+ is not accepted: "),
    ):
        called(client, waiting)


@pytest.mark.parametrize("shape", ["one file", "two files", "with a password"])
def test_a_certificate_of_the_client_proves_it(serving, trusted, own, waiting, shape):
    """One file, certificate and key, or with the password of the key; a document's mutualTLS is met by it."""
    both, certificate, key, locked = own
    given = {"one file": both, "two files": (certificate, key), "with a password": (certificate, locked, "pass-S3CRET")}
    mutual = scheme("mutual", "mutualTLS")
    document = api(operation("GET /x", "op", security=needs(mutual)), schemes=(mutual,))
    with Loopback(serving(asks=True)) as server:
        with Client(document, server.url, verify=trusted, cert=given[shape]) as client:
            assert called(client, waiting).ok
            assert "S3CRET" not in repr(client)
        with (
            Client(document, server.url, verify=trusted) as client,
            pytest.raises(RequestError, match="was not answered"),
        ):
            called(client, waiting)


def test_a_wrong_password_of_a_key_is_told_without_it(own):
    """Nothing is asked at the terminal."""
    with pytest.raises(ShapeError, match="cert: must name readable files") as raised:
        Client(api(OP), "https://127.0.0.1", cert=(own[1], own[3], "other-S3CRET"))
    assert "S3CRET" not in str(raised.value)


def test_requests_go_through_the_proxy_that_was_given(serving, trusted, waiting):
    """An https server by CONNECT, which the proxy sees nothing of; the name is looked up there, not here."""
    with Loopback(serving()) as server, Proxy(LOGIN) as proxy:
        proxy.there["behind.invalid:443"] = server.port
        address = f"http://{LOGIN}@127.0.0.1:{proxy.port}"
        with Client(api(OP), "https://behind.invalid", verify=trusted, proxy=address, token="tok-S3CRET") as client:
            assert called(client, waiting).ok
            assert "S3CRET" not in repr(client)
        assert set(proxy.asked) == {"CONNECT behind.invalid:443 HTTP/1.1"}
        assert server.last.headers["authorization"] == "Bearer tok-S3CRET"
        assert "proxy-authorization" not in server.last.headers


def test_plain_requests_are_passed_on_by_the_proxy(server, waiting):
    """Without TLS the proxy is asked for the whole address."""
    with Proxy(LOGIN) as proxy:
        proxy.there["behind.invalid"] = server.port
        with Client(api(OP), "http://behind.invalid", proxy=f"http://{LOGIN}@127.0.0.1:{proxy.port}") as client:
            assert called(client, waiting).ok
        assert proxy.asked == ["GET http://behind.invalid/x HTTP/1.1"]


def test_a_proxy_that_lets_nobody_in_is_a_sentence(waiting):
    """The user name and the password that were tried are not in it."""
    with Proxy(LOGIN) as proxy:
        wrong = f"http://ann:other-S3CRET@127.0.0.1:{proxy.port}"
        with (
            Client(api(OP), "https://behind.invalid", proxy=wrong) as client,
            pytest.raises(RequestError, match=r"the proxy did not connect to behind\.invalid") as raised,
        ):
            called(client, waiting)
    assert "S3CRET" not in str(raised.value)
