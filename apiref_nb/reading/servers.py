"""The addresses at which an API answers: servers of OpenAPI 3, and how any server's address is resolved.

Nothing here is contacted; `resolved` is what samples and clients may put before a path.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from apiref_nb.model import Server, ServerVariable
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.values import entries, listing, text, texts
from apiref_nb.text.pointer import join

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_UNUSABLE = re.compile(r"[\x00-\x20\x7f\\{}<>\"^`|\u0080-\u00a0\u2000-\u200f\u2028-\u202f\u2066-\u2069\ufeff]")


def servers(reader: Reader, part: Part) -> tuple[Server, ...] | None:
    """Return the servers of a document, path or operation of OpenAPI 3, None when it declares none.

    Args:
        reader: the document that is being read; takes the problems.
        part: the root of the document, a Path Item or an Operation Object.
    """
    if "servers" not in part.node:
        return None
    found = [
        read_server(reader, server)
        for index, value in enumerate(listing(part.node, "servers"))
        if (server := reader.part(value, f"{part.pointer}/servers/{index}")) and isinstance(server.node.get("url"), str)
    ]
    return tuple(found) or None


def read_server(reader: Reader, part: Part) -> Server:
    """Return one server object.

    Args:
        reader: the document that is being read; takes a problem for each variable that is not declared.
        part: the Server Object.
    """
    url = text(part.node, "url").strip()
    variables = tuple(
        _variable(name, reader.part(value, join(part.pointer, "variables", name)))
        for name, value in entries(part.node, "variables")
    )
    declared = {variable.name for variable in variables}
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if name not in declared:
            reader.note(
                f"{part.pointer}/url", f"the address names {{{name}}}, but no variable of the server declares it"
            )
    return Server(
        url=url,
        resolved=resolved(url, reader.base_uri, variables),
        name=text(part.node, "name"),
        description=text(part.node, "description"),
        variables=variables,
    )


def _variable(name: str, part: Part | None) -> ServerVariable:
    if part is None:
        return ServerVariable(name=name)
    allowed = texts(part.node, "enum")
    return ServerVariable(
        name=name,
        default=text(part.node, "default") or (allowed[0] if allowed else ""),
        enum=allowed,
        description=text(part.node, "description"),
    )


def default_servers(reader: Reader) -> tuple[Server, ...]:
    """Return what holds when a document declares no server: the host that the document came from, if any."""
    address = resolved("/", reader.base_uri, ())
    return (Server(url="/", resolved=address),) if address else ()


def address_of_api(url: str, servers: tuple[Server, ...]) -> str:
    """Return an address of the API itself, such as where tokens are given out, joined to that of its first server.

    As it was written when it is no relative one, or when nothing usable results.

    Source: OpenAPI 3.0.4, "Relative References in URLs"; OpenAPI 3.1.1, "Relative References in API URLs"

    Args:
        url: the address as the document writes it; empty when it gives none.
        servers: those of the whole document; the first one's address is the base.
    """
    base = servers[0].resolved if servers else ""
    try:
        if not url or not base or urlsplit(url).scheme:
            return url
        joined = urljoin(base, url)
    except ValueError:
        return url
    return joined if resolved(joined, "", ()) else url


def resolved(url: str, base_uri: str, variables: tuple[ServerVariable, ...]) -> str:
    """Return the address with variables replaced by their defaults and joined to the base, without a trailing slash.

    Empty when what results is not an absolute http or https address, is longer than one may be, or when it holds a
    user name or password.

    Args:
        url: the address as written, `{variables}` included.
        base_uri: the address that a relative one is joined to; empty when there is none.
        variables: those that the server declares; one without a default stays in braces.
    """
    defaults = {variable.name: variable.default for variable in variables}
    length = len(url) + sum(len(defaults.get(name, "")) for name in _VARIABLE.findall(url))
    if length > LIMITS.max_url_characters:
        return ""
    filled = _VARIABLE.sub(lambda match: defaults.get(match[1]) or match[0], url)
    try:
        joined = urljoin(base_uri, filled)
        parts = urlsplit(joined)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            return ""
        _ = parts.port  # raises when it is no number
    except ValueError:
        return ""
    address = parts._replace(query="", fragment="").geturl()
    return "" if _UNUSABLE.search(address) else address.rstrip("/")
