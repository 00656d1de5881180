"""The statements as Markdown. `scripts/conformance_table.py` writes docs/conformance.md, and a test compares."""

from __future__ import annotations

from tests.conformance.statements import Section, Statement, sections

HEAD = """# What is promised

<!-- written by scripts/conformance_table.py from tests/conformance -->

Each statement about the components and about the pet store, the tests that hold it, and why the product does otherwise
where it does. A statement without a test, and a test that is not there, fail `make check`.
"""

PARTS = (("The components", "components"), ("The pet store", "petstore"))


def page_text() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for title, name in PARTS:
        parts.append(f"## {title}\n")
        parts += [_section(section) for section in sections(name)]
    return "\n".join(parts)


def _section(section: Section) -> str:
    lines = [
        f"### {section.title}\n",
        "| id | statement | what is otherwise, or chosen, and why | held by |",
        "|---|---|---|---|",
    ]
    return "\n".join([*lines, *(_row(statement) for statement in section.statements)]) + "\n"


def _row(statement: Statement) -> str:
    tests = "<br>".join(f"[`{test}`](../{test.partition('::')[0]})" for test in statement.tests)
    return f"| `{statement.id}` | {_cell(statement.says)} | {_cell(statement.differs)} | {tests} |"


def _cell(text: str) -> str:
    return text.strip().replace("|", "\\|")
