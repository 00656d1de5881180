"""`PartitionPlan`: the pages of one call as a small value that another process can carry out, without a credential.

A client's operation and arguments come in; plans, and the part of the document that they need, go out. A worker makes a
client of both; where its credentials come from is said there.
"""

from __future__ import annotations

import hashlib
import json
import types
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import product
from typing import Any, Literal

from apiref_nb.client.limits import PARTITIONS
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model import Api, ApiOperation
from apiref_nb.text.escaping import plain
from apiref_nb.text.quoting import short

CredentialSource = Literal["environment"] | Callable[[], Mapping[str, Any]] | None
"""Where a worker's credentials come from: variables of its environment, a function that gives arguments of `Client`, or
nowhere."""


@dataclass(frozen=True, slots=True)
class PartitionPlan:
    """The pages of one call."""

    operation: str
    """The operation, such as `GET /orders`."""
    values: tuple[tuple[str, Any], ...]
    """(argument, its value) that tells this partition from the others."""
    arguments: tuple[tuple[str, Any], ...]
    """The arguments that all of them share, and options of `pages()`."""
    base_url: str
    """Where the requests go."""
    digest: str
    """SHA-256 of the part of the document that describes them."""
    settings: tuple[tuple[str, Any], ...] = ()
    """Limits of the client: seconds, bytes, retries."""

    @property
    def label(self) -> str:
        """How an error names it: `GET /orders (date="2024-05-17", tenant="a")`."""
        words = ", ".join(f"{name}={_word(value)}" for name, value in self.values)
        return f"{self.operation} ({words})"

    @property
    def call(self) -> dict[str, Any]:
        """The arguments of `pages()`."""
        return dict((*self.arguments, *self.values))


def _word(value: object) -> str:
    return short(value.isoformat() if isinstance(value, date | datetime) else value)


def products(over: object) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Yield the arguments of each partition, the last name changing fastest.

    Args:
        over: argument -> its values.

    Raises:
        ShapeError: it is no such mapping, or there are too many.
    """
    fits = isinstance(over, Mapping) and over and all(isinstance(name, str) for name in over)
    if not fits or not isinstance(over, Mapping):
        raise ShapeError("over", 'must name arguments and their values, such as {"date": dates}', short(over))
    listed: dict[str, list[Any]] = {}
    count = 1
    for name, values in over.items():
        if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
            raise ShapeError(f"over[{name!r}]", "must be a list of values", short(values))
        listed[name] = list(values)
        count *= len(listed[name])
    if count > PARTITIONS.max_partitions:
        raise ShapeError("over", f"must give at most {PARTITIONS.max_partitions:,} partitions", f"{count:,}")
    for values in product(*listed.values()):
        yield tuple(zip(listed, values, strict=True))


def packed_document(api: Api, operation: ApiOperation) -> bytes:
    """Return what a worker needs of a document: all but the other paths, packed.

    Args:
        api: the document.
        operation: the one that is called.

    Raises:
        RequestError: the document as it was written is not at hand.
    """
    document = plain(dict(api.document))
    paths = document.get("paths")
    own = paths.get(operation.path) if isinstance(paths, Mapping) else None
    if own is None:
        raise RequestError(
            f"{operation.key}: the document was made by hand; partitions need one that load_api() has read"
        )
    rest = {name: value for name, value in document.items() if name not in ("paths", "webhooks", "tags")}
    small = {**rest, "paths": {operation.path: own}}
    text = json.dumps(small)
    if '"#/paths/' in text or '"#/webhooks/' in text:
        text = json.dumps(document)
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def unpacked_document(packed: bytes, plan: PartitionPlan) -> bytes:
    """Return the document of a plan.

    Args:
        packed: what `packed_document` gave.
        plan: knows its digest.

    Raises:
        RequestError: it is another document.
    """
    if digest(packed) != plan.digest:
        raise RequestError(f"{plan.label}: this is not the document that the plan was made from")
    return zlib.decompress(packed)


def digest(packed: bytes) -> str:
    """Return the SHA-256 of a packed document.

    Args:
        packed: what `packed_document` gave.
    """
    return hashlib.sha256(packed).hexdigest()


def check_source(credentials: object) -> None:
    """Refuse credentials that would travel with a plan.

    Args:
        credentials: see `CredentialSource`.

    Raises:
        ShapeError: it is a value, or a function that carries some.
    """
    if credentials is None or credentials == "environment":
        return
    named = isinstance(credentials, types.FunctionType) and credentials.__qualname__ == credentials.__name__
    if not named or credentials.__name__ == "<lambda>" or credentials.__defaults__ or credentials.__kwdefaults__:  # type: ignore[attr-defined] # a function by now
        # A value, a closure or a default would stand in the text of the graph.
        raise ShapeError(
            "credentials",
            'must be "environment", None, or a function of a module that takes nothing and returns arguments of Client',
        )
