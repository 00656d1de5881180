"""Builds imported pages and the lessons as a Jupyter Book 2: `python -m tests.pages.outside.in_jupyter_book`.

Jupyter Book 2 is mystmd. What is judged is the content that it makes for its theme: every page is built, every link of
ours leads somewhere, every endpoint's heading and every table is one, and the outputs of lessons come with their HTML.
The theme itself is fetched from an address that is no package registry; where it cannot be, the content is there
all the same, so the program's exit code is not asked for.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

from apiref_nb import load_api
from apiref_nb.pages.notebooks import notebook_pages

HERE = Path(__file__).parent
DOCUMENTS = HERE.parents[1] / "documents"
LESSONS = HERE.parents[2] / "notebooks"
SOURCES = ("library-2.0.json", "library-3.1.yaml", "orchestra-3.2.yaml")
KNOWN = "extra key ignored: apiref_nb"
"""What mystmd says of the mark by which our Markdown pages are known."""
SECONDS = 300


def main() -> None:
    """Build the book, and fail with what is wrong in it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        titles = _write(folder)
        said = subprocess.run(
            [Path(sys.executable).with_name("myst"), "build", "--site"],
            cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        lines = re.findall("^.*[⚠⛔].*$", said.stdout + said.stderr, re.MULTILINE)
        wrong = [line for line in lines if KNOWN not in line]
        found: Counter[str] = Counter()
        headings: list[str] = []
        for file in (folder / "_build" / "site" / "content").glob("*.json"):
            page = json.loads(file.read_text(encoding="utf-8"))
            headings.append(page["frontmatter"]["title"])
            for node in _nodes(page["mdast"]):
                found[node["type"]] += 1
                if node["type"] == "heading":
                    headings.append("".join(one.get("value", "") for one in _nodes(node)))
                if node["type"] == "output" and "text/html" in node.get("jupyter_data", {}).get("data", {}):
                    found["html output"] += 1
    wrong += [f"no heading {title!r}" for title in titles if title not in headings]
    wrong += [f"no {kind}" for kind in ("table", "crossReference", "html output") if not found[kind]]
    if wrong:
        sys.exit("\n".join(["not right in Jupyter Book 2:", *wrong[:20]]))
    told = ", ".join(f"{found[kind]} {kind}s" for kind in ("heading", "table", "crossReference", "html output"))
    sys.stdout.write(f"a Jupyter Book 2 of {len(titles)} endpoints, twice, and the lessons: {told}\n")


def _write(folder: Path) -> list[str]:
    """Write the project; return what its endpoints are called."""
    titles = []
    for name in SOURCES:
        api = load_api(DOCUMENTS / name)
        titles += [operation.summary for operation in api.operations if operation.summary.replace(" ", "").isalpha()]
        for form in ("ipynb", "md"):
            pages = folder / form / name.partition(".")[0]
            pages.mkdir(parents=True)
            for page in notebook_pages(api, format=form, source=f"../../{name}", identity=f"{form} {name}"):
                (pages / page.file_name).write_text(page.text, encoding="utf-8")
    shutil.copytree(LESSONS, folder / "lessons")
    (folder / "myst.yml").write_text(
        yaml.safe_dump({"version": 1, "project": {"title": "References"}, "site": {"template": "book-theme"}})
    )
    return titles


def _nodes(node: dict[str, object]) -> Iterator[dict[str, object]]:
    yield node
    for child in node.get("children", ()):  # type: ignore[attr-defined] # a list where it is there
        yield from _nodes(child)


if __name__ == "__main__":
    main()
