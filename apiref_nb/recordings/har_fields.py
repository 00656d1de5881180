"""`Fields`: the members of one object of a HAR file, each of the kind that it must be, or an error with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apiref_nb.errors import RecordingError
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_whole
from apiref_nb.text.quoting import short


@dataclass(frozen=True, slots=True)
class Fields:
    """One object of a recording.

    Args:
        name: of the file, as errors call it.
        place: JSON pointer of the object.
        value: what stands there.
    """

    name: str
    place: str
    value: object

    def __post_init__(self) -> None:
        if not isinstance(self.value, Mapping):
            raise self._wrong(self.place, "must be an object", self.value)

    def get(self, key: str) -> Any:  # noqa: ANN401 - a JSON value
        """Return a member of any kind; None when it is not there."""
        return self.value.get(key) if isinstance(self.value, Mapping) else None

    def mapping(self, key: str, *, optional: bool = False) -> Fields:
        """Return the members of an object.

        Args:
            key: its name.
            optional: whether it may be missing; then it has no members.

        Raises:
            RecordingError: it is something else.
        """
        found = self.get(key)
        return Fields(self.name, f"{self.place}/{key}", {} if found is None and optional else found)

    def below(self, place: str, value: object) -> Fields:
        """Return the members of an object that stands below this one.

        Args:
            place: pointer from here to it, without its first slash.
            value: what stands there.

        Raises:
            RecordingError: it is no object.
        """
        return Fields(self.name, f"{self.place}/{place}", value)

    def sequence(self, key: str, *, optional: bool = False) -> Sequence[Any]:
        """Return the items of a list.

        Args:
            key: its name.
            optional: whether it may be missing; then it has no items.

        Raises:
            RecordingError: it is something else.
        """
        found: list[Any] = self._of(key, list, "must be a list", optional=optional)
        return found

    def text(self, key: str, *, optional: bool = False) -> str:
        """Return text.

        Args:
            key: its name.
            optional: whether it may be missing; then it is empty.

        Raises:
            RecordingError: it is something else.
        """
        found: str = self._of(key, str, "must be text", optional=optional)
        return found

    def _of(self, key: str, kind: type, words: str, *, optional: bool) -> Any:  # noqa: ANN401 - one of that kind
        found = self.get(key)
        if found is None and optional:
            return kind()
        if not isinstance(found, kind):
            raise self.fault(key, words)
        return found

    def status(self, key: str) -> int:
        """Return a status code."""
        found = self.get(key)
        if not is_whole(found, 100, 999):
            raise self.fault(key, "must be a status code")
        return found

    def fault(self, key: str, words: str) -> RecordingError:
        """Return the error that says what is wrong with a member.

        Args:
            key: its name.
            words: what is allowed.
        """
        return self._wrong(f"{self.place}/{key}", words, self.get(key))

    def _wrong(self, place: str, words: str, found: object) -> RecordingError:
        got = "nothing" if found is None else short(found)
        return RecordingError(f"{self.name}: {visible_line(place) or '/'}: {words} (got {got})")
