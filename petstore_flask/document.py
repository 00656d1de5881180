"""The OpenAPI document of the service, made from the table of operations.

`build_document` gives it as plain data, `json_document` and `yaml_document` as bytes: the same ones every time, for
nothing in it comes from a clock, a random number or the order of a set.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import yaml
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from petstore_flask.errors import PROBLEM_TYPE
from petstore_flask.implied_examples import with_implied_examples
from petstore_flask.operation import Example, Operation, Parameter, ResponseHeader
from petstore_flask.operations import operations_by_path
from petstore_flask.records import ORDER, PET, USER, Category, Tag, UploadResult
from petstore_flask.settings import BASE_PATH, SCOPES, TOKEN_PATH, Settings

API_VERSION = "1.0.27"
Json = dict[str, Any]

_DESCRIPTION = """\
A pet store to learn with: pets, orders for them, and the people who order. It answers for real, keeps what it is
sent, and can be reset to its sample data at any time.

**Credentials.** Reading one pet and the inventory takes the API key, which is `special-key` unless the store was
started with another. Everything else about pets takes a Bearer token: ask the token address for one as the client
`demo` with the secret `demo-secret`, or log in as a user. Orders and users are open to all.

**Errors.** Every answer of 400 and over is `application/problem+json` (RFC 9457), with a sentence in `detail` and,
where fields are at fault, a list of them in `errors`.

**Limits.** JSON bodies hold up to 1 MiB, uploads up to 5 MiB, lists up to 1,000 users. Fields that are not declared
are left out. Nothing may be cached, for users are answered with their passwords.
"""

_TAGS: Mapping[str, str] = {
    "Pet": "Pets and what is known of them: find, add, change and delete.",
    "Store": "The inventory, and orders for pets.",
    "User": "Accounts of people, and their sessions.",
}

_PROBLEM_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "description": "What went wrong, as RFC 9457 writes it.",
    "required": ["title", "status", "detail"],
    "properties": {
        "title": {"type": "string", "description": "The status in words.", "example": "Not Found"},
        "status": {"type": "integer", "format": "int32", "description": "The HTTP status.", "example": 404},
        "detail": {
            "type": "string",
            "description": "One sentence on this very request.",
            "example": "No pet has the id 404.",
        },
        "errors": {
            "type": "array",
            "description": "The fields at fault, where there are any.",
            "items": {"$ref": "#/components/schemas/FieldError"},
        },
    },
}
_FIELD_ERROR_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "description": "One field that cannot be used.",
    "required": ["field", "message"],
    "properties": {
        "field": {"type": "string", "description": "Path of the field, or name of the parameter.", "example": "name"},
        "message": {"type": "string", "description": "What it must be.", "example": "Field required"},
    },
}
_PROBLEM_CONTENT_SCHEMA = {"$ref": "#/components/schemas/Problem"}

_IMPLIED_PROBLEMS: Mapping[int, str] = {
    400: "The body is not JSON.",
    401: "A credential is missing, wrong or expired.",
    403: "The token lacks the scope.",
    413: "The body is larger than the limit.",
    415: "The body is sent with another media type.",
    422: "The body does not fit its schema; `errors` names the fields.",
}
_CHALLENGE = ResponseHeader(
    description="The credential that is needed.", schema={"type": "string"}, example='Bearer realm="petstore"'
)


class _PlainSchemas(GenerateJsonSchema):
    """JSON Schema without the titles that would only repeat the names of the fields."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """Never."""
        del schema
        return False


def json_document(settings: Settings, prefix: str = "") -> bytes:
    """The document as JSON; for the arguments see `build_document`."""
    return (json.dumps(build_document(settings, prefix), ensure_ascii=False, indent=1) + "\n").encode()


def yaml_document(settings: Settings, prefix: str = "") -> bytes:
    """The document as YAML; for the arguments see `build_document`."""
    document = build_document(settings, prefix)
    return str(yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)).encode()


class _Dumper(yaml.SafeDumper):
    """Writes paragraphs as blocks and everything in full: an alias would surprise a reader."""

    def ignore_aliases(self, data: object) -> bool:
        """Always."""
        del data
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent_text)


def build_document(settings: Settings, prefix: str = "") -> dict[str, Any]:
    """The OpenAPI 3.0 document of a service with these settings, as JSON-like data.

    Args:
        settings: of the service.
        prefix: the path that a proxy or a server puts before the paths of the service, such as `/proxy/8080`. Its
            addresses are whole paths with it: a relative `../v3` says the same, but many tools join that to the host.
    """
    schemes: dict[str, Any] = {
        "petstore_auth": {
            "type": "oauth2",
            "description": "A Bearer token, from the token address or from `loginUser`.",
            "flows": {"clientCredentials": {"tokenUrl": prefix + TOKEN_PATH, "scopes": dict(SCOPES)}},
        },
        "api_key": {
            "type": "apiKey",
            "in": "header",
            "name": "X-API-Key",
            "description": "The key of the store; a header named `api_key` is taken as well.",
        },
    }
    problem = {
        "description": "Any other fault, such as a database that does not answer.",
        "content": {PROBLEM_TYPE: {"schema": _PROBLEM_CONTENT_SCHEMA}},
    }
    components: dict[str, Any] = {"schemas": _component_schemas(), "responses": {"Problem": problem}}
    if settings.auth == "on":
        components["securitySchemes"] = schemes
    return {
        "openapi": "3.0.4",
        "info": {
            "title": "Pet Store",
            "version": API_VERSION,
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "url": "https://opensource.org/license/mit"},
        },
        "servers": [{"url": prefix + BASE_PATH, "description": "The service that answered this document."}],
        "tags": [{"name": name, "description": description} for name, description in _TAGS.items()],
        "paths": {
            path: {operation.method.lower(): _operation_object(operation, settings) for operation in by_method.values()}
            for path, by_method in operations_by_path(paging=settings.paging).items()
        },
        "components": components,
    }


UNFIT_STATUSES = (400, 422)
"""What is answered to a request that does not fit the document: an example of it would fail the schema it stands by."""


def _with_examples(described: dict[str, Any], examples: Iterable[Example], value: Callable[[Example], Any]) -> Json:
    shown = {example.name: {"summary": example.summary, "value": value(example)} for example in examples}
    return described | ({"examples": shown} if shown else {})


def _operation_object(operation: Operation, settings: Settings) -> Json:
    examples = with_implied_examples(operation, settings)
    fitting = [example for example in examples if example.status not in UNFIT_STATUSES]
    described: dict[str, Any] = {
        "tags": [operation.tag],
        "operationId": operation.operation_id,
        "summary": operation.summary,
        "description": operation.description,
    }
    if settings.auth == "on":
        described["security"] = [{requirement.scheme: list(requirement.scopes)} for requirement in operation.security]
    if operation.parameters:
        described["parameters"] = [_parameter_object(parameter, fitting) for parameter in operation.parameters]
    if operation.body is not None:
        sent = [example for example in fitting if example.body is not None]
        media = _with_examples({"schema": operation.body.schema}, sent, lambda example: _text(example.body))
        described["requestBody"] = {
            "description": operation.body.description,
            "required": True,
            "content": {operation.body.media_type: media},
        }
    described["responses"] = _responses(operation, examples, settings)
    return described


def _parameter_object(parameter: Parameter, examples: Sequence[Example]) -> Json:
    described = {
        "name": parameter.name,
        "in": parameter.location,
        "description": parameter.description,
        "required": parameter.required,
        "schema": dict(parameter.schema),
    }
    sent = [example for example in examples if parameter.name in example.parameters]
    return _with_examples(described, sent, lambda example: example.parameters[parameter.name])


def _responses(operation: Operation, examples: Sequence[Example], settings: Settings) -> Json:
    def answered(status: int) -> list[Example]:
        return [example for example in examples if example.status == status]

    success = operation.success
    responses: dict[str, Any] = {"200": {"description": success.description}}
    if success.headers:
        responses["200"]["headers"] = {name: _header_object(header) for name, header in success.headers.items()}
    if success.schema is not None:
        media = _with_examples({"schema": success.schema}, answered(200), lambda example: example.answer)
        responses["200"]["content"] = {"application/json": media}
    for status, description in _problems(operation, settings).items():
        media = _with_examples({"schema": _PROBLEM_CONTENT_SCHEMA}, answered(status), lambda example: example.answer)
        challenge = {"headers": {"WWW-Authenticate": _header_object(_CHALLENGE)}} if status in (401, 403) else {}
        responses[str(status)] = {"description": description, **challenge, "content": {PROBLEM_TYPE: media}}
    responses["default"] = {"$ref": "#/components/responses/Problem"}
    return responses


def _problems(operation: Operation, settings: Settings) -> dict[int, str]:
    implied: list[int] = []
    if operation.body is not None:
        implied += [413, 415] if operation.body.adapter is None else [400, 413, 415, 422]
    if settings.auth == "on" and operation.security:
        implied.append(401)
        if any(requirement.scopes for requirement in operation.security):
            implied.append(403)
    problems = {status: _IMPLIED_PROBLEMS[status] for status in implied} | dict(operation.problems)
    return dict(sorted(problems.items()))


def _header_object(header: ResponseHeader) -> dict[str, Any]:
    return {"description": header.description, "schema": dict(header.schema), "example": header.example}


def _text(body: object) -> object:
    return body.decode("ascii") if isinstance(body, bytes) else body


def _component_schemas() -> dict[str, Any]:
    adapters: dict[str, TypeAdapter[Any]] = {
        "Pet": PET,
        "Category": TypeAdapter(Category),
        "Tag": TypeAdapter(Tag),
        "Order": ORDER,
        "User": USER,
        "UploadResult": TypeAdapter(UploadResult),
    }
    schemas: dict[str, Any] = {}
    for name, adapter in adapters.items():
        schema = adapter.json_schema(
            ref_template="#/components/schemas/{model}", schema_generator=_PlainSchemas, mode="validation"
        )
        schema.pop("$defs", None)
        schema.pop("title", None)
        schema["properties"] = {field: _as_openapi_3_0(inner) for field, inner in schema["properties"].items()}
        schemas[name] = {key: schema[key] for key in ("type", "description", "required", "properties") if key in schema}
    return schemas | {"Problem": dict(_PROBLEM_SCHEMA), "FieldError": dict(_FIELD_ERROR_SCHEMA)}


def _as_openapi_3_0(schema: dict[str, Any]) -> dict[str, Any]:
    """JSON Schema lists `examples`; a schema of OpenAPI 3.0 has one `example`."""
    examples = schema.pop("examples", [])
    return schema | ({"example": examples[0]} if examples else {})
