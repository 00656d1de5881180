"""The card of one operation as plain values: what `ApiBlock` and the reference show the same.

In: an `Operation` as people hand it to us, or one of a document. Out: a `Card`; every format writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from apiref_nb.describing.row import Row
from apiref_nb.describing.types import default_fact
from apiref_nb.describing.wording import NO_DESCRIPTION
from apiref_nb.model.card_parts import AnyAuth, AnyExample
from apiref_nb.model.media_types import mentions_json
from apiref_nb.requests.block_plan import shown_body
from apiref_nb.text.json_layout import reindented

if TYPE_CHECKING:
    from apiref_nb.model import Operation, RequestBody, Response


class Panel(NamedTuple):
    """One sample body as a card prints it."""

    label: str
    """Tab text: name of the example, media type, or both; empty when there is nothing to tell apart."""
    text: str
    grammar: str
    """`json`, `text`, ..."""
    note: str = ""
    """The author's words for the example."""
    flag: str = ""
    """A sentence that warns of the example: it fails its schema, or was not checked, and why; else empty."""


class Answer(NamedTuple):
    """One response as a card shows it: its chip, its label, its sample bodies."""

    status_code: str
    label: str
    panels: tuple[Panel, ...]
    """Empty for a response without a sample."""
    bodiless: bool = False
    """True where a document says that no body comes; an author of a block may just have left the example out."""
    same_as: str = ""
    """Status code of an answer above that has the same samples; `panels` is empty then."""
    component: str = ""
    """Component of which the list of schemas shows a sample, because many answers are alike; likewise."""
    elsewhere: str = ""
    """Key of an operation above that answers with the same long samples, on a large page; likewise."""


@dataclass(frozen=True, slots=True)
class Card:
    """One operation."""

    method: str
    path: str
    base_url: str
    """Stands muted before the path; empty shows the path alone."""
    summary: str
    description: str
    """Plain text that stands in the place of a missing summary."""
    deprecated: bool
    deprecation_note: str
    auth: AnyAuth
    tabs: tuple[AnyExample, ...]
    """Request samples: the generated ones first, then the author's own."""
    body: tuple[Panel, ...]
    """Sample bodies of the request; empty for an operation without a body."""
    answers: tuple[Answer, ...]
    rows: tuple[Row, ...] = ()
    """Parameters that the card itself lists; a reference lists them beside it."""
    rate: str = ""
    """A line under the summary."""


def block_card(operation: Operation, tabs: Sequence[AnyExample] = (), base_url: str = "") -> Card:
    """Return the card of an operation that people hand to us.

    Args:
        operation: what the card shows.
        tabs: the request samples, cURL first.
        base_url: stands muted before the path.
    """
    rows = tuple(
        Row(
            one.name, one.name, type=one.type or "", location=one.location, required=one.required,
            deprecated=bool(one.deprecated), default=default_fact(one.default_value),
            description=one.description or NO_DESCRIPTION,
        )
        for one in operation.parameters if one.location in ("query", "header")
    )  # fmt: skip
    return Card(
        operation.method, operation.path, base_url,
        operation.summary or "", operation.description or "", bool(operation.deprecated),
        operation.deprecation_note or "", operation.auth, tuple(tabs), _body(operation.request_body),
        tuple(Answer(one.status_code, one.label or "", _sample(one)) for one in operation.responses),
        rows,
    )  # fmt: skip


def _body(body: RequestBody | None) -> tuple[Panel, ...]:
    """Return what the Request Body panel shows: the example, else the fields as JSON, else nothing."""
    text = shown_body(body)
    if body is None or not text:
        return ()
    return (Panel(body.media_type, text, "json" if body.example is None else _grammar(body.media_type)),)


def _sample(response: Response) -> tuple[Panel, ...]:
    if response.example_body is None:
        return ()
    return (Panel("", reindented(response.example_body), _grammar(response.media_type or "json")),)


def _grammar(media_type: str) -> str:
    return "json" if mentions_json(media_type) else "text"
