"""The store behind a prefix: a Jupyter server's proxy, a hub's addresses, SCRIPT_NAME. Everything finds it there."""

import json
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urljoin

import pytest
import yaml
from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.middleware.proxy_fix import ProxyFix

import petstore_flask
from apiref_nb import Client, OpenApiEmbed, load_api
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.sample_plan import sample_plan
from petstore_flask.background import _listening_socket
from petstore_flask.operations import OPERATIONS
from petstore_flask.server import PetStoreServer
from tests.browser.jupyter import jupyter_server

HUB_PATH = "/user/ada"


@dataclass(frozen=True)
class Reached:
    """A store as it is reached from outside."""

    base_url: str
    """Of the operations."""
    api_key: str
    token: str

    @property
    def openapi_url(self) -> str:
        return f"{self.base_url}/openapi.json"


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Jupyter server with jupyter-server-proxy, under the path that a hub gives the user ada; yields its host."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter"), module="jupyter_server", hub_path=HUB_PATH) as server:
        yield server.address.removesuffix(HUB_PATH)


@pytest.fixture
def proxied(jupyter: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reached]:
    """A store that a kernel of that user has started, reached through the proxy as a browser reaches it."""
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", f"{HUB_PATH}/")
    monkeypatch.setenv("JUPYTERHUB_HOST", jupyter)
    with petstore_flask.start(name="proxied", database_url="sqlite://") as handle:
        assert handle.browser_url == f"{jupyter}/user/ada/proxy/{handle.port}/api/v3"
        yield Reached(handle.browser_url, handle.api_key, handle.token)


@pytest.fixture
def mounted() -> Iterator[Reached]:
    """The store as one application beside others, under SCRIPT_NAME."""
    app = DispatcherMiddleware(petstore_flask.create_app("sqlite://"), {})
    app.mounts["/shop/pets"] = petstore_flask.create_app("sqlite://", petstore_flask.Settings(api_key="mounted"))
    server = PetStoreServer(_listening_socket(0), app)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        reached = Reached(f"http://127.0.0.1:{server.port}/shop/pets/api/v3", "mounted", "")
        yield replace(reached, token=token_from(token_url(reached)))
    finally:
        server.stop()
        thread.join()
        server.close()


@pytest.fixture(params=["proxied", "mounted"])
def reached(request: pytest.FixtureRequest) -> Reached:
    return request.getfixturevalue(request.param)


def document_of(reached: Reached) -> dict:
    with urllib.request.urlopen(reached.openapi_url, timeout=20) as answer:
        return json.load(answer)


def token_url(reached: Reached) -> str:
    """The token address, joined as OpenAPI says: the server to the document, the token address to the server."""
    document = document_of(reached)
    written = document["components"]["securitySchemes"]["petstore_auth"]["flows"]["clientCredentials"]["tokenUrl"]
    return urljoin(urljoin(reached.openapi_url, document["servers"][0]["url"]), written)


def token_from(address: str) -> str:
    form = b"grant_type=client_credentials&client_id=demo&client_secret=demo-secret"
    with urllib.request.urlopen(address, form, timeout=20) as answer:
        return json.load(answer)["access_token"]


def test_document_leads_back_to_where_it_was_fetched(reached: Reached):
    """The server of the document and its token address keep the prefix; the token that is given out works there."""
    api = load_api(reached.openapi_url, revalidate=0)
    assert [server.resolved for server in api.servers] == [reached.base_url]
    (scheme,) = (scheme for scheme in api.security_schemes if scheme.type == "oauth2")
    assert scheme.flows[0].token_url == token_url(reached)
    request = urllib.request.Request(f"{reached.base_url}/pet/findByStatus?status=sold")
    request.add_header("Authorization", f"Bearer {token_from(scheme.flows[0].token_url)}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert [pet["id"] for pet in json.load(answer)] == [6, 7]


def test_client_calls_every_kind_of_operation_behind_the_prefix(reached: Reached):
    """Query, JSON body, form-style values, upload, header key, deletion: each reaches the store through the prefix."""
    client = Client(load_api(reached.openapi_url, revalidate=0), api_key=reached.api_key, token=reached.token)
    pet = client.add_pet({"name": "Proxy", "photoUrls": []}).json()
    assert client.get_pet_by_id(pet["id"]).json() == pet
    assert client.update_pet_with_form(pet["id"], status="sold").json()["status"] == "sold"
    assert client.upload_file(pet["id"], b"abc").json()["message"] == "3 bytes received"
    assert pet["id"] in [found["id"] for found in client.find_pets_by_status(status="sold").json()]
    assert client.get_inventory().json()["sold"] == 3
    assert client.create_user({"username": "ñ"}).json()["username"] == "ñ"
    assert client.get_user_by_name("ñ").json()["username"] == "ñ"
    assert client.delete_pet(pet_id=pet["id"]).status == 200
    assert client.get_pet_by_id(pet["id"]).status == 404


def test_samples_and_collection_name_the_prefix(reached: Reached):
    """What a reader copies goes where the document came from; one sample is run as it stands."""
    embed = OpenApiEmbed(reached.openapi_url)
    assert embed.html.count(reached.base_url) >= len(OPERATIONS)
    collection = embed.collection
    variables = {variable["key"]: variable["value"] for variable in collection["variable"]}
    assert reached.base_url in variables.values()
    assert token_url(reached) in json.dumps(collection)
    origin = reached.base_url.removesuffix("/api/v3")
    operation = embed.api.find("getPetById")
    assert operation is not None
    command = curl(sample_plan(operation, placeholders=True)).replace("<api-key>", reached.api_key)
    done = subprocess.run(["sh", "-c", command.replace("{petId}", "1")], check=True, capture_output=True, timeout=900)
    assert json.loads(done.stdout)["name"] == "Biscuit"
    with urllib.request.urlopen(f"{origin}/", timeout=20) as answer:
        index = json.load(answer)
    for name in ("openapi_json", "openapi_yaml"):
        with urllib.request.urlopen(urljoin(f"{origin}/", index[name]), timeout=20) as answer:
            assert answer.status == 200
    assert urljoin(f"{origin}/", index["token"]) == token_url(reached)


@pytest.fixture(scope="module")
def app() -> Flask:
    """A store that is asked for its document only."""
    return petstore_flask.create_app("sqlite://")


@pytest.mark.parametrize(
    ("headers", "script_name", "server"),
    [
        ({}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "/user/ada/proxy/8080"}, "", "/user/ada/proxy/8080/api/v3"),
        ({"X-Forwarded-Prefix": "/user/j%C3%B6@x.org/proxy/1/"}, "", "/user/j%C3%B6@x.org/proxy/1/api/v3"),
        ({}, "/shop", "/shop/api/v3"),
        ({}, "/sh\xc3\xb6p", "/sh%C3%B6p/api/v3"),
        ({"X-Forwarded-Prefix": "/a"}, "/shop", "/a/shop/api/v3"),
        ({"X-Forwarded-Prefix": "//evil.example"}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "https://evil.example"}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "/a/../b"}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "/a, /b"}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "/{x}?y#z"}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "/" + "a" * 201}, "", "/api/v3"),
        ({"X-Forwarded-Prefix": "/a" * 21}, "", "/api/v3"),
    ],
)
def test_prefix_is_believed_when_it_is_a_plain_path(app: Flask, headers: dict[str, str], script_name: str, server: str):
    """What a proxy says, then what the server says; another host, dots and queries are left out of the document."""
    client = app.test_client()
    for name in ("json", "yaml"):
        reply = client.get(f"/api/v3/openapi.{name}", headers=headers, environ_overrides={"SCRIPT_NAME": script_name})
        document = yaml.load(reply.data, yaml.CSafeLoader)
        assert document["servers"][0]["url"] == server
        flows = document["components"]["securitySchemes"]["petstore_auth"]["flows"]
        assert flows["clientCredentials"]["tokenUrl"] == server.removesuffix("/api/v3") + "/oauth/token"


def test_prefix_that_werkzeug_has_taken_over_counts_once():
    """A deployment with ProxyFix has it in SCRIPT_NAME already."""
    app = petstore_flask.create_app("sqlite://")
    app.wsgi_app = ProxyFix(app.wsgi_app, x_prefix=1)
    reply = app.test_client().get("/api/v3/openapi.json", headers={"X-Forwarded-Prefix": "/a"})
    assert reply.json["servers"][0]["url"] == "/a/api/v3"
