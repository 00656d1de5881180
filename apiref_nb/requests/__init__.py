"""Requests: an operation and values become a request; sample languages write it, the client sends it.

In: `Operation`, `ApiOperation`, schemas, arguments, credentials. Out: plain values and source text. No socket.
"""

from __future__ import annotations

from apiref_nb.requests.block_request import block_request, body_skeleton
from apiref_nb.requests.languages import LANGUAGES, Language
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.media_samples import NamedSample, media_sample
from apiref_nb.requests.operation_request import operation_request, parameter_value, request_tabs
from apiref_nb.requests.request_sample import (
    BinaryBody,
    Credential,
    FormBody,
    JsonBody,
    MultipartBody,
    MultipartPart,
    RequestSample,
    TextBody,
)
from apiref_nb.requests.to_block import block_operation, preferred_media

__all__ = [
    "LANGUAGES",
    "BinaryBody",
    "Credential",
    "FormBody",
    "JsonBody",
    "Language",
    "MultipartBody",
    "MultipartPart",
    "NamedSample",
    "RequestSample",
    "TextBody",
    "block_operation",
    "block_request",
    "body_skeleton",
    "curl",
    "media_sample",
    "operation_request",
    "parameter_value",
    "preferred_media",
    "python",
    "request_tabs",
]
