"""cURL: the command that a reader pastes does what it shows, in every shell, and no more."""

import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
from urllib.parse import parse_qsl, unquote

import pytest

from apiref_nb.load import load_api
from apiref_nb.requests.bodies import BinaryBody, JsonBody, MultipartBody, MultipartPart, TextBody
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.text.invisible_characters import visible
from tests.requests.echo import echo
from tests.requests.hostile import STRINGS
from tests.requests.requests import api_key, form, planned, samples

SHELLS = [shell for shell in ("bash", "dash", "zsh") if shutil.which(shell)]
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed on this machine")


@pytest.fixture(scope="module")
def recorder(tmp_path_factory):
    """A folder whose `curl` prints the words that it was started with, one a line, as hexadecimal digits."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "curl"
    program.write_text(
        f"#!{sys.executable}\nimport os, sys\nprint(*('x' + os.fsencode(a).hex() for a in sys.argv[1:]), sep='\\n')\n"
    )
    program.chmod(0o755)
    return folder


def received(shell, commands, recorder, tmp_path):
    script = tmp_path / "script.sh"
    script.write_text("\necho ---\n".join(commands) + "\n", encoding="utf-8")
    path = f"{recorder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, str(script)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        check=True,
        timeout=900,
    )
    assert done.stderr == ""
    return [
        [bytes.fromhex(word[1:]).decode() for word in part.strip("\n").split("\n")]
        for part in done.stdout.split("---\n")
    ]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_hands_curl_the_planned_words(shell, recorder, tmp_path):
    """Whatever a document says, the shell passes on exactly the words that the sample shows."""
    commands = [curl(sample) for text in STRINGS[::3] for sample in samples(text)]
    planned = [shlex.split(command.replace("\\\n", ""))[1:] for command in commands]
    assert planned == received(shell, commands, recorder, tmp_path)


@pytest.mark.parametrize("text", STRINGS)
def test_no_unseen_character_is_in_a_command(text):
    """Control, bidirectional and zero-width characters never reach a terminal; a line feed only inside a body."""
    for sample in samples(text):
        command = curl(sample)
        assert command == visible(command)
        assert "\t" not in command
        assert command.encode()


@pytest.mark.parametrize("text", STRINGS)
def test_no_word_makes_curl_read_a_file(text):
    """Only the constant `file.bin` is ever read: `@` never begins a body, a form value or a header."""
    for sample in samples(text):
        words = shlex.split(curl(sample).replace("\\\n", ""))
        for option, word in itertools.pairwise(words):
            if option in ("-d", "-H"):
                assert not word.startswith("@")
            elif option == "--data-urlencode":
                assert "@" not in word.partition("=")[0]
                assert "=" in word
            elif option == "-b":
                assert "=" in word
            elif option == "-F":
                assert word.partition("=")[2][:1] in ('"', "@")
                assert "@" not in word.partition("=")[2][:1] or word.partition("=")[2] == "@file.bin"


def test_path_placeholder_stays_literal():
    """A path is copied as written, and `-g` keeps curl from expanding its braces."""
    assert curl(planned("https://x.example/pet/{petId}", "GET")) == "curl -g 'https://x.example/pet/{petId}'"


def test_without_braces_there_is_no_globbing_option():
    assert curl(planned("https://x.example/pets", "GET")) == "curl https://x.example/pets"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "QUERY"])
def test_method_is_named_unless_curl_would_send_get(method):
    assert curl(planned("https://x.example/", method)) == f"curl -X {method} https://x.example/"


def test_get_with_a_body_is_named():
    """With `-d` curl would send POST."""
    command = curl(planned("https://x.example/", "GET", body=JsonBody({})))
    assert command.splitlines()[0] == "curl -X GET https://x.example/ \\"


def test_head_asks_for_no_body():
    """`-X HEAD` would wait for a body that never comes."""
    assert curl(planned("https://x.example/", "HEAD")) == "curl --head https://x.example/"


def test_query_placeholder_stays_readable():
    """`<status>` is shown as it is; other values are encoded so that they stay one value."""
    sample = planned("https://x.example/a", "GET", query=(("status", "<status>"), ("q", "a b&c=d#e+f")))
    assert curl(sample) == "curl 'https://x.example/a?status=<status>&q=a%20b%26c%3Dd%23e%2Bf'"


def test_query_joins_a_query_in_the_path_before_its_fragment():
    sample = planned("https://x.example/a?Action=b#c", "GET", query=(("q", "1"),))
    assert curl(sample) == "curl 'https://x.example/a?Action=b&q=1#c'"


def test_header_with_an_impossible_name_is_left_out():
    """A name that is no token could be `@file`, or carry a second header."""
    sample = planned(
        "https://x.example/", "GET", headers=(("@/etc/passwd", "x"), ("X-A: b\r\nX-C", "d"), ("X-Ok", "1"))
    )
    assert curl(sample) == "curl https://x.example/ \\\n  -H 'X-Ok: 1'"


def test_header_without_a_value_is_sent_empty():
    """`-H 'X-A:'` would remove the header."""
    assert curl(planned("https://x.example/", "GET", headers=(("X-A", ""),))).endswith("-H 'X-A;'")


def test_body_that_begins_with_an_at_sign_is_sent_as_it_is():
    """`-d @path` would send the reader's own file."""
    command = curl(planned("https://x.example/", "POST", body=TextBody("@/etc/passwd")))
    assert command.endswith("--data-raw @/etc/passwd")


@pytest.mark.parametrize(
    "servers", [[], [{"url": "/api/v1"}], [{"url": "http://h.example"}]], ids=["none", "a path", "one"]
)
def test_an_api_without_an_address_is_asked_at_the_readers(recorder, servers):
    """As in Python and JavaScript the whole address, its path included, comes from the environment."""
    item = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
    operation = {"parameters": [item], "responses": {"200": {"description": "ok"}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": servers}
    api = load_api(document | {"paths": {"/pets/{id}": {"get": operation}}})
    command = request_tabs(api.operations[0])[0].code
    environment = {"PATH": f"{recorder}:{os.defpath}", "API_BASE_URL": "https://mine.example/api/v1"}
    done = subprocess.run(
        ["sh", "-c", command], env=environment, capture_output=True, text=True, check=True, timeout=900
    )
    words = [bytes.fromhex(line[1:]).decode() for line in done.stdout.splitlines()]
    home = "http://h.example" if "h.example" in str(servers) else "https://mine.example/api/v1"
    assert words == ["-g", f"{home}/pets/{{id}}"]


def test_address_never_begins_with_a_hyphen():
    assert curl(planned("-o/tmp/x", "GET")) == "curl /-o/tmp/x"


def test_api_key_in_a_query_or_cookie_stays_there():
    sample = planned(
        "https://x.example/",
        "GET",
        credentials=(
            api_key("key", "query"),
            api_key("sid", "cookie"),
        ),
    )
    assert curl(sample) == "curl 'https://x.example/?key=<api-key>' \\\n  -b 'sid=<api-key>'"


def test_json_keeps_its_meaning_when_a_character_is_written_out():
    """JSON's own escape shows a bidirectional override and sends the same text."""
    command = curl(planned("https://x.example/", "POST", body=JsonBody({"a": "\u202eb\x85"})))
    assert '"a": "\\u202eb\\u0085"' in command


def test_multipart_value_is_never_a_file():
    sample = planned(
        "https://x.example/",
        "POST",
        body=MultipartBody((MultipartPart("a=@x", "@/etc/passwd"), MultipartPart("f", None, "image/png"))),
    )
    assert curl(sample).splitlines()[1:] == [
        "  --form-string a%3D@x=@/etc/passwd \\",
        "  -F 'f=@file.bin;type=image/png'",
    ]


@needs_curl
def test_curl_sends_what_the_sample_plans(tmp_path):
    """A real curl, an echo server: method, target, headers and body arrive as planned, for every hostile string."""
    with echo() as (base, seen):
        for text in STRINGS:
            body = {"name": text.replace("\ud800", "\ufffd"), "list": [1, None]}
            sample = planned(
                f"{base}/pet/{{petId}}",
                "PUT",
                query=(("q", text),),
                headers=(("X-A", "b"),),
                body=JsonBody(body),
            )
            run(curl(sample), tmp_path)
            got = seen.pop()
            assert got["method"] == "PUT"
            path, _, query = got["target"].partition("?")
            assert path == "/pet/{petId}"
            assert unquote(query.removeprefix("q=")) == body_text(text)
            assert got["headers"]["X-A"] == "b"
            assert got["headers"]["Content-Type"] == "application/json"
            assert json.loads(got["body"]) == body
            assert not seen


def body_text(text):
    return text.replace("\ud800", "\ufffd")


@needs_curl
def test_curl_sends_forms_parts_and_files(tmp_path):
    (tmp_path / "file.bin").write_bytes(b"\x00bytes")
    with echo() as (base, seen):
        pairs = [("a", "x&y=1 @"), ("b[]", "@/etc/passwd")]
        run(curl(planned(base + "/", "POST", body=form(*pairs))), tmp_path)
        assert parse_qsl(seen.pop()["body"].decode()) == pairs
        parts = MultipartBody(
            (
                MultipartPart("meta", '{"a;b": "c,\\"d"}', "application/json"),
                MultipartPart("v", "@x;type=y"),
                MultipartPart("f", None),
            )
        )
        run(curl(planned(base + "/", "POST", body=parts)), tmp_path)
        got = seen.pop()
        assert got["headers"]["Content-Type"].startswith("multipart/form-data; boundary=")
        assert b'{"a;b": "c,\\"d"}' in got["body"]
        assert b"@x;type=y" in got["body"]
        assert b"\x00bytes" in got["body"]
        run(curl(planned(base + "/", "POST", body=BinaryBody("image/png"))), tmp_path)
        got = seen.pop()
        assert (got["body"], got["headers"]["Content-Type"]) == (b"\x00bytes", "image/png")


def run(command, folder):
    subprocess.run(
        [SHELLS[0], "-c", command],
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=900,
        env={**os.environ, "NO_PROXY": "*"},
    )
