"""What the operations on pets do: each takes a checked `Call` and gives an `Answer`. `pet_operations` names them."""

from petstore_flask.errors import ProblemError
from petstore_flask.operation import Answer, Call, require
from petstore_flask.records import Pet


def add_pet(call: Call) -> Answer:
    """Keep a new pet, or put it in place of the one with its id."""
    return Answer(body=call.store.add_pet(call.body))


def update_pet(call: Call) -> Answer:
    """Put a pet in place of the one with its id."""
    pet: Pet = call.body
    if "id" not in pet:
        raise ProblemError(404, "The pet to update is named by its id, and none was sent.", errors=[("id", "missing")])
    return Answer(body=require(call.store.replace_pet(pet["id"], pet), no_pet(pet["id"])))


def find_pets_by_status(call: Call) -> Answer:
    """List the pets in any of the statuses."""
    return Answer(body=call.store.pets_by_status(call.parameters["status"]))


def find_pets_by_tags(call: Call) -> Answer:
    """List the pets that carry any of the tags."""
    return Answer(body=call.store.pets_by_tags(call.parameters["tags"]))


def get_pet_by_id(call: Call) -> Answer:
    """Answer one pet."""
    return Answer(body=require(call.store.pet(call.parameters["petId"]), no_pet(call.parameters["petId"])))


def update_pet_with_form(call: Call) -> Answer:
    """Change name and status, each only when sent."""
    changes = {name: call.parameters[name] for name in ("name", "status") if name in call.parameters}
    pet_id = call.parameters["petId"]
    return Answer(body=require(call.store.change_pet(pet_id, changes), no_pet(pet_id)))


def delete_pet(call: Call) -> Answer:
    """Delete one pet."""
    require(call.store.delete_pet(call.parameters["petId"]), no_pet(call.parameters["petId"]))
    return Answer()


def upload_file(call: Call) -> Answer:
    """Count the bytes of an image; they are not kept."""
    require(call.store.pet(call.parameters["petId"]), no_pet(call.parameters["petId"]))
    message = f"{call.body} bytes received"
    if "additionalMetadata" in call.parameters:
        message += f"; additionalMetadata: {call.parameters['additionalMetadata']}"
    return Answer(body={"code": 200, "type": "application/octet-stream", "message": message})


def no_pet(pet_id: int) -> ProblemError:
    """The problem of an id that no pet has."""
    return ProblemError(404, f"No pet has the id {pet_id}.")
