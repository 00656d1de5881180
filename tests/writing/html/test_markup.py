"""HTML by construction: whatever is not `Html` is text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apiref_nb.text.links import safe_link
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import data_block, element, fragment
from apiref_nb.writing.html.narrow import narrow

BOX = element("div", "a", role="note")
LINK = element("a")


def test_children_that_are_text_are_escaped():
    """Text is escaped once; markup passes."""
    assert BOX("<b>&", BOX("x"), 3, None, False, ["y", "z"]) == (
        "<div class=a role=note>&lt;b&gt;&amp;<div class=a role=note>x</div>3yz</div>"
    )


def test_attributes_are_escaped_and_none_and_false_are_left_out():
    """Attribute values escape quotation marks."""
    assert BOX(title='"><script>', id=None, open=True) == (
        '<div class=a role=note title="&#34;&gt;&lt;script&gt;" open></div>'
    )


def test_an_attribute_that_is_not_in_use_is_refused():
    """The list of attributes is closed: no event handler can be made."""
    with pytest.raises(ValueError, match="onclick"):
        BOX(onclick="x")


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "file:///etc", "//example.com", "/a", "",
     "http:", "http://", "https://a b", "http://user:pw@example.com/",
     "https://example.com/\u202e", "ht\ttp://x", "mailto:"],
)  # fmt: skip
def test_other_addresses_are_no_links(address):
    """Only http, https and mailto; no user name, no control character."""
    assert safe_link(address) == ""


@pytest.mark.parametrize("address", ["http://example.com", "https://example.com/a?b=c#d", "mailto:a@example.com"])
def test_web_and_mail_addresses_are_links(address):
    """Only http, https and mailto."""
    assert safe_link(address) == address


def test_href_drops_what_is_no_link_even_when_a_caller_forgets():
    """The attribute itself is the last guard."""
    assert LINK("x", href="javascript:alert(1)") == "<a>x</a>"
    assert LINK("x", href="#ar1") == "<a href=#ar1>x</a>"


def test_unseen_characters_are_written_out():
    """Names in bidi isolation elsewhere; here control and invisible characters become visible."""
    assert fragment("a\u202eb\x1b[31m\u200b") == "a\\u202eb\\x1b[31m\\u200b"


@given(st.text())
def test_text_never_opens_a_tag(text):
    """Any string is escaped."""
    assert "<" not in fragment(text)
    assert BOX(text, title=text).count("<") == 2


@given(st.text())
def test_data_never_ends_its_element(text):
    """`<`, `>` and `&` of data are escapes."""
    block = data_block("c", "application/json", text)
    assert block.count("<") == 2
    assert block.endswith("</script>")


def test_few_wide_characters_of_a_large_page_are_references():
    """It is read the same and takes a byte a character; a page that is full of them, or small, stays as it is."""
    plain = BOX("é" * LIMITS.min_narrowed_characters)
    parts = [BOX(title="a ☃ b"), plain, BOX("🚢")]
    before = "".join(parts)
    made = narrow([*parts])
    assert "".join(made) == before.replace("☃", "&#9731;").replace("🚢", "&#128674;")
    assert made[1] is plain
    for kept in ([BOX("🚢")], [BOX("語" * LIMITS.min_narrowed_characters)]):
        assert narrow([*kept]) == kept


def test_data_for_the_script_holds_no_character_that_would_become_a_reference():
    """In a script a reference is text: JSON escapes say the same."""
    text = json.dumps({"語": "🚢 é </script>"}, ensure_ascii=False)
    made = data_block("x", "application/json", text)
    assert narrow([made, BOX("é" * LIMITS.min_narrowed_characters)])[0] is made
    assert json.loads(made.partition(">")[2].rpartition("<")[0]) == json.loads(text)
