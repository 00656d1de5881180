"""Which parameters hold for an operation: its own and its path's, references followed, none twice."""

from __future__ import annotations

import re
from collections.abc import Iterable

from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.values import listing, text
from apiref_nb.text.path_templates import bound_path
from apiref_nb.text.quoting import short

_TEMPLATE = re.compile(r"\{([^{}]+)\}")


def effective(reader: Reader, operation: Part, parents: list[Part]) -> list[Part]:
    """Return the parameters of an operation: those of the path in their order, replaced by the operation's own
    of the same name and place, then the rest of its own.

    Args:
        reader: the reader.
        operation: the operation.
        parents: the path, and what stands beside its `$ref`.
    """
    found: dict[tuple[str, str], Part] = {}
    for parent in reversed(parents):
        found.update(_listed(reader, parent))
    found.update(_listed(reader, operation))
    return list(found.values())


def _listed(reader: Reader, owner: Part) -> dict[tuple[str, str], Part]:
    found: dict[tuple[str, str], Part] = {}
    for index, value in enumerate(listing(owner.node, "parameters")):
        place = f"{owner.pointer}/parameters/{index}"
        part = reader.part(value, place)
        if part is None:
            continue
        name, location = text(part.node, "name"), text(part.node, "in")
        if not name:
            # `document_checks` has said so, where the parameter stands.
            continue
        key = (name.lower() if location == "header" else name, location)
        if key in found:
            reader.note(place, f"the {location} parameter {short(name)} is listed twice; the last one is shown")
        found[key] = part
    return found


def check_path(reader: Reader, path: str, operation: Part, parameters: Iterable[Part]) -> None:
    """Note where the `{names}` of a path and its path parameters differ.

    Args:
        reader: takes the problems.
        path: the path template as written, such as `/pets/{id}`.
        operation: its Operation Object; a name without a parameter is noted there.
        parameters: its parameters and those of its path; a parameter without a name in the path is noted at the
            parameter.
    """
    given = list(parameters)
    declared = {text(part.node, "name"): part for part in given if part.node.get("in") == "path"}
    in_query = [text(part.node, "name") for part in given if part.node.get("in") == "query"]
    named = _TEMPLATE.findall(bound_path(path, declared, in_query))
    for name in dict.fromkeys(named):
        if named.count(name) > 1:
            reader.note(operation.pointer, f"the path names {{{name}}} twice")
        if name not in declared:
            reader.note(operation.pointer, f"the path names {{{name}}}, but no path parameter declares it")
    for name, part in declared.items():
        if name not in named:
            reader.note(part.pointer, f"the path parameter {short(name)} is not in the path {short(path)}")
