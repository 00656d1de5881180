"""The style sheets and the script that stand beside these modules, as text."""

from __future__ import annotations

import pkgutil


def own_text(name: str) -> str:
    """Return the text of a file of this folder, whether the package is installed as files or in an archive.

    `importlib.resources` gives the same, and loads `tempfile` and `zipfile` for it: 4 ms of every page.

    Raises:
        FileNotFoundError: there is no such file.
    """
    content = pkgutil.get_data(__package__, name)
    if content is None:
        raise FileNotFoundError(name)
    return content.decode("utf-8")
