"""How an operation pages, read from small documents: each rule with the words it rests on, and where none is said."""

from __future__ import annotations

import pytest

from apiref_nb import Client, Paging, ShapeError, load_api
from apiref_nb.paging import paging_of
from apiref_nb.paging.json_path import path_of, shown
from apiref_nb.paging.link_header import next_target

TEXT, WHOLE, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
ITEMS = {"type": "array", "items": {"type": "object", "properties": {"id": TEXT}}}


def body(**properties):
    return {"type": "object", "properties": properties}


def query(name, schema=TEXT, description="", **more):
    return {"name": name, "in": "query", "schema": schema, "description": description, **more}


def read(parameters, schema=None, *, method="get", path="/things", headers=None, links=None, request=None, **more):
    """The paging of one operation."""
    answer = {"description": "", "content": {"application/json": {"schema": schema}}} if schema else {"description": ""}
    answer |= {"headers": headers} if headers else {}
    answer |= {"links": links} if links else {}
    operation = {"operationId": "things", "parameters": parameters, "responses": {"200": answer}, **more}
    if request is not None:
        operation["requestBody"] = {"content": {"application/json": {"schema": request}}}
    document = {
        "openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {path: {method: operation}},
        "components": {"schemas": {"Node": body(children=ITEMS)}},
    }  # fmt: skip
    api = load_api(document)
    return paging_of(api, api["things"])


def ways(paging):
    return paging.kind, paging.parameter, paging.next, paging.records


@pytest.mark.parametrize(
    ("parameter", "schema", "next_", "records"),
    [
        ("cursor", body(data=ITEMS, next_cursor=TEXT), "next_cursor", ("data",)),
        ("pageToken", body(items=ITEMS, nextPageToken=TEXT), "nextPageToken", ("items",)),
        ("NextToken", body(Things=ITEMS, NextToken=TEXT), "NextToken", ("Things",)),
        ("Marker", body(Things=ITEMS, NextPageMarker=TEXT), "NextPageMarker", ("Things",)),
        ("continue", body(items=ITEMS, metadata=body(**{"continue": TEXT})), "metadata.continue", ("items",)),
        ("after", body(results=ITEMS, paging=body(next=body(after=TEXT))), "paging.next.after", ("results",)),
        ("cursor", body(data=ITEMS, meta=body(cursors=body(next=TEXT))), "meta.cursors.next", ("data",)),
        ("page[after]", body(data=ITEMS, meta=body(page=body(after_cursor=TEXT))), "meta.page.after_cursor", ("data",)),
        ("scroll_id", body(hits=ITEMS, scroll_id=TEXT), "scroll_id", ("hits",)),
        ("page", body(data=ITEMS, next_page=TEXT), "next_page", ("data",)),
        ("cursor", body(data=ITEMS, next={"anyOf": [TEXT, {"type": "null"}]}), "next", ("data",)),
    ],
)
def test_a_token_is_read_by_its_names(parameter, schema, next_, records):
    """A parameter and a member that are named for each other, in the spellings that are usual."""
    assert ways(read([query(parameter)], schema)) == ("cursor", parameter, next_, records)


@pytest.mark.parametrize(
    ("description", "next_"),
    [
        ("Use the `endCursor` of the page before.", "page.endCursor"),
        ("Set it to the `next_cursor` attribute of the `response_metadata` before.", "response_metadata.next_cursor"),
        ("An object ID that defines your place, ending with `obj_foo`.", "items.-1.id"),
    ],
)
def test_a_token_is_read_by_the_words_of_its_parameter(description, next_):
    """The description names the member, or says that it takes the id of the last record."""
    schema = body(items=ITEMS, page=body(endCursor=TEXT, hasNextPage=FLAG))
    found = read([query("after", description=description)], schema)
    assert (found.kind, found.next, found.more) == ("cursor", next_, ("page", "hasNextPage"))


@pytest.mark.parametrize(
    ("schema", "next_"),
    [
        (body(value=ITEMS, **{"@odata.nextLink": TEXT}), "@odata.nextLink"),
        (body(data=ITEMS, links=body(next=TEXT)), "links.next"),
        (body(data=ITEMS, _links=body(next=body(href=TEXT))), "_links.next.href"),
        (body(results=ITEMS, next={"type": "string", "format": "uri"}), "next"),
        (body(results=ITEMS, next={"type": "string", "description": "URL of the next page."}), "next"),
        (body(results=ITEMS, next={"type": "string", "examples": ["/things?page=2"]}), "next"),
        (body(results=ITEMS, meta=body(next_page_url=TEXT)), "meta.next_page_url"),
    ],
)
def test_a_next_address_is_read_from_the_body(schema, next_):
    """By its name, its format, its example or its words; a page number beside it is another way."""
    found = read([query("page", WHOLE)], schema)
    assert (found.kind, found.next, [one.kind for one in found.also]) == ("next_url", next_, ["page"])


def test_a_next_that_may_be_anything_is_no_address():
    """Nothing says what it holds, and no parameter takes it."""
    assert read([], body(results=ITEMS, next=TEXT)).kind == "undecided"


@pytest.mark.parametrize(
    ("parameters", "headers"),
    [
        ([], {"Link": {"schema": TEXT}}),
        ([], {"link": {"schema": TEXT, "description": "Pages, as RFC 8288 writes them."}}),
        ([query("before"), query("after", description="A cursor, as given in the [Link header](x).")], None),
    ],
)
def test_a_link_header_is_read(parameters, headers):
    """Where it is declared, and where a parameter's words send to it."""
    assert ways(read(parameters, ITEMS, headers=headers)) == ("link_header", "", "", ())


def test_a_link_of_the_response_that_leads_back_is_read():
    """By operationId and by reference; a link to another operation is none."""
    schema = body(things=ITEMS, more=TEXT)
    for target in ({"operationId": "things"}, {"operationRef": "#/paths/~1things/get"}):
        links = {"next": {**target, "parameters": {"query.from_key": "$response.body#/more"}}}
        assert ways(read([query("from_key")], schema, links=links)) == ("link", "from_key", "more", ("things",))
    links = {"next": {"operationId": "things", "parameters": {"from_key": "$response.header.X-Next"}}}
    assert read([query("from_key")], schema, links=links).next == "header:X-Next"
    links = {"one": {"operationId": "other", "parameters": {"from_key": "$response.body#/more"}}}
    assert read([query("from_key")], schema, links=links).kind == "undecided"


def test_extensions_count_before_all_else():
    """`x-ms-pageable` and `x-speakeasy-pagination` are written for programs."""
    schema = body(value=ITEMS, other=TEXT, nextLink=TEXT, pages=WHOLE, last=ITEMS)
    found = read([query("$skip", WHOLE)], schema, **{"x-ms-pageable": {"nextLinkName": "nextLink"}})
    assert ways(found) == ("next_url", "", "nextLink", ("value",))
    found = read([], schema, **{"x-ms-pageable": {"nextLinkName": None}})
    assert ways(found) == ("single", "", "", ("value",))
    outputs = {"results": "$.value", "nextCursor": "$.last[-1]['id']"}
    said = {"type": "cursor", "inputs": [{"name": "since", "in": "requestBody", "type": "cursor"}], "outputs": outputs}
    found = read([], schema, **{"x-speakeasy-pagination": said})
    assert ways(found) == ("cursor", "body.since", "last.-1.id", ("value",))
    said = {
        "type": "offsetLimit", "inputs": [{"name": "n", "in": "parameters", "type": "page"}],
        "outputs": {"results": "$.value", "numPages": "$.pages"},
    }  # fmt: skip
    found = read([query("n", WHOLE)], schema, **{"x-speakeasy-pagination": said})
    assert (*ways(found), found.page_count) == ("page", "n", "", ("value",), ("pages",))
    said = {"type": "url", "outputs": {"nextUrl": "$.nextLink", "results": "$.value"}}
    assert ways(read([], schema, **{"x-speakeasy-pagination": said})) == ("next_url", "", "nextLink", ("value",))
    said = {"type": "cursor", "outputs": {"nextCursor": "$..x"}}
    assert read([], body(value=ITEMS), **{"x-speakeasy-pagination": said}).kind == "undecided"


@pytest.mark.parametrize(
    ("parameter", "first"),
    [
        (query("page", {"type": "integer", "default": 1}), 1),
        (query("page", {"type": "integer", "minimum": 0}), 0),
        (query("pageNumber", WHOLE, "Zero-based number of the page."), 0),
        (query("page", WHOLE, "e.g. page=1 gives the first."), 1),
        (query("page[number]", WHOLE), None),
        (query("page", TEXT), None),
    ],
)
def test_page_numbers_are_read_with_the_first(parameter, first):
    """From default, minimum or words; where nothing says it, it is found out on the way."""
    found = read([parameter, query("per_page", WHOLE)], body(items=ITEMS, total_count=WHOLE, total_pages=WHOLE))
    assert (found.kind, found.first, found.size) == ("page", first, "per_page")
    assert (found.total, found.page_count) == (("total_count",), ("total_pages",))


@pytest.mark.parametrize("name", ["offset", "skip", "$skip", "startAt", "page[offset]", "start"])
def test_offsets_are_read(name):
    """Beside a size, with a default of 0, or by their words."""
    assert ways(read([query(name, WHOLE), query("limit", WHOLE)], ITEMS))[:2] == ("offset", name)
    assert ways(read([query(name, {"type": "integer", "default": 0})], ITEMS))[:2] == ("offset", name)
    assert ways(read([query(name, WHOLE, "How many records to skip.")], ITEMS))[:2] == ("offset", name)


@pytest.mark.parametrize(
    "parameter",
    [
        query("offset", WHOLE, "Only journals with a JournalNumber greater than this journal number."),
        query("start", {"type": "string", "format": "date-time"}),
        query("from", TEXT),
        query("start", WHOLE, "Unix timestamp: only what came after this time."),
    ],
)
def test_what_counts_something_else_is_no_offset(parameter):
    """A number of a journal, a date, a time."""
    assert read([parameter, query("limit", WHOLE)], ITEMS).kind == "undecided"


def test_ids_of_which_nobody_says_how_to_use_them_are_not_guessed():
    """`before` and `after` beside a bare list, without a word."""
    found = read([query("before"), query("after"), query("limit", WHOLE)], ITEMS)
    assert found.kind == "undecided"
    assert 'parameters that look like paging: "after"' in found.evidence


def test_a_post_pages_by_what_its_body_takes_alone():
    """A token of the body, or a number and a size in it; a number in the query might create things again and again."""
    token = body(NextToken=TEXT, Filter=TEXT)
    found = read([query("NextToken")], body(Things=ITEMS, NextToken=TEXT), method="post", request=token)
    assert ways(found) == ("cursor", "body.NextToken", "NextToken", ("Things",))
    found = read([], body(hits=ITEMS), method="post", request=body(offset=WHOLE, limit=WHOLE))
    assert ways(found) == ("offset", "body.offset", "", ("hits",))
    found = read([query("page", WHOLE), query("limit", WHOLE)], body(hits=ITEMS), method="post", request=body())
    assert found.kind == "undecided"
    assert read([query("cursor")], body(data=ITEMS, next_cursor=TEXT), method="delete").kind == "undecided"


@pytest.mark.parametrize(
    ("schema", "records"),
    [
        (ITEMS, ()),
        (body(warnings=ITEMS, things=ITEMS), ("things",)),
        (body(included=ITEMS, data=ITEMS), ("data",)),
        (body(result=body(items=ITEMS)), ("result", "items")),
        (body(cats=ITEMS, dogs=ITEMS), None),
        (body(cats=ITEMS, names={"type": "array", "items": TEXT}), ("cats",)),
        ({"oneOf": [body(data=ITEMS), body(error=TEXT)]}, ("data",)),
        ({"allOf": [body(next_cursor=TEXT), body(data=ITEMS)]}, ("data",)),
        (body(tree={"$ref": "#/components/schemas/Node"}), ("tree", "children")),
    ],
)
def test_the_records_are_found_by_names(schema, records):
    """The path's own word, the usual words, and what stands beside records left out; of two equals none is chosen."""
    assert read([query("cursor")], schema).records == records


def test_tokens_behind_a_switch_come_second():
    """Where `usemarker` has to be set before a marker counts, the offset is the way that always works."""
    parameters = [query("usemarker", FLAG), query("marker"), query("offset", {"type": "integer", "default": 0})]
    found = read(parameters, body(entries=ITEMS, next_marker=TEXT))
    assert (found.kind, [one.kind for one in found.also]) == ("offset", ["cursor"])
    assert any('"usemarker" is true only' in words for words in found.also[0].evidence)


def test_examples_speak_where_the_schema_is_silent():
    """A published answer shows where the token and the records stand."""
    answer = {"ok": True, "members": [{"id": 1}], "response_metadata": {"next_cursor": "dXNl"}}
    media = {"schema": body(ok=FLAG), "example": answer}
    responses = {"200": {"description": "", "content": {"application/json": media}}}
    found = read([query("cursor")], responses=responses)
    assert ways(found) == ("cursor", "cursor", "response_metadata.next_cursor", ("members",))


def test_it_is_shown_with_its_evidence():
    """What a reader sees at `client.things.paging`."""
    found = read([query("cursor"), query("limit", WHOLE)], body(data=ITEMS, meta=body(next_cursor=TEXT, total=WHOLE)))
    assert repr(found).splitlines() == [
        "Paging",
        "  kind       cursor: a token of the answer is sent with the next request",
        "  parameter  cursor",
        "  next       meta.next_cursor",
        "  records    data",
        "  page size  limit",
        "  total      meta.total",
        '  evidence   parameter "cursor" takes what the answer has at "meta.next_cursor"',
    ]
    assert repr(read([], None)).splitlines()[1].strip().startswith("kind      undecided")


def test_a_reader_may_say_it():
    """Every constructor, and what it refuses."""
    assert Paging.cursor("after", next="data.-1.id", records="data", more="has_more").next == "data.-1.id"
    assert Paging.cursor("x", next="header: X-Next", records="").next == "header:X-Next"
    assert (Paging.page("p", records="a.b", first=0).records, Paging.page(records=[]).parameter) == (("a", "b"), "page")
    assert Paging.offset(records="rows", step=50).step == 50
    assert Paging.next_url("@odata.nextLink", records="value").next == "@odata.nextLink"
    assert Paging.link_header(records="").records == ()
    for wrong in (
        lambda: Paging.cursor("", next="a", records="b"),
        lambda: Paging.cursor("a", next="", records="b"),
        lambda: Paging.page(records="b", first=-1),
        lambda: Paging.page(records=3),
        lambda: Paging.offset(records="b", first=True),
    ):
        with pytest.raises(ShapeError, match="must"):
            wrong()


@pytest.mark.parametrize(
    "path", [(), ("a",), ("a", "b"), ("@odata.nextLink",), ("d", "@odata.nextLink"), ("a.b", "c"), ("", "x")]
)
def test_a_path_reads_back_as_it_is_shown(path):
    """Dots within names are told from dots between them."""
    assert path_of(shown(path), "x") == path


@pytest.mark.parametrize(
    ("header", "target"),
    [
        (
            '<https://a.example/?page=2>; rel="next", <https://a.example/?page=9>; rel="last"',
            "https://a.example/?page=2",
        ),
        ("</x>; rel=next", "/x"),
        ('<a,b>; title="one, \\"two\\"; rel=next"; rel="prev", <c>; REL="Last Next"', "c"),
        ('<x>; rel="prev"; rel="next"', ""),
        ("<x>", ""),
        ("", ""),
        ("next", ""),
        ('<x>; rel="next', ""),
    ],
)
def test_the_link_header_is_read_as_its_standard_says(header, target):
    """Quoted commas, several relations, any case; the first `rel` of a link counts (RFC 8288, section 3.3)."""
    assert next_target(header) == target


def test_a_client_shows_it_without_asking():
    """`client.x.paging` reads the document; nothing is sent."""
    document = {
        "openapi": "3.1.0", "info": {"title": "T", "version": "1"},
        "paths": {"/x": {"get": {"operationId": "x", "responses": {"200": {"description": ""}}}}},
    }  # fmt: skip
    client = Client(load_api(document), "http://localhost:1")
    assert client.x.paging.kind == client.aio.x.paging.kind == "undecided"
