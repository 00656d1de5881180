r"""What may stand in a sample: JSON text, URLs, header names and values that show all they hold.

Samples are pasted into terminals, so a character that cannot be seen must not be in one. Where a format has an escape
of its own (JSON's `\u`, a URL's percent sign) the meaning stays; elsewhere the escape is what is sent, and is seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from apiref_nb.text.invisible_characters import visible, visible_line
from apiref_nb.text.json_numbers import AuthoredFloat, AuthoredInteger, json_dumps
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.limits import LIMITS
from apiref_nb.text.numbers import is_writable

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_MEDIA_TYPE = re.compile(
    r"[\w!#$&^.+-]+/[\w!#$&^.+*:-]+(\s*;\s*[\w!#$&^.+-]+=(\"[\w !#$&^.+/:;=-]*\"|[\w!#$&^.+/:-]+))*", re.ASCII
)
_PREFIX = re.compile(r"(?:/(?!/)|\{[\w{}.-]+\}|[A-Za-z0-9][\w.-]*(?::\d{1,5})?(?=/|\Z))[^\s\\@?#]*")
_SURROGATE = re.compile("[\ud800-\udfff]")


def plain(value: JsonValue, depth: int = 0) -> JsonValue:
    """Return a value as JSON data that every writer can write: no NaN, no lone surrogate, text keys only.

    Numbers keep the literal that their author wrote; see `json_numbers`.

    Args:
        value: whatever was read or computed; a value that no JSON writer knows becomes its text, and a number that is
            not finite or is too large becomes None.
        depth: how many containers stand around the value; beyond `LIMITS.max_depth` it becomes None.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, int):
        if isinstance(value, AuthoredInteger):
            return value
        return int(value) if is_writable(value) else None
    if isinstance(value, float):
        if isinstance(value, AuthoredFloat):
            return value
        return float(value) if is_writable(value) else None
    if depth >= LIMITS.max_depth:
        return None
    if isinstance(value, dict | Mapping):
        return {
            key if type(key) is str and key.isascii() else plain(str(key)):
            child if type(child) is str and child.isascii() else plain(child, depth + 1)
            for key, child in value.items()
        }  # fmt: skip
    if isinstance(value, list | tuple):
        return [child if type(child) is str and child.isascii() else plain(child, depth + 1) for child in value]
    return _SURROGATE.sub("\ufffd", str(value))


def json_text(value: JsonValue, *, indent: int | None = 2) -> str:
    """Return plain data as JSON text in which every character can be seen.

    Args:
        value: the data; it goes through `plain` first.
        indent: blanks for each level; None writes everything on one line.
    """
    return plain_json_text(plain(value), indent=indent)


def plain_json_text(value: JsonValue, *, indent: int | None = 2) -> str:
    """Return data that has been through `plain` as JSON text; see `json_text`."""
    separators = (",", ": ") if indent else (", ", ": ")
    text = json_dumps(value, indent=indent, separators=separators)
    return text if text.isascii() and "\x7f" not in text else escaped_json(text)


def escaped_json(text: str) -> str:
    r"""Return JSON text with each unseen character as a `\u` escape: the same data, all of it visible."""
    if visible(text) == text:
        return text
    return "".join(c if visible(c) == c else json.dumps(c)[1:-1] for c in text.replace("\r\n", "\n"))


def shown_text(text: str) -> str:
    """Return a body that is not JSON as it can be pasted: unseen characters as escapes, tabs as spaces."""
    return visible(text).replace("\t", "    ")


def header_value(text: str) -> str:
    """Return a header's value on one line, without white space around it."""
    return visible_line(text).strip(" ")


def is_token(name: str) -> bool:
    """Return True when a name may be the name of a header, a cookie or a method (RFC 9110, section 5.6.2)."""
    return _TOKEN.fullmatch(name) is not None


def media_type_text(text: str) -> str:
    """Return a media type as written when it is one, else an empty string."""
    return text if _MEDIA_TYPE.fullmatch(text) else ""


def base_address(text: str) -> str:
    """Return an http or https address without credentials and trailing slash; empty for anything else."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return ""
    if not good or "\\" in text:
        return ""
    return address(text).rstrip("/")


def block_prefix(text: str) -> str:
    """Return what an author puts before the path of a block, as it may stand in a command.

    Besides an http or https address that is a path (`/api/v3`), a variable of the reader's tool (`{{baseUrl}}`) or a
    host alone; anything else, such as another scheme or a leading `-`, would make curl do something else, and is empty.
    """
    text = text.strip()
    if "://" in text or not _PREFIX.fullmatch(text):
        return base_address(text)
    return address(text).rstrip("/")


def before_path(base_url: str, path: str) -> str:
    """Return what stands before a path: the base without its last slash, with one where the path brings none.

    Without it `pets` behind `https://api.example.com` would name another host, and a credential would go there.

    Args:
        base_url: an address, a path or a variable of the reader's tool; empty gives nothing.
        path: as written; a query or fragment alone follows the base as it is.
    """
    base = base_url.rstrip("/")
    return f"{base}/" if base and path and path[0] not in "/?#" else base


def percent(text: str, safe: str = "") -> str:
    """Return text percent-encoded; letters, digits and `-._~` stay, and so does what is `safe`.

    Args:
        text: what is to be encoded, as UTF-8; half of a surrogate pair becomes U+FFFD.
        safe: further characters that stay as they are, in no order.
    """
    return quote(text if text.isascii() else _SURROGATE.sub("\ufffd", text), safe=f"-._~{safe}")


def address(text: str) -> str:
    """Return an address as written, with blanks and unseen characters percent-encoded."""
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    text = _SURROGATE.sub("\ufffd", text)
    return "".join(quote(c, safe="") if c in " \t\n" or visible(c) != c else c for c in text)


def with_query(url: str, query: str) -> str:
    """Return the address with a query added: before a fragment, after a query that is already there.

    Args:
        url: an absolute address or a path, with or without a query and a fragment.
        query: encoded `name=value` pairs joined by `&`, without the question mark; empty adds nothing.
    """
    if not query:
        return url
    before, mark, fragment = url.partition("#")
    joint = "&" if "?" in before else "?"
    return f"{before}{joint}{query}{mark}{fragment}"
