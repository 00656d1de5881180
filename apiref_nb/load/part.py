"""`Part`: one file of a document, as it was read, or why it was not; `Parts`: what reads them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from apiref_nb.text.quoting import short


class Part(NamedTuple):
    """A file of a document."""

    uri: str
    """Its own address."""
    asked: str = ""
    """The address that was asked for, where a link or a redirect made it another one."""
    name: str = ""
    """How problems call it."""
    body: bytes = b""
    content_type: str = ""
    charset: str | None = None
    file_name: str = ""
    reason: str = ""
    """Why there is no body, as a clause; empty when there is one."""


class Parts(Protocol):
    """Where the files of a document are read from."""

    def refuse(self, address: str, meant: str, base: str, /) -> str:
        """Return why a reference is not followed, empty when it may be.

        Args:
            address: as it is written.
            meant: the address that it means.
            base: the address of the file that it stands in.
        """

    def read(self, uris: list[str], /) -> list[Part]:
        """Return what some files hold, each asked for once, in the order given."""

    def listed(self) -> tuple[tuple[str, str], ...] | None:
        """Return (address, digest) of each file that was read, in the order met; None when that says not enough."""

    def hold(self, listed: tuple[tuple[str, str], ...], /) -> bool:
        """Return True when the files hold what they held when they were `listed`."""

    @property
    def read_bytes(self) -> int:
        """The bytes of all files that were read."""


class NoParts:
    """A document that stands alone: a mapping, bytes or a pipe, which have no folder."""

    def refuse(self, address: str, _meant: str, _base: str) -> str:
        """Refuse all.

        Args:
            address: as it is written.
            _meant: not used.
            _base: not used.
        """
        return refused_scheme(address) or "this document has no folder to look in; root= names one"

    def read(self, uris: list[str]) -> list[Part]:
        """Return nothing."""
        return [Part(uri, reason="it is not read") for uri in uris]

    def listed(self) -> tuple[tuple[str, str], ...]:
        """Return nothing."""
        return ()

    def hold(self, listed: tuple[tuple[str, str], ...]) -> bool:
        """Return True when nothing was listed."""
        return not listed

    @property
    def read_bytes(self) -> int:
        """0."""
        return 0


def refused_scheme(address: str) -> str:
    """Return why an address with a scheme of its own is not followed from here; empty for one without."""
    if ":" not in address and not address.startswith("//"):
        return ""
    if address.lower().startswith(("http://", "https://", "//")):
        return "it leads to another address, and only references to files in the folder are followed"
    return f"{short(address.partition(':')[0] + ':')} is not followed; write the way from the file that refers"
