"""`Reply`: what came back, as a Python object that knows whether it is what the document declares.

Made by `calls` from a `RequestPlan` and an `Answer`. It holds no credential in the clear: the request that it
shows has `***` in their places, and what a server echoes of them is masked in `describe()`, from which the card is
drawn.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import httpx

from apiref_nb.client.course import Answer
from apiref_nb.client.hints import redirect_hint, refusal_hint
from apiref_nb.client.limits import REPLIES
from apiref_nb.client.masked_response import hidden_header, masked_response, received_text
from apiref_nb.client.problems import problem_words
from apiref_nb.client.response_validation import mismatches
from apiref_nb.client.streamed import items
from apiref_nb.client.tables import ARROW, FRAME, reply_table
from apiref_nb.describing.reply import Mismatch, ReplyDescription
from apiref_nb.errors import BodyError, StatusError
from apiref_nb.frames.table_options import TableOptions, Unit
from apiref_nb.model import Api, ApiOperation
from apiref_nb.model.media_types import essence, framing, is_json, is_stream, is_text
from apiref_nb.requests.authorization import REFUSALS, Authorization
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.text.http_status import reason
from apiref_nb.text.invisible_characters import visible, visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.charsets import decoded
from apiref_nb.transport.deadline import Deadline
from apiref_nb.transport.json_values import JsonError, JsonTooDeepError, is_deep, json_value
from apiref_nb.writing.html.reply import reply_output

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own


class Reply(Unpickled):
    """The answer to one request.

    `reply["name"]` and iteration reach into the JSON body. A status of 400 or more is a reply like any other: ask `ok`;
    a member that such a body lacks is a `StatusError` with the server's words.

    Args:
        api: the document that is called by.
        prepared: the request.
        answer: what came back.
        authorization: what the request carried.
        credentials: what the client holds, none of which is shown.
        formats: those that texts and numbers of the answer are held against.
    """

    _unpickled = "a reply is not pickled, for it knows its client; keep reply.json() or reply.content"

    def __init__(
        self,
        api: Api,
        prepared: RequestPlan,
        answer: Answer,
        authorization: Authorization,
        credentials: Credentials,
        *,
        formats: frozenset[str] = FORMATS,
    ) -> None:
        self.api = api
        """The document."""
        self._prepared = prepared
        self._answer = answer
        self._authorization = authorization
        self._credentials = credentials
        self._formats = formats
        self.operation: ApiOperation = prepared.operation
        """The operation that was called."""
        self.status: int = answer.status
        """Status code."""
        self.headers = httpx.Headers(list(answer.headers))
        """Headers as received; names in any case."""
        self.content: bytes = answer.body
        """The body, decompressed."""
        self.elapsed: float = answer.elapsed_seconds
        """Seconds from sending to the last byte."""

    @property
    def ok(self) -> bool:
        """True when the status is 2xx."""
        return 200 <= self.status < 300

    def raise_for_status(self) -> Self:
        """Return this reply when its status is under 400.

        Raises:
            StatusError: the status is 400 or more; the message has the server's own words, and what to do next.
        """
        if self.status < 400:
            return self
        try:
            said = problem_words(self.json())
        except BodyError:
            said = ""
        status = f"{self.status} {self.reason}".strip()
        words = f"{self._label} answered {status}{f': {self._shown(said)}' if said else ''}"
        raise StatusError(f"{words} ({self.hint})" if self.hint else words, self.status)

    @property
    def reason(self) -> str:
        """The standard phrase of the status, such as `Not Found`; what the server wrote there is never shown."""
        return reason(self.status)

    @property
    def url(self) -> str:
        """The address that was asked, with `***` in place of secrets."""
        shown = self._prepared.shown_url
        more = "&".join(f"{placed.name}={MASK}" for placed in self._authorization.at("query"))
        return shown + (("&" if "?" in shown else "?") + more if more else "")

    @property
    def address(self) -> str:
        """The address that answered, as far as it holds no credential of the client's."""
        return self._answer.redirects[-1] if self._answer.redirects else self._prepared.url()

    @property
    def redirects(self) -> tuple[str, ...]:
        """The addresses that were followed before this answer, in order; usually none."""
        return tuple(self._shown(address) for address in self._answer.redirects)

    @property
    def media_type(self) -> str:
        """Media type of the body without parameters, in lower case; empty when none is given."""
        return essence(self.headers.get("content-type", ""))

    @cached_property
    def text(self) -> str:
        """The body as text, in the declared character set, else UTF-8; what cannot be read becomes U+FFFD.

        A character set that is not read (see `hint`, which names it) is no error: the text is taken as UTF-8.
        """
        return decoded(self.content, self._content_type).text

    @property
    def _content_type(self) -> str:
        return str(self.headers.get("content-type", ""))

    @cached_property
    def _json(self) -> JsonValue:
        try:
            return json_value(self.content)
        except JsonTooDeepError:
            raise BodyError(f"{self._label}: the JSON body is nested too deep") from None
        except JsonError:
            if not self.content:
                raise BodyError(f"{self._label}: the body is empty (status {self.status})") from None
            given = f"{self._shown(self.media_type) or 'no media type'}, {len(self.content)} bytes"
            whole = "text" if is_text(self.media_type) or not self.media_type else "content"
            raise BodyError(f"{self._label}: the body is not JSON ({given}); see reply.{whole}") from None

    def _shown(self, text: str) -> str:
        """Text of the server on one line, as it may be shown."""
        return visible_line(self._credentials.masked(text))

    def json(self) -> JsonValue:
        """Return the body as a JSON value.

        Raises:
            BodyError: it is not JSON; the message names the media type and size.
        """
        return self._json

    def frame(
        self,
        records: str | None = None,
        *,
        typed: bool = True,
        on_mismatch: Literal["raise", "text"] = "raise",
        unit: Unit = "ns",
    ) -> pd.DataFrame:
        """Return the records in the body as a pandas frame; members of members become columns such as `category.name`.

        Where the document describes the records, its columns come first, in its order, whether a row has them or not:
        datetime64 in UTC for date-times, datetime64 for dates, Int64, Float64, boolean, string, category for enums,
        `Decimal` for `format: decimal`; lists are kept. What it does not name comes after.

        A list gives a row for each record. An object that wraps a list under one of the usual names (`data`, `items`,
        `results` and the like), under the last word of the operation's path (`pets` for `GET /v1/pets`) or where the
        operation's pages have their records (`paging.records`) gives the rows of that list. Any other object, and
        every object with an `id`, is one row. A column that holds a list is opened by its name:
        `frame(records="tags")`. CSV gives its rows; JSON lines, JSON text sequences and server-sent events a row for
        each item.

        Args:
            records: dotted names that lead to the records, such as `data.items`; empty for the body as it is.
            typed: types from the document; False lets pandas guess them from the values.
            on_mismatch: "raise" tells the values that are not of their column's type, with row and column; "text" keeps
                them as JSON text in a last column, `_as_sent`.
            unit: of date-times: "ns" reaches from 1677 to 2262, "us" over all years of a date.

        Raises:
            StatusError: the answer is an error; the message has the server's own words.
            RecordsError: there are no records, or several wrapped lists (it names them), or pandas is not installed.
            MismatchError: values are not of the types that the document declares.
            BodyError: the body is not JSON.
        """
        self.raise_for_status()
        return reply_table(self, records, TableOptions(typed, on_mismatch, unit, label=self._label), FRAME)

    def arrow(
        self,
        records: str | None = None,
        *,
        typed: bool = True,
        on_mismatch: Literal["raise", "text"] = "raise",
        unit: Unit = "ns",
    ) -> pa.Table:
        """Return the records in the body as an Arrow table, its schema made from the document.

        Objects are structs and lists are lists; what the document leaves open is JSON text.

        Args:
            records: see `frame`.
            typed: see `frame`.
            on_mismatch: see `frame`.
            unit: see `frame`.

        Raises:
            StatusError: see `frame`.
            RecordsError: see `frame`; also when pyarrow is not installed.
            MismatchError: see `frame`.
            BodyError: see `frame`.
        """
        self.raise_for_status()
        return reply_table(self, records, TableOptions(typed, on_mismatch, unit, label=self._label), ARROW)

    def masked(self, text: str) -> str:
        """Return text without the client's credentials.

        Args:
            text: of whatever kind.
        """
        return self._credentials.masked(text)

    @cached_property
    def response(self) -> httpx.Response:
        """The answer as httpx's own object; its request and headers show `***` in place of every credential.

        The body is decoded already, so its headers name no Content-Encoding, and the length is that of the body.
        """
        return masked_response(self._prepared, self._answer, self._authorization, self._credentials, self.url)

    @property
    def declared(self) -> bool:
        """True when the document declares this status, by itself, by its range or by `default`."""
        return self.operation.response_for(self.status) is not None

    @cached_property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """(place, message) of everything in which the answer differs from the document; empty when nothing does."""
        with Deadline(self._answer.left_seconds):
            return mismatches(self.operation, self.status, self.headers, self.content, self._formats)

    @property
    def hint(self) -> str:
        """What to do next, such as which credential is missing; empty when there is nothing to say."""
        if self.status in REFUSALS:
            return refusal_hint(self.status, self._authorization)
        if 300 <= self.status < 400 and "location" in self.headers:
            return redirect_hint(self._prepared, self._answer, self._shown(self.headers["location"]), self.declared)
        ignored = decoded(b"", self._content_type).ignored
        if ignored and (is_text(self.media_type) and not is_json(self.media_type)):
            return f'Its character set "{self._shown(ignored)}" is not one that is read; the text is taken as UTF-8.'
        return ""

    def describe(self, *, limit_characters: int = 6_000) -> ReplyDescription:
        """Return what a card shows.

        Args:
            limit_characters: the body text is cut at a line end before this length.
        """
        is_json_text, text, cut = self._body_text(limit_characters)
        return ReplyDescription(
            status=self.status,
            reason=self.reason,
            ok=self.ok,
            operation=visible_line(self.operation.key),
            method=visible_line(self._prepared.method),
            url=visible_line(self._credentials.masked(self.url)),
            elapsed_ms=round(self.elapsed * 1000),
            media_type=self._shown(self.media_type),
            size_bytes=len(self.content),
            body_text=visible(text),
            body_is_json=is_json_text,
            cut=cut,
            headers=tuple(self._shown_headers()),
            declared=self.declared,
            mismatches=tuple((place, self._credentials.masked(message)) for place, message in self.mismatches),
            hint=self.hint,
        )

    def _body_text(self, limit: int) -> tuple[bool, str, bool]:
        if is_json(self.media_type):
            try:
                value = self.json()
            except BodyError:
                pass
            else:
                if not is_deep(value):
                    return True, *_cut(self._credentials.masked(_indented(value, limit)), limit)
        textual = is_text(self.media_type) or not self.media_type
        if not textual or b"\0" in self.content[:1024]:
            return False, "", False
        # Masked before it is cut: no half of a secret stands at the end.
        # Of a long body only its beginning is decoded; no character takes more than four bytes.
        text = decoded(self.content[: 4 * (limit + REPLIES.looked_at_characters)], self._content_type).text
        return False, *_cut(self._credentials.masked(text[: limit + REPLIES.looked_at_characters]), limit)

    def _shown_headers(self) -> Iterator[tuple[str, str]]:
        for name, value in self._answer.headers:
            shown = name.decode("latin-1")
            text = MASK if hidden_header(shown, self._prepared) else received_text(value)
            yield self._shown(shown), self._shown(text)

    @property
    def _label(self) -> str:
        return visible_line(f"{self._prepared.method} {self.operation.path}")

    def __getitem__(self, key: JsonValue) -> JsonValue:
        try:
            return self.json()[key]
        except (LookupError, TypeError, BodyError) as fault:
            missing = fault
        self.raise_for_status()  # of an error, the server's own words say more than that a member is not in it
        raise missing

    def _ipython_key_completions_(self) -> list[str]:
        """What Tab offers after `reply["`."""
        try:
            body = self.json()
        except BodyError:
            return []
        return [*body] if isinstance(body, dict) else []

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items() if is_stream(self.media_type) else self.json())

    def _items(self) -> list[JsonValue]:
        try:
            return items(self.text, framing(self.media_type))
        except JsonError:
            raise BodyError(f"{self._label}: an item of the stream is not JSON; see reply.text") from None

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        if self._is_picture():
            return {self.media_type: b64encode(self.content).decode("ascii"), "text/plain": repr(self)}
        return {"text/html": str(reply_output(self.describe())), "text/plain": repr(self)}

    def _is_picture(self) -> bool:
        """True for a picture as declared, of a kind that every notebook shows and that can run nothing."""
        begins = _PICTURES.get(self.media_type)
        small = len(self.content) <= REPLIES.max_picture_bytes
        return begins is not None and small and self.ok and self.content.startswith(begins) and not self.mismatches

    def __repr__(self) -> str:
        status = f"{self.status} {self.reason}".strip()
        count = len(self.mismatches)
        verdict = f"{count} mismatch{'es' if count > 1 else ''}" if count else "as declared"
        kind = f"{self._shown(self.media_type)}, " if self.media_type else ""
        return f"Reply({status}, {self._label}, {kind}{len(self.content):,} bytes, {verdict})"


_PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff", "image/gif": b"GIF8"}
"""Media type of a picture -> how its bytes begin."""


def _indented(value: object, limit: int) -> str:
    """Indented JSON, written no further than needed to know that it is cut."""
    pieces: list[str] = []
    length = 0
    for piece in json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(value):
        pieces.append(piece)
        length += len(piece)
        if length > limit:
            break
    return "".join(pieces)


def _cut(text: str, limit: int) -> tuple[str, bool]:
    if len(text) <= limit:
        return text, False
    end = text.rfind("\n", limit // 2, limit)
    return text[: end if end > 0 else limit], True
