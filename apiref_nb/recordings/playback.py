"""`Playback`: which recorded exchange answers a request, in order where several are equal, and why none does."""

from __future__ import annotations

from dataclasses import dataclass

from apiref_nb.recordings.exchanges import Exchange, Sent
from apiref_nb.recordings.har import Recorded
from apiref_nb.recordings.limits import LIMITS
from apiref_nb.recordings.matching import Parts, differences, is_mask, nearest, path_text, request_parts
from apiref_nb.recordings.stand_ins import StandIns


@dataclass(slots=True)
class _Kept:
    """One recorded exchange and what it is found by."""

    exchange: Exchange
    exact: Parts
    loose: Parts
    """Without what stands for secrets."""
    played: bool = False


class Playback:
    """What a recording answers.

    Args:
        recorded: what the file holds.
        name: how errors call the file.
        stand_ins: what stands for secrets in it.
    """

    def __init__(self, recorded: Recorded, name: str, stand_ins: StandIns) -> None:
        self._name = name
        self._stand_ins = stand_ins
        self._kept: dict[object, list[_Kept]] = {}
        for exchange in recorded.exchanges:
            loose = self.parts(exchange.sent)
            kept = _Kept(exchange, request_parts(exchange.sent, is_mask), loose)
            self._kept.setdefault(loose.key, []).append(kept)

    def parts(self, sent: Sent) -> Parts:
        """Return what a request asks for, without what stands for secrets."""
        known = self._stand_ins.known
        return request_parts(sent, lambda text: text in known or is_mask(text))

    def find(self, asked: Sent, *, again: bool) -> Exchange | None:
        """Return the exchange that answers a request, each once and in order; None where there is none.

        Args:
            asked: the request, its secrets replaced.
            again: whether a request that is asked for more often than it was recorded gets the last answer again, as
                when a cell is run twice.
        """
        found = self._kept.get(self.parts(asked).key, [])
        exact = request_parts(asked, is_mask).key
        waiting = [one for one in found if not one.played] or (found[-1:] if again else [])
        same = [one for one in waiting if one.exact.key == exact] or waiting
        if again and not any(one.exact.key == exact for one in waiting):
            same = [one for one in found if one.exact.key == exact][-1:] or same
        if not same:
            return None
        same[0].played = True
        return same[0].exchange

    def no_match(self, asked: Sent) -> str:
        """Return why nothing answers a request: the nearest recorded one, and in what it differs.

        Args:
            asked: the request, its secrets replaced.
        """
        wanted = self.parts(asked)
        words = f"{wanted.method} {path_text(wanted)}: {self._name} has no answer to this request"
        found = nearest(wanted, [one.loose for group in self._kept.values() for one in group])
        if found is None:
            return f"{words}; it holds none at all"
        reasons = differences(wanted, found)
        told, left = "; ".join(reasons[: LIMITS.max_reasons]), len(reasons) - LIMITS.max_reasons
        more = f" and {left} more" if left > 0 else ""
        near = f"the nearest is {found.method} {path_text(found)}, which differs in {told}{more}"
        return f'{words}; {near}; mode="new" records what is missing'
