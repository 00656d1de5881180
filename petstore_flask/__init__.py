r"""A pet store to document, call and break: 19 operations over HTTP, started from a notebook or a terminal.

In a notebook::

    import petstore_flask

    store = petstore_flask.start()
    store.openapi_url          # the OpenAPI document of the running service
    store.api_key, store.token # credentials of the demo
    store.reset()              # the sample data again
    store.stop()

In a terminal: `python -m petstore_flask --port 8080`. With gunicorn, several workers on one PostgreSQL::

    PETSTORE_DATABASE_URL=postgresql://user:password@host/name \
        gunicorn --workers 4 --threads 8 --header-map dangerous "petstore_flask:create_app()"

(`--header-map dangerous` lets the header named `api_key` through, which gunicorn drops for its underscore; nothing
else depends on it.)

What the store keeps: users are answered with their passwords, because the interface says so. Never send a password
that is used elsewhere. Answers carry `Cache-Control: no-store`, and the query of a login never reaches a log.
"""

from petstore_flask.app import create_app
from petstore_flask.background import Handle, start
from petstore_flask.settings import Settings
from petstore_flask.store import Store

__all__ = ["Handle", "Settings", "Store", "create_app", "start"]
