"""The tables of the store and the engine under them.

A database address comes in, an SQLAlchemy engine that is safe under threads and processes goes out. SQLite (in
memory or a file) and PostgreSQL are supported; `database` and `store` are the callers.
"""

import os
import sqlite3
import weakref
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    ForeignKey,
    Index,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

MEMORY_URL = "sqlite://"

metadata = MetaData()

# A record is kept as the ASCII JSON text it is answered with: every string a client can send fits every database,
# a NUL included, and a field that was not sent stays absent. Columns beside it are what requests search by.
pets = Table(
    "petstore_pet",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("status", String(16)),
    Column("document", Text, nullable=False),
    Index("petstore_pet_by_status", "status", "id"),
)
pet_tags = Table(
    "petstore_pet_tag",
    metadata,
    Column("pet_id", BigInteger, ForeignKey(pets.c.id, ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("tag_key", String(200), primary_key=True),
    Index("petstore_pet_tag_by_key", "tag_key", "pet_id"),
)
orders = Table(
    "petstore_order",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("document", Text, nullable=False),
)
users = Table(
    "petstore_user",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("username_key", String(200), unique=True),
    Column("document", Text, nullable=False),
)
counters = Table(
    "petstore_counter",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("next_id", BigInteger, nullable=False),
)
tokens = Table(
    "petstore_token",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("scopes", String(200), nullable=False),
    Column("user_id", BigInteger),
    Column("expires_at", BigInteger, nullable=False, index=True),
)


def shown_address(database_url: str) -> str:
    """A database address for people to read: its password masked."""
    return make_url(database_url).render_as_string(hide_password=True)


def open_engine(database_url: str) -> Engine:
    """An engine for a database address.

    Args:
        database_url: `sqlite://` (in memory), `sqlite:///path/to/file` or `postgresql://user:password@host/name`.

    Raises:
        ValueError: when the address cannot be read, or names another database system.
        ModuleNotFoundError: when the driver of PostgreSQL is not installed.
    """
    allowed = "database_url: must begin with sqlite:// or postgresql://"
    try:
        url = make_url(database_url)
    except ArgumentError:
        raise ValueError(f"{allowed}, as in sqlite:///pets.db") from None  # what was given may hold a password
    backend = "postgresql" if url.drivername == "postgres" else url.get_backend_name()
    if backend == "postgresql":
        try:
            return _open_postgresql(url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False))
        except ModuleNotFoundError as error:
            hint = 'PostgreSQL needs psycopg: pip install "apiref-nb[postgres]"'
            raise ModuleNotFoundError(hint, name=error.name) from None
    if backend == "sqlite":
        in_memory = url.database in (None, "", ":memory:")
        return _open_sqlite(MEMORY_URL if in_memory else database_url, in_memory=in_memory)
    raise ValueError(f"{allowed} (got {backend}://)")


def _open_postgresql(database_url: str) -> Engine:
    engine = create_engine(
        database_url,
        pool_size=8,
        max_overflow=24,
        pool_timeout=10,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": 10},
    )
    _drop_connections_after_fork(engine)
    return engine


def _open_sqlite(database_url: str, *, in_memory: bool) -> Engine:
    # Each connection to `sqlite://` is a database of its own, so all threads share one connection (and Store a lock).
    options: dict[str, Any] = {"poolclass": StaticPool} if in_memory else {"pool_size": 8, "max_overflow": 24}
    engine = create_engine(
        database_url,
        # The driver begins no transaction by itself; `Database.write` does.
        connect_args={"check_same_thread": False, "timeout": 20, "isolation_level": None},
        hide_parameters=True,
        **options,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        if not in_memory:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")

    if not in_memory:
        _drop_connections_after_fork(engine)
    return engine


def _drop_connections_after_fork(engine: Engine) -> None:
    """Leave the parent's connections to the parent when a server such as gunicorn forks after loading."""
    reference = weakref.ref(engine)

    def forget() -> None:
        inherited = reference()
        if inherited is not None:
            inherited.dispose(close=False)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=forget)
