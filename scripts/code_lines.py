"""Count code lines: lines that hold code, without docstrings, comments and blank lines.

    python scripts/code_lines.py [FOLDER ...]

A line counts once when a token of code stands on it; a string that is a statement of its own (a docstring, or the words
below a field) does not count. One row for each room, then the sum.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

SILENT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


def code_lines(source: str) -> int:
    """Return how many lines of a Python source hold code."""
    said: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            said.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SILENT:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - said)


def main(folders: list[str]) -> None:
    """Print the count of each room of the given packages, and the sum."""
    counts: Counter[str] = Counter()
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            parts = path.relative_to(folder).parts
            room = f"{folder}/{parts[0] if len(parts) > 1 else ''}".rstrip("/")
            counts[room] += code_lines(path.read_text(encoding="utf-8"))
    for room, count in sorted(counts.items()):
        print(f"{count:7,}  {room}")  # noqa: T201 - its output
    print(f"{sum(counts.values()):7,}  all")  # noqa: T201 - as above


if __name__ == "__main__":
    main(sys.argv[1:] or ["apiref_nb", "petstore_flask"])
