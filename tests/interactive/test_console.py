"""The request console without a browser: its form, what it sends, and what it says when there is no answer."""

from __future__ import annotations

import json
import socket
import threading
from base64 import b64encode
from datetime import UTC, datetime

import httpx
import ipywidgets
import pytest

import petstore_flask
from apiref_nb import Client, OpenApiEmbed, RequestConsole, ShapeError, load_api
from apiref_nb.interactive.widgets import below

DOCUMENT = {
    "openapi": "3.0.4",
    "info": {"title": "Tides", "version": "1"},
    "servers": [{"url": "http://127.0.0.1:9"}],
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
    "paths": {
        "/tides/{place}": {
            "post": {
                "operationId": "addTide",
                "security": [{"key": []}],
                "parameters": [
                    {"name": "place", "in": "path", "required": True, "schema": {"type": "integer"}},
                    {"name": "unit", "in": "query", "schema": {"type": "string", "enum": ["m", "ft"]}},
                    {"name": "dry", "in": "query", "schema": {"type": "boolean"}},
                ],
                "requestBody": {
                    "content": {"application/json": {"example": {"at": 1}}, "text/plain": {"example": "noon"}}
                },
                "responses": {"200": {"description": "Added"}},
            }
        }
    },
}


@pytest.fixture(scope="module")
def store():
    with petstore_flask.start(name="console-tests") as running:
        yield running


@pytest.fixture(scope="module")
def client(store):
    return OpenApiEmbed(store.openapi_url).client(api_key=store.api_key, token=store.token)


def console():
    return RequestConsole("addTide", Client(load_api(DOCUMENT)))


def every_widget(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from every_widget(child)


def open_widgets():
    """Ids of the widgets that this process holds."""
    return ipywidgets.widgets.widget._instances


def seen(widget):
    """Every widget that is not hidden."""
    if "ar-hidden" not in getattr(widget, "_dom_classes", ()):
        yield widget
        for child in getattr(widget, "children", ()):
            yield from seen(child)


def fields(form):
    found = [w for w in seen(form.widget) if getattr(w, "description", "")]
    return {w.description: w for w in found if not isinstance(w, ipywidgets.Button)}


def button(form, words):
    return next(w for w in every_widget(form.widget) if getattr(w, "description", "") == words)


def test_every_argument_has_a_field_of_its_kind():
    """Choices where the document lists values or says boolean, a line of text otherwise, passwords for credentials."""
    shown = fields(console())
    assert list(shown) == ["place", "unit", "dry", "Media type", "Body", "API key X-Key"]
    assert [label for label, _ in shown["unit"].options] == ["not sent", "m", "ft"]
    assert [label for label, _ in shown["dry"].options] == ["not sent", "true", "false"]
    assert isinstance(shown["API key X-Key"], ipywidgets.Password)
    assert "ar-required-field" in shown["place"]._dom_classes
    assert "ar-required-field" not in shown["unit"]._dom_classes


def test_the_editor_holds_the_sample_of_the_chosen_media_type():
    """Choosing another media type brings its sample."""
    shown = fields(console())
    assert json.loads(shown["Body"].value) == {"at": 1}
    shown["Media type"].value = "text/plain"
    assert shown["Body"].value == "noon"


def test_an_untouched_form_sends_fields_that_may_be_one_thing_or_another():
    """What generators write for an optional number, object or choice: the text of the sample is read as a variant."""
    null = {"type": "null"}
    members = {
        "count": {"anyOf": [{"type": "integer"}, null], "examples": [3]},
        "owner": {"anyOf": [{"type": "object", "properties": {"name": {"const": "Ann"}}}, null]},
        "rating": {"oneOf": [{"type": "integer", "enum": [1, 2]}, {"type": "string", "enum": [""]}, null]},
    }
    body = {"content": {"application/json": {"schema": {"type": "object", "properties": members}}}}
    answer = {"responses": {"200": {"description": "Added"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "paths": {"/x": {"post": {"operationId": "add", "requestBody": body, **answer}}},
    }
    sent = []
    transport = httpx.MockTransport(lambda request: sent.append(json.loads(request.content)) or httpx.Response(200))
    form = RequestConsole("add", Client(load_api(document), "http://127.0.0.1:9", transport=transport))
    assert form.send() is not None, form.message
    assert sent == [{"count": 3, "owner": {"name": "Ann"}, "rating": 1}]


def test_the_answer_of_the_store_is_the_reply(client):
    """`send` presses the button and waits; the reply is a Python object and a card below the form."""
    form = RequestConsole("getPetById", client)
    reply = form.send(petId=2)
    assert (reply.status, reply["id"], form.message) == (200, 2, "")
    assert form.reply is reply
    assert "as declared" in form._panels.below.value


def test_enter_in_a_field_sends(client):
    """A text field sends the form as its button does."""
    form = RequestConsole("getPetById", client)
    fields(form)["petId"]._handle_custom_msg({"event": "submit"}, [])
    form._sender.wait()
    assert form.reply.status == 200


def test_an_embed_offers_all_its_operations(store):
    """Given a document the form begins with a choice of its operations, and changes with it."""
    form = RequestConsole(OpenApiEmbed(store.openapi_url))
    listed = fields(form)["Operations"]
    assert len([line for line in listed.options if line.split()[0].isupper()]) == 19
    listed.index = listed.options.index("GET Log a user in")
    assert {"username", "password"} <= set(fields(form))
    assert form.operation.operation_id == "loginUser"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"place": "here"}, 'addTide.place: must be integer (got "here")'),
        ({"place": None}, "addTide.place: is required"),
        ({"place": 1, "body": "{"}, "body: must be JSON: "),
        ({"place": 1, "body": '{"height": NaN}'}, "body: must be JSON: NaN is no JSON value"),
        ({"place": 1}, "POST http://127.0.0.1:9/tides/1 was not answered: nothing listens at 127.0.0.1:9"),
    ],
)
def test_what_goes_wrong_is_a_sentence(values, sentence):
    """A bad argument and a down server are told below the form; nothing is raised."""
    form = console()
    assert form.send(**values) is None
    assert form.message.startswith(sentence)
    assert "role=alert" in form._panels.below.value
    assert not button(form, "Send").disabled


def test_cancel_ends_a_request_that_hangs():
    """The form waits in a thread: Cancel works while the server is silent, and the form can send again."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        form = RequestConsole("addTide", Client(load_api(DOCUMENT), f"http://127.0.0.1:{silent.getsockname()[1]}"))
        button(form, "Send").click()
        connection, _ = silent.accept()
        assert button(form, "Sending…").disabled
        button(form, "Cancel").click()
        form._sender.wait()
        connection.close()
    assert form.message == "The request was cancelled."
    assert button(form, "Cancel").disabled
    assert not button(form, "Send").disabled


def test_a_typed_credential_reaches_the_client_and_no_state():
    """The password field is emptied at once; neither its state nor any output holds what was typed."""
    form = console()
    field = fields(form)["API key X-Key"]
    field.value = "correct-horse"
    assert field.value == ""
    assert "api_key=***" in repr(form._form.credentials.client)
    states = json.dumps([w.get_state() for w in every_widget(form.widget)], default=str)
    assert "correct-horse" not in states + form.html + form.text + repr(form)


def test_typed_credentials_are_sent():
    """What was typed travels where the document says."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard = []

        def answer():
            connection, _ = server.accept()
            with connection:
                heard.append(connection.recv(65536))
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

        listener = threading.Thread(target=answer)
        listener.start()
        form = RequestConsole("addTide", Client(load_api(DOCUMENT), f"http://127.0.0.1:{server.getsockname()[1]}"))
        fields(form)["API key X-Key"].value = "correct-horse"
        reply = form.send(place=1)
        listener.join()
    assert reply.status == 200
    assert b"correct-horse" in heard[0]


def test_a_typed_credential_leaves_the_others_of_the_client():
    """It stands in the place of the client's own for its scheme only, and the field says which one is sent."""
    document = json.loads(json.dumps(DOCUMENT))
    document["components"]["securitySchemes"]["login"] = {"type": "http", "scheme": "basic"}
    document["components"]["securitySchemes"]["pass"] = {"type": "http", "scheme": "bearer"}
    operation = document["paths"]["/tides/{place}"]["post"]
    operation["security"] = [{"key": [], "login": [], "pass": []}]
    client = Client(load_api(document), token="a-token", username="me", password="old-password")
    form = RequestConsole("addTide", client)
    shown = fields(form)
    assert shown["Token for pass"].placeholder == "sent by the client; or type another"
    assert shown["API key X-Key"].placeholder == "not set: the client has none"
    shown["API key X-Key"].value = "typed-key"
    shown["Password"].value = "typed-password"
    assert shown["API key X-Key"].placeholder == "set; kept in memory only"
    assert shown["Password"].placeholder == "sent in place of the client's own"
    sender = form._form.credentials.client
    assert "token=***, api_key=***, username=***, password=***" in repr(sender)
    placed = sender._session.authorization(sender["addTide"].operation, sender.base_url).placed
    revealed = [secret.secret.reveal() for secret in placed]
    assert revealed == ["typed-key", "Basic " + b64encode(b"me:typed-password").decode(), "Bearer a-token"]
    assert "api_key" not in repr(client)


UPLOADED = datetime(2026, 1, 1, tzinfo=UTC)
FILE = {"type": "string", "format": "binary"}
UPLOAD = {
    "openapi": "3.1.0",
    "info": {"title": "Pictures", "version": "1"},
    "paths": {
        "/pictures": {
            "post": {
                "operationId": "addPicture",
                "requestBody": {
                    "content": {
                        "multipart/form-data": {
                            "schema": {
                                "type": "object",
                                "required": ["title", "picture"],
                                "properties": {
                                    "title": {"type": "string", "example": "Dawn"},
                                    "picture": {"type": "string", "format": "binary"},
                                    "more": {"anyOf": [{"type": "array", "items": FILE}, {"type": "null"}]},
                                },
                            }
                        }
                    }
                },
                "responses": {"200": {"description": "Kept"}},
            }
        }
    },
}


def upload(name, content):
    return {"name": name, "type": "image/png", "size": len(content), "content": content, "last_modified": UPLOADED}


def test_each_file_of_a_form_has_a_chooser():
    """A multipart field of bytes is chosen, not typed; the other members have fields, or stand in the editor."""
    heard = []

    def answer(request):
        heard.append(request.read())
        return httpx.Response(200)

    client = Client(load_api(UPLOAD), "http://127.0.0.1", transport=httpx.MockTransport(answer))
    form = RequestConsole("addPicture", client)
    shown = fields(form)
    assert shown["title"].value == "Dawn"
    assert (shown["Choose picture"].multiple, shown["Choose more"].multiple) == (False, True)
    shown["Choose picture"].value = (upload("dawn.png", b"PNG-1"),)
    shown["Choose more"].value = (upload("a.png", b"PNG-2"), upload("b.png", b"PNG-3"))
    assert form.send().status == 200
    sent = heard[0]
    assert b'name="title"\r\n\r\nDawn' in sent
    assert b'name="picture"; filename="dawn.png"\r\nContent-Type: image/png\r\n\r\nPNG-1' in sent
    assert (b'name="more"; filename="a.png"' in sent, b'name="more"; filename="b.png"' in sent) == (True, True)
    assert form.send(body={"title": "Noon", "picture": b"PNG-4"}).status == 200
    assert b"Noon" in heard[1]
    shown["Body as"].value = "JSON"
    fields(form)["Body"].value = "[1]"
    assert form.send() is None
    assert form.message == "body: must be a JSON object: its members are the fields of the form"


def test_nothing_shown_holds_an_address_of_memory():
    """repr and static output are the same in every process."""
    first, second = console(), console()
    assert repr(first) == "RequestConsole(POST /tides/{place})"
    assert first._repr_mimebundle_() == second._repr_mimebundle_()
    assert "0x" not in first.html


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nothing", "client"), 'operation: no operation "nothing"'),
        ((12, "client"), "operation: must be an operation"),
        ((None, "none"), "operation: must be an operation"),
        (("addTide", "none"), "client: is required"),
        (("addTide", "text"), "client: must be a Client"),
    ],
)
def test_a_wrong_argument_is_named(arguments, message):
    """The constructor raises a ShapeError that names the argument."""
    given = {"client": Client(load_api(DOCUMENT)), "none": None, "text": "x"}[arguments[1]]
    with pytest.raises(ShapeError, match=message):
        RequestConsole(arguments[0], given)


def test_an_unknown_field_is_named():
    """`fill` names the fields there are."""
    with pytest.raises(ShapeError, match="plaice: is no field of the form; there are: place, unit, dry, body"):
        console().fill(plaice=1)
    with pytest.raises(ShapeError, match="body: must be text, or a value that JSON can hold"):
        console().fill(body={"at": {1, 2}})


def test_a_value_that_is_not_offered_is_named():
    """`fill` on a choice says what is allowed, where a widget would say `Invalid selection`."""
    with pytest.raises(ShapeError, match=r"^unit: must be one of .*\(got \"league\"\)"):
        console().fill(unit="league")


WHOLE_FILE = {
    "openapi": "3.0.3",
    "info": {"title": "Pictures", "version": "1"},
    "paths": {
        "/picture": {
            "put": {
                "operationId": "putPicture",
                "parameters": [
                    {"name": "key", "in": "query", "required": True, "schema": {"type": "string", "format": "password"}}
                ],
                "requestBody": {
                    "content": {
                        "application/octet-stream": {
                            "schema": {"type": "string", "format": "binary"},
                            "example": "GIF89a",
                        }
                    }
                },
                "responses": {"200": {"description": "Kept"}},
            }
        }
    },
}


def picture_form():
    """A form for one whole file, and the bodies that its server heard."""
    heard = []

    def answer(request):
        heard.append(request.read())
        return httpx.Response(200)

    client = Client(load_api(WHOLE_FILE), "http://127.0.0.1", transport=httpx.MockTransport(answer))
    return RequestConsole("putPicture", client), heard


def test_a_file_can_be_chosen_where_its_example_is_text():
    """The example can be sent as it stands, a file that is chosen wins, and `send` takes bytes."""
    form, heard = picture_form()
    shown = fields(form)
    assert form.send().status == 200
    shown["Choose a file"].value = (upload("dawn.png", b"PNG-1"),)
    assert form.send().status == 200
    assert form.send(body=b"PNG-2").status == 200
    assert heard == [b"GIF89a", b"PNG-1", b"PNG-2"]


def test_a_parameter_that_is_a_password_is_not_shown():
    """`format: password` hides what is typed."""
    form = RequestConsole("putPicture", Client(load_api(WHOLE_FILE), "http://127.0.0.1"))
    field = fields(form)["key"]
    assert isinstance(field, ipywidgets.Password)


def test_what_came_last_is_the_body():
    """Bytes that were filled in give way to a file that is chosen, and to text that is typed."""
    form, heard = picture_form()
    shown = fields(form)
    form.fill(body=b"OLD")
    shown["Body"].value = "typed"
    form.send()
    form.fill(body=b"OLD")
    shown["Choose a file"].value = (upload("dawn.png", b"NEW"),)
    form.send()
    form.send(body=b"LAST")
    assert heard == [b"typed", b"NEW", b"LAST"]


NESTED = {
    "openapi": "3.1.0",
    "info": {"title": "Berths", "version": "1"},
    "paths": {
        "/berths": {
            "post": {
                "operationId": "addBerth",
                "parameters": [{"name": "token", "in": "query", "schema": {"type": "string", "example": "tok-77"}}],
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "required": ["length", "owner"],
                                "properties": {
                                    "id": {"type": "integer", "readOnly": True},
                                    "tags": {"type": "array", "items": {"type": "object"}},
                                    "covered": {"type": "boolean"},
                                    "owner": {
                                        "type": "object",
                                        "required": ["name"],
                                        "properties": {"name": {"type": "string"}, "password": {"type": "string"}},
                                    },
                                    "length": {"type": "integer", "minimum": 3},
                                },
                            },
                            "example": {"length": 12, "owner": {"name": "Ann"}, "more": [1]},
                        }
                    },
                },
                "responses": {"201": {"description": "Added"}},
            }
        }
    },
}


@pytest.fixture
def berths():
    """A form with fields for a nested body, and the bodies that its server heard."""
    heard = []

    def answer(request):
        heard.append(json.loads(request.read()))
        return httpx.Response(201)

    client = Client(load_api(NESTED), "http://127.0.0.1", transport=httpx.MockTransport(answer))
    return RequestConsole("addBerth", client), heard


def test_the_members_of_a_body_have_fields_of_their_own(berths):
    """Required ones first, nested ones by dotted names; what only the server writes has none, what has none is sent."""
    form, heard = berths
    shown = fields(form)
    assert list(shown) == [
        "token", "Body as", "owner.name", "length", "tags", "covered", "owner.password",
    ]  # fmt: skip
    shown["covered"].value = True
    shown["tags"].value = '[{"a": 1}]'
    assert form.send().status == 201
    assert heard == [
        {"more": [1], "length": 12, "owner": {"name": "Ann"}, "tags": [{"a": 1}], "covered": True},
    ]


def test_fields_and_json_are_two_ways_to_write_one_body(berths):
    """Whoever changes over finds what was typed; JSON that is no object stays JSON and says so."""
    form, heard = berths
    fields(form)["length"].value = "15"
    fields(form)["Body as"].value = "JSON"
    shown = fields(form)
    assert "length" not in shown
    assert json.loads(shown["Body"].value) == {"more": [1], "length": 15, "owner": {"name": "Ann"}}
    shown["Body"].value = "[1]"
    shown["Body as"].value = "Fields"
    assert shown["Body as"].value == "JSON"
    shown["Body"].value = '{"length": 4, "owner": {"name": "Eve"}}'
    shown["Body as"].value = "Fields"
    assert (fields(form)["length"].value, fields(form)["owner.name"].value) == ("4", "Eve")
    form.send()
    assert heard == [{"length": 4, "owner": {"name": "Eve"}}]


def test_what_is_wrong_is_said_at_its_field(berths):
    """The sentence stands below the field that it is about, and goes when the form is sent again."""
    form, heard = berths
    field = fields(form)["length"]
    field.value = "2"
    assert form.send() is None
    assert "ar-invalid" in field._dom_classes
    line = next(w for w in seen(form.widget) if field in getattr(w, "children", ())).children[1]
    assert "must be" in line.value
    assert heard == []
    field.value = "9"
    assert form.send().status == 201
    assert "ar-invalid" not in field._dom_classes
    assert "must be" not in line.value


def test_a_nested_field_that_is_no_json_says_where_it_ends(berths):
    """What begins as JSON is JSON: its fault is told at the field, in the words of the JSON reader."""
    form, heard = berths
    field = fields(form)["tags"]
    field.value = "[1,"
    assert form.send() is None
    assert form.message.startswith("body.tags: must be JSON: Expecting value: line 1 column 4")
    assert "ar-invalid" in field._dom_classes
    field.value = "[NaN]"
    assert form.send() is None
    assert form.message.startswith("body.tags: must be JSON: NaN is no JSON value")
    assert heard == []


def test_required_is_said_in_words_and_with_the_field(berths):
    """The line below says it, and the title by which a screen reader describes the field."""
    form, _ = berths
    assert fields(form)["length"].tooltip == "integer, required"
    assert fields(form)["covered"].tooltip == "boolean, optional"


def test_what_was_sent_is_there_as_code_without_secrets(berths):
    """Python and cURL of the very values; passwords and tokens are `***`, in parameters and in the body."""
    form, heard = berths
    fields(form)["owner.password"].value = "hunter-22"
    assert form.code == ()
    form.send()
    assert heard[0]["owner"]["password"] == "hunter-22"
    assert [one.label for one in form.code] == ["As Python", "As cURL"]
    for one in form.code:
        assert "Ann" in one.code
        assert "hunter-22" not in one.code
        assert "tok-77" not in one.code
        assert "***" in one.code
    shown = "".join(getattr(w, "value", "") for w in seen(form.widget) if isinstance(w, ipywidgets.HTML))
    assert "As Python" in shown
    assert "hunter-22" not in shown


def test_what_was_uploaded_is_named():
    """The button only counts files; the line below names them."""
    form, _ = picture_form()
    fields(form)["Choose a file"].value = (upload("dawn.png", b"PNG-1"),)
    assert any(
        "dawn.png (5 bytes)" in getattr(w, "value", "") for w in seen(form.widget) if isinstance(w, ipywidgets.HTML)
    )


def test_enter_in_a_credential_sends_with_it():
    """A page tells of Enter first and of what was typed after it: the request waits for that."""
    heard = []

    def answer(request):
        heard.append(request.headers.get("x-key"))
        return httpx.Response(200)

    client = Client(load_api(DOCUMENT), "http://127.0.0.1", transport=httpx.MockTransport(answer))
    form = RequestConsole("addTide", client).fill(place=1)
    field = fields(form)["API key X-Key"]
    field._handle_custom_msg({"event": "submit"}, [])
    field.value = "correct-horse"
    form._sender.wait()
    assert heard == ["correct-horse"]


def test_a_view_of_a_document_leads_from_operation_to_operation(store, client):
    """Contents by group, search by title, path and group, Enter opens the first; one card's widgets at a time."""
    view = OpenApiEmbed(store.openapi_url).interactive(client=client)
    shown = fields(view)
    listed = shown["Operations"]
    assert [line for line in listed.options if not line.split()[0].isupper()] == ["Pet", "Store", "User"]
    many = len([*below(view.widget)])
    shown["Search operations"].value = "user login"
    assert listed.options == ("User", "GET Log a user in")
    shown["Search operations"]._handle_custom_msg({"event": "submit"}, [])
    assert view.operation.operation_id == "loginUser"
    assert view.send().status == 200
    view.choose("addPet")
    assert shown["Search operations"].value == ""
    assert listed.options[listed.index] == "POST Add a new pet to the store"
    assert len([*below(view.widget)]) == many
    listed.index = listed.options.index("Store")
    assert view.operation.operation_id == "getInventory"
    listed.index = listed.options.index("Store")
    assert view.operation.operation_id == "uploadFile"


def test_every_operation_of_the_store_answers_from_its_form(store, client):
    """The samples of all 19 forms are accepted, whatever their kind."""
    view = OpenApiEmbed(store.openapi_url).interactive(client=client)
    statuses = {one.key: getattr(view.choose(one).send(), "status", view.message) for one in view.operations}
    assert len(statuses) == 19
    assert set(statuses.values()) <= {200, 404}


def test_a_view_is_markdown_for_an_assistant(client):
    """The operation in hand with its samples, as the button shows it."""
    form = RequestConsole("getPetById", client)
    assert form.markdown.startswith("## `GET /pet/{petId}`")
    assert "curl" in form.markdown


def test_a_closed_view_leaves_no_widget_and_can_be_shown_again(store, client):
    """Every widget of every card that was in hand is closed."""
    before = {*open_widgets()}
    view = OpenApiEmbed(store.openapi_url).interactive(client=client)
    for one in view.operations:
        view.choose(one)
        view.widget  # noqa: B018 - makes the widgets
    view.close()
    assert {*open_widgets()} == before
    assert view.choose("getPetById").send().status == 200
    view.close()
    assert {*open_widgets()} == before


@pytest.fixture(scope="module")
def paging_client():
    with petstore_flask.start(name="console-pages", paging=True) as running:
        yield Client(load_api(running.openapi_url), token=running.token)


def test_all_pages_stand_beside_send_where_an_operation_pages(paging_client):
    """The button is there for a list that pages, and for nothing else."""
    form = RequestConsole("listPets", paging_client)
    assert button(form, "All pages") in seen(form.widget)
    other = RequestConsole("getPetById", paging_client)
    assert button(other, "All pages") not in seen(other.widget)


def test_all_pages_give_a_frame_and_a_first_look(paging_client):
    """Every page is asked for; the first records stand below the form, the frame is the view's own."""
    form = RequestConsole("listPets", paging_client)
    frame = form.all_pages(limit=3, status=None)
    assert (len(frame), form.message, form.frame is frame) == (8, "", True)
    shown = form._panels.below.value
    assert "8 records" in shown
    assert "3 pages" in shown
    assert "Biscuit" in shown
    assert "client.list_pets.pages(…).frame()" in shown
    button(form, "All pages").click()
    form._sender.wait()
    assert len(form.frame) == 8


def test_what_goes_wrong_with_pages_is_a_sentence(paging_client):
    """As with one request: told below the form, and nothing is raised."""
    form = RequestConsole("listPets", paging_client)
    assert form.all_pages(limit=0) is None
    assert form.message.startswith("listPets.limit: must be")
    assert form.all_pages(limit=None, cursor="nobody") is None
    assert "400" in form.message
