"""The generated pages of the documentation site: the gallery, the commands, the public names.

Everything is read from the package itself, so that a name, a prop or an option cannot be left out; the tests hold that.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import typer.main

import apiref_nb
import petstore_flask
from apiref_nb.cli.app import app
from scripts.site_gallery import GALLERY, shown

GROUPS: Mapping[str, tuple[str, ...]] = {
    "components": ("apiref_nb.display", "apiref_nb.interactive"),
    "documents": ("apiref_nb.load", "apiref_nb.reading"),
    "client": ("apiref_nb.client",),
    "model": ("apiref_nb.model",),
    "errors": ("apiref_nb.errors",),
}
"""Page -> the rooms whose public names it shows; a name of another room stands on the first page of all, "client"."""

TITLES = {
    "components": "Components",
    "documents": "Documents",
    "client": "Client",
    "model": "Model",
    "errors": "Errors",
    "petstore": "Pet store",
}
ELSEWHERE = "client"


def pages() -> dict[str, str]:
    """Return path without extension -> Markdown of every generated page."""
    return {
        "gallery": gallery_page(),
        "commands": commands_page(),
        **{f"api/{page}": api_page(TITLES[page], apiref_nb, names) for page, names in names_of_pages().items()},
        "api/petstore": api_page(TITLES["petstore"], petstore_flask, tuple(petstore_flask.__all__)),
    }


def names_of_pages() -> dict[str, tuple[str, ...]]:
    """Return page -> the public names that it documents, in the order of `__all__`."""
    found: dict[str, list[str]] = {page: [] for page in GROUPS}
    for name in apiref_nb.__all__:
        home = getattr(apiref_nb, name).__module__
        page = next((page for page, rooms in GROUPS.items() if home.startswith(rooms)), ELSEWHERE)
        found[page].append(name)
    return {page: tuple(names) for page, names in found.items()}


def api_page(title: str, module: ModuleType, names: tuple[str, ...]) -> str:
    """Return the page of some public names, from their docstrings.

    Args:
        title: heading of the page.
        module: that exports them.
        names: in the order of the page.
    """
    parts = [f"# {title}\n"]
    for name in names:
        directive = "autofunction" if inspect.isfunction(getattr(module, name)) else "autoclass"
        parts.append(f"## `{name}`\n\n```{{eval-rst}}\n.. {directive}:: {module.__name__}.{name}\n```\n")
    return "\n".join(parts)


def commands_page() -> str:
    """Return the page of the command line: every command, argument and option, in the words of its help."""
    group: Any = typer.main.get_command(app)
    context = group.make_context("apiref-nb", [], resilient_parsing=True)
    parts = ["# Command line\n", f"{group.help}\n", f"{group.epilog}\n"]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        parts.append(f"## `apiref-nb {name}`\n\n{inspect.cleandoc(command.help or '')}\n")
        parts.append("| option | meaning |\n|---|---|")
        parts += [f"| {option} | {meaning} |" for option, meaning in options(command)]
        parts.append("")
    return "\n".join(parts)


def options(command: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - typer's own copy of click has no public name
    """Yield how each argument and option of a command is written, and what it means.

    Args:
        command: of typer.
    """
    for parameter in command.params:
        words = " ".join((getattr(parameter, "help", None) or "").split()).replace("|", "\\|")
        written = (*parameter.opts, *parameter.secondary_opts)
        if parameter.param_type_name == "argument":
            written = (parameter.human_readable_name,)
        yield ", ".join(f"`{one}`" for one in written), words


def gallery_page() -> str:
    """Return the gallery: each prop of each component once, with the code and what it shows."""
    parts = ["# Gallery\n", "Every component and every prop, with the cell and what the cell shows.\n"]
    for component, examples in GALLERY.items():
        parts.append(f"## `{component}`\n")
        for example in examples:
            parts.append(f"### {example.title}\n\n```python\n{example.code}\n```\n")
            parts.append(f"````{{raw}} html\n{shown(example)}\n````\n")
    return "\n".join(parts)
