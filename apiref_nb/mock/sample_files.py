"""The smallest files of some kinds, for answers that are bytes: a picture that can be shown, an archive that opens.

Every one is whole and valid; what is not listed is a few bytes that stand for a file.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping

from apiref_nb.model.media_types import essence
from apiref_nb.requests.bodies import SAMPLE_BYTES

_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
_GIF = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
_ZIP = b"PK\x05\x06" + bytes(18)
_PDF = (
    b"%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
_GZIP = base64.b64decode("H4sIAAAAAAAC/ytOzC3ISQUA4SkcXQYAAAA=")

_FILES: Mapping[str, bytes] = {
    "image/png": _PNG,
    "image/gif": _GIF,
    "image/svg+xml": b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    "application/zip": _ZIP,
    "application/pdf": _PDF,
    "application/gzip": _GZIP,
}


def sample_file(media_type: str) -> bytes:
    """Return the bytes of a small file of a media type."""
    return _FILES.get(essence(media_type), SAMPLE_BYTES)
