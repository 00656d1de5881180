"""What waits and what is awaited is one coroutine: no function of the client stands there twice, once with `await`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import apiref_nb

ROOMS = ("client", "transport", "paging", "frames")
LONGEST = 3
"""Statements that may stand twice: a call of what both share, and what is made of it."""


def shape(function):
    """The statements of a function without what tells waiting from awaiting."""
    body = [one for one in function.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    text = "\n".join(map(ast.unparse, body))
    text = re.sub(r"\b(?:await|async) ", "", text)
    return len(text.splitlines()), re.sub(r"\b(?:a(?=close\b|next\b|iter\b)|Async)|_async\b|Async", "", text)


def test_no_function_stands_twice_once_with_await():
    """The steps are written once and taken by `WAITING` or `AWAITING`; a second copy would drift."""
    waiting, awaited = {}, []
    for room in ROOMS:
        for path in sorted((Path(apiref_nb.__file__).parent / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    lines, text = shape(node)
                    if lines > LONGEST and isinstance(node, ast.AsyncFunctionDef):
                        awaited.append((text, f"{path.parent.name}/{path.stem}.{node.name}"))
                    elif lines > LONGEST:
                        waiting[text] = f"{path.parent.name}/{path.stem}.{node.name}"
    print(f"{len(waiting)} functions that wait, {len(awaited)} that are awaited")
    assert len(awaited) > 15
    assert [(waiting[text], name) for text, name in awaited if text in waiting] == []
