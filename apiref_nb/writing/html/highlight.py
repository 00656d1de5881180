"""Colours for code: JSON by a tokenizer of our own, every other language by Pygments.

In: code as text and the name of its grammar. Out: `Html` with short class names that the style sheet knows.
The text that a reader copies from the result is the code, character for character, unseen characters written out.
"""

from __future__ import annotations

import re

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Token
from pygments.util import ClassNotFound

from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, text_bytes
from apiref_nb.text.direction import holds_right_to_left
from apiref_nb.text.invisible_characters import visible
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import Element, Html, element, fragment, html_slot, template

# Short elements: a page holds a hundred thousand. Without the style sheet, keys are bold and texts italic.
_key = element("b")
_string = element("i")
_value = element("var")
_comment = element("em")
_word = element("b")
_pre = template(element("pre", "ar-code", tabindex="0")(html_slot("code")))
# Tokens stand in the order of the code, whichever way their letters are read.
_mixed = template(element("pre", "ar-code ar-bidi", tabindex="0")(html_slot("code")))

# One alternative per kind of JSON token; text between tokens (white space, punctuation) stays plain. No nested
# quantifier can match the same text in two ways, so the time is linear whatever the text.
_JSON = re.compile(
    r'(?P<key>"(?:[^"\\\n]|\\.)*")(?=\s{0,40}:)|(?P<string>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|(?P<literal>\b(?:true|false|null)\b)"
)
_KINDS = {"key": _key, "string": _string, "number": _value, "literal": _value}
_PYGMENTS = {
    Comment: _comment, Keyword: _value, String: _string, Number: _value, Name.Builtin: _word,
    Name.Attribute: _key, Name.Function: _word, Operator.Word: _value, Name.Variable: _key,
}  # fmt: skip


def code_block(code: str, grammar: str) -> Html:
    """Return code in a block of its own; a language that Pygments does not know is read as JSON.

    Args:
        code: the code as text; unseen characters are written as escapes.
        grammar: `json`, `text` for no colours, or the name of a language.
    """
    # A browser drops the line feed with which a block of code begins.
    shown = f"\n{code}" if code.startswith("\n") else code
    # Uncoloured code is not kept: a large page would be in memory once more.
    made = fragment(visible(shown)) if grammar == "text" else highlighted(shown, grammar)
    return (_mixed if holds_right_to_left(code) else _pre)(made)


@CACHES.remembers(limit_bytes=16 * MEBIBYTE, size=text_bytes)
def highlighted(code: str, grammar: str) -> Html:
    """Return code with its words coloured.

    Args:
        code: the code as text; unseen characters are written as escapes.
        grammar: `json` or the name of a language; code beyond the limits of `limits` stays without colours.
    """
    code = visible(code)
    if len(code) > LIMITS.max_coloured_characters:
        return fragment(code)
    lexer = _lexer(grammar) if grammar != "json" else None
    if lexer is None:
        return _json(code)
    return _lexed(code, lexer) if len(code) <= LIMITS.max_lexed_characters else fragment(code)


@CACHES.remembers(limit_bytes=MEBIBYTE, size=lambda _lexer: 4096)
def _lexer(language: str) -> Lexer | None:
    """The lexer of a language by its own name; None for one that Pygments does not know."""
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _json(code: str) -> Html:
    parts: list[Html | str] = []
    end = 0
    for found in _JSON.finditer(code):
        if found.start() > end:
            parts.append(code[end : found.start()])
        parts.append(_KINDS[found.lastgroup or "string"](found.group()))
        end = found.end()
    parts.append(code[end:])
    return fragment(parts)


def _lexed(code: str, lexer: Lexer) -> Html:
    parts: list[Html | str] = []
    last: Element | None = None
    pending = ""
    for kind, text in lexer.get_tokens(code):
        make = None
        while kind is not Token and make is None:
            make = _PYGMENTS.get(kind)
            kind = kind.parent or Token  # noqa: PLW2901 - climbs to the nearest kind that has a colour
        if make is not last:
            parts.append(last(pending) if last else pending)
            last, pending = make, ""
        # Neighbours of one colour (a quotation mark, the text, a quotation mark) are one element.
        pending += text
    parts.append(last(pending) if last else pending)
    return fragment(parts)
