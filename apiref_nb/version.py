"""The version of this package, for all who say it; the build reads it here."""

from __future__ import annotations

__version__ = "0.1.0"
