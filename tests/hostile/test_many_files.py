"""Documents in many files that want out of their folder, or more than there is: refused, or an end in good time."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from apiref_nb import load_api
from apiref_nb.errors import TooLargeError
from apiref_nb.load.loading import Loading
from apiref_nb.load.options import Options
from apiref_nb.load.written import yaml_text
from apiref_nb.parsing import parse
from apiref_nb.reading import assembly, composing
from apiref_nb.reading.limits import DocumentLimits
from tests.many_files.sources import served, written

ENTRY = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents: {schemas: {A: {$ref: '%s'}}}\n"
SECRET = "title: secret-of-the-reader\n"

WAYS_OUT = (
    "../secret.yaml",
    "%2e%2e/secret.yaml",
    "..%2fsecret.yaml",
    "./a/../../secret.yaml",
    "a/%2E%2E/%2E%2E/secret.yaml",
    "..\\\\secret.yaml",
    "{outside}/secret.yaml",
    "//localhost{outside}/secret.yaml",
    "file:{outside}/secret.yaml",
    "file://{outside}/secret.yaml",
    "FiLe://localhost{outside}/secret.yaml",
    "link.yaml",
    "folder/secret.yaml",
    "chain.yaml",
    "fifo",
    "/dev/zero",
    "/proc/self/environ",
    "secret.yaml%00.json",
    "http://127.0.0.1:9/secret.yaml",
    "ftp://localhost/secret.yaml",
    "data:application/json,{}",
    "C:/secret.yaml",
)


@pytest.mark.parametrize("way", WAYS_OUT)
def test_no_reference_leads_out_of_the_folder(tmp_path, way):
    """`..`, absolute paths, links, other schemes: a problem at the reference, and nothing of the file anywhere."""
    outside, inside = tmp_path, tmp_path / "api"
    inside.mkdir()
    (outside / "secret.yaml").write_text(SECRET, encoding="utf-8")
    (inside / "link.yaml").symlink_to(outside / "secret.yaml")
    (inside / "folder").symlink_to(outside)
    (inside / "chain.yaml").symlink_to(inside / "link.yaml")
    os.mkfifo(inside / "fifo")
    entry = written(inside, {"openapi.yaml": ENTRY % way.replace("{outside}", str(outside))})
    api = load_api(entry)
    assert [problem.pointer for problem in api.problems] == ["#/components/schemas/A/$ref"]
    assert "not followed" in api.problems[0].message
    assert "secret-of-the-reader" not in str(api.document)


@pytest.mark.parametrize("way", WAYS_OUT)
def test_no_part_leads_out_of_the_folder(tmp_path, way):
    """A part's reference is judged like the entry's, also where a schema calls itself by an `$id`."""
    outside, inside = tmp_path, tmp_path / "api"
    inside.mkdir()
    (outside / "secret.yaml").write_text(SECRET, encoding="utf-8")
    (inside / "link.yaml").symlink_to(outside / "secret.yaml")
    (inside / "folder").symlink_to(outside)
    (inside / "chain.yaml").symlink_to(inside / "link.yaml")
    os.mkfifo(inside / "fifo")
    reference = way.replace("{outside}", str(outside))
    part = f"{{$id: '{outside.as_uri()}/', properties: {{a: {{$ref: '{reference}'}}}}}}"
    api = load_api(written(inside, {"openapi.yaml": ENTRY % "part.yaml", "part.yaml": part}))
    assert [problem.place for problem in api.problems] == ["part.yaml#/properties/a/$ref"]
    assert "secret-of-the-reader" not in str(api.document)


def test_a_link_inside_the_folder_is_one_file(tmp_path):
    """Two names of one file are one component."""
    files = {"openapi.yaml": ENTRY % "a.yaml", "b.yaml": "{type: object, properties: {b: {$ref: b.yaml}}}"}
    entry = written(tmp_path, files)
    (tmp_path / "a.yaml").symlink_to("b.yaml")
    api = load_api(entry)
    assert api.problems == ()
    assert api.schemas["A"].properties["b"] is api.schemas["A"]


def test_a_reference_to_a_folder_is_told(tmp_path):
    """It is no file."""
    (tmp_path / "folder").mkdir()
    (problem,) = load_api(written(tmp_path, {"openapi.yaml": ENTRY % "folder"})).problems
    assert "folder is not a file" in problem.message


def doubling(levels: int, text: str) -> dict[str, str]:
    """Return files each of which refers to the next one twice, in places that OpenAPI does not foresee."""
    files = {f"f{level}.yaml": text.replace("NEXT", f"f{level + 1}.yaml") for level in range(levels)}
    return files | {f"f{levels}.yaml": "{}"}


def test_files_that_double_at_each_level_end(tmp_path, monkeypatch):
    """A million million ways through forty files: the pieces that are put together are counted."""
    monkeypatch.setattr(assembly, "LIMITS", DocumentLimits(max_rewritten_values=20_000))
    files = doubling(40, "{callbacks: {a: {x: {get: {$ref: NEXT}, put: {$ref: NEXT}}}}}")
    files["openapi.yaml"] = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {$ref: f0.yaml}}}\n"
    with pytest.raises(TooLargeError, match="put more than 20,000 values"):
        load_api(written(tmp_path, files))


def test_depth_is_bounded_over_all_files(tmp_path):
    """Each file is within the limit; together they are not. Neither a page nor a bundle goes deeper than its stack."""
    deep = "{properties: {a: " * 45 + "{$ref: NEXT}" + "}}" * 45
    files = {"a.yaml": deep.replace("NEXT", "b.yaml"), "b.yaml": deep.replace("NEXT", "a.yaml")}
    entry = written(tmp_path, {**files, "openapi.yaml": ENTRY % "a.yaml"})
    assert load_api(entry).problems == ()
    composition = Loading(entry, Options()).composition()
    assert parse(yaml_text(composition.document.root).encode(), source="x").root == composition.document.root
    operations = {f"f{level}.yaml": nested(f"f{level + 1}.yaml") for level in range(30)} | {"f30.yaml": "{}"}
    head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {$ref: f0.yaml}}}\n"
    with pytest.raises(TooLargeError, match="nested too deep"):
        load_api(written(tmp_path, {**operations, "openapi.yaml": head}))


def nested(following: str) -> str:
    """Return an operation with another in the callback of its callback."""
    value: dict[str, object] = {"$ref": following}
    for _ in range(2):
        value = {"responses": {}, "callbacks": {"a": {"x": {"get": value}}}}
    return json.dumps(value)


def test_lists_that_double_at_each_level_end(tmp_path):
    """Where a list is no list but a reference to one, in the place of each of its items."""
    files = doubling(60, "[{$ref: NEXT}, {$ref: NEXT}]")
    files["openapi.yaml"] = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ntags: {$ref: f0.yaml}\npaths: {}\n"
    assert load_api(written(tmp_path, files)).title == "T"


def test_schemas_that_refer_to_each_other_in_all_ways_are_each_one_component(tmp_path):
    """A hundred files, ten thousand references: a hundred components."""
    names = [f"s{index}.yaml" for index in range(100)]
    members = ", ".join(f"p{index}: {{$ref: {name}}}" for index, name in enumerate(names))
    files = dict.fromkeys(names, f"{{type: object, properties: {{{members}}}}}")
    api = load_api(written(tmp_path, {**files, "openapi.yaml": ENTRY % "s0.yaml"}))
    assert (len(api.schemas), api.problems) == (100, ())


def test_references_through_references_end(tmp_path):
    """A pointer that leads through a reference at each token, back to itself."""
    files = {
        "openapi.yaml": ENTRY % "a.yaml#/x/y/z",
        "a.yaml": "{$ref: 'b.yaml#/x/y/z'}",
        "b.yaml": "{$ref: 'a.yaml#/x/y/z'}",
    }
    (problem,) = load_api(written(tmp_path, files)).problems
    assert "it leads through too many others, or back to itself" in problem.message


def test_an_operation_that_holds_itself_ends(tmp_path):
    """In a callback of its own, in the place of an operation, which is no component."""
    files = {
        "openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {$ref: op.yaml}}}\n",
        "op.yaml": "{responses: {}, callbacks: {again: {'{$url}': {get: {$ref: op.yaml}}}}}",
    }
    api = load_api(written(tmp_path, files))
    assert [operation.key for operation in api.operations] == ["GET /a"]
    assert any("comes back to itself" in problem.message for problem in api.problems)


def test_what_is_walked_is_bounded(tmp_path, monkeypatch):
    """Pieces that lie inside one another, each asked for by itself."""
    monkeypatch.setattr(composing, "LIMITS", DocumentLimits(max_walked_objects=300))
    members = ", ".join(f"p{index}: {{type: object, properties: {{}}}}" for index in range(200))
    wanted = ", ".join(f"{{$ref: 'a.yaml#/properties/p{index}'}}" for index in range(200))
    files = {
        "openapi.yaml": ENTRY.replace("{$ref: '%s'}", f"{{allOf: [{wanted}, {{$ref: a.yaml}}]}}"),
        "a.yaml": f"{{properties: {{{members}}}}}",
    }
    with pytest.raises(TooLargeError, match="more than 300 objects"):
        load_api(written(tmp_path, files))


def test_names_of_files_act_on_nothing(tmp_path: Path):
    """A name with control characters is shown by its escapes."""
    name = "a\u202e\x1b[31m.yaml"
    files = {"openapi.yaml": ENTRY % "a%E2%80%AE%1B%5B31m.yaml", name: "{type: 5}"}
    (problem,) = load_api(written(tmp_path, files)).problems
    assert problem.source.isprintable()
    assert "\x1b" not in str(problem)


def test_a_part_from_an_address_is_no_bomb():
    """A part is parsed within the limits of a document: aliases are counted."""
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{chr(98 + level)}: &{chr(98 + level)} [{', '.join(['*' + chr(97 + level)] * 10)}]\n" for level in range(9)
    )
    with served({"openapi.yaml": ENTRY % "bomb.yaml", "bomb.yaml": bomb}) as site:
        (problem,) = load_api(site.entry, revalidate=0).problems
    assert "aliases" in problem.message
