"""The keyword table as Markdown. `scripts/keyword_table.py` writes it into docs/keywords.md, and a test compares."""

from __future__ import annotations

from tests.keywords.table import VERSIONS, Keyword, keywords

BEGIN = "<!-- keywords: written by scripts/keyword_table.py -->"
END = "<!-- end of keywords -->"

OBJECTS = {
    "document": "OpenAPI",
    "info": "Info",
    "items": "Items (2.0)",
    "schema in a request": "Schema",
    "xml": "XML",
    "xml of an array": "XML",
    "OAuth flows": "OAuth Flows",
    "OAuth flow": "OAuth Flow",
}
"""Object -> its name in the table, where it is not its own words with capitals."""


def table_text() -> str:
    """Return the table, one line for the keywords of an object that share versions and place."""
    lines: dict[tuple[str, str, str], list[str]] = {}
    for row in keywords():
        key = (OBJECTS.get(row.kind) or row.kind.title(), _versions(row), _where(row))
        names = lines.setdefault(key, [])
        if row.name not in names:
            names.append(row.name)
    order = list(dict.fromkeys(kind for kind, _, _ in lines))
    made = ["| object | keywords | versions | where |", "|---|---|---|---|"]
    for (kind, versions, where), names in sorted(lines.items(), key=lambda line: order.index(line[0][0])):
        made.append(f"| {kind} | {' '.join(f'`{name}`' for name in names)} | {versions} | {where} |")
    return "\n".join(made)


def _versions(row: Keyword) -> str:
    return "all" if row.versions == VERSIONS else ", ".join(row.versions)


def _where(row: Keyword) -> str:
    return row.where if row.where else f"not shown: {row.reason}"
