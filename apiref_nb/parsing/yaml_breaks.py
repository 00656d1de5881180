"""Characters that YAML 1.1 took for line breaks and YAML 1.2 does not: U+0085, U+2028 and U+2029.

The parsers of PyYAML are of YAML 1.1. `yaml_text` gives them a text in which private-use characters stand for these
three, one for one, so that lines and columns stay true, and puts the characters back into what comes out.

Source: YAML 1.2.2, section 5.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from yaml.events import Event, ScalarEvent

_OLD_BREAKS: Final = "\x85\u2028\u2029"
_PRIVATE_USE: Final = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


def stand_ins(text: str) -> dict[str, str]:
    """Return what stands for each of the three characters, empty when the text holds none of them.

    A stand-in is a character that the text neither holds nor writes as an escape.
    """
    if not any(char in text for char in _OLD_BREAKS):
        return {}
    taken = {ord(char) for char in set(text)}
    taken.update(int(short or long, 16) for short, long in _ESCAPE.findall(text))
    free = islice((code for code in chain(*_PRIVATE_USE) if code not in taken), len(_OLD_BREAKS))
    return {char: chr(code) for char, code in zip(_OLD_BREAKS, free, strict=False)}


def stood_in(text: str, given: dict[str, str]) -> str:
    """Return the text with the stand-ins in it.

    Args:
        text: the whole document.
        given: what `stand_ins` returned for it.
    """
    for char, stand_in in given.items():
        text = text.replace(char, stand_in)
    return text


def put_back(events: Iterator[Event], given: dict[str, str]) -> Iterator[Event]:
    """Yield the events of a text with stand-ins, its own characters back in scalars; anchors hold letters only.

    Args:
        events: those of the text that `stood_in` returned.
        given: what `stand_ins` returned; character of the text -> its stand-in.
    """
    table = str.maketrans({stand_in: char for char, stand_in in given.items()})
    for event in events:
        if isinstance(event, ScalarEvent):
            event.value = event.value.translate(table)
        yield event
