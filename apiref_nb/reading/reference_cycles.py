"""Cycles of references: each `$ref` names another one, and no value stands at their end.

`document_checks` hands in the references of a document; each cycle comes back once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from apiref_nb.reading.references import Target
from apiref_nb.text.json_value import JsonValue

Follow = Callable[[str, str], Target | None]
"""(text of a reference, pointer of the object that holds it) -> what it names."""


def cycles(references: Iterable[tuple[str, str]], follow: Follow) -> Iterator[list[str]]:
    """Yield the pointers of the objects in each cycle, in the order of the references.

    Args:
        references: pairs of (pointer of the object that holds it, text of the reference); a cycle begins
            where the first of them enters it.
        follow: says what a reference names.
    """
    met: set[str] = set()
    for start in references:
        pointer, text = start
        trace: list[str] = []
        while pointer not in met:
            met.add(pointer)
            trace.append(pointer)
            target = follow(text, pointer)
            text = refers_on(target.value) if target is not None else ""
            if target is None or not text:
                break
            pointer = target.pointer
        else:
            if pointer in trace:  # and not in the trace of an earlier walk
                yield trace[trace.index(pointer) :]


def refers_on(value: JsonValue) -> str:
    """Return the reference that an object is, empty when it is none."""
    text = value.get("$ref") if isinstance(value, dict) else None
    return text if isinstance(text, str) else ""
