"""Scenarios as a published harness writes them: a document, a curl command, and the answer that is expected.

The folder stands beside the project where it is there at all; nothing of it is copied. `ran` carries a command out in
process, through the mock's WSGI application, as curl would send it.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree

import yaml

from apiref_nb import Mock, load_api

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
FOLDER = CORPUS.parent / "data" / "mock-harness"
RIVAL = "https://stoplight.io/"


@dataclass(frozen=True)
class Answered:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str


@dataclass(frozen=True)
class Scenario:
    """One file of the harness."""

    name: str
    document: str
    server: str
    command: str
    how: str
    """`expect`, `expect-loose` or `expect-keysOnly`."""
    expected: Answered


def scenarios() -> list[Scenario]:
    """Every scenario of the folder; none where it is not there."""
    return [scenario(path) for path in sorted(FOLDER.rglob("*.txt"))]


def scenario(path: Path) -> Scenario:
    pieces = re.split(r"^====([\w-]+)====\n", path.read_text("utf-8"), flags=re.MULTILINE)
    parts = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    how = next(name for name in parts if name.startswith("expect"))
    return Scenario(
        str(path.relative_to(FOLDER)), parts["spec"], parts["server"].strip(), parts["command"].strip(), how,
        answered(parts[how]),
    )  # fmt: skip


def answered(text: str) -> Answered:
    """An answer as curl prints it."""
    head, _, body = text.strip("\n").partition("\n\n")
    first, *lines = head.split("\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answered(int(first.split()[1]), headers, body.strip())


def mock_of(one: Scenario) -> Mock:
    """The mock that a scenario's command line asks for."""
    document = yaml.safe_load(one.document)
    document.setdefault("info", {"title": "T", "version": "1"})
    words = shlex.split(one.server)
    return Mock(load_api(json.loads(json.dumps(document, default=str))), dynamic="-d" in words or "--dynamic" in words)


def ran(mock: Mock, command: str) -> Answered:
    """Send what a curl command would send."""
    words = shlex.split(command)[1:]
    method, url, headers, data, form, shows_head = "", "", {"Accept": "*/*"}, [], [], False
    while words:
        word = words.pop(0)
        if re.fullmatch(r"-[isILX]+\w*", word) and word not in ("-X",):
            shows_head = shows_head or "I" in word
            method = word.partition("X")[2] or method
        elif word in ("-X", "--request"):
            method = words.pop(0)
        elif word in ("-H", "--header"):
            name, _, value = words.pop(0).partition(":")
            given = next((key for key in headers if key.lower() == name.lower()), name)
            headers.pop(given, None)
            if value.strip():
                headers[name] = value.strip()
        elif word in ("-d", "--data", "--data-raw", "--data-binary"):
            data.append(words.pop(0))
        elif word == "--data-urlencode":
            name, mark, value = words.pop(0).partition("=")
            data.append(f"{name}={quote(value, safe='')}" if mark else quote(name, safe=""))
        elif word in ("-F", "--form"):
            form.append(words.pop(0))
        elif word in ("-b", "--cookie"):
            headers["Cookie"] = words.pop(0)
        elif word == "--url":
            url = words.pop(0)
        elif word in ("--head", "--location", "-L"):
            shows_head = shows_head or word == "--head"
        elif not word.startswith("-"):
            url = word
        else:
            raise ValueError(word)
    body = "&".join(data).encode()
    if form:
        boundary = "----curl"
        pairs = [piece.partition("=")[::2] for piece in form]
        heads = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in pairs
        )
        body = f"{heads}--{boundary}--\r\n".encode()
        headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
    elif data and not any(name.lower() == "content-type" for name in headers):
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    method = method or ("POST" if data or form else "HEAD" if shows_head else "GET")
    found = called(mock, method, url, headers, body)
    return Answered(found.status, found.headers, "" if shows_head else found.body)


def called(mock: Mock, method: str, url: str, headers: dict[str, str], body: bytes) -> Answered:
    """Call the mock's WSGI application as a server would."""
    parts = urlsplit(url)
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": unquote(parts.path, "latin-1"),
        "REQUEST_URI": parts.path + (f"?{parts.query}" if parts.query else ""),
        "QUERY_STRING": parts.query,
        "HTTP_HOST": parts.netloc,
        "wsgi.input": io.BytesIO(body),
        **({"CONTENT_LENGTH": str(len(body))} if body else {}),
    }
    for name, value in headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    said: list = []
    chunks = mock.wsgi(environ, lambda status, pairs: said.extend((status, pairs)))
    text = b"".join(chunks).decode("utf-8", "replace")
    return Answered(int(said[0].split()[0]), {name.lower(): value for name, value in said[1]}, text)


NOT_COMPARED = frozenset({"date", "content-length", "sl-violations"})


def differences(one: Scenario, found: Answered, *, made: bool) -> list[str]:
    """In what an answer differs from the expected one.

    Args:
        one: the scenario.
        found: what came back.
        made: True where the expected body was made up by the one who wrote it down: ours is of the same shape.
    """
    told = []
    if found.status != one.expected.status:
        told.append(f"status {found.status}, not {one.expected.status}: {found.body[:300]}")
    for name, value in one.expected.headers.items():
        if name not in NOT_COMPARED and _header(found.headers.get(name, "")) != _header(value):
            told.append(f"{name} {found.headers.get(name)}, not {value}")
    if one.expected.body:
        told += _bodies(one, found, made)
    return told


def _header(value: str) -> str:
    return value.partition(";")[0].strip().lower()


def _bodies(one: Scenario, found: Answered, made: bool) -> list[str]:
    expected = one.expected.body
    if expected.startswith("<"):
        return _xml(expected, found.body, values=one.how == "expect" and not made)
    try:
        wanted = json.loads(expected)
    except ValueError:
        return [] if found.body.strip() == expected or (made and found.body) else [f"body {found.body[:200]}"]
    try:
        value = json.loads(found.body)
    except ValueError:
        return [f"no JSON: {found.body[:200]}"]
    if isinstance(wanted, dict) and str(wanted.get("type", "")).startswith(RIVAL):
        return _problem(wanted, value)
    if one.how != "expect" or made:
        return [] if _alike(wanted, value, kinds=one.how == "expect") else [f"shape of {found.body[:200]}"]
    return [] if value == wanted else [f"body {found.body[:200]}, not {expected[:200]}"]


def _alike(wanted, value, *, kinds: bool) -> bool:
    """The names that are there are the expected ones, and with `kinds` their values of the same type."""
    if isinstance(wanted, dict):
        return (
            isinstance(value, dict)
            and wanted.keys() <= value.keys()
            and all(_alike(child, value[name], kinds=kinds) for name, child in wanted.items() if child)
        )
    if isinstance(wanted, list):
        return isinstance(value, list)
    number = isinstance(wanted, int | float) and isinstance(value, int | float)
    return not kinds or number or type(wanted) is type(value)


def _xml(expected: str, found: str, *, values: bool) -> list[str]:
    """The elements below the root are the expected ones; what the root is called nobody says."""
    try:
        wanted, given = ElementTree.fromstring(expected), ElementTree.fromstring(found)
    except ElementTree.ParseError:
        return [f"no XML: {found[:200]}"]
    pairs = [[(child.tag, child.text if values else "") for child in root] for root in (wanted, given)]
    return [] if pairs[0] == pairs[1] and (len(wanted) or wanted.text == given.text) else [f"XML {found[:300]}"]


def _problem(wanted, value) -> list[str]:
    """A problem of ours with the status and the place of every fault; the words are each one's own."""
    if not isinstance(value, dict) or value.get("status") != wanted["status"] or not value.get("detail"):
        return [f"no problem: {value}"]
    places = [tuple(map(str, error["location"])) for error in value.get("errors", ())]
    lacking = []
    for fault in wanted.get("validation", ()):
        place = tuple(fault["location"])
        missing = re.search(r"required property '([^']+)'", fault["message"])
        place = (*place, missing[1]) if missing else place
        if place not in places:
            lacking.append(place)
    return [f"no fault at {lacking}: {places}"] if lacking else []
