"""`Options`: how a document is loaded; the keyword arguments of `load_api` and the embed, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from apiref_nb.errors import ShapeError
from apiref_nb.load.sources import ByteStream, Source
from apiref_nb.text.numbers import is_whole
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from apiref_nb.fetching.access import Access, Verify
    from apiref_nb.fetching.address_policy import Network

References = Literal["same-origin", "any"]
"""Which other addresses a document from an address may refer to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a document is loaded: `load_api` says what each field means.

    Raises:
        ShapeError: one of them has the wrong shape.
    """

    revalidate: float = 3600
    network: Network = "any"
    root: str | Path | None = None
    references: References = "same-origin"
    overlays: Source | Sequence[Source] = ()
    limit_bytes: int | None = None
    name: str = ""
    headers: Mapping[str, str] | None = field(default=None, repr=False)
    proxy: str | None = field(default=None, repr=False)
    verify: Verify = field(default=True, repr=False)

    def __post_init__(self) -> None:
        seconds: object = self.revalidate
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
            raise ShapeError("revalidate", "must be a number of seconds, 0 or more", short(seconds))
        if self.network not in ("any", "public"):
            raise ShapeError("network", "must be any or public", short(self.network))
        if self.references not in ("same-origin", "any"):
            raise ShapeError("references", "must be same-origin or any", short(self.references))
        folder: object = self.root
        if folder is not None and not isinstance(folder, str | Path):
            raise ShapeError("root", "must be a folder, as text or pathlib.Path", short(folder))
        limit: object = self.limit_bytes
        if limit is not None and not is_whole(limit, 1):
            raise ShapeError("limit_bytes", "must be a whole number of bytes, 1 or more", short(limit))
        title: object = self.name
        if not isinstance(title, str):
            raise ShapeError("name", "must be text", short(title))
        for index, overlay in enumerate(self.overlay_sources):
            if not isinstance(overlay, str | Path | Mapping | bytes | ByteStream):
                words = "must be an address as text, a pathlib.Path, a mapping, bytes or an open file"
                raise ShapeError(f"overlays[{index}]", words, short(overlay))
        usual = self.headers is None and self.proxy is None and self.verify is True
        if not usual and self.access.proxy and self.network == "public":
            words = (
                'cannot be used with network="public": behind a proxy the address that is contacted cannot be judged'
            )
            raise ShapeError("proxy", words)

    @property
    def folder(self) -> Path | None:
        """`root` as a path."""
        return None if self.root is None else Path(self.root)

    @property
    def overlay_sources(self) -> tuple[Source, ...]:
        """`overlays` as a tuple, also when there is one."""
        listed = self.overlays
        return tuple(listed) if isinstance(listed, list | tuple) else (cast("Source", listed),)

    @property
    def access(self) -> Access:
        """`headers`, `proxy` and `verify` as a fetch takes them."""
        from apiref_nb.fetching.access import access_of  # noqa: PLC0415 - loaded where there is an address

        return access_of(self.headers, self.proxy, self.verify)
