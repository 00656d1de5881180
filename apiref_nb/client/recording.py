"""`Recording`: what a client sent and was answered, kept in a file, and played back from it without a connection.

A `course` comes in and one goes out: of its requests those that the recording answers are answered there and then, the
others are sent and kept. So waiting and awaited calls, redirects, tokens and retries replay as they were recorded.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from apiref_nb.client.course import Course, Pause, rerouted
from apiref_nb.client.environment import chosen_mode, judges
from apiref_nb.client.limits import REPLIES
from apiref_nb.client.recorded_exchanges import Call, Step, answer_of, sent_of, step_of
from apiref_nb.errors import RecordingError
from apiref_nb.recordings import (
    Exchange,
    Places,
    Playback,
    Recorded,
    RecordingFile,
    Sent,
    StandIns,
    cleaned,
    cleaned_request,
    read_recording,
)
from apiref_nb.requests.credentials import Credentials
from apiref_nb.text.invisible_characters import visible_line

if TYPE_CHECKING:
    from apiref_nb.client.recording_judgement import RecordingJudge


class Recording:
    """A recording that clients share; its repr shows the file and the mode.

    Args:
        path: the HAR file.
        mode: when it answers and when it records, a `Mode`.

    Raises:
        ShapeError: the mode is none of them.
        RecordingError: the file is not there and nothing may be recorded, or it is no whole recording.
    """

    def __init__(self, path: str | os.PathLike[str], mode: str = "once") -> None:
        self.path = Path(path)
        self.mode = chosen_mode(mode)
        self._name = visible_line(str(self.path))
        there = self.path.exists()
        if self.mode == "none" and not there:
            where = visible_line(str(Path.cwd()))
            raise RecordingError(
                f'{self._name}: there is no such recording (looked in {where}); mode="once" records it'
            )
        recorded = read_recording(self.path) if there else Recorded()
        self.replays = self.mode in ("none", "new") or (self.mode == "once" and there)
        """Whether a request may be answered from the file."""
        self.records = self.mode in ("new", "all") or (self.mode == "once" and not there)
        """Whether a request may be sent."""
        self.judges = judges()
        """Whether an answer that no longer fits the document is an error."""
        self._lock = threading.RLock()
        self._stand_ins = StandIns(recorded.stand_ins)
        self._playback = Playback(recorded if self.replays else Recorded(), self._name, self._stand_ins)
        self._before = frozenset(map(_identity, recorded.exchanges)) if self.mode == "all" else frozenset()
        self._own: list[Step] = []
        self._file = RecordingFile(self.path)
        self._judge: RecordingJudge | None = None
        self._cleaned_of: tuple[Credentials | None, object] = (None, None)

    @property
    def arguments(self) -> tuple[tuple[str, str], ...]:
        """(argument, value) with which a client in another process shares the recording."""
        once = "new" if self.records else "none"
        return ("recording", str(self.path.absolute())), ("mode", once if self.mode == "once" else self.mode)

    def course(self, steps: Course, call: Call) -> Course:
        """Return the course of a call that is answered from the recording, or recorded.

        Args:
            steps: the course as it would be without a recording.
            call: what it knows of itself.
        """
        sent: list[Step] = []
        played: Exchange | None = None

        def answered(step: httpx.Request) -> Course:
            nonlocal played
            request = sent_of(step)
            places = call.places(request)
            played = self._played(request, places, call)
            if played is not None:
                return answer_of(played, call.limits)
            answer = yield step
            _add(sent, step_of(request, answer, places, call))
            return answer

        def waits(seconds: float) -> Pause:
            if played is None:  # what is recorded is not waited for
                yield seconds

        answer = yield from rerouted(steps, answered, waits)
        self._end(sent, played, call)
        return answer

    def _played(self, request: Sent, places: Places, call: Call) -> Exchange | None:
        """The exchange that answers a request; None where it is to be sent."""
        if not self.replays:
            return None
        with self._lock:
            asked = cleaned_request(request, places, self._stand_ins, call.credentials.masked)
            found = self._playback.find(asked, again=not self.records)
            if found is None and not self.records:
                raise RecordingError(self._playback.no_match(asked))
            return found

    def _end(self, sent: list[Step], played: Exchange | None, call: Call) -> None:
        """Keep what a call sent, or judge what was played in its place."""
        if sent and played is None:
            sent[-1] = sent[-1].of(call.plan.operation)
        if sent:
            with self._lock:
                self._keep(sent, call)
        if played is not None and self.judges:
            self._hold_to_document(played, call)

    def _keep(self, steps: Sequence[Step], call: Call) -> None:
        earlier, changed = list(self._own), {}
        for step in steps:
            self._own.append(self._cleaned(step, call))
            known = (self._stand_ins.count, len(call.credentials.obtained))
            if self._cleaned_of != (call.credentials, known):
                # What is known only now to be a secret may stand in what was recorded before it was one.
                self._own[:-1] = [self._cleaned(one, call) for one in self._own[:-1]]
                self._cleaned_of = (call.credentials, known)
        for before, after in zip(earlier, self._own, strict=False):
            if before.exchange != after.exchange:
                changed[_identity(before.exchange)] = after.exchange
        fresh = [step.exchange for step in self._own[len(earlier) :]]
        self._file.add(partial(self._added, fresh=fresh, changed=changed))

    def _cleaned(self, step: Step, call: Call) -> Step:
        made = cleaned(step.exchange, step.places, self._stand_ins, call.credentials.masked)
        if made.operation and not made.differs:
            made = replace(made, differs=self._judge_of(call).known(made))
        return Step(made, step.places)

    def _added(self, now: Recorded, *, fresh: list[Exchange], changed: Mapping[object, Exchange]) -> Recorded:
        """What the file holds now, with what was sent; `all` replaces what the file held before it was opened."""
        keys = {self._playback.parts(one.sent).key for one in fresh} if self._before else set()
        kept = [
            changed.get(_identity(one), one)
            for one in now.exchanges
            if _identity(one) not in self._before or self._playback.parts(one.sent).key not in keys
        ]
        return Recorded((*kept, *fresh), now.stand_ins | self._stand_ins.known)

    def _judge_of(self, call: Call) -> RecordingJudge:
        if self._judge is None:
            from apiref_nb.client.recording_judgement import RecordingJudge  # noqa: PLC0415 - costs a mock

            self._judge = RecordingJudge(call.api)
        return self._judge

    def _hold_to_document(self, played: Exchange, call: Call) -> None:
        news = list(self._judge_of(call).news_of(played))
        if news:
            label = visible_line(f"{played.sent.method} {call.plan.operation.path}")
            shown = call.credentials.masked("; ".join(news[: REPLIES.max_reasons]))
            raise RecordingError(f"{label}: {self._name} no longer fits the document: {visible_line(shown)}")

    def __repr__(self) -> str:
        return f"Recording({self._name}, {self.mode})"


def _add(steps: list[Step], step: Step) -> None:
    """Add a step; a challenge is left out when it was answered, for a replay asks for no proof."""
    proof = step.exchange.sent.header("authorization")
    if proof.startswith("Digest ") and steps and steps[-1].exchange.status == 401:
        del steps[-1]
    steps.append(step)


def _identity(exchange: Exchange) -> object:
    sent = exchange.sent
    return sent.method, sent.url, sent.headers, sent.body, exchange.status, exchange.headers, exchange.body
