"""Which IP addresses a document may come from.

An address that is about to be connected to comes in; its zone goes out, or the words that refuse it. Called by
transport for every address of every hop: what is judged is the address itself, never the text of a URL or a name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Literal

from apiref_nb.transport.lookup import IPAddress

Network = Literal["any", "public"]


class Zone(IntEnum):
    """How far from the reader's own machine an address lies; a redirect may lead outwards, never back inwards."""

    LOOPBACK = 0
    PRIVATE = 1
    PUBLIC = 2


@dataclass(frozen=True, slots=True)
class Block:
    """One row of the table: a range of addresses that is not simply public."""

    network: IPv4Network | IPv6Network
    words: str
    """What the addresses are, for the message."""
    zone: Zone | None
    """None: never a document's home."""


def _block(network: str, words: str, zone: Zone | None = None) -> Block:
    return Block(ip_network(network), words, zone)


# Source: the IANA special-purpose address registries, and the metadata addresses that clouds publish. The first row
# that holds the address decides, so single addresses come before the ranges they lie in.
_BLOCKS = (
    _block("168.63.129.16/32", "a cloud metadata address"),
    _block("100.100.100.200/32", "a cloud metadata address"),
    _block("fd00:ec2::/32", "a cloud metadata address"),
    _block("fd20:ce::254/128", "a cloud metadata address"),
    _block("fd00:c1::a9fe:a9fe/128", "a cloud metadata address"),
    _block("fd00:42::42/128", "a cloud metadata address"),
    _block("0.0.0.0/8", "an address of no host (a server on this machine is at 127.0.0.1)"),
    _block("10.0.0.0/8", "a private address", Zone.PRIVATE),
    _block("100.64.0.0/10", "a private address", Zone.PRIVATE),
    _block("127.0.0.0/8", "a loopback address", Zone.LOOPBACK),
    _block("169.254.0.0/16", "a link-local address"),
    _block("172.16.0.0/12", "a private address", Zone.PRIVATE),
    _block("192.0.0.0/24", "an address reserved for protocols"),
    _block("192.0.2.0/24", "an address reserved for documentation", Zone.PRIVATE),
    _block("192.88.99.0/24", "an address reserved for relays"),
    _block("192.168.0.0/16", "a private address", Zone.PRIVATE),
    _block("198.18.0.0/15", "an address reserved for tests", Zone.PRIVATE),
    _block("198.51.100.0/24", "an address reserved for documentation", Zone.PRIVATE),
    _block("203.0.113.0/24", "an address reserved for documentation", Zone.PRIVATE),
    _block("224.0.0.0/4", "a multicast address"),
    _block("240.0.0.0/4", "a reserved address"),
    _block("::/128", "an address of no host (a server on this machine is at [::1])"),
    _block("::1/128", "a loopback address", Zone.LOOPBACK),
    _block("2001:db8::/32", "an address reserved for documentation", Zone.PRIVATE),
    _block("2001::/23", "an address reserved for protocols"),
    _block("3fff::/20", "an address reserved for documentation", Zone.PRIVATE),
    _block("2000::/3", "a public address", Zone.PUBLIC),
    _block("fc00::/7", "a private address", Zone.PRIVATE),
    _block("fec0::/10", "a private address", Zone.PRIVATE),
    _block("fe80::/10", "a link-local address"),
    _block("ff00::/8", "a multicast address"),
    _block("::/0", "a reserved address"),
    _block("0.0.0.0/0", "a public address", Zone.PUBLIC),
)

_NAT64 = IPv6Network("64:ff9b::/96")
_V4_MAPPED = IPv6Network("::ffff:0:0/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_OUTER_WORDS = {Zone.PRIVATE: "another machine", Zone.PUBLIC: "a public address"}
_LOW_32 = 0xFFFFFFFF
_ISATAP_INTERFACES = (0x00005EFE, 0x02005EFE)


def judge(address: IPAddress, *, network: Network, outermost: Zone) -> Zone | str:
    """Return the zone of an address that may be connected to, else the words that refuse it.

    Args:
        address: the address about to be connected to.
        network: `any`, or `public` where only public addresses are allowed.
        outermost: the outermost zone that an earlier hop was in; Zone.LOOPBACK before the first.
    """
    block = min(_blocks_of(address), key=lambda block: -1 if block.zone is None else block.zone)
    if block.zone is None:
        return f"{address} is {block.words}, which is never contacted"
    if network == "public" and block.zone is not Zone.PUBLIC:
        return f"{address} is {block.words}, and only public addresses are allowed here"
    if block.zone < outermost:
        return f"{address} is {block.words}, and a redirect must not lead there from {_OUTER_WORDS[outermost]}"
    return block.zone


def _blocks_of(address: IPAddress) -> list[Block]:
    """The row of an address, and that of the IPv4 address that packets to an IPv6 address reach in the end."""
    number = int(address)
    embedded = IPv4Address(number & _LOW_32)
    if isinstance(address, IPv6Address):
        if address in _SIX_TO_FOUR:
            return [_carried(IPv4Address(number >> 80 & _LOW_32))]
        if address in _V4_MAPPED or address in _NAT64:
            return [_carried(embedded)]
        if number >> 32 & _LOW_32 in _ISATAP_INTERFACES:
            return [_row(address), _carried(embedded)]
    return [_row(address)]


def _row(address: IPAddress) -> Block:
    return next(block for block in _BLOCKS if address.version == block.network.version and address in block.network)


def _carried(address: IPv4Address) -> Block:
    block = _row(address)
    return replace(block, words=f"{block.words} ({address}) carried in an IPv6 address")
