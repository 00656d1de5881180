"""What the operations on pets do with a checked `Call`; `pet_operations` names them."""

from typing import Any

from petstore_flask.errors import ProblemError
from petstore_flask.operation import Call, require
from petstore_flask.records import Pet


def no_pet(pet_id: int) -> ProblemError:
    """The problem of an id that no pet has."""
    return ProblemError(404, f"No pet has the id {pet_id}.")


def update_pet(call: Call) -> Pet:
    """Put a pet in place of the one with its id."""
    pet: Pet = call.body
    if "id" not in pet:
        raise ProblemError(404, "The pet to update is named by its id, and none was sent.", errors=[("id", "missing")])
    return require(call.store.replace_pet(pet["id"], pet), no_pet(pet["id"]))


def get_pet_by_id(call: Call) -> Pet:
    """The pet that the path names."""
    pet_id = call.parameters["petId"]
    return require(call.store.pet(pet_id), no_pet(pet_id))


def update_pet_with_form(call: Call) -> Pet:
    """Change name and status, each only when sent."""
    changes = {name: call.parameters[name] for name in ("name", "status") if name in call.parameters}
    pet_id = call.parameters["petId"]
    return require(call.store.change_pet(pet_id, changes), no_pet(pet_id))


def delete_pet(call: Call) -> None:
    """Delete the pet that the path names."""
    require(call.store.delete_pet(call.parameters["petId"]), no_pet(call.parameters["petId"]))


def upload_file(call: Call) -> dict[str, Any]:
    """Count the bytes of an image; they are not kept."""
    get_pet_by_id(call)
    message = f"{call.body} bytes received"
    if "additionalMetadata" in call.parameters:
        message += f"; additionalMetadata: {call.parameters['additionalMetadata']}"
    return {"code": 200, "type": "application/octet-stream", "message": message}
