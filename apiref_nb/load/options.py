"""`Options`: how a document is loaded; the keyword arguments of `load_api` and the embed, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from apiref_nb.errors import ShapeError
from apiref_nb.fetching import Access, access_of
from apiref_nb.fetching.address_policy import Network
from apiref_nb.load.files import ByteStream
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from apiref_nb.fetching.access import Verify

References = Literal["same-origin", "any"]
"""Which other addresses a document from an address may refer to."""


class KeptFile:
    """An open file whose content is read once and given again each time it is asked for.

    Args:
        file: what is read, at the first call.
    """

    def __init__(self, file: ByteStream) -> None:
        self._file = file
        self._came: bytes | str | None = None
        self.name = getattr(file, "name", "")

    def read(self, size: int = -1, /) -> bytes | str:
        """Return what the file holds, up to `size` and from the beginning."""
        if self._came is None:
            self._came = self._file.read(size)
        return self._came


Source = str | Path | Mapping[str, Any] | bytes | ByteStream
"""An address, a file, the document itself, its bytes, or an open file."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a document is loaded."""

    revalidate: float = 3600
    network: Network = "any"
    root: Path | None = None
    references: References = "same-origin"
    overlays: tuple[Source, ...] = ()
    limit_bytes: int | None = None
    name: str = ""
    access: Access = field(default_factory=Access)


def options_of(
    *,
    revalidate: float = 3600,
    network: Network = "any",
    root: str | Path | None = None,
    references: References = "same-origin",
    overlays: Source | Sequence[Source] = (),
    limit_bytes: int | None = None,
    name: str = "",
    headers: Mapping[str, str] | None = None,
    proxy: str | None = None,
    verify: Verify = True,
) -> Options:
    """Return the options that some arguments say; see `load_api`.

    Raises:
        ShapeError: one of them has the wrong shape.
    """
    seconds: object = revalidate
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        raise ShapeError("revalidate", "must be a number of seconds, 0 or more", short(revalidate))
    if network not in ("any", "public"):
        raise ShapeError("network", "must be any or public", short(network))
    if references not in ("same-origin", "any"):
        raise ShapeError("references", "must be same-origin or any", short(references))
    folder: object = root
    if folder is not None and not isinstance(folder, str | Path):
        raise ShapeError("root", "must be a folder, as text or pathlib.Path", short(root))
    limit: object = limit_bytes
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise ShapeError("limit_bytes", "must be a whole number of bytes, 1 or more", short(limit_bytes))
    title: object = name
    if not isinstance(title, str):
        raise ShapeError("name", "must be text", short(name))
    listed = tuple(overlays) if isinstance(overlays, list | tuple) else (overlays,)
    for index, overlay in enumerate(listed):
        if not isinstance(overlay, str | Path | Mapping | bytes | ByteStream):
            words = "must be an address as text, a pathlib.Path, a mapping, bytes or an open file"
            raise ShapeError(f"overlays[{index}]", words, short(overlay))
    access = access_of(headers, proxy, verify)
    if access.proxy and network == "public":
        words = 'cannot be used with network="public": behind a proxy the address that is contacted cannot be judged'
        raise ShapeError("proxy", words)
    return Options(
        revalidate, network, Path(root) if root is not None else None, references, listed, limit_bytes, name, access
    )
