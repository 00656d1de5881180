"""`verify`: every safe operation's sample request sent once, and each answer held against the document.

A `Client` comes in; a `VerifyReport` goes out, in document order. Called by people and by `apiref-nb verify`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apiref_nb.client.calls import OperationCall
from apiref_nb.client.client import Client
from apiref_nb.client.limits import CALLS
from apiref_nb.client.list_ids import above, id_in
from apiref_nb.client.operations import Key
from apiref_nb.client.reply import Reply
from apiref_nb.describing.reply import OUTCOMES, Outcome, VerifyRow
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model import MISSING
from apiref_nb.requests.authorization import REFUSALS, credential_arguments
from apiref_nb.requests.sample_values import sample_values, sent_value
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.writing.html.reply import report_output

NOT_THERE = 404
"""The status by which a server says that there is nothing under an id."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What `verify` found, one row for each operation, in document order."""

    rows: tuple[VerifyRow, ...]
    """One for each operation with one of the methods."""
    base_url: str = ""
    """Where the requests went."""
    given: tuple[str, ...] = ()
    """Arguments of `Client` that held credentials, without what they held."""

    @property
    def ok(self) -> bool:
        """True when every request was answered as declared, none was refused, and at least one succeeded."""
        counts = self.counts
        return counts["ok"] > 0 and not (counts["refused"] or counts["mismatch"] or counts["no answer"])

    @property
    def exit_code(self) -> int:
        """0 when `ok`, else 1."""
        return 0 if self.ok else 1

    @property
    def counts(self) -> dict[str, int]:
        """Outcome to number of rows."""
        return {outcome: sum(row.outcome == outcome for row in self.rows) for outcome in OUTCOMES}

    @property
    def credentials(self) -> tuple[str, ...]:
        """Arguments of `Client` that the refused operations ask for, such as `token`; each once."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.credentials))

    @property
    def table(self) -> str:
        """The rows as an aligned table of text."""
        return "\n".join(_table(self.rows))

    @property
    def summary(self) -> str:
        """The counts in words: `3 ok, 1 documented error, 2 refused (needs credentials)`."""
        words = {
            "refused": "refused (needs credentials)",
            "error": "documented error" if self.counts["error"] == 1 else "documented errors",
        }
        counted = [f"{count} {words.get(outcome, outcome)}" for outcome, count in self.counts.items() if count]
        return ", ".join(counted) or "no operation"

    @property
    def hint(self) -> str:
        """What to do about refused operations, or when nothing succeeded; empty when there is nothing to do."""
        if self.counts["error"] and not self.counts["ok"] and not self.counts["refused"]:
            return (
                f"No request succeeded, though the errors are documented ones. Requests went to "
                f"{visible_line(self.base_url)}: is that the whole address, path included?"
            )
        if not self.counts["refused"]:
            return ""
        lacking = [name for name in self.credentials if name not in self.given]
        if not lacking and self.given:
            return "A refused operation was not verified: its note says what became of the credentials that were given."
        needed = ", ".join(f"{name}=…" for name in lacking or ("token", "api_key"))
        return f"A refused operation was not verified: make the client with the credentials it needs ({needed})."

    def __iter__(self) -> Iterator[VerifyRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return "\n".join(filter(None, (f"{self.table}\n", self.summary, self.hint)))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        words = ". ".join(filter(None, (self.summary, self.hint)))
        return {"text/html": str(report_output(self.rows, words)), "text/plain": str(self)}

    def __repr__(self) -> str:
        return f"VerifyReport({self.summary})"


def verify(
    client: Client, *, methods: Collection[str] = ("GET",), operations: Collection[Key] | None = None
) -> VerifyReport:
    """Send each operation's sample request and compare the answer with the document.

    Values come from the document's examples and defaults, else from its schemas. An operation is skipped when a
    required value has no sample. A documented error is as promised and is counted apart; when nothing else came, the
    report is not ok. After three requests in a row without an answer the rest is skipped. A 401 or 403, documented or
    not, shows nothing of the operation: it counts as refused, and the report is not ok. Where the sample's id is
    answered with 404, one from the list that stands above it (`GET /pets` for `GET /pets/{id}`) is tried; the row says
    so.

    Args:
        client: what sends.
        methods: only operations with these methods; others than GET and HEAD may change data on the server.
        operations: only these; None for all.

    Raises:
        ShapeError: `methods` or `operations` has the wrong shape.
        UnknownOperationError: one of `operations` is not in the document.
    """
    given: object = client
    if not isinstance(given, Client):
        raise ShapeError("client", "must be a Client, as embed.client() or Client(api) makes it", short(given))
    if isinstance(methods, str) or not all(isinstance(method, str) for method in methods):
        raise ShapeError("methods", "must be a list of methods", short(methods))
    if isinstance(operations, str):
        raise ShapeError("operations", "must be a list of operations", short(operations))
    wanted = {method.upper() for method in methods}
    chosen = None if operations is None else {client[key].operation.key for key in operations}
    rows: list[VerifyRow] = []
    lists: dict[str, Reply] = {}
    again: list[tuple[int, OperationCall]] = []
    silent = 0
    for operation in (*client.api.operations, *client.api.unrendered):
        if operation.method.upper() not in wanted or (chosen is not None and operation.key not in chosen):
            continue
        key = visible_line(operation.key)
        if operation.broken:
            rows.append(VerifyRow(operation=key, outcome="skipped", note="the document's description cannot be read"))
        elif silent >= CALLS.max_silent_requests:
            rows.append(VerifyRow(operation=key, outcome="skipped", note="the requests before it were not answered"))
        else:
            call = client[operation]
            row, reply = _row(call, key)
            if reply is not None and operation.method == "GET":
                if reply.ok:
                    lists[operation.path] = reply
                elif reply.status == NOT_THERE and above(operation)[0]:
                    again.append((len(rows), call))
            rows.append(row)
            silent = silent + 1 if row.outcome == "no answer" else 0
    for place, call in again:
        rows[place] = _with_id_of_list(call, rows[place], lists)
    return VerifyReport(tuple(rows), client.base_url, client._session.credentials.names())


def _with_id_of_list(call: OperationCall, row: VerifyRow, lists: Mapping[str, Reply]) -> VerifyRow:
    """The row of a call with an id that a list gave; the row as it was when there is none."""
    prefix, name = above(call.operation)
    found = id_in(lists[prefix], name) if prefix in lists else None
    argument = next((one.name for one in call.arguments if one.parameter.name == name), "")
    if found is None or not argument:
        return row
    made, _ = _row(call, row.operation, {argument: found})
    told = f"asked with {visible_line(name)}={short(found)}, found in the answer of GET {visible_line(prefix)}"
    return replace(made, note=". ".join(filter(None, (made.note, told))), fed_from=f"GET {visible_line(prefix)}")


def _row(call: OperationCall, key: str, given: Mapping[str, object] | None = None) -> tuple[VerifyRow, Reply | None]:
    values, lacking = sample_arguments(call)
    values |= given or {}
    if lacking:
        words = f"no sample for {', '.join(map(visible_line, lacking))}"
        return VerifyRow(operation=key, outcome="skipped", note=words), None
    try:
        reply = call(**values)
    except ShapeError as exc:
        words = visible_line(f"the sample does not fit: {exc}")
        return VerifyRow(operation=key, outcome="skipped", note=words), None
    except RequestError as exc:
        return VerifyRow(operation=key, outcome="no answer", note=str(exc)), None
    return _compared(reply, key), reply


def _compared(reply: Reply, key: str) -> VerifyRow:
    shown = reply.describe(limit_characters=0)
    refused = reply.status in REFUSALS and not (reply.declared and shown.mismatches)
    first = next((f"{place}: {message}" for place, message in shown.mismatches), "")
    verdict: Outcome = "mismatch" if shown.mismatches else "error" if reply.status >= 400 else "ok"
    return VerifyRow(
        operation=key,
        outcome="refused" if refused else verdict,
        status=reply.status,
        declared=reply.declared,
        body_valid=not shown.mismatches if reply.declared else None,
        elapsed_ms=shown.elapsed_ms,
        note=visible_line(". ".join(filter(None, (first, shown.hint)))),
        mismatches=shown.mismatches,
        credentials=credential_arguments(reply.operation) if refused else (),
    )


def sample_arguments(call: OperationCall) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what to call an operation with, from the document's samples.

    Args:
        call: the operation.

    Returns:
        tuple of (arguments, lacking): Python name to value, for what is required or has an example of the author's;
        names of what is required and has no sample.
    """
    samples = sample_values(call.operation)
    found = ((argument.name, samples.of(argument.parameter)) for argument in call.arguments)
    values = {name: value for name, value in found if value is not MISSING}
    lacking = [*samples.lacking]
    body = call.operation.request_body
    if body is not None and body.required and samples.body is not None and samples.media is not None:
        if samples.body.value is MISSING and not samples.body.serialized:
            lacking.append("body")
        else:
            values["body"] = sent_value(samples.body, samples.media, call=True)
    return values, tuple(lacking)


def _table(rows: Sequence[VerifyRow]) -> Iterator[str]:
    head = ("operation", "status", "declared", "valid", "time", "note")
    cells = [
        (
            row.operation,
            str(row.status) if row.status is not None else "-",
            _word(row.declared),
            _word(row.body_valid),
            f"{row.elapsed_ms} ms" if row.elapsed_ms is not None else "-",
            row.note,
        )
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)][:-1]
    for line in (head, tuple("-" * width for width in (*widths, 4)), *cells):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=False)]
        yield "  ".join((*padded, line[-1])).rstrip()


def _word(value: bool | None) -> str:
    return "-" if value is None else "yes" if value else "no"
