"""The pets, orders and users a new store holds, and that `reset()` brings back.

Plain records as the wire carries them, and the first number the store assigns for each kind. The examples of the
OpenAPI document are taken from here, so they stay true answers.
"""

from collections.abc import Mapping

from petstore_flask.records import Category, Order, OrderStatus, Pet, PetStatus, Tag, User

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


def _pet(number: int, name: str, category: Category, status: PetStatus, photos: int, *tags: Tag) -> Pet:
    urls = [f"{_PHOTOS}/{name.lower()}-{photo}.jpg" for photo in range(1, photos + 1)]
    return {
        "id": number, "name": name, "category": category, "photoUrls": urls, "tags": [*tags], "status": status
    }  # fmt: skip


def _order(number: int, pet: int, quantity: int, ships: str, status: OrderStatus) -> Order:
    return {
        "id": number, "petId": pet, "quantity": quantity, "shipDate": ships, "status": status,
        "complete": status == "delivered",
    }  # fmt: skip


def _user(number: int, first: str, last: str, password: str, phone: str, *, status: int = 1) -> User:
    name = first.lower()
    return {
        "id": number, "username": name, "firstName": first, "lastName": last, "email": f"{name}@mail.example",
        "password": password, "phone": phone, "userStatus": status,
    }  # fmt: skip


PETS: tuple[Pet, ...] = (
    _pet(1, "Biscuit", DOGS, "available", 2, YOUNG, LIVELY),
    _pet(2, "Pepper", DOGS, "available", 1, SENIOR, GENTLE),
    _pet(3, "Juniper", CATS, "available", 1, LONG_HAIR),
    _pet(4, "Moss", CATS, "pending", 0, YOUNG),
    _pet(5, "Clover", RABBITS, "pending", 1, GENTLE, LONG_HAIR),
    _pet(6, "Tango", BIRDS, "sold", 1, LIVELY),
    _pet(7, "Olive", CATS, "sold", 1, SENIOR),
    _pet(8, "Waffles", RABBITS, "available", 0),
)
ORDERS: tuple[Order, ...] = (
    _order(1, 6, 1, "2026-03-02T08:00:00Z", "delivered"),
    _order(2, 7, 1, "2026-03-18T10:15:00Z", "delivered"),
    _order(3, 4, 1, "2026-04-20T16:45:00Z", "approved"),
    _order(4, 5, 2, "2026-04-22T09:30:00Z", "placed"),
    _order(5, 2, 1, "2026-04-24T13:00:00Z", "placed"),
    # 5 is the last id that can be read below the gap of the interface, 11 the first above it.
    _order(11, 8, 1, "2026-04-25T11:20:00Z", "placed"),
)
USERS: tuple[User, ...] = (
    _user(1, "Marta", "Lindqvist", "amber-kettle-41", "+46 8 555 0101"),
    _user(2, "Jonas", "Okafor", "paper-lantern-7", "+234 1 555 0177"),
    _user(3, "Yuki", "Tanaka", "quiet-harbor-23", "+81 3 5550 0188", status=0),
)

# Orders 6 to 10 can never be read (a rule of the interface), so ids are assigned from above them.
FIRST_ASSIGNED: Mapping[str, int] = {"pet": 9, "order": 12, "user": 4}
