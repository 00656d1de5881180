"""The notebooks as they are saved: executed, the same wherever they were run, and with nothing of a machine in them."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return nbformat.read(request.param, as_version=4)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_six_lessons():
    """The README names them."""
    assert [path.stem for path in NOTEBOOKS] == [
        "01-quickstart", "02-one-endpoint", "03-requests", "04-your-own-api", "05-all-the-rows", "06-never-breaks",
    ]  # fmt: skip


def test_it_was_run_from_top_to_bottom(notebook):
    """Every code cell has its number, and none ended in an error."""
    assert [cell.execution_count for cell in code(notebook)] == list(range(1, len(code(notebook)) + 1))
    assert not [output for cell in code(notebook) for output in cell.outputs if output.output_type == "error"]


def test_nothing_of_a_machine_is_in_it(notebook):
    """No path, no time, no widget state, no address of memory."""
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.language_info == {"name": "python"}
    assert all(set(cell.metadata) <= {"tags"} for cell in notebook.cells)
    assert not re.search(r"/home/|/root/|/tmp/|[A-Z]:\\\\|<[\w.]+ (?:object )?at 0x", nbformat.writes(notebook))


def test_what_names_a_free_port_is_marked(notebook):
    """A cell whose output differs between runs is marked; every other one is compared."""
    for cell in code(notebook):
        text = nbformat.writes(nbformat.v4.new_notebook(cells=[cell]))
        varies = re.search(r"127\.0\.0\.1:(?!9\b)\d+", "".join(text.split('"source"')[0]))
        assert not varies or "nbval-ignore-output" in cell.metadata.get("tags", ()), cell.source


def test_words_stand_between_cells(notebook):
    """A lesson: it begins with a title, and no text is a wall."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert texts[0].startswith("# ")
    assert max(len(text.split()) for text in texts) <= 80
    assert len(texts) >= len(code(notebook)) // 2
