"""The docstring of one operation: plain text from the document, control characters made visible, for Tab and `?`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from apiref_nb.client.limits import DOCSTRINGS
from apiref_nb.model import Schema
from apiref_nb.requests.arguments import ArgumentPlan
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged
from apiref_nb.text.invisible_characters import visible, visible_line
from apiref_nb.text.quoting import shortened


def docstring(plan: ArgumentPlan) -> str:
    """Return what `help` and `?` show for an operation."""
    return "\n".join(_lines(plan)).strip()


def _lines(plan: ArgumentPlan) -> Iterator[str]:
    operation = plan.operation
    summary = operation.summary or operation.description.strip().partition("\n")[0]
    yield visible_line(summary.strip()) or visible_line(operation.key)
    yield ""
    yield visible_line(operation.key)
    if operation.deprecated or operation.deprecation_note:
        yield ""
        yield "Deprecated." + (f" {_brief(operation.deprecation_note)}" if operation.deprecation_note else "")
    if operation.description.strip() and operation.description.strip() != summary.strip():
        yield ""
        yield visible(operation.description.strip())
    yield from _arguments(plan)
    if operation.responses:
        yield ""
        yield "Replies:"
        for response in operation.responses:
            kinds = ", ".join(visible_line(media.media_type) for media in response.content)
            head = visible_line(response.status_code) + (f" {kinds}" if kinds else "")
            yield from _entry(head, response.summary or response.description)
    wanted = [
        " and ".join(visible_line(use.scheme.key) for use in requirement.uses) or "none"
        for requirement in operation.security or ()
    ]
    if wanted:
        yield ""
        yield f"Credentials: {' or '.join(dict.fromkeys(wanted))}"


def _arguments(plan: ArgumentPlan) -> Iterator[str]:
    body = plan.operation.request_body
    if not plan.arguments and body is None:
        return
    yield ""
    yield "Args:"
    for argument in plan.arguments:
        parameter = argument.parameter
        facts = [visible_line(type_label(parameter.schema)) or "any", parameter.location]
        facts += ["required"] if argument.required else []
        facts += ["deprecated"] if parameter.deprecated else []
        named = [visible_line(parameter.name)] if parameter.name != argument.name else []
        yield from _entry(f"{argument.name} ({', '.join([*facts, *named])})", parameter.description)
    if body is not None:
        kinds = " or ".join(visible_line(media.media_type) for media in body.content) or "any media type"
        yield from _entry(f"body ({kinds}{', required' if body.required else ''})", body.description)
        yield from _fields(body.content[0].schema if body.content else None)
    if plan.takes_content_type:
        yield "    content_type: which of these to send; the one that suits the body when left out"


def _fields(schema: Schema | None) -> Iterator[str]:
    """The fields of a body that is an object, those that a request may carry."""
    whole = merged(schema) if schema is not None else None
    if whole is None or not whole.properties:
        return
    needed = whole.get("required") or ()
    fields = [(name, merged(child)) for name, child in whole.properties.items()]
    fields = [(name, child) for name, child in fields if child.get("readOnly") is not True]
    for name, child in fields[: DOCSTRINGS.max_fields]:
        head = f".{visible_line(name)} ({visible_line(type_label(child))}{', required' if name in needed else ''})"
        yield from (f"    {line}" for line in _entry(head, child.text("description")))
    if len(fields) > DOCSTRINGS.max_fields:
        yield f"        and {len(fields) - DOCSTRINGS.max_fields} more fields"


def _entry(head: str, description: str) -> Iterator[str]:
    text = _brief(description)
    yield from textwrap.wrap(
        f"{head}: {text}" if text else head,
        DOCSTRINGS.line_characters,
        initial_indent="    ",
        subsequent_indent="        ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _brief(text: str) -> str:
    return shortened(visible_line(" ".join(text.split())), DOCSTRINGS.max_text_characters)
