"""HTTP API reference in a notebook, from any OpenAPI document.

    from apiref_nb import OpenApiEmbed
    OpenApiEmbed("https://api.example.com/openapi.json")

`ApiBlock` shows one endpoint from a typed object; `ParamField` and `ResponseField` show one row. `load_api` gives the
document as a version-independent `Api`, `Client` calls it, `Mock` answers for it, `RequestConsole` is a form
around one call.

Names are loaded when they are first used, so that importing the package costs little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apiref_nb.front_door import front_door
from apiref_nb.version import __version__ as __version__

if TYPE_CHECKING:
    from apiref_nb.client import Client, Reply
    from apiref_nb.client.sign_in import authorization_code, authorization_code_async
    from apiref_nb.client.verify import verify
    from apiref_nb.display import ApiBlock, OpenApiEmbed, ParamField, ResponseField
    from apiref_nb.display.console import RequestConsole
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
        RecordingError,
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
    from apiref_nb.load import clear_caches, load_api
    from apiref_nb.load.rendering import Rendered, RenderOptions, render
    from apiref_nb.mock import Mock
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

_HOMES = {
    "apiref_nb.client": ("Client", "Reply", "authorization_code", "authorization_code_async", "verify"),
    "apiref_nb.display": ("ApiBlock", "OpenApiEmbed", "ParamField", "ResponseField"),
    "apiref_nb.errors": (
        "AddressError", "ApirefError", "BodyError", "DocumentSyntaxError", "FileError", "MismatchError", "PageError",
        "PagingError", "PartitionError", "RecordingError", "RecordsError", "RedirectError", "RequestError",
        "ShapeError", "SourceError", "TooLargeError", "UnknownOperationError", "UnreachableError", "UnsupportedError",
    ),
    "apiref_nb.display.console": ("RequestConsole",),
    "apiref_nb.paging": ("Paging",),
    "apiref_nb.load": ("clear_caches", "load_api"),
    "apiref_nb.load.rendering": ("RenderOptions", "Rendered", "render"),
    "apiref_nb.mock": ("Mock",),
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
    "Mock",
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
    "RecordingError",
    "RecordsError",
    "RedirectError",
    "RenderOptions",
    "Rendered",
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
    "authorization_code",
    "authorization_code_async",
    "clear_caches",
    "load_api",
    "render",
    "verify",
]


__getattr__, __dir__ = front_door(__name__, _HOMES)
