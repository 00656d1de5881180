"""`WebParts`: the files of a document at an address, fetched under one deadline and one sum of bytes.

From the document's own origin, unless the caller says `references="any"`; a local file is never read for one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from apiref_nb.errors import SourceError, TooLargeError
from apiref_nb.fetching.fetched import Fetched
from apiref_nb.fetching.together import origin_of
from apiref_nb.load.limits import CONNECTIONS, SetLimits
from apiref_nb.load.part import Part
from apiref_nb.text.invisible_characters import visible_line


class WebParts:
    """The parts of one document that was fetched.

    Args:
        entry: the document itself.
        fetch_part: fetches one part.
        any_origin: whether parts may be elsewhere.
        limits: of all files together.
        had: what was fetched a moment ago, by address; what is fetched here joins it.
    """

    def __init__(
        self,
        entry: Fetched,
        fetch_part: Callable[[str], Fetched],
        *,
        any_origin: bool,
        limits: SetLimits,
        had: dict[str, Fetched | SourceError] | None = None,
    ) -> None:
        self._entry = entry
        self._fetch = fetch_part
        self._any = any_origin
        self._origin = origin_of(entry.final_url)
        self._limits = limits
        self._had: dict[str, Fetched | SourceError] = {} if had is None else had
        self._asked: list[str] = []

    def refuse(self, address: str, meant: str, _: str) -> str:
        """Return why a reference is not followed, empty when it may be; looks at the text alone.

        Args:
            address: as it is written; not used.
            meant: the address that it means.
            _: not used.
        """
        if not meant.startswith(("http://", "https://")):
            scheme = visible_line(meant.partition(":")[0])[:20]
            return f"a document from an address refers to addresses only, not to {scheme}:"
        if not self._any and origin_of(meant) != self._origin:
            return 'it leads to another host; references="any" (in a terminal --any-host) follows it'
        return ""

    def read(self, uris: list[str]) -> list[Part]:
        """Return what the addresses deliver, in the order given.

        Raises:
            TooLargeError: there are more files, or more bytes, than are read.
        """
        if len(self._asked) + len(uris) >= self._limits.files:
            cause = f"it has more than {self._limits.files:,} files, which are the most that are fetched"
            raise TooLargeError(self._entry.given, cause)
        self._asked += uris
        self._bring(uris)
        return [self._part(uri) for uri in uris]

    def listed(self) -> tuple[tuple[str, str], ...] | None:
        """Return (address, digest) of each part; None when one did not come, which may be otherwise in a moment."""
        came = [(uri, self._had[uri]) for uri in self._asked]
        found = [(uri, _digest(one)) for uri, one in came if isinstance(one, Fetched)]
        return tuple(found) if len(found) == len(came) else None

    def hold(self, listed: tuple[tuple[str, str], ...]) -> bool:
        """Return True when all parts come and hold what they held."""
        self._bring([uri for uri, _ in listed])
        came = ((self._had[uri], digest) for uri, digest in listed)
        return all(isinstance(one, Fetched) and _digest(one) == digest for one, digest in came)

    @property
    def read_bytes(self) -> int:
        """The bytes of all parts."""
        return sum(len(one.body) for one in self._had.values() if isinstance(one, Fetched))

    def _bring(self, uris: list[str]) -> None:
        """Fetch what was not asked for yet, several at a time."""
        missing = [uri for uri in uris if uri not in self._had]
        if not missing:
            return
        with ThreadPoolExecutor(min(CONNECTIONS, len(missing)), thread_name_prefix="apiref-nb part") as pool:
            self._had.update(zip(missing, pool.map(self._fetched, missing), strict=True))

    def _fetched(self, uri: str) -> Fetched | SourceError:
        try:
            return self._fetch(uri)
        except SourceError as exc:
            return exc.with_traceback(None)

    def _part(self, uri: str) -> Part:
        came = self._had[uri]
        if isinstance(came, TooLargeError):
            cause = f"its files have more than {self._limits.limit_bytes:,} bytes together, which is the most read"
            raise TooLargeError(self._entry.given, cause)
        if isinstance(came, SourceError):
            return Part(uri, reason=came.cause.rstrip("."))
        return Part(
            came.final_url,
            asked=uri,
            name=came.final_url,
            body=came.body,
            content_type=came.content_type,
            charset=came.charset,
            file_name=came.final_url,
        )


def _digest(came: Fetched) -> str:
    named = "\n".join((came.final_url, came.content_type, came.charset or "", ""))
    return hashlib.sha256(named.encode("utf-8", "surrogatepass") + came.body).hexdigest()
