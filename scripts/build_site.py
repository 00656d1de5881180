"""Build the documentation site: lessons, guides, a gallery of components, and a reference of every public name.

    python scripts/build_site.py [FOLDER]

Sources are put together in `build/site-source`, the pages written to FOLDER, `build/site` by default. No network is
used, and nothing is executed but the gallery; a warning of Sphinx is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.site_pages import pages  # noqa: E402 - the tree above is not installed

SOURCE = ROOT / "build" / "site-source"
_REFERENCE = ("conformance.md", "environment.md")
"""Pages of docs/ that stand among the reference; every other one is a guide."""
_REPOSITORY = "https://github.com/apiref-nb/apiref-nb/blob/main"
_RELATIVE_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
_FROM_ROOT = {"CHANGELOG.md": "changes.md", "SECURITY.md": "security.md"}


def assemble(source: Path) -> None:
    """Write the sources of the site.

    Args:
        source: folder, emptied first.
    """
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "docs" / "site", source)
    for folder, pattern in (("lessons", "notebooks/*.ipynb"), ("guides", "docs/*.md")):
        (source / folder).mkdir()
        for file in sorted(ROOT.glob(pattern)):
            target = source if file.name in _REFERENCE else source / folder
            (target / file.name).write_text(_linked(file), "utf-8")
    for name, page in _FROM_ROOT.items():
        (source / page).write_text(_linked(ROOT / name), "utf-8")
    for name, text in pages().items():
        target = source / f"{name}.md"
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")


def _linked(file: Path) -> str:
    """The text of a page; what it links to outside the site is linked to at the repository."""

    def absolute(found: re.Match[str]) -> str:
        target = (file.parent / found[1]).resolve()
        if target.suffix == ".md" and target.parent == ROOT / "docs" and file.parent == target.parent:
            return found[0]
        return (
            f"]({_REPOSITORY}/{target.relative_to(ROOT).as_posix()}{found[2] or ''})" if target.exists() else found[0]
        )

    text = file.read_text("utf-8")
    return text if file.suffix == ".ipynb" else _RELATIVE_LINK.sub(absolute, text)


def main(arguments: list[str]) -> int:
    """Assemble and build; return Sphinx's exit code."""
    target = Path(arguments[0]) if arguments else ROOT / "build" / "site"
    assemble(SOURCE)
    sphinx = [
        sys.executable,
        "-m",
        "sphinx",
        "-b",
        "html",
        "-W",
        "--keep-going",
        "-q",
        "-j",
        "2",
        str(SOURCE),
        str(target),
    ]
    code = subprocess.run(sphinx, check=False).returncode  # noqa: S603 - words of our own
    if code == 0:
        sys.stdout.write(f"{target / 'index.html'}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
