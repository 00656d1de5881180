"""What several output formats say is worded once, in `describing`; a format has only words that no other says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "apiref_nb"
FORMATS = {
    "HTML": ["writing/html"],
    "Markdown": [f"writing/{name}.py" for name in ("markdown", "markdown_operation", "markdown_overview")],
    "pages": ["pages"],
    "text": ["writing/plain_text.py"],
    "CSV": ["writing/formats/csv_table.py"],
}
"""Format -> the folders and files that write it."""
OTHER_THINGS = {
    "body": "a column of notebook pages and of a verification, and what a webhook carries",
    "status": "a column of notebook pages and of a verification",
    "example": "HTML numbers the samples that have no name; facts are those of a parameter",
    "reference": "a class and the heading above a card in a live view",
    "webhook": "in the key of a cell",
}
"""Words that mean something else in each place."""
_SAID = re.compile(r"[A-Z][a-z]|[a-z] |[a-z]\.\Z")
"""Tells words for a reader from names: a capital, a blank, or the end of a sentence."""


def said(path: Path) -> Iterator[str]:
    """Yield the words that a module writes, in small letters; what an f-string fills in is left out."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    pieces = {id(piece) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        text = "{}".join(one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if id(node) not in docs | pieces and "<" not in text and "[" not in text and _SAID.search(text):
            yield " ".join(re.findall("[a-z]+", text.lower()))


def worded_twice(package: Path) -> dict[str, set[str]]:
    """Return words -> who has them in a literal, where several formats do, or one and `describing`."""
    found: dict[str, set[str]] = {}
    for name, places in {**FORMATS, "describing": ["describing"]}.items():
        for place in places:
            here = package / place
            for path in here.glob("*.py") if here.is_dir() else [here]:
                for words in said(path):
                    found.setdefault(words, set()).add(name)
    return {words: names for words, names in found.items() if len(names) > 1 and words}


def test_what_several_formats_say_is_worded_once():
    """A literal that stands in the writers of two formats is a decision made twice: it belongs to `describing`."""
    found = worded_twice(PACKAGE)
    assert {words: names for words, names in found.items() if words not in OTHER_THINGS} == {}
    assert set(OTHER_THINGS) <= set(found), "an exception that nothing needs"


def test_words_in_two_writers_are_told(tmp_path):
    """The check can fail: capitals, full stops and what is filled in make no other words."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "describing").mkdir()
    for place in (*FORMATS["Markdown"], *FORMATS["text"], *FORMATS["CSV"], "writing/html/rows.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("")
    (tmp_path / "writing/html/rows.py").write_text('"""Repeats it."""\nx = f"repeats {y}"\n')
    (tmp_path / "writing/plain_text.py").write_text('x = f"Repeats {y}."\nz = "row"\n')
    assert worded_twice(tmp_path) == {"repeats": {"HTML", "text"}}
