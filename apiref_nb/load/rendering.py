"""`render`: bytes in, all that can be written of them out; no file, no socket, nothing kept, so that pools can do it.

In: a document as bytes and `RenderOptions`. Out: `Rendered`, plain values that travel between processes and machines.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from apiref_nb.errors import ShapeError
from apiref_nb.load.outputs import Outputs, PageOptions
from apiref_nb.model.problems import Problem
from apiref_nb.parsing.document import ReadLimits, parse
from apiref_nb.reading import normalize
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.plurals import plural
from apiref_nb.text.quoting import short
from apiref_nb.writing.formats import WHOLE


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """What `render` writes, and how it reads.

    Raises:
        ShapeError: a format is not known.
    """

    formats: tuple[str, ...] = ("html",)
    """Any of `html` (a page of its own), `md`, `txt` and `csv` (a table of the operations)."""
    show_overview: bool = True
    """False leaves out title, version, description, servers, download, summary line and notes."""
    tags: tuple[str, ...] | None = None
    """Names of groups to write; None writes all."""
    operations: tuple[str | tuple[str, str], ...] | None = None
    """operationIds, `GET /path` keys or (method, path) pairs to write; None writes all."""
    check_examples: bool = True
    """False leaves published examples unchecked against their schemas."""
    name: str = ""
    """What messages call the document; its ending tells JSON from YAML."""
    base_uri: str = ""
    """The address that relative addresses in the document are joined to."""
    limit_bytes: int | None = None
    """The most that is read; 10 MiB when None."""

    def __post_init__(self) -> None:
        for index, name in enumerate(self.formats):
            if name not in WHOLE:
                raise ShapeError(f"formats[{index}]", f"must be one of {', '.join(WHOLE)}", short(name))

    @property
    def page(self) -> PageOptions:
        """What part of the document is written."""
        return PageOptions(
            show_overview=self.show_overview,
            tags=self.tags,
            operations=self.operations,
            check_examples=self.check_examples,
        )


@dataclass(frozen=True, slots=True)
class Rendered:
    """What `render` returns."""

    outputs: Mapping[str, str]
    """Name of a format -> text of the whole file."""
    problems: tuple[Problem, ...]
    """Every imperfect place of the document."""
    digest: str
    """SHA-256 of the bytes, as hexadecimal digits."""
    title: str
    operation_count: int
    """Operations of the document that have a card."""
    timings: Mapping[str, float] = field(compare=False)
    """CPU seconds: `read`, and the name of each format."""

    def __repr__(self) -> str:
        written = ", ".join(f"{name}: {len(text):,} characters" for name, text in self.outputs.items())
        count = f"{self.operation_count} {plural(self.operation_count, 'operation')}"
        return f"Rendered({visible_line(self.title)}, {count}, {len(self.problems)} problems, {written})"


def render(document: bytes, options: RenderOptions | None = None) -> Rendered:
    """Return what can be written of a document: the same bytes and options give the same outputs, wherever it runs.

    The document stands alone: references to other files are problems; `load_api` follows them.

    Args:
        document: an OpenAPI document, JSON or YAML, as bytes.
        options: what to write; one HTML page when None.

    Raises:
        SourceError: the document cannot be read; it can travel between processes as well.
        ShapeError: the options name a group or an operation that is not there.
    """
    chosen = options or RenderOptions()
    timings = {}
    start = time.process_time()
    limits = ReadLimits() if chosen.limit_bytes is None else ReadLimits(limit_bytes=chosen.limit_bytes)
    source = visible_line(chosen.name or "bytes")
    parsed = parse(bytes(document), source=source, file_name=chosen.name, limits=limits)
    api = normalize(parsed, base_uri=chosen.base_uri)
    timings["read"] = time.process_time() - start
    outputs = Outputs(api, chosen.page)
    written = {}
    for name in chosen.formats:
        start = time.process_time()
        written[name] = outputs[name]
        timings[name] = time.process_time() - start
    return Rendered(written, api.problems, api.digest, api.title, api.rendered_count, timings)
