"""Bytes to `Api`, without a socket or a file: `parse` or `from_mapping`, then `normalize`.

`locate` says where in the text a problem is.
"""

from apiref_nb.reading.declared_format import extension_format
from apiref_nb.reading.document import Document, ReadLimits, from_mapping, locate, locate_all, parse
from apiref_nb.reading.location import Location
from apiref_nb.reading.normalize import normalize

__all__ = [
    "Document",
    "Location",
    "ReadLimits",
    "extension_format",
    "from_mapping",
    "locate",
    "locate_all",
    "normalize",
    "parse",
]
