"""`apiref-nb verify`: calls the running API and compares every answer with the document.

Credentials come from the environment alone: what stands on a command line is seen by every process of the machine
and kept in the shell's history.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from apiref_nb.cli.options import AnyHost, BaseUrl, Operations, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, load
from apiref_nb.cli.terminal import at_work, say, write_text
from apiref_nb.client import Client, VerifyReport, no_address
from apiref_nb.client import verify as verify_answers
from apiref_nb.client.asking import VARIABLES
from apiref_nb.errors import ShapeError, UnknownOperationError
from apiref_nb.model.api import operation_keys
from apiref_nb.text.quoting import short
from apiref_nb.text.suggestions import no_operation

TOKEN, API_KEY = VARIABLES["token"], VARIABLES["api_key"]
COLOURS = {"error": "yellow", "refused": "yellow", "mismatch": "red", "no answer": "red", "skipped": "dim"}
WORDS = {None: "", True: "yes", False: "no"}


class VerifyFormat(StrEnum):
    """How the report may be written."""

    TEXT = "text"
    JSON = "json"


def verify(
    source: Source,
    *,
    base_url: BaseUrl = None,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", metavar="METHOD", help="Ask also with this method; others than GET may change data."),
    ] = None,
    operation: Operations = None,
    token_env: Annotated[
        list[str] | None,
        typer.Option(
            "--token-env",
            metavar="[SCHEME=]NAME",
            help=f"Environment variable that holds the bearer token; {TOKEN} when it is set.",
        ),
    ] = None,
    api_key_env: Annotated[
        list[str] | None,
        typer.Option(
            "--api-key-env",
            metavar="[SCHEME=]NAME",
            help=f"Environment variable that holds the API key; {API_KEY} when it is set.",
        ),
    ] = None,
    header_env: Annotated[
        list[str] | None,
        typer.Option("--header-env", metavar="HEADER=NAME", help="Send this header; NAME is the variable of its text."),
    ] = None,
    cookie_env: Annotated[
        list[str] | None,
        typer.Option("--cookie-env", metavar="COOKIE=NAME", help="Send this cookie; NAME is the variable of its text."),
    ] = None,
    token_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help=f"Where OAuth 2.0 tokens are asked for; {VARIABLES['token_url']} when set."),
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope", metavar="SCOPE", help="What tokens are asked for; what each operation needs otherwise."
        ),
    ] = None,
    trust: Annotated[
        str | None, typer.Option("--trust", metavar="FILE", help="Certificates (PEM) that servers are judged by.")
    ] = None,
    cert: Annotated[
        str | None, typer.Option("--cert", metavar="FILE", help="Own certificate with its key (PEM).")
    ] = None,
    proxy_env: Annotated[
        str | None,
        typer.Option("--proxy-env", metavar="NAME", help="Environment variable that holds the address of a proxy."),
    ] = None,
    ignore_format: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore-format",
            metavar="FORMAT",
            help="Do not hold values against this `format`, such as date-time; may be repeated, `all` for every one.",
        ),
    ] = None,
    timeout: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="For one request.")] = 30.0,
    format_: Annotated[VerifyFormat, typer.Option("--format", "-f", help="How to write the report.")] = (
        VerifyFormat.TEXT
    ),
    allow_refused: Annotated[
        bool,
        typer.Option("--allow-refused", help="Exit code 0 also when operations were refused for want of credentials."),
    ] = False,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Send each operation's sample request and compare the answer with the document.

    GET operations only, unless --method names another. APIREF_USERNAME and APIREF_PASSWORD hold the credentials of HTTP
    Basic, Digest and OAuth 2.0's password flow, APIREF_CLIENT_ID and APIREF_CLIENT_SECRET those of its client
    credentials flow. Exit code 1 when an answer differs or is missing, and when one was refused: a 401 or 403 shows
    nothing of the operation.
    """
    token = _from_environment("--token-env", token_env, TOKEN)
    api_key = _from_environment("--api-key-env", api_key_env, API_KEY)
    api = load(source, Wanted(revalidate, tuple(overlay or ()), root, any_host))
    ignored = frozenset(ignore_format or ())
    with Client(
        api,
        base_url,
        token=token,
        api_key=api_key,
        headers=_named_from_environment("--header-env", header_env),
        cookies=_named_from_environment("--cookie-env", cookie_env),
        token_url=token_url,
        scopes=scope,
        credentials="environment",
        verify=trust or True,
        cert=cert,
        proxy=_from_environment("--proxy-env", [proxy_env], "") if proxy_env else None,  # type: ignore[arg-type]
        timeout_seconds=timeout,
        ignore_formats="all" in ignored or ignored,
    ) as client:
        if not client.base_url:
            raise ShapeError("base_url", f"must be given: {no_address(api.servers)}", "")
        for key in operation or ():
            if api.find(key) is None:
                raise UnknownOperationError("operations", no_operation(key, operation_keys(api)))
        known = {one.method.upper() for one in (*api.operations, *api.unrendered)}
        for name in method or ():
            if name.upper() not in known:
                raise ShapeError("--method", "must be the method of an operation of the document", short(name))
        say(f"asking {client.base_url}")
        with at_work("Waiting for answers"):
            report = verify_answers(client, methods=("GET", *(method or ())), operations=operation)
    WRITERS[format_](report)
    raise typer.Exit(0 if allow_refused and not _found_fault(report) else report.exit_code)


def _found_fault(report: VerifyReport) -> bool:
    counts = report.counts
    answered = counts["ok"] or counts["refused"]
    return bool(counts["mismatch"] or counts["no answer"] or not answered)


def _from_environment(option: str, names: Sequence[str] | None, usual: str) -> str | Mapping[str, str] | None:
    """Return the credential that the variables hold, or those of several schemes by name; None when there is none."""
    if not names:
        return os.environ.get(usual)
    held = {}
    for text in names:
        scheme, _, name = text.rpartition("=")
        if name not in os.environ:
            raise ShapeError(option, "must name a variable of the environment that is set", short(name))
        held[scheme] = os.environ[name]
    if len(held) == 1 and "" in held:
        return held[""]
    if "" in held:
        raise ShapeError(option, "must name the scheme of each when there are several: SCHEME=NAME", "")
    return held


def _named_from_environment(option: str, names: Sequence[str] | None) -> dict[str, str] | None:
    """Return name to text of headers or cookies; None when there is none."""
    held = {}
    for text in names or ():
        key, _, name = text.partition("=")
        if name not in os.environ:
            raise ShapeError(option, "must be NAME=VARIABLE, a variable of the environment that is set", short(text))
        held[key] = os.environ[name]
    return held or None


def _write_text(report: VerifyReport) -> None:
    if not sys.stdout.isatty():
        write_text(f"{report.table}\n\n{report.summary}")
        _say_hint(report)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("Operation", "Status", "Declared", "Valid", "Time", "Note"):
        table.add_column(name, overflow="fold", no_wrap=name == "Time")
    for row in report:
        cells = (
            row.operation,
            "" if row.status is None else str(row.status),
            WORDS[row.declared],
            WORDS[row.body_valid],
            "" if row.elapsed_ms is None else f"{row.elapsed_ms} ms",
            row.note,
        )
        table.add_row(
            *(Text(cell, style=COLOURS.get(row.outcome, "") if index == 1 else "") for index, cell in enumerate(cells))
        )
    Console().print(table)
    say(report.summary, style="green" if report.ok else "bold red")
    _say_hint(report)


def _say_hint(report: VerifyReport) -> None:
    if report.counts["refused"]:
        lacking = [name for name in report.credentials if name not in report.given]
        if report.given and not lacking:
            say(report.hint)
            return
        names = [VARIABLES.get(name, f"--{name}") for name in lacking] or [TOKEN, API_KEY]
        say(f"refused operations were not verified: set {' and '.join(names)}; --allow-refused lets them pass")


def _write_json(report: VerifyReport) -> None:
    rows = [dataclasses.asdict(row) | {"mismatches": [list(pair) for pair in row.mismatches]} for row in report]
    write_text(json.dumps({"base_url": report.base_url, "counts": report.counts, "operations": rows}, indent=2))


WRITERS = {VerifyFormat.TEXT: _write_text, VerifyFormat.JSON: _write_json}
