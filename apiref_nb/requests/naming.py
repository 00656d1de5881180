"""Python names for what a document names: operations become attributes, parameters become arguments.

Document names come in; unique, safe identifiers go out, the same in every process. Called by `client` and `arguments`.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Collection, Iterable

from apiref_nb.model import ApiOperation

_OTHER = re.compile(r"\W+")
_FILLERS = re.compile("[\u115f\u1160\u3164\uffa0]")


def snake_case(name: str) -> str:
    """Return a name as a Python identifier: `getPetById` -> `get_pet_by_id`, `X-Request-ID` -> `x_request_id`."""
    text = unicodedata.normalize("NFKC", _FILLERS.sub(" ", name))
    text = "".join("_" + c if _starts_word(text, i) else c for i, c in enumerate(text))
    text = re.sub("_+", "_", _OTHER.sub("_", text)).strip("_").lower()
    if not text or not text.isidentifier():
        text = f"n_{text}" if text and f"n_{text}".isidentifier() else ""
    return f"{text}_" if keyword.iskeyword(text) else text


def _starts_word(text: str, index: int) -> bool:
    """True for the `B` of `getById` and of `APIById`, whatever the alphabet."""
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    if not before or not text[index].isupper():
        return False
    return before.islower() or before.isdigit() or (before.isupper() and after.islower())


def unique(wanted: str, taken: Collection[str]) -> str:
    """Return the wanted name, with the first number from 2 that makes it new when it is taken.

    Args:
        wanted: the name, when nobody has it.
        taken: names that are given out.
    """
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted.rstrip('_')}_{number}", number + 1
    return name


def operation_names(operations: Iterable[ApiOperation], reserved: Collection[str]) -> dict[str, ApiOperation]:
    """Return attribute name to operation, in document order.

    Args:
        operations: in document order.
        reserved: names that are not to be used, those of the client's own attributes.
    """
    names: dict[str, ApiOperation] = {}
    for operation in operations:
        wanted = snake_case(operation.operation_id) or _from_path(operation)
        if wanted in reserved:
            wanted += "_"
        names[unique(wanted, names.keys() | reserved)] = operation
    return names


def _from_path(operation: ApiOperation) -> str:
    """`GET /pet/{petId}` -> `get_pet_by_pet_id`."""
    segments = (segment.replace("{", " by ").replace("}", " ") for segment in operation.path.split("/"))
    words = [operation.method.lower(), *(snake_case(segment).rstrip("_") for segment in segments)]
    return snake_case("_".join(word for word in words if word)) or "operation"
