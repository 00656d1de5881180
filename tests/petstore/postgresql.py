"""A throw-away PostgreSQL cluster for the tests: made in a directory of its own, on a free port of the loopback."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

PASSWORD = "throw-away"


def find_binaries() -> Path | None:
    """The directory with `initdb` and `postgres`, newest version first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]), reverse=True)
    if found:
        return found[0].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Cluster:
    """One cluster. PostgreSQL refuses to run as root, so as root another account runs it."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self._directory = Path(tempfile.mkdtemp(prefix="petstore-postgresql-"))
        self._data = self._directory / "data"
        self._as: dict[str, object] = {}
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self._directory, account.pw_uid, account.pw_gid)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        secret = self._directory / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        self._run("initdb", "-D", self._data, "-U", "store", "-A", "scram-sha-256", f"--pwfile={secret}",
                  "--no-sync", "-E", "UTF8", "--locale=C")  # fmt: skip
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://store:{PASSWORD}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start on the port of before, or on a free one."""
        options = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={self._directory} -c max_connections=150"
        for attempt in range(5):
            port = self.port or free_port()
            try:
                self._run("pg_ctl", "-D", self._data, "-w", "-t", "60", "-l", self._directory / "log",
                          "-o", f"{options} -p {port}", "start")  # fmt: skip
            except subprocess.CalledProcessError:
                if self.port or attempt == 4:  # another program may have taken the free port meanwhile
                    raise
            else:
                self.port = port
                return

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is as if the power went: nothing is flushed."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self._directory)

    def _run(self, program: str, *arguments: object) -> None:
        # The server keeps the output of pg_ctl open: a file, never a pipe that would be waited for.
        with tempfile.TemporaryFile() as output:
            try:
                subprocess.run(
                    [str(self._binaries / program), *map(str, arguments)],
                    check=True, stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd="/", **self._as,
                )  # fmt: skip
            except subprocess.CalledProcessError as error:
                output.seek(0)
                error.add_note(output.read().decode(errors="replace"))
                raise
