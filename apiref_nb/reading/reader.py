"""`Dialect`: what sets one OpenAPI version apart, as a frozen table. `Reader`: the state of reading one document by it.

`dialects` holds a `Dialect` for each version and is the only place that knows which versions exist.

`normalize` makes a `Reader` for each document; it lives on behind `Api.schema_at`, without the findings.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from apiref_nb.errors import TooLargeError
from apiref_nb.model import (
    ApiHeader,
    ApiParameter,
    ApiRequestBody,
    ApiResponse,
    Problem,
    Schema,
    SecurityScheme,
    Server,
)
from apiref_nb.model.problems import ProblemList
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.object_tables import Grammar
from apiref_nb.reading.references import References
from apiref_nb.reading.schemas import Schemas
from apiref_nb.text.quoting import short

T = TypeVar("T")

_PLACED = re.compile(rb"\$ref|\$dynamicRef|discriminator|xample")
"""In a part of which the place matters: references and discriminators lead on from it, examples are judged at it."""


class Part(NamedTuple):
    """A mapping of the document, references followed, and where it stands."""

    node: Mapping[str, Any]
    pointer: str


class Reworded(dict[str, Any]):
    """A part under the words of one reference to it: what is made of it stands for that reference alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one OpenAPI version is read."""

    format_id: str
    """`openapi-3.1`."""
    label: str
    """`OpenAPI 3.1`, for messages."""
    grammar: Grammar
    """Which fields its objects have."""
    schema_keywords: Callable[[dict[str, Any]], dict[str, Any]]
    """A raw schema -> its keywords in 2020-12 spelling, one level."""
    reference_siblings: bool
    """Whether keywords beside a schema's `$ref` count."""
    named_schemas: str
    """Pointer of the mapping that holds the named schemas."""
    named_security_schemes: str
    """Pointer of the mapping that holds the security schemes."""
    methods: tuple[str, ...]
    """Fields of a path that are operations."""
    custom_methods: str
    """Field of a path that maps further methods to operations; empty when there is none."""
    webhooks: str
    """Field of the document that holds webhooks."""
    status_ranges: bool
    """Whether `2XX` is a status code."""
    servers: Callable[[Reader, Part], tuple[Server, ...] | None]
    """The document, a path or an operation -> the servers that it declares; None when it declares none."""
    security_scheme: Callable[[str, Part], SecurityScheme]
    """(name, its object) -> the scheme."""
    request: Callable[[Reader, Part, list[Part]], tuple[tuple[ApiParameter, ...], ApiRequestBody | None]]
    """(operation, its parameters with the path's) -> what a caller sends."""
    response: Callable[[Reader, str, Part, Part], ApiResponse]
    """(status code, its object, operation) -> the response."""
    header: Callable[[Reader, str, Part], ApiHeader]
    """(name, its object) -> the header."""


class Reader:
    """The state of reading one document.

    Args:
        data: the root of the document.
        dialect: how the document's OpenAPI version spells things.
        references: finds what a `$ref` of the document names.
        source: what the caller named; errors begin with it.
        base_uri: the address that relative addresses are joined to; empty when there is none.
        part_limit: how many parts are read, each counted as often as it is used.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        dialect: Dialect,
        references: References,
        *,
        source: str,
        base_uri: str,
        part_limit: int = LIMITS.max_parts,
    ) -> None:
        self.data = data
        self.dialect = dialect
        self.references = references
        self.source = source
        self.base_uri = base_uri
        self.problems = ProblemList()
        self.schemas = Schemas(
            data,
            references,
            keywords=dialect.schema_keywords,
            siblings=dialect.reference_siblings,
            named=dialect.named_schemas,
        )
        self._part_limit = part_limit
        self._parts = 0
        self._repeated_bytes = 0
        self._sizes: dict[str, int] = {}  # pointer that was referred to -> bytes; 0 after the first time
        self._read: dict[tuple[str, str | bytes], tuple[Any, tuple[Problem, ...]]] = {}

    def note(self, pointer: str, message: str) -> None:
        """Add a problem to the operation that is being read, and to the document.

        Args:
            pointer: JSON pointer of the place, in the user's own file.
            message: one sentence: what is wrong, what is allowed, what was found.
        """
        self.problems.note(pointer, message)

    def part(self, value: object, pointer: str) -> Part | None:
        """Return the mapping that a value is or refers to, or None when there is none.

        What is wrong at `pointer` itself, `document_checks` has found. What is wrong further along the references is
        noted here, because it is another part of the document that suffers.

        Args:
            value: what stands in a field: an object, a Reference Object, or something wrong.
            pointer: JSON pointer of that field.

        Raises:
            TooLargeError: the document has more parts than are read.
        """
        if isinstance(value, dict) and "$ref" not in value:
            self._count(1)
            return Part(value, pointer)
        found = self.references.follow(value, pointer)
        self._count(1 + found.hops)
        if not found.broken and isinstance(found.value, dict):
            self._repeat(found.value, found.pointer)
            return Part(self._reworded(value, found.value), found.pointer)
        if found.hops and isinstance(value, dict):
            reason = "refers to itself" if found.broken else f"is no mapping (got {short(found.value)})"
            if found.broken and self.references.find(found.broken, found.pointer) is None:
                reason = f"refers to {short(found.broken)}, which is not in this document"
            self.note(f"{pointer}/$ref", f"{short(value['$ref'])} {reason}")
        return None

    def _reworded(self, reference: object, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what is referred to with the words of the Reference Object, which come first from 3.1 on."""
        if not self.dialect.reference_siblings or not isinstance(reference, dict) or len(reference) < 2:
            return node
        words = {name: reference[name] for name in ("summary", "description") if isinstance(reference.get(name), str)}
        return Reworded({**node, **words}) if words else node

    def _count(self, parts: int) -> None:
        self._parts += parts
        if self._parts > self._part_limit:
            cause = f"the references make more than {self._part_limit:,} parts of it; no more are read"
            raise TooLargeError(self.source, cause)

    def _repeat(self, value: Mapping[str, Any], pointer: str) -> None:
        """Count the bytes of what a second or later reference leads to; the first one repeats nothing."""
        if pointer not in self._sizes:
            self._sizes[pointer] = 0
            return
        size = self._sizes[pointer] = self._sizes[pointer] or _size_bytes(value)
        self._repeated_bytes += size
        if self._repeated_bytes > LIMITS.max_repeated_bytes:
            cause = f"the references repeat more than {LIMITS.max_repeated_bytes:,} bytes of it; no more are read"
            raise TooLargeError(self.source, cause)

    def schema(self, node: Mapping[str, Any], key: str, pointer: str) -> Schema | None:
        """Return the schema in a field, None when the field is absent or holds no schema.

        Args:
            node: the object that may hold the field.
            key: the field's name, such as `schema`.
            pointer: JSON pointer of the object.
        """
        raw = node.get(key)
        if isinstance(raw, dict | bool):
            opened = self.schemas.open(raw, f"{pointer}/{key}")
            if isinstance(raw, dict) and "$ref" in raw:
                self._repeat(opened.keywords, opened.pointer)
            return opened
        return None

    def alike(self, kind: str, part: Part, make: Callable[[], T]) -> T:
        """Return what was made for this place, or for one that says the same; its pointer is that of the first.

        A part with references or examples, and one with problems, is read where it stands.

        Args:
            kind: see `once`.
            part: see `once`.
            make: see `once`.
        """
        content = b"" if (kind, part.pointer) in self._read else _plain_content(part.node)
        known = self._read.get((kind, content)) if content else None
        if known is not None:
            alike: T = known[0]
            return alike
        made = self.once(kind, part, make)
        if content and not self._read[kind, part.pointer][1]:
            self._read[kind, content] = self._read[kind, part.pointer]
        return made

    def once(self, kind: str, part: Part, make: Callable[[], T]) -> T:
        """Return what `make` returned for this kind and place before, with its problems; else call it.

        Args:
            kind: what is made, for one part can be read as several things.
            part: what it is made from; its pointer identifies it.
            make: makes the value; problems that it notes are noted again each time the value is used.
        """
        if type(part.node) is Reworded:
            return make()
        key = (kind, part.pointer)
        known = self._read.get(key)
        if known is not None:
            made: T = known[0]
            problems = known[1]
            if problems:
                self.problems.noted.extend(problems)
                self._count(len(problems))
            return made
        mark = len(self.problems.noted)
        fresh = make()
        self._read[key] = (fresh, self.problems.since(mark))
        return fresh


def _plain_content(node: Mapping[str, Any]) -> bytes:
    """Return the same bytes for parts that say the same; none for one of which the place matters."""
    try:
        content = marshal.dumps(node, 2)  # type: ignore[arg-type] # what is no plain data is refused
    except ValueError:
        return b""  # it holds numbers as their author wrote them
    return b"" if _PLACED.search(content) else content


def _size_bytes(value: Mapping[str, Any]) -> int:
    """Return how many bytes a value takes as data; references are not followed."""
    try:
        return len(marshal.dumps(value, 2))  # type: ignore[arg-type] # what is no plain data is refused
    except ValueError:
        return len(json.dumps(value))  # it holds numbers as their author wrote them
