"""Starting the store from a notebook: the handle, its repr and log, and what is left behind (nothing)."""

import errno
import gc
import html
import json
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import petstore_flask
from petstore_flask.request_log import ENTRIES_KEPT, safe_target

from .caller import Caller, assert_problem


def is_closed(port: int) -> bool:
    with socket.socket() as sock:
        sock.settimeout(5)
        return sock.connect_ex(("127.0.0.1", port)) == errno.ECONNREFUSED


def test_start_gives_a_service_that_answers():
    """A handle's addresses and credentials work as they stand, and `with` stops it."""
    with petstore_flask.start(name="one", database_url="sqlite://") as handle:
        assert handle.running
        assert handle.base_url == f"http://127.0.0.1:{handle.port}/api/v3"
        assert handle.openapi_url == f"{handle.base_url}/openapi.json"
        assert handle.browser_url == handle.base_url
        call = Caller(handle)
        assert call("GET", "/openapi.json", credentials=False).status == 200
        assert call("GET", "/pet/1", headers={"X-API-Key": handle.api_key}, credentials=False).status == 200
        token = {"Authorization": f"Bearer {handle.token}"}
        assert call("DELETE", "/pet/1", headers=token, credentials=False).status == 200
        handle.reset()
        assert call("GET", "/pet/1").status == 200
    assert not handle.running
    assert is_closed(handle.port)
    handle.stop()


def test_only_the_loopback_interface_is_listened_on(memory_store: petstore_flask.Handle):
    """Nobody else on the network reaches the store."""
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = [fields[1] for fields in listening if fields[1].endswith(f":{memory_store.port:04X}") and fields[3] == "0A"]
    assert ours == [f"0100007F:{memory_store.port:04X}"]


def test_starting_again_replaces_the_store_on_the_same_port():
    """A cell that is run again: the old server is gone, the address stays, the data is fresh."""
    first = petstore_flask.start(name="again", database_url="sqlite://")
    Caller(first)("DELETE", "/pet/1")
    second = petstore_flask.start(name="again", database_url="sqlite://")
    try:
        assert not first.running
        assert second.port == first.port
        assert Caller(second)("GET", "/pet/1").status == 200
        assert first.token != second.token
        assert_problem(Caller(first)("GET", "/pet/findByTags?tags=young"), 401)
        third = petstore_flask.start(second.port, name="again", database_url="sqlite://")
        assert (third.port, third.running, second.running) == (first.port, True, False)
        third.stop()
    finally:
        second.stop()


def test_stores_of_different_names_run_side_by_side():
    """A name keeps one store apart from another."""
    with (
        petstore_flask.start(name="left", database_url="sqlite://") as left,
        petstore_flask.start(name="right", database_url="sqlite://") as right,
    ):
        Caller(left)("DELETE", "/pet/1")
        assert Caller(right)("GET", "/pet/1").status == 200


def test_busy_port_is_an_os_error_that_names_it(capfd: pytest.CaptureFixture[str]):
    """A port that another program has is a clear OSError, and the store that runs under the name stays."""
    with socket.create_server(("127.0.0.1", 0)) as other, petstore_flask.start(name="busy") as running:
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} of 127.0.0.1 is in use") as caught:
            petstore_flask.start(port, name="busy")
        assert caught.value.errno == errno.EADDRINUSE
        assert running.running
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"port": 70_000}, "port: must be 0 to 65535"),
        ({"port": "8080"}, "port: must be 0 to 65535"),
        (
            {"database_url": "pets.db"},
            "database_url: must begin with sqlite:// or postgresql://, as in sqlite:///pets.db",
        ),
        ({"database_url": "mysql://localhost/x"}, "database_url: must begin with"),
        ({"auth": "maybe"}, "settings.auth: must be"),
    ],
)
def test_argument_that_is_not_allowed_is_named(arguments: dict[str, object], message: str):
    """What cannot be started says why, and starts nothing."""
    threads = threading.active_count()
    with pytest.raises(ValueError, match=message):
        petstore_flask.start(name="never", **arguments)
    assert threading.active_count() == threads


def test_database_that_cannot_be_opened_is_named(tmp_path):
    """One sentence with the address and the cause; a password in it stays hidden."""
    with pytest.raises(ConnectionError, match=r"pets\.db cannot be opened: unable to open database file"):
        petstore_flask.start(name="never", database_url=f"sqlite:///{tmp_path}/missing/pets.db")
    with pytest.raises(ConnectionError, match="refused") as caught:
        petstore_flask.start(name="never", database_url="postgresql://me:hidden@127.0.0.1:1/x")
    assert "me:***@127.0.0.1:1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    """PostgreSQL's driver is optional."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ModuleNotFoundError, match="pip install"):
        petstore_flask.start(name="never", database_url="postgresql://h/x")


def test_stopped_store_is_not_reset():
    """Its records are gone: the error says how to get a new one."""
    handle = petstore_flask.start(name="over")
    handle.stop()
    with pytest.raises(RuntimeError, match=r"stopped: petstore_flask\.start\(name='over'\) starts a new one"):
        handle.reset()


def stop_while_asked(handle: petstore_flask.Handle, go_on: threading.Event, asking: threading.Thread) -> None:
    """Stop the store with a request in work, and let that request go on once nobody listens any more."""
    stopping = threading.Thread(target=handle.stop)
    stopping.start()
    while not is_closed(handle.port):
        stopping.join(0.001)
    go_on.set()
    stopping.join(60)
    asking.join(60)


def is_cut(connection: socket.socket) -> bool:
    """Whether the other side has ended it: in good order, or by a reset when it was never accepted."""
    connection.settimeout(10)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_stopping_lets_a_request_finish_and_cuts_silent_clients():
    """A request in work is answered; a connection that only waits holds nothing up."""
    handle = petstore_flask.start(name="finish", database_url="sqlite://")
    begun, go_on = threading.Event(), threading.Event()
    inventory = handle.store.inventory

    def slow_inventory() -> dict[str, int]:
        begun.set()
        go_on.wait(60)
        return inventory()

    handle.store.inventory = slow_inventory
    statuses: list[int] = []
    asking = threading.Thread(target=lambda: statuses.append(Caller(handle)("GET", "/store/inventory").status))
    asking.start()
    assert begun.wait(60)
    with socket.create_connection(("127.0.0.1", handle.port)) as silent:
        stop_while_asked(handle, go_on, asking)
        assert statuses == [200]
        assert is_cut(silent)


def test_starting_and_stopping_leaves_nothing_open():
    """No thread, no file descriptor, no warning is left of ten stores."""
    petstore_flask.start(name="warm", database_url="sqlite://").stop()
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    for _ in range(10):
        with petstore_flask.start(name="many", database_url="sqlite://") as handle:
            Caller(handle)("GET", "/pet/1")
    gc.collect()
    assert threading.active_count() <= threads
    assert len(os.listdir("/proc/self/fd")) <= files  # noqa: PTH208


def run_python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=900, check=False
    )


def test_end_of_the_kernel_leaves_nothing_behind():
    """A process that ends without stopping its store ends at once, in silence, and the port is free."""
    done = run_python("import petstore_flask; print(petstore_flask.start(database_url='sqlite://').port)")
    assert (done.returncode, done.stderr) == (0, "")
    assert is_closed(int(done.stdout))


def test_killed_kernel_leaves_nothing_behind():
    """A kernel that is killed takes its store with it, children or not."""
    program = (
        "import os, petstore_flask, subprocess, sys; handle = petstore_flask.start(database_url='sqlite://');"
        "subprocess.Popen(['sleep', '60'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        "print(handle.port, flush=True); os.kill(os.getpid(), 9)"
    )
    done = run_python(program)
    assert done.returncode == -9
    assert is_closed(int(done.stdout))


def test_forked_child_does_not_hold_the_port():
    """The listener is closed in a forked child: once the parent stops, the port is free, the child alive or not."""
    program = """
import os, petstore_flask, signal, socket
handle = petstore_flask.start(database_url="sqlite://")
ready, tell = os.pipe()
child = os.fork()
if child == 0:
    assert not handle.running
    os.write(tell, b"x")
    signal.pause()
os.read(ready, 1)
handle.stop()
with socket.socket() as sock:
    print(sock.connect_ex(("127.0.0.1", handle.port)))
again = petstore_flask.start(handle.port, database_url="sqlite://")
print(again.running)
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
"""
    done = run_python(program)
    assert (done.stderr, done.stdout.split()) == ("", [str(errno.ECONNREFUSED), "True"])


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]):
    """Requests, good and bad, leave no line in a reader's cell."""
    with petstore_flask.start(name="quiet", database_url="sqlite://") as handle:
        call = Caller(handle)
        for path in ("/pet/1", "/pet/404", "/nowhere"):
            call("GET", path)
        call.send_bytes(b"nonsense\r\n\r\n")
        socket.create_connection(("127.0.0.1", handle.port)).close()
    assert capfd.readouterr() == ("", "")


def test_repr_is_a_line_without_secrets():
    """The text names state and address, the same each time, without the token and without a place in memory."""
    with petstore_flask.start(name="repr", database_url="sqlite://") as handle:
        assert repr(handle) == f"<pet store running: http://127.0.0.1:{handle.port}/api/v3>"
        assert " at 0x" not in repr(handle) + repr(handle.log) + repr(handle.store)
        token = handle.token
        assert token not in repr(handle) + handle._repr_html_() + repr(handle.__dict__.get("settings"))
    assert repr(handle) == f"<pet store stopped: http://127.0.0.1:{handle.port}/api/v3>"


def test_card_stands_without_style_sheets_and_scripts():
    """In an untrusted notebook only inline style survives: the card needs no more, in light and in dark."""
    with petstore_flask.start(name="card", database_url="sqlite://") as handle:
        card = handle._repr_html_()
        for shown in (handle.base_url, handle.openapi_url, "X-API-Key: special-key", "running"):
            assert shown in html.unescape(card)
        assert not re.search(r"<(?:style|script|svg|img|link)|\sid=|\sclass=(?!\"tex2jax)|\bon\w+=", card)
        assert not re.search(r"[\"; ]color:(?!inherit)|background:(?!transparent)", card)
        assert card == handle._repr_html_()
    assert "stopped" in handle._repr_html_()
    assert "<a " not in handle._repr_html_()


def test_card_of_an_open_store_says_so():
    """Without authentication no key is shown."""
    with petstore_flask.start(name="card", database_url="sqlite://", auth="off") as handle:
        assert "special-key" not in handle._repr_html_()
        assert "none needed" in handle._repr_html_()


def test_browser_url_goes_through_the_hub(monkeypatch: pytest.MonkeyPatch):
    """On a JupyterHub the browser reaches the store through the proxy, whose host name is taken."""
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/ada/")
    with petstore_flask.start(name="hub", database_url="sqlite://") as handle:
        assert handle.browser_url == f"/user/ada/proxy/{handle.port}/api/v3"
        assert handle.base_url == f"http://127.0.0.1:{handle.port}/api/v3"
        assert handle.browser_url in handle._repr_html_()
        assert Caller(handle)("GET", "/pet/1", headers={"Host": "hub.example"}).status == 200
        monkeypatch.setenv("JUPYTERHUB_HOST", "https://hub.example")
        assert handle.browser_url == f"https://hub.example/user/ada/proxy/{handle.port}/api/v3"


def test_log_keeps_the_last_requests(call_memory: Caller):
    """Method, target, status and time of each request, oldest first, up to 1,000."""
    call_memory("GET", "/pet/findByStatus?status=sold")
    call_memory("DELETE", "/pet/404")
    log = call_memory.handle.log
    assert [(entry.method, entry.target, entry.status) for entry in log] == [
        ("GET", "/api/v3/pet/findByStatus?status=sold", 200),
        ("DELETE", "/api/v3/pet/404", 404),
    ]
    assert all(entry.milliseconds > 0 for entry in log)
    assert repr(log).splitlines()[1:] == [
        "200  GET     /api/v3/pet/findByStatus?status=sold",
        "404  DELETE  /api/v3/pet/404",
    ]
    for _ in range(ENTRIES_KEPT):
        log.add(log[0])
    assert len(log) == ENTRIES_KEPT == 1000
    log.clear()
    assert len(log) == 0


def test_log_is_a_table_that_escapes(call_memory: Caller):
    """The newest request comes first, and what a client put in the path is text."""
    call_memory("GET", "/<img src=x onerror=alert(1)>".replace(" ", "%20"))
    call_memory("GET", "/pet/1")
    table = call_memory.handle.log._repr_html_()
    assert table.index("/api/v3/pet/1") < table.index("onerror")
    assert "<img" not in table
    assert "200 OK" in table
    assert "2 requests" in table
    assert not re.search(r"<(?:style|script|svg|img)|\sid=", table)


def test_log_holds_no_credential(call_memory: Caller):
    """Neither headers nor the query of a login are kept, however its path is written."""
    secret = "amber-kettle-41"
    for path in (
        f"/user/login?username=marta&password={secret}",
        f"/user/%6cogin?username=marta&password={secret}",
        f"/user/login/?username=marta&password={secret}",
        f"/pet/../user/login?password={secret}",
        f"/pet/1?password={secret}",
        f"/pet/findByStatus?status=sold&access_token={secret}",
    ):
        call_memory("GET", path)
    call_memory("GET", f"/user/login?password={secret}", base="/api/v3/")
    log = call_memory.handle.log
    everything = repr(list(log)) + repr(log) + log._repr_html_()
    assert secret not in everything
    assert call_memory.handle.token not in everything
    assert "special-key" not in everything
    assert log[0].target == "/api/v3/user/login?…"


def test_log_shows_control_characters_as_escapes():
    """A target cannot write to a terminal."""
    assert safe_target("/api/v3/\x1b[2J\u202e") == "/api/v3/\\x1b[2J\\x202e"
    assert len(safe_target("/" + "x" * 100_000)) < 400


def test_file_keeps_the_records_between_starts(tmp_path):
    """A store on a file goes on where it was; the token of before is worth nothing."""
    url = f"sqlite:///{tmp_path}/pets.db"
    with petstore_flask.start(name="file", database_url=url) as first:
        assert Caller(first)("DELETE", "/pet/1").status == 200
    with petstore_flask.start(name="file", database_url=url) as second:
        assert_problem(Caller(second)("GET", "/pet/1"), 404)
        old = {"Authorization": f"Bearer {first.token}"}
        assert_problem(Caller(second)("GET", "/pet/findByTags?tags=young", headers=old, credentials=False), 401)


def test_database_url_comes_from_the_environment(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """`PETSTORE_DATABASE_URL` names the store when no argument does."""
    monkeypatch.setenv("PETSTORE_DATABASE_URL", f"sqlite:///{tmp_path}/pets.db")
    with petstore_flask.start(name="environment"):
        assert (tmp_path / "pets.db").exists()


def test_terminal_runs_the_same_service(tmp_path):
    """`python -m petstore_flask` prints its addresses, then each request, and ends at Ctrl-C."""
    with subprocess.Popen(
        [sys.executable, "-m", "petstore_flask", "--port", "0", "--database-url", f"sqlite:///{tmp_path}/pets.db"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        base_url = process.stdout.readline().split()[-1]
        assert process.stdout.readline().split()[-1] == f"{base_url}/openapi.json"
        lines = [process.stdout.readline() for _ in range(3)]
        assert "special-key" in lines[0]
        assert "demo:demo-secret" in lines[1]
        port = int(base_url.rsplit(":", 1)[1].split("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
            sock.sendall(b"GET /api/v3/user/jonas HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert json.loads(sock.makefile("rb").read().split(b"\r\n\r\n")[1])["id"] == 2
        assert process.stdout.readline().startswith("200  GET     /api/v3/user/jonas  ")
        process.send_signal(2)
        assert process.wait(900) == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--database-url", "mysql://x/y"], "database_url: must begin with"),
        (["--port", "70000"], "port: must be"),
        (["--database-url", "postgresql://nobody@127.0.0.1:1/x"], "refused"),
    ],
)
def test_terminal_says_why_it_cannot_start(arguments: list[str], message: str):
    """A sentence and exit code 1, no traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "petstore_flask", "--port", "0", *arguments],
        capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
