"""The methods of operations that are rendered as cards."""

from __future__ import annotations

from typing import Final, Literal

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

METHODS: Final[tuple[Method, ...]] = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""In the order of the specification of `ApiBlock`."""
