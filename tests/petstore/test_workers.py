"""Several gunicorn workers on one PostgreSQL: one store for all, and nothing that was answered is lost."""

import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from .postgresql import Cluster, find_binaries

WORKERS = 2
PATIENCE_SECONDS = 300


class Gunicorn:
    """The service under gunicorn, as a deployment would run it."""

    def __init__(self, database_url: str, *, ready: int = 200) -> None:
        # It listens from the beginning: a request waits for the first worker.
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port = listening.getsockname()[1]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "--bind", f"fd://{listening.fileno()}", "--workers", str(WORKERS),
                 "--threads", "4", "--header-map", "dangerous", "--log-level", "critical", "--graceful-timeout", "5",
                 "petstore_flask:create_app()"],
                env={**os.environ, "PETSTORE_DATABASE_URL": database_url}, pass_fds=(listening.fileno(),),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        assert self.call("GET", "/store/inventory")[0] == ready

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        sent = {"X-API-Key": "special-key", "Content-Type": "application/json", **headers}
        try:
            connection.request(method, f"/api/v3{path}", None if body is None else json.dumps(body), sent)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def token(self) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        form = "grant_type=client_credentials&client_id=demo&client_secret=demo-secret"
        connection.request("POST", "/oauth/token", form, {"Content-Type": "application/x-www-form-urlencoded"})
        token = json.loads(connection.getresponse().read())["access_token"]
        connection.close()
        return f"Bearer {token}"

    def workers(self) -> list[int]:
        """The processes that answer."""
        pid = self._process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self) -> None:
        """End all workers at once, in the middle of whatever they do."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(900)


def in_threads(count: int, work: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    cluster = Cluster(binaries)
    yield cluster
    cluster.remove()


@pytest.fixture
def fresh_database(own_cluster: Cluster) -> str:
    with psycopg.connect(own_cluster.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return own_cluster.url


@pytest.mark.slow
def test_workers_serve_one_store(fresh_database: str):
    """Workers that start together make the tables once; ids never collide; no change of one pet is lost."""
    server = Gunicorn(fresh_database)
    try:
        token = server.token()
        ids: list[int] = []
        statuses: list[int] = []

        def work(number: int) -> None:
            for turn in range(15):
                status, body = server.call("POST", "/pet", {"name": f"{number}", "photoUrls": []}, Authorization=token)
                statuses.append(status)
                ids.append(json.loads(body)["id"])
                statuses.append(server.call("POST", "/store/order", {})[0])
                query = f"name=N{turn}" if number % 2 else "status=sold"
                statuses.append(server.call("POST", f"/pet/1?{query}", Authorization=token)[0])
                user = {"username": f"shared-{turn % 3}", "phone": str(number)}
                statuses.append(server.call("POST", "/user/createWithList", [user, {"username": f"{number}"}])[0])

        in_threads(8, work)
        assert set(statuses) == {200}
        assert sorted(ids) == list(range(9, 9 + 8 * 15))
        pet = json.loads(server.call("GET", "/pet/1")[1])
        assert (pet["name"], pet["status"]) == ("N14", "sold")
        assert server.call("GET", "/pet/1", api_key="special-key", **{"X-API-Key": ""})[0] == 200
        session = json.loads(server.call("GET", "/user/login?username=marta&password=amber-kettle-41")[1])
        for _ in range(WORKERS * 3):
            path = "/pet/findByStatus?status=pending"
            assert server.call("GET", path, Authorization=f"Bearer {session}")[0] == 200
    finally:
        server.stop()


@pytest.mark.slow
def test_nothing_answered_is_lost_when_all_is_killed(own_cluster: Cluster, fresh_database: str):
    """Workers and database are killed in the middle of writes: every pet answered with 200 is there afterwards."""
    server = Gunicorn(fresh_database)
    token = server.token()
    answered: dict[int, str] = {}
    killed = threading.Event()
    enough = threading.Event()
    counter = itertools.count()

    def write(_: int) -> None:
        while not killed.is_set():
            name = f"pet {next(counter)}"
            try:
                status, body = server.call("POST", "/pet", {"name": name, "photoUrls": []}, Authorization=token)
            except (OSError, http.client.HTTPException):
                return
            if status == 200:
                answered[json.loads(body)["id"]] = name
            if len(answered) >= 100:
                enough.set()

    def kill() -> None:
        enough.wait(60)
        own_cluster.stop("immediate")
        server.kill()
        killed.set()

    killer = threading.Thread(target=kill)
    killer.start()
    in_threads(8, write)
    killer.join()
    assert len(answered) >= 100
    own_cluster.start()
    server = Gunicorn(fresh_database)
    try:
        token = server.token()
        kept = {pet_id: json.loads(server.call("GET", f"/pet/{pet_id}")[1]) for pet_id in answered}
        assert {pet_id: pet.get("name") for pet_id, pet in kept.items()} == answered
        new = json.loads(server.call("POST", "/pet", {"name": "after", "photoUrls": []}, Authorization=token)[1])
        assert new["id"] not in answered
    finally:
        server.stop()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="worker processes are found in /proc")
def test_nothing_answered_is_lost_while_workers_and_the_database_die(own_cluster: Cluster, fresh_database: str):
    """The service goes on: each worker is killed once, the database loses its power once; what was answered stays."""
    server = Gunicorn(fresh_database)
    answered: dict[int, str] = {}
    reached = {count: threading.Event() for count in (40, 80, 160)}
    stop = threading.Event()
    counter = itertools.count()

    def write(_: int) -> None:
        while not stop.is_set():
            name = f"pet {next(counter)}"
            try:
                status, body = server.call("POST", "/pet", {"name": name, "photoUrls": []}, Authorization=token)
            except (OSError, http.client.HTTPException):
                continue  # the worker died with the request: it may or may not have been done
            if status == 200:
                answered[json.loads(body)["id"]] = name
                for count, event in reached.items():
                    if len(answered) >= count:
                        event.set()
            else:
                assert status == 503
                stop.wait(0.05)

    def harm() -> None:
        try:
            assert reached[40].wait(60)
            for pid in server.workers():
                os.kill(pid, signal.SIGKILL)
            assert reached[80].wait(60)
            own_cluster.stop("immediate")
            own_cluster.start()
            assert reached[160].wait(60)
        finally:
            stop.set()

    try:
        token = server.token()
        harming = threading.Thread(target=harm)
        harming.start()
        in_threads(4, write)
        harming.join()
        assert len(answered) >= 160
        kept = {pet_id: json.loads(server.call("GET", f"/pet/{pet_id}")[1]).get("name") for pet_id in answered}
        assert kept == answered
        assert len(server.workers()) == WORKERS
    finally:
        server.stop()


@pytest.mark.slow
def test_gunicorn_is_as_strict_on_lengths_and_chunks(tmp_path: Path):
    """What can be read in two ways is 400 there too, and the connection ends; nothing of it is kept."""
    server = Gunicorn(f"sqlite:///{tmp_path}/pets.db")
    pet = b'{"name":"x","photoUrls":[]}'
    chunked = b"Transfer-Encoding: chunked\r\n\r\n"
    requests = [
        b"Content-Length: 27\r\nContent-Length: 28\r\n\r\n" + pet,
        b"Content-Length: +27\r\n\r\n" + pet,
        b"Content-Length: 2_7\r\n\r\n" + pet,
        b"Content-Length: 27\r\nTransfer-Encoding: chunked\r\n\r\n" + pet,
        b"Transfer-Encoding: xchunked\r\n\r\n" + pet,
        *(chunked + size + b"\r\n" + pet + b"\r\n0\r\n\r\n" for size in (b"1_b", b"+1b", b"0x1b", b" 1b", b"", b"-1")),
        chunked + b"1a\r\n" + pet + b"\r\n0\r\n\r\n",
    ]
    try:
        head = f"POST /api/v3/pet HTTP/1.1\r\nHost: localhost\r\nAuthorization: {server.token()}\r\n".encode()
        statuses: dict[bytes, bytes] = {}
        for request in requests:
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock:
                sock.sendall(head + b"Content-Type: application/json\r\n" + request)
                answer = b""
                while piece := sock.recv(65536):
                    answer += piece
            statuses[request] = answer[9:12]
        assert {request: status for request, status in statuses.items() if status not in (b"400", b"501")} == {}
        assert json.loads(server.call("GET", "/store/inventory")[1]) == {"available": 4, "pending": 2, "sold": 2}
    finally:
        server.stop()


@pytest.mark.slow
def test_database_that_is_away_is_503_and_comes_back(own_cluster: Cluster, fresh_database: str):
    """While PostgreSQL is stopped the answer is a problem that says to try again; once it is back so is the service."""
    server = Gunicorn(fresh_database)
    try:
        own_cluster.stop()
        try:
            statuses = {server.call("GET", "/store/inventory")[0] for _ in range(6)}
        finally:
            own_cluster.start()
        assert statuses == {503}
        assert server.call("GET", "/store/inventory")[0] == 200
    finally:
        server.stop()


@pytest.mark.slow
def test_workers_start_before_their_database(own_cluster: Cluster, fresh_database: str):
    """Workers wait for no database: it may come later, and is filled then."""
    own_cluster.stop()
    try:
        server = Gunicorn(fresh_database, ready=503)
    finally:
        own_cluster.start()
    try:
        assert server.call("GET", "/store/inventory") == (200, b'{"available":4,"pending":2,"sold":2}')
    finally:
        server.stop()
