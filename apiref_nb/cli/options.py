"""The arguments that several commands share, so that they have the same names and help everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="Address (http or https) or path of an OpenAPI document; `-` is standard input.",
        show_default=False,
    ),
]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="File to write; `-` is standard output.", show_default=False),
]
Revalidate = Annotated[
    float,
    typer.Option(
        metavar="SECONDS", min=0, help="How long a fetched document may be taken from the cache; 0 fetches it again."
    ),
]
Overlay = Annotated[
    list[str] | None,
    typer.Option(
        "--overlay",
        metavar="FILE",
        help="OpenAPI Overlay to apply, after references are followed; path or address, may be repeated.",
        show_default=False,
    ),
]
Root = Annotated[
    str | None,
    typer.Option(
        "--root",
        metavar="FOLDER",
        help="Folder that the document's files may stand in, instead of its own; none outside is read.",
        show_default=False,
    ),
]
AnyHost = Annotated[
    bool, typer.Option("--any-host", help="Follow references from an address to other hosts too, not to its own alone.")
]
Tags = Annotated[list[str] | None, typer.Option("--tag", "-t", metavar="TAG", help="Only this tag; may be repeated.")]
Operations = Annotated[
    list[str] | None,
    typer.Option("--operation", metavar="ID", help="Only this operationId or `GET /path`; may be repeated."),
]
BaseUrl = Annotated[
    str | None,
    typer.Option("--base-url", metavar="URL", help="Where the API answers, instead of the document's first server."),
]
