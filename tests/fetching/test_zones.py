"""Which IP addresses are contacted: by default, for services that fetch for others, and after a redirect."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apiref_nb.fetching.address_policy import Zone, judge

NEVER = [
    "0.0.0.0",
    "0.1.2.3",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.0.170",
    "192.88.99.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1",
    "febf::1",
    "ff02::1",
    "ff0e::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fd00:42::42",
    "fd00:c1::a9fe:a9fe",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:20::1",
    "64:ff9b:1::a9fe:a9fe",
    "4000::1",
    "::7f00:1",
    "::a9fe:a9fe",
    "::ffff:169.254.169.254",
    "::ffff:168.63.129.16",
    "::ffff:0.0.0.0",
    "::ffff:224.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::a83f:8110",
    "64:ff9b::c000:c0",
    "64:ff9b::",
    "2002:a9fe:a9fe::1",
    "2002:a83f:8110::",
    "2002:e000:1::",
    "2a00::5efe:a9fe:a9fe",
    "fd00::5efe:a9fe:a9fe",
    "fe80::5efe:808:808",
]

LOOPBACK = [
    "127.0.0.1",
    "127.8.8.8",
    "::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2a00::200:5efe:7f00:1",
]

PRIVATE = [
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "2001:db8::1",
    "3fff::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:c0a8:101::",
    "2a00::5efe:a00:1",
]

PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "172.15.0.1",
    "192.0.1.1",
    "100.128.0.1",
    "169.253.1.1",
    "223.255.255.255",
    "11.0.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::200e",
    "2001:4860:4860::8888",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]


@pytest.mark.parametrize("text", NEVER)
@pytest.mark.parametrize("network", ["any", "public"])
def test_some_addresses_are_never_contacted(text: str, network: str) -> None:
    """Link-local, multicast, reserved and cloud metadata addresses are no document's home, in any disguise."""
    verdict = judge(ip_address(text), network=network, outermost=Zone.LOOPBACK)
    assert isinstance(verdict, str)
    assert verdict.endswith("never contacted")


@pytest.mark.parametrize(
    ("text", "zone"),
    [(text, zone) for zone, texts in zip(Zone, (LOOPBACK, PRIVATE, PUBLIC), strict=True) for text in texts],
)
def test_the_zone_of_an_address(text: str, zone: Zone) -> None:
    """By default a reader may read from this machine, from private networks and from public ones."""
    assert judge(ip_address(text), network="any", outermost=Zone.LOOPBACK) is zone


@pytest.mark.parametrize("text", LOOPBACK + PRIVATE)
def test_a_public_network_excludes_everything_else(text: str) -> None:
    """With `network="public"` neither this machine nor a private network is contacted."""
    verdict = judge(ip_address(text), network="public", outermost=Zone.LOOPBACK)
    assert isinstance(verdict, str)
    assert "only public addresses are allowed here" in verdict


@pytest.mark.parametrize("text", PUBLIC)
def test_a_public_network_includes_public_addresses(text: str) -> None:
    """With `network="public"` public addresses are contacted."""
    assert judge(ip_address(text), network="public", outermost=Zone.PUBLIC) is Zone.PUBLIC


@pytest.mark.parametrize(
    ("text", "outermost", "allowed"),
    [
        ("127.0.0.1", Zone.LOOPBACK, True),
        ("127.0.0.1", Zone.PRIVATE, False),
        ("127.0.0.1", Zone.PUBLIC, False),
        ("10.0.0.1", Zone.LOOPBACK, True),
        ("10.0.0.1", Zone.PRIVATE, True),
        ("10.0.0.1", Zone.PUBLIC, False),
        ("8.8.8.8", Zone.LOOPBACK, True),
        ("8.8.8.8", Zone.PRIVATE, True),
        ("8.8.8.8", Zone.PUBLIC, True),
        ("::ffff:127.0.0.1", Zone.PUBLIC, False),
        ("64:ff9b::a00:1", Zone.PUBLIC, False),
    ],
)
def test_a_redirect_leads_outwards_only(text: str, outermost: Zone, allowed: bool) -> None:
    """Once an outer network was reached, no hop leads back inwards, whatever the addresses between."""
    assert isinstance(judge(ip_address(text), network="any", outermost=outermost), Zone) is allowed


@pytest.mark.parametrize("text", LOOPBACK + PRIVATE)
def test_no_hop_leads_from_a_public_address_inwards(text: str) -> None:
    """Loopback and private addresses in every disguise: IPv4-mapped, NAT64, 6to4, ISATAP, carrier-grade, ULA."""
    verdict = judge(ip_address(text), network="any", outermost=Zone.PUBLIC)
    assert isinstance(verdict, str)
    assert verdict.endswith("a redirect must not lead there from a public address")


@pytest.mark.parametrize("text", LOOPBACK)
def test_no_hop_leads_from_another_machine_to_this_one(text: str) -> None:
    """A host of the private network cannot make the reader's machine ask itself either."""
    verdict = judge(ip_address(text), network="any", outermost=Zone.PRIVATE)
    assert isinstance(verdict, str)
    assert verdict.endswith("a redirect must not lead there from another machine")


addresses = st.one_of(
    st.integers(0, 2**32 - 1).map(IPv4Address),
    st.integers(0, 2**128 - 1).map(IPv6Address),
    st.integers(0, 2**32 - 1).map(lambda low: IPv6Address((0x64FF9B << 96) | low)),
    st.integers(0, 2**125 - 1).map(lambda low: IPv6Address((1 << 125) | low)),
)


@given(addresses)
def test_public_is_never_more_than_what_python_calls_global(address: IPv4Address | IPv6Address) -> None:
    """The table agrees with the registries that Python knows: nothing that is not global passes as public."""
    verdict = judge(address, network="public", outermost=Zone.LOOPBACK)
    if verdict is Zone.PUBLIC and not (isinstance(address, IPv6Address) and address.sixtofour):
        assert address.is_global
        assert not address.is_multicast
