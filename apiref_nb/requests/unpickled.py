"""`Unpickled`: what belongs to one client in one process: a copy is the thing itself, and pickling is refused."""

from __future__ import annotations

from typing import ClassVar, NoReturn, Self


class Unpickled:
    """Is neither copied nor pickled."""

    __slots__ = ()

    _unpickled: ClassVar[str]
    """What pickling says."""

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(self._unpickled)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
