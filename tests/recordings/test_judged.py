"""A recording is held against the document of today: what no longer fits fails, with its reason and its place."""

from __future__ import annotations

import json

import httpx
import pytest

from apiref_nb import RecordingError, load_api
from apiref_nb.client.recording_judgement import RecordingJudge
from apiref_nb.recordings import read_recording
from tests.cli.conftest import run  # noqa: F401 - a fixture
from tests.recordings.services import DOCUMENT, Nothing, Service, changed, client


@pytest.fixture
def recordings(tmp_path):
    """A folder with a recording of some calls, whose first answer never fitted."""
    folder = tmp_path / "recordings"
    service = Service(lambda request: httpx.Response(200, json={"name": 7 if request.url.path[-1] == "1" else "Rex"}))
    with client(service, folder / "pets.har", api_key="key-123456") as one:
        one.pet(1)
        one.pet(2)
        one.add(body={"name": "Rex"})
        one.keyed()
        one.pets(q="a")
    return folder


def require_price(document):
    document["paths"]["/pets/{id}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = {
        "type": "object", "required": ["name", "price"], "properties": {"name": {"type": "string"}},
    }  # fmt: skip


CHANGES = {
    "a_member_is_required_now": (require_price, "recorded answer lacks `price`, required"),
    "the_operation_is_gone": (
        lambda d: d["paths"]["/pets"].pop("post"),
        "POST /pets is no longer in the document",
    ),
    "the_path_is_another": (
        lambda d: d["paths"].update({"/animals": d["paths"].pop("/pets")}),
        "POST /pets is no longer in the document",
    ),
    "a_parameter_is_required_now": (
        lambda d: d["paths"]["/keyed"]["get"].update(
            parameters=[{"name": "limit", "in": "query", "required": True, "schema": {"type": "integer"}}]
        ),
        "recorded request lacks `query.limit`, required",
    ),
    "a_parameter_has_another_type": (
        lambda d: d["paths"]["/pets"]["get"]["parameters"][0].update(schema={"type": "integer"}),
        'recorded request: query.q: must be integer (got "a")',
    ),
    "the_body_asks_for_more": (
        lambda d: d["paths"]["/pets"]["post"].update(
            requestBody={"content": {"application/json": {"schema": {"type": "object", "required": ["owner"]}}}}
        ),
        "recorded request lacks `owner`, required",
    ),
    "the_status_is_gone": (
        lambda d: d["paths"]["/pets/{id}"]["get"].update(responses={"404": {"description": "none"}}),
        "recorded answer: status: 200 is not declared; the document declares 404",
    ),
}


def news(folder, document) -> list[str]:
    """What no longer fits."""
    return [words for _, words in RecordingJudge(load_api(document)).news(read_recording(folder / "pets.har"))]


def test_what_fits_as_it_did_is_no_news(recordings):
    """An answer that never was what the document says is kept with the recording, and told by `Reply.mismatches`."""
    assert news(recordings, DOCUMENT) == []
    assert client(Nothing(), recordings / "pets.har").pet(1).mismatches != ()


@pytest.mark.parametrize(("change", "reason"), CHANGES.values(), ids=CHANGES.keys())
def test_what_no_longer_fits_has_its_reason(recordings, change, reason):
    """Member, operation, path, parameter, body and status."""
    assert reason in news(recordings, changed(change))


def test_a_replay_that_is_judged_fails_with_the_reason(recordings, monkeypatch):
    """Under the plugin the cell fails; without it the reply says it."""
    document = changed(require_price)
    path = recordings / "pets.har"
    assert [place for place, _ in client(Nothing(), path, document=document).pet(2).mismatches] == ["body.price"]
    monkeypatch.setenv("APIREF_JUDGE_RECORDINGS", "1")
    assert client(Nothing(), path).pet(2).ok
    with pytest.raises(RecordingError, match=r"pets\.har no longer fits the document: recorded answer lacks `price`"):
        client(Nothing(), path, document=document).pet(2)


def test_check_judges_the_recordings_of_a_folder(run, recordings, tmp_path, monkeypatch):  # noqa: F811
    """One line for each thing that no longer fits, with file, line and column; exit code 1."""
    monkeypatch.chdir(tmp_path)
    for name, document in (("same.json", DOCUMENT), ("other.json", changed(require_price))):
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
    same = run("check", "same.json", "--recordings", "recordings")
    assert (same.code, same.out) == (0, "")
    other = run("check", "other.json", "--recordings", "recordings")
    lines = other.out.splitlines()
    assert other.code == 1
    assert len(lines) == 3
    name, line, column, rest = lines[2].split(":", 3)
    assert name == "recordings/pets.har"
    text = (recordings / "pets.har").read_text(encoding="utf-8").splitlines()
    assert "pets/2" in "".join(text[int(line) - 1 : int(line) + 7])
    assert int(column) > 0
    assert rest.endswith("GET /v1/pets/2 -> 200: recorded answer lacks `price`, required")
    report = json.loads(run("check", "other.json", "--recordings", "recordings", "--format", "json").out)
    assert [one["file"] for one in report["problems"]] == ["recordings/pets.har"] * 3


def test_check_tells_a_recording_that_is_cut(run, recordings, tmp_path, monkeypatch):  # noqa: F811
    """The other files are judged all the same; a folder without any is an error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "same.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    text = (recordings / "pets.har").read_text(encoding="utf-8")
    (recordings / "cut.har").write_text(text[: len(text) // 2], encoding="utf-8")
    done = run("check", "same.json", "--recordings", "recordings")
    assert done.code == 1
    (line,) = done.out.splitlines()
    assert line.startswith("recordings/cut.har:")
    assert "is no whole recording" in line
    (tmp_path / "empty").mkdir()
    assert run("check", "same.json", "--recordings", "empty").code == 2
    assert run("check", "same.json", "--recordings", "missing").code == 2
