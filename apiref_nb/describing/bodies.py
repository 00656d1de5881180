"""Bodies as views: the representations of a request or an answer, their fields, and how their parts travel.

In: the model's bodies and answers. Out: plain values; fields that were told once are referred to, not repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from apiref_nb.describing.constraint_text import listed
from apiref_nb.describing.lines import link_line
from apiref_nb.describing.parameters import header_rows
from apiref_nb.describing.prose_tree import Line
from apiref_nb.describing.row import Row, Side, field_row
from apiref_nb.describing.row_room import brief
from apiref_nb.describing.rows import Rows
from apiref_nb.describing.types import SEPARATORS
from apiref_nb.describing.wording import AS_FOR
from apiref_nb.model import ApiRequestBody, ApiResponse, Encoding, MediaType
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.http_status import code_of, reason
from apiref_nb.text.plurals import plural


class MediaView(NamedTuple):
    """One representation of a body: its type and its fields."""

    media_types: tuple[str, ...]
    """As written; several when they hold the same fields, none when they are those of `same_as`, too."""
    type: str
    """Type of the whole, such as `Pet[]`."""
    rows: tuple[Row, ...]
    streamed: bool = False
    """True when the rows describe one item of a stream."""
    notes: tuple[str, ...] = ()
    """How single parts of the body travel, where the document says so."""
    same_as: str = ""
    """Status code of the response above that holds the same fields; `rows` is empty then."""
    brief: bool = False
    """True when the rows say names and types only, and the list of schemas or another operation the rest."""
    elsewhere: str = ""
    """Key of the operation above that shows the same rows in full."""
    full: tuple[Row, ...] = ()
    """The rows of which this is the first level; empty where all of them stand here."""
    is_target: bool = False
    """True where other operations may refer to these rows."""
    root: Row | None = None
    """What limits the whole value, and the author's words for it; None when there is nothing to say."""

    @property
    def words(self) -> str:
        """What it is: its type, after `stream of` where items follow one another."""
        return f"stream of {self.type}" if self.streamed else self.type


@dataclass(frozen=True, slots=True)
class BodyView:
    """The request body."""

    required: bool
    description: str
    media: tuple[MediaView, ...]


class ResponseView(NamedTuple):
    """One documented answer."""

    status_code: str
    summary: str
    description: str
    headers: tuple[Row, ...]
    media: tuple[MediaView, ...]
    links: tuple[Line, ...]
    """What a caller may do next with it."""
    elsewhere: str = ""
    """Key of the operation above that has the same answer; headers, rows and links stand there."""
    full: ResponseView | None = None
    """The answer as it stands in full; None where no other operation may refer to it."""
    is_target: bool = False
    """True where other operations may refer to this answer."""
    headers_elsewhere: str = ""
    """Key of the operation above that has the same headers; here they say names and types only."""
    full_headers: tuple[Row, ...] = ()
    """The headers as they stand there; empty where no other operation may refer to them."""

    @property
    def type(self) -> str:
        """The types of its representations, each once."""
        return " | ".join(dict.fromkeys(media.type for media in self.media if media.type))


def describe_body(body: ApiRequestBody, rows: Rows, direction: Side = "request", *, key: str = "") -> BodyView:
    """Return a request body.

    Args:
        body: what is sent.
        rows: the row maker of the page.
        direction: `response` for what the API itself sends: fields that only the server writes are in it.
        key: of the operation that is called with it; empty for any other body.
    """
    views = _media_of(body.content, rows, direction)
    return BodyView(body.required, body.description, _told_once(views, rows, key) if key else views)


def _told_once(views: tuple[MediaView, ...], rows: Rows, key: str) -> tuple[MediaView, ...]:
    """Return the representations; on a large page long rows stand in full with the first operation that has them."""
    if not rows.sharing.is_large:
        return views
    return tuple([_first_level(view, rows, key) for view in views])


def _first_level(view: MediaView, rows: Rows, key: str) -> MediaView:
    if view.brief or not rows.is_long(view.rows):
        return view
    first = rows.first_told(view.rows, key)
    if first == key:
        return view._replace(is_target=True)
    level, is_brief = rows.first_level(view.rows)
    told = (*level, _in_full(first))
    return view._replace(rows=told, brief=is_brief, elsewhere=first, full=view.rows)


def _in_full(key: str) -> Row:
    """Return the row that names the operation with which all is said."""
    return Row(f"In full: {key}", kind="note")


def _media_of(content: tuple[MediaType, ...], rows: Rows, direction: Side) -> tuple[MediaView, ...]:
    """Return the representations; those that hold the same fields are told once."""
    if [media for media in content if media.encoding or media.prefix_encoding or media.item_encoding is not None]:
        return _views(content, rows, direction)
    key = (
        "media",
        direction,
        *[part for one in content for part in (one.media_type, id(one.schema), id(one.item_schema))],
    )
    return rows.once(key, content, lambda: _views(content, rows, direction))


def _views(content: tuple[MediaType, ...], rows: Rows, direction: Side) -> tuple[MediaView, ...]:
    made: dict[tuple[object, ...], MediaView] = {}
    for media in content:
        view = _media(media, rows, direction)
        key = (view.type, id(view.rows) if view.rows else None, view.streamed, view.notes, view.root)
        known = made.get(key)
        made[key] = view if known is None else known._replace(media_types=(*known.media_types, media.media_type))
    return tuple(made.values())


def _media(media: MediaType, rows: Rows, direction: Side) -> MediaView:
    schema = media.item_schema or media.schema
    root = None
    told: tuple[Row, ...] = ()
    brief = False
    if schema is not None:
        told, brief = rows.told(schema, direction)
        folded = merged(schema)
        said = rows.sayings.of(folded)
        if not schema.name and said.title.startswith("Response "):
            said = said._replace(title="")  # FastAPI calls the answer of `list_users` "Response List Users"
        root = field_row("", folded, said, direction=direction)
        # The list of schemas says what a component is.
        root = rows.within(root._replace(description="") if brief and schema.name else root)
        if not (root.default or root.facts or root.enum_notes or root.description):
            root = None
    return MediaView(
        (media.media_type,),
        type_label(schema),
        told,
        streamed=media.item_schema is not None,
        notes=_encoding_notes(media),
        brief=brief,
        root=root,
    )


def _encoding_notes(owner: MediaType | Encoding, within: str = "") -> tuple[str, ...]:
    """Return how the parts of a body travel, those within a part after it."""
    further = "each further part" if owner.prefix_encoding else "each part"
    parts = [
        *owner.encoding,
        *((f"part {index + 1}", encoding) for index, encoding in enumerate(owner.prefix_encoding)),
        *([(further, owner.item_encoding)] if owner.item_encoding is not None else []),
    ]
    positional = {words for words, _ in parts[len(owner.encoding) :]}
    whole = merged(owner.schema) if isinstance(owner, MediaType) and owner.schema is not None else None
    alike: dict[str, tuple[str, list[str]]] = {}
    inner: list[str] = []
    for name, encoding in parts:
        words = f"{name} of {within}" if within else name
        # Parts are alike when they say the same without their names; the first stands for all.
        field = whole.subschema("properties", name) if whole is not None else None
        listing = field is not None and merged(field).types == ("array",)
        said = " ".join(_travels(name, encoding, listing=listing))
        _, names = alike.setdefault(" ".join(_travels("", encoding, listing=listing)), (said, []))
        names.append(f"{words[:1].upper()}{words[1:]}" if name in positional and not names else words)
        inner += _encoding_notes(encoding, words)
    told = [
        f"{listed(names)} {plural(len(names), 'travels', 'travel')} {said}." for said, names in alike.values() if said
    ]
    return (*told, *inner)


def _travels(name: str, encoding: Encoding, *, listing: bool) -> Iterator[str]:
    # Brackets are for members; a list is sent as everywhere.
    style = "form" if listing and encoding.style == "deepObject" else encoding.style
    if encoding.content_type:
        yield f"as {encoding.content_type}"
    if style == "deepObject":
        yield f"like {name}[a]=1"
    elif encoding.explode is False and encoding.style in ("", *SEPARATORS):
        yield f"with its values in one text ({SEPARATORS[style or 'form']})"
    elif style == "form":
        yield "once for each of its values"
    elif style:
        yield f"in style {style}"
    if encoding.allow_reserved:
        yield "with reserved characters as they are"
    if encoding.headers:
        named = [
            f"{header.name} ({type_label(header.schema)})" if header.schema is not None else header.name
            for header in encoding.headers
        ]
        yield f"with {', '.join(named)}"


def describe_responses(
    responses: tuple[ApiResponse, ...], rows: Rows, session: SampleSession, *, key: str
) -> tuple[ResponseView, ...]:
    """Return the answers; fields that an answer shares with one above it are told once.

    On a large page an answer that does not mean success stands with the first operation that has it.

    Args:
        responses: in document order.
        key: of the operation.
        rows: the row maker of the page.
        session: holds published examples of headers against their schemas.
    """
    told: dict[tuple[int, str], tuple[str, tuple[str, ...]]] = {}
    headers_told: dict[int, str] = {}
    made = []
    for response in responses:
        views, headers = _told(response, rows, session)
        own = response.status_code
        above_it = [told.setdefault((id(v.rows), v.type), (own, v.media_types)) if v.rows else ("", ()) for v in views]
        firsts = [status for status, _ in above_it]
        above = headers_told.setdefault(id(headers), own)
        if headers and above != own:
            names = ", ".join(header.name for header in response.headers)
            headers = rows.alike((Row(f"{names}: {AS_FOR} {above}", kind="note"),))
        links = tuple(map(link_line, response.links))
        # Frameworks write an empty description where nobody wrote one; the standard's word is better than none.
        said = response.description or ("" if response.summary else reason(code_of(own) or 0))
        view = ResponseView(response.status_code, response.summary, said, headers, views, links)
        if any(first not in ("", own) for first in firsts):
            media = [
                one if first in ("", own) else _as_above(one, first, types)
                for one, (first, types) in zip(views, above_it, strict=True)
            ]
            view = view._replace(media=tuple(media))
        if not links:
            view = rows.view((*view[:3], id(headers), *map(_said, views), *firsts), view)
        made.append(_shared_answer(view, rows, key) if rows.sharing.is_large else view)
    return tuple(made)


def _told(response: ApiResponse, rows: Rows, session: SampleSession) -> tuple[tuple[MediaView, ...], tuple[Row, ...]]:
    """Return representations and headers of an answer; of one that several operations have, they are made once."""

    def made() -> tuple[tuple[MediaView, ...], tuple[Row, ...]]:
        headers = [row for header in response.headers for row in header_rows(header, rows, session)]
        return _media_of(response.content, rows, "response"), rows.alike(tuple(headers))

    return rows.once(("response", id(response)), response, made)


def _as_above(view: MediaView, status: str, media_types: tuple[str, ...]) -> MediaView:
    """Return a representation whose fields stand with the answer above; its media types too where they are those."""
    own_types = () if view.media_types == media_types else view.media_types
    return view._replace(rows=(), same_as=status, media_types=own_types)


def _said(view: MediaView) -> tuple[object, ...]:
    """Return what is equal for representations that say the same: equal rows are one object."""
    return (view.media_types, view.type, id(view.rows), view.streamed, view.notes, view.root)


def _shared_answer(view: ResponseView, rows: Rows, key: str) -> ResponseView:
    if view.status_code.startswith("2"):
        return _shared_parts(view, rows, key)
    if view.links or not (view.headers or any(media.rows for media in view.media)):
        return view
    first = rows.first_told(view, key)
    if first == key:
        return rows.view(("target", id(view)), view._replace(full=view, is_target=True), view)
    media = tuple([one._replace(rows=(), root=None, notes=(), same_as="") for one in view.media])
    elsewhere = view._replace(headers=(), media=media, elsewhere=first, full=view)
    return rows.view(("elsewhere", id(view)), elsewhere, view)


def _shared_parts(view: ResponseView, rows: Rows, key: str) -> ResponseView:
    """Return an answer whose fields and headers may stand with an operation above."""
    media = _told_once(view.media, rows, key)
    headers, first = view.headers, ""
    if rows.is_long(headers):
        first = rows.first_told(headers, key)
        headers = headers if first == key else rows.alike((*map(brief, headers), _in_full(first)))
    places = [(one.elsewhere, one.is_target) for one in media]
    if not first and not any(map(any, places)):
        return view
    shared = view._replace(
        media=media,
        headers=headers,
        headers_elsewhere="" if first == key else first,
        full_headers=view.headers if first else (),
    )
    return rows.view(("parts", id(view), first, first == key, *places), shared, view)
