"""JavaScript: the module that a reader pastes is the planned program with the document's text as plain values."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from apiref_nb.requests.bodies import BinaryBody, JsonBody
from apiref_nb.requests.languages.javascript import javascript
from tests.requests.hostile import STRINGS
from tests.requests.requests import BASIC, BEARER, planned, samples

NODE = shutil.which("node")
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
WORDS = {
    "const", "response", "await", "fetch", "method", "headers", "body", "console", "log", "status", "json", "text",
    "JSON", "stringify", "new", "FormData", "Blob", "URLSearchParams", "form", "append", "type", "process", "env",
    "API_TOKEN", "API_USER", "API_PASSWORD", "API_KEY", "Buffer", "from", "toString", "join", "null", "true", "Cookie",
    "Authorization", "name", "list", "q", "session", "Note", "a", "false", "v", "value", "key", "file",
}  # fmt: skip
"""Every word that stands outside of a text: those of the template, and names of members that are plain names."""


@pytest.mark.parametrize("text", STRINGS)
def test_no_text_of_a_document_becomes_code(text):
    """Whatever a document says, what stands outside of texts is the template's."""
    for plan in samples(text):
        source = javascript(plan)
        assert source.isascii()
        assert "\x7f" not in source
        bare = LITERAL.sub('""', source)
        assert "`" not in bare
        assert "//" not in bare
        assert set(re.findall(r"[A-Za-z_$]\w*", bare)) <= WORDS


def test_a_simple_request_is_three_lines():
    assert javascript(planned("https://x.example/pets")) == (
        'const response = await fetch("https://x.example/pets");\n'
        "console.log(response.status);\n"
        "console.log(await response.text());"
    )


def test_credentials_come_from_the_environment():
    source = javascript(planned("https://x.example/", "DELETE", credentials=(BEARER,), replies_json=True))
    assert source.splitlines()[:4] == [
        'const response = await fetch("https://x.example/", {',
        '  method: "DELETE",',
        '  headers: { Authorization: "Bearer " + process.env.API_TOKEN },',
        "});",
    ]
    assert 'Buffer.from(process.env.API_USER + ":" + process.env.API_PASSWORD)' in javascript(
        planned("https://x.example/", credentials=(BASIC,))
    )


def test_without_a_base_address_the_reader_names_one():
    assert 'fetch(process.env.API_BASE_URL + "/pets")' in javascript(planned("/pets"))


def test_what_fetch_refuses_is_said():
    """fetch throws for a body with GET: the sample leaves it out, and says so in its first line."""
    source = javascript(planned("https://x.example/", "GET", body=JsonBody({"a": 1})))
    assert source.startswith("// fetch refuses a body with this method: it is left out.\nconst response")
    assert "body:" not in source


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed on this machine")
@pytest.mark.parametrize(
    "value",
    [{"__proto__": 1, "a b": 2, "2": 3, "constructor": None}, {"n": 2**60 + 1}, [1e300, -0.5], ""],
)
def test_values_survive_as_literals(value):
    """Names that mean something to JavaScript, and numbers that it would round, are sent as they are."""
    source = javascript(planned("https://x.example/", "POST", body=JsonBody(value)))
    program = f"globalThis.fetch = async (u, o) => (console.error(o.body), new Response('{{}}'));\n{source}"
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", program], capture_output=True, text=True, timeout=900, check=True
    )
    assert json.loads(done.stderr) == value


def test_bytes_are_a_blob():
    assert 'body: new Blob(["sample"])' in javascript(
        planned("https://x.example/", "PUT", body=BinaryBody("image/png"))
    )
