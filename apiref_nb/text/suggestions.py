"""Suggestions for a name that does not exist: the similar ones. Called wherever a name of a document is looked up."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.limits import LIMITS
from apiref_nb.text.quoting import short


def did_you_mean(wanted: object, names: Iterable[str] | Mapping[str, str]) -> str:
    """Return `; did you mean a or b?`, empty when no name is similar.

    Args:
        wanted: what was asked for; case makes no difference.
        names: what there is; or a mapping of what may be asked for to what is shown for it.
    """
    shown = names if isinstance(names, Mapping) else {name: name for name in names}
    lowered = {name.lower(): text for name, text in reversed(list(shown.items()))}
    asked = wanted.lower() if isinstance(wanted, str) else ""
    close = (
        [asked]
        if asked in lowered
        else difflib.get_close_matches(asked, lowered, LIMITS.max_suggestions, cutoff=LIMITS.min_similarity)
    )
    texts = [visible_line(text) for text in dict.fromkeys(lowered[name] for name in close)]
    return f"; did you mean {' or '.join(texts)}?" if texts else ""


def asked_for(key: object) -> str:
    """Return a name, or a (method, path) pair as `GET /path`; empty for what can name no operation."""
    parts = key if isinstance(key, tuple) and len(key) == 2 else (key,)
    return " ".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else ""


def no_operation(wanted: object, names: Iterable[str] | Mapping[str, str]) -> str:
    """Return why there is no operation of a name, and which ones are similar; see `did_you_mean`."""
    asked = asked_for(wanted)
    hint = did_you_mean(asked, names)
    return f"no operation {visible_line(short(asked or wanted))}" + (
        hint or "; it is named by its operationId or by `GET /path`"
    )
