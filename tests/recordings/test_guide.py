"""The guide runs as it is written."""

from __future__ import annotations

import ast
import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "recordings.md"


def test_the_blocks_of_the_guide_run_in_order(tmp_path, monkeypatch, capsys):
    """Recorded, replayed, and what is not recorded."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PETSTORE_DATABASE_URL", raising=False)
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    shown = []
    try:
        for block in blocks:
            *body, last = ast.parse(block).body
            exec(compile(ast.Module(body, []), GUIDE.name, "exec"), names)
            if isinstance(last, ast.Expr):
                shown.append(eval(compile(ast.Expression(last.value), GUIDE.name, "eval"), names))
            else:
                exec(compile(ast.Module([last], []), GUIDE.name, "exec"), names)
    finally:
        names["store"].stop()
    assert shown == ["Biscuit", ("Biscuit", 0.0)]
    assert "recorded /api/v3/pet/1, asked for /api/v3/pet/2" in capsys.readouterr().out
