r"""A pet store to document, call and break: 19 operations over HTTP, started from a notebook or a terminal.

In a notebook::

    import petstore_flask

    store = petstore_flask.start()
    store.openapi_url          # the OpenAPI document of the running service
    store.api_key, store.token # credentials of the demo
    store.reset()              # the sample data again
    store.stop()

A second `start()` replaces the store of the first, so a cell can be run again; stores of different names run side
by side. The server lives in a daemon thread of the kernel, listens on the loopback interface only, prints nothing into
the cell (`store.log` has the last 1,000 requests, without credentials) and ends with the kernel.

Who may call. The API key (`X-API-Key: special-key`) reads a pet and the inventory. Everything else about pets takes a
Bearer token: `store.token`, or one that `POST /oauth/token` gives the client `demo` with the secret `demo-secret`, or
the string that a login answers. Orders and users are open to all. `start(auth="off")` opens everything.

`start(paging=True)` adds `listPets` and `listOrders`, which give pets and orders page by page (`limit`, `cursor`).

Where records are kept. In memory by default; `start(database_url="sqlite:///pets.db")` keeps them in a file, and
`postgresql://user:password@host/name` in PostgreSQL. `PETSTORE_DATABASE_URL` names it without a line of code;
`PETSTORE_AUTH`, `PETSTORE_API_KEY`, `PETSTORE_CLIENT_ID`, `PETSTORE_CLIENT_SECRET`, `PETSTORE_PAGING` and
`PETSTORE_TRUSTED_HOSTS` are the settings.

In a terminal: `python -m petstore_flask --port 8080`. With gunicorn, several workers on one PostgreSQL::

    PETSTORE_DATABASE_URL=postgresql://user:password@host/name \
        gunicorn --workers 4 --threads 8 --header-map dangerous "petstore_flask:create_app()"

(`--header-map dangerous` lets the header named `api_key` through, which gunicorn drops for its underscore; nothing
else depends on it. Under another host name than `localhost`, set `PETSTORE_TRUSTED_HOSTS`.)

Behind a prefix, such as `/user/ada/proxy/8080/` of jupyter-server-proxy on a JupyterHub or the SCRIPT_NAME of a larger
application, the document names its addresses with that prefix, so that samples, clients and collections lead there.

Users are answered with their passwords, because the interface says so: never send one that is used elsewhere. Answers
carry `Cache-Control: no-store`, and the query of a login never reaches a log.
"""

try:
    from petstore_flask.app import create_app
    from petstore_flask.background import Handle, start
    from petstore_flask.settings import Settings
    from petstore_flask.store import Store
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] in ("petstore_flask", ""):
        raise  # a file of its own is missing, which no extra brings
    raise ModuleNotFoundError(
        f'petstore_flask needs {error.name}, which belongs to an extra: pip install "apiref-nb[petstore]"',
        name=error.name,
    ) from None

__all__ = ["Handle", "Settings", "Store", "create_app", "start"]
