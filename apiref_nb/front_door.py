"""How a package gives its names without loading their modules: each is imported when it is first used.

A front door lists its names twice: under `TYPE_CHECKING`, for people, type checkers and import contracts, and as a
table of homes, which opens them. `tests/architecture/test_start.py` holds that the two agree.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def front_door(
    package: str, homes: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    Args:
        package: its `__name__`.
        homes: name of a module -> the names that it gives to this door.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def opened(name: str) -> Any:  # noqa: ANN401 - a name of any kind
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(home), name)
        # Kept where it was looked for: the next use finds it without this function.
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return opened, listed
