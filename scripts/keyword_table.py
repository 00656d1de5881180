"""Write the table of keywords into docs/keywords.md, between its two comments.

Run it after a change of `tests/keywords/table.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.keywords.published_table import BEGIN, END, table_text  # noqa: E402 - the tree above is not installed


def main() -> None:
    """Rewrite the section; everything else in the file stays as it is."""
    file = ROOT / "docs" / "keywords.md"
    before, _, rest = file.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    file.write_text(f"{before}{BEGIN}\n\n{table_text()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
