"""Which of JSON and YAML a document says it is: by its content type, else by its file extension.

`document.parse` calls these before it looks at the text. Both answers may be missing; then the text decides.
"""

from __future__ import annotations

from typing import Literal

Format = Literal["json", "yaml"]

_MEDIA_TYPES: dict[str, Format] = {
    "application/json": "json",
    "application/x-json": "json",
    "text/json": "json",
    "text/x-json": "json",
    "application/yaml": "yaml",
    "application/x-yaml": "yaml",
    "application/vnd.yaml": "yaml",
    "application/vnd.oai.openapi": "yaml",  # its JSON form is vnd.oai.openapi+json
    "text/yaml": "yaml",
    "text/x-yaml": "yaml",
    "text/vnd.yaml": "yaml",
}
_EXTENSIONS: dict[str, Format] = {"json": "json", "yaml": "yaml", "yml": "yaml"}


def media_type_format(content_type: str) -> Format | None:
    """Return the format that a Content-Type header names, or None: `text/plain` and the like decide nothing."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type.endswith("+json"):
        return "json"
    if media_type.endswith("+yaml"):
        return "yaml"
    return _MEDIA_TYPES.get(media_type)


def extension_format(file_name: str) -> Format | None:
    """Return the format that the extension of a file name or address names, or None."""
    name = file_name.partition("?")[0].partition("#")[0].replace("\\", "/").rpartition("/")[2]
    return _EXTENSIONS.get(name.rpartition(".")[2].lower()) if "." in name else None
