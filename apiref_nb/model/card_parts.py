"""What a card shows beside its rows, as only our code makes it: the auth indicator and a written request sample.

Plain and frozen. Their twins in `block` are what people hand us; pydantic reads those, and is loaded for nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from apiref_nb.model.auth_labels import AUTH_LABELS

if TYPE_CHECKING:
    from apiref_nb.model.block import Auth, CodeExample


AnyAuth: TypeAlias = "Auth | AuthIndicator"
AnyExample: TypeAlias = "CodeExample | GeneratedExample"


@dataclass(frozen=True, slots=True)
class AuthIndicator:
    """The auth indicator of a document's operation; the fields are those of `Auth`."""

    scheme: str | None = None
    label: str | None = None
    description: str | None = None
    name: str | None = None
    location: str | None = None

    @property
    def words(self) -> str:
        """The text beside the padlock: the label, else the one of the scheme; empty without either."""
        return self.label or AUTH_LABELS.get(self.scheme or "", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedExample:
    """A request sample that is made from the operation: any language, each in its own grammar."""

    language: str
    label: str
    code: str
