"""How much of a document in many files is read."""

from __future__ import annotations

from typing import NamedTuple


class SetLimits(NamedTuple):
    """The most that is read of all files of one document together."""

    files: int
    limit_bytes: int


LOCAL_SET = SetLimits(files=5_000, limit_bytes=64 * 1024 * 1024)
"""Of a document that stands in a folder; the largest published source has 2,850 files and 4 MB."""

WEB_SET = SetLimits(files=200, limit_bytes=10 * 1024 * 1024)
"""Of a document at an address: the seed's limit for one holds for all parts together."""

CONNECTIONS = 8
"""Parts that are fetched at a time."""
