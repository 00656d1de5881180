"""The eight operations on pets: their records for the table; `pet_calls` holds the functions they run."""

from typing import Any, cast

from petstore_flask.operation import (
    Body,
    Example,
    Operation,
    Parameter,
    Requirement,
    Success,
)
from petstore_flask.pet_calls import (
    add_pet,
    delete_pet,
    find_pets_by_status,
    find_pets_by_tags,
    get_pet_by_id,
    update_pet,
    update_pet_with_form,
    upload_file,
)
from petstore_flask.records import PET, PET_STATUSES, Pet
from petstore_flask.sample_data import CATS, PETS, YOUNG
from petstore_flask.settings import READ_PETS, WRITE_PETS

PET_SCHEMA = {"$ref": "#/components/schemas/Pet"}
PETS_SCHEMA = {"type": "array", "items": PET_SCHEMA}
INT64_SCHEMA = {"type": "integer", "format": "int64"}

_READS = (Requirement(scheme="petstore_auth", scopes=(READ_PETS,)),)
_WRITES = (Requirement(scheme="petstore_auth", scopes=(WRITE_PETS,)),)
_STATUS_RULE = "must be available, pending or sold, or several of them with commas between"
_ANY_STATUS = "|".join(PET_STATUSES)
_IMAGE = b"These bytes stand for a picture of a young dog."


def _pet_id(purpose: str) -> Parameter:
    return Parameter(
        name="petId",
        location="path",
        description=f"Number of the pet {purpose}.",
        schema=INT64_SCHEMA,
        required=True,
    )


def _changed(pet: Pet, **fields: str) -> Pet:
    return cast("Pet", dict(pet) | fields)


_BISCUIT, _MOSS = PETS[0], PETS[3]
_NEW: Pet = {"name": "Noodle", "category": CATS, "photoUrls": [], "tags": [YOUNG], "status": "available"}
_NEW_LEAST: Pet = {"name": "Dot", "photoUrls": []}
_NAMELESS: Any = {"photoUrls": [], "status": "lost"}
_NAMELESS_ERRORS = [
    {"field": "name", "message": "Field required"},
    {"field": "status", "message": "Input should be 'available', 'pending' or 'sold'"},
]
_INVALID_BODY = Example(
    name="invalid",
    summary="A name is missing and the status is none of the three",
    body=_NAMELESS,
    status=422,
    answer={"detail": "The body does not fit its schema.", "errors": _NAMELESS_ERRORS},
)
_MISSING_PET = Example(
    name="unknown",
    summary="No such pet",
    parameters={"petId": 404},
    status=404,
    answer={"detail": "No pet has the id 404."},
)
_BAD_PET_ID = Example(
    name="notANumber",
    summary="The id is no integer",
    parameters={"petId": "biscuit"},
    status=400,
    answer={
        "detail": "A parameter cannot be used as it was sent.",
        "errors": [{"field": "petId", "message": "must be an integer of 64 bits, in plain digits"}],
    },
)

PET_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        operation_id="addPet",
        method="POST",
        path="/pet",
        tag="Pet",
        summary="Add a new pet to the store",
        description=(
            "Keeps the pet and answers it with its id. A pet sent without an `id` gets the next free one; a pet sent "
            "with the `id` of another takes its place."
        ),
        run=add_pet,
        body=Body(description="The pet to keep.", schema=PET_SCHEMA, adapter=PET),
        success=Success(description="The pet as it was kept.", schema=PET_SCHEMA),
        security=_WRITES,
        examples=(
            Example(name="kitten", summary="A pet with all its details", body=_NEW, answer={"id": 9, **_NEW}),
            Example(name="least", summary="Only what must be sent", body=_NEW_LEAST, answer={"id": 9, **_NEW_LEAST}),
            _INVALID_BODY,
        ),
    ),
    Operation(
        operation_id="updatePet",
        method="PUT",
        path="/pet",
        tag="Pet",
        summary="Update an existing pet",
        description=(
            "Puts the pet in place of the one with its `id`. The whole pet is replaced: a field that is not sent is "
            "gone afterwards. To change only name or status, use `updatePetWithForm`."
        ),
        run=update_pet,
        body=Body(description="The pet, with the `id` of the one to replace.", schema=PET_SCHEMA, adapter=PET),
        success=Success(description="The pet as it was kept.", schema=PET_SCHEMA),
        problems={404: "No pet has this id, or no id was sent."},
        security=_WRITES,
        examples=(
            Example(
                name="sold",
                summary="Biscuit finds a home",
                body=_changed(_BISCUIT, status="sold"),
                answer=_changed(_BISCUIT, status="sold"),
            ),
            Example(
                name="unknown",
                summary="No such pet",
                body={"id": 404, **_NEW_LEAST},
                status=404,
                answer={"detail": "No pet has the id 404."},
            ),
            _INVALID_BODY,
        ),
    ),
    Operation(
        operation_id="findPetsByStatus",
        method="GET",
        path="/pet/findByStatus",
        tag="Pet",
        summary="Find pets by status",
        description=(
            "Lists the pets in any of the statuses, ordered by id, each once. Several statuses are sent with commas "
            "between them (`available,sold`); repeating the parameter works as well."
        ),
        run=find_pets_by_status,
        parameters=(
            Parameter(
                name="status",
                location="query",
                description="Status values to look for: one, or several with commas between.",
                schema={
                    "type": "string",
                    "default": "available",
                    "pattern": f"^({_ANY_STATUS})(,({_ANY_STATUS}))*$",
                },
                rule=_STATUS_RULE,
                required=True,
            ),
        ),
        success=Success(description="The pets found; an empty list when there are none.", schema=PETS_SCHEMA),
        problems={400: "The status is missing, empty or not one of the three."},
        security=_READS,
        examples=(
            Example(
                name="pending",
                summary="One status",
                parameters={"status": "pending"},
                answer=[pet for pet in PETS if pet.get("status") == "pending"],
            ),
            Example(
                name="pendingOrSold",
                summary="Two statuses",
                parameters={"status": "pending,sold"},
                answer=[pet for pet in PETS if pet.get("status") in ("pending", "sold")],
            ),
            Example(
                name="lost",
                summary="A status that does not exist",
                parameters={"status": "lost"},
                status=400,
                answer={
                    "detail": "A parameter cannot be used as it was sent.",
                    "errors": [{"field": "status", "message": _STATUS_RULE}],
                },
            ),
        ),
    ),
    Operation(
        operation_id="findPetsByTags",
        method="GET",
        path="/pet/findByTags",
        tag="Pet",
        summary="Find pets by tags",
        description=(
            "Lists the pets that carry any of the tags, ordered by id, each once. Repeat the parameter for several "
            "tags, or send them with commas between."
        ),
        run=find_pets_by_tags,
        parameters=(
            Parameter(
                name="tags",
                location="query",
                description="Names of the tags to look for.",
                schema={"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
                rule="must be names of tags, none of them empty",
                required=True,
            ),
        ),
        success=Success(description="The pets found; an empty list when there are none.", schema=PETS_SCHEMA),
        problems={400: "No tag is sent, or an empty one."},
        security=_READS,
        examples=(
            Example(
                name="longHair",
                summary="One tag",
                parameters={"tags": ["long-hair"]},
                answer=[PETS[2], PETS[4]],
            ),
            Example(
                name="youngOrSenior",
                summary="Two tags",
                parameters={"tags": ["young", "senior"]},
                answer=[PETS[0], PETS[1], PETS[3], PETS[6]],
            ),
            Example(
                name="unknown",
                summary="A tag that no pet carries",
                parameters={"tags": ["scaly"]},
                answer=[],
            ),
            Example(
                name="empty",
                summary="An empty tag",
                parameters={"tags": [""]},
                status=400,
                answer={
                    "detail": "A parameter cannot be used as it was sent.",
                    "errors": [{"field": "tags", "message": "must be names of tags, none of them empty"}],
                },
            ),
        ),
    ),
    Operation(
        operation_id="getPetById",
        method="GET",
        path="/pet/{petId}",
        tag="Pet",
        summary="Find a pet by its id",
        description="Answers a single pet. The API key is enough; a token that may read pets does as well.",
        run=get_pet_by_id,
        parameters=(_pet_id("to return"),),
        success=Success(description="The pet.", schema=PET_SCHEMA),
        problems={400: "The id is no integer of 64 bits.", 404: "No pet has this id."},
        security=(Requirement(scheme="api_key"), *_READS),
        examples=(
            Example(name="biscuit", summary="A young dog", parameters={"petId": 1}, answer=_BISCUIT),
            Example(name="moss", summary="A cat without a picture", parameters={"petId": 4}, answer=_MOSS),
            _MISSING_PET,
            _BAD_PET_ID,
        ),
    ),
    Operation(
        operation_id="updatePetWithForm",
        method="POST",
        path="/pet/{petId}",
        tag="Pet",
        summary="Update a pet with form values",
        description=(
            "Changes the name, the status or both, and leaves all else as it is. The values go in the query; a form "
            "in the body (`application/x-www-form-urlencoded`) is taken as well, and the query wins."
        ),
        run=update_pet_with_form,
        takes_form=True,
        parameters=(
            _pet_id("to change"),
            Parameter(name="name", location="query", description="The new name of the pet.", schema={"type": "string"}),
            Parameter(
                name="status",
                location="query",
                description="The new status of the pet.",
                schema={"type": "string", "enum": list(PET_STATUSES)},
                rule="must be available, pending or sold",
            ),
        ),
        success=Success(description="The pet after the change.", schema=PET_SCHEMA),
        problems={
            400: "The id is no integer of 64 bits, or the status does not exist.",
            404: "No pet has this id.",
            413: "The form is larger than the limit.",
            415: "A body is sent that is no form.",
        },
        security=_WRITES,
        examples=(
            Example(
                name="rename",
                summary="A new name",
                parameters={"petId": 4, "name": "Fern"},
                answer=_changed(_MOSS, name="Fern"),
            ),
            Example(
                name="reserve",
                summary="A new status",
                parameters={"petId": 1, "status": "pending"},
                answer=_changed(_BISCUIT, status="pending"),
            ),
            _MISSING_PET,
            Example(
                name="lost",
                summary="A status that does not exist",
                parameters={"petId": 1, "status": "lost"},
                status=400,
                answer={
                    "detail": "A parameter cannot be used as it was sent.",
                    "errors": [{"field": "status", "message": "must be available, pending or sold"}],
                },
            ),
        ),
    ),
    Operation(
        operation_id="deletePet",
        method="DELETE",
        path="/pet/{petId}",
        tag="Pet",
        summary="Delete a pet",
        description="Deletes the pet. Orders for it stay.",
        run=delete_pet,
        parameters=(
            Parameter(
                name="api_key",
                location="header",
                description="May be sent and changes nothing: the token decides.",
                schema={"type": "string"},
            ),
            _pet_id("to delete"),
        ),
        success=Success(description="The pet is deleted."),
        problems={400: "The id is no integer of 64 bits.", 404: "No pet has this id."},
        security=_WRITES,
        examples=(
            Example(name="tango", summary="A pet that is sold", parameters={"petId": 6}),
            _MISSING_PET,
            _BAD_PET_ID,
        ),
    ),
    Operation(
        operation_id="uploadFile",
        method="POST",
        path="/pet/{petId}/uploadImage",
        tag="Pet",
        summary="Upload an image of a pet",
        description=(
            "Takes the bytes of an image, up to 5 MiB, and answers how many there were. This store has no disk for "
            "pictures: the bytes are counted and let go."
        ),
        run=upload_file,
        parameters=(
            _pet_id("in the image"),
            Parameter(
                name="additionalMetadata",
                location="query",
                description="Words about the image, repeated in the answer.",
                schema={"type": "string"},
            ),
        ),
        body=Body(
            description="The image itself, not wrapped in a form.",
            schema={"type": "string", "format": "binary", "minLength": 1},
        ),
        success=Success(description="The count of bytes.", schema={"$ref": "#/components/schemas/UploadResult"}),
        problems={400: "The id is no integer of 64 bits, or no byte was sent.", 404: "No pet has this id."},
        security=_WRITES,
        examples=(
            Example(
                name="frontView",
                summary="A picture with a note",
                parameters={"petId": 1, "additionalMetadata": "front view"},
                body=_IMAGE,
                answer={
                    "code": 200,
                    "type": "application/octet-stream",
                    "message": f"{len(_IMAGE)} bytes received; additionalMetadata: front view",
                },
            ),
            Example(
                name="unknown",
                summary="No such pet",
                parameters={"petId": 404},
                body=_IMAGE,
                status=404,
                answer={"detail": "No pet has the id 404."},
            ),
        ),
    ),
)
