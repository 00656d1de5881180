"""`paging_of`: how an operation pages, read from its document, or what was found where that does not say enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from apiref_nb.model import Api, ApiOperation
from apiref_nb.paging.declared import ms_pageable, response_link, speakeasy
from apiref_nb.paging.facts import Facts, facts_of, words_of
from apiref_nb.paging.json_path import shown
from apiref_nb.paging.names import (
    NEXT,
    NEXT_ADDRESSES,
    NEXT_TOKENS,
    OFFSET_PARAMETERS,
    PAGE_PARAMETERS,
    TOKEN_PARAMETERS,
    plain,
)
from apiref_nb.paging.numbers import offsets, page_numbers
from apiref_nb.paging.paging import BODY, NUMBERED, TOKENS, Paging
from apiref_nb.paging.records import candidates
from apiref_nb.paging.ways import (
    body_address,
    described_token,
    exact_token,
    header_address,
    last_record,
    switch_of,
    usual_token,
)  # fmt: skip

Way = Callable[[Facts], Paging | None]

DECLARED: tuple[Way, ...] = (ms_pageable, speakeasy, response_link)
"""What an author wrote down for programs."""

FOR_ANY_METHOD: tuple[Way, ...] = (exact_token,)
"""What holds for a POST too, for nobody else sends back what an answer gave."""

FOR_READING: tuple[Way, ...] = (
    exact_token, described_token, last_record, header_address, body_address, usual_token, page_numbers, offsets,
)  # fmt: skip
"""Every way, in the order of how plainly an answer leads on: tokens, then addresses, then what is counted by us."""


def paging_of(api: Api, operation: ApiOperation) -> Paging:
    """Return how an operation pages; its kind is `undecided` where the document does not say enough.

    Args:
        api: the document.
        operation: one of its operations.
    """
    facts = facts_of(api, operation)
    found = list(_found(facts, DECLARED)) or list(_found(facts, _ways(facts)))
    if found and found[0].kind in TOKENS and switch_of(facts, found[0].parameter):
        found.sort(key=lambda one: one.kind not in NUMBERED)
    if not found:
        return Paging(kind="undecided", records=facts.records, evidence=(*_signs(facts), "nothing says how it pages"))
    first, *others = found
    if first.kind in NUMBERED and first.records is None:
        why = "which list holds the records is not said, and without it the last page is not known"
        return Paging(kind="undecided", evidence=(*_signs(facts), *first.evidence, why), also=tuple(found))
    return replace(first, also=tuple(others))


def _ways(facts: Facts) -> tuple[Way, ...]:
    method = facts.operation.method
    if method in ("GET", "QUERY"):
        return FOR_READING
    if method != "POST":
        return ()
    # A POST that counts is a search where both the number and the size stand in its body.
    counts = any(one.location == "body" for one in facts.sizes) and facts.records is not None
    return (*FOR_ANY_METHOD, *((_in_body(page_numbers), _in_body(offsets)) if counts else ()))


def _in_body(way: Way) -> Way:
    def in_body(facts: Facts) -> Paging | None:
        found = way(facts)
        return found if found is not None and found.parameter.startswith(BODY) else None

    return in_body


def _found(facts: Facts, ways: tuple[Way, ...]) -> Iterator[Paging]:
    kinds: set[str] = set()
    for way in ways:
        paging = way(facts)
        if paging is not None and paging.kind not in kinds:
            kinds.add(paging.kind)
            yield paging


def _signs(facts: Facts) -> Iterator[str]:
    """What was found that speaks of pages, as sentences."""
    names = [one.own for one in facts.among(TOKEN_PARAMETERS | PAGE_PARAMETERS | OFFSET_PARAMETERS)]
    if names:
        yield f"parameters that look like paging: {words_of(names)}"
    if facts.sizes:
        yield f"a parameter for the size of a page: {words_of([one.own for one in facts.sizes])}"
    nexts = [shown(m.path) for m in facts.shape.members if plain(m.name) in NEXT | NEXT_TOKENS | NEXT_ADDRESSES]
    if nexts:
        yield f"members of the answer that look like paging: {words_of(nexts[:5])}"
    lists = [shown(one.path) or "the body itself" for one in candidates(facts.shape)]
    yield f"lists in the answer: {words_of(lists[:8])}" if lists else "the document shows no list in the answer"
