"""Paging that counts: page numbers and offsets, with the number that comes first. Each gives a `Paging` or None."""

from __future__ import annotations

import re

from apiref_nb.paging.facts import Facts, Input
from apiref_nb.paging.names import OFFSET_PARAMETERS, PAGE_PARAMETERS, plain
from apiref_nb.paging.paging import Paging
from apiref_nb.text.numbers import is_count

_ZERO = re.compile(
    r"\b(?:zero|0)[ -]*(?:based|indexed)|\bstart(?:s|ing)?\b[^.]{0,20}\b(?:0|zero)\b"
    r"|\bfirst page (?:is|=|has)[^.]{0,15}\b0\b",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\b(?:one|1)[ -]*(?:based|indexed)|\bstart(?:s|ing)?\b[^.]{0,20}\b(?:1|one)\b"
    r"|\bfirst page (?:is|=|has)[^.]{0,15}\b1\b|\bpage=1\b|\bdefaults? (?:is |to |= ?)?`?1\b",
    re.IGNORECASE,
)
_SKIPS = re.compile(
    r"\bskip|\bnumber of (?:the )?(?:items|records|results|rows|entries|elements|objects|orders)"
    r"|\boffset of the item|\b(?:zero|0)[ -]*(?:based|indexed)|\bindex of the first\b|\bpage offset\b"
    r"|\bstarting (?:index|offset|position|record)",
    re.IGNORECASE,
)
_NO_COUNT = re.compile(r"\b(?:date|time|timestamp|cursor|token|id)\b|\b[a-z]+ number\b", re.IGNORECASE)


def page_numbers(facts: Facts) -> Paging | None:
    """Return paging by page numbers.

    Args:
        facts: of the operation.
    """
    for one in facts.among(PAGE_PARAMETERS):
        if not _may_count(one):
            continue
        first = _first(one)
        begins = f", and the first page is {first}" if first is not None else ""
        return facts.paging(
            one, kind="page", first=first, evidence=(f'parameter "{one.own}" takes the number of a page{begins}',)
        )
    return None


def offsets(facts: Facts) -> Paging | None:
    """Return paging by the number of records that are skipped.

    Args:
        facts: of the operation.
    """
    for one in facts.among(OFFSET_PARAMETERS):
        if not _may_count(one):
            continue
        says = _SKIPS.search(one.description)
        starts = one.schema is not None and one.schema.get("default") == 0
        if _NO_COUNT.search(one.description) and not says:
            continue  # such as the number of a journal
        if not (says or starts or facts.sizes):
            continue
        words = f'parameter "{one.own}" takes how many records are skipped'
        return facts.paging(one, kind="offset", first=_first_offset(one), evidence=(words,))
    return None


def _may_count(one: Input) -> bool:
    if one.is_whole:
        return True
    # Some documents type every parameter of a query as text.
    plain_text = not one.types or ("string" in one.types and not one.format)
    return (
        plain_text and one.plain in PAGE_PARAMETERS and not re.search(r"cursor|token", one.description, re.IGNORECASE)
    )


def _first(one: Input) -> int | None:
    for keyword in ("default", "minimum"):
        value = one.schema.get(keyword) if one.schema is not None else None
        if is_count(value) and value in (0, 1):
            return int(value)
    if _ZERO.search(one.description):
        return 0
    return 1 if _ONE.search(one.description) else None


def _first_offset(one: Input) -> int:
    value = one.schema.get("default") if one.schema is not None else None
    if is_count(value) and value in (0, 1):
        return int(value)
    # SCIM counts from one (RFC 7644, section 3.4.2.4).
    return 1 if plain(one.own) == "startindex" and re.search(r"\b1-based\b", one.description) else 0
