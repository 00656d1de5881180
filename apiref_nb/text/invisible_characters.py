r"""`visible`: document text made safe to show anywhere: a page, a terminal, an exception, a file name in a message.

Characters that cannot be seen but change what is seen (escape codes, bidirectional overrides, zero-width marks) are
written out as `\u202e`-like escapes. Every output format calls it; none needs to know which characters are meant.
`readable` comes before it where the text is a description.
"""

from __future__ import annotations

import re

# C0 but tab and line feed, DEL, C1, soft hyphen, zero-width and bidirectional controls, invisible operators, fillers,
# line and paragraph separator, interlinear and tag characters, byte order mark, lone surrogates, non-characters.
_UNSEEN = re.compile(
    "(?<![^\x00-\x7f])[\u200c\u200d]"  # joiners are part of Persian, Indic and emoji spelling, after such a character
    "|[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
# Where a word may break, which way a sign leans, where a line ends: right in running text, and of no use to a deceiver
# once they are gone. Tabulators and line feeds are blanks there anyway.
_OF_PROSE = dict.fromkeys(map(ord, "\xad\u061c\u200b\u200e\u200f\u2060\ufeff"), "") | dict.fromkeys(
    map(ord, "\x85\u2028\u2029"), " "
)
_LINE_BREAK = re.compile(r"\r\n?")


def visible(text: str) -> str:
    """Return the text with every unseen character written as an escape; tab and line feed stay, CR becomes LF."""
    if text.isascii() and (text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()):
        return text
    if "\r" in text:
        text = _LINE_BREAK.sub("\n", text)
    return _UNSEEN.sub(lambda found: escape(found[0]), text)


def visible_line(text: str) -> str:
    """Return the text on one line: like `visible`, with tab and line feed written as escapes too."""
    return visible(text).replace("\t", "\\t").replace("\n", "\\n")


def readable(text: str) -> str:
    """Return an author's words without what only a typesetter needs: `co\u00adoperate` reads `cooperate`.

    Soft hyphens, zero-width spaces, joiners of words and directional marks are left out; U+0085, U+2028 and U+2029
    become a blank. For descriptions only, and before `visible`: in names and code each character counts.
    """
    return text if text.isascii() else text.translate(_OF_PROSE)


def escape(character: str) -> str:
    """Return the escape that stands for a character, such as that of U+202E."""
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
