"""The eight operations on pets: their records for the table; `pet_calls` holds the functions they run."""

from typing import Any, cast

from petstore_flask import pet_calls
from petstore_flask.errors import unfit_body, unusable_parameters
from petstore_flask.operation import Body, Example, Operation, Parameter, Requirement, Success, refusal
from petstore_flask.records import PET, PET_STATUSES, Pet
from petstore_flask.sample_data import CATS, PETS, YOUNG
from petstore_flask.settings import READ_PETS, WRITE_PETS

PET_SCHEMA = {"$ref": "#/components/schemas/Pet"}
PETS_SCHEMA = {"type": "array", "items": PET_SCHEMA}
INT64_SCHEMA = {"type": "integer", "format": "int64"}
_ANY_STATUS = "|".join(PET_STATUSES)
STATUSES_SCHEMA = {"type": "string", "pattern": f"^({_ANY_STATUS})(,({_ANY_STATUS}))*$"}
STATUSES_RULE = "must be available, pending or sold, or several of them with commas between"
READS = (Requirement("petstore_auth", (READ_PETS,)),)

_WRITES = (Requirement("petstore_auth", (WRITE_PETS,)),)
_STATUS_RULE = "must be available, pending or sold"
_TAGS_RULE = "must be names of tags, none of them empty"
_NO_INTEGER, _NO_PET = "The id is no integer of 64 bits", "No pet has this id."
_FOUND = Success("The pets found; an empty list when there are none.", PETS_SCHEMA)
_IMAGE = b"These bytes stand for a picture of a young dog."


def _pet_id(purpose: str) -> Parameter:
    return Parameter("petId", "path", f"Number of the pet {purpose}.", INT64_SCHEMA, required=True)


def _changed(pet: Pet, **fields: str) -> Pet:
    return cast("Pet", dict(pet) | fields)


_BISCUIT, _MOSS = PETS[0], PETS[3]
_NEW: Pet = {"name": "Noodle", "category": CATS, "photoUrls": [], "tags": [YOUNG], "status": "available"}
_NEW_LEAST: Pet = {"name": "Dot", "photoUrls": []}
_NAMELESS: Any = {"photoUrls": [], "status": "lost"}
_NAMELESS_PROBLEM = unfit_body(
    [("name", "Field required"), ("status", "Input should be 'available', 'pending' or 'sold'")]
)
_INVALID_BODY = refusal(
    "invalid", "A name is missing and the status is none of the three", _NAMELESS_PROBLEM, body=_NAMELESS
)
_NO_PET_404 = pet_calls.no_pet(404)
_MISSING_PET = refusal("unknown", "No such pet", _NO_PET_404, parameters={"petId": 404})
_BAD_PET_ID = refusal(
    "notANumber", "The id is no integer", unusable_parameters(petId="must be an integer of 64 bits, in plain digits"),
    parameters={"petId": "biscuit"},
)  # fmt: skip

PET_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "addPet", "POST", "/pet", "Pet", "Add a new pet to the store",
        "Keeps the pet and answers it with its id. A pet sent without an `id` gets the next free one; a pet sent "
        "with the `id` of another takes its place.",
        pet_calls.add_pet, Success("The pet as it was kept.", PET_SCHEMA),
        body=Body("The pet to keep.", PET_SCHEMA, PET),
        security=_WRITES,
        examples=(
            Example("kitten", "A pet with all its details", body=_NEW, answer={"id": 9, **_NEW}),
            Example("least", "Only what must be sent", body=_NEW_LEAST, answer={"id": 9, **_NEW_LEAST}),
            _INVALID_BODY,
        ),
    ),
    Operation(
        "updatePet", "PUT", "/pet", "Pet", "Update an existing pet",
        "Puts the pet in place of the one with its `id`. The whole pet is replaced: a field that is not sent is "
        "gone afterwards. To change only name or status, use `updatePetWithForm`.",
        pet_calls.update_pet, Success("The pet as it was kept.", PET_SCHEMA),
        body=Body("The pet, with the `id` of the one to replace.", PET_SCHEMA, PET),
        problems={404: "No pet has this id, or no id was sent."},
        security=_WRITES,
        examples=(
            Example(
                "sold", "Biscuit finds a home",
                body=_changed(_BISCUIT, status="sold"), answer=_changed(_BISCUIT, status="sold"),
            ),
            refusal("unknown", "No such pet", _NO_PET_404, body={"id": 404, **_NEW_LEAST}),
            _INVALID_BODY,
        ),
    ),
    Operation(
        "findPetsByStatus", "GET", "/pet/findByStatus", "Pet", "Find pets by status",
        "Lists the pets in any of the statuses, ordered by id, each once. Several statuses are sent with commas "
        "between them (`available,sold`); repeating the parameter works as well.",
        pet_calls.find_pets_by_status, _FOUND,
        parameters=(
            Parameter(
                "status", "query", "Status values to look for: one, or several with commas between.",
                {"type": "string", "default": "available", "pattern": STATUSES_SCHEMA["pattern"]},
                STATUSES_RULE, required=True,
            ),
        ),
        problems={400: "The status is missing, empty or not one of the three."},
        security=READS,
        examples=(
            Example(
                "pending", "One status", {"status": "pending"},
                answer=[pet for pet in PETS if pet.get("status") == "pending"],
            ),
            Example(
                "pendingOrSold", "Two statuses", {"status": "pending,sold"},
                answer=[pet for pet in PETS if pet.get("status") in ("pending", "sold")],
            ),
            refusal(
                "lost", "A status that does not exist", unusable_parameters(status=STATUSES_RULE),
                parameters={"status": "lost"},
            ),
        ),
    ),
    Operation(
        "findPetsByTags", "GET", "/pet/findByTags", "Pet", "Find pets by tags",
        "Lists the pets that carry any of the tags, ordered by id, each once. Repeat the parameter for several "
        "tags, or send them with commas between.",
        pet_calls.find_pets_by_tags, _FOUND,
        parameters=(
            Parameter(
                "tags", "query", "Names of the tags to look for.",
                {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
                _TAGS_RULE, required=True,
            ),
        ),
        problems={400: "No tag is sent, or an empty one."},
        security=READS,
        examples=(
            Example("longHair", "One tag", {"tags": ["long-hair"]}, answer=[PETS[2], PETS[4]]),
            Example(
                "youngOrSenior", "Two tags", {"tags": ["young", "senior"]}, answer=[PETS[0], PETS[1], PETS[3], PETS[6]]
            ),
            Example("unknown", "A tag that no pet carries", {"tags": ["scaly"]}, answer=[]),
            refusal("empty", "An empty tag", unusable_parameters(tags=_TAGS_RULE), parameters={"tags": [""]}),
        ),
    ),
    Operation(
        "getPetById", "GET", "/pet/{petId}", "Pet", "Find a pet by its id",
        "Answers a single pet. The API key is enough; a token that may read pets does as well.",
        pet_calls.get_pet_by_id, Success("The pet.", PET_SCHEMA),
        parameters=(_pet_id("to return"),),
        problems={400: f"{_NO_INTEGER}.", 404: _NO_PET},
        security=(Requirement("api_key"), *READS),
        examples=(
            Example("biscuit", "A young dog", {"petId": 1}, answer=_BISCUIT),
            Example("moss", "A cat without a picture", {"petId": 4}, answer=_MOSS),
            _MISSING_PET,
            _BAD_PET_ID,
        ),
    ),
    Operation(
        "updatePetWithForm", "POST", "/pet/{petId}", "Pet", "Update a pet with form values",
        "Changes the name, the status or both, and leaves all else as it is. The values go in the query; a form "
        "in the body (`application/x-www-form-urlencoded`) is taken as well, and the query wins.",
        pet_calls.update_pet_with_form, Success("The pet after the change.", PET_SCHEMA),
        takes_form=True,
        parameters=(
            _pet_id("to change"),
            Parameter("name", "query", "The new name of the pet.", {"type": "string"}),
            Parameter(
                "status", "query", "The new status of the pet.", {"type": "string", "enum": list(PET_STATUSES)},
                _STATUS_RULE,
            ),
        ),
        problems={
            400: f"{_NO_INTEGER}, or the status does not exist.",
            404: _NO_PET,
            413: "The form is larger than the limit.",
            415: "A body is sent that is no form.",
        },
        security=_WRITES,
        examples=(
            Example("rename", "A new name", {"petId": 4, "name": "Fern"}, answer=_changed(_MOSS, name="Fern")),
            Example(
                "reserve", "A new status", {"petId": 1, "status": "pending"},
                answer=_changed(_BISCUIT, status="pending"),
            ),
            _MISSING_PET,
            refusal(
                "lost", "A status that does not exist", unusable_parameters(status=_STATUS_RULE),
                parameters={"petId": 1, "status": "lost"},
            ),
        ),
    ),
    Operation(
        "deletePet", "DELETE", "/pet/{petId}", "Pet", "Delete a pet", "Deletes the pet. Orders for it stay.",
        pet_calls.delete_pet, Success("The pet is deleted."),
        parameters=(
            Parameter(
                "api_key", "header", "May be sent and changes nothing: the token decides.", {"type": "string"}
            ),
            _pet_id("to delete"),
        ),
        problems={400: f"{_NO_INTEGER}.", 404: _NO_PET},
        security=_WRITES,
        examples=(Example("tango", "A pet that is sold", {"petId": 6}), _MISSING_PET, _BAD_PET_ID),
    ),
    Operation(
        "uploadFile", "POST", "/pet/{petId}/uploadImage", "Pet", "Upload an image of a pet",
        "Takes the bytes of an image, up to 5 MiB, and answers how many there were. This store has no disk for "
        "pictures: the bytes are counted and let go.",
        pet_calls.upload_file, Success("The count of bytes.", {"$ref": "#/components/schemas/UploadResult"}),
        parameters=(
            _pet_id("in the image"),
            Parameter(
                "additionalMetadata", "query", "Words about the image, repeated in the answer.", {"type": "string"}
            ),
        ),
        body=Body(
            "The image itself, not wrapped in a form.", {"type": "string", "format": "binary", "minLength": 1}
        ),
        problems={400: f"{_NO_INTEGER}, or no byte was sent.", 404: _NO_PET},
        security=_WRITES,
        examples=(
            Example(
                "frontView", "A picture with a note", {"petId": 1, "additionalMetadata": "front view"}, _IMAGE,
                answer={
                    "code": 200,
                    "type": "application/octet-stream",
                    "message": f"{len(_IMAGE)} bytes received; additionalMetadata: front view",
                },
            ),
            refusal("unknown", "No such pet", _NO_PET_404, parameters={"petId": 404}, body=_IMAGE),
        ),
    ),
)  # fmt: skip
