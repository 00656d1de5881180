"""The widgets that a live view is made of, all of one make: exact text, one shared layout and style of each kind.

A widget is three models in the kernel and in the page (itself, its layout, its style); sharing the last two makes a
form of forty fields about a third as heavy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types


class Kit:
    """Makes widgets that share a layout, and a style where they are of one kind."""

    def __init__(self) -> None:
        self._layout = ipywidgets.Layout()
        self._styles: dict[type, Any] = {}

    def make(self, kind: type, *classes: str, **traits: Any) -> Any:  # noqa: ANN401 - an ipywidgets widget
        """Return a widget of a kind.

        Args:
            kind: its class.
            classes: classes of its element in the page.
            traits: its other attributes.
        """
        if kind in self._styles:
            traits["style"] = self._styles[kind]
        widget = kind(layout=self._layout, _dom_classes=classes, **traits)
        if "style" in widget.keys and isinstance(widget.style, ipywidgets.Widget):
            self._styles.setdefault(kind, widget.style)
        return widget

    def box(self, children: Sequence[Any], *classes: str) -> Any:  # noqa: ANN401 - an ipywidgets widget
        """Return widgets below one another.

        Args:
            children: the widgets.
            classes: classes of the box.
        """
        return self.make(ipywidgets.VBox, *classes, children=tuple(children))

    def html(self, value: str = "", *classes: str) -> Any:  # noqa: ANN401 - an ipywidgets widget
        """Return a fragment as a widget.

        Args:
            value: the fragment, safe by construction.
            classes: classes of the widget around it.
        """
        return self.make(ipywidgets.HTML, *classes, value=str(value))


def show_when(widget: Any, shown: bool) -> None:  # noqa: ANN401 - an ipywidgets widget
    """Show a widget, or hide it without closing it.

    Args:
        widget: the widget.
        shown: False hides it.
    """
    if shown:
        widget.remove_class("ar-hidden")
    else:
        widget.add_class("ar-hidden")


def below(widget: Any) -> Iterator[Any]:  # noqa: ANN401 - an ipywidgets widget
    """Yield a widget and every widget that it holds, layouts and styles too; each once."""
    seen: set[int] = set()
    waiting = [widget]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        for name in one.keys:
            held = getattr(one, name)
            waiting += [part for part in (held if isinstance(held, tuple) else (held,)) if isinstance(part, _WIDGET)]


_WIDGET = ipywidgets.Widget


def close(widget: Any) -> None:  # noqa: ANN401 - an ipywidgets widget
    """Close a widget and all that it holds: neither the kernel nor the page keeps anything of them."""
    for one in list(below(widget)):
        one.unobserve_all()
        one.close()
