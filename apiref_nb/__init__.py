"""HTTP API reference in a notebook, from any OpenAPI document.

    from apiref_nb import OpenApiEmbed
    OpenApiEmbed("https://api.example.com/openapi.json")

`ApiBlock` shows one endpoint from a typed object; `ParamField` and `ResponseField` show one row. `load_api` gives the
document as a version-independent `Api`, `Client` calls it, `RequestConsole` is a form around one call.

Names are loaded when they are first used, so that importing the package costs little.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apiref_nb.client import Client, Reply
    from apiref_nb.client.verify import verify
    from apiref_nb.display import ApiBlock, OpenApiEmbed, ParamField, ResponseField
    from apiref_nb.errors import (
        AddressError,
        ApirefError,
        BodyError,
        DocumentSyntaxError,
        FileError,
        MismatchError,
        PageError,
        PagingError,
        PartitionError,
        RecordsError,
        RedirectError,
        RequestError,
        ShapeError,
        SourceError,
        TooLargeError,
        UnknownOperationError,
        UnreachableError,
        UnsupportedError,
    )
    from apiref_nb.interactive.console import RequestConsole
    from apiref_nb.load import clear_caches, load_api
    from apiref_nb.model import (
        Api,
        ApiOperation,
        Auth,
        CodeExample,
        Operation,
        Parameter,
        Problem,
        RateLimit,
        RequestBody,
        Response,
    )
    from apiref_nb.paging import Paging

__version__ = "0.1.0"

_HOMES = {
    "apiref_nb.client": ("Client", "Reply", "verify"),
    "apiref_nb.display": ("ApiBlock", "OpenApiEmbed", "ParamField", "ResponseField"),
    "apiref_nb.errors": (
        "AddressError", "ApirefError", "BodyError", "DocumentSyntaxError", "FileError", "MismatchError", "PageError",
        "PagingError", "PartitionError", "RecordsError", "RedirectError", "RequestError", "ShapeError", "SourceError",
        "TooLargeError", "UnknownOperationError", "UnreachableError", "UnsupportedError",
    ),
    "apiref_nb.interactive.console": ("RequestConsole",),
    "apiref_nb.paging": ("Paging",),
    "apiref_nb.load": ("clear_caches", "load_api"),
    "apiref_nb.model": (
        "Api",
        "ApiOperation",
        "Auth",
        "CodeExample",
        "Operation",
        "Parameter",
        "Problem",
        "RateLimit",
        "RequestBody",
        "Response",
    ),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AddressError",
    "Api",
    "ApiBlock",
    "ApiOperation",
    "ApirefError",
    "Auth",
    "BodyError",
    "Client",
    "CodeExample",
    "DocumentSyntaxError",
    "FileError",
    "MismatchError",
    "OpenApiEmbed",
    "Operation",
    "PageError",
    "Paging",
    "PagingError",
    "ParamField",
    "Parameter",
    "PartitionError",
    "Problem",
    "RateLimit",
    "RecordsError",
    "RedirectError",
    "Reply",
    "RequestBody",
    "RequestConsole",
    "RequestError",
    "Response",
    "ResponseField",
    "ShapeError",
    "SourceError",
    "TooLargeError",
    "UnknownOperationError",
    "UnreachableError",
    "UnsupportedError",
    "clear_caches",
    "load_api",
    "verify",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a public name of any kind
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
