"""The file of a recording: HAR 1.2 that people compare, written by several processes, refused when it is not whole."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial

import httpx
import pytest

from apiref_nb import Client, RecordingError, load_api
from tests.recordings.services import Nothing, Service, client, entries

WRITER = """
import sys
from tests.recordings.services import Service, client
number, path = sys.argv[1:]
one = client(Service(), path)
print("ready", flush=True)
sys.stdin.readline()  # both begin at once
for pet in range(12):
    one.pet(1000 * int(number) + pet)
    one.pet(7)
"""


@pytest.fixture
def path(tmp_path):
    """Where a recording will be."""
    return tmp_path / "pets.har"


def dated(moment: str, request: httpx.Request) -> httpx.Response:
    """An answer that says when it was given."""
    return httpx.Response(200, json={"name": request.url.path}, headers={"Date": moment, "X-B": "1", "A": "2"})


def test_the_same_exchanges_are_the_same_bytes_in_whatever_order(tmp_path):
    """Entries are sorted, and no moment is in the file."""
    texts = []
    for name, numbers in (("a", (3, 1, 2)), ("b", (1, 2, 3))):
        service = Service(partial(dated, name))
        with client(service, tmp_path / name) as one:
            for number in numbers:
                one.pet(number)
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]


def test_the_file_is_har(path):
    """What HAR 1.2 demands of every entry is there; JSON stands laid out beside its text."""
    pet = {"name": "Rex", "tags": ["a" * 40, "b" * 40, "c" * 40]}
    with client(Service(lambda request: httpx.Response(200, json=pet)), path) as one:
        one.add(body={"name": "Rex"})
    log = json.loads(path.read_text(encoding="utf-8"))["log"]
    (entry,) = log["entries"]
    assert log["version"] == "1.2"
    assert set(log["creator"]) == {"name", "version"}
    assert entry["startedDateTime"] == "1970-01-01T00:00:00.000Z"
    assert entry["time"] == sum(entry["timings"].values()) == 0
    assert {"method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"} < set(
        entry["request"]
    )
    assert {"status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL"} < set(
        entry["response"]
    )
    assert entry["request"]["postData"] == {"mimeType": "application/json", "text": '{"name":"Rex"}'}
    assert entry["response"]["content"]["_json"] == json.loads(entry["response"]["content"]["text"]) == pet
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line != line.rstrip()]


def test_a_body_is_changed_by_hand_in_json_alone(path):
    """`_json` without `text` replays; where both are there and differ, the place is named."""
    pet = {"name": "Rex", "tags": ["a" * 90]}
    client(Service(lambda request: httpx.Response(200, json=pet)), path).pet(1)
    har = json.loads(path.read_text(encoding="utf-8"))
    content = har["log"]["entries"][0]["response"]["content"]
    content["_json"]["name"] = "Max"
    path.write_text(json.dumps(har), encoding="utf-8")
    with pytest.raises(RecordingError, match=r"/log/entries/0/response/content/_json: must say what `text` says"):
        client(Nothing(), path)
    del content["text"]
    path.write_text(json.dumps(har), encoding="utf-8")
    assert client(Nothing(), path).pet(1)["name"] == "Max"


def test_a_file_that_a_browser_wrote_replays(path):
    """Pseudo headers, compressed lengths, base64 and times of its own are no hindrance."""
    entry = {
        "startedDateTime": "2026-01-01T10:00:00Z",
        "time": 12.5,
        "_priority": "High",
        "request": {
            "method": "GET", "url": "https://pets.test/v1/pets/1", "httpVersion": "h2", "cookies": [],
            "headers": [{"name": ":authority", "value": "pets.test"}, {"name": "user-agent", "value": "Firefox"}],
            "queryString": [], "headersSize": -1, "bodySize": 0,
        },
        "response": {
            "status": 200, "statusText": "", "httpVersion": "h2", "cookies": [],
            "headers": [
                {"name": "content-encoding", "value": "br"}, {"name": "content-type", "value": "application/json"},
            ],
            "content": {
                "size": 14, "mimeType": "application/json", "encoding": "base64", "text": "eyJuYW1lIjoiUmV4In0=",
            },
            "redirectURL": "", "headersSize": -1, "bodySize": 9,
        },
        "cache": {}, "timings": {"send": 0, "wait": 12, "receive": 0.5},
    }  # fmt: skip
    path.write_text(json.dumps({"log": {"version": "1.2", "creator": {}, "entries": [entry]}}), encoding="utf-8")
    assert client(Nothing(), path).pet(1)["name"] == "Rex"


def test_processes_that_record_at_once_lose_nothing(path):
    """Two processes write twelve requests of their own and twelve that both send: everything is in the file."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(number), str(path)], **pipes) for number in (1, 2)]
    assert [one.stdout.readline() for one in running] == ["ready\n"] * 2
    for one in running:
        one.stdin.write("go\n")
        one.stdin.flush()
    said = [one.communicate(timeout=900)[1] for one in running]
    assert [one.returncode for one in running] == [0, 0], said
    urls = sorted(entry["request"]["url"].rpartition("/")[2] for entry in entries(path))
    assert urls == sorted([*(str(1000 * n + pet) for n in (1, 2) for pet in range(12)), *["7"] * 24])
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_file_cut_anywhere_is_refused_with_its_place(path):
    """Line and column where it ends or breaks; nothing is ever recorded over it."""
    with client(Service(), path) as one:
        one.pet(1)
    whole = path.read_text(encoding="utf-8")
    for length in {*range(1, len(whole) - 3, 37), len(whole) // 2}:
        path.write_text(whole[:length], encoding="utf-8")
        for mode in ("once", "new", "all"):
            with pytest.raises(RecordingError, match=r"pets\.har:\d+:\d+: is no whole recording") as caught:
                client(Nothing(), path, mode=mode)
        line = int(str(caught.value).split("pets.har:")[1].split(":")[0])
        assert 1 <= line <= whole[:length].count("\n") + 1
        assert path.read_text(encoding="utf-8") == whole[:length]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no whole recording"),
        ("[]", r": /: must be an object \(got a list of 0\)"),
        ('{"log": {}}', r"/log/entries: must be a list \(got nothing\)"),
        ('{"log": {"entries": [{"request": {"method": 7}}]}}', "/log/entries/0/response: must be an object"),
        ('{"log": {"entries": [1]}}', "/log/entries/0: must be an object"),
        (
            '{"log": {"entries": [{"request": {"method": "GET", "url": "http://[a"}, "response": {"status": 200}}]}}',
            r"/log/entries/0/request/url: must be an address",
        ),
        ("[" * 100_000, "nested too deep"),
        ("\udcff", "is no UTF-8"),
    ],
    ids=["empty", "list", "no-entries", "no-response", "number", "address", "deep", "bytes"],
)
def test_what_is_no_recording_is_refused_in_words(path, text, words):
    """With the pointer of what is wrong."""
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RecordingError, match=words):
        client(Nothing(), path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    """The call fails in words: its answer would be lost."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match="cannot be written"):
        client(Service(), tmp_path / "file" / "pets.har").pet(1)


def test_the_most_specific_media_type_says_what_is_secret(path):
    """What the document calls a password stays out of the file, though a range that says nothing stands before it."""
    said = {"type": "object", "properties": {"word": {"type": "string", "format": "password"}}}
    content = {"*/*": {}, "application/json": {"schema": said}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/x": {
                "post": {
                    "operationId": "op",
                    "requestBody": {"content": content},
                    "responses": {"200": {"description": "", "content": content}},
                }
            }
        },
    }
    answer = Service(lambda request: httpx.Response(200, json={"word": "open-sesame-2"}))
    with Client(load_api(document), "https://api.example.com", transport=answer, recording=path) as one:
        one.op(body={"word": "open-sesame-1"}, content_type="application/json")
    assert "open-sesame" not in path.read_text(encoding="utf-8")
