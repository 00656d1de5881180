"""`Places`: where the secrets of a request and its answer stand: by the scheme table, by what the document declares.

A document, a plan and the names that credentials were placed at come in; sets of names, and schemas, go out. Called by
`cleaning`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from apiref_nb.model import Api, Schema
from apiref_nb.recordings.json_strings import Path
from apiref_nb.recordings.limits import LIMITS
from apiref_nb.requests.bodies import JsonBody
from apiref_nb.requests.limits import SECRETS
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.security import security_plan
from apiref_nb.requests.sensitive import hides_value, is_sensitive
from apiref_nb.requests.typed_text import element_of, member_schemas
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue

_ALWAYS = frozenset({"authorization", "proxy-authorization", "cookie", "set-cookie", "authentication-info"})
"""Headers that hold credentials by the standard that defines them (RFC 9110, RFC 6265)."""


_TOLD = frozenset({"token_type", "scope", "expires_in", "error", "error_description", "error_uri", "grant_type"})
"""What an answer of an OAuth 2.0 server, and the form that asks for it, say openly (RFC 6749); all else is secret."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the secrets of one exchange stand."""

    headers: frozenset[str] = frozenset()
    """Names of headers in lower case whose value is a credential."""
    query: frozenset[str] = frozenset()
    """Names of the query, decoded, whose value is a credential."""
    cookies: frozenset[str] = frozenset()
    """Names of cookies whose value is a credential."""
    sensitive: frozenset[str] = frozenset()
    """Names of headers, query and cookies whose value the document, or its name, says not to show."""
    path: tuple[str, ...] = ()
    """Values of the path that are not to be shown, decoded."""
    request: Schema | None = None
    """What the body of the request is declared as."""
    response: Schema | None = None
    """What the body of the answer is declared as."""
    token: bool = False
    """True where a token is asked for: then every value is secret that is not told openly."""
    login: bool = False
    """True where the request holds a password or the like: then an answer of one word is secret."""

    def hides(self, name: str) -> bool:
        """True for a header or a name of the query whose value gets a stand-in."""
        return name in self.sensitive or is_sensitive(name)

    def secret_paths(self, value: JsonValue, *, answer: bool) -> set[Path]:
        """Return where the secrets of a body stand.

        Args:
            value: the body as JSON data.
            answer: whether it is the body of the answer.
        """
        if self.token:
            return {path for path in _leaves(value, ()) if not path or path[0] not in _TOLD}
        if answer and self.login and isinstance(value, str):
            return {()} if is_word(value) else set()
        return set(_secret_paths(value, self.response if answer else self.request, (), 0))


def is_word(text: str) -> bool:
    """Return True for text that may be a token: long enough, without a blank."""
    return len(text) >= SECRETS.min_masked_characters and not any(character.isspace() for character in text)


def places_of(api: Api, plan: RequestPlan, placed: Iterable[tuple[str, str]], request: Schema | None) -> Places:
    """Return where the secrets of a call stand.

    Args:
        api: the document; what its security schemes name is a credential in every request.
        plan: the request without credentials.
        placed: (location, name) of the credentials that this request carries.
        request: what its body is declared as.
    """
    schemes = [security_plan(scheme) for scheme in api.security_schemes]
    all_places = {*placed, *((one.location, one.name) for one in schemes)}
    hidden = (p for p in plan.parameters if p.parameter.location == "path" and hides_value(p.parameter))
    return Places(
        headers=_ALWAYS | {name.lower() for location, name in all_places if location == "header"},
        query=frozenset(name for location, name in all_places if location == "query"),
        cookies=frozenset(name for location, name in all_places if location == "cookie"),
        sensitive=plan.sensitive,
        path=tuple(str(planned.value) for planned in hidden),
        request=request,
        login=bool(plan.sensitive) or _has_secret(plan, request),
    )


def _has_secret(plan: RequestPlan, request: Schema | None) -> bool:
    return isinstance(plan.body, JsonBody) and any(True for _ in _secret_paths(plan.body.value, request, (), 0))


def _leaves(value: JsonValue, path: Path) -> Iterator[Path]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _leaves(item, (*path, name))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _leaves(item, (*path, at))
    else:
        yield path


def _secret_paths(value: JsonValue, schema: Schema | None, path: Path, depth: int) -> Iterator[Path]:
    """Members that the schema calls a password or write-only, and those that are named as secrets are."""
    if depth > LIMITS.max_depth:
        return
    if isinstance(value, list):
        items = element_of(schema)
        for at, item in enumerate(value):
            yield from _secret_paths(item, items, (*path, at), depth + 1)
    elif isinstance(value, Mapping):
        declared = member_schemas(schema)
        for name, item in value.items():
            below = declared.get(name)
            plain = isinstance(item, str | int | float) and not isinstance(item, bool)
            if plain and (is_sensitive(name) or _is_secret(below)):
                yield (*path, name)
            else:
                yield from _secret_paths(item, below, (*path, name), depth + 1)
    elif isinstance(value, str) and _is_secret(schema):
        yield path


def _is_secret(schema: Schema | None) -> bool:
    if schema is None:
        return False
    whole = merged(schema)
    return whole.text("format") == "password" or whole.get("writeOnly") is True
