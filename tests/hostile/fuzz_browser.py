"""The long browser run behind `make fuzz`: thousands of combined strings, as outputs and as pages.

`python -m tests.hostile.fuzz_browser SECONDS` plants combinations in every field and watches as `test_browser` does.
What sets off a detector is printed with its string and saved below `build/fuzz`.
"""

from __future__ import annotations

import os
import sys
import time
from itertools import islice
from pathlib import Path

from apiref_nb.writing.html import render_page
from apiref_nb.writing.html.markup import Html
from tests.browser.chromium import chromium
from tests.hostile.arena import Arena, Findings
from tests.hostile.planted import lean, outputs
from tests.hostile.planted_live import live_outputs
from tests.hostile.strings import combined

FOLDER = Path("build/fuzz")
A_PAGE = 24


def look(arena: Arena, texts: list[str], *, whole: bool) -> Findings:
    """Show all outputs of the texts, as outputs or as one page; of one text in each page whole request forms too."""
    made = lean([html for text in texts for html in (*outputs(text), *live_outputs(text, forms=text is texts[0]))])
    return arena.opened(render_page(" ".join(texts), Html("".join(made)))) if whole else arena.inserted(made)


def main(seconds: float) -> int:
    """Look until the time is over; return 1 when something was found."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    strings = combined(int(os.environ.get("FUZZ_SEED", "1")))
    end, count, found = time.monotonic() + seconds, 0, 0
    with chromium() as browser:
        context = browser.new_context()
        context.set_default_timeout(120_000)
        arena = Arena(context)
        while time.monotonic() < end:
            texts = list(islice(strings, A_PAGE))
            whole = count // A_PAGE % 4 == 0
            count += len(texts)
            if not look(arena, texts, whole=whole):
                continue
            for text in texts:
                if findings := look(arena, [text], whole=whole):
                    found += 1
                    (FOLDER / f"browser-{found}.txt").write_text(text, "utf-8", "backslashreplace")
                    print(f"found: {text!r}: {findings}", flush=True)
    print(f"browser: {count} strings in every field, {found} found", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 150.0))
