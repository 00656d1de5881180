"""`apiref-nb check`: what is wrong, where, in the form that the reader of it needs."""

from __future__ import annotations

import json

import pytest

FAULTY = """\
openapi: 3.0.3
info: {title: Faulty, version: '1'}
paths:
  /a:
    get: 7
  /b:
    get:
      parameters:
        - {name: q, in: nowhere, schema: {type: string}}
      responses:
        '200':
          description: ok
"""
PLACES = [("5", "#/paths/~1a/get"), ("9", "#/paths/~1b/get/parameters/0/in")]


@pytest.fixture
def faulty(folder):
    """`faulty.yaml`, which has two problems."""
    (folder / "faulty.yaml").write_text(FAULTY, encoding="utf-8")
    return "faulty.yaml"


def test_document_without_a_problem_is_exit_code_0(run, folder):
    """Nothing on standard output, the good news on standard error."""
    done = run("check", "harbour.json")
    assert (done.code, done.out) == (0, "")
    assert done.err == "no problems in 2 operations of harbour.json\n"


def test_each_problem_is_a_line_that_an_editor_can_jump_to(run, faulty):
    """`file:line:column: pointer: message`, in the order of the text, exit code 1."""
    done = run("check", faulty)
    found = [line.split(":", 3) for line in done.out.splitlines()]
    assert done.code == 1
    assert [(file, line) for file, line, *_ in found] == [(faulty, line) for line, _ in PLACES]
    for (*_, rest), (_, pointer) in zip(found, PLACES, strict=True):
        assert pointer in rest


def test_json_report_is_complete(run, faulty):
    """One object: what was checked, and each problem with pointer, message, line and column."""
    done = run("check", faulty, "--format", "json")
    report = json.loads(done.out)
    assert done.code == 1
    assert (report["source"], report["format"]) == (faulty, "openapi-3.0")
    assert [str(problem["line"]) for problem in report["problems"]] == [line for line, _ in PLACES]
    assert all(problem["column"] and problem["message"] for problem in report["problems"])


def test_json_report_of_a_good_document_is_an_empty_list(run, folder):
    """A script reads the same shape whatever was found."""
    done = run("check", "harbour.json", "--format", "json")
    assert (done.code, json.loads(done.out)["problems"]) == (0, [])


def test_github_annotations_stand_at_their_line(run, faulty):
    """A workflow's log shows each problem beside the line of the document."""
    done = run("check", faulty, "--format", "github")
    assert [line.split(",col=")[0] for line in done.out.splitlines()] == [
        f"::error file={faulty},line={line}" for line, _ in PLACES
    ]


def test_document_cannot_write_a_workflow_command(run, folder):
    """A line break or a separator in a document's own text is encoded: one problem is one annotation."""
    hostile = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/x\n::error::y,col=1": {"get": 7}},
    }
    (folder / "a,b:c.json").write_text(json.dumps(hostile), encoding="utf-8")
    done = run("check", "a,b:c.json", "--format", "github")
    assert all(line.startswith("::error file=a%2Cb%3Ac.json,line=1,col=") for line in done.out.splitlines())


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_document_that_cannot_be_read_is_exit_code_2(run, folder, format_):
    """The difference between a bad part and no document; GitHub's form marks the line of the fault."""
    (folder / "broken.yaml").write_text("openapi: 3.1.0\ninfo: [\n", encoding="utf-8")
    done = run("check", "broken.yaml", "--format", format_)
    assert done.code == 2
    assert done.err.startswith("error: broken.yaml: ")
    assert done.out.startswith("::error file=broken.yaml,line=") == (format_ == "github")


def test_check_of_an_address_names_the_address(run, address):
    """SOURCE is repeated as the user typed it."""
    assert f"of {address}\n" in run("check", address).err


def test_examples_are_held_against_their_schemas(run, folder):
    """A default that its own schema refuses is a problem; `--no-examples` leaves that look out."""
    parameter = {"name": "unit", "in": "query", "schema": {"type": "integer", "default": "metres"}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/tide": {"get": {"parameters": [parameter], "responses": {"200": {"description": "ok"}}}}},
    }
    (folder / "tide.json").write_text(json.dumps(document, indent=1), encoding="utf-8")
    done = run("check", "tide.json")
    assert done.code == 1
    assert "#/paths/~1tide/get/parameters/0/schema/default" in done.out
    assert run("check", "tide.json", "--no-examples").code == 0


ODD = """\
openapi: 3.1.0
info: {title: Odd, version: '1'}
paths: {}
components:
  schemas:
    Rating: {type: integer, enum: ["1 (A)", "2 (B)"]}
    Some: {type: integer, enum: ["1", 2]}
    Delimited: {type: string, pattern: '/^[a-z]+$/i'}
    Address: {type: string, pattern: '/v1/[a-z]+/'}
    Broken: {type: string, pattern: '(['}
    Large: {type: string, pattern: 'a{999999}'}
"""


def test_what_no_value_meets_and_what_means_something_else_is_named(run, folder):
    """An enum without a value of its type; a pattern between slashes; a pattern that is none."""
    (folder / "odd.yaml").write_text(ODD, encoding="utf-8")
    ran = run("check", "odd.yaml")
    lines = [line.split(": ", 2)[1:] for line in ran.out.splitlines() if "#/" in line]
    assert lines == [
        [
            "#/components/schemas/Rating/enum",
            'no value of the enum is of type integer (got "1 (A)"); nothing meets the schema',
        ],
        [
            "#/components/schemas/Delimited/pattern",
            'the pattern "/^[a-z]+$/i" is written between slashes, which belong to it here',
        ],
        ["#/components/schemas/Broken/pattern", 'the pattern "([" is not valid in ECMA 262'],
    ]
