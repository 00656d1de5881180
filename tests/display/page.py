"""Reads our HTML as a reader sees it: `Page(html)` finds by class, and gives text with white space folded."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag


class Page:
    def __init__(self, html: str, *, scripts: bool = False) -> None:
        self.soup = BeautifulSoup(html, "html.parser")
        for hidden in self.soup(["style"] if scripts else ["style", "script"]):
            hidden.extract()
        # A block ends a word, as it does on the screen.
        for ending in self.soup(["div", "p", "li", "summary", "pre", "details", "dt", "dd", "td", "th"]):
            ending.insert_after("\n")
        for label in self.soup.select(".ar-label"):
            label.insert_after("\n")

    def all(self, selector: str) -> list[Tag]:
        return list(self.soup.select(selector))

    def one(self, selector: str) -> Tag:
        found = self.all(selector)
        assert len(found) == 1, f"{selector}: {len(found)} found"
        return found[0]

    def texts(self, selector: str) -> list[str]:
        return [words(tag) for tag in self.all(selector)]

    def text(self, selector: str) -> str:
        return words(self.one(selector))

    @property
    def words(self) -> str:
        return words(self.soup)


def words(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def code_of(tag: Tag) -> str:
    return tag.select_one("pre").get_text()


def style_of(tag: Tag) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in str(tag.get("style", "")).split(";") if ":" in part)
    return {name.strip(): value.strip() for name, value in pairs}
