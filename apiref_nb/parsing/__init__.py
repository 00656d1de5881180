"""Text to `Document`: JSON and YAML within limits, every value with its place; knows nothing of OpenAPI.

`locate_all` says where in the text a problem is.
"""

from __future__ import annotations

from apiref_nb.parsing.document import Document, ReadLimits, from_mapping, locate_all, parse, parse_part

__all__ = [
    "Document",
    "ReadLimits",
    "from_mapping",
    "locate_all",
    "parse",
    "parse_part",
]
