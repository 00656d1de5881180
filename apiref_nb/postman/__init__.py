"""A document converted to a Postman Collection v2.1."""

from __future__ import annotations

from apiref_nb.postman.collection import collection_json

__all__ = ["collection_json"]
