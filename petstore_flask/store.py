"""The store: pets, orders, users and the tokens of those who may call, kept in one SQL database.

Records come in already validated and go out as plain `dict`s. Every method is one transaction, safe under threads
and, on PostgreSQL or an SQLite file, under several processes; the operations are the only callers.
"""

import json
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, delete, func, insert, or_, select, text, update

from petstore_flask import sample_data
from petstore_flask import statements as sql
from petstore_flask.database import Database, Result
from petstore_flask.keys import assigned_names, lookup_key, token_digest
from petstore_flask.records import PET_STATUSES, Order, Pet, User
from petstore_flask.statements import Insertions
from petstore_flask.tables import MEMORY_URL, counters, metadata, orders, pets, tokens, users

Record = TypeVar("Record", Pet, Order, User)

TOKENS_KEPT = 10_000
KINDS: Mapping[Table, str] = {pets: "pet", orders: "order", users: "user"}
"""What a table holds, as the counters of ids name it."""
_SETUP_LOCK = 0x70657473  # any fixed number: names the PostgreSQL lock that set-up and reset hold


class UserConflictError(Exception):
    """The id names one user and the username another: the request would merge two accounts."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a Bearer token stands for."""

    scopes: frozenset[str]
    """Scopes it was given."""
    user_id: int | None
    """The user who logged in; `None` for a client's token."""
    expires_at: int
    """Unix time in seconds after which it is worth nothing."""


class Store:
    """One pet store in one database.

    Args:
        database_url: `sqlite://` (in memory, the default), `sqlite:///file` or `postgresql://...`. Tables are made,
            and sample data put in, when first something is asked for and they are not there yet.

    Raises:
        ValueError: when the address names another database system.
    """

    def __init__(self, database_url: str = MEMORY_URL) -> None:
        self._database = Database(database_url)
        self._insert = self._database.insert
        self._insertions = Insertions(self._insert)
        self._set_up_lock = threading.Lock()
        self._is_set_up = False

    def __repr__(self) -> str:
        return f"Store({self._database.shown!r})"

    def set_up(self) -> None:
        """Make tables and sample data now, where they are missing. Every other method does so when it must.

        Raises:
            sqlalchemy.exc.OperationalError: when the database cannot be reached.
        """
        with self._set_up_lock:
            if not self._is_set_up:
                self._database.write(self._make_tables)
                self._is_set_up = True

    # Pets

    def add_pet(self, pet: Pet) -> Pet:
        """The pet as kept: under the id it carries, replacing what was there, or under a new one."""
        return self._write(lambda connection: self._keep(connection, pets, pet))

    def replace_pet(self, pet_id: int, pet: Pet) -> Pet | None:
        """The pet as kept in place of the one with this id; `None` when there is none.

        Args:
            pet_id: the id of the pet that is replaced.
            pet: the new pet, validated; its own id counts where it has one.
        """
        return self._put_in_place(pet_id, lambda _: cast("Pet", {"id": pet_id, **pet}))

    def change_pet(self, pet_id: int, changes: Mapping[str, str]) -> Pet | None:
        """The pet after setting only the given fields; `None` when there is none.

        Args:
            pet_id: the id of the pet.
            changes: field -> its new value.
        """
        return self._put_in_place(pet_id, lambda kept: cast("Pet", {**kept, **changes}))

    def pet(self, pet_id: int) -> Pet | None:
        """The pet with this id."""
        return cast("Pet | None", self._read_one(sql.PET, pet_id))

    def pets_by_status(self, statuses: Iterable[str]) -> list[Pet]:
        """Pets in any of the statuses, each once, by id."""
        return [json.loads(row.document) for row in self.read(sql.PETS_BY_STATUS, {"keys": list(statuses)})]

    def pets_by_tags(self, names: Iterable[str]) -> list[Pet]:
        """Pets that carry any of the tags, each once, by id."""
        keys = [lookup_key(name) for name in names]
        return [json.loads(row.document) for row in self.read(sql.PETS_BY_TAGS, {"keys": keys})]

    def delete_pet(self, pet_id: int) -> bool:
        """Whether there was such a pet; it is gone now."""
        return self._deleted(pets, pet_id)

    def inventory(self) -> dict[str, int]:
        """Count of pets by status, each status there."""
        counts = {row.status: row.pets for row in self.read(sql.INVENTORY)}
        return {status: counts.get(status, 0) for status in PET_STATUSES}

    # Orders

    def add_order(self, order: Order) -> Order:
        """The order as kept: under the id it carries, replacing what was there, or under a new one."""
        return self._write(lambda connection: self._keep(connection, orders, order))

    def order(self, order_id: int) -> Order | None:
        """The order with this id."""
        return cast("Order | None", self._read_one(sql.ORDER, order_id))

    def delete_order(self, order_id: int) -> bool:
        """Whether there was such an order; it is gone now."""
        return self._deleted(orders, order_id)

    # Users

    def add_users(self, new_users: Sequence[User]) -> list[User]:
        """The users as kept, all or none: each in place of the one with its id or username, or as a new one.

        Raises:
            UserConflictError: when one would take the place of two.
        """

        def work(connection: Connection) -> list[User]:
            self._serialize_user_writes(connection)
            return [self._add_user(connection, user) for user in new_users]

        return self._write(work)

    def user(self, username: str) -> User | None:
        """The user with this name."""
        return cast("User | None", self._read_one(sql.USER, lookup_key(username)))

    def replace_user(self, username: str, user: User) -> bool:
        """Whether there was such a user; replaced now, id and name staying where none is given.

        Args:
            username: the name that the user has until now; upper and lower case differ.
            user: the new user, validated.

        Raises:
            UserConflictError: when the new id or name belongs to another user.
        """

        def work(connection: Connection) -> bool:
            self._serialize_user_writes(connection)
            row = self._user_row(connection, _is_named(username))
            if row is None:
                return False
            replaced: User = {"id": row.id, "username": username, **user}
            connection.execute(delete(users).where(users.c.id == row.id))
            taken = or_(users.c.id == replaced["id"], _is_named(replaced["username"]))
            if self._user_row(connection, taken) is not None:
                raise UserConflictError
            if replaced["id"] != row.id:
                connection.execute(delete(tokens).where(tokens.c.user_id == row.id))
            self._keep(connection, users, replaced)
            return True

        return self._write(work)

    def delete_user(self, username: str) -> bool:
        """Whether there was such a user; gone now, with the sessions it had open."""

        def work(connection: Connection) -> bool:
            self._serialize_user_writes(connection)
            row = self._user_row(connection, _is_named(username))
            if row is None:
                return False
            self._drop_user(connection, row.id)
            return True

        return self._write(work)

    # Tokens, kept as digests: who reads the database cannot use them.

    def new_token(
        self, scopes: frozenset[str], *, user_id: int | None = None, seconds: int, now: float
    ) -> tuple[str, int]:
        """A fresh token, and the Unix time in seconds it expires at; until then it is kept, others may end before it.

        Tokens that have expired go, and of too many those that would expire first. Only a digest of each is kept.

        Args:
            scopes: what the token allows.
            user_id: the user who logged in; None for a client's token.
            seconds: how long the token is good.
            now: Unix time in seconds.
        """
        value, expires_at = secrets.token_urlsafe(32), int(now) + seconds

        def work(connection: Connection) -> None:
            connection.execute(delete(tokens).where(tokens.c.expires_at <= int(now)))
            last_to_expire = select(tokens.c.digest).order_by(tokens.c.expires_at.desc(), tokens.c.digest)
            if connection.execute(select(func.count()).select_from(tokens)).scalar_one() >= TOKENS_KEPT:
                connection.execute(delete(tokens).where(tokens.c.digest.not_in(last_to_expire.limit(TOKENS_KEPT - 1))))
            row = {"digest": token_digest(value), "scopes": " ".join(sorted(scopes))}
            connection.execute(insert(tokens).values(**row, user_id=user_id, expires_at=expires_at))

        self._write(work)
        return value, expires_at

    def token(self, value: str) -> Token | None:
        """What the token stands for, expired or not; `None` for one this store did not give out."""
        # The search is by digest, so its time tells nothing about the characters of a token that exists.
        rows = self.read(sql.TOKEN, {"key": token_digest(value)})
        return Token(frozenset(rows[0].scopes.split()), rows[0].user_id, rows[0].expires_at) if rows else None

    def forget_token(self, value: str) -> None:
        """Make the token worthless."""
        self._write(lambda connection: connection.execute(delete(tokens).where(tokens.c.digest == token_digest(value))))

    # The whole

    def reset(self) -> None:
        """Bring the sample data back, ids included; login sessions end, tokens of clients stay."""

        def work(connection: Connection) -> None:
            self._lock_set_up(connection)
            self._fill(connection)

        self._write(work)

    def close(self) -> None:
        """Give all connections back. A store in memory is gone."""
        self._database.close()

    # Below: the steps inside a transaction.

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        if not self._is_set_up:
            self.set_up()
        return self._database.write(work)

    def read(
        self, query: Select[*tuple[Any, ...]], values: Mapping[str, object] | None = None
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows that a query finds; tables and sample data are made first where they are missing.

        Args:
            query: one SELECT.
            values: name -> value of what it leaves open.
        """
        if not self._is_set_up:
            self.set_up()
        return self._database.read(query, values)

    def _read_one(self, query: Select[*tuple[Any, ...]], key: int | str) -> dict[str, Any] | None:
        rows = self.read(query, {"key": key})
        return cast("dict[str, Any]", json.loads(rows[0].document)) if rows else None

    def _make_tables(self, connection: Connection) -> None:
        self._lock_set_up(connection)
        metadata.create_all(connection)
        if connection.execute(select(func.count()).select_from(counters)).scalar_one() == 0:
            self._fill(connection)

    def _lock_set_up(self, connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _SETUP_LOCK})

    def _fill(self, connection: Connection) -> None:
        for kind, first in sample_data.FIRST_ASSIGNED.items():
            statement = self._insert(counters).values(kind=kind, next_id=first)
            connection.execute(
                statement.on_conflict_do_update(index_elements=[counters.c.kind], set_={"next_id": first})
            )
        connection.execute(delete(tokens).where(tokens.c.user_id.is_not(None)))
        samples: Iterable[tuple[Table, Iterable[Any]]] = (
            (pets, sample_data.PETS), (orders, sample_data.ORDERS), (users, sample_data.USERS),
        )  # fmt: skip
        for table, records in samples:
            connection.execute(delete(table))
            for record in records:
                self._keep(connection, table, record)

    def _put_in_place(self, pet_id: int, made: Callable[[Pet], Pet]) -> Pet | None:
        """The pet that is made of the one with this id, as kept in its place; `None` when there is none."""

        def work(connection: Connection) -> Pet | None:
            query = select(pets.c.document).where(pets.c.id == pet_id).with_for_update()
            document = connection.execute(query).scalar_one_or_none()
            return None if document is None else self._keep(connection, pets, made(json.loads(document)))

        return self._write(work)

    def _deleted(self, table: Table, record_id: int) -> bool:
        statement = delete(table).where(table.c.id == record_id)
        return self._write(lambda connection: connection.execute(statement).rowcount > 0)

    def _keep(self, connection: Connection, table: Table, record: Record) -> Record:
        """The record as kept: in place of the one with its id, or under the next free one."""
        if "id" in record:
            connection.execute(self._insertions.put[table], _row(table, record))
            if table is pets:
                connection.execute(sql.FORGET_TAGS, {"key": record["id"]})
        else:
            record = self._keep_new(connection, table, lambda new_id: cast("Record", {"id": new_id, **record}))
        if table is pets and (keys := _tag_keys(record)):
            connection.execute(sql.ADD_TAGS, [{"pet_id": record["id"], "tag_key": key} for key in keys])
        return record

    def _keep_new(self, connection: Connection, table: Table, made: Callable[[int], Record]) -> Record:
        """The record that is made with the next free id, kept under it."""
        kind = KINDS[table]
        while True:
            claimed = connection.execute(sql.ADVANCE, {"of_kind": kind}).scalar_one() - 1
            record = made(claimed)
            if connection.execute(self._insertions.new[table], _row(table, record)).first() is not None:
                return record
            # A client chose this id itself: go on behind the run of ids that are taken.
            last = connection.execute(sql.last_taken(table, claimed)).scalar_one_or_none()
            next_id = (claimed if last is None else last) + 1
            connection.execute(update(counters).where(counters.c.kind == kind).values(next_id=next_id))

    def _serialize_user_writes(self, connection: Connection) -> None:
        # Ids and names are both unique, so two writers could each hold what the other needs: one at a time.
        connection.execute(select(counters.c.kind).where(counters.c.kind == "user").with_for_update())

    def _user_row(self, connection: Connection, condition: ColumnElement[bool]) -> Row[Any, Any] | None:
        return connection.execute(select(users.c.id, users.c.document).where(condition)).first()

    def _drop_user(self, connection: Connection, user_id: int) -> None:
        connection.execute(delete(users).where(users.c.id == user_id))
        connection.execute(delete(tokens).where(tokens.c.user_id == user_id))

    def _add_user(self, connection: Connection, user: User) -> User:
        if "username" not in user:
            return self._add_nameless(connection, user)
        named = self._user_row(connection, _is_named(user["username"]))
        if named is None:
            return self._keep(connection, users, user)
        if "id" in user and user["id"] != named.id:
            if self._user_row(connection, users.c.id == user["id"]) is not None:
                raise UserConflictError
            self._drop_user(connection, named.id)
        return self._keep(connection, users, cast("User", {"id": named.id, **user}))

    def _add_nameless(self, connection: Connection, user: User) -> User:
        """A user sent without a name: with that of the one whose place it takes, or with the first free `user<id>`."""

        def with_free_name(user_id: int) -> User:
            names = (name for name in assigned_names(user_id) if not self._user_row(connection, _is_named(name)))
            return {"id": user_id, "username": next(names), **user}

        if "id" not in user:
            return self._keep_new(connection, users, with_free_name)
        kept = self._user_row(connection, users.c.id == user["id"])
        name = None if kept is None else json.loads(kept.document).get("username")
        named = cast("User", {"id": user["id"], "username": name, **user})
        return self._keep(connection, users, named if name else with_free_name(user["id"]))


def _tag_keys(pet: Mapping[str, Any]) -> list[str]:
    return sorted({lookup_key(tag["name"]) for tag in pet.get("tags", []) if "name" in tag})


def _row(table: Table, record: Pet | Order | User) -> dict[str, object]:
    """The columns of a record."""
    found: Mapping[str, Any] = record
    row = {"id": found["id"], "document": json.dumps(record)}
    if table is pets:
        row["status"] = found.get("status")
    elif table is users:
        row["username_key"] = lookup_key(found["username"])
    return row


def _is_named(username: str) -> ColumnElement[bool]:
    return users.c.username_key == lookup_key(username)
