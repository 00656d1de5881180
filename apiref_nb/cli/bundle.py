"""`apiref-nb bundle`: a document of many files as one, in its own version and order, as JSON or YAML."""

from __future__ import annotations

from pathlib import PurePath

from apiref_nb.cli.files import write_result
from apiref_nb.cli.options import AnyHost, Output, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, begin, spoken
from apiref_nb.cli.terminal import at_work, say
from apiref_nb.load.written import json_text, yaml_text
from apiref_nb.text.plurals import plural


def bundle(
    source: Source,
    output: Output,
    *,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Write one self-contained document: all files that it refers to, and its overlays, in one.

    JSON for a FILE that ends in .json, YAML for .yaml and .yml, else the format of SOURCE. Comments are lost; order,
    texts and numbers stay as their authors wrote them.
    """
    wanted = Wanted(revalidate, tuple(overlay or ()), root, any_host)
    with at_work(f"Reading {spoken(source)}"):
        composition = begin(source, wanted).composition()
    document = composition.document
    suffix = PurePath(output).suffix.lower()
    as_json = suffix == ".json" if suffix in (".json", ".yaml", ".yml") else document.kind == "json"
    with at_work("Writing"):
        text = json_text(document.root) if as_json else yaml_text(document.root)
    write_result(text, output)
    lost = len(composition.reasons)
    if lost:
        say(f"{lost} {plural(lost, 'reference')} not followed; `apiref-nb check` tells where and why", style="yellow")
    for problem in (problem for problem in composition.problems if problem.pointer.startswith("#/actions")):
        say(str(problem), style="yellow")
