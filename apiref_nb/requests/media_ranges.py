"""Media types: which kind one is, and whether a declared one covers a given one.

Text of a `Content-Type` comes in, True or False goes out. Called by `prepared_bodies`, `prepared_request`, `reply`
and `response_validation`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase


def essence(media_type: str) -> str:
    """Return a media type in lower case without its parameters: `application/json`."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """True for JSON and everything that ends in `+json`."""
    name = essence(media_type)
    return name.endswith("+json") or name in ("application/json", "text/json")


def is_urlencoded(media_type: str) -> bool:
    """True for the body of a plain HTML form."""
    return essence(media_type) == "application/x-www-form-urlencoded"


def is_multipart(media_type: str) -> bool:
    """True for every multipart type."""
    return essence(media_type).startswith("multipart/")


def is_text(media_type: str) -> bool:
    """True for types whose body is text for people or programs, JSON included."""
    name = essence(media_type)
    return (
        name.startswith("text/")
        or is_json(name)
        or name.endswith(("+xml", "+yaml", "/xml", "/yaml", "/x-yaml", "/javascript", "/jsonl", "ndjson"))
    )


def matches(declared: str, given: str) -> bool:
    """True when a declared media type or range, such as `image/*`, covers a given one; parameters do not count."""
    pattern = essence(declared)
    return pattern == essence(given) or (
        "*" in pattern and "[" not in pattern and "?" not in pattern and fnmatchcase(essence(given), pattern)
    )
