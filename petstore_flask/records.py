"""The records of the store as the wire carries them: pets, orders, users and the result of an upload.

A JSON body comes in, a plain `dict` that holds exactly the declared fields that were sent goes out; unknown fields
are left behind. Operations validate with these types, and the OpenAPI schemas are made from them.
"""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Annotated, Literal, NotRequired, get_args

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, WithJsonSchema, with_config
from typing_extensions import TypedDict

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
LIST_LIMIT = 1000

Int64 = Annotated[int, Field(ge=INT64_MIN, le=INT64_MAX), WithJsonSchema({"type": "integer", "format": "int64"})]
Int32 = Annotated[int, Field(ge=-(2**31), le=2**31 - 1), WithJsonSchema({"type": "integer", "format": "int32"})]

PetStatus = Literal["available", "pending", "sold"]
OrderStatus = Literal["placed", "approved", "delivered"]
PET_STATUSES: tuple[str, ...] = get_args(PetStatus)

_DATE_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?"
    r"(?:([Zz])|([+-])([0-9]{2}):([0-9]{2}))"
)


def normalize_date_time(text: str) -> str:
    """The same instant in UTC, written with `Z`; digits of the fraction stay as sent.

    Years are moved by one Gregorian cycle of 400 while counting, so that year 0000, which RFC 3339 allows and
    `datetime` does not, needs no second path.

    Raises:
        ValueError: when the text is no RFC 3339 date-time, or lies outside the years 0000 to 9999 in UTC.

    Source: RFC 3339, section 5.6
    """
    match = _DATE_TIME.fullmatch(text)
    if match is None:
        raise ValueError("must be an RFC 3339 date-time with an offset, such as 2026-04-01T09:30:00Z")
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    offset = timedelta()
    if match[9]:
        if int(match[10]) > 23 or int(match[11]) > 59:
            raise ValueError("must be an RFC 3339 date-time with an offset of at most 23:59")
        offset = timedelta(hours=int(match[10]), minutes=int(match[11])) * (-1 if match[9] == "-" else 1)
    cycle = 400 if year < 5000 else -400
    leap_second = second == 60
    try:
        moment = datetime(
            year + cycle, month, day, hour, minute, 59 if leap_second else second, tzinfo=timezone(offset)
        ).astimezone(UTC)
    except ValueError:
        raise ValueError("must name a day and a time that exist") from None
    utc_year = moment.year - cycle
    if not 0 <= utc_year <= 9999:
        raise ValueError("must lie within the years 0000 to 9999 in UTC")
    if leap_second and (moment.hour, moment.minute) != (23, 59):
        raise ValueError("must name a time that exists: a leap second is 23:59:60 in UTC")
    clock = "23:59:60" if leap_second else f"{moment:%H:%M:%S}"
    return f"{utc_year:04}-{moment:%m-%d}T{clock}{match[7] or ''}Z"


DateTime = Annotated[
    str, AfterValidator(normalize_date_time), WithJsonSchema({"type": "string", "format": "date-time"})
]

RESERVED_USERNAMES = ("login", "logout", "createWithList", ".", "..")
"""Below `/user/` three of them are addresses of their own, and clients fold the dots away: no user could be reached."""
USERNAME_LIMIT = 255
"""Characters: escaped, the longest name still fits the line that a server reads an address from."""


def check_username(name: str) -> str:
    """The name itself.

    Raises:
        ValueError: when no address would lead to a user of this name.
    """
    if not 1 <= len(name) <= USERNAME_LIMIT:
        raise ValueError(f"must be 1 to {USERNAME_LIMIT} characters long")
    if name in RESERVED_USERNAMES:
        raise ValueError(
            f"must not be {', '.join(RESERVED_USERNAMES[:-1])} or {RESERVED_USERNAMES[-1]}: no user has it"
        )
    return name


Username = Annotated[
    str,
    AfterValidator(check_username),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": USERNAME_LIMIT,
            "not": {"enum": list(RESERVED_USERNAMES)},
        }
    ),
]

_CONFIG = ConfigDict(strict=True, extra="ignore", use_attribute_docstrings=True)


@with_config(_CONFIG)
class Category(TypedDict):
    """The kind of animal a pet belongs to."""

    id: NotRequired[Annotated[Int64, Field(examples=[1])]]
    """Number of the category."""
    name: NotRequired[Annotated[str, Field(examples=["Dogs"])]]
    """What readers call the category."""


@with_config(_CONFIG)
class Tag(TypedDict):
    """A word a pet can be found by."""

    id: NotRequired[Annotated[Int64, Field(examples=[3])]]
    """Number of the tag."""
    name: NotRequired[Annotated[str, Field(examples=["gentle"])]]
    """The word itself."""


@with_config(_CONFIG)
class Pet(TypedDict):
    """An animal in the store. Only `name` and `photoUrls` must be sent; a field that was not sent is not answered."""

    id: NotRequired[Annotated[Int64, Field(examples=[1])]]
    """Number of the pet. Left out of a new pet, the store assigns one."""
    name: Annotated[str, Field(examples=["Biscuit"])]
    """What the pet is called."""
    category: NotRequired[Category]
    photoUrls: Annotated[list[str], Field(examples=[["https://photos.example/biscuit-1.jpg"]])]
    """Addresses of pictures; an empty list when there is none."""
    tags: NotRequired[list[Tag]]
    """Words to find the pet by."""
    status: NotRequired[Annotated[PetStatus, Field(examples=["available"])]]
    """The pet status in the store."""


@with_config(_CONFIG)
class Order(TypedDict):
    """A purchase order for a pet."""

    id: NotRequired[Annotated[Int64, Field(examples=[3])]]
    """Number of the order. Left out of a new order, the store assigns one."""
    petId: NotRequired[Annotated[Int64, Field(examples=[6])]]
    """Number of the pet that is ordered."""
    quantity: NotRequired[Annotated[Int32, Field(examples=[1])]]
    """How many are ordered."""
    shipDate: NotRequired[Annotated[DateTime, Field(examples=["2026-04-20T16:45:00Z"])]]
    """When the order ships: a date and time with its offset, answered in UTC."""
    status: NotRequired[Annotated[OrderStatus, Field(examples=["placed"])]]
    """The order status."""
    complete: NotRequired[Annotated[bool, Field(examples=[False])]]
    """Whether nothing is left to do."""


@with_config(_CONFIG)
class User(TypedDict):
    """An account. The password is answered as it was sent: this is a store to learn with, not to trust."""

    id: NotRequired[Annotated[Int64, Field(examples=[1])]]
    """Number of the user. Left out of a new user, the store assigns one."""
    username: NotRequired[Annotated[Username, Field(examples=["marta"])]]
    """The name the user logs in with; no two users share one. Left out of a new user, the store assigns one."""
    firstName: NotRequired[Annotated[str, Field(examples=["Marta"])]]
    """Given name."""
    lastName: NotRequired[Annotated[str, Field(examples=["Lindqvist"])]]
    """Family name."""
    email: NotRequired[Annotated[str, Field(examples=["marta@mail.example"])]]
    """Address for letters."""
    password: NotRequired[Annotated[str, Field(examples=["amber-kettle-41"])]]
    """In clear text, both ways. Never send one that is used elsewhere."""
    phone: NotRequired[Annotated[str, Field(examples=["+46 8 555 0101"])]]
    """Number to call."""
    userStatus: NotRequired[Annotated[Int32, Field(examples=[1])]]
    """The user status: any number, the store gives it no meaning."""


@with_config(_CONFIG)
class UploadResult(TypedDict):
    """What became of an upload."""

    code: NotRequired[Annotated[Int32, Field(examples=[200])]]
    """The HTTP status once more."""
    type: NotRequired[Annotated[str, Field(examples=["application/octet-stream"])]]
    """The media type that was received."""
    message: NotRequired[Annotated[str, Field(examples=["48 bytes received"])]]
    """The count of bytes, and the metadata when some was sent."""


PET: TypeAdapter[Pet] = TypeAdapter(Pet)
ORDER: TypeAdapter[Order] = TypeAdapter(Order)
USER: TypeAdapter[User] = TypeAdapter(User)
USERS: TypeAdapter[list[User]] = TypeAdapter(Annotated[list[User], Field(min_length=1, max_length=LIST_LIMIT)])
