"""Names and tokens as the store looks them up: short ASCII texts, one for each value. `store` calls it."""

import hashlib
import json


def lookup_key(name: str) -> str:
    """An ASCII text of at most 200 characters, one for each name: fits an index of any database."""
    escaped = json.dumps(name)
    return escaped if len(escaped) <= 200 else "sha256:" + hashlib.sha256(name.encode()).hexdigest()


def token_digest(token: str) -> str:
    """What is kept of a token: never the token itself."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
