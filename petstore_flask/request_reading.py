"""What a request brings, checked against the record of its operation.

A Flask request and an `Operation` come in; parameter values and a validated body go out, or a `ProblemError` that
names the field. `app` calls these after the caller was let in, so an unknown caller's body is never read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, quote, unquote_to_bytes

from flask import Request
from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json
from werkzeug.exceptions import RequestEntityTooLarge

from petstore_flask.errors import ProblemError, empty_list, unfit_body, unusable_parameters
from petstore_flask.operation import Body, Operation
from petstore_flask.settings import Settings

FORM = "application/x-www-form-urlencoded"
FORM_FIELDS = 20
ERRORS_SHOWN = 20
_CHUNK_BYTES = 64 * 1024
_PATH_SAFE = "/-._~!$&'()*+,;=:@"
_PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|\Z))[\w.~!$&'()*+,;=:@%-]{1,200}){1,20}", re.ASCII)
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?", re.ASCII)


def check_address(request: Request, settings: Settings) -> None:
    """Refuse a host that is not trusted, and a path or query that is not UTF-8 once its escapes are undone.

    Servers decode with replacements, so the address as it was sent is looked at.

    Args:
        request: the request as Flask holds it.
        settings: the trusted host names; None trusts any.

    Raises:
        ProblemError: 400.
    """
    host = request.environ.get("HTTP_HOST")
    if host is not None and settings.trusted_hosts is not None and not _is_trusted(host, settings.trusted_hosts):
        raise ProblemError(
            400, "The service is not reached under this host name; PETSTORE_TRUSTED_HOSTS names those it is."
        )
    sent = request.environ.get("RAW_URI") or request.environ.get("PATH_INFO", "")
    try:
        unquote_to_bytes(sent.encode("latin-1")).decode("utf-8")
        unquote_to_bytes(request.query_string).decode("utf-8")
    except UnicodeError:
        raise ProblemError(400, "The address is not UTF-8.") from None


def path_prefix(request: Request) -> str:
    """What stands before the paths of the service in the caller's addresses: `/user/ada/proxy/8080`, empty for nothing.

    A proxy that takes it away says so in `X-Forwarded-Prefix` (jupyter-server-proxy, Traefik); a server that the
    application is mounted in gives it as SCRIPT_NAME. A value that is no plain path is not believed.
    """
    mounted = quote(request.environ.get("SCRIPT_NAME", "").encode("latin-1"), safe=_PATH_SAFE).rstrip("/")
    # werkzeug's ProxyFix, where a deployment uses it, has made SCRIPT_NAME of the header already.
    told = "" if "werkzeug.proxy_fix.orig" in request.environ else request.headers.get("X-Forwarded-Prefix", "")
    told = told.strip().rstrip("/")
    return (told if _PREFIX.fullmatch(told) else "") + (mounted if _PREFIX.fullmatch(mounted) else "")


def _is_trusted(host: str, trusted_hosts: tuple[str, ...]) -> bool:
    # werkzeug's own check takes no IPv6 address.
    match = _HOST.fullmatch(host.lower())
    return match is not None and any(
        match[1] == trusted.removeprefix(".") or (trusted.startswith(".") and match[1].endswith(trusted))
        for trusted in trusted_hosts
    )


def read_parameters(
    operation: Operation, request: Request, path_values: Mapping[str, str], settings: Settings
) -> dict[str, Any]:
    """Values by name of the parameters that were sent.

    Args:
        operation: declares the parameters and how each is read.
        request: the request as Flask holds it.
        path_values: name -> text of the path parameters, as the router found them.
        settings: the sizes that a form may have.

    Raises:
        ProblemError: 400, with an error for each parameter that is missing or cannot be used; of a form 400, 413 and
            415 as well.
    """
    form = _read_form(request, settings) if operation.takes_form else {}
    values: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for parameter in operation.parameters:
        if parameter.location == "path":
            sent = [path_values[parameter.name]]
        elif parameter.location == "query":
            sent = request.args.getlist(parameter.name) or form.get(parameter.name, [])
        else:
            sent = request.headers.getlist(parameter.name)
        if not sent:
            if parameter.required:
                errors[parameter.name] = parameter.rule or "must be sent"
            continue
        try:
            values[parameter.name] = parameter.read(sent)
        except ValueError as error:
            errors[parameter.name] = str(error)
    if errors:
        raise unusable_parameters(**errors)
    return values


def read_body(body: Body, request: Request, settings: Settings) -> Any:  # noqa: ANN401 - as the schema has it
    """The validated JSON of a body, or the count of bytes of an upload.

    Args:
        body: the media type and the schema that it must meet; without a schema it is an upload.
        request: the request as Flask holds it.
        settings: the limits in bytes of a body and of an upload.

    Raises:
        ProblemError: 415 for another media type, 413 for a body over the limit, 400 for what is no JSON or empty,
            422 for JSON that does not fit the schema.
    """
    _check_media_type(body.media_type, request)
    if body.adapter is None:
        return _count_upload(request, settings.upload_limit_bytes)
    data = read_limited(request, settings.body_limit_bytes)
    try:
        # Bounded by the parser: depth 200, integers of 4,300 digits, no NaN, no lone surrogates, UTF-8 only.
        content = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise ProblemError(400, f"The body is not JSON: {error}.") from None
    try:
        return body.adapter.validate_python(content)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        if details[0]["type"] == "too_short" and not details[0]["loc"]:
            raise empty_list() from None
        errors = [(_field_path(detail["loc"]), _message(detail)) for detail in details[:ERRORS_SHOWN]]
        raise unfit_body(errors) from None


def form_fields(data: bytes) -> dict[str, list[str]]:
    """The values of a form by name, in the order they were sent.

    Raises:
        ValueError: it is not UTF-8, or has more than `FORM_FIELDS` fields.
    """
    return parse_qs(data.decode(), keep_blank_values=True, max_num_fields=FORM_FIELDS, errors="strict")


def wrong_media_type(media_type: str, sent: str | None) -> ProblemError:
    """The problem of a body with another `Content-Type`, or with none.

    Args:
        media_type: what the operation takes.
        sent: the `Content-Type` as sent; None when there was none.
    """
    got = f'"{sent[:80]}"' if sent else "none"
    return ProblemError(
        415, f'The body must be sent with "Content-Type: {media_type}" (got {got}).', headers={"Accept": media_type}
    )


def too_large(limit_bytes: int) -> ProblemError:
    """The problem of a body over the limit."""
    return ProblemError(413, f"The body is larger than {limit_bytes} bytes.")


def _check_media_type(media_type: str, request: Request) -> None:
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype != media_type or charset not in ("utf-8", "utf8"):
        raise wrong_media_type(media_type, request.content_type)


def _read_form(request: Request, settings: Settings) -> dict[str, list[str]]:
    """The fields of a form; none where no body was sent."""
    if not request.content_length and "Transfer-Encoding" not in request.headers:
        return {}
    _check_media_type(FORM, request)
    data = read_limited(request, settings.body_limit_bytes)
    try:
        return form_fields(data)
    except ValueError:
        raise ProblemError(400, "The form cannot be read: it is not UTF-8, or has too many fields.") from None


def read_limited(request: Request, limit_bytes: int) -> bytes:
    """The whole body.

    Args:
        request: the request as Flask holds it.
        limit_bytes: how many bytes the body may have.

    Raises:
        ProblemError: 413 when it is over the limit, 400 when it ends early.
    """
    return b"".join(_chunks(request, limit_bytes))


def _count_upload(request: Request, limit_bytes: int) -> int:
    count = sum(len(chunk) for chunk in _chunks(request, limit_bytes))
    if count == 0:
        raise ProblemError(400, "No byte was sent.")
    return count


def _chunks(request: Request, limit_bytes: int) -> Iterator[bytes]:
    """The body in pieces. One byte over the limit is asked for: at the limit itself werkzeug would end in silence."""
    if request.content_length is not None and request.content_length > limit_bytes:
        raise too_large(limit_bytes)
    request.max_content_length = limit_bytes + 1
    count = 0
    while chunk := _piece(request, min(_CHUNK_BYTES, limit_bytes + 1 - count), limit_bytes):
        count += len(chunk)
        if count > limit_bytes:
            raise too_large(limit_bytes)
        yield chunk


def _piece(request: Request, size: int, limit_bytes: int) -> bytes:
    try:
        return request.stream.read(size)
    except RequestEntityTooLarge:
        raise too_large(limit_bytes) from None
    except ProblemError:
        raise
    except Exception:  # noqa: BLE001 - each server has errors of its own for a body whose length or chunks are wrong
        raise ProblemError(400, "The body ended before it was whole, or its chunks are malformed.") from None


def _field_path(location: tuple[int | str, ...]) -> str:
    path = ""
    for step in location:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path


def _message(detail: ErrorDetails) -> str:
    if detail["type"] == "value_error":
        return str(detail["ctx"]["error"])
    return detail["msg"]
