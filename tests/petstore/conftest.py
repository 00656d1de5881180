"""A running store for each test, in memory, in a file and on PostgreSQL: rules hold over a socket, on each of them."""

import os
from collections.abc import Iterator

import pytest

import petstore_flask

from .caller import Caller
from .postgresql import Cluster, find_binaries


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """One cluster for the session. In CI it must be there; on a developer's machine it may be missing."""
    binaries = find_binaries()
    if binaries is None:
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail("PostgreSQL is not installed: CI needs Debian's package postgresql")
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    cluster = Cluster(binaries)
    yield cluster
    cluster.remove()


@pytest.fixture(scope="session", params=["memory", "file", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "memory":
        return "sqlite://"
    if request.param == "file":
        return f"sqlite:///{tmp_path_factory.mktemp('petstore')}/pets.db"
    return request.getfixturevalue("postgresql").url


@pytest.fixture(scope="session")
def every_store(database_url: str) -> Iterator[petstore_flask.Handle]:
    with petstore_flask.start(name="every-store", database_url=database_url) as handle:
        yield handle


@pytest.fixture
def call(every_store: petstore_flask.Handle) -> Caller:
    """Calls a store with fresh sample data, once for each kind of database."""
    every_store.reset()
    return Caller(every_store)


@pytest.fixture(scope="session")
def memory_store() -> Iterator[petstore_flask.Handle]:
    with petstore_flask.start(name="memory-store", database_url="sqlite://") as handle:
        yield handle


@pytest.fixture
def call_memory(memory_store: petstore_flask.Handle) -> Caller:
    """Calls a store in memory with fresh sample data, where the kind of database makes no difference."""
    memory_store.reset()
    memory_store.log.clear()
    return Caller(memory_store)
