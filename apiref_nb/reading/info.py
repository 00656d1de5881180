"""What a document says about the API as a whole: title, contact, licence, more documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiref_nb.model import Contact, ExternalDocs, License
from apiref_nb.reading.values import mapping, text


def contact(info: Mapping[str, Any]) -> Contact | None:
    """Return the contact, None when nothing is said about it."""
    node = mapping(info, "contact")
    found = Contact(name=text(node, "name"), url=text(node, "url"), email=text(node, "email"))
    return found if found != Contact() else None


def license_of(info: Mapping[str, Any]) -> License | None:
    """Return the licence, None when nothing is said about it."""
    node = mapping(info, "license")
    found = License(name=text(node, "name"), identifier=text(node, "identifier"), url=text(node, "url"))
    return found if found != License() else None


def external_docs(node: Mapping[str, Any]) -> ExternalDocs | None:
    """Return the link in the field `externalDocs`, None when it has no address."""
    docs = mapping(node, "externalDocs")
    url = text(docs, "url")
    return ExternalDocs(url=url, description=text(docs, "description")) if url else None
