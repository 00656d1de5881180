"""`StandIns`: what stands in a recording where a secret stood: text of the same shape, and the same wherever it stood.

A secret and the place where it was first seen come in; a stand-in goes out, made of the place and the shape alone, so
that no secret can be guessed from it. An answer with a token replays: what the notebook takes out of it and sends back
is what the recording has.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits

from apiref_nb.recordings.limits import LIMITS
from apiref_nb.requests.limits import SECRETS
from apiref_nb.requests.masking import MASK, masker

Masked = Callable[[str], str]
"""Text -> the text with `***` in the places of the credentials that a client holds."""

_HEXADECIMAL = re.compile(r"[0-9a-f-]+|[0-9A-F-]+")
_KEPT = frozenset("-_.:/+=~@ ")
"""Signs that stay where they are, for code takes tokens apart at them."""
_OTHER = "!"


class StandIns:
    """The secrets that a recording met, and what stands for each. Nothing of it shows a secret.

    Args:
        known: stand-ins that the recording holds already; one of them is no secret.
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        held: dict[str, str] = {}
        self.known = set(known)
        """Every stand-in that was made."""

        # A closure, so that nothing that prints attributes finds a secret.
        self._held: Callable[[], dict[str, str]] = lambda: held
        self._masker: Masked | None = None
        self.count = 0
        """How many secrets were met: what was written before may hold one that is known only now."""

    def of(self, secret: str, place: str) -> str:
        """Return what stands for a secret; one that stands for another stays as it is.

        Args:
            secret: the plain text.
            place: where it was seen, such as `POST /login body.token`.
        """
        if secret in self.known or not secret:
            return secret
        known = self._held().get(secret)
        if known is not None:
            return known
        tried = (shaped(secret, f"{place} {number}") for number in range(LIMITS.max_attempts))
        stand_in = next((one for one in tried if one not in self.known and one != secret), MASK)
        self._held()[secret] = stand_in
        self.known.add(stand_in)
        self._masker = None
        self.count += 1
        return stand_in

    def clean(self, text: str, masked: Masked, place: str, *, name: bool = False) -> str:
        """Return a text without the secrets that are known, each replaced by its stand-in or, in part, by `***`.

        Args:
            text: any text, such as a header's value or a member of a body.
            masked: takes out the credentials of the client.
            place: where it stands.
            name: whether it is the name of a member, which is no secret where it is a word.
        """
        if not text or text in self.known:
            return text
        whole = self._held().get(text)
        if whole is not None and (not name or _stands_out(text)):
            return whole
        if masked(text) == MASK != text:
            return self.of(text, place)
        for secret in self._secrets():
            if secret in text:
                text = text.replace(secret, self._held()[secret])
        return self.masked(masked(text))

    def stands_in(self, text: str) -> bool:
        """Return True where a secret that was met stands in a text as it is, a short one as a word of its own too."""
        return any(secret in text for secret in self._held())

    def masked(self, text: str) -> str:
        """Return a text with `***` in the places of the secrets that were met, in every form that can be derived."""
        if self._masker is None:
            self._masker = masker(self._secrets())
        return self._masker(text)

    def _secrets(self) -> list[str]:
        return sorted(filter(_stands_out, self._held()), key=len, reverse=True)

    def __repr__(self) -> str:
        return f"StandIns({self.count})"


def _stands_out(secret: str) -> bool:
    """True for a secret that is looked for within other text; "password", where somebody chose it, stands in much."""
    mixed = any(c.isdigit() for c in secret) and any(c.isalpha() for c in secret)
    numeric = secret.isascii() and secret.isdigit() and len(secret) >= LIMITS.min_secret_digits
    return (
        numeric
        or len(secret) >= LIMITS.min_secret_characters
        or (len(secret) >= SECRETS.min_masked_characters and mixed)
    )


def shaped(secret: str, seed: str) -> str:
    """Return text of the same length and kinds of characters; what stands there depends on the seed alone.

    Args:
        secret: gives the shape. A JSON Web Token becomes a valid one that says nothing.
        seed: where it stands.
    """
    parts = secret.split(".")
    chosen = _chosen(seed)
    if len(parts) == 3 and _is_json_object(parts[0]):
        return f"{_TOKEN_HEAD}.{_TOKEN_CLAIMS}.{_same_shape(parts[2], chosen)}"
    return _same_shape(secret, chosen)


def _same_shape(secret: str, chosen: Iterator[int]) -> str:
    narrow = len(secret) >= 8 and _HEXADECIMAL.fullmatch(secret) is not None
    lower, upper = ("abcdef", "ABCDEF") if narrow else (ascii_lowercase, ascii_uppercase)
    made = []
    for place, character in enumerate(secret):
        kinds = digits[1:] if not place else digits
        if character.isascii() and character.isdigit():
            letters = kinds
        elif character.isupper():
            letters = upper
        elif character.isalpha():
            letters = lower
        else:
            made.append(character if character in _KEPT else _OTHER)
            continue
        made.append(letters[next(chosen) % len(letters)])
    return "".join(made)


def _chosen(seed: str) -> Iterator[int]:
    """Numbers that look like chance and are the same for the same seed."""
    block = hashlib.sha256(seed.encode("utf-8", "replace")).digest()
    while True:
        yield from block
        block = hashlib.sha256(block).digest()


def _is_json_object(part: str) -> bool:
    try:
        return isinstance(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))), dict)
    except (ValueError, binascii.Error, RecursionError):
        return False


def _token_part(said: dict[str, str]) -> str:
    return base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")


_TOKEN_HEAD = _token_part({"alg": "none", "typ": "JWT"})
_TOKEN_CLAIMS = _token_part({"sub": "stand-in"})
