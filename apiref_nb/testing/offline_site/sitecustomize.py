"""Loaded by Python when a process starts below `pytest --apiref-offline`: no connection leaves the machine.

An audit hook of the interpreter refuses it, whatever library asks, and nothing can take the hook away. This folder is
first in PYTHONPATH; a `sitecustomize` of the environment's own is run after this one. It imports nothing of apiref-nb,
which a kernel may not have.
"""

from __future__ import annotations

import errno
import importlib.machinery
import importlib.util
import os
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

_NAMES = frozenset({"", "localhost", "0.0.0.0", "::"})  # noqa: S104 - a connection to them stays on the machine


def _is_here(host: object) -> bool:
    text = host.decode("latin-1") if isinstance(host, bytes) else host
    if not isinstance(text, str) or text.lower() in _NAMES:
        return True
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text.lower() == socket.gethostname().lower()
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_loopback or (mapped is not None and mapped.is_loopback)


def _is_number(host: object) -> bool:
    try:
        ip_address(str(host).partition("%")[0])
    except ValueError:
        return False
    return True


def _words(host: object) -> str:
    return f"no connection leaves the machine under --apiref-offline (asked for {host})"


def _connect(arguments: tuple[object, ...]) -> None:
    address = arguments[1] if len(arguments) > 1 else None
    if isinstance(address, tuple) and address and not _is_here(address[0]):
        raise OSError(errno.ENETUNREACH, _words(address[0]))


def _look_up(arguments: tuple[object, ...]) -> None:
    if not _is_here(arguments[0]) and not _is_number(arguments[0]):
        raise socket.gaierror(socket.EAI_NONAME, _words(arguments[0]))


_REFUSALS: dict[str, Callable[[tuple[object, ...]], None]] = {
    "socket.connect": _connect,
    "socket.sendto": _connect,
    "socket.sendmsg": _connect,
    "socket.getaddrinfo": _look_up,
    "socket.gethostbyname": _look_up,
}


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    check = _REFUSALS.get(event)
    if check is not None:
        check(arguments)


def _run_next() -> None:
    """Run the `sitecustomize` that this one stands before."""
    own = Path(__file__).resolve().parent
    rest = [entry for entry in sys.path if Path(entry).resolve() != own]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", rest)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if os.environ.get("APIREF_OFFLINE") == "1":
    sys.addaudithook(_refuse)
_run_next()
