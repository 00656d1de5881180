"""The plan of a document's operation with its sample values, and the request samples that are written from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from apiref_nb.model import ApiOperation
from apiref_nb.model.card_parts import AnyExample, GeneratedExample
from apiref_nb.model.media_types import mentions_json
from apiref_nb.requests.bodies import FormBody
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.planning import plan_request
from apiref_nb.requests.sample_values import credentials_of, placeholder_values, sample_body, sample_values
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import block_prefix


def sample_plan(
    operation: ApiOperation,
    *,
    session: SampleSession | None = None,
    placeholders: bool = False,
    base_url: str = "",
    credentials: bool = True,
    sendable: bool = False,
) -> RequestPlan:
    """Return the plan of the request that the document describes.

    Args:
        operation: any operation, also one without a card.
        session: keeps what was made before; pass one for a whole document.
        placeholders: True follows `ApiBlock`'s rules: every query and header parameter, with its default or `<name>`,
            and `Accept: application/json` where any answer is JSON. False fills in sample values.
        base_url: put before the path in the place of the document's server.
        credentials: False leaves out what stands for the reader's credentials.
        sendable: see `sample_values`.
    """
    plan = _plans(operation, session or SampleSession(), base_url, credentials=credentials, sendable=sendable)
    return plan(placeholders)


def _plans(
    operation: ApiOperation, session: SampleSession, base_url: str, *, credentials: bool = True, sendable: bool = False
) -> Callable[[bool], RequestPlan]:
    """Return what makes the plan with or without placeholders; the values and the body of both are found once."""
    samples = sample_values(operation, session, sendable=sendable)
    described, media = operation.request_body, samples.media
    body = sample_body(samples.body, media, session) if samples.body is not None and media is not None else None
    if described is not None and not described.required and isinstance(body, FormBody) and not body.fields:
        body = media = None  # an optional form without fields: there is nothing to send

    def made(placeholders: bool) -> RequestPlan:
        accept = None
        if placeholders:
            answers = [media.media_type for answer in operation.responses for media in answer.content]
            accept = "application/json" if any(map(mentions_json, answers)) else ""
        plan = plan_request(
            operation,
            placeholder_values(operation, session) if placeholders else samples.parameters,
            base_url=block_prefix(base_url or operation.prefix),
            body=body,
            media_type=media.media_type if media is not None else "",
            credentials=credentials_of(operation, session) if credentials else (),
            accept=accept,
            check=False,
            leave_out=True,
            session=session,
        )
        return plan if plan.has_host or base_url else replace(plan, names_no_host=True)

    return made


def request_tabs(
    operation: ApiOperation, *, session: SampleSession | None = None, base_url: str = ""
) -> tuple[AnyExample, ...]:
    """Return the request samples of a document's operation: one for each of `LANGUAGES`, then the author's own.

    Args:
        operation: any operation, also one without a card.
        session: keeps what was made before; pass one for a whole document.
        base_url: put before the path in the place of the document's server.
    """
    session = session or SampleSession()
    plan = _plans(operation, session, base_url)
    plans = {stand_ins: plan(stand_ins) for stand_ins in {one.placeholders for one in LANGUAGES.values()}}
    made = (
        GeneratedExample(
            language=language.grammar, label=language.label, code=language.write(plans[language.placeholders])
        )
        for language in LANGUAGES.values()
    )
    return (*made, *operation.code_samples)
