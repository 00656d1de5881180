"""`apiref-nb render`: one document as one page, in the format that the file's name says."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

import typer

from apiref_nb.cli.files import STANDARD_OUTPUT, write_result
from apiref_nb.cli.options import AnyHost, Output, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, load
from apiref_nb.cli.terminal import at_work, say
from apiref_nb.describing import Reference, describe_reference, plural
from apiref_nb.postman.collection import collection_json
from apiref_nb.text.quoting import short
from apiref_nb.writing.html import EMPTY, collection_actions, page_script, render_page, render_reference
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.plain_text import reference_text


class Format(StrEnum):
    """How a page may be written."""

    HTML = "html"
    MD = "md"
    TXT = "txt"


def _page(reference: Reference) -> str:
    actions = EMPTY
    if reference.show_overview:
        api = reference.api
        actions = collection_actions(collection_json(api), f"{api.slug}.postman_collection.json")
    return render_page(reference.title, render_reference(reference, actions=actions, script=page_script()))


def _markdown(reference: Reference) -> str:
    return reference_markdown(reference, samples=True)


WRITERS: dict[Format, Callable[[Reference], str]] = {
    Format.HTML: _page,
    Format.MD: _markdown,
    Format.TXT: reference_text,
}
SUFFIXES = {".html": Format.HTML, ".htm": Format.HTML, ".md": Format.MD, ".markdown": Format.MD, ".txt": Format.TXT}


def render(
    source: Source,
    *,
    output: Output,
    format_: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="Instead of what the file's ending says; needed with `-o -`."),
    ] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", "-t", metavar="TAG", help="Only this tag; may be repeated.")
    ] = None,
    operation: Annotated[
        list[str] | None,
        typer.Option("--operation", metavar="ID", help="Only this operationId or `GET /path`; may be repeated."),
    ] = None,
    overview: Annotated[
        bool, typer.Option("--overview/--no-overview", help="Title, description, servers and summary line.")
    ] = True,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Write an API reference: a standalone page (.html), Markdown (.md) or plain text (.txt)."""
    chosen = format_ or _format_of(output)
    api = load(source, Wanted(revalidate, tuple(overlay or ()), root, any_host))
    with at_work(f"Rendering {len(api.operations)} operations"):
        reference = describe_reference(api, show_overview=overview, tags=tag or None, operations=operation or None)
        page = WRITERS[chosen](reference)
    write_result(page, output)
    if api.problems:
        count = len(api.problems)
        say(f"{count} {plural(count, 'problem')} in the document; `apiref-nb check` tells where", style="yellow")


def _format_of(output: str) -> Format:
    if output == STANDARD_OUTPUT:
        raise typer.BadParameter("standard output has no file ending: add --format html, md or txt", param_hint="-o")
    found = SUFFIXES.get(PurePath(output).suffix.lower())
    if found is None:
        message = f"the file must end in .html, .md or .txt, or add --format (got {short(PurePath(output).name)})"
        raise typer.BadParameter(message, param_hint="-o")
    return found
