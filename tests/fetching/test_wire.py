"""Names and addresses: what is judged is what is connected to, whatever the name service says."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address

import httpcore
import pytest

from apiref_nb.errors import AddressError, SourceError, UnreachableError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.fetching.fetched import Fetched, FetchLimits
from apiref_nb.fetching.redirects import fetch_over
from apiref_nb.transport.lookup import IPAddress
from apiref_nb.transport.network import Wire
from tests.fetching.conftest import Serve
from tests.transport.loopback import Connection

PUBLIC = "93.184.216.34"


@dataclass
class World:
    """Names that stand for addresses, and one loopback server that answers at every one of them."""

    names: dict[str, Sequence[str]]
    port: int
    dead: frozenset[str] = frozenset()
    """Addresses that refuse."""
    silent: frozenset[str] = frozenset()
    """Addresses that swallow every packet."""
    connected: list[str] = field(default_factory=list)

    def look_up(self, name: str, port: int) -> list[IPAddress]:
        return [ip_address(text) for text in self.names[name]]

    def connect(self, address: IPAddress, port: int, timeout_seconds: float) -> httpcore.NetworkStream:
        self.connected.append(str(address))
        if str(address) in self.dead:
            raise httpcore.ConnectError
        if str(address) in self.silent:
            time.sleep(timeout_seconds)
            raise httpcore.ConnectTimeout
        return httpcore.SyncBackend().connect_tcp("127.0.0.1", self.port, timeout_seconds)

    def fetch(self, url: str, network: str = "any", limits: FetchLimits = FetchLimits()) -> Fetched:  # noqa: B008 - frozen
        wire = Wire(self.look_up, self.connect)
        return fetch_over(
            wire, url, revalidate=0, network=network, limits=limits, cache=FetchCache(), clock=time.monotonic
        )


MakeWorld = Callable[..., World]


@pytest.fixture
def world(serve: Serve) -> MakeWorld:
    """Make a world of names; the path of a request says where it is redirected to."""

    def play(connection: Connection) -> None:
        target = connection.path.removeprefix("/")
        if target:
            first, _, rest = target.partition("/")
            connection.answer(302, location=f"http://{first}/{rest}")
        else:
            connection.answer(body=b"{}")

    server = serve(play)

    def make(names: dict[str, Sequence[str]], **kinds: frozenset[str]) -> World:
        return World(names, server.port, **kinds)

    return make


def test_the_address_judged_is_the_one_connected_to(world: MakeWorld) -> None:
    """Of several answers of the name service the first that passes is used, and no other."""
    mixed = world({"h": ["169.254.169.254", PUBLIC, "10.0.0.1"]})
    mixed.fetch("http://h/")
    assert mixed.connected == [PUBLIC]


def test_a_name_is_looked_up_once_per_hop(world: MakeWorld) -> None:
    """A name service that changes its mind after the judgement changes nothing: it is not asked again."""
    rebinding = world({"h": [PUBLIC]})
    asked: list[str] = []

    def look_up(name: str, port: int) -> list[IPAddress]:
        asked.append(name)
        return [ip_address(PUBLIC if len(asked) == 1 else "127.0.0.1")]

    wire = Wire(look_up, rebinding.connect)
    cache, limits = FetchCache(), FetchLimits()
    fetch_over(wire, "http://h/", revalidate=0, network="public", limits=limits, cache=cache, clock=time.monotonic)
    assert (asked, rebinding.connected) == (["h"], [PUBLIC])


@pytest.mark.parametrize(
    ("answers", "network"),
    [
        (["169.254.169.254"], "any"),
        (["fe80::1", "169.254.169.254"], "any"),
        (["::ffff:a9fe:a9fe"], "any"),
        (["64:ff9b::a9fe:a9fe"], "any"),
        (["224.0.0.1"], "any"),
        (["0.0.0.0"], "any"),
        (["127.0.0.1"], "public"),
        (["10.0.0.1", "::1", "fd00::1"], "public"),
    ],
)
def test_a_name_for_a_forbidden_address_is_not_connected_to(answers: list[str], network: str, world: MakeWorld) -> None:
    """A harmless name for an address that may not be contacted is refused before a packet is sent."""
    trap = world({"docs.example": answers})
    with pytest.raises(AddressError, match=r'The host "docs\.example" must not be contacted'):
        trap.fetch("http://docs.example/", network)
    assert trap.connected == []


NAMES = {
    "public": [PUBLIC],
    "other": ["1.1.1.1"],
    "private": ["10.0.0.1"],
    "here": ["127.0.0.1"],
    "both": ["::1", PUBLIC],
}


@pytest.mark.parametrize(
    ("path", "connected"),
    [
        ("public/other", [PUBLIC, "1.1.1.1"]),
        ("here/private/public", ["127.0.0.1", "10.0.0.1", PUBLIC]),
        ("private/private", ["10.0.0.1", "10.0.0.1"]),
        ("public/both", [PUBLIC, PUBLIC]),
    ],
)
def test_redirects_may_lead_outwards(path: str, connected: list[str], world: MakeWorld) -> None:
    """From this machine to a private network to a public one, and along each."""
    open_world = world(NAMES)
    open_world.fetch(f"http://{path}/")
    assert open_world.connected == connected


@pytest.mark.parametrize(
    ("path", "reached"),
    [
        ("public/private", 1),
        ("public/here", 1),
        ("public/127.0.0.1", 1),
        ("public/2130706433", 1),
        ("public/[::ffff:10.0.0.1]", 1),
        ("private/here", 1),
        ("here/public/here", 2),
        ("private/public/other/private", 3),
    ],
)
def test_redirects_may_not_lead_inwards(path: str, reached: int, world: MakeWorld) -> None:
    """What a public host says never makes the reader's machine ask a private one."""
    open_world = world(NAMES)
    with pytest.raises(AddressError, match=f"reached by redirect {reached}, must not be contacted"):
        open_world.fetch(f"http://{path}/")
    assert len(open_world.connected) == reached


def test_a_dead_address_is_passed_over(world: MakeWorld) -> None:
    """When the first address refuses, the next is tried: localhost is often ::1 before 127.0.0.1."""
    half = world({"localhost": ["::1", "127.0.0.1"]}, dead=frozenset({"::1"}))
    assert half.fetch("http://localhost/").body == b"{}"
    assert half.connected == ["::1", "127.0.0.1"]


def test_a_silent_address_leaves_time_for_the_next(world: MakeWorld) -> None:
    """One address that swallows packets uses up its share of the time, not all of it."""
    half = world({"h": ["10.0.0.1", "10.0.0.2"]}, silent=frozenset({"10.0.0.1"}))
    assert half.fetch("http://h/", limits=FetchLimits(timeout_seconds=2)).body == b"{}"


def test_only_silent_addresses_end_in_time(world: MakeWorld) -> None:
    """When every address is silent, the deadline holds for all of them together."""
    silent = world({"h": ["10.0.0.1", "10.0.0.2"]}, silent=frozenset({"10.0.0.1", "10.0.0.2"}))
    with pytest.raises(UnreachableError, match="the time ended while connecting"):
        silent.fetch("http://h/", limits=FetchLimits(timeout_seconds=0.2))


def failing(look_up: Callable[[str, int], list[IPAddress]], seconds: float = 60) -> SourceError:
    """The error of a fetch whose name cannot be looked up."""
    with pytest.raises(SourceError) as caught:
        fetch_over(
            Wire(look_up),
            "http://docs.example/",
            revalidate=0,
            network="any",
            limits=FetchLimits(timeout_seconds=seconds),
            cache=FetchCache(),
            clock=time.monotonic,
        )
    assert type(caught.value) is UnreachableError
    return caught.value


def test_a_slow_name_service_is_not_waited_for() -> None:
    """The lookup has no timeout of its own; the fetch ends without it, and its thread ends when it returns."""
    over = threading.Event()

    def look_up(name: str, port: int) -> list[IPAddress]:
        over.wait(60)
        return []

    try:
        assert "the time ended while looking up the name" in failing(look_up, 0.3).cause
    finally:
        over.set()
    for thread in threading.enumerate():
        if thread.name.startswith("apiref-nb"):
            assert thread.daemon
            thread.join(60)
            assert not thread.is_alive()


@pytest.mark.parametrize("error", [OSError("no such name"), UnicodeError("label too long"), ValueError("bad")])
def test_a_name_that_is_not_found_is_unreachable(error: Exception) -> None:
    """Whatever the system says of a name, the reader is told that it was not found."""

    def look_up(name: str, port: int) -> list[IPAddress]:
        raise error

    assert failing(look_up).cause == 'The host "docs.example" could not be found: its name was not found.'


def test_a_name_without_address_is_unreachable() -> None:
    """A name may exist and have no address."""
    assert "its name has no address" in failing(lambda *_: []).cause


def test_the_name_of_this_machine_is_found(serve: Serve, cache: FetchCache) -> None:
    """With the system's own lookup, localhost is this machine."""
    server = serve(lambda connection: connection.answer(body=b"{}"))
    fetched = fetch(f"http://localhost:{server.port}/", cache=cache)
    assert fetched.body == b"{}"
    assert server.connections[0].headers["host"] == f"localhost:{server.port}"


def test_a_name_that_cannot_exist_is_not_found(cache: FetchCache) -> None:
    """The system's own lookup says so of a name below .invalid."""
    with pytest.raises(UnreachableError, match="could not be found"):
        fetch("http://docs.invalid/", cache=cache)


def test_what_is_kept_for_any_network_is_not_shown_to_the_public_one(serve: Serve, cache: FetchCache) -> None:
    """The cache keeps apart what was fetched under another policy."""
    server = serve(lambda connection: connection.answer(body=b"{}"))
    fetch(server.base, cache=cache)
    with pytest.raises(AddressError, match="only public addresses"):
        fetch(server.base, cache=cache, network="public")
