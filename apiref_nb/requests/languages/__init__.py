"""The sample languages, in the order of their tabs. A new one is a file beside this one and a line in `LANGUAGES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.javascript import javascript
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.plan import RequestPlan


@dataclass(frozen=True, slots=True)
class Language:
    """One language that a request can be written in."""

    label: str
    """Text of the tab."""
    grammar: str
    """The language's own name, by which its words are coloured and its Markdown fence is marked."""
    write: Callable[[RequestPlan], str]
    """Plan -> source text that runs as pasted."""
    placeholders: bool = False
    """True where the plan holds `<placeholders>`, as `ApiBlock` asks of cURL; False for sample values."""


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "curl": Language("cURL", "bash", curl, placeholders=True),
        "python": Language("Python", "python", python),
        "javascript": Language("JavaScript", "javascript", javascript),
    }
)
"""Key -> language."""
