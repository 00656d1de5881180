"""The pets, orders and users a new store holds, and that `reset()` brings back.

Plain records as the wire carries them, and the first number the store assigns for each kind. The examples of the
OpenAPI document are taken from here, so they stay true answers.
"""

from collections.abc import Mapping

from petstore_flask.records import Category, Order, Pet, Tag, User

DOGS: Category = {"id": 1, "name": "Dogs"}
CATS: Category = {"id": 2, "name": "Cats"}
RABBITS: Category = {"id": 3, "name": "Rabbits"}
BIRDS: Category = {"id": 4, "name": "Birds"}

YOUNG: Tag = {"id": 1, "name": "young"}
SENIOR: Tag = {"id": 2, "name": "senior"}
GENTLE: Tag = {"id": 3, "name": "gentle"}
LIVELY: Tag = {"id": 4, "name": "lively"}
LONG_HAIR: Tag = {"id": 5, "name": "long-hair"}

_PHOTOS = "https://photos.example"

PETS: tuple[Pet, ...] = (
    {
        "id": 1,
        "name": "Biscuit",
        "category": DOGS,
        "photoUrls": [f"{_PHOTOS}/biscuit-1.jpg", f"{_PHOTOS}/biscuit-2.jpg"],
        "tags": [YOUNG, LIVELY],
        "status": "available",
    },
    {
        "id": 2,
        "name": "Pepper",
        "category": DOGS,
        "photoUrls": [f"{_PHOTOS}/pepper-1.jpg"],
        "tags": [SENIOR, GENTLE],
        "status": "available",
    },
    {
        "id": 3,
        "name": "Juniper",
        "category": CATS,
        "photoUrls": [f"{_PHOTOS}/juniper-1.jpg"],
        "tags": [LONG_HAIR],
        "status": "available",
    },
    {
        "id": 4,
        "name": "Moss",
        "category": CATS,
        "photoUrls": [],
        "tags": [YOUNG],
        "status": "pending",
    },
    {
        "id": 5,
        "name": "Clover",
        "category": RABBITS,
        "photoUrls": [f"{_PHOTOS}/clover-1.jpg"],
        "tags": [GENTLE, LONG_HAIR],
        "status": "pending",
    },
    {
        "id": 6,
        "name": "Tango",
        "category": BIRDS,
        "photoUrls": [f"{_PHOTOS}/tango-1.jpg"],
        "tags": [LIVELY],
        "status": "sold",
    },
    {
        "id": 7,
        "name": "Olive",
        "category": CATS,
        "photoUrls": [f"{_PHOTOS}/olive-1.jpg"],
        "tags": [SENIOR],
        "status": "sold",
    },
    {
        "id": 8,
        "name": "Waffles",
        "category": RABBITS,
        "photoUrls": [],
        "tags": [],
        "status": "available",
    },
)

ORDERS: tuple[Order, ...] = (
    {
        "id": 1,
        "petId": 6,
        "quantity": 1,
        "shipDate": "2026-03-02T08:00:00Z",
        "status": "delivered",
        "complete": True,
    },
    {
        "id": 2,
        "petId": 7,
        "quantity": 1,
        "shipDate": "2026-03-18T10:15:00Z",
        "status": "delivered",
        "complete": True,
    },
    {
        "id": 3,
        "petId": 4,
        "quantity": 1,
        "shipDate": "2026-04-20T16:45:00Z",
        "status": "approved",
        "complete": False,
    },
    {
        "id": 4,
        "petId": 5,
        "quantity": 2,
        "shipDate": "2026-04-22T09:30:00Z",
        "status": "placed",
        "complete": False,
    },
    {
        "id": 5,
        "petId": 2,
        "quantity": 1,
        "shipDate": "2026-04-24T13:00:00Z",
        "status": "placed",
        "complete": False,
    },
    # 5 is the last id that can be read below the gap of the interface, 11 the first above it.
    {
        "id": 11,
        "petId": 8,
        "quantity": 1,
        "shipDate": "2026-04-25T11:20:00Z",
        "status": "placed",
        "complete": False,
    },
)

USERS: tuple[User, ...] = (
    {
        "id": 1,
        "username": "marta",
        "firstName": "Marta",
        "lastName": "Lindqvist",
        "email": "marta@mail.example",
        "password": "amber-kettle-41",
        "phone": "+46 8 555 0101",
        "userStatus": 1,
    },
    {
        "id": 2,
        "username": "jonas",
        "firstName": "Jonas",
        "lastName": "Okafor",
        "email": "jonas@mail.example",
        "password": "paper-lantern-7",
        "phone": "+234 1 555 0177",
        "userStatus": 1,
    },
    {
        "id": 3,
        "username": "yuki",
        "firstName": "Yuki",
        "lastName": "Tanaka",
        "email": "yuki@mail.example",
        "password": "quiet-harbor-23",
        "phone": "+81 3 5550 0188",
        "userStatus": 0,
    },
)

# Orders 6 to 10 can never be read (a rule of the interface), so ids are assigned from above them.
FIRST_ASSIGNED: Mapping[str, int] = {"pet": 9, "order": 12, "user": 4}
