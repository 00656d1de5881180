"""Overlays: a document that somebody else owns, changed for those who read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.errors import ShapeError, UnsupportedError
from tests.cli.conftest import run  # noqa: F401 - a fixture
from tests.many_files.sources import LIBRARY, served, written

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1", "x-list": [1]},
    "tags": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "paths": {
        "/a": {"get": {"operationId": "a", "x-internal-use": True, "responses": {"200": {"description": "ok"}}}},
        "/b": {"get": {"operationId": "b", "responses": {"200": {"description": "ok"}}}},
    },
}


def overlay(*actions: Mapping[str, Any], version: str = "1.1.0") -> dict[str, Any]:
    return {"overlay": version, "info": {"title": "o", "version": "1"}, "actions": list(actions)}


def applied(*actions: Mapping[str, Any], version: str = "1.1.0") -> tuple[Mapping[str, Any], list[str]]:
    api = load_api(DOCUMENT, overlays=[overlay(*actions, version=version)])
    return api.document, [str(problem) for problem in api.problems]


def test_update_merges_objects_and_appends_to_lists():
    """Objects by their fields, lists at their end, whatever depth."""
    document, problems = applied(
        {"target": "$.info", "update": {"description": "d", "contact": {"name": "n"}, "x-list": [2]}},
        {"target": "$.tags", "update": {"name": "d"}},
        {"target": "$.tags", "update": [{"name": "e"}]},
    )
    info = {**DOCUMENT["info"], "description": "d", "contact": {"name": "n"}, "x-list": [1, 2]}
    assert document["info"] == info
    assert [tag["name"] for tag in document["tags"]] == ["a", "b", "c", "d", "e"]
    assert problems == []


def test_remove_takes_all_matches_out():
    """Several elements of one list too; what stays keeps its order."""
    document, problems = applied(
        {"target": "$.paths[?@.get['x-internal-use'] == true]", "remove": True},
        {"target": "$.tags[?@.name != 'b']", "remove": True},
    )
    assert list(document["paths"]) == ["/b"]
    assert document["tags"] == [{"name": "b"}]
    assert problems == []


def test_copy_takes_another_place_of_the_document():
    """New in Overlay 1.1; a later change of the one leaves the other."""
    document, (problem,) = applied(
        {"target": "$.paths['/b'].get", "copy": "$.paths['/a'].get"},
        {"target": "$.paths['/a'].get.responses['200']", "update": {"description": "changed"}},
    )
    assert document["paths"]["/b"]["get"] == DOCUMENT["paths"]["/a"]["get"]
    assert problem.startswith('#/paths/~1a/get/operationId: the operationId "a" is used at ')  # twice now


def test_primitives_are_updated_since_1_1():
    """Overlay 1.0 selects what holds them."""
    action = {"target": "$.info.title", "update": "New"}
    assert applied(action)[0]["info"]["title"] == "New"
    document, (problem,) = applied(action, version="1.0.0")
    assert document["info"]["title"] == "T"
    assert problem.startswith("mapping#/actions/0/update: the target is neither a mapping nor a list")


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        ({"target": "$.nothing", "remove": True}, '#/actions/0/target: nothing in the document matches "$.nothing"'),
        ({"target": "$[", "remove": True}, '#/actions/0/target: "$[" is not a JSONPath expression: '),
        ({"target": "$", "remove": True}, "#/actions/0/target: the root of the document cannot be removed"),
        (
            {"target": "$.info", "update": [1]},
            "#/actions/0/update: the target is a mapping, and update must be one too",
        ),
        (
            {"target": "$.info", "update": {"title": {}}},
            '#/actions/0/update: "title" is a single value in the document',
        ),
        ({"target": "$.info", "copy": "$.tags[*]"}, "#/actions/0/target: copy must select exactly one place (got 3)"),
        ({"target": "$.info"}, "#/actions/0: an action must have update, remove or copy"),
        ({"update": {}}, "#/actions/0: an action must be a mapping with a target"),
    ],
)
def test_an_action_that_does_nothing_is_told(action, problem):
    """At its place in the overlay; the other actions are applied."""
    document, problems = applied(action, {"target": "$.info", "update": {"description": "d"}})
    assert document["info"]["description"] == "d"
    assert [found.startswith(f"mapping{problem}") for found in problems] == [True], problems


def test_the_given_document_is_not_changed():
    """Overlays work on a copy, and each target gets a copy of its own."""
    before = json.dumps(DOCUMENT)
    document, _ = applied({"target": "$.paths.*.get", "update": {"x-more": {"list": []}}}, {
        "target": "$.paths['/a'].get['x-more'].list", "update": 1,
    })  # fmt: skip
    assert json.dumps(DOCUMENT) == before
    assert [item["get"]["x-more"] for item in document["paths"].values()] == [{"list": [1]}, {"list": []}]


@pytest.mark.parametrize("bad", [{"overlay": "2.0.0", "actions": []}, {"openapi": "3.1.0"}, {"overlay": "1.0.0"}])
def test_what_is_no_overlay_is_refused(bad):
    """The message names it."""
    with pytest.raises(UnsupportedError, match="an overlay must"):
        load_api(DOCUMENT, overlays=[bad])


def test_overlays_must_be_sources():
    """The message names the argument."""
    with pytest.raises(ShapeError, match=r"overlays\[0\]: must be an address as text"):
        OpenApiEmbed(DOCUMENT, overlays=[3])


def test_overlays_reach_every_file(tmp_path):
    """References are followed first: a target is a place of the one document."""
    change = overlay({"target": "$.components.schemas.person.properties.name", "update": {"type": 5}})
    api = load_api(written(tmp_path, LIBRARY), overlays=[change])
    (problem,) = api.problems
    assert problem.place == "mapping#/actions/0/update/type"


def test_problems_behind_a_change_keep_their_places(tmp_path):
    """An element that was removed does not move the places of those after it."""
    files = {
        "openapi.yaml": """
openapi: 3.1.0
info: {title: T, version: "1"}
tags: [{name: a}, {name: b}, {name: c, description: 5}]
paths: {/a: {$ref: a.yaml}}
""",
        "a.yaml": """
get:
  parameters: [{name: p, in: query, schema: {}}, {name: q, in: query, schema: {}, description: 5}]
  responses: {'200': {description: ok}}
""",
    }
    change = overlay(
        {"target": "$.tags[?@.name == 'b']", "remove": True},
        {"target": "$.paths['/a'].get.parameters[?@.name == 'p']", "remove": True},
    )
    api = load_api(written(tmp_path, files), overlays=[change])
    assert [problem.place for problem in api.problems] == [
        "#/tags/2/description",
        "a.yaml#/get/parameters/1/description",
    ]


def test_overlays_stand_in_files_and_at_addresses(tmp_path):
    """Each is a source like the document, and a changed one is seen."""
    path = tmp_path / "o.json"
    path.write_text(json.dumps(overlay({"target": "$.info", "update": {"title": "One"}})), encoding="utf-8")
    with served({"openapi.yaml": json.dumps(DOCUMENT), "o.yaml": path.read_text("utf-8")}) as site:
        assert load_api(site.entry, overlays=[f"{site.address}/o.yaml"], revalidate=0).title == "One"
        assert load_api(site.entry, overlays=path).title == "One"
        path.write_text(json.dumps(overlay({"target": "$.info", "update": {"title": "Two"}})), encoding="utf-8")
        assert load_api(site.entry, overlays=path).title == "Two"
        assert load_api(site.entry).title == "T"


def test_every_command_takes_overlays(run, tmp_path):  # noqa: F811
    """`bundle` writes what they made; `check` names the overlay's own line."""
    source, change = tmp_path / "a.json", tmp_path / "o.yaml"
    source.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    change.write_text(
        "overlay: 1.0.0\nactions:\n- target: $.info\n  update: {title: New}\n- {target: $.no, remove: true}\n"
    )
    assert json.loads(run("bundle", source, "--overlay", change, "-o", "-").out)["info"]["title"] == "New"
    assert "New" in run("render", source, "--overlay", change, "-o", "-", "-f", "txt").out
    assert '"name": "New"' in run("export", source, "--overlay", change, "-o", "-").out
    assert f"{change}:5:4: #/actions/1/target: nothing" in run("check", source, "--overlay", change).out
    refused = run("import", source, "--overlay", change, "-o", tmp_path / "pages")
    assert refused.err.startswith("error: --overlay: goes with --load-from")
    bundled = tmp_path / "bundled.json"
    run("bundle", source, "--overlay", change, "-o", bundled)
    assert run("import", source, "--overlay", change, "--load-from", bundled, "-o", tmp_path / "pages").code == 0
    answer = run("verify", source, "--overlay", change, "--base-url", "http://127.0.0.1:1", "-f", "json")
    assert json.loads(answer.out)["counts"]["no answer"] == 2


def test_a_pattern_in_a_filter_is_bounded(tmp_path: Path):
    """`match` and `search` of JSONPath are judged in linear time, never by Python's `re`."""
    document = {**DOCUMENT, "x-text": "a" * 5_000 + "!"}
    change = overlay(
        {"target": "$[?search(@, '^(a+)+$')]", "remove": True}, {"target": "$.info[?match(@, 'T')]", "update": "U"}
    )
    api = load_api(document, overlays=[change])
    assert api.title == "U"
    assert [problem.pointer for problem in api.problems] == ["#/actions/0/target"]
