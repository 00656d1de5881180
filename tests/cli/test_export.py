"""`apiref-nb export`: the Postman collection on disk."""

from __future__ import annotations

import json

from apiref_nb import load_api
from apiref_nb.postman.collection import to_postman
from tests.cli.conftest import HARBOUR


def test_collection_is_written(run, folder):
    """The file is the collection of every operation, as `to_postman` makes it."""
    done = run("export", "harbour.json", "-o", "harbour.postman_collection.json")
    collection = json.loads((folder / "harbour.postman_collection.json").read_text(encoding="utf-8"))
    assert done.code == 0
    assert collection == to_postman(load_api(folder / "harbour.json"))
    assert collection["info"]["name"] == "Harbour"


def test_collection_may_go_to_a_pipe(run, folder):
    """`-o -` writes JSON alone."""
    assert json.loads(run("export", "harbour.json", "-o", "-").out)["info"]["name"] == "Harbour"


def test_webhooks_come_when_asked_for(run, folder):
    """A folder of the requests that the API itself sends."""
    hook = {"post": {"responses": {"200": {"description": "ok"}}}}
    (folder / "hooks.json").write_text(json.dumps(HARBOUR | {"webhooks": {"arrived": hook}}), encoding="utf-8")
    assert "Webhooks" not in run("export", "hooks.json", "-o", "-").out
    collection = json.loads(run("export", "hooks.json", "-o", "-", "--webhooks").out)
    assert [item["name"] for item in collection["item"]][-1] == "Webhooks"
