"""The words that a server has for an error: RFC 9457 problems, and the shapes that most frameworks send.

The JSON body of an answer comes in; one line of text goes out. Called by `reply`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from apiref_nb.client.limits import REPLIES
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import shortened

_NAMES = ("title", "detail", "error", "error_description", "message", "msg", "reason")


def problem_words(body: JsonValue) -> str:
    """Return what the body says went wrong, empty when it has no words for it.

    Args:
        body: a JSON value.
    """
    words = "; ".join(list(dict.fromkeys(_said(body, 0)))[: REPLIES.max_problem_words])
    return shortened(words, REPLIES.max_problem_characters)


def _said(value: JsonValue, depth: int) -> Iterator[str]:
    if isinstance(value, list) and depth < REPLIES.max_problem_words:
        for item in value[: REPLIES.max_problem_words]:
            yield from _said(item, depth + 1)
    if not isinstance(value, Mapping):
        return
    for name in _NAMES:
        said = value.get(name)
        if isinstance(said, str) and said.strip():
            yield said.strip()
        elif isinstance(said, Mapping | list) and depth < REPLIES.max_problem_words:
            yield from _said(said, depth + 1)
    if depth == 0:
        yield from _said(value.get("errors"), 1)
