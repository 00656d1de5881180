"""Operations: paths, their methods, callbacks and webhooks, as `ApiOperation`s in document order.

A path or operation that cannot be read costs only itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from apiref_nb.model import ApiOperation, ApiParameter, ApiResponse, Callback, SecurityRequirement, Server
from apiref_nb.reading.info import external_docs
from apiref_nb.reading.parameters import check_path, effective
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.security import SecurityNames
from apiref_nb.reading.values import entries, flag, listing, mapping, text, texts
from apiref_nb.text.http_status import code_of
from apiref_nb.text.path_templates import reserved_names
from apiref_nb.text.pointer import join
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from apiref_nb.model.block import CodeExample

_TEMPLATE = re.compile(r"\{[^{}]*\}")
_STATUS = re.compile(r"[1-5]\d\d|default")
_STATUS_OR_RANGE = re.compile(r"[1-5]\d\d|[1-5]XX|default")

SAMPLE_LANGUAGES = {
    "shell": "bash",
    "sh": "bash",
    "curl": "bash",
    "zsh": "bash",
    "console": "bash",
    "python3": "python",
}
"""What authors call a language -> what `CodeExample` calls it."""


class Shared(NamedTuple):
    """What an operation inherits from the document."""

    names: SecurityNames
    security: tuple[SecurityRequirement, ...] | None
    servers: tuple[Server, ...]
    labels: Mapping[str, str]
    """Tag that is a label and no group -> its title."""
    internal: list[str]
    """Places of the operations that `x-internal` keeps off the page, filled while paths are read."""


def read_paths(reader: Reader, shared: Shared) -> Iterator[ApiOperation]:
    """Yield the operations of all paths that begin with a slash, in document order.

    Args:
        reader: the document that is being read; takes the problems.
        shared: what operations inherit where they declare nothing themselves.
    """
    shapes: dict[str, str] = {}
    for path, value in mapping(reader.data, "paths").items():
        pointer = join("#/paths", path)
        earlier = shapes.setdefault(_TEMPLATE.sub("{}", path), path)
        if earlier != path:
            reader.note(pointer, f"the path differs from {short(earlier)} only in the names of its parameters")
        if path.startswith("/"):
            yield from _path_item(reader, shared, path, value, pointer, check=True)
        elif not path.startswith("x-"):
            reader.note(pointer, f"a path must begin with a slash (got {short(path)}); it is left out")


def read_webhooks(reader: Reader, shared: Shared) -> Iterator[ApiOperation]:
    """Yield the operations of all webhooks, in document order; their path is the webhook's name. See `read_paths`."""
    field = reader.dialect.webhooks
    for name, value in entries(reader.data, field):
        yield from _path_item(reader, shared, name, value, join("#", field, name), check=False)


def _path_item(
    reader: Reader, shared: Shared, path: str, value: object, pointer: str, *, check: bool
) -> Iterator[ApiOperation]:
    part = reader.part(value, pointer)
    if part is None:
        return
    parts, item = [part], part
    if part.node is not value and isinstance(value, Mapping):
        beside = {name: item for name, item in value.items() if name != "$ref"}
        parts, item = [Part(beside, pointer), part], Part({**part.node, **beside}, part.pointer)
    internal = item.node.get("x-internal") is True
    servers = _servers(reader, parts) or shared.servers
    for method, raw, place in _methods(reader, item, parts):
        if internal or (isinstance(raw, Mapping) and raw.get("x-internal") is True):
            shared.internal.append(place)
            continue
        mark = len(reader.problems.noted)
        if not isinstance(raw, Mapping):
            yield ApiOperation(method=method, path=path, broken=True, pointer=place)
            continue
        operation = Part(raw, place)
        parameters = effective(reader, operation, parts)
        if check:
            check_path(reader, path, operation, parameters)
        yield _operation(
            reader,
            shared,
            operation,
            parameters=parameters,
            servers=servers,
            item=item,
            method=method,
            path=path,
            mark=mark,
        )


def _servers(reader: Reader, parts: list[Part]) -> tuple[Server, ...] | None:
    for part in parts:
        found = reader.dialect.servers(reader, part)
        if found is not None:
            return found
    return None


def _methods(reader: Reader, item: Part, parts: list[Part]) -> Iterator[tuple[str, object, str]]:
    """Yield (method, raw operation, pointer) in document order."""
    custom = reader.dialect.custom_methods
    for name, value in item.node.items():
        place = next((part.pointer for part in parts if name in part.node), item.pointer)
        if name in reader.dialect.methods:
            yield name.upper(), value, f"{place}/{name}"
        elif custom and name == custom and isinstance(value, Mapping):
            for method, raw in value.items():
                where = join(place, name, method)
                if method.lower() in reader.dialect.methods:
                    reader.note(where, f"{short(method)} has a field of its own in a path; it is left out here")
                elif not method.startswith("x-"):
                    yield method, raw, where


def _operation(
    reader: Reader,
    shared: Shared,
    part: Part,
    *,
    parameters: list[Part],
    servers: tuple[Server, ...],
    item: Part,
    method: str,
    path: str,
    mark: int,
) -> ApiOperation:
    node, pointer = part
    sent, body = reader.dialect.request(reader, part, parameters)
    summary, description = text(node, "summary"), text(node, "description")
    if not description:
        summary, description = summary or text(item.node, "summary"), text(item.node, "description")
    security = shared.names.requirements(node, pointer)
    return ApiOperation(
        method=method,
        path=path,
        operation_id=text(node, "operationId"),
        summary=summary,
        description=description,
        tags=texts(node, "tags"),
        labels=_labels(node, shared.labels),
        deprecated=flag(node, "deprecated"),
        deprecation_note=_deprecation_note(node),
        external_docs=external_docs(node),
        parameters=_with_reserved(sent, path),
        request_body=body,
        responses=_responses(reader, part),
        security=shared.security if security is None else security,
        servers=reader.dialect.servers(reader, part) or servers,
        callbacks=tuple(_callbacks(reader, part)),
        code_samples=_code_samples(node),
        problems=reader.problems.since(mark),
        pointer=pointer,
    )


def _responses(reader: Reader, operation: Part) -> tuple[ApiResponse, ...]:
    found: list[ApiResponse] = []
    allowed = _STATUS_OR_RANGE if reader.dialect.status_ranges else _STATUS
    for status, value in sorted(entries(operation.node, "responses"), key=_place):
        place = join(operation.pointer, "responses", status)
        if not allowed.fullmatch(status):
            ranges = ", 1XX to 5XX" if reader.dialect.status_ranges else ""
            reader.note(place, f"a status code must be 100 to 599{ranges} or default (got {short(status)})")
        part = reader.part(value, place)
        if part is None:
            found.append(ApiResponse(status_code=status, pointer=place))
        else:
            found.append(reader.dialect.response(reader, status, part, operation))
    return tuple(found)


def _place(entry: tuple[str, object]) -> int:
    """Return where a status stands: codes by number, as JavaScript keeps them, then what its author wrote last."""
    code = code_of(entry[0])
    return 1000 if code is None else code


def _callbacks(reader: Reader, operation: Part) -> Iterator[Callback]:
    for name, value in entries(operation.node, "callbacks"):
        callback = reader.part(value, join(operation.pointer, "callbacks", name))
        if callback is None:
            continue
        for expression, raw in callback.node.items():
            if expression.startswith("x-"):
                continue
            item = reader.part(raw, join(callback.pointer, expression))
            if item is None:
                continue
            for method, called, place in _methods(reader, item, [item]):
                sent = Part(called if isinstance(called, Mapping) else {}, place)
                parameters, body = reader.dialect.request(reader, sent, effective(reader, sent, [item]))
                yield Callback(
                    name=name,
                    expression=expression,
                    method=method,
                    summary=text(sent.node, "summary"),
                    description=text(sent.node, "description"),
                    parameters=parameters,
                    request_body=body,
                    responses=_responses(reader, sent),
                    pointer=place,
                )


def _with_reserved(parameters: tuple[ApiParameter, ...], path: str) -> tuple[ApiParameter, ...]:
    """Return the parameters, with those that the path writes as `{+name}` keeping their slashes."""
    names = reserved_names(path)
    if not names:
        return parameters
    return tuple(
        replace(one, allow_reserved=True) if one.location == "path" and one.name in names else one for one in parameters
    )


def _labels(node: Mapping[str, Any], titles: Mapping[str, str]) -> tuple[str, ...]:
    badges = [text(one, "name") for one in listing(node, "x-badges") if isinstance(one, Mapping)]
    found = [titles.get(name, "") for name in texts(node, "tags")[1:]]
    return tuple(filter(None, dict.fromkeys(found + badges)))


def _deprecation_note(node: Mapping[str, Any]) -> str:
    for name in ("x-deprecated-description", "x-deprecation-message", "x-deprecation-note", "x-deprecated-message"):
        if isinstance(node.get(name), str):
            return text(node, name)
    return ""


def _code_samples(node: Mapping[str, Any]) -> tuple[CodeExample, ...]:
    written = [
        value
        for name in ("x-codeSamples", "x-code-samples")
        for value in listing(node, name)
        if isinstance(value, Mapping) and isinstance(value.get("source"), str)
    ]
    return tuple(map(_code_sample, written)) if written else ()


def _code_sample(value: Mapping[str, Any]) -> CodeExample:
    from apiref_nb.model.block import CodeExample  # noqa: PLC0415 - pydantic only where an author wrote samples

    language = text(value, "lang")
    plain = language.strip().lower()
    return CodeExample(
        language=SAMPLE_LANGUAGES.get(plain, plain),
        label=text(value, "label") or language or "Sample",
        code=value["source"],
    )
