"""The guide is true: its examples print what stands below them."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "mock.md"


def test_examples_of_the_guide_print_what_they_say():
    """Every block, in order, in one namespace."""
    text = GUIDE.read_text("utf-8")
    found = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, GUIDE.name, str(GUIDE), 0)
    assert len(found.examples) > 20
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(found, out=report.append).failed == 0, "".join(report)
    assert len(re.findall("^```pycon$", text, re.MULTILINE)) == 5
