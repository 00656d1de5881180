"""Python: the cell that a reader pastes is the planned program with the document's text as plain values."""

import ast
import os
import subprocess
import sys

import pytest

from apiref_nb.requests.bodies import BinaryBody, JsonBody, MultipartBody, MultipartPart, TextBody
from apiref_nb.requests.languages.python import python
from tests.requests.echo import echo
from tests.requests.hostile import STRINGS
from tests.requests.requests import BASIC, BEARER, OAUTH2, api_key, form, planned, samples

ENVIRONMENT = {
    "API_TOKEN": "t0ken",
    "API_KEY": "k3y",
    "ACCESS_TOKEN": "acc3ss",
    "API_USER": "ann",
    "API_PASSWORD": "pw",
}
ALLOWED = (
    ast.Module, ast.Import, ast.alias, ast.Assign, ast.Expr, ast.Call, ast.Attribute, ast.Name, ast.Load, ast.Store,
    ast.keyword, ast.Constant, ast.Dict, ast.List, ast.Tuple, ast.BinOp, ast.Add, ast.Subscript, ast.UnaryOp, ast.USub,
)  # fmt: skip
NAMES = {"httpx", "os", "response", "print"}


@pytest.mark.parametrize("text", STRINGS)
def test_no_text_of_a_document_becomes_code(text):
    """Whatever a document says, the program is imports, one call and two prints; its only names are the template's."""
    for sample in samples(text):
        source = python(sample)
        assert source.isascii()
        tree = ast.parse(source)
        assert [type(node).__name__ for node in tree.body if not isinstance(node, ast.Import)] == [
            "Assign",
            "Expr",
            "Expr",
        ]
        for node in ast.walk(tree):
            assert isinstance(node, ALLOWED)
            if isinstance(node, ast.Name):
                assert node.id in NAMES
            if isinstance(node, ast.Attribute):
                assert node.attr in {"get", "post", "environ", "status_code", "json", "request"}
        assert "#" not in "".join(line for line in source.splitlines() if line.lstrip().startswith("#"))


@pytest.mark.parametrize("text", STRINGS)
def test_values_survive_as_literals(text):
    """The JSON that the program sends is the JSON that was planned."""
    value = {"name": text, "list": [text, -1, 2.5, None, True]}
    tree = ast.parse(python(planned("https://x.example/", "POST", body=JsonBody(value))))
    call = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    sent = next(ast.literal_eval(k.value) for k in call.keywords if k.arg == "json")
    clean = text.replace("\ud800", "\ufffd")
    assert sent == {"name": clean, "list": [clean, -1, 2.5, None, True]}


def test_a_simple_request_is_one_line():
    assert python(planned("https://x.example/pets", "GET")) == (
        'import httpx\n\nresponse = httpx.get("https://x.example/pets")\nprint(response.status_code)\nprint(response.text)'
    )


def test_path_is_filled_and_json_printed():
    sample = planned(
        "https://x.example/pet/{petId}",
        "DELETE",
        path_values=(("petId", "10"),),
        credentials=(BEARER,),
        replies_json=True,
    )
    assert python(sample) == (
        "import os\n\nimport httpx\n\n"
        "response = httpx.delete(\n"
        '    "https://x.example/pet/10",\n'
        '    headers={"Authorization": "Bearer " + os.environ["API_TOKEN"]},\n'
        ")\n"
        "print(response.status_code)\n"
        "print(response.json())"
    )


def test_environment_names_are_never_the_documents():
    """A document that could name `AWS_SECRET_ACCESS_KEY` could have it sent to itself."""
    sample = planned(
        "https://x.example/",
        "GET",
        credentials=(
            api_key("AWS_SECRET_ACCESS_KEY", "query"),
            api_key("X-App", "header"),
            OAUTH2,
        ),
    )
    tree = ast.parse(python(sample))
    asked = {node.slice.value for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    assert asked == {"API_KEY", "API_KEY_2", "ACCESS_TOKEN"}


def test_without_a_base_address_the_reader_names_one():
    assert 'os.environ["API_BASE_URL"] + "/pets"' in python(planned("/pets", "GET"))


def run(source):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        env={**os.environ, **ENVIRONMENT, "NO_PROXY": "*"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_kind_of_request_runs_as_pasted():
    """The program, as it is, reaches an echo server and prints status and JSON."""
    bodies = [
        None,
        JsonBody({"a": "\u202e", "b": [1, {}]}),
        TextBody("<a/>", "application/xml"),
        form(("a", "1"), ("a", "2"), ("b", "x&y")),
        MultipartBody(
            (MultipartPart("meta", '{"a": 1}', "application/json"), MultipartPart("file", None, "image/png"))
        ),
        BinaryBody("image/png"),
    ]
    with echo() as (base, seen):
        programs = []
        for method in ("GET", "POST", "DELETE", "QUERY"):
            for body in bodies:
                sample = planned(
                    f"{base}/pet/{{petId}}",
                    method if method != "QUERY" else "OPTIONS",
                    path_values=(("petId", "a/b"),),
                    query=(("tag", "x"), ("tag", "y&z")),
                    headers=(("X-Note", "né"), ("X-Line", "a\r\nX-Evil: 1")),
                    cookies=(("session", 'a;b"c'),),
                    body=body,
                    credentials=(BASIC, api_key("key", "query")),
                    replies_json=True,
                )
                programs.append(python(sample).removeprefix("import os\n\nimport httpx\n\n"))
        out = run("import os\n\nimport httpx\n\n" + "\n".join(programs))
    assert out == "200\n{'ok': True}\n" * 24
    assert len(seen) == 24
    for got in seen:
        assert got["target"] == "/pet/a%2Fb?tag=x&tag=y%26z&key=k3y"
        assert got["headers"]["Authorization"].startswith("Basic ")
        assert got["headers"]["Cookie"] == "session=a%3Bb%22c"
        assert "X-Evil" not in got["headers"]
    assert b'"\\u202e"' in seen[1]["body"] or "\u202e".encode() in seen[1]["body"]
    assert seen[2]["headers"]["Content-Type"] == "application/xml"
    assert seen[3]["body"] == b"a=1&a=2&b=x%26y"
    assert b'name="meta"' in seen[4]["body"]
    assert seen[5]["body"] == b"sample"
