"""Recordings held against the document of today: does what was recorded still fit, and if not, why.

An `Api` and recorded exchanges come in; sentences go out. The same judges decide as for live calls: the answer is
compared as `Reply.mismatches` does, the request is read back as the mock reads one. What did not fit on the day of the
recording is kept in it, and is no news.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx

from apiref_nb.client.limits import REPLIES
from apiref_nb.client.response_validation import mismatches
from apiref_nb.mock.judging import Judge, RequestFault
from apiref_nb.mock.received import Received
from apiref_nb.mock.routing import Match, Routes
from apiref_nb.model import Api, ApiOperation
from apiref_nb.recordings import Exchange, Recorded
from apiref_nb.requests.masking import MASK
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.transport.deadline import Deadline

_REQUIRED = "is required"


class RecordingJudge:
    """Judges what was recorded by one document.

    Args:
        api: the document of today.
    """

    def __init__(self, api: Api) -> None:
        self._api = api
        self._routes = Routes(api)
        self._judge = Judge(api, SampleSession())

    def news(self, recorded: Recorded) -> Iterator[tuple[int, str]]:
        """Yield (place among the exchanges, sentence) of everything that no longer fits.

        Args:
            recorded: what a file holds. Steps on the way to an answer are not judged; in a file of another program
                every exchange that has an operation is.
        """
        ours = any(exchange.operation for exchange in recorded.exchanges)
        for at, exchange in enumerate(recorded.exchanges):
            if exchange.operation or not ours:
                for words in self.news_of(exchange):
                    yield at, words

    def news_of(self, exchange: Exchange) -> Iterator[str]:
        """Yield what no longer fits of one exchange, in sentences.

        Args:
            exchange: one that is an operation's answer.
        """
        match = self._match(exchange)
        if match is None:
            if exchange.operation and self._api.find(exchange.operation) is None:
                yield f"{visible_line(exchange.operation)} is no longer in the document"
            elif exchange.operation:
                words = "is no longer the path of"
                yield f"{visible_line(urlsplit(exchange.sent.url).path)} {words} {visible_line(exchange.operation)}"
            return
        known = {_place(words) for words in exchange.differs}
        yield from (words for words in self.differences(match, exchange) if _place(words) not in known)

    def known(self, exchange: Exchange) -> tuple[str, ...]:
        """Return in what an exchange differs from the document already, for the recording to keep."""
        match = self._match(exchange)
        return tuple(self.differences(match, exchange)) if match is not None else ()

    def differences(self, match: Match, exchange: Exchange) -> Iterator[str]:
        """Yield in what a request and its answer differ from the document.

        Args:
            match: the operation, and what stands in its path.
            exchange: what was recorded.
        """
        for fault in self._judge.judgement(match, _received(exchange)).faults:
            if not _is_hidden(fault, exchange):
                yield _sentence("request", fault.place, fault.words)
        yield from answer_differences(exchange, match.operation)

    def _match(self, exchange: Exchange) -> Match | None:
        """The operation of an exchange; of ours the one that it names, whatever precedes its path."""
        parts = urlsplit(exchange.sent.url)
        segments = parts.path.split("/")[1:]
        for skipped in range(len(segments) if exchange.operation else 1):
            path = "/" + "/".join(segments[skipped:])
            found = self._routes.find(exchange.sent.method, path, parts.hostname or "")
            for match in found.matches:
                if not exchange.operation or match.operation.key == exchange.operation:
                    return match
        return None


def answer_differences(exchange: Exchange, operation: ApiOperation) -> Iterator[str]:
    """Yield in what a recorded answer differs from the document, in sentences.

    Args:
        exchange: what was recorded.
        operation: what it is an answer of.
    """
    headers = httpx.Headers([(n.encode("utf-8", "replace"), v.encode("utf-8", "replace")) for n, v in exchange.headers])
    with Deadline(REPLIES.judge_seconds):
        for place, message in mismatches(operation, exchange.status, headers, exchange.body):
            yield _sentence("answer", place, message)


def _sentence(what: str, place: str, message: str) -> str:
    if message == _REQUIRED:
        return f"recorded {what} lacks `{place.removeprefix('body.')}`, required"
    return f"recorded {what}: {place}: {message}"


def _place(words: str) -> str:
    """What a sentence speaks of, without what it says: words may be written otherwise in the next version."""
    start, mark, rest = words.partition("`")
    if mark:
        return f"{start.split()[1]} {rest.partition('`')[0]}"
    return " ".join(words.removeprefix("recorded ").split(": ")[:2])


def _received(exchange: Exchange) -> Received:
    sent, parts = exchange.sent, urlsplit(exchange.sent.url)
    return Received(
        method=sent.method,
        path=parts.path or "/",
        query=parts.query,
        host=parts.hostname or "",
        headers=sent.headers,
        body=sent.body,
    )


def _is_hidden(fault: RequestFault, exchange: Exchange) -> bool:
    """True for a value that the recording does not show, and that nobody can judge."""
    received, name = _received(exchange), str(fault.location[-1])
    pairs = (*received.query_pairs, *received.cookie_pairs, *((n.lower(), v) for n, v in received.headers))
    return any(key.lower() == name.lower() and MASK in value for key, value in pairs)
