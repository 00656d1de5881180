"""Whether a kernel with widgets is running, and how two outputs are shown one after the other.

Called before anything of ipywidgets is imported: a script, a test or a plain IPython terminal never pays for it.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from typing import Any, Protocol

from apiref_nb.interactive.open_trees import Tree, open_trees

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class Shown(Tree, Protocol):
    """Something live: its widget is made when it is asked for."""

    @property
    def widget(self) -> Any:  # noqa: ANN401 - an ipywidgets widget
        """The widget."""


def _shell() -> Any:  # noqa: ANN401 - IPython's shell, or None
    shell_of = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return shell_of() if shell_of is not None else None


def has_widgets() -> bool:
    """Return True in a kernel that speaks to a front end and can make widgets."""
    kernel = getattr(_shell(), "kernel", None)
    return getattr(kernel, "comm_manager", None) is not None and importlib.util.find_spec("ipywidgets") is not None


def show_pair(static: Mapping[str, str], live: Shown) -> None:
    """Show a static output, and after it a widget as an output of its own.

    One output that held both would show "model not found" where the widget is dead. Its plain text is empty: the static
    output has said everything. When the cell runs again the widget is closed.

    Args:
        static: media type -> the output in it.
        live: what has the widget; it is shown only where it is alive.
    """
    from IPython.display import display  # noqa: PLC0415 - only where a kernel has brought it

    show: Any = display
    view = live.widget._repr_mimebundle_()[WIDGET_VIEW]
    show(dict(static), raw=True)
    show({WIDGET_VIEW: view, "text/plain": ""}, raw=True)
    shell = _shell()
    if shell is not None:
        open_trees(shell).add(live)
