"""What the client holds and nobody may see: tokens, keys and passwords, each in an object that shows itself as `***`.

`Client` wraps what it is given before anything else happens; the plain text comes out again in `exchange`, for the time
of one request. So neither a repr, nor `vars`, nor a traceback that prints local variables has anything to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from apiref_nb.errors import ShapeError
from apiref_nb.requests.limits import SECRETS
from apiref_nb.requests.masking import MASK, masker
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.text.escaping import is_token

_NO_USERNAME = ("username", "is required with a password")
_NO_CLIENT_ID = ("client_id", "is required with a client_secret")
_OF_THE_TRANSPORT = frozenset({"host", "content-length", "transfer-encoding", "connection", "cookie"})


class Secret(Unpickled):
    """One piece of text that is never shown: `reveal()` is the only way to it, and pickling is refused."""

    _unpickled = "credentials are not pickled; make a new Client where it is needed"

    __slots__ = ("_reveal",)

    def __init__(self, text: str) -> None:
        def revealed() -> str:
            return text

        # A closure, so that `vars` and debuggers that print attributes find no text.
        self._reveal = revealed

    @classmethod
    def later(cls, say: Callable[[], str]) -> Secret:
        """Return a secret whose text is known only when it is sent.

        Args:
            say: gives the text.
        """
        made = cls("")
        made._reveal = say
        return made

    def reveal(self) -> str:
        """Return the text."""
        return self._reveal()

    def __repr__(self) -> str:
        return MASK


@dataclass(frozen=True, slots=True)
class Obtained:
    """A token that an OAuth 2.0 server gave."""

    token: Secret
    """The access token."""
    until: float
    """Until when it is used, on the client's clock; infinite when the server says no time."""
    refresh: Secret | None = None
    """What a new one is asked for with."""
    flow: str = ""
    """The flow of OAuth 2.0 that it comes from, such as `password`."""


class Credentials(Unpickled):
    """What a client holds to prove who is calling, and the headers and cookies that it was given.

    Args:
        token: bearer token, for `http` bearer, OAuth 2.0 and OpenID Connect; or a mapping of scheme name to token.
        api_key: API key; or a mapping of scheme name to key, as the document names its schemes.
        username: name for HTTP Basic and Digest, and for the password flow of OAuth 2.0.
        password: password that goes with it.
        client_id: for OAuth 2.0: what the authorization server calls this client.
        client_secret: what proves it.
        scopes: what OAuth 2.0 tokens are asked for; None for what an operation needs.
        token_url: where tokens are asked for in place of the document's address.
        headers: mapping of header name to text, sent with every request to the client's own origin.
        cookies: mapping of cookie name to text, sent likewise.
    """

    _unpickled = "credentials are not pickled; make a new Client where it is needed"

    __slots__ = (
        "_fault", "_kept", "_masker", "api_keys", "certificate", "client_id", "client_secret", "cookies", "headers",
        "obtained", "password", "scopes", "token_url", "tokens", "username",
    )  # fmt: skip

    def __init__(
        self,
        *,
        token: object = None,
        api_key: object = None,
        username: object = None,
        password: object = None,
        client_id: object = None,
        client_secret: object = None,
        scopes: object = None,
        token_url: str | None = None,
        headers: object = None,
        cookies: object = None,
    ) -> None:
        # The faults are raised by `checked`, from a frame in which no plain text is left.
        faults: list[tuple[str, str]] = []
        self.tokens = _wrapped("token", token, faults)
        self.api_keys = _wrapped("api_key", api_key, faults)
        self.username = _wrapped("username", username, faults, plain=True).get("")
        self.password = _wrapped("password", password, faults, plain=True, multilingual=True).get("")
        self.client_id = _wrapped("client_id", client_id, faults, plain=True).get("")
        self.client_secret = _wrapped("client_secret", client_secret, faults, plain=True).get("")
        self.headers = _named("headers", headers, faults)
        self.cookies = _named("cookies", cookies, faults)
        self.scopes = _scopes(scopes, faults)
        self.token_url = token_url
        self.certificate = False
        """True when connections prove the client by a certificate."""
        self.obtained: dict[str, Obtained] = {}
        self._kept: tuple[Secret, ...] = ()
        """Scheme name to what its server gave; it grows while the client is used."""
        if self.username is None and self.password is not None:
            faults.append(_NO_USERNAME)
        if self.client_id is None and self.client_secret is not None:
            faults.append(_NO_CLIENT_ID)
        self._fault = faults[0] if faults else None
        self._masker: Callable[[str], str] | None = None

    def checked(self) -> Credentials:
        """Return these credentials.

        Raises:
            ShapeError: one of them is not text that can travel in a header; the message names the argument only.
        """
        if self._fault is not None:
            raise ShapeError(*self._fault)
        return self

    def token(self, scheme: str) -> Secret | None:
        """Return the bearer token for a scheme, or None."""
        return self.tokens.get(scheme) or self.tokens.get("")

    def api_key(self, scheme: str) -> Secret | None:
        """Return the API key for a scheme, or None."""
        return self.api_keys.get(scheme) or self.api_keys.get("")

    def basic(self) -> tuple[Secret, Secret] | None:
        """Return user name and password, or None."""
        return (self.username, self.password or Secret("")) if self.username else None

    def over(self, others: Credentials) -> Credentials:
        """Return these credentials, and of the others what these do not replace."""
        joined = Credentials()
        # One that is for every scheme replaces those of single schemes too.
        joined.tokens = self.tokens if "" in self.tokens else {**others.tokens, **self.tokens}
        joined.api_keys = self.api_keys if "" in self.api_keys else {**others.api_keys, **self.api_keys}
        joined.username = self.username or others.username
        joined.password = self.password if self.username else self.password or others.password
        joined.client_id = self.client_id or others.client_id
        joined.client_secret = self.client_secret if self.client_id else self.client_secret or others.client_secret
        joined.scopes = others.scopes if self.scopes is None else self.scopes
        joined.token_url = self.token_url or others.token_url
        # What a person signed in for is not asked for again; other tokens are, with what is held now.
        joined.obtained = {key: got for key, got in others.obtained.items() if got.flow == "authorizationCode"}
        joined.headers = {**others.headers, **self.headers}
        joined.certificate = others.certificate
        joined.cookies = {**others.cookies, **self.cookies}
        joined._fault = None if self._fault == _NO_USERNAME and joined.username else self._fault
        return joined

    def with_halves(self, others: Credentials) -> Credentials:
        """Return these credentials with the password or secret of others where only the name was given here.

        Args:
            others: what was found for the rest.
        """
        self.password = self.password or others.password
        self.client_secret = self.client_secret or others.client_secret
        self._fault = self._fault or others._fault
        if self._fault in (_NO_USERNAME, _NO_CLIENT_ID) and (self.username or self.client_id):
            self._fault = None
        return self

    def scheme_names(self) -> tuple[tuple[str, str], ...]:
        """Return (argument, scheme name) of everything that was given for one named scheme."""
        tokens = (("token", name) for name in self.tokens if name)
        return (*tokens, *(("api_key", name) for name in self.api_keys if name))

    def names(self) -> tuple[str, ...]:
        """Return the names of the arguments that were given."""
        held = {
            "token": self.tokens, "api_key": self.api_keys, "username": self.username, "password": self.password,
            "client_id": self.client_id, "client_secret": self.client_secret,
            "headers": self.headers, "cookies": self.cookies,
        }  # fmt: skip
        return tuple(name for name, value in held.items() if value)

    def given(self) -> tuple[str, ...]:
        """Return the names of everything that was given, secret or not."""
        plain = {"scopes": self.scopes, "token_url": self.token_url}
        return (*self.names(), *(name for name, value in plain.items() if value is not None))

    def masked(self, text: str) -> str:
        """Return the text with every secret in it replaced by `***` (secrets under 6 characters are left alone).

        A server that sends a request back may spell what it saw in its own way; see `masking`.
        """
        if self._masker is None:
            held = [*self.tokens.values(), *self.api_keys.values(), *self.headers.values(), *self.cookies.values()]
            held += [secret for secret in (self.password, self.client_secret) if secret is not None]
            held += [one for got in self.obtained.values() for one in (got.token, got.refresh) if one is not None]
            held += self._kept
            basic = self.basic()
            # A function, so that nothing that prints attributes finds text.
            self._masker = masker(
                [word for secret in held for word in _said(secret)],
                ":".join(part.reveal() for part in basic) if basic else "",
            )
        return self._masker(text)

    def obtain(self, scheme: str, got: Obtained) -> None:
        """Keep what an OAuth 2.0 server gave, from now on to be masked like everything else.

        Args:
            scheme: name of the security scheme.
            got: the token.
        """
        self.obtained[scheme] = got
        self._masker = None

    def remember(self, texts: Iterable[str]) -> None:
        """Mask what a server has set, such as cookies; of more than a hundred texts the oldest are forgotten.

        Args:
            texts: what is not to be shown from now on.
        """
        new = {text for text in texts if text not in {one.reveal() for one in self._kept}}
        if new:
            self._kept = (*self._kept, *map(Secret, sorted(new)))[-SECRETS.max_remembered :]
            self._masker = None

    def __bool__(self) -> bool:
        return bool(self.names())

    def __repr__(self) -> str:
        return f"Credentials({', '.join(f'{name}={MASK}' for name in self.names())})"


def _wrapped(
    argument: str, given: object, faults: list[tuple[str, str]], *, plain: bool = False, multilingual: bool = False
) -> dict[str, Secret]:
    """Return scheme name (empty for all) to secret, noting what is wrong without saying what was given."""
    if given is None or given == "":
        return {}
    if isinstance(given, Secret):
        return {"": given}
    if isinstance(given, Mapping) and not plain:
        found: dict[str, Secret] = {}
        for name, value in given.items():
            for secret in _wrapped(f"{argument}[{str(name)!r}]", value, faults, plain=True).values():
                found[str(name)] = secret
        return found
    if not isinstance(given, str):
        faults.append((argument, "must be text" if plain else "must be text, or a mapping of scheme name to text"))
        return {}
    if not multilingual and not (given.isprintable() and given.isascii() and given == given.strip()):
        faults.append((argument, "must be printable ASCII without white space at its ends"))
        return {}
    return {"": Secret(given)}


def _said(secret: Secret) -> tuple[str, ...]:
    """A secret, and what follows the name of a scheme in it: of `Bearer abc` also `abc`."""
    whole = secret.reveal()
    scheme, space, rest = whole.partition(" ")
    return (whole, rest) if space and is_token(scheme) else (whole,)


def _named(argument: str, given: object, faults: list[tuple[str, str]]) -> dict[str, Secret]:
    """Return name to secret of a mapping of headers or cookies."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        faults.append((argument, "must be a mapping of name to text"))
        return {}
    found: dict[str, Secret] = {}
    for name, value in given.items():
        if not isinstance(name, str) or not is_token(name):
            faults.append((argument, "must have names that can be sent, such as X-Tenant"))
        elif argument == "headers" and name.lower() in _OF_THE_TRANSPORT:
            faults.append((argument, f"must not name {name}: it is written when the request is sent"))
        elif argument == "cookies" and isinstance(value, str) and set(value) & set(' ",;\\'):
            faults.append((f"{argument}[{name!r}]", "must hold no blank, quote, comma, semicolon or backslash"))
        else:
            secret = _wrapped(f"{argument}[{name!r}]", value, faults, plain=True).get("")
            if secret is not None:
                found[name] = secret
    return found


def _scopes(given: object, faults: list[tuple[str, str]]) -> tuple[str, ...] | None:
    if given is None:
        return None
    listed = tuple(given.split()) if isinstance(given, str) else given
    if isinstance(listed, Sequence) and all(isinstance(one, str) and one.isprintable() for one in listed):
        return tuple(listed)
    faults.append(("scopes", "must be a list of text, or text with a blank between each"))
    return None
