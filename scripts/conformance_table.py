"""Write docs/conformance.md: each statement with the tests that hold it.

Run it after a change of `tests/conformance/components.yaml` or `petstore.yaml`.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conformance.published_table import page_text  # noqa: E402 - the tree above is not installed


def main() -> None:
    """Write the page anew."""
    (ROOT / "docs" / "conformance.md").write_text(page_text(), "utf-8")


if __name__ == "__main__":
    main()
