"""Eight threads of mixed reads and writes: no error, no lost write, and an inventory that equals the pets."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import petstore_flask

LOAD = Path(__file__).parents[2] / "benchmarks" / "petstore_load.py"


@pytest.fixture(scope="module")
def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("petstore_load", LOAD)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_write_is_lost_under_load(every_store: petstore_flask.Handle, load: ModuleType):
    """What each thread was answered is what the store holds, on every kind of database."""
    every_store.reset()
    times, errors = load.run_load(every_store, lambda steps: steps < 40)
    assert errors == []
    assert len(times) == 8 * 40


def test_load_notices_a_lost_write(load: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """The account is honest: a store that forgets one deletion is found out."""
    with petstore_flask.start(name="forgetful", database_url="sqlite://") as handle:
        monkeypatch.setattr(handle.store, "delete_pet", lambda _: True)
        _, errors = load.run_load(handle, lambda steps: steps < 40)
    assert any("too many" in error for error in errors)
