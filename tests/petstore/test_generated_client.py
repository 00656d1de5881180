"""A client that openapi-python-client generates from our document calls every operation."""

import importlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from petstore_flask.document import json_document
from petstore_flask.operations import OPERATIONS
from petstore_flask.settings import Settings

from .caller import Caller

PACKAGE = "pet_store_client"


@pytest.fixture(scope="module")
def client_package(tmp_path_factory: pytest.TempPathFactory) -> Any:
    directory = tmp_path_factory.mktemp("generated")
    (directory / "openapi.json").write_bytes(json_document(Settings()))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"),
            *("--output-path", PACKAGE, "--fail-on-warning"),
        ],
        cwd=directory,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(directory))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(directory))
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


def modules_of(package: ModuleType) -> dict[str, ModuleType]:
    """The generated modules, by name of the operation's function."""
    return {
        path.stem: importlib.import_module(f"{PACKAGE}.api.{path.parent.name}.{path.stem}")
        for path in Path(package.__file__).parent.glob("api/*/*.py")
        if path.stem != "__init__"
    }


@pytest.mark.slow
def test_generated_client_calls_every_operation(client_package: ModuleType, call_memory: Caller):
    """Nothing is left out with a warning, and each of the 19 functions is answered with 200 and the declared type."""
    handle = call_memory.handle
    models = importlib.import_module(f"{PACKAGE}.models")
    types = importlib.import_module(f"{PACKAGE}.types")
    headers = {"X-API-Key": handle.api_key}
    client = client_package.AuthenticatedClient(handle.base_url, token=handle.token, headers=headers)
    functions = modules_of(client_package)
    called: list[str] = []

    def ask(name: str, *arguments: object, **named: object) -> Any:
        called.append(name)
        reply = functions[name].sync_detailed(*arguments, client=client, **named)
        assert reply.status_code == 200, reply.content
        return reply.parsed

    pet = ask("add_pet", body=models.Pet(name="Dot", photo_urls=[], tags=[models.Tag(name="tiny")]))
    assert (pet.id, pet.name) == (9, "Dot")
    pet.name = "Dash"
    assert ask("update_pet", body=pet).name == "Dash"
    assert [each.id for each in ask("find_pets_by_status", status="pending,sold")] == [4, 5, 6, 7]
    assert [each.name for each in ask("find_pets_by_tags", tags=["tiny", "senior"])] == ["Pepper", "Olive", "Dash"]
    assert ask("get_pet_by_id", 9).tags[0].name == "tiny"
    sold = ask("update_pet_with_form", 9, status=models.UpdatePetWithFormStatus.SOLD)
    assert sold.status == models.PetStatus.SOLD
    upload = ask("upload_file", 9, body=types.File(payload=io.BytesIO(b"picture")))
    assert upload.message == "7 bytes received"
    ask("delete_pet", 9)
    assert ask("get_inventory").additional_properties == {"available": 4, "pending": 2, "sold": 2}
    order = ask("place_order", body=models.Order(pet_id=1, status=models.OrderStatus.PLACED))
    assert ask("get_order_by_id", order.id) == order
    ask("delete_order", order.id)
    user = ask("create_user", body=models.User(username="amara", password="copper-window-58"))
    assert ask("create_users_with_list_input", body=[models.User(username="felix")]).username == "felix"
    token = ask("login_user", username="amara", password="copper-window-58")
    assert ask("get_user_by_name", "amara") == user
    ask("update_user", "amara", body=models.User(email="amara@mail.example"))
    ask("delete_user", "amara")
    assert isinstance(token, str)
    ask("logout_user")
    assert sorted(called) == sorted(functions)
    assert len(called) == len(OPERATIONS) == 19


@pytest.mark.slow
def test_generated_client_understands_problems(client_package: ModuleType, call_memory: Caller):
    """An error is parsed into the declared problem, its fields included."""
    handle = call_memory.handle
    client = client_package.AuthenticatedClient(handle.base_url, token=handle.token)
    get_order = modules_of(client_package)["get_order_by_id"]
    reply = get_order.sync_detailed(7, client=client)
    assert reply.status_code == 400
    assert json.loads(reply.content) == reply.parsed.to_dict()
    assert reply.parsed.errors[0].field == "orderId"
