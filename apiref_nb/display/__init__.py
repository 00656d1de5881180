"""What a reader types in a cell: `OpenApiEmbed`, `ApiBlock`, `ParamField`, `ResponseField`.

In: addresses, paths, mappings and typed objects, checked at construction. Out: one output with HTML, Markdown and text
that name the same operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apiref_nb.front_door import front_door

if TYPE_CHECKING:
    from apiref_nb.display.block import ApiBlock
    from apiref_nb.display.embed import OpenApiEmbed
    from apiref_nb.display.fields import ParamField, ResponseField
    from apiref_nb.display.live_view import LiveView

_HOMES = {
    "apiref_nb.display.block": ("ApiBlock",),
    "apiref_nb.display.embed": ("OpenApiEmbed",),
    "apiref_nb.display.fields": (
        "ParamField",
        "ResponseField",
    ),
    "apiref_nb.display.live_view": ("LiveView",),
}

__all__ = ["ApiBlock", "LiveView", "OpenApiEmbed", "ParamField", "ResponseField"]

__getattr__, __dir__ = front_door(__name__, _HOMES)
