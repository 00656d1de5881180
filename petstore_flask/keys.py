"""Names and tokens as the store looks them up: short ASCII texts, one for each value. `store` calls it."""

import hashlib
import json
from collections.abc import Iterator
from itertools import count


def lookup_key(name: str) -> str:
    """An ASCII text of at most 200 characters, one for each name: fits an index of any database."""
    escaped = json.dumps(name)
    return escaped if len(escaped) <= 200 else "sha256:" + hashlib.sha256(name.encode()).hexdigest()


def assigned_names(user_id: int) -> Iterator[str]:
    """Names for a user who was sent without one: `user4`, and where others have them `user4-2`, `user4-3` and so on."""
    yield f"user{user_id}"
    for number in count(2):
        yield f"user{user_id}-{number}"


def token_digest(token: str) -> str:
    """What is kept of a token: never the token itself."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
