"""The SQL that most requests run, built once: what changes from request to request are the bound values.

`store` executes these; building a statement takes as long as running it, so what is asked often stands here.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Executable, Select, Table, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from petstore_flask.records import INT64_MAX
from petstore_flask.tables import counters, orders, pet_tags, pets, tokens, users

PET = select(pets.c.document).where(pets.c.id == bindparam("key"))
ORDER = select(orders.c.document).where(orders.c.id == bindparam("key"))
USER = select(users.c.document).where(users.c.username_key == bindparam("key"))
TOKEN = select(tokens).where(tokens.c.digest == bindparam("key"))

PETS_BY_STATUS = select(pets.c.document).where(pets.c.status.in_(bindparam("keys", expanding=True))).order_by(pets.c.id)
_TAGGED = select(pet_tags.c.pet_id).where(pet_tags.c.tag_key.in_(bindparam("keys", expanding=True)))
PETS_BY_TAGS = select(pets.c.document).where(pets.c.id.in_(_TAGGED)).order_by(pets.c.id)
INVENTORY = select(pets.c.status, func.count().label("pets")).group_by(pets.c.status)

ADVANCE = (
    update(counters)
    .where(counters.c.kind == bindparam("of_kind"))
    .values(next_id=counters.c.next_id + 1)
    .returning(counters.c.next_id)
)
"""Claims the next number of a kind."""
ADD_TAGS = insert(pet_tags)
FORGET_TAGS = delete(pet_tags).where(pet_tags.c.pet_id == bindparam("key"))


def last_taken(table: Table, first: int) -> Select[Any]:
    """The query for the end of the run of ids that are taken.

    Args:
        table: pets, orders or users.
        first: an id that is taken, where the run is entered.
    """
    follows = table.alias()
    return (
        select(func.min(table.c.id))
        .where(table.c.id >= first, table.c.id < INT64_MAX)
        .where(~exists().where(follows.c.id == table.c.id + 1))
    )


class Insertions:
    """Statements that say what happens when a row is there already, in the words of one database system.

    Args:
        insert: makes an INSERT of that system.
    """

    def __init__(self, insert: Callable[[Table], sqlite.Insert | postgresql.Insert]) -> None:
        self.new: dict[Table, Executable] = {}
        """Table -> keeps a record under an id that is free and answers the id; does nothing when it is taken."""
        self.put: dict[Table, Executable] = {}
        """Table -> keeps a record, in place of the one with its id."""
        for table in (pets, orders, users):
            made = insert(table).values({column.name: bindparam(column.name) for column in table.c})
            excluded = {column.name: made.excluded[column.name] for column in table.c if column is not table.c.id}
            self.new[table] = made.on_conflict_do_nothing(index_elements=[table.c.id]).returning(table.c.id)
            self.put[table] = made.on_conflict_do_update(index_elements=[table.c.id], set_=excluded)
