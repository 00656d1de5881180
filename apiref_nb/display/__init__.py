"""What a reader types in a cell: `OpenApiEmbed`, `ApiBlock`, `ParamField`, `ResponseField`.

In: addresses, paths, mappings and typed objects, checked at construction. Out: one output with HTML, Markdown and text
that name the same operations.
"""

from __future__ import annotations

from apiref_nb.display.block import ApiBlock
from apiref_nb.display.embed import OpenApiEmbed
from apiref_nb.display.fields import ParamField, ResponseField
from apiref_nb.display.live_view import LiveView

__all__ = ["ApiBlock", "LiveView", "OpenApiEmbed", "ParamField", "ResponseField"]
