"""The ways in which answers lead on: tokens and addresses, by the document's own words. Each gives a `Paging` or None.

`detection` asks them in the order of how plainly a document says it.
"""

from __future__ import annotations

import re

from apiref_nb.paging.answer_shape import Member
from apiref_nb.paging.facts import Facts, Input
from apiref_nb.paging.json_path import shown
from apiref_nb.paging.names import (
    CURSOR_FOLDERS,
    FOLDERS,
    LAST_RECORD_PARAMETERS,
    LINK_FOLDERS,
    NEXT,
    NEXT_ADDRESSES,
    NEXT_TOKENS,
    PAGE_PARAMETERS,
    TOKEN_PARAMETERS,
    WRAPPERS,
    plain,
)  # fmt: skip
from apiref_nb.paging.paging import HEADER, Paging

_ADDRESS_FORMATS = frozenset({"uri", "url", "uri-reference", "iri", "iri-reference"})
_ADDRESS_WORDS = re.compile(r"\b(url|uri|link|hyperlink|address|href)\b", re.IGNORECASE)
_ADDRESS_VALUE = re.compile(r"https?://|/|\?")
_LAST_RECORD_WORDS = re.compile(
    r"\bobject id\b|\bid of the last\b|\blast (?:object|item|record|result)\b.{0,40}\bid\b|\bending with\b",
    re.IGNORECASE,
)
_PLACE_WORDS = re.compile(r"(?=`(\w+)`[^`.]{1,80}`(\w+)`)")
_LINK_HEADER_WORDS = re.compile(r"\blink[ -]header", re.IGNORECASE)
_PAGE_WORDS = re.compile(r"\bpage|\bpagina|\brel\b|\bnext\b|rfc ?(?:8288|5988)", re.IGNORECASE)
_SWITCH = "use"


def exact_token(facts: Facts) -> Paging | None:
    """Return paging by a token whose parameter and member are named for each other, or name each other.

    Args:
        facts: of the operation.
    """
    for one in facts.inputs:
        if _is_number(one):
            continue
        for name, description in facts.shape.headers:
            if one.location == "header" and plain(name) == one.plain and one.plain in TOKEN_PARAMETERS:
                words = f'header "{name}" of the answer is sent as header "{one.own}"'
                del description
                return _token(facts, one, HEADER + name, words)
        for member in facts.shape.members:
            words = _pair(one, member)
            if words:
                return _token(facts, one, shown(member.path), words)
    return None


def last_record(facts: Facts) -> Paging | None:
    """Return paging by the id of the last record, where the parameter says so.

    Args:
        facts: of the operation.
    """
    for one in facts.among(LAST_RECORD_PARAMETERS):
        if not _LAST_RECORD_WORDS.search(one.description):
            continue
        told = next((m for m in facts.shape.members if plain(m.name) in ("lastid", "lastobjectid") and m.is_text), None)
        if told is not None:
            words = f'"{one.own}" takes the id of the last record, which the answer has at "{shown(told.path)}"'
            return _token(facts, one, shown(told.path), words)
        held = next((m for m in facts.shape.lists if m.path == facts.records), None)
        if held is not None and "id" in held.item_members:
            words = f'"{one.own}" takes the id of the last record, and records have an "id"'
            return _token(facts, one, shown((*held.path, "-1", "id")), words)
    return None


def described_token(facts: Facts) -> Paging | None:
    """Return paging by a token whose place only the words of its parameter name, and neither schema nor example.

    Args:
        facts: of the operation.
    """
    for one in facts.inputs:
        if one.plain not in TOKEN_PARAMETERS:
            continue
        for said in _PLACE_WORDS.finditer(one.description):
            if plain(said[1]) in NEXT_TOKENS and plain(said[2]) in FOLDERS:
                place = shown((said[2], said[1]))
                return _token(facts, one, place, f'the description of parameter "{one.own}" names "{place}"')
    return None


def usual_token(facts: Facts) -> Paging | None:
    """Return paging by a token where there is one parameter for it and one member that holds it, by usual names.

    Args:
        facts: of the operation.
    """
    inputs = [
        one for one in facts.inputs if one.plain in TOKEN_PARAMETERS and not _is_number(one) and not one.deprecated
    ]
    members = [m for m in facts.shape.members if _around(m) and (plain(m.name) in NEXT_TOKENS or _is_open_next(m))]
    # An object such as `next` that holds the token is not the token.
    members = [m for m in members if "object" not in m.types and "boolean" not in m.types and not is_address(m)]
    if len(members) > 1:
        members = [m for m in members if plain(m.name).startswith("next") or plain(m.name) == "endcursor"] or members
    if len(inputs) != 1 or len(members) != 1:
        return None
    words = f'parameter "{inputs[0].own}" takes a token, and "{shown(members[0].path)}" is the one that answers have'
    return _token(facts, inputs[0], shown(members[0].path), words)


def body_address(facts: Facts) -> Paging | None:
    """Return paging by the address of the next page in the body.

    Args:
        facts: of the operation.
    """
    for member in facts.shape.members:
        if _around(member, address=True) and is_address(member):
            return facts.paging(
                kind="next_url",
                next=shown(member.path),
                evidence=(f'the answer has the address of the next page at "{shown(member.path)}"',),
            )
    return None


def header_address(facts: Facts) -> Paging | None:
    """Return paging by the `Link` header, where the answer declares one or a parameter's words send to it.

    Args:
        facts: of the operation.
    """
    for name, description in facts.shape.headers:
        is_list = facts.records is not None or bool(facts.shape.lists)
        if name.lower() == "link" and is_list and (not description or _PAGE_WORDS.search(description)):
            return facts.paging(kind="link_header", evidence=('the answer declares the header "Link" (RFC 8288)',))
    for one in facts.inputs:
        if one.plain in TOKEN_PARAMETERS | PAGE_PARAMETERS and _LINK_HEADER_WORDS.search(one.description):
            words = f'parameter "{one.own}" is given by the "Link" header, as its description says'
            return facts.paging(kind="link_header", evidence=(words,))
    return None


def is_address(member: Member) -> bool:
    """Return True when a member of an answer holds the address of the next page, as far as the document says.

    Args:
        member: of the answer.
    """
    name = plain(member.name)
    folder = plain(member.path[-2]) if len(member.path) > 1 else ""
    if not member.is_text:
        return False
    if name in NEXT_ADDRESSES:
        return True
    if name == "href" and folder in NEXT:
        return True
    if name in ("link", "url", "href", "uri") and folder in NEXT:
        return True
    if name not in NEXT:
        return False
    texts = [sample for sample in member.samples if isinstance(sample, str) and sample]
    return (
        member.format.lower() in _ADDRESS_FORMATS
        or (folder in LINK_FOLDERS and "string" in member.types)
        or bool(texts and all(_ADDRESS_VALUE.match(text) for text in texts))
        or (not texts and bool(_ADDRESS_WORDS.search(member.description)))
    )


def _is_open_next(member: Member) -> bool:
    return plain(member.name) in NEXT and member.is_text


def _around(member: Member, *, address: bool = False) -> bool:
    """True at the top of an answer, in an object that speaks of its pages, or in one that wraps its records."""
    folders = member.path[:-1]
    known = FOLDERS | LINK_FOLDERS | frozenset(WRAPPERS) if address or len(folders) < 3 else FOLDERS
    return all(plain(name) in known for name in folders)


def _is_number(one: Input) -> bool:
    """True for a parameter that counts pages or records: what it takes is a number, by name and type."""
    return one.plain in PAGE_PARAMETERS and "string" not in one.types


def _pair(one: Input, member: Member) -> str:
    """Why a parameter takes what a member holds; empty when nothing says so."""
    name, given = one.plain, plain(member.name)
    folder = plain(member.path[-2]) if len(member.path) > 1 else ""
    if {"object", "boolean", "array"} & set(member.types) or one.location == "header" or not _around(member):
        return ""
    place = shown(member.path)
    known = name in TOKEN_PARAMETERS
    if given == f"next{name}" and (known or name in PAGE_PARAMETERS or member.is_text):
        return f'parameter "{one.own}" takes what the answer has at "{place}"'
    if known and given.startswith("next") and given.endswith(name):
        return f'parameter "{one.own}" takes what the answer has at "{place}"'
    if known and given == name and (folder in FOLDERS or "token" in name or name in ("continue", "scrollid")):
        return f'parameter "{one.own}" takes what the answer has at "{place}"'
    if known and given in NEXT and folder in CURSOR_FOLDERS:
        return f'parameter "{one.own}" takes the cursor that the answer has at "{place}"'
    if (known or name in PAGE_PARAMETERS) and given in one.quoted and given in NEXT_TOKENS:
        return f'the description of parameter "{one.own}" names "{member.name}", which the answer has at "{place}"'
    return ""


def _token(facts: Facts, one: Input, source: str, words: str) -> Paging:
    return facts.paging(one, kind="cursor", next=source, evidence=(words, *_switch(facts, one)))


def switch_of(facts: Facts, parameter: str) -> str:
    """Return the flag that has to be set before a token is used, such as `usemarker`; empty when there is none.

    Args:
        facts: of the operation.
        parameter: the one that takes the token.
    """
    wanted = _SWITCH + plain(parameter)
    return next((one.own for one in facts.inputs if one.plain == wanted and "boolean" in one.types), "")


def _switch(facts: Facts, one: Input) -> tuple[str, ...]:
    flag = switch_of(facts, one.own)
    return (f'tokens are used where "{flag}" is true only',) if flag else ()
