"""Parameters and headers as rows: what they are called, what they hold, and how they are written.

In: the parameters of an operation, the headers of a response or of a part. Out: rows, as for any field.
"""

from __future__ import annotations

from apiref_nb.describing.row import Row, field_row
from apiref_nb.describing.rows import Rows
from apiref_nb.describing.types import SEPARATORS, Fact, bare_text, default_fact
from apiref_nb.describing.wording import NO_DESCRIPTION
from apiref_nb.model import MISSING, ApiHeader, ApiOperation, ApiParameter, Callback, Example, MediaType, Schema
from apiref_nb.schemas import merged
from apiref_nb.schemas.example_places import ANY_DATA
from apiref_nb.schemas.session import Direction, SampleSession

LOCATION_TITLES = (
    ("path", "Path parameters"),
    ("query", "Query parameters"),
    ("querystring", "Query string"),
    ("header", "Header parameters"),
    ("cookie", "Cookie parameters"),
)
"""Parameter location and the title of its rows, in the order of the page."""


def describe_parameters(
    operation: ApiOperation | Callback, rows: Rows, session: SampleSession
) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Return (title, rows) by location, in the order of the page.

    Args:
        operation: the operation, or what the API sends.
        rows: the row maker of the page.
        session: holds published examples against their schemas.
    """
    by_location: dict[str, list[Row]] = {}
    for parameter in operation.parameters:
        by_location.setdefault(parameter.location, []).extend(_told(parameter, rows, session))
    return tuple(
        [
            (heading, rows.alike(tuple(by_location[location])))
            for location, heading in LOCATION_TITLES
            if location in by_location
        ]
    )


def _told(parameter: ApiParameter, rows: Rows, session: SampleSession) -> tuple[Row, ...]:
    """Return the rows of a parameter; of one that several operations have, they are made once."""
    return rows.once(("parameter", id(parameter)), parameter, lambda: _parameter(parameter, rows, session))


def _parameter(parameter: ApiParameter, rows: Rows, session: SampleSession) -> tuple[Row, ...]:
    media = parameter.media_type
    schema = media.schema if media is not None else parameter.schema
    head = _named(
        rows, parameter.name, schema, parameter.location, parameter.description,
        required=parameter.required, deprecated=parameter.deprecated,
    )  # fmt: skip
    told = (*head.facts, *_parameter_facts(parameter), *_faults(parameter, "request", session))
    head = rows.within(head._replace(facts=told))
    if rows.sharing.has_words(parameter):
        key = f"{parameter.location} {parameter.name} {parameter.description}"
        rows.sharing.words.setdefault(key, head)
        head = head._replace(description="", facts=(), shared=key)
    elif not head.description and not rows.sharing.is_large:
        head = head._replace(description=NO_DESCRIPTION)
    if schema is None or rows.sayings.of(merged(schema)).opens is None:
        return (head,)
    return (head, *(_below(row, parameter.name) for row in rows.of(schema, "request")))


def _parameter_facts(parameter: ApiParameter) -> tuple[Fact, ...]:
    """Return what a caller has to know to write the parameter, where it is not what everyone expects."""
    found = []
    media = parameter.media_type
    if media is not None:
        found.append(Fact("Written as", (media.media_type,)))
    schema = merged(parameter.schema) if parameter.schema is not None else None
    types = schema.types if schema is not None else ()
    if not {"array", "object"}.isdisjoint(types) and media is None and parameter.location in ("query", "cookie"):
        if parameter.style == "deepObject" and "object" in types:
            found.append(Fact("Written as", (f"{parameter.name}[a]=1",)))
        elif not parameter.explode and parameter.style in SEPARATORS:
            found.append(Fact("Written as", (f"{parameter.name}={SEPARATORS[parameter.style]}",)))
    said = [("may be empty", parameter.allow_empty), ("reserved characters stay as they are", parameter.allow_reserved)]
    found += [Fact("In the address", (words,), code=False) for words, holds in said if holds]
    given = (*parameter.examples, *(media.examples if media is not None else ()))
    return (*found, *_examples(given, media.schema if media is not None else schema))


def _examples(examples: tuple[Example, ...], schema: Schema | None) -> tuple[Fact, ...]:
    """Return the published examples; those of the schema where the parameter or header has none of its own."""
    values = [e.serialized or bare_text(e.value) for e in examples if e.serialized or e.value is not MISSING]
    if not values and schema is not None and len(merged(schema).examples) == 1:
        values = [bare_text(value) for value in merged(schema).examples]  # several stand among what the schema says
    return (Fact("Example" if len(values) == 1 else "Examples", tuple(values)),) if values else ()


def _below(row: Row, name: str) -> Row:
    joined = row.path if row.path.startswith("[") else f".{row.path}" if row.path else ""
    return row._replace(path=f"{name}{joined}", depth=row.depth + 1, location="")


def _named(
    rows: Rows, name: str, schema: Schema | None, location: str, description: str, *, required: bool, deprecated: bool
) -> Row:
    if schema is None:
        return Row(name, name, location=location, required=required, deprecated=deprecated, description=description)
    folded = merged(schema)
    row = field_row(
        name, folded, rows.sayings.of(folded), location=location, required=required, deprecated=deprecated,
        description=description, direction="request",
    )  # fmt: skip
    item = folded.items
    if not row.default and item is not None and "default" in merged(item):
        return row._replace(default=default_fact(bare_text(merged(item).get("default"))))
    return row


def _faults(owner: ApiParameter | ApiHeader, direction: Direction, session: SampleSession) -> tuple[Fact, ...]:
    """Return what is to be said of the published examples: why they fail their schema, or were not checked."""
    media = owner.media_type or MediaType(media_type=ANY_DATA, schema=owner.schema)
    found = (
        session.example_verdict(media, example.value, direction, example.serialized if owner.media_type else "").words
        for example in (*owner.examples, *media.examples)
    )
    return tuple(Fact(f"Example: {words[0]}", words[1:], code=False) for words in dict.fromkeys(found) if words)


def header_rows(header: ApiHeader, rows: Rows, session: SampleSession) -> tuple[Row, ...]:
    """Return the row of a header, and below it the fields of what it holds.

    Args:
        header: of an answer, or of a part of a body.
        rows: the row maker of the page.
        session: holds published examples against their schemas.
    """
    row = _named(
        rows, header.name, header.schema, "", header.description, required=header.required, deprecated=header.deprecated
    )
    told = (
        *row.facts,
        *_header_facts(header),
        *_examples(header.examples, header.schema),
        *_faults(header, "response", session),
    )
    head = rows.within(row._replace(facts=told))
    if header.schema is None or rows.sayings.of(merged(header.schema)).opens is None:
        return (head,)
    return (head, *(_below(row, header.name) for row in rows.of(header.schema, "response")))


def _header_facts(header: ApiHeader) -> tuple[Fact, ...]:
    """Return how several values stand in one header."""
    if header.media_type is not None:
        return (Fact("Written as", (header.media_type.media_type,)),)
    types = merged(header.schema).types if header.schema is not None else ()
    if "object" in types:
        return (Fact("Written as", ("a=1,b=2" if header.explode else "a,1,b,2",)),)
    return (Fact("Written as", (SEPARATORS.get(header.style, "a,b"),)),) if "array" in types else ()
