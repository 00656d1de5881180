"""JSON that a server sent, as a Python value: whatever is wrong with it is one exception with a phrase.

Deep nesting, numbers of thousands of digits, bytes that are no text: each ends here. A value that is deeper than
anything can walk is a value all the same; `is_deep` tells it from others before somebody tries.
"""

from __future__ import annotations

import json
from decimal import Decimal

from apiref_nb.model.collector import collection_paused
from apiref_nb.text.json_value import ConstantError, JsonValue, refused_constant
from apiref_nb.transport.limits import LIMITS


class JsonError(Exception):
    """Bytes are no JSON value that can be read; the message is a phrase that says why."""


class JsonTooDeepError(JsonError):
    """They are nested deeper than Python reads."""


def json_value(body: bytes, *, strict: bool = False, decimals: bool = False) -> JsonValue:
    """Return the value of a JSON text in UTF-8, UTF-16 or UTF-32.

    Args:
        body: the bytes.
        strict: refuse NaN and Infinity, which are no JSON.
        decimals: read numbers with a point as `Decimal`, as exactly as they are written.

    Raises:
        JsonError: it is none, or holds a number of more digits than Python reads.
        JsonTooDeepError: it is nested too deep.
    """
    try:
        with collection_paused():
            # `None` stands for Python's own reading; where all are, that is done fastest.
            read_float, read_constant = Decimal if decimals else None, refused_constant if strict else None
            return json.loads(body, parse_float=read_float, parse_constant=read_constant)
    except RecursionError:
        raise JsonTooDeepError("nested too deep") from None
    except json.JSONDecodeError as exc:
        raise JsonError(str(exc)) from None
    except UnicodeDecodeError as exc:
        raise JsonError(f"byte {exc.start:,} is no {exc.encoding.upper()}") from None
    except ConstantError as exc:
        raise JsonError(str(exc)) from None
    except ValueError:
        raise JsonError("a number in it has too many digits") from None


def is_deep(value: object) -> bool:
    """Return True for a value of more than 200 levels; level by level, so that depth costs no stack."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(LIMITS.max_json_levels):
        if not level:
            return False
        level = [
            child
            for container in level
            for child in (container.values() if isinstance(container, dict) else container)
            if isinstance(child, dict | list)
        ]
    return bool(level)
