"""The cache window and what happens after it: conditional requests, renewal, failure, bounds, threads."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest

from apiref_nb.errors import TooLargeError, UnreachableError
from apiref_nb.fetching.cache import CacheKey, FetchCache
from apiref_nb.fetching.fetch import SHARED_CACHE, fetch
from apiref_nb.fetching.fetched import Fetched, FetchLimits
from tests.fetching.conftest import Serve
from tests.transport.loopback import Connection, Loopback


@dataclass
class Clock:
    """A clock that a test turns."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Site:
    """A server of one document that counts what it sends; a test changes its fields."""

    def __init__(self, serve: Serve) -> None:
        self.body = b'{"v": 1}'
        self.validators: dict[str, str] = {"etag": '"one"'}
        self.status = 200
        self.server: Loopback = serve(self.play)
        self.url = f"{self.server.base}/openapi.json"

    def play(self, connection: Connection) -> None:
        known = connection.headers.get("if-none-match", "none") == self.validators.get("etag")
        if self.status == 200 and known:
            connection.answer(304, **self.validators)
        else:
            connection.answer(self.status, self.body, content_type="application/json", **self.validators)

    @property
    def requests(self) -> list[dict[str, str]]:
        return [connection.headers for connection in self.server.connections]


@pytest.fixture
def site(serve: Serve) -> Site:
    return Site(serve)


def test_within_the_window_no_request_is_made(site: Site, cache: FetchCache, clock: Clock) -> None:
    """A kept document answers until `revalidate` seconds are over."""
    first = fetch(site.url, revalidate=60, cache=cache, clock=clock)
    clock.now += 59.9
    second = fetch(site.url, revalidate=60, cache=cache, clock=clock)
    assert (first.from_cache, second.from_cache) == (False, True)
    assert first.body == second.body
    assert len(site.requests) == 1


def test_the_window_is_an_hour_unless_said(site: Site, cache: FetchCache, clock: Clock) -> None:
    """The default of `revalidate` is 3600 seconds."""
    fetch(site.url, cache=cache, clock=clock)
    clock.now += 3599
    fetch(site.url, cache=cache, clock=clock)
    assert len(site.requests) == 1
    clock.now += 1
    fetch(site.url, cache=cache, clock=clock)
    assert len(site.requests) == 2


@pytest.mark.parametrize("revalidate", [0, -1, float("nan")])
def test_zero_asks_anew_and_unconditionally(site: Site, cache: FetchCache, clock: Clock, revalidate: float) -> None:
    """`revalidate=0` refetches on every call."""
    for _ in range(2):
        assert not fetch(site.url, revalidate=revalidate, cache=cache, clock=clock).from_cache
    assert len(site.requests) == 2
    assert "if-none-match" not in site.requests[1]


def test_a_refetch_is_what_later_calls_see(site: Site, cache: FetchCache, clock: Clock) -> None:
    """After a refetch no caller goes back to the document before it."""
    fetch(site.url, cache=cache, clock=clock)
    site.body = b'{"v": 2}'
    fetch(site.url, revalidate=0, cache=cache, clock=clock)
    assert fetch(site.url, cache=cache, clock=clock).body == b'{"v": 2}'
    assert len(site.requests) == 2


def test_after_the_window_an_unchanged_document_is_confirmed(site: Site, cache: FetchCache, clock: Clock) -> None:
    """The ETag is sent back, a 304 renews the window, and the body is the kept one."""
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    clock.now += 60
    again = fetch(site.url, revalidate=60, cache=cache, clock=clock)
    assert site.requests[1]["if-none-match"] == '"one"'
    assert (again.from_cache, again.body, again.content_type) == (True, b'{"v": 1}', "application/json")
    clock.now += 59
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    assert len(site.requests) == 2


def test_after_the_window_a_changed_document_is_delivered(site: Site, cache: FetchCache, clock: Clock) -> None:
    """A 200 to the conditional request replaces the kept copy and its validators."""
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    site.body, site.validators = b'{"v": 2}', {"etag": '"two"'}
    clock.now += 60
    changed = fetch(site.url, revalidate=60, cache=cache, clock=clock)
    assert (changed.from_cache, changed.body) == (False, b'{"v": 2}')
    clock.now += 60
    assert fetch(site.url, revalidate=60, cache=cache, clock=clock).from_cache
    assert site.requests[2]["if-none-match"] == '"two"'


def test_last_modified_is_sent_back(site: Site, cache: FetchCache, clock: Clock) -> None:
    """Without an ETag the date decides; here the server sends the document again."""
    site.validators = {"last_modified": "Tue, 05 May 2026 10:00:00 GMT"}
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    clock.now += 60
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    assert site.requests[1]["if-modified-since"] == "Tue, 05 May 2026 10:00:00 GMT"
    assert "if-none-match" not in site.requests[1]


def test_without_validators_the_document_is_asked_for_plainly(site: Site, cache: FetchCache, clock: Clock) -> None:
    """A server that gives no ETag and no date gets no conditional request."""
    site.validators = {}
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    clock.now += 60
    assert not fetch(site.url, revalidate=60, cache=cache, clock=clock).from_cache
    assert not {"if-none-match", "if-modified-since"} & site.requests[1].keys()


def test_an_odd_etag_is_not_sent_back(site: Site, cache: FetchCache, clock: Clock) -> None:
    """A validator that is too long or not plain text is left out, and the request is a plain one."""
    site.validators = {"etag": '"' + "x" * 2000 + '"'}
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    clock.now += 60
    assert not fetch(site.url, revalidate=60, cache=cache, clock=clock).from_cache
    assert "if-none-match" not in site.requests[1]


def test_a_failed_confirmation_is_an_error_not_an_old_document(site: Site, cache: FetchCache, clock: Clock) -> None:
    """Fetching fails closed: past its window a copy that could not be confirmed is not shown."""
    fetch(site.url, revalidate=60, cache=cache, clock=clock)
    site.status = 503
    clock.now += 60
    with pytest.raises(UnreachableError, match="status 503"):
        fetch(site.url, revalidate=60, cache=cache, clock=clock)
    site.status = 200
    assert fetch(site.url, revalidate=60, cache=cache, clock=clock).from_cache


def test_validators_go_only_to_the_address_that_gave_them(serve: Serve, cache: FetchCache, clock: Clock) -> None:
    """Over a redirect, the first hop gets no ETag of the second."""

    def play(connection: Connection) -> None:
        if connection.path == "/first":
            connection.answer(302, location="/second")
        elif connection.headers.get("if-none-match") == '"e"':
            connection.answer(304)
        else:
            connection.answer(body=b"{}", etag='"e"')

    server = serve(play)
    for expected in (False, True):
        fetched = fetch(f"{server.base}/first", revalidate=60, cache=cache, clock=clock)
        assert (fetched.from_cache, fetched.hops, fetched.final_url) == (expected, 1, f"{server.base}/second")
        clock.now += 60
    assert server.paths == ["/first", "/second"] * 2
    assert "if-none-match" not in server.connections[2].headers


def test_one_address_in_several_spellings_is_one_document(site: Site, cache: FetchCache) -> None:
    """The fragment and the spelling of the host do not matter."""
    fetch(site.url, cache=cache)
    assert fetch(site.url.replace("127.0.0.1", "0x7F.1") + "#/info", cache=cache).from_cache


def test_smaller_limits_do_not_share_a_document(site: Site, cache: FetchCache) -> None:
    """A document that was kept under wide limits is not handed out under narrow ones."""
    fetch(site.url, cache=cache)
    with pytest.raises(TooLargeError):
        fetch(site.url, cache=cache, limits=FetchLimits(body_bytes=3))


def test_clearing_forgets_everything(site: Site, cache: FetchCache) -> None:
    """`clear()` makes the next call a first call."""
    fetch(site.url, cache=cache)
    cache.clear()
    assert (len(cache), cache.bytes_held) == (0, 0)
    assert not fetch(site.url, cache=cache).from_cache


def test_the_least_recently_used_leave_first(serve: Serve) -> None:
    """Bytes are bounded; what was used last stays."""
    server = serve(lambda connection: connection.answer(body=b"x" * 10_000))
    cache = FetchCache(limit_bytes=25_000)
    for path in ("a", "b", "a", "c", "a", "b"):
        fetch(f"{server.base}/{path}", cache=cache)
    assert server.paths == ["/a", "/b", "/c", "/b"]
    assert repr(cache).startswith("<FetchCache: 2 documents, 2")


def test_the_bytes_of_all_documents_are_bounded(serve: Serve) -> None:
    """A document larger than the whole cache is handed out, not kept, and drives nothing out."""
    server = serve(lambda connection: connection.answer(body=b"x" * int(connection.path[1:])))
    cache = FetchCache(limit_bytes=100_000)
    for size in (60_000, 30_000, 101_000):
        assert len(fetch(f"{server.base}/{size}", cache=cache).body) == size
    assert len(cache) == 2
    assert 90_000 < cache.bytes_held <= 100_000
    fetch(f"{server.base}/50000", cache=cache)
    assert len(cache) == 2
    assert 80_000 < cache.bytes_held <= 100_000


def test_two_cells_asking_at_once_make_one_request(serve: Serve, cache: FetchCache) -> None:
    """While one caller fetches an address, others wait for its document."""
    asked, go_on = threading.Event(), threading.Event()

    def play(connection: Connection) -> None:
        asked.set()
        go_on.wait(60)
        connection.answer(body=b"{}")

    server = serve(play)
    results: list[Fetched] = []
    cells = [threading.Thread(target=lambda: results.append(fetch(server.base, cache=cache))) for _ in range(5)]
    for cell in cells:
        cell.start()
    assert asked.wait(60)
    go_on.set()
    for cell in cells:
        cell.join(60)
    assert sorted(result.from_cache for result in results) == [False, True, True, True, True]
    assert len(server.connections) == 1


def test_waiting_for_another_fetch_is_bounded_too(serve: Serve, cache: FetchCache) -> None:
    """Who waits for another cell's request waits no longer than for its own, and asks nothing meanwhile."""
    server = serve(lambda connection: connection.answer(body=b"{}"))
    limits = FetchLimits(timeout_seconds=0.2)
    with cache.turn(CacheKey(f"{server.base}/", "any", limits), 10) as came:
        assert came
        with pytest.raises(UnreachableError, match=r"within 0\.2 seconds .*waiting for another request"):
            fetch(server.base, cache=cache, limits=limits)
    assert server.connections == []


def test_a_failure_lets_the_next_caller_try(serve: Serve, cache: FetchCache) -> None:
    """A failure is not kept."""
    answers = iter([500, 200])
    server = serve(lambda connection: connection.answer(next(answers), b"{}"))
    with pytest.raises(UnreachableError):
        fetch(server.base, cache=cache)
    assert fetch(server.base, cache=cache).body == b"{}"


def test_the_shared_cache_is_used_unless_another_is_given(site: Site) -> None:
    """The cache of the process can be seen and cleared."""
    SHARED_CACHE.clear()
    try:
        fetch(site.url)
        assert fetch(site.url).from_cache
        assert len(SHARED_CACHE) == 1
    finally:
        SHARED_CACHE.clear()
