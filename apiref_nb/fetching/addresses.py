"""The text of a web address, read strictly and written in one spelling.

The text a caller typed, or the Location of a redirect, comes in; a WebAddress goes out, or InvalidAddress with the
reason. Called by redirects.py on every hop. What browsers refuse is refused, and so is what they silently mend.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from apiref_nb.fetching.hosts import HostError, parse_host
from apiref_nb.fetching.limits import LIMITS
from apiref_nb.text.numbers import digits_value, is_whole
from apiref_nb.text.quoting import escaped
from apiref_nb.transport.lookup import IPAddress

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_CLEAR_AUTHORITY = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]*://(?:[^\s/?#\\@:\[\]]*|\[[0-9A-Fa-f:.]*\])(?::[0-9]*)?(?:[/?#]|$)"
)
_WELL_KNOWN_SCHEMES = frozenset({"about", "blob", "data", "file", "ftp", "javascript", "mailto", "s3", "ws", "wss"})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_PATH_SAFE = "/:@!$&'()*+,;=%[]~"
_QUERY_SAFE = _PATH_SAFE + "?"
_DOTS = {".": 1, "%2e": 1, "..": 2, ".%2e": 2, "%2e.": 2, "%2e%2e": 2}


class InvalidAddress(ValueError):  # noqa: N818 - it never leaves the room; AddressError does
    """The text is no address that can be fetched; the message is a phrase that says why, without credentials."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An http or https address without credentials and fragment, ready to be asked for."""

    scheme: str
    host: str
    """Lower-case ASCII name, or an IP address without brackets."""
    ip: IPAddress | None
    port: int
    target: str
    """Path and query, percent-encoded, beginning with a slash."""

    @property
    def authority(self) -> str:
        """Host and port as the Host header carries them; the default port is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def text(self) -> str:
        """The one spelling of this address."""
        return f"{self.scheme}://{self.authority}{self.target}"


def parse_address(text: str) -> WebAddress:
    """Return the address that a text stands for.

    Raises:
        InvalidAddress: naming what is wrong and what is allowed.

    Source: URL Standard, section 4.4 "URL parsing"; its validation errors are failures here.
    """
    scheme, rest = _scheme(text)
    _check_characters(text)
    if not rest.startswith("//"):
        raise InvalidAddress(f"two slashes must follow {scheme}:")
    authority, target = _split_authority(rest[2:])
    if "@" in authority:
        raise InvalidAddress("a user name or password in it is not allowed")
    host_text, port = _split_port(authority, scheme)
    try:
        host, ip = parse_host(host_text)
    except HostError as exc:
        raise InvalidAddress(str(exc)) from exc
    return WebAddress(scheme, host, ip, port, _target(target))


def join_address(base: WebAddress, location: str) -> WebAddress:
    """Return the address that a redirect from `base` leads to.

    Args:
        base: the address that answered with the redirect.
        location: the Location header, absolute or relative.

    Raises:
        InvalidAddress: as parse_address.

    Source: RFC 3986, section 5.2.
    """
    _check_characters(location)
    if _SCHEME.match(location):
        return parse_address(location)
    if location.startswith("//"):
        return parse_address(f"{base.scheme}:{location}")
    origin = f"{base.scheme}://{base.authority}"
    path, mark, query = base.target.partition("?")
    reference = location.partition("#")[0]
    if not reference:
        return parse_address(f"{origin}{path}{mark}{query}")
    if reference.startswith("/"):
        return parse_address(origin + reference)
    if reference.startswith("?"):
        return parse_address(origin + path + reference)
    return parse_address(f"{origin}{path.rpartition('/')[0]}/{reference}")


_DOCUMENT = re.compile(r"\s*(\{|---\s|[\"']?(openapi|swagger)[\"']?\s*:\s)")
"""How the text of a document begins, where an address never does."""


def without_credentials(text: str) -> str:
    """Return an address as it may be shown, also one that does not parse: no user name, no password, no control codes.

    Where it is unclear where credentials end, more is left out rather than less.
    """
    if "@" in text and not _CLEAR_AUTHORITY.match(text):
        scheme = re.match(r"[A-Za-z][A-Za-z0-9+.\-]*://", text)
        text = (scheme.group() if scheme else "") + text.rpartition("@")[2]
    return shown(text, LIMITS.max_shown_characters if _DOCUMENT.match(text) else LIMITS.max_address_characters)


def shown(text: str, limit_characters: int = LIMITS.max_shown_characters) -> str:
    """Return a text with control and invisible characters written as escapes, cut to a length that can be shown.

    Args:
        text: what the caller or a server wrote.
        limit_characters: how many characters are kept; an ellipsis stands for the rest.
    """
    cut = text if len(text) <= limit_characters else text[:limit_characters] + "…"
    return escaped(cut)


def _scheme(text: str) -> tuple[str, str]:
    if not text:
        raise InvalidAddress("it is empty; it must begin with http:// or https://")
    if _DOCUMENT.match(text):
        advice = "give the document as a mapping, such as json.loads(text) or yaml.safe_load(text)"
        raise InvalidAddress(f"it is the text of a document; {advice}")
    if text != text.strip():
        raise InvalidAddress("a space or line break stands before or after it")
    match = _SCHEME.match(text)
    scheme = match.group(1).lower() if match else ""
    rest = text[match.end() :] if match else ""
    if scheme in _DEFAULT_PORTS:
        return scheme, rest
    # What stands before a colon may be a user name; only what is surely a scheme is repeated.
    known = rest.startswith("//") or scheme in _WELL_KNOWN_SCHEMES
    found = f' (found "{scheme[:20]}:")' if known else "; a file on disk is given as a pathlib.Path"
    raise InvalidAddress(f"it must begin with http:// or https://{found}")


def _check_characters(text: str) -> None:
    if len(text) > LIMITS.max_address_characters:
        raise InvalidAddress(f"it is longer than {LIMITS.max_address_characters} characters (found {len(text)})")
    for place, ch in enumerate(text, start=1):
        code = ord(ch)
        if ch == "\\":
            raise InvalidAddress(f"a backslash is not allowed in it (found at character {place})")
        if ch.isspace() or code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE:
            raise InvalidAddress(
                f"spaces, control characters and broken characters are not allowed in it"
                f" (found U+{code:04X} at character {place})"
            )


def _split_authority(rest: str) -> tuple[str, str]:
    match = re.search(r"[/?#]", rest)
    return (rest, "") if match is None else (rest[: match.start()], rest[match.start() :])


def _split_port(authority: str, scheme: str) -> tuple[str, int]:
    bracket = authority.rfind("]")
    if authority.startswith("[") and bracket < 0:
        return authority, _DEFAULT_PORTS[scheme]  # parse_host says what is wrong
    host, colon, port = authority[bracket + 1 :].partition(":")
    host = authority[: bracket + 1] + host
    if not colon or not port:
        return host, _DEFAULT_PORTS[scheme]
    # The text is not repeated: where a slash stands in a password, the port is the password's beginning.
    number = digits_value(port, most_digits=10)
    if not is_whole(number, 1, 65535):
        raise InvalidAddress("the port must be a number from 1 to 65535")
    return host, number


def _target(text: str) -> str:
    path, mark, query = text.partition("#")[0].partition("?")
    kept: list[str] = []
    segments = path.removeprefix("/").split("/")
    for segment in segments:
        dots = _DOTS.get(segment.lower(), 0)
        if dots == 0:
            kept.append(segment)
        elif dots == 2 and kept:
            kept.pop()
    if _DOTS.get(segments[-1].lower(), 0):
        kept.append("")
    return quote("/" + "/".join(kept), safe=_PATH_SAFE) + mark + quote(query, safe=_QUERY_SAFE)
