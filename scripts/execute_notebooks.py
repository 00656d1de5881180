"""Run the notebooks and save them with their outputs, so that two runs write the same bytes.

    python scripts/execute_notebooks.py [NOTEBOOK.ipynb ...]

Without arguments: all of `notebooks/`. Times, execution metadata and widget state are left out, ids of widgets
replaced by stable ones: a saved widget is dead whatever its id, and the static output before it speaks for it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def executed(path: Path) -> nbformat.NotebookNode:
    """Return the notebook with fresh outputs.

    Args:
        path: the notebook's file.
    """
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", store_widget_state=False, record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()  # fmt: skip
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        tags = cell.metadata.get("tags")
        cell.metadata = {"tags": tags} if tags else {}
        for number, output in enumerate(cell.get("outputs", ())):
            view = output.get("data", {}).get(WIDGET_VIEW)
            if view is not None:
                view["model_id"] = f"{cell.id}-{number}"
    return notebook


def main(arguments: list[str]) -> None:
    """Run the named notebooks, or all."""
    for path in [Path(argument) for argument in arguments] or sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)
        sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
