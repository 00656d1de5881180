"""Requests: an operation and values become one plan; sample languages write it, the client sends it.

In: `Operation`, `ApiOperation`, schemas, arguments. Out: `RequestPlan` and source text. No socket, no notebook.
"""

from __future__ import annotations

from apiref_nb.requests.block_plan import block_plan, body_skeleton
from apiref_nb.requests.bodies import BinaryBody, FormBody, JsonBody, MultipartBody, MultipartPart, TextBody
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.javascript import javascript
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.media_samples import NamedSample, media_sample
from apiref_nb.requests.plan import PlannedParameter
from apiref_nb.requests.planning import plan_request
from apiref_nb.requests.sample_plan import request_tabs, sample_plan
from apiref_nb.requests.sample_values import parameter_value, sample_values
from apiref_nb.requests.security import security_plan

__all__ = [
    "LANGUAGES",
    "BinaryBody",
    "FormBody",
    "JsonBody",
    "MultipartBody",
    "MultipartPart",
    "NamedSample",
    "PlannedParameter",
    "TextBody",
    "block_plan",
    "body_skeleton",
    "curl",
    "javascript",
    "media_sample",
    "parameter_value",
    "plan_request",
    "python",
    "request_tabs",
    "sample_plan",
    "sample_values",
    "security_plan",
]
