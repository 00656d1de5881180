"""The words of a page by the region they stand in: what a reader sees where. HTML in, text by region out."""

from __future__ import annotations

from html.parser import HTMLParser

REGIONS = {
    "ar-overview": "overview",
    "ar-toc": "contents",
    "ar-group": "groups",
    "ar-head": "card",
    "ar-intro": "card",
    "ar-samples": "samples",
    "ar-beside": "rows",
    "ar-problem": "problems",
}
"""Class of an element -> what its content is called in the table; the innermost one counts."""
SILENT = frozenset({"style", "script"})
EMPTY_ELEMENTS = frozenset({"br", "hr", "input", "img", "meta", "link", "wbr"})


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, list[str]] = {}
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        above = self._open[-1] if self._open else "page"
        named = [REGIONS[name] for name in given.get("class", "").split() if name in REGIONS]
        region = "silent" if tag in SILENT else (named or [above])[0]
        if given.get("href", "").startswith(("http", "mailto")):
            self.found.setdefault(region, []).append(given["href"])
        if tag not in EMPTY_ELEMENTS:
            self._open.append(region)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY_ELEMENTS and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.found.setdefault(self._open[-1] if self._open else "page", []).append(data)


def words_by_region(html: str) -> dict[str, str]:
    """Return region -> its text and the addresses of its links, with single spaces."""
    reader = _Words()
    reader.feed(html)
    reader.close()
    return {region: " ".join("".join(parts).split()) for region, parts in reader.found.items() if region != "silent"}
