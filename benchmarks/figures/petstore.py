"""A request to the pet store, beside a handler of plain Flask that answers the same: CPU time within one process."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import in_turns
from benchmarks.report import Section, number

LIMIT = 1.6
REQUESTS = 300
PET = {"name": "Rex", "photoUrls": ["https://example.com/rex.png"], "status": "available", "tags": [{"name": "dog"}]}

Wsgi = Callable[[dict[str, Any], Callable[..., object]], Any]


def petstore_and_flask() -> Section:
    """One row for each kind of request."""
    from petstore_flask import create_app  # noqa: PLC0415 - the pet store only where it is measured

    app = create_app("sqlite://")
    form = {"grant_type": "client_credentials", "client_id": "demo", "client_secret": "demo-secret"}
    token = app.test_client().post("/oauth/token", data=form).get_json()["access_token"]
    store = app.wsgi_app
    rows = []
    bare = _bare()
    for name, method, path, body in (
        ("read a pet", "GET", "/pet/2", None),
        ("count the pets", "GET", "/store/inventory", None),
        ("list pets", "GET", "/pet/findByStatus?status=sold", None),
        ("add a pet", "POST", "/pet", PET),
    ):
        ours = _asked(store, method, f"/api/v3{path}", body, token)
        plain = _asked(bare, method, f"/api/v3{path}", body, token)
        mine, theirs = in_turns(ours, plain)
        took, peers = sorted(mine)[len(mine) // 2] / REQUESTS, sorted(theirs)[len(theirs) // 2] / REQUESTS
        rows.append([name, number(took * 1e6), number(peers * 1e6), number(took / peers, limit=LIMIT)])
    says = (
        f"CPU microseconds of a request through WSGI, {REQUESTS} at a time. Plain Flask keeps the same rows in SQLite "
        "with SQLAlchemy and answers the same JSON; it knows no caller, checks nothing and sets no header. Wanted: at "
        f"most {LIMIT} times."
    )
    return Section("Pet store", says, ("request", "pet store us", "plain Flask us", "times"), rows)


def _asked(app: Wsgi, method: str, target: str, body: object, token: str) -> Callable[[], None]:
    path, _, query = target.partition("?")
    content = b"" if body is None else json.dumps(body).encode()
    seen: list[str] = []

    def start_response(status: str, _headers: object, _fault: object = None) -> object:
        seen.append(status)
        return lambda _chunk: None

    def ask() -> None:
        for _ in range(REQUESTS):
            environ: dict[str, Any] = {
                "REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": query,
                "RAW_URI": target, "REQUEST_URI": target, "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80",
                "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "127.0.0.1", "wsgi.version": (1, 0),
                "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(content), "wsgi.errors": io.StringIO(),
                "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
                "CONTENT_LENGTH": str(len(content)), "CONTENT_TYPE": "application/json" if content else "",
                "HTTP_AUTHORIZATION": f"Bearer {token}", "HTTP_API_KEY": "special-key",
            }  # fmt: skip
            answer = app(environ, start_response)
            b"".join(answer)
            answer.close()

    ask()
    assert {status[:3] for status in seen} == {"200"}, sorted(set(seen))
    return ask


def _bare() -> Wsgi:
    """The same answers as anyone writes them in Flask."""
    from flask import Flask, jsonify, request  # noqa: PLC0415 - likewise
    from sqlalchemy import create_engine, text  # noqa: PLC0415 - likewise
    from sqlalchemy.pool import StaticPool  # noqa: PLC0415 - likewise

    from petstore_flask.sample_data import PETS  # noqa: PLC0415 - likewise

    app = Flask("bare")
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE pets (id INTEGER PRIMARY KEY, status TEXT, document TEXT)"))
        connection.execute(text("CREATE TABLE pet_tags (pet_id INTEGER, tag TEXT)"))
        for pet in PETS:
            row = {"id": pet["id"], "status": pet["status"], "document": json.dumps(pet)}
            connection.execute(text("INSERT INTO pets VALUES (:id, :status, :document)"), row)

    @app.get("/api/v3/pet/<int:pet_id>")
    def read(pet_id: int) -> Any:
        with engine.begin() as connection:
            row = connection.execute(text("SELECT document FROM pets WHERE id = :id"), {"id": pet_id}).one()
        return jsonify(json.loads(row.document))

    @app.get("/api/v3/store/inventory")
    def count() -> Any:
        with engine.begin() as connection:
            rows = connection.execute(text("SELECT status, count(*) AS pets FROM pets GROUP BY status")).all()
        return jsonify({row.status: row.pets for row in rows})

    @app.get("/api/v3/pet/findByStatus")
    def listed() -> Any:
        status = {"status": request.args["status"]}
        with engine.begin() as connection:
            rows = connection.execute(text("SELECT document FROM pets WHERE status = :status"), status).all()
        return jsonify([json.loads(row.document) for row in rows])

    @app.post("/api/v3/pet")
    def add() -> Any:
        pet = request.get_json()
        row = {"status": pet["status"], "document": json.dumps(pet)}
        with engine.begin() as connection:
            made = connection.execute(text("INSERT INTO pets (status, document) VALUES (:status, :document)"), row)
            kept = {"id": made.lastrowid, **pet}
            connection.execute(
                text("UPDATE pets SET document = :document WHERE id = :id"),
                {"id": made.lastrowid, "document": json.dumps(kept)},
            )
            tags = [{"pet_id": made.lastrowid, "tag": tag["name"]} for tag in pet["tags"]]
            connection.execute(text("INSERT INTO pet_tags VALUES (:pet_id, :tag)"), tags)
        return jsonify(kept)

    return app.wsgi_app
