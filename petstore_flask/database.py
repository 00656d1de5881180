"""One SQL database and its transactions: the ground that `Store` stands on, whichever system it is.

Work on a connection comes in, what it returns goes out, after the commit. Safe under threads and, on PostgreSQL or an
SQLite file, under several processes.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from petstore_flask.tables import open_engine

Result = TypeVar("Result")

_DEADLOCK_OR_CONFLICT = frozenset({"40001", "40P01"})
_ATTEMPTS = 5


class Database:
    """The database at an address.

    Args:
        database_url: `sqlite://` (in memory), `sqlite:///file` or `postgresql://...`.

    Raises:
        ValueError: when the address names another database system.
        ModuleNotFoundError: when the driver of PostgreSQL is not installed.
    """

    def __init__(self, database_url: str) -> None:
        self._engine = open_engine(database_url)
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        in_memory = self._engine.url.database in (None, "", ":memory:")
        self._guard: AbstractContextManager[object] = threading.RLock() if in_memory else nullcontext()
        self.insert: Callable[[Table], sqlite.Insert | postgresql.Insert] = (
            sqlite.insert if self._is_sqlite else postgresql.insert
        )
        """Makes an INSERT in the words of this system, which can say what happens on a conflict."""

    @property
    def shown(self) -> str:
        """The address without its password."""
        return self._engine.url.render_as_string(hide_password=True)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """What the work returns, done in one transaction: all of it or, when it raises, none."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._guard, self._engine.begin() as connection:
                    if self._is_sqlite:
                        # At once: two readers that both turn into writers would fail as deadlocked.
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    return work(connection)
            except DBAPIError as error:
                # PostgreSQL ends one of two transactions that block each other; the work is safe to do again.
                if getattr(error.orig, "sqlstate", None) not in _DEADLOCK_OR_CONFLICT or attempt == _ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def read(
        self, query: Select[*tuple[Any, ...]], values: Mapping[str, object] | None = None
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows that one query finds.

        Args:
            query: one SELECT, which sees one state of the database without a transaction around it.
            values: name -> value of what it leaves open.
        """
        with self._guard, self._engine.connect() as connection:
            return connection.execute(query, values).all()

    def close(self) -> None:
        """Give all connections back. A database in memory is gone."""
        with self._guard:
            self._engine.dispose()
