"""`apiref-nb bundle`: one document that says what many files said, in its author's version, order and numbers."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from openapi_spec_validator import validate

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.load.written import json_text, yaml_text
from apiref_nb.parsing import parse
from tests.cli.conftest import run  # noqa: F401 - a fixture
from tests.many_files.sources import LIBRARY, served, written


@pytest.mark.parametrize("name", ["bundle.yaml", "bundle.json"])
def test_a_bundle_is_equal_to_its_source(run, tmp_path, name):  # noqa: F811
    """As data, as an API, and as a page, byte for byte; and it refers to no other file."""
    entry = written(tmp_path, LIBRARY)
    bundled = tmp_path / name
    assert run("bundle", entry, "-o", bundled).code == 0
    assert load_api(bundled).document == load_api(entry).document
    assert load_api(bundled) == load_api(entry)
    pages = [OpenApiEmbed(path).html for path in (entry, bundled)]
    assert pages[0] == pages[1]
    validate(json.loads(json_text(load_api(bundled).document)))


def test_a_bundle_keeps_version_order_and_numbers(run, tmp_path):  # noqa: F811
    """`40.00` stays what its author wrote, in JSON and in YAML."""
    entry = written(tmp_path, LIBRARY)
    text = run("bundle", entry, "-o", "-").out
    assert text.startswith('openapi: 3.1.0\ninfo:\n  title: Library\n  version: "1"\n'.replace('"', "'"))
    assert "price: 40.00\n" in text
    assert "multipleOf: 0.50\n" in text
    as_json = tmp_path / "b.json"
    run("bundle", entry, "-o", as_json)
    assert '"price": 40.00' in as_json.read_text("utf-8")


def test_a_bundle_takes_the_format_of_its_source(run, tmp_path):  # noqa: F811
    """Where the file's name says none."""
    source = tmp_path / "a.json"
    source.write_text('{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}', encoding="utf-8")
    assert json.loads(run("bundle", source, "-o", "-").out)["openapi"] == "3.1.0"


def test_a_bundle_is_written_from_an_address_and_a_pipe(run, tmp_path, monkeypatch):  # noqa: F811
    """From standard input, references start from --root."""
    entry = written(tmp_path, LIBRARY)
    expected = run("bundle", entry, "-o", "-").out
    with served(LIBRARY) as site:
        assert run("bundle", site.entry, "-o", "-", "--revalidate", "0").out == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(entry.read_bytes())))
    assert run("bundle", "-", "-o", "-", "--root", tmp_path).out == expected


def test_what_is_not_followed_is_told(run, tmp_path):  # noqa: F811
    """The reference stays, as the bundle has to write it."""
    files = {
        "openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: paths/a.yaml}}\n",
        "paths/a.yaml": "parameters: [{$ref: ../none.yaml}]",
    }
    done = run("bundle", written(tmp_path, files), "-o", "-")
    assert "- $ref: none.yaml\n" in done.out
    assert "1 reference not followed; `apiref-nb check` tells where and why" in done.err


def test_check_names_file_line_and_column(run, tmp_path, monkeypatch):  # noqa: F811
    """Lines that an editor can jump to, and the same in JSON."""
    files = {
        "api/openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: paths/a.yaml}}\n",
        "api/paths/a.yaml": (
            "get:\n  description: 5\n  parameters: [{name: q, in: query, schema: {default: x, type: integer}}]\n"
        ),
    }
    written(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    lines = run("check", "api/openapi.yaml").out.splitlines()
    assert lines[0] == "api/paths/a.yaml:2:3: #/get/description: description must be text, in quotes (got 5)"
    assert lines[1].startswith("api/paths/a.yaml:3:46: #/get/parameters/0/schema/default: ")
    report = json.loads(run("check", "api/openapi.yaml", "--format", "json").out)
    assert {problem["file"] for problem in report["problems"]} == {"api/paths/a.yaml"}


TREE = {
    "texts": ["", "yes", "no", "on", "y", "null", "~", "true", "1", "1.5", "1e3", "0o17", "0x1f", "010", "1_000"],
    "more": [
        "12:30:45",
        "2020-01-01",
        "# x",
        "- a",
        "a: b",
        "a\nb",
        "a\nb\n",
        " a",
        "a ",
        "*a",
        "!a",
        "%a",
        "@a",
        "`a`",
    ],
    "odd": ["\u2028", "\x85", "\ufeff", "\U0001f600", "tab\tin", '"', "'", "a\\b", "\n", "a\n\nb", "<<", "="],
    "<<": {"=": 1, "200": 2},
    "numbers": [1, -1, 0.5, 1e300, 1e-07, 10**30],
    "rest": [None, True, False, [], {}, [[]], [{}], {"a": []}],
}


@pytest.mark.parametrize("write", [json_text, yaml_text])
def test_what_is_written_is_read_again(write):
    """Whatever text there is, by our reader."""
    assert parse(write(TREE).encode("utf-8", "surrogatepass"), source="x").root == TREE


def test_yaml_means_the_same_to_a_reader_of_version_1_1():
    """PyYAML is one."""
    import yaml

    tree = {key: value for key, value in TREE.items() if key != "<<"}
    assert yaml.safe_load(yaml_text({**tree, "numbers": [1, 0.5]})) == {**tree, "numbers": [1, 0.5]}


def test_published_numbers_are_written_as_they_were():
    """Each literal that is JSON, in both formats; one that only YAML has is written as JSON has it."""
    text = "a: [1.0, 1.10, 1e2, 1E400, 0.1234567890123456789, -0.0, .5, 5., +1.5]"
    tree = parse(text.encode(), source="x").root
    assert yaml_text(tree).split("\n- ".replace("- ", "  - "))[1:] == [
        "1.0", "1.10", "1e2", "1E400", "0.1234567890123456789", "-0.0", "0.5", "5.0", "1.5\n",
    ]  # fmt: skip
    assert json.loads(json_text(tree))["a"][-3:] == [0.5, 5.0, 1.5]


def test_bundle_is_a_command_of_the_program(tmp_path: Path):
    """As a shell runs it."""
    entry = written(tmp_path, LIBRARY)
    command = [sys.executable, "-m", "apiref_nb", "bundle", str(entry), "-o", "-"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=900)
    assert parse(done.stdout, source="x").root == load_api(entry).document
