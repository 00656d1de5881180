"""`JsonValue`: the type of data that was read from JSON or YAML, or that will be written as it."""

from __future__ import annotations

from typing import Any, TypeAlias

JsonValue: TypeAlias = Any
"""None, True or False, a number, text, a list or a mapping of such values; which of them, a caller knows or asks."""
