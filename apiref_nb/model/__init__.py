"""The types that every room shares: what people hand us (`block`) and what only our code makes (`api`, `schema`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apiref_nb.front_door import front_door

if TYPE_CHECKING:
    from apiref_nb.model.api import (
        Api,
        ApiOperation,
        Callback,
        Contact,
        ExternalDocs,
        Group,
        License,
        OAuthFlow,
        SecurityRequirement,
        SecurityScheme,
        SecurityUse,
    )
    from apiref_nb.model.block import Auth, CodeExample, Header, Operation, Parameter, RateLimit, RequestBody, Response
    from apiref_nb.model.messages import (
        ApiHeader,
        ApiLink,
        ApiParameter,
        ApiRequestBody,
        ApiResponse,
        Encoding,
        Example,
        MediaType,
        Server,
        ServerVariable,
    )
    from apiref_nb.model.methods import METHODS
    from apiref_nb.model.problems import Problem
    from apiref_nb.model.schema import Schema
    from apiref_nb.model.sentinel import MISSING, Missing

_HOMES = {
    "apiref_nb.model.api": (
        "Api",
        "ApiOperation",
        "Callback",
        "Contact",
        "ExternalDocs",
        "Group",
        "License",
        "OAuthFlow",
        "SecurityRequirement",
        "SecurityScheme",
        "SecurityUse",
    ),
    "apiref_nb.model.block": (
        "Auth",
        "CodeExample",
        "Header",
        "Operation",
        "Parameter",
        "RateLimit",
        "RequestBody",
        "Response",
    ),
    "apiref_nb.model.messages": (
        "ApiHeader",
        "ApiLink",
        "ApiParameter",
        "ApiRequestBody",
        "ApiResponse",
        "Encoding",
        "Example",
        "MediaType",
        "Server",
        "ServerVariable",
    ),
    "apiref_nb.model.methods": ("METHODS",),
    "apiref_nb.model.problems": ("Problem",),
    "apiref_nb.model.schema": ("Schema",),
    "apiref_nb.model.sentinel": (
        "MISSING",
        "Missing",
    ),
}

__all__ = [
    "METHODS",
    "MISSING",
    "Api",
    "ApiHeader",
    "ApiLink",
    "ApiOperation",
    "ApiParameter",
    "ApiRequestBody",
    "ApiResponse",
    "Auth",
    "Callback",
    "CodeExample",
    "Contact",
    "Encoding",
    "Example",
    "ExternalDocs",
    "Group",
    "Header",
    "License",
    "MediaType",
    "Missing",
    "OAuthFlow",
    "Operation",
    "Parameter",
    "Problem",
    "RateLimit",
    "RequestBody",
    "Response",
    "Schema",
    "SecurityRequirement",
    "SecurityScheme",
    "SecurityUse",
    "Server",
    "ServerVariable",
]

__getattr__, __dir__ = front_door(__name__, _HOMES)
