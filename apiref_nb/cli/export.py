"""`apiref-nb export`: a document as a Postman collection."""

from __future__ import annotations

from typing import Annotated

import typer

from apiref_nb.cli.files import write_result
from apiref_nb.cli.options import AnyHost, Output, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, load
from apiref_nb.cli.terminal import at_work
from apiref_nb.postman.collection import collection_json


def export(
    source: Source,
    output: Output,
    *,
    webhooks: Annotated[
        bool, typer.Option("--webhooks", help="Add the requests that the API itself sends, for trying a receiver.")
    ] = False,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Write a Postman collection (format v2.1) of all operations, with their samples and answers."""
    api = load(source, Wanted(revalidate, tuple(overlay or ()), root, any_host))
    with at_work("Converting"):
        collection = collection_json(api, webhooks=webhooks)
    write_result(collection, output)
