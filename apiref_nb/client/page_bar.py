"""The bar that shows how far the pages are: tqdm's own, for notebooks and terminals; off by default."""

from __future__ import annotations

from typing import Any

from apiref_nb.errors import PagingError


class PageBar:
    """A bar that counts records, or pages where the place of the records is not known.

    Args:
        label: what stands before it.
        unit: `rows` or `pages`.

    Raises:
        PagingError: tqdm is not installed.
    """

    def __init__(self, label: str, unit: str) -> None:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped] # noqa: PLC0415 - optional, and slow to import
        except ImportError:
            raise PagingError("progress=True needs tqdm: pip install 'apiref-nb[progress]'") from None
        self._bar: Any = tqdm(desc=label, unit=f" {unit}", leave=True)

    def show(self, done: int, total: int | None) -> None:
        """Show how far it is.

        Args:
            done: records or pages that came.
            total: how many there are; None when the answers do not say.
        """
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()
