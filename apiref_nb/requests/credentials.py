"""What the client holds and nobody may see: tokens, keys and passwords, each in an object that shows itself as `***`.

`Client` wraps what it is given before anything else happens; the plain text comes out again in `exchange`, for the time
of one request. So neither a repr, nor `vars`, nor a traceback that prints local variables has anything to show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from apiref_nb.errors import ShapeError
from apiref_nb.requests.masking import MASK, masker

_NO_USERNAME = ("username", "is required with a password")


class Secret:
    """One piece of text that is never shown: `reveal()` is the only way to it, and pickling is refused."""

    __slots__ = ("_reveal",)

    def __init__(self, text: str) -> None:
        def revealed() -> str:
            return text

        # A closure, so that `vars` and debuggers that print attributes find no text.
        self._reveal = revealed

    def reveal(self) -> str:
        """Return the text."""
        return self._reveal()

    def __repr__(self) -> str:
        return MASK

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: object) -> Secret:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("credentials are not pickled; make a new Client where it is needed")


class Credentials:
    """What a client holds to prove who is calling.

    Args:
        token: bearer token, for `http` bearer, OAuth 2.0 and OpenID Connect; or a mapping of scheme name to token.
        api_key: API key; or a mapping of scheme name to key, as the document names its schemes.
        username: name for HTTP Basic.
        password: password for HTTP Basic.
    """

    __slots__ = ("_fault", "_masker", "api_keys", "password", "tokens", "username")

    def __init__(
        self, *, token: object = None, api_key: object = None, username: object = None, password: object = None
    ) -> None:
        # The faults are raised by `checked`, from a frame in which no plain text is left.
        faults: list[tuple[str, str]] = []
        self.tokens = _wrapped("token", token, faults)
        self.api_keys = _wrapped("api_key", api_key, faults)
        self.username = _wrapped("username", username, faults, plain=True).get("")
        self.password = _wrapped("password", password, faults, plain=True, multilingual=True).get("")
        if self.username is None and self.password is not None:
            faults.append(_NO_USERNAME)
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
        joined._fault = None if self._fault == _NO_USERNAME and joined.username else self._fault
        return joined

    def scheme_names(self) -> tuple[tuple[str, str], ...]:
        """Return (argument, scheme name) of everything that was given for one named scheme."""
        tokens = (("token", name) for name in self.tokens if name)
        return (*tokens, *(("api_key", name) for name in self.api_keys if name))

    def names(self) -> tuple[str, ...]:
        """Return the names of the arguments that were given."""
        held = {"token": self.tokens, "api_key": self.api_keys, "username": self.username, "password": self.password}
        return tuple(name for name, value in held.items() if value)

    def masked(self, text: str) -> str:
        """Return the text with every secret in it replaced by `***` (secrets under 6 characters are left alone).

        A server that sends a request back may spell what it saw in its own way; see `masking`.
        """
        if self._masker is None:
            held = [*self.tokens.values(), *self.api_keys.values(), *((self.password,) if self.password else ())]
            basic = self.basic()
            # A function, so that nothing that prints attributes finds text.
            self._masker = masker(
                [secret.reveal() for secret in held], ":".join(part.reveal() for part in basic) if basic else ""
            )
        return self._masker(text)

    def __bool__(self) -> bool:
        return bool(self.names())

    def __repr__(self) -> str:
        return f"Credentials({', '.join(f'{name}={MASK}' for name in self.names())})"

    def __copy__(self) -> Credentials:
        return self

    def __deepcopy__(self, memo: object) -> Credentials:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("credentials are not pickled; make a new Client where it is needed")


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
