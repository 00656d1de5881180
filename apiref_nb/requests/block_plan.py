"""The plan of an `ApiBlock`'s request: the block's values, and nothing that a document would add."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from apiref_nb.model import ApiOperation, ApiParameter, ApiResponse, MediaType
from apiref_nb.model.media_types import is_form, is_json, is_multipart, mentions_json
from apiref_nb.requests.bodies import Body, FormBody, JsonBody, MultipartBody, MultipartPart, TextBody
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.planning import plan_request
from apiref_nb.requests.security import block_plans
from apiref_nb.requests.wire import Field, Placeholder, encoded, placeholder
from apiref_nb.text.escaping import before_path, block_prefix, header_value, plain
from apiref_nb.text.json_layout import reindented
from apiref_nb.text.json_value import JsonValue

if TYPE_CHECKING:
    from apiref_nb.model import Operation, Parameter, RequestBody


def block_plan(operation: Operation, base_url: str = "") -> RequestPlan:
    """Return the plan of the request that the block's values describe.

    Args:
        operation: the block's operation.
        base_url: put before the path, with a slash between them; see `block_prefix`.

    Returns:
        The plan: path as written, query and header parameters with their default or `<name>`, the body's example or
        a skeleton of its fields, its `Content-Type`, `Accept` when any response is JSON, the placeholder credential.
        A header that the author lists is sent as listed, in the place of the one that would be made.
    """
    described = operation.request_body
    body = _body(described) if described is not None else None
    replies_json = any(mentions_json(response.media_type or "") for response in operation.responses)
    values = [
        (ApiParameter(name=p.name, location=p.location), _value(p))
        for p in operation.parameters
        if p.location in ("query", "header")
    ]
    return plan_request(
        ApiOperation(
            method=operation.method,
            path=operation.path,
            responses=tuple(
                ApiResponse(status_code=one.status_code, content=(MediaType(media_type=one.media_type or ""),))
                for one in operation.responses
            ),
        ),
        values,
        base_url=before_path(block_prefix(base_url), operation.path),
        body=body,
        media_type=described.media_type if described is not None else "",
        credentials=block_plans(operation.auth),
        accept="application/json" if replies_json else "",
        check=False,
        leave_out=True,
    )


def shown_body(body: RequestBody | None) -> str:
    """Return what the Request Body panel shows: the example laid out anew, else the fields as JSON, else nothing."""
    if body is None:
        return ""
    if body.example is not None:
        return reindented(body.example)
    return json.dumps(body_skeleton(body.fields), indent=2, ensure_ascii=False) if body.fields else ""


def body_skeleton(fields: tuple[Parameter, ...]) -> dict[str, Any]:
    """Return the body that fields describe, as JSON data: defaults, else `<name>` or the empty value of the type.

    A dotted name such as `owner.name` goes into the object `owner`, as in response fields.
    """
    skeleton: dict[str, Any] = {}
    for field in fields:
        *outer, last = field.name.split(".") if _is_path(field.name) else [field.name]
        here = skeleton
        for name in outer:
            child = here.setdefault(name, {})
            if not isinstance(child, dict):
                # A list's or a scalar's own row came first: its members cannot be shown inside it.
                break
            here = child
        else:
            value = field_value(field)
            if not (isinstance(here.get(last), dict) and value == {}):
                here[last] = value
    return skeleton


def field_value(field: Parameter) -> JsonValue:
    """Return the value that a body field shows: its default read by its type, else a placeholder of its type."""
    kind = (field.type or "").strip().lower()
    if field.default_value is not None:
        return _typed(field.default_value, kind)
    if kind.endswith("[]") or kind.startswith(("array", "list")):
        return []
    make = _BY_TYPE.get(re.split(r"[<|·]", kind)[0].strip())
    return make() if make is not None else f"<{field.name}>"


_BY_TYPE: Mapping[str, Callable[[], JsonValue]] = {
    **dict.fromkeys(("integer", "int", "int32", "int64", "long", "number", "float", "double"), int),
    **dict.fromkeys(("boolean", "bool"), lambda: True),
    **dict.fromkeys(("object", "map"), dict),
}
"""First word of a type -> what stands for a value of it; others have a placeholder."""


def _value(parameter: Parameter) -> str:
    if parameter.default_value is None:
        return placeholder(parameter.name, encode=parameter.location == "query")
    default: str = plain(parameter.default_value)
    return default if parameter.location == "query" else header_value(default)


def _is_path(name: str) -> bool:
    return all(name.split("."))


def _typed(text: str, kind: str) -> JsonValue:
    if not kind or kind.startswith("string"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _body(body: RequestBody) -> Body | None:
    if body.example is not None:
        return TextBody(body.example, body.media_type)
    if not body.fields:
        return None
    if is_multipart(body.media_type):
        parts = (MultipartPart(f.name, None if _is_file(f) else _text(f)) for f in body.fields)
        return MultipartBody(tuple(parts), body.media_type)
    if is_form(body.media_type):
        return FormBody(tuple(Field(encoded(plain(f.name)), _form_text(f)) for f in body.fields), body.media_type)
    if is_json(body.media_type):
        return JsonBody(body_skeleton(body.fields), body.media_type)
    return TextBody(json.dumps(body_skeleton(body.fields), indent=2, ensure_ascii=False), body.media_type)


def _is_file(field: Parameter) -> bool:
    return (field.type or "").lower() in ("file", "binary", "string<binary>", "string (binary)", "bytes")


def _text(field: Parameter) -> str:
    return field.default_value if field.default_value is not None else f"<{field.name}>"


def _form_text(field: Parameter) -> str:
    default = field.default_value
    return Placeholder(f"<{field.name}>") if default is None else encoded(plain(default))
