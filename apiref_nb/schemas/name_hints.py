"""What a field's name says about its value: `email` holds an address, `created_at` a moment, `price` an amount.

In: the name of a property or parameter, and a type. Out: values to try, the best first. They are only taken where the
schema allows them, and only where it says no more than a type and its bounds.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Any

from apiref_nb.model.byte_cache import CACHES, MEBIBYTE
from apiref_nb.schemas.limits import SAMPLES

_PERSON = ("Ada Lovelace", "Grace Hopper", "Alan Turing")
_MOMENT = ("2025-01-15T09:30:00Z", "2025-01-16T14:00:00Z", "2025-01-15")
_ADDRESS = ("https://example.com", "https://example.org", "http://a.co")
_PICTURE = ("https://example.com/image.png", "https://example.com/image-2.png", "image.png")
_WORDS = ("A short description.", "Another description.", "Text")
_MESSAGE = ("A short message.", "Another message.", "Text")
_STREET = ("12 Main Street", "34 High Street", "1 A St")
_COMPANY = ("Example Ltd", "Sample Inc", "Acme")
_COUNTRY = ("France", "Japan", "FR")
_HOST = ("example.com", "example.org", "a.co")
_PHONE = ("+12025550123", "+12025550124", "2025550123")
_USER = ("ada", "grace", "alan")
_IDENTIFIER = ("abc123", "def456", "ghi789")
_UUID = ("123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001")

TEXTS: Mapping[str, tuple[str, ...]] = {
    "name": ("Example", "Sample", "Name"), "title": ("Example title", "Sample title", "Title"),
    "label": ("Example", "Sample"), "subject": ("Example subject", "Subject"),
    "first name": ("Ada", "Grace", "Alan"), "given name": ("Ada", "Grace", "Alan"), "firstname": ("Ada", "Grace"),
    "last name": ("Lovelace", "Hopper", "Turing"), "family name": ("Lovelace", "Hopper"), "surname": ("Lovelace",),
    "lastname": ("Lovelace", "Hopper"),
    "full name": _PERSON, "display name": _PERSON, "author": _PERSON, "owner": _PERSON, "contact name": _PERSON,
    "user name": _USER, "username": _USER, "login": _USER, "nickname": _USER,
    "company": _COMPANY, "company name": _COMPANY, "organization": _COMPANY, "organisation": _COMPANY,
    "email": ("ada@example.com", "grace@example.com", "a@b.co"), "mail": ("ada@example.com", "grace@example.com"),
    "email address": ("ada@example.com", "grace@example.com", "a@b.co"),
    "phone": _PHONE, "phone number": _PHONE, "mobile": _PHONE, "telephone": _PHONE, "fax": _PHONE,
    "description": _WORDS, "summary": ("A short summary.", "Summary"), "bio": ("A short biography.", "Text"),
    "comment": ("A short comment.", "Text"), "note": ("A short note.", "Note"), "notes": ("A short note.", "Note"),
    "message": _MESSAGE, "body": _MESSAGE, "reason": ("A short reason.", "Reason"),
    "url": _ADDRESS, "uri": _ADDRESS, "href": _ADDRESS, "website": _ADDRESS, "homepage": _ADDRESS, "link": _ADDRESS,
    "avatar": _PICTURE, "image": _PICTURE, "picture": _PICTURE, "photo": _PICTURE, "thumbnail": _PICTURE,
    "image url": _PICTURE, "avatar url": _PICTURE, "photo url": _PICTURE, "icon": _PICTURE, "logo": _PICTURE,
    "street": _STREET, "address": _STREET, "line1": _STREET, "address line1": _STREET, "street address": _STREET,
    "line2": ("Apartment 3", "Floor 2"), "city": ("Paris", "Kyoto"), "town": ("Paris", "Kyoto"),
    "country": _COUNTRY, "country code": ("FR", "JP", "FRA"), "country name": _COUNTRY,
    "state": ("California", "Bavaria", "CA"), "region": ("California", "Bavaria", "CA"), "province": ("Ontario", "ON"),
    "zip": ("75001", "10115"), "zip code": ("75001", "10115"), "postal code": ("75001", "10115"),
    "postcode": ("75001", "10115"), "postalcode": ("75001", "10115"),
    "currency": ("USD", "EUR", "usd"), "currency code": ("USD", "EUR"), "language": ("en", "fr"), "lang": ("en", "fr"),
    "locale": ("en-US", "fr-FR", "en"), "time zone": ("Europe/Paris", "UTC"), "timezone": ("Europe/Paris", "UTC"),
    "at": _MOMENT, "timestamp": _MOMENT, "datetime": _MOMENT, "date time": _MOMENT,
    "date": ("2025-01-15", "2025-01-16"), "birthday": ("1990-04-23",), "time": ("09:30:00", "14:00:00", "09:30"),
    "id": _IDENTIFIER, "uuid": _UUID, "guid": _UUID, "slug": ("example-name", "other-name", "name"),
    "version": ("1.0.0", "1.1.0", "1.0", "v1"), "color": ("#336699", "#993366"), "colour": ("#336699", "#993366"),
    "ip": ("192.0.2.1", "192.0.2.2"), "ip address": ("192.0.2.1", "192.0.2.2"), "host": _HOST, "hostname": _HOST,
    "domain": _HOST, "domain name": _HOST, "filename": ("file.txt", "notes.txt"), "file name": ("file.txt",),
    "mime type": ("text/plain",), "content type": ("text/plain",), "media type": ("text/plain",),
    "status": ("active", "closed"), "amount": ("10.00", "25.00", "10"), "price": ("9.99", "24.99"),
    "total": ("10.00", "25.00"), "currency symbol": ("$",),
    "number": ("1001", "1002"), "reference": ("REF-1001", "REF-1002", "1001"), "code": ("A1", "B2", "A"),
}  # fmt: skip
"""Last words of a name -> texts."""

NUMBERS: Mapping[str, tuple[float, ...]] = {
    "age": (30, 41), "year": (2025, 2026), "month": (1, 2), "day": (15, 16), "hour": (9, 14), "minute": (30, 45),
    "port": (8080, 443), "width": (640, 320), "height": (480, 240), "size": (1024, 2048), "bytes": (1024, 2048),
    "limit": (20, 50), "page size": (20, 50), "per page": (20, 50), "status code": (200, 404), "duration": (60, 90),
    "quantity": (2, 3), "timestamp": (1736933400, 1736936400), "at": (1736933400, 1736936400),
    "price": (9.99, 24.99, 10), "amount": (9.99, 24.99, 1000), "total": (9.99, 24.99, 1000), "cost": (9.99, 24.99, 10),
    "latitude": (48.8566, 35.0116), "lat": (48.8566, 35.0116), "longitude": (2.3522, 135.7681), "lat lng": (48.8566,),
    "lng": (2.3522, 135.7681), "lon": (2.3522, 135.7681), "rating": (4.5, 3.5, 4), "score": (4.5, 3.5, 4),
    "percent": (50, 75), "percentage": (50, 75), "weight": (1.5, 2.5, 2), "temperature": (21.5, 18, 21),
}  # fmt: skip
"""The same for numbers; those with a fraction are for the type `number` only."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@CACHES.remembers(limit_bytes=MEBIBYTE, size=sys.getsizeof)  # the values themselves stand in the tables
def suggested(name: str, kind: str) -> tuple[Any, ...]:
    """Return values for a field of this name and type (`string`, `integer`, `number`), the best first; often none.

    Args:
        name: what the value is called.
        kind: its type, such as `string`.
    """
    table: Mapping[str, tuple[Any, ...]] = TEXTS if kind == "string" else NUMBERS
    words = [word.lower() for word in _WORD.findall(name[: SAMPLES.max_name_characters])]
    whole = "".join(words)
    found = next(
        (table[key] for key in (" ".join(words[-2:]), whole, *words[-1:]) if key in table),
        (),
    )
    if words == ["at"]:
        return ()
    return tuple(value for value in found if not (kind == "integer" and isinstance(value, float)))
