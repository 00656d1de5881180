"""The rules of operations 1 to 8, and the gaps of the interface as they were decided."""

import threading

import pytest

from petstore_flask.sample_data import PETS

from .caller import Caller, assert_problem

BISCUIT = PETS[0]


def test_new_pet_gets_the_next_id(call: Caller):
    """A pet sent without an id is answered with one the store assigned."""
    pet = {"name": "Dot", "photoUrls": []}
    reply = call("POST", "/pet", pet)
    assert (reply.status, reply.json()) == (200, {"id": 9, **pet})
    assert call("POST", "/pet", pet).json()["id"] == 10
    assert call("GET", "/pet/9").json() == {"id": 9, **pet}


def test_new_pet_with_a_known_id_takes_its_place(call: Caller):
    """POST with the id of another pet replaces it, tags and status included."""
    pet = {"id": 1, "name": "Second", "photoUrls": [], "tags": [{"name": "scaly"}], "status": "sold"}
    assert call("POST", "/pet", pet).status == 200
    assert call("GET", "/pet/1").json() == pet
    assert [found["id"] for found in call("GET", "/pet/findByTags?tags=lively").json()] == [6]
    assert call("GET", "/pet/findByTags?tags=scaly").json() == [pet]
    assert call("GET", "/store/inventory").json() == {"available": 3, "pending": 2, "sold": 3}


def test_assigned_ids_pass_by_those_a_client_chose(call: Caller):
    """An id that a client chose itself is never assigned again, and the largest one does not end the numbers."""
    for chosen in (9, 10, 12, 2**63 - 1):
        assert call("POST", "/pet", {"id": chosen, "name": "Own", "photoUrls": []}).status == 200
    ids = [call("POST", "/pet", {"name": "New", "photoUrls": []}).json()["id"] for _ in range(3)]
    assert ids == [11, 13, 14]


@pytest.mark.parametrize("pet_id", [-(2**63), -1, 0, 2**31, 2**63 - 1])
def test_pet_id_is_any_int64(call: Caller, pet_id: int):
    """Ids are int64, to both ends."""
    pet = {"id": pet_id, "name": "Edge", "photoUrls": []}
    assert call("POST", "/pet", pet).json() == pet
    assert call("GET", f"/pet/{pet_id}").json() == pet
    assert call("DELETE", f"/pet/{pet_id}").status == 200


def test_put_replaces_the_whole_pet(call: Caller):
    """PUT keeps nothing of what was there."""
    pet = {"id": 1, "name": "Only", "photoUrls": []}
    assert call("PUT", "/pet", pet).json() == pet
    assert call("GET", "/pet/1").json() == pet
    assert call("GET", "/store/inventory").json()["available"] == 3


def test_put_of_a_missing_pet_is_404(call: Caller):
    """PUT makes no pet: not under an unknown id, not without one."""
    assert_problem(call("PUT", "/pet", {"id": 404, "name": "None", "photoUrls": []}), 404)
    assert_problem(call("PUT", "/pet", {"name": "None", "photoUrls": []}), 404)
    assert sum(call("GET", "/store/inventory").json().values()) == len(PETS)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("status=available", [1, 2, 3, 8]),
        ("status=available,sold", [1, 2, 3, 6, 7, 8]),
        ("status=available%2Csold", [1, 2, 3, 6, 7, 8]),
        ("status=pending&status=sold", [4, 5, 6, 7]),
        ("status=pending,pending&status=pending", [4, 5]),
    ],
)
def test_find_by_status_takes_commas_and_repetition(call: Caller, query: str, ids: list[int]):
    """Several statuses are sent with commas or by repetition; each pet is answered once, by id."""
    assert [pet["id"] for pet in call("GET", f"/pet/findByStatus?{query}").json()] == ids


@pytest.mark.parametrize(
    "query", ["", "?status=", "?status=lost", "?status=available,", "?status=sold,lost", "?status"]
)
def test_find_by_unknown_or_empty_status_is_400(call: Caller, query: str):
    """Status is required, and each value one of the three."""
    reply = call("GET", f"/pet/findByStatus{query}")
    assert_problem(reply, 400)
    assert reply.fields == ["status"]


def test_find_by_status_with_no_such_pet_is_an_empty_list(call: Caller):
    """A status that no pet has is no error."""
    for pet_id in (6, 7):
        call("DELETE", f"/pet/{pet_id}")
    reply = call("GET", "/pet/findByStatus?status=sold")
    assert (reply.status, reply.json()) == (200, [])


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("tags=gentle", [2, 5]),
        ("tags=gentle,long-hair", [2, 3, 5]),
        ("tags=gentle&tags=long-hair", [2, 3, 5]),
        ("tags=gentle,gentle", [2, 5]),
    ],
)
def test_find_by_tags_takes_commas_and_repetition(call: Caller, query: str, ids: list[int]):
    """Several tags are sent with commas or by repetition; a pet with two of them is answered once."""
    assert [pet["id"] for pet in call("GET", f"/pet/findByTags?{query}").json()] == ids


@pytest.mark.parametrize(("query", "ids"), [("scaly", []), ("scaly,GENTLE", []), ("gentle&tags=scaly", [2, 5])])
def test_tag_that_no_pet_carries_finds_nothing(call: Caller, query: str, ids: list[int]):
    """It is no error: the list is empty, or holds what the other tags find."""
    reply = call("GET", f"/pet/findByTags?tags={query}")
    assert (reply.status, [pet["id"] for pet in reply.json()]) == (200, ids)


@pytest.mark.parametrize("query", ["", "?tags=", "?tags=gentle,", "?tags=gentle&tags="])
def test_find_by_no_or_empty_tag_is_400(call: Caller, query: str):
    """Tags are required, and none of them empty."""
    reply = call("GET", f"/pet/findByTags{query}")
    assert_problem(reply, 400)
    assert reply.fields == ["tags"]


def test_tag_of_any_characters_is_found(call: Caller):
    """Tags are compared whole, whatever they hold and however long they are."""
    for name in ("ñandú 🐾", "a'b\"c\\d", "nul\x00inside", "x" * 5000):
        call("POST", "/pet", {"id": 50, "name": "T", "photoUrls": [], "tags": [{"name": name}]})
        query = "".join(f"%{byte:02X}" for byte in name.encode())
        found = call("GET", f"/pet/findByTags?tags={query}")
        assert [pet["id"] for pet in found.json()] == [50]
        assert found.json()[0]["tags"] == [{"name": name}]


def test_missing_pet_is_404(call: Caller):
    """GET, form update, DELETE and upload of a pet that is not there answer 404."""
    assert_problem(call("GET", "/pet/404"), 404)
    assert_problem(call("POST", "/pet/404?name=None"), 404)
    assert_problem(call("DELETE", "/pet/404"), 404)
    octets = {"Content-Type": "application/octet-stream"}
    assert_problem(call("POST", "/pet/404/uploadImage", raw=b"x", headers=octets), 404)


@pytest.mark.parametrize(
    "pet_id",
    [
        "one",
        "1.0",
        "1e3",
        "+1",
        "01",
        "0x1",
        "%20",
        "9223372036854775808",
        "-9223372036854775809",
        "%D9%A1",
        "1" * 4000,
    ],
)
def test_pet_id_is_an_int64_in_ascii_digits(call: Caller, pet_id: str):
    """Nothing but an int64 in plain digits is an id: no other numerals, no signs, no thousand digits."""
    for method, suffix in (("GET", ""), ("POST", ""), ("DELETE", "")):
        reply = call(method, f"/pet/{pet_id}{suffix}")
        assert_problem(reply, 400)
        assert reply.fields == ["petId"]


def test_form_update_changes_only_what_was_sent(call: Caller):
    """Name and status are set each on its own; all else stays."""
    assert call("POST", "/pet/1?name=Crumb").json() == BISCUIT | {"name": "Crumb"}
    assert call("POST", "/pet/1?status=sold").json() == BISCUIT | {"name": "Crumb", "status": "sold"}
    assert call("POST", "/pet/1").json() == BISCUIT | {"name": "Crumb", "status": "sold"}
    assert call("GET", "/store/inventory").json() == {"available": 3, "pending": 2, "sold": 3}


def test_form_update_with_an_unknown_status_is_400(call: Caller):
    """An unknown status changes nothing, the name beside it included."""
    for query in ("status=lost", "status=", "name=Crumb&status=lost", "status=sold&status=sold"):
        reply = call("POST", f"/pet/1?{query}")
        assert_problem(reply, 400)
        assert reply.fields == ["status"]
    assert call("GET", "/pet/1").json() == BISCUIT


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_form_update_takes_a_form_in_the_body_and_the_query_wins(call: Caller):
    """Name and status may come as a form, whole or in part, in chunks too; what stands in the query counts."""
    form = b"name=Cr%C3%BCmel+one&status=sold&other=1"
    assert call("POST", "/pet/1", raw=form, headers=FORM).json() == BISCUIT | {"name": "Crümel one", "status": "sold"}
    query = "/pet/1?status=pending"
    assert call("POST", query, raw=b"name=Dot&status=sold", headers=FORM).json()["status"] == "pending"
    assert call("GET", "/pet/1").json()["name"] == "Dot"
    charset = {"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"}
    assert call("POST", "/pet/1", raw=b"name=", headers=charset).json()["name"] == ""
    head = (
        f"POST /api/v3/pet/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {call.handle.token}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    assert b'"name":"Chunk"' in call.send_bytes(head.encode() + b"a\r\nname=Chunk\r\n0\r\n\r\n")


@pytest.mark.parametrize(
    ("form", "field"),
    [(b"status=lost", "status"), (b"status=", "status"), (b"name=a&name=b", "name"), (b"name=%ff", None)],
)
def test_form_that_cannot_be_used_is_400(call: Caller, form: bytes, field: str | None):
    """The rules of the query hold for the form; nothing of it is taken."""
    reply = call("POST", "/pet/1", raw=form, headers=FORM)
    assert_problem(reply, 400)
    assert field is None or reply.fields == [field]
    assert_problem(call("POST", "/pet/1", raw=b"&".join([b"a=1"] * 21), headers=FORM), 400)
    assert call("GET", "/pet/1").json() == BISCUIT


@pytest.mark.parametrize("media_type", [None, "application/json", "multipart/form-data; boundary=x", "text/plain"])
def test_form_update_with_another_body_is_415(call: Caller, media_type: str | None):
    """A body that would be ignored is refused, and the answer names what is taken; an empty one is none."""
    headers = {} if media_type is None else {"Content-Type": media_type}
    reply = call("POST", "/pet/1?name=Dot", raw=b'{"name":"Dot"}', headers=headers)
    assert_problem(reply, 415)
    assert reply.headers["Accept"] == "application/x-www-form-urlencoded"
    assert "application/x-www-form-urlencoded" in reply.json()["detail"]
    assert call("POST", "/pet/1", raw=b"", headers=headers).json() == BISCUIT
    assert_problem(call("POST", "/pet/1", raw=b"name=" + b"x" * 1024 * 1024, headers=FORM), 413)


def test_deleted_pet_is_gone(call: Caller):
    """DELETE answers 200 with an empty body once, 404 afterwards."""
    reply = call("DELETE", "/pet/1")
    assert (reply.status, reply.body) == (200, b"")
    assert_problem(call("GET", "/pet/1"), 404)
    assert_problem(call("DELETE", "/pet/1"), 404)
    assert [pet["id"] for pet in call("GET", "/pet/findByTags?tags=young").json()] == [4]


def test_delete_takes_the_optional_header_api_key(call: Caller):
    """A header named `api_key` may be sent with DELETE and is no credential there."""
    assert call("DELETE", "/pet/1", headers={"api_key": "anything"}).status == 200
    key = {"api_key": "special-key"}
    assert_problem(call("DELETE", "/pet/2", headers=key, credentials=False), 401)


def test_upload_counts_the_bytes(call: Caller):
    """An upload is raw bytes; they are counted, and the metadata is repeated."""
    octets = {"Content-Type": "application/octet-stream"}
    reply = call("POST", "/pet/1/uploadImage", raw=bytes(range(256)), headers=octets)
    assert reply.json() == {"code": 200, "type": "application/octet-stream", "message": "256 bytes received"}
    reply = call("POST", "/pet/1/uploadImage?additionalMetadata=front%20view", raw=b"abc", headers=octets)
    assert reply.json()["message"] == "3 bytes received; additionalMetadata: front view"


def test_upload_in_chunks_is_counted(call: Caller):
    """An upload of unknown length, sent in chunks, is counted as well."""
    head = (
        f"POST /api/v3/pet/1/uploadImage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {call.handle.token}\r\n"
        "Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    answer = call.send_bytes(head.encode() + b"5\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n")
    assert b"8 bytes received" in answer


def test_upload_of_nothing_is_400(call: Caller):
    """Without a byte there is no image."""
    octets = {"Content-Type": "application/octet-stream"}
    assert_problem(call("POST", "/pet/1/uploadImage", raw=b"", headers=octets), 400)


@pytest.mark.parametrize(
    ("pet", "field"),
    [
        ({"photoUrls": []}, "name"),
        ({"name": "x"}, "photoUrls"),
        ({"name": None, "photoUrls": []}, "name"),
        ({"name": "x", "photoUrls": [1]}, "photoUrls[0]"),
        ({"name": "x", "photoUrls": [], "status": "lost"}, "status"),
        ({"name": "x", "photoUrls": [], "id": "1"}, "id"),
        ({"name": "x", "photoUrls": [], "id": [1]}, "id"),
        ({"name": "x", "photoUrls": [], "id": True}, "id"),
        ({"name": "x", "photoUrls": [], "id": 1.5}, "id"),
        ({"name": "x", "photoUrls": [], "id": 2**63}, "id"),
        ({"name": "x", "photoUrls": [], "id": None}, "id"),
        ({"name": "x", "photoUrls": [], "category": {"id": "2"}}, "category.id"),
        ({"name": "x", "photoUrls": [], "tags": [{}, {"name": 3}]}, "tags[1].name"),
        ([], ""),
        ("pet", ""),
    ],
)
def test_body_that_does_not_fit_is_422_and_names_the_field(call: Caller, pet: object, field: str):
    """Types are strict, optional fields are never null, and the answer names the path of the field."""
    for method in ("POST", "PUT"):
        reply = call(method, "/pet", pet)
        assert_problem(reply, 422)
        assert reply.fields == [field]


def test_undeclared_fields_are_left_out(call: Caller):
    """Only declared fields are kept and answered, at every depth; what was not sent is not answered."""
    pet = {"name": "x", "photoUrls": [], "owner": "me", "category": {"name": "Dogs", "legs": 4}, "__proto__": {}}
    assert call("POST", "/pet", pet).json() == {
        "id": 9,
        "name": "x",
        "category": {"name": "Dogs"},
        "photoUrls": [],
    }


def test_changes_of_one_pet_are_not_lost(call: Caller):
    """One thread renames while another changes the status: both last changes are there at the end."""
    statuses: list[int] = []

    def change(query: str) -> None:
        statuses.extend(call("POST", f"/pet/1?{query.format(number)}").status for number in range(15))

    threads = [threading.Thread(target=change, args=(query,)) for query in ("name=N{}", "status=sold")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 30
    assert call("GET", "/pet/1").json() == BISCUIT | {"name": "N14", "status": "sold"}
