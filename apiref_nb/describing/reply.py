"""What is said of an answer and of a verification, as plain values; `client` makes them, `writing` shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mismatch = tuple[str, str]
"""(place, message): the place is `status`, `media type`, `header NAME`, `body` or such as `body.tags[0].name`."""

Outcome = Literal["ok", "error", "refused", "mismatch", "no answer", "skipped"]
OUTCOMES: tuple[Outcome, ...] = ("ok", "error", "refused", "mismatch", "no answer", "skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyDescription:
    """What a card shows of a reply: plain values, control characters made visible, secrets masked."""

    status: int
    """Status code."""
    reason: str
    """Phrase of the standard table, such as `Not Found`; empty for a code that has none."""
    ok: bool
    """True for 2xx."""
    operation: str
    """`GET /pet/{petId}`."""
    method: str
    """As sent."""
    url: str
    """As sent, secrets masked."""
    elapsed_ms: int
    """Milliseconds from sending to the last byte."""
    media_type: str
    """Of the body, without parameters; empty when none is given."""
    size_bytes: int
    """Size of the body after decompression."""
    body_text: str
    """JSON indented, other text as it came; empty for bytes that are no text."""
    body_is_json: bool
    """True when `body_text` is indented JSON."""
    cut: bool
    """True when `body_text` is only the beginning."""
    headers: tuple[tuple[str, str], ...]
    """(name, value) in the order received, sensitive values masked."""
    declared: bool
    """True when the document declares the status."""
    mismatches: tuple[Mismatch, ...]
    """(place, message) of everything that differs from the document."""
    hint: str
    """What to do next, such as which credential is missing; usually empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRow:
    """What one operation's sample request showed."""

    operation: str
    """`GET /pet/{petId}`."""
    outcome: Outcome
    """`ok`, `error` (a status of 400 and over as documented), `refused` (a 401 or 403), `mismatch`, `no answer` or
    `skipped`."""
    status: int | None = None
    """Status code; None when there was no answer."""
    declared: bool | None = None
    """True when the document declares the status; None when there was no answer."""
    body_valid: bool | None = None
    """True when headers, media type and body are as declared; None when the status is not declared, or no answer."""
    elapsed_ms: int | None = None
    """Milliseconds from sending to the last byte."""
    note: str = ""
    """The first mismatch, or why the operation was skipped or not answered."""
    mismatches: tuple[tuple[str, str], ...] = ()
    """(place, message) of every mismatch."""
    credentials: tuple[str, ...] = ()
    """Arguments of `Client` that a refused operation asks for, such as `token`; empty for the others."""
    fed_from: str = ""
    """The list whose answer gave the id that was asked for, such as `GET /pets`; empty for a sample of the document."""
