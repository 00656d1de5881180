"""The store in a terminal: `python -m petstore_flask [--port 8080] [--database-url sqlite:///pets.db] [--auth off]`.

Starts the same server as `start()`, prints its addresses and credentials, then a line for each request, until Ctrl-C.
"""

import argparse
import signal
import sys
import threading
from collections.abc import Sequence

from petstore_flask.background import Handle, start
from petstore_flask.log_entry import LogEntry
from petstore_flask.settings import BASE_PATH, TOKEN_PATH, settings_from_environment


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until interrupted.

    Returns:
        0 after Ctrl-C or a termination signal, 1 when the store cannot be started.
    """
    parser = argparse.ArgumentParser(prog="python -m petstore_flask", description="Run the pet store on this machine.")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on, 0 for a free one (default: 8080)")
    parser.add_argument(
        "--database-url",
        help="sqlite:///file or postgresql://..., by default PETSTORE_DATABASE_URL, else a fresh store in memory",
    )
    parser.add_argument("--auth", choices=["on", "off"], help="off lets every request through (default: on)")
    options = parser.parse_args(arguments)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        handle = start(
            options.port,
            database_url=options.database_url,
            auth=options.auth,
            settings=settings_from_environment(),
            on_request=_print_entry,
        )
    except (OSError, ValueError, ModuleNotFoundError) as error:
        sys.stderr.write(f"petstore_flask: {getattr(error, 'strerror', None) or error}\n")
        return 1
    with handle:
        sys.stdout.write(_greeting(handle))
        sys.stdout.flush()
        ended.wait()
    return 0


def _greeting(handle: Handle) -> str:
    lines = [f"Pet store at      {handle.base_url}", f"OpenAPI document  {handle.openapi_url}"]
    if handle.settings.auth == "on":
        origin = handle.base_url.removesuffix(BASE_PATH)
        client = f"{handle.settings.client_id}:{handle.settings.client_secret}"
        lines.append(f"API key           X-API-Key: {handle.api_key}")
        lines.append(f"Bearer token      curl -u {client} -d grant_type=client_credentials {origin}{TOKEN_PATH}")
    return "\n".join([*lines, "Ctrl-C stops it.", ""])


def _print_entry(entry: LogEntry) -> None:
    sys.stdout.write(f"{entry.status}  {entry.method:<7} {entry.target}  {entry.milliseconds:.1f} ms\n")
    sys.stdout.flush()
    if entry.fault:
        sys.stderr.write(entry.fault)


if __name__ == "__main__":
    sys.exit(main())
