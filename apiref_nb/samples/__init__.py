"""Samples: a schema's value, an operation's request, and that request as cURL and Python.

In: `Schema`, `Operation` and `ApiOperation`. Out: JSON data and source text. No socket is opened here.
"""

from __future__ import annotations

from apiref_nb.samples.asking import sample, sample_value
from apiref_nb.samples.block import block_request, body_skeleton
from apiref_nb.samples.checking import check_examples
from apiref_nb.samples.document import operation_request, parameter_value, request_tabs
from apiref_nb.samples.importing import block_operation, preferred_media
from apiref_nb.samples.json_schema import json_schema, validate
from apiref_nb.samples.languages import LANGUAGES, Language
from apiref_nb.samples.languages.curl import curl
from apiref_nb.samples.languages.python import python
from apiref_nb.samples.media import NamedSample, media_sample
from apiref_nb.samples.request import (
    BinaryBody,
    Credential,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    RequestSample,
    TextBody,
)
from apiref_nb.samples.session import SampleSession, SampleValue
from apiref_nb.samples.values.rules import Direction

__all__ = [
    "LANGUAGES",
    "BinaryBody",
    "Credential",
    "Direction",
    "FormBody",
    "JsonBody",
    "Language",
    "MultipartBody",
    "NamedSample",
    "Part",
    "RequestSample",
    "SampleSession",
    "SampleValue",
    "TextBody",
    "block_operation",
    "block_request",
    "body_skeleton",
    "check_examples",
    "curl",
    "json_schema",
    "media_sample",
    "operation_request",
    "parameter_value",
    "preferred_media",
    "python",
    "request_tabs",
    "sample",
    "sample_value",
    "validate",
]
