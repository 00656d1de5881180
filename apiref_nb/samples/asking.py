"""A value for a schema, or for a place of a document: the questions that callers without a session ask."""

from __future__ import annotations

from typing import Any

from apiref_nb.model import Api, Schema
from apiref_nb.samples.session import Direction, SampleSession, SampleValue


def sample(schema: Schema, *, direction: Direction, session: SampleSession | None = None) -> SampleValue:
    """Return a value for a schema: the author's example, a valid default, else a generated one.

    Args:
        schema: any node.
        direction: `request` leaves read-only members out, `response` write-only ones.
        session: keeps what was made before; pass one for a whole document.
    """
    return (session or SampleSession()).sample(schema, direction)


def sample_value(api: Api, pointer: str, direction: Direction = "response") -> Any:  # noqa: ANN401 - any JSON value
    """Return a value for the schema at a place of the document.

    Args:
        api: the document.
        pointer: a JSON pointer such as `#/components/schemas/Pet`.
        direction: see `sample`.

    Raises:
        KeyError: there is no schema at the pointer.
    """
    return sample(api.schema_at(pointer), direction=direction).value
