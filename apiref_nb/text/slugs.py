"""Text -> a word that file names and addresses can hold: lower-case ASCII letters and digits, joined by hyphens."""

from __future__ import annotations

import hashlib


def slug(text: str) -> str:
    """Return the words of a text as ASCII, joined by hyphens; empty when it has no letter and no digit.

    Args:
        text: in any script: `Straße` becomes `strasse`, `Привет мир` becomes `privet-mir`, `日本` becomes `ri-ben`.
    """
    from slugify import slugify  # noqa: PLC0415 - most of what is made has no such name

    # The table of letters is named, for the library's own choice depends on what else is installed. A comma parts
    # words, and an ampersand is no entity: a title is not HTML.
    return slugify(
        text, entities=False, decimal=False, hexadecimal=False, replacements=((",", " "),), backend="text-unidecode"
    )


def distinct_slug(text: str, *, word: str) -> str:
    """Return the slug of a text, or one made from its hash where it has none: `🐈` and `🐕` are two names everywhere.

    Args:
        text: in any script.
        word: what stands before the hash; it stands alone for a text of ASCII, which nothing tells apart.
    """
    found = slug(text)
    if found or text.isascii():
        return found or word
    return f"{word}-{text_hash(text)[:8]}"


def text_hash(text: str) -> str:
    """Return the SHA-256 of a text as 64 hexadecimal digits; half of a surrogate pair is taken as it is."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
