"""The settings of a store service: keys, scopes, limits and who may call it.

`create_app` takes a `Settings`; `settings_from_environment` fills one from `PETSTORE_*` variables for gunicorn
and the terminal. The demo credentials are public on purpose: they are printed in the documentation.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

BASE_PATH = "/api/v3"
TOKEN_PATH = "/oauth/token"  # noqa: S105 - an address, not a secret
READ_PETS = "read:pets"
WRITE_PETS = "write:pets"
SCOPES: Mapping[str, str] = {READ_PETS: "Read pets.", WRITE_PETS: "Add, change and delete pets."}

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of one service. The defaults fit a notebook on the reader's own machine."""

    auth: Literal["on", "off"] = "on"
    """`off` lets every request through and leaves `security` out of the OpenAPI document."""
    paging: bool = False
    """`True` adds the operations `listPets` and `listOrders`, which give pets and orders page by page."""
    api_key: str = "special-key"
    """The key that `X-API-Key` must carry."""
    client_id: str = "demo"
    """The client that may ask the token address for a token."""
    client_secret: str = "demo-secret"  # noqa: S105 - the documented demo secret
    """Its secret, sent by HTTP Basic or in the form."""
    token_seconds: int = 3600
    """How long a token from the token address or from login works."""
    body_limit_bytes: int = 1024 * 1024
    """Largest JSON body; above it the answer is 413."""
    upload_limit_bytes: int = 5 * 1024 * 1024
    """Largest image upload; above it the answer is 413."""
    trusted_hosts: tuple[str, ...] | None = LOCAL_HOSTS
    """Names the `Host` header may carry (a leading dot admits subdomains); `None` admits all. Keeps a foreign web
    page that rebinds its name to 127.0.0.1 from reading the store."""

    def __post_init__(self) -> None:
        if self.auth not in ("on", "off"):
            raise ValueError(f'settings.auth: must be "on" or "off" (got {self.auth!r})')
        if not self.api_key.isascii() or not self.api_key:
            raise ValueError("settings.api_key: must be ASCII text that a header can carry, and not empty")
        if self.trusted_hosts is not None and not self.trusted_hosts:
            raise ValueError("settings.trusted_hosts: must name a host, or be None for all")
        for name in ("token_seconds", "body_limit_bytes", "upload_limit_bytes"):
            if getattr(self, name) < 1:
                raise ValueError(f"settings.{name}: must be 1 or more (got {getattr(self, name)})")


def settings_from_environment(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings named by `PETSTORE_AUTH`, `PETSTORE_API_KEY`, `PETSTORE_CLIENT_ID`, `PETSTORE_CLIENT_SECRET`,
    `PETSTORE_PAGING` (`on` or `off`) and `PETSTORE_TRUSTED_HOSTS` (comma separated, `*` for all); defaults where a
    variable is not set.

    Args:
        environ: the variables to read, `os.environ` by default.

    Raises:
        ValueError: naming the setting that is not allowed.
    """
    environ = os.environ if environ is None else environ
    named = ("PETSTORE_AUTH", "PETSTORE_API_KEY", "PETSTORE_CLIENT_ID", "PETSTORE_CLIENT_SECRET")
    given: dict[str, Any] = {key.removeprefix("PETSTORE_").lower(): environ[key] for key in named if key in environ}
    paging = environ.get("PETSTORE_PAGING", "off")
    if paging not in ("on", "off"):
        raise ValueError(f'PETSTORE_PAGING: must be "on" or "off" (got {paging!r})')
    hosts = environ.get("PETSTORE_TRUSTED_HOSTS")
    if hosts is not None:
        names = tuple(filter(None, (host.strip() for host in hosts.split(","))))
        given["trusted_hosts"] = None if names == ("*",) else names
    return Settings(paging=paging == "on", **given)
