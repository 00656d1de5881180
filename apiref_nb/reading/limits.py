"""What is read of one document at the most, and how much of it a message names."""

from __future__ import annotations

from typing import Final, NamedTuple


class DocumentLimits(NamedTuple):
    """What is read of one document at the most, and how much of it a message names."""

    max_parts: int = 500_000
    """Parts (parameters, responses, examples and so on, counted each time one is used) that a document may come to.
    The largest published documents come to 40,000; references to one part can make many more of a small document."""
    max_repeated_bytes: int = 40_000_000
    """Bytes that references may repeat, counted each further time a part or a schema is referred to from a part. The
    largest published documents come to 9 million; a long text that a thousand operations share would be shown a
    thousand times."""
    max_encoding_depth: int = 8
    """Parts within parts that are read."""
    max_problems: int = 10_000
    """Problems that are listed; beyond that the document is of another kind, and each costs memory."""
    max_hints: int = 50
    """Unknown fields that get a hint at what may be meant; looking for one takes long in a document full of them."""
    max_group_depth: int = 32
    """Tags above one another that are followed."""
    max_scope_depth: int = 8
    """Resources that a dynamic scope remembers; generic schemas in use go through one or two."""
    max_names_in_message: int = 10
    """Schemes that a problem names as the declared ones."""
    max_reference_hops: int = 100
    """References that one reference to another file may lead through."""
    max_walked_objects: int = 3_000_000
    """Mappings of all files that are walked for references; the largest published source comes to 200,000."""
    max_rewritten_values: int = 4_000_000
    """Members of mappings and lists that hold references to other files, counted each time one is copied."""
    max_inlined_depth: int = 40
    """Pieces of other files that stand inside one another without being components."""
    max_url_characters: int = 8192
    """Characters of an address; a variable that is named a thousand times could make it as long as it likes."""


LIMITS: Final = DocumentLimits()
"""The limits of every document."""
