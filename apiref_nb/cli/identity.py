"""Under which name the pages of a document are known again: the same wherever the folder of pages is checked out.

In: SOURCE as the user typed it, and the folder of the pages. Out: what the pages load, and their identity.
"""

from __future__ import annotations

import os
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from apiref_nb.cli.source import parse_source
from apiref_nb.fetching.addresses import InvalidAddress, WebAddress, parse_address
from apiref_nb.pages.names import identity_text


def source_seen_from(folder: Path, source: str) -> str:
    """Return SOURCE as a page in the folder can load it: an address as it is, a file relative to the folder.

    Args:
        folder: the folder of the pages; it need not be there yet.
        source: an address or a path, as the user typed it.
    """
    path = parse_source(source)
    if isinstance(path, str):
        return path
    # A link on the way to either of the two would make `..` lead elsewhere; the file's own name stays as it is.
    target = os.path.join(os.path.realpath(path.parent), path.name)  # noqa: PTH118 - `path.name` of `..` is `..`
    try:
        return Path(os.path.relpath(target, os.path.realpath(folder))).as_posix()
    except ValueError:  # another drive
        return Path(target).as_posix()


def api_identity(folder: Path, source: str, title: str) -> str:
    """Return the identity of the API that a document describes.

    An address of this machine counts without its port, which is another one tomorrow, and with the API's title in its
    place: every service that is tried there may have its document at the same path. A file counts by its way from the
    folder. No identity holds an absolute path.

    Args:
        folder: the folder of the pages.
        source: an address or a path.
        title: the API's own.
    """
    if isinstance(parse_source(source), str):
        return identity_text(_portless(source, title))
    seen = Path(source_seen_from(folder, source))
    return identity_text(seen.name if seen.is_absolute() else seen.as_posix())


def is_on_this_machine(source: str) -> bool:
    """Return True for an address of a server on this machine; the part before its path says nothing of the API."""
    try:
        return isinstance(parse_source(source), str) and _is_loopback(parse_address(source))
    except InvalidAddress:
        return False


def _portless(address: str, title: str) -> str:
    try:
        found = parse_address(address)
    except InvalidAddress:
        return address  # which cannot be loaded either, which is reported where it is tried
    if not _is_loopback(found):
        return found.text
    host = f"[{found.host}]" if ":" in found.host else found.host
    return f"{found.scheme}://{host}{found.target} ({title})"


def _is_loopback(address: WebAddress) -> bool:
    match address.ip:
        case IPv4Address() as ip:
            return ip.is_loopback
        case IPv6Address() as ip:
            return ip.is_loopback or (ip.ipv4_mapped is not None and ip.ipv4_mapped.is_loopback)
    name = address.host.removesuffix(".")
    return name == "localhost" or name.endswith(".localhost")
