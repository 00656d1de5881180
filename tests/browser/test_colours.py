"""Code in a very large reference: its words have no elements, and the script colours what is drawn."""

from __future__ import annotations

import re

from apiref_nb import OpenApiEmbed
from apiref_nb.writing.html.highlight import highlighted
from apiref_nb.writing.html.limits import LIMITS

BOAT = {"name": 'Ra "\\" {ven', "at": -1.5e3, "tags": ["a: b", None], "free": True, "": {}}
ANSWER = {"description": "ok", "content": {"application/json": {"example": BOAT}}}
FLEET = {
    "openapi": "3.1.0",
    "info": {"title": "Fleet", "version": "1"},
    "servers": [{"url": "https://fleet.example"}],
    "paths": {f"/boats/{n}": {"get": {"responses": {"200": ANSWER}}} for n in range(LIMITS.min_plain_operations + 1)},
}
RANGES = """() => Object.fromEntries(["key", "text", "value"].map((name) => [name,
  [...CSS.highlights.get(`apiref-${name}`)].map((range) => [
    range.startContainer.data.slice(range.startOffset, range.endOffset), range.startContainer.data])]))"""
SOME = "() => CSS.highlights.get('apiref-key')?.size > 0"
PLACE = "(all, code) => all.findIndex((one) => one.textContent === code)"
DRAWN = "(last) => [...CSS.highlights.get('apiref-text')].some((r) => r.startContainer.data.includes(`boats/${last}`))"


def test_words_of_a_large_reference_are_coloured_as_those_of_a_small_one(open_page, tmp_path, refused):
    """JSON has the same keys, strings and values; cURL its strings; what is out of sight holds no range."""
    OpenApiEmbed(FLEET).save(tmp_path / "fleet.html")
    page = open_page()
    page.goto((tmp_path / "fleet.html").as_uri())
    assert page.locator(".ar-code :is(b, i, var)").count() == 0
    page.wait_for_function(SOME)
    found = page.evaluate(RANGES)
    code = next(code for word, code in found["key"] if word == '"name"')
    kinds = {"b": "key", "i": "text", "var": "value"}
    expected = [(kinds[tag], word) for tag, word in re.findall(r"<(b|i|var)>(.*?)</", highlighted(code, "json"))]
    here = page.locator(".ar-code").evaluate_all(PLACE, code)
    words = page.locator(".ar-code").nth(here).evaluate(
        """(one) => one.apirefRanges.map(([colour, range]) => [
             ["key", "text", "value"].find((name) => CSS.highlights.get(`apiref-${name}`) === colour),
             one.textContent.slice(range.startOffset, range.endOffset)])"""
    )  # fmt: skip
    assert sorted(map(tuple, words)) == sorted(expected)
    assert any(word == "'Accept: application/json'" for word, _code in found["text"])
    size = sum(map(len, found.values()))
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(DRAWN, arg=LIMITS.min_plain_operations)
    assert sum(map(len, page.evaluate(RANGES).values())) < 4 * size
    assert refused == []
