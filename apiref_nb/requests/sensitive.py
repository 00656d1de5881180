"""Which values are not to be shown: passwords and tokens among the arguments of a call."""

from __future__ import annotations

import re

from apiref_nb.model import ApiParameter
from apiref_nb.schemas import merged

_SENSITIVE = re.compile(
    r"(?:^|[-_.])(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|auth|authorization|session|credentials?)$", re.I
)


def is_sensitive(name: str) -> bool:
    """True for the name of a parameter or field whose value is not to be shown, such as `password` or `accessToken`."""
    return bool(_SENSITIVE.search(re.sub(r"([a-z])([A-Z])", r"\1_\2", name)))


def hides_value(parameter: ApiParameter) -> bool:
    """True for a parameter whose value is not to be shown, by its name or because its schema says `password`."""
    schema = merged(parameter.schema) if parameter.schema is not None else None
    return is_sensitive(parameter.name) or (schema is not None and schema.text("format") == "password")
