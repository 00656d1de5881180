"""The sample languages, in the order of their tabs. A new one is a file beside this one and a line in `LANGUAGES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.request_sample import RequestSample


@dataclass(frozen=True, slots=True)
class Language:
    """One language that a request sample can be written in."""

    label: str
    """Text of the tab."""
    grammar: str
    """Highlighting grammar: `bash`, `python` or `json`."""
    write: Callable[[RequestSample], str]
    """Request sample -> source text that runs as pasted."""


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "curl": Language("cURL", "bash", curl),
        "python": Language("Python", "python", python),
    }
)
"""Key -> language."""
