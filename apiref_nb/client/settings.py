"""What a reader gives to a client, judged before anything is made of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from apiref_nb.client.session import base_url_fault
from apiref_nb.errors import ShapeError
from apiref_nb.model.api import Api
from apiref_nb.requests.credentials import Credentials
from apiref_nb.schemas.formats import FORMATS, NO_FORMATS
from apiref_nb.text.numbers import is_number, is_whole
from apiref_nb.text.quoting import short


def positive(name: str, value: object, most: int) -> float:
    """Return the number, or the most that clocks and buffers can hold of it.

    Args:
        name: the argument.
        value: what was given for it.
        most: a larger number counts as this one.

    Raises:
        ShapeError: it is no number above 0.
    """
    if not is_number(value) or value <= 0:
        raise ShapeError(name, "must be a number above 0", short(value))
    return min(value, most)


def count(name: str, value: object, least: Literal[0, 1] = 0) -> int:
    """Return a whole number.

    Args:
        name: the argument.
        value: what was given for it.
        least: the smallest that is one.

    Raises:
        ShapeError: it is none.
    """
    if not is_whole(value, least):
        raise ShapeError(name, f"must be a whole number{' above 0' if least else ', 0 or more'}", short(value))
    return value


def formats_left(ignored: object) -> frozenset[str]:
    """Return the formats that values are held against.

    Args:
        ignored: names of those that they are not; True for all, False for none.

    Raises:
        ShapeError: it is neither, or names one that is never checked.
    """
    if isinstance(ignored, bool):
        return NO_FORMATS if ignored else FORMATS
    names = (ignored,) if isinstance(ignored, str) else ignored
    if not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        raise ShapeError("ignore_formats", "must be True, False or names of formats", short(ignored))
    unknown = next((name for name in names if name not in FORMATS), None)
    if unknown is not None:
        raise ShapeError(
            "ignore_formats", f"must name formats that are checked: {', '.join(sorted(FORMATS))}", short(unknown)
        )
    return FORMATS - set(names)


def address_faults(base_url: object, token_url: object) -> ShapeError | None:
    """Return what is wrong with the addresses that were given; None when nothing is.

    Args:
        base_url: see `Client`.
        token_url: see `Client`.
    """
    fault = "" if base_url is None else base_url_fault(base_url)
    if fault:
        return ShapeError("base_url", fault)
    # An address of tokens may have a query.
    plain = token_url.partition("?")[0] if isinstance(token_url, str) else token_url
    fault = "" if token_url is None else base_url_fault(plain)
    return ShapeError("token_url", fault) if fault else None


def check_schemes(api: Api, held: Credentials) -> None:
    """Refuse a credential for a scheme that the document does not name: it would silently never be sent.

    Args:
        api: the document.
        held: what the client holds.

    Raises:
        ShapeError: one is for no scheme of the document; the message names those there are.
    """
    known = [scheme.key for scheme in api.security_schemes]
    for argument, name in held.scheme_names():
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise ShapeError(
                f"{argument}[{name!r}]", f"is not a security scheme of the document; it declares: {allowed}"
            )
