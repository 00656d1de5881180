"""`apiref-nb verify`: the running pet store against its own document, credentials from the environment alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import petstore_flask


@pytest.fixture
def store(folder, monkeypatch):
    """A running pet store, and a command line that knows nothing of it yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    for name in ("TOKEN", "API_KEY", "USERNAME", "PASSWORD"):
        monkeypatch.delenv(f"APIREF_{name}", raising=False)
    with petstore_flask.start() as handle:
        yield handle


def test_answers_as_documented_are_exit_code_0(run, store, monkeypatch):
    """Every GET operation of the pet store, with its token and key in the usual variables."""
    monkeypatch.setenv("APIREF_TOKEN", store.token)
    monkeypatch.setenv("APIREF_API_KEY", store.api_key)
    done = run("verify", store.openapi_url, "--format", "json")
    report = json.loads(done.out)
    assert [row for row in report["operations"] if row["outcome"] not in ("ok", "skipped")] == []
    assert report["counts"]["ok"] >= 6
    assert done.code == 0


def test_refused_operations_are_counted_apart(run, store):
    """Without credentials the documented refusals are exit code 1, and the sentence names the variables to set."""
    done = run("verify", store.openapi_url)
    assert done.code == 1
    assert "4 ok, 4 refused (needs credentials)" in done.out
    assert "set APIREF_TOKEN and APIREF_API_KEY; --allow-refused lets them pass" in done.err
    allowed = run("verify", store.openapi_url, "--allow-refused")
    assert (allowed.code, allowed.out.splitlines()[-1]) == (0, done.out.splitlines()[-1])


def test_variables_are_named_by_scheme(run, store, monkeypatch):
    """`--token-env SCHEME=NAME` serves a document with several schemes."""
    monkeypatch.setenv("STORE_TOKEN", store.token)
    monkeypatch.setenv("STORE_KEY", store.api_key)
    words = ("--operation", "getPetById", "--token-env", "STORE_TOKEN", "--api-key-env", "api_key=STORE_KEY")
    done = run("verify", store.openapi_url, *words)
    assert done.code == 0
    assert "GET /pet/{petId}" in done.out
    assert store.token not in done.out + done.err


def test_answer_that_is_not_documented_is_exit_code_1(run, store):
    """Without credentials the store answers 401 where the document promises something else, or says so."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Wrong", "version": "1"},
        "servers": [{"url": store.base_url}],
        "paths": {"/store/order/7000": {"get": {"responses": {"200": {"description": "ok"}}}}},
    }
    Path("wrong.json").write_text(json.dumps(document), encoding="utf-8")
    done = run("verify", "wrong.json")
    assert done.code == 1
    assert "1 mismatch" in done.out


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (
            ["--token-env", "NOT_SET"],
            '--token-env: must name a variable of the environment that is set (got "NOT_SET")',
        ),
        (["--operation", "fish"], '--operation: no operation "fish"'),
        (["--base-url", "ftp://x"], "--base-url: "),
        (["--method", "post"], '--method: must be the method of an operation of the document (got "post")'),
    ],
)
def test_what_cannot_be_asked_is_exit_code_2(run, folder, words, cause):
    """The sentence names the option; nothing was sent."""
    done = run("verify", "harbour.json", *words)
    assert done.code == 2
    assert cause in done.err
    assert done.out == ""


def test_document_without_a_server_needs_an_address(run, folder):
    """There is nowhere to send to: the sentence says which option helps."""
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {}}}}
    (folder / "nowhere.json").write_text(json.dumps(document), encoding="utf-8")
    done = run("verify", "nowhere.json")
    assert done.code == 2
    assert done.err == "error: --base-url: must be given: the document names no server\n"


def test_a_relative_server_is_said_to_be_relative(run, folder):
    """A document read from a file may name a server, only not where it is."""
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "/v1"}], "paths": {}}
    (folder / "relative.json").write_text(json.dumps(document), encoding="utf-8")
    done = run("verify", "relative.json")
    assert done.code == 2
    assert done.err == (
        "error: --base-url: must be given: the document names its server by a relative address ('/v1'), "
        "and it was not fetched from a host: name the whole address, such as https://api.example.com/v1\n"
    )


def test_a_header_of_the_environment_is_sent(run, store, monkeypatch):
    """`--header-env NAME=VARIABLE`: its text stands on no command line, and what becomes of it is said."""
    monkeypatch.setenv("STORE_KEY", store.api_key)
    words = ("verify", store.openapi_url, "--operation", "getPetById", "--header-env", "api_key=STORE_KEY")
    done = run(*words)
    assert done.code == 0, done.out + done.err
    assert store.api_key not in done.out + done.err
    monkeypatch.setenv("STORE_KEY", "wrong-S3CRET")
    done = run(*words, "--format", "json")
    assert done.code == 1
    assert "S3CRET" not in done.out + done.err
    assert run(*words[:-1], "api_key").code != 0


def test_a_user_and_password_of_the_environment_are_told_when_no_operation_takes_them(run, store, monkeypatch):
    """The report says why they were not sent, and which variable would help."""
    monkeypatch.setenv("APIREF_USERNAME", "ann")
    monkeypatch.setenv("APIREF_PASSWORD", "pass-S3CRET")
    done = run("verify", store.openapi_url, "--operation", "getPetById")
    assert done.code == 1
    assert "set APIREF_API_KEY" in done.err
    assert "S3CRET" not in done.out + done.err


def test_formats_are_checked_unless_they_are_left_out(run, store):
    """`--ignore-format` names one, or `all`; a name that no format has is told."""
    text = {"type": "object", "properties": {"title": {"type": "string", "format": "uuid"}}}
    answer = {"description": "", "content": {"application/json": {"schema": {"properties": {"info": text}}}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Formats", "version": "1"},
        "servers": [{"url": store.base_url}],
        "paths": {"/openapi.json": {"get": {"responses": {"200": answer}}}},
    }
    path = Path("formats.json")
    path.write_text(json.dumps(document), "utf-8")
    done = run("verify", path)
    assert (done.code, "body.info.title: must be a UUID" in done.out) == (1, True)
    for name in ("uuid", "all"):
        assert run("verify", path, "--ignore-format", name).code == 0
    done = run("verify", path, "--ignore-format", "guid")
    assert done.code == 2
    assert "--ignore-format: must name formats that are checked" in done.err
