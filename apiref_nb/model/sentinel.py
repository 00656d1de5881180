"""`MISSING`: the value of an example, default or const that the document does not give (`None` is JSON's null)."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Missing(Enum):
    """The type of `MISSING`, for annotations such as `value: Any | Missing`."""

    MISSING = "missing"

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing.MISSING
