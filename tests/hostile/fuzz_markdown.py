"""The long run behind `make fuzz`: descriptions made to be read in more than one way, by every reader of Markdown.

`python -m tests.hostile.fuzz_markdown SECONDS [TEXTS]` writes each as our HTML and as our Markdown and compares what
the readers see. It ends after that many seconds, or texts. What differs is printed, and saved below `build/fuzz`.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from pathlib import Path

from tests.hostile.markdown_texts import hostile
from tests.writing.markdown_readers.gate import description, differences, page
from tests.writing.markdown_readers.readers import Readers, provide

FOLDER = Path("build/fuzz")


def main(seconds: float, limit: int) -> int:
    """Compare until the time is over; return 1 when something was found."""
    missing = provide()
    if missing:
        print(f"no Markdown was compared: {missing}", flush=True)
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    seed = int(os.environ.get("FUZZ_SEED", "1"))
    begun, count, found = time.monotonic(), 0, 0
    texts = hostile(seed)
    with Readers(myst=("MyST with its extensions",)) as readers:
        while count < limit and time.monotonic() - begun < seconds:
            said = next(texts)
            count += 1
            # As a description it is read each time; as plain text, which has fewer ways, every fourth time.
            for one in differences(readers, said, description if count % 4 else page)[:1]:
                found += 1
                name = FOLDER / f"markdown-{hashlib.sha256(said.encode('utf-8', 'replace')).hexdigest()[:12]}.txt"
                name.write_text(
                    f"{one.reader}\n{said!r}\n\n{one.markdown}\n\n{one.expected!r}\n\n{one.seen!r}\n", "utf-8"
                )
                print(f"found: {one.reader} sees another page of {said!r}: {name}", flush=True)
    print(f"{count} descriptions, {found} found in {time.monotonic() - begun:.0f} seconds, seed {seed}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(
        main(
            float(sys.argv[1]) if len(sys.argv) > 1 else 600.0,
            int(sys.argv[2]) if len(sys.argv) > 2 else sys.maxsize,
        )
    )
