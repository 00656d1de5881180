"""What a client may cost its reader: calls, what is shown of replies, pages, partitions and streams.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Limits(NamedTuple):
    """What a request may cost, as the reader of a client says."""

    timeout_seconds: float = 30.0
    """From the first step to the last byte of the body; redirects, retries and the waits between them included."""
    body_bytes: int = 50_000_000
    """Size of the body of an answer, after decompression."""
    retries: int = 0
    """How often a call that may be repeated is sent again."""


class CallLimits(NamedTuple):
    """What one call may take, beside what the reader of a client says."""

    connect_seconds: float = 10.0
    """At most this long for one connection attempt, whatever the timeout of the whole."""
    max_redirects: int = 5
    """Redirects that are followed within one call."""
    first_wait_seconds: float = 0.5
    """Before a call is sent again where the server says no time; each further wait is twice as long."""
    max_cookies: int = 100
    """Cookies that are kept; of more the oldest are forgotten."""
    max_seconds: int = 365 * 24 * 3600
    """Longer waits count as this one: the clocks of operating systems end at some hundred years."""
    max_bytes: int = 2**40
    """Larger limits on a body count as this one."""
    max_silent_requests: int = 3
    """Requests in a row without an answer after which `verify` asks no more."""


class ReplyLimits(NamedTuple):
    """How much of a reply is judged and shown."""

    max_mismatches: int = 20
    """Places that are told."""
    max_picture_bytes: int = 5_000_000
    """A larger picture would make the notebook heavy; its card is shown instead."""
    looked_at_characters: int = 10_000
    """Characters after the cut that are looked at for a secret which begins before it."""
    max_problem_characters: int = 300
    """Of a server's own words for an error."""
    max_problem_words: int = 3
    """Words for an error that are repeated, and levels in which they are looked for."""
    judge_seconds: float = 30.0
    """At most this long for a recorded answer."""
    max_reasons: int = 3
    """Reasons that an error about a recording names."""


class DocstringLimits(NamedTuple):
    """How long the docstring of an operation is."""

    line_characters: int = 100
    """Of a line."""
    max_text_characters: int = 240
    """Of an author's words for one argument."""
    max_fields: int = 30
    """Fields of a body that are named."""


class PageLimits(NamedTuple):
    """How pages are asked for, and how much a form shows of them."""

    max_waits: int = 8
    """How often a page is asked for again because the server asks to come back later."""
    first_wait_seconds: float = 1.0
    """The first wait where the server does not say how long; each further one is twice as long."""
    max_concurrency: int = 32
    """Pages that may be asked for at the same time."""
    max_look_rows: int = 10_000
    """Records that a form asks for at most: a look, which a reader waits for."""
    shown_rows: int = 8
    """Rows of that look."""
    shown_columns: int = 12
    """Columns of that look."""
    shown_characters: int = 60
    """Of one cell."""


class PartitionLimits(NamedTuple):
    """How partitions are asked for."""

    max_partitions: int = 100_000
    """Partitions of one product; more were asked for by mistake."""
    max_workers: int = 32
    """Partitions that may be asked for at the same time."""
    first_pause_seconds: float = 0.5
    """Before a partition is tried again; each further pause is twice as long."""
    max_named: int = 10
    """Partitions that an error names."""


class StreamLimits(NamedTuple):
    """How open answers are waited for and closed."""

    first_wait_seconds: float = 1.0
    """Before a connection that ended is made anew, where the server says no time."""
    max_wait_seconds: float = 60.0
    """The same, whatever a server asks for in `retry`."""
    close_seconds: float = 5.0
    """For giving a connection back."""


CALLS: Final = CallLimits()
REPLIES: Final = ReplyLimits()
DOCSTRINGS: Final = DocstringLimits()
PAGES: Final = PageLimits()
PARTITIONS: Final = PartitionLimits()
STREAMS: Final = StreamLimits()
