"""The host of a web address, as the URL standard reads it.

Text between `//` and the port comes in; a lower-case ASCII name or an IP address goes out, or HostError with the
reason. Called by addresses.py only; no name is looked up here.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from unicodedata import bidirectional
from urllib.parse import unquote_to_bytes

from apiref_nb.fetching.limits import LIMITS
from apiref_nb.transport.lookup import IPAddress

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|]")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_DIGITS = {8: "[0-7]+", 10: "[0-9]+", 16: "[0-9a-f]+"}


class HostError(ValueError):
    """The host is one that no browser would accept; the message is a phrase that says why."""


def parse_host(text: str) -> tuple[str, IPAddress | None]:
    """Return the host in its one spelling, and its IP address when it is one.

    Numeric spellings such as `0x7f000001`, `127.1` and `2130706433` are addresses here, as they are in a browser.

    Args:
        text: the host as written, with the square brackets of an IPv6 address.

    Returns:
        tuple of (host, address): host without brackets; address None for a name.

    Raises:
        HostError: naming the fault.

    Source: URL Standard, section 3.5 "Host parsing".
    """
    if text.startswith("["):
        return _ipv6(text)
    name = _decoded(text).lower()
    if not name.isascii() or name.startswith("xn--") or ".xn--" in name:
        name = _ascii_name(name)
    if not name:
        raise HostError("the host is empty")
    if found := _FORBIDDEN.search(name):
        raise HostError(f"the host has a character that no host may have (U+{ord(found.group()):04X})")
    labels = name.removesuffix(".").split(".")
    if _NUMBER.fullmatch(labels[-1]):
        address = _ipv4(labels)
        return str(address), address
    if not all(labels):
        raise HostError("the host has an empty part between its dots")
    if max(map(len, labels)) > LIMITS.max_label_characters or len(name.removesuffix(".")) > LIMITS.max_name_characters:
        most = f"{LIMITS.max_name_characters} characters, {LIMITS.max_label_characters} between dots"
        raise HostError(f"the host is longer than a name may be ({most})")
    return name, None


def _decoded(text: str) -> str:
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeDecodeError as exc:
        raise HostError("the percent-encoded host is not UTF-8") from exc


def _ipv6(text: str) -> tuple[str, IPv6Address]:
    inner = text[1:-1]
    if not text.endswith("]"):
        raise HostError("the IPv6 address has no closing bracket")
    if "%" in inner:
        raise HostError("an IPv6 address must not name a network interface")
    try:
        address = IPv6Address(inner)
    except AddressValueError as exc:
        raise HostError("the text in square brackets is not an IPv6 address") from exc
    if address.ipv4_mapped is not None:  # Python 3.13 spells it in another way
        high, low = divmod(int(address.ipv4_mapped), 0x10000)
        return f"::ffff:{high:x}:{low:x}", address
    return str(address), address


def _ipv4(labels: list[str]) -> IPv4Address:
    if len(labels) > 4:
        raise HostError("the IPv4 address has more than four parts")
    numbers = [_number(label) for label in labels]
    *front, last = numbers
    if any(number > 255 for number in front) or last >= 256 ** (5 - len(numbers)):
        raise HostError("a part of the IPv4 address is too large")
    return IPv4Address(last + sum(number << 8 * (3 - place) for place, number in enumerate(front)))


def _number(label: str) -> int:
    digits, base = (label[2:] or "0", 16) if label.startswith("0x") else (label, 8 if label.startswith("0") else 10)
    if len(digits) > LIMITS.max_label_characters or not re.fullmatch(_DIGITS[base], digits):
        raise HostError("the host ends like an IPv4 address and has a part that is not a number")
    return int(digits, base)


def _ascii_name(name: str) -> str:
    """The ASCII form under which the name system knows an international name (UTS 46, as browsers apply it)."""
    import idna  # noqa: PLC0415 - its tables are large, and few hosts need them

    try:
        labels = [_unicode_label(label) for label in idna.uts46_remap(name, std3_rules=False).split(".")]
        right_to_left = any(bidirectional(ch) in {"R", "AL", "AN"} for label in labels for ch in label)
        for label in labels:
            if not label:
                continue
            idna.check_initial_combiner(label)
            if right_to_left:
                idna.check_bidi(label)
            if not all(idna.valid_contextj(label, at) for at, ch in enumerate(label) if ch in "\u200c\u200d"):
                raise HostError("the host has a joining character where none may stand")
    except ValueError as exc:  # IDNAError is one, and so is what unicodedata says of an unassigned character
        raise exc if isinstance(exc, HostError) else HostError("the host is not a valid international name") from exc
    return ".".join(label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)


def _unicode_label(label: str) -> str:
    """The Unicode label that one with xn-- stands for; one that no correct encoder writes is refused."""
    import idna  # noqa: PLC0415 - see above

    if not label.startswith("xn--"):
        return label
    decoded = label[4:].encode("ascii").decode("punycode")
    if decoded.isascii() or idna.uts46_remap(decoded, std3_rules=False) != decoded:
        raise HostError("the host has a part that begins with xn-- and stands for nothing")
    if decoded.encode("punycode").decode() != label[4:]:
        raise HostError("the host has a part that begins with xn-- and is spelled in a second way")
    return decoded
