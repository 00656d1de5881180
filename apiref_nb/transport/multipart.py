"""A multipart body taken apart: bytes in, parts with their names, types and contents out. Nothing is guessed.

Source: RFC 2046, section 5.1; RFC 7578.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from apiref_nb.model.media_types import essence
from apiref_nb.transport.limits import LIMITS

_PARAMETER = re.compile(r';\s*([\w!#$%&\'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))')


class MultipartError(Exception):
    """The body is no multipart body; the message says why."""


class Part(NamedTuple):
    """One part."""

    name: str
    """Name of the form field; empty when it has none."""
    content: bytes
    media_type: str
    """As the part says it; empty when it says nothing."""
    file_name: str | None
    """What the part calls its file; None for a part that is none."""

    @property
    def is_file(self) -> bool:
        """True when the part has a file name."""
        return self.file_name is not None


def parameter(header: str, name: str) -> str | None:
    """Return a parameter of a header such as `form-data; name="id"`; None when it has none of this name.

    Args:
        header: its value.
        name: of the parameter, in lower case.
    """
    for key, quoted, plain in _PARAMETER.findall(header):
        if key.lower() == name:
            return re.sub(r"\\(.)", r"\1", quoted) if quoted else plain
    return None


def parts(body: bytes, content_type: str) -> list[Part]:
    """Return the parts of a body.

    Args:
        body: as it travelled.
        content_type: with its boundary.

    Raises:
        MultipartError: there is no boundary, the body does not use it, or it has too many parts.
    """
    boundary = parameter(content_type, "boundary")
    if not boundary:
        raise MultipartError("its Content-Type names no boundary")
    mark = b"\r\n--" + boundary.encode("utf-8", "replace")
    pieces = (b"\r\n" + body).split(mark, LIMITS.max_parts + 2)
    if len(pieces) > LIMITS.max_parts + 2:
        raise MultipartError(f"it has more than {LIMITS.max_parts:,} parts")
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise MultipartError("it does not end with its boundary")
    return [_part(piece) for piece in pieces[1:-1]]


def _part(piece: bytes) -> Part:
    # What follows the boundary on its line is white space; then head, an empty line, and the content.
    _, _, rest = piece.partition(b"\r\n")
    if rest.startswith(b"\r\n"):
        return Part("", rest[2:], "", None)
    head, mark, content = rest.partition(b"\r\n\r\n")
    if not mark or len(head) > LIMITS.max_part_head_bytes:
        raise MultipartError("a part has no end of its head")
    headers = {}
    for line in head.decode("utf-8", "replace").split("\r\n"):
        key, _, value = line.partition(":")
        headers[key.strip().lower()] = value.strip()
    disposition = headers.get("content-disposition", "")
    name = parameter(disposition, "name") or ""
    for text, sign in (("%22", '"'), ("%0D", "\r"), ("%0A", "\n")):
        name = name.replace(text, sign)
    named = (parameter(disposition, key) for key in ("filename", "filename*"))
    file_name = next((text for text in named if text is not None), None)
    return Part(name, content, essence(headers.get("content-type", "")), file_name)
