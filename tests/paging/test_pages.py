"""All pages of an operation: every kind, where it ends, and what goes wrong on the way."""

from __future__ import annotations

import asyncio
import copy
import sys
import threading

import pytest

from apiref_nb import Client, Paging, PagingError, load_api
from apiref_nb.errors import RecordsError, ShapeError
from tests.paging.service import ALL, DOCUMENT, KINDS, AwaitedService, Service, arguments, ids, pages_of


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [0, 1, 3, 7, 9, 10])
def test_every_kind_gives_every_record_once(kind, count):
    """Whatever the number of records: none, less than a page, whole pages, and a rest."""
    pages = pages_of(Service(count), kind)
    assert ids(pages.rows()) == list(range(count))
    assert pages.stopped


@pytest.mark.parametrize("kind", KINDS)
def test_awaited_pages_are_the_same(kind):
    """`client.aio.x.pages()` is an async iterator of replies, with the same records."""

    async def every():
        pages = AwaitedService().client().aio[kind].pages(**arguments(kind))
        found = ids([row async for row in pages.rows()])
        return found, pages.stopped

    found, stopped = asyncio.run(every())
    assert found == ALL
    assert stopped


def test_iterating_gives_replies():
    """A page is a reply like any other."""
    pages = pages_of(Service(), "by_cursor")
    replies = list(pages)
    assert [(reply.status, len(reply["data"])) for reply in replies] == [(200, 3), (200, 3), (200, 3), (200, 1)]
    assert pages.operation.path == "/by-cursor"
    assert pages.records_path == ("data",)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("by_cursor", "page 4 has no next token (meta.next_cursor)"),
        ("by_link", "page 4 has no next token (key)"),
        ("by_body", "page 4 has no next token (NextToken)"),
        ("by_address", "page 4 has no next address (nextLink)"),
        ("by_header", "page 4 has no next address (Link header)"),
        ("by_page", "all 10 records came, as many as the answers say there are"),
        ("by_offset", "all 10 records came, as many as the answers say there are"),
    ],
)
def test_the_end_is_told(kind, words):
    """No next token, no next address, a total that is reached."""
    pages = pages_of(Service(), kind)
    assert len(list(pages)) == 4
    assert pages.stopped == words
    assert words in repr(pages)


@pytest.mark.parametrize("kind", ["by_page", "by_offset"])
def test_counting_ends_at_an_empty_page(kind):
    """Where no total is told, an empty page is the end, and it is said."""
    pages = pages_of(Service(9, total=None), kind)
    assert ids(pages.rows()) == list(range(9))
    assert pages.stopped == "page 4 is empty"


@pytest.mark.parametrize("kind", ["by_page", "by_offset"])
@pytest.mark.parametrize("total", [3, 5, 9])
def test_a_total_that_is_too_small_loses_no_record(kind, total):
    """On a full page a total is not taken for granted: one page more is asked for, and what comes counts."""
    pages = pages_of(Service(10, total=total), kind)
    assert ids(pages.rows()) == ALL
    assert any("that number is not believed" in note for note in pages.notes)


@pytest.mark.parametrize("kind", ["by_page", "by_offset"])
def test_a_total_that_is_too_large_ends_at_the_empty_page(kind):
    """And says how many came."""
    pages = pages_of(Service(10, total=50), kind)
    assert ids(pages.rows()) == ALL
    assert pages.stopped == "page 5 is empty; the answers say there are 50 records, 10 came"


def test_a_page_after_the_last_may_be_refused():
    """A server that answers 404 behind the last page has told the end."""
    pages = pages_of(Service(9, total=None, not_found=True), "by_page")
    assert ids(pages.rows()) == list(range(9))
    assert pages.stopped == "page 4 was answered with status 404"


@pytest.mark.parametrize(("kind", "argument"), [("by_cursor", "cursor"), ("by_link", "from_key"), ("by_body", "body")])
def test_a_token_goes_back_as_it_came_whatever_the_document_says_of_it(kind, argument):
    """The server's own token breaks the document's pattern: it is sent; the same from a reader is refused as ever."""
    narrow = copy.deepcopy(DOCUMENT)
    for item in narrow["paths"].values():
        for one in item.values():
            for parameter in one["parameters"]:
                if parameter["name"] in ("cursor", "from_key"):
                    parameter["schema"] = {"type": "string", "pattern": "^[a-f]{40}$"}
    asked = narrow["paths"]["/by-body"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    asked["properties"]["NextToken"] = {"type": "string", "maxLength": 0}
    service = Service()
    call = Client(load_api(narrow), transport=service)[kind]
    given = {"body": {"MaxResults": 3}} if argument == "body" else {}
    assert [row["id"] for row in call.pages(**given).rows()] == ALL
    wrong = {"body": {"MaxResults": 3, "NextToken": "c3"}} if argument == "body" else {argument: "c3"}
    with pytest.raises(ShapeError, match=r"must match|at most 0 characters"):
        next(call.pages(**wrong))


@pytest.mark.parametrize("kind", ["by_cursor", "by_link", "by_body", "by_address", "by_header"])
def test_a_repeated_token_ends_it(kind):
    """A token or address that was used before leads in a circle."""
    pages = pages_of(Service(repeats=True), kind)
    assert ids(pages.rows()) == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert "that was used before" in pages.stopped


def test_a_repeated_page_ends_it_and_is_not_given_twice():
    """A server that ignores the number of the page gives the first one for ever."""
    pages = pages_of(Service(same_page=True), "by_page")
    assert ids(pages.rows()) == [0, 1, 2]
    assert pages.stopped == "page 2 repeats a page that came before"


@pytest.mark.parametrize("kind", ["by_cursor", "by_link", "by_address", "by_header"])
def test_an_empty_page_with_a_next_token_is_no_end(kind):
    """Only what counts ends at an empty page; filtered lists have them in the middle."""
    pages = pages_of(Service(empty_page=True), kind)
    assert ids(pages.rows()) == ALL


@pytest.mark.parametrize("kind", ["by_cursor", "by_link", "by_offset", "by_address", "by_header"])
@pytest.mark.parametrize("concurrency", [1, 3])
def test_pages_that_shrink_lose_nothing(kind, concurrency):
    """An offset goes on by what came, not by what was asked for."""
    if concurrency > 1 and kind != "by_offset":
        return
    pages = pages_of(Service(shrinks=2), kind, concurrency=concurrency)
    assert ids(pages.rows()) == ALL


@pytest.mark.parametrize(("first", "asked"), [(0, ["1", "2", "3"]), (1, ["1", "2", "3", "4"])])
def test_the_number_of_the_first_page_is_found_out(first, asked):
    """Where the document does not say whether pages begin at 0 or 1, nothing is lost and nothing comes twice."""
    service = Service(first=first)
    pages = pages_of(service, "by_unknown_first")
    assert ids(pages.rows()) == ALL
    assert [request.url.params.get("page") for request in service.requests] == [None, *asked]
    assert any(f"has the number {first}" in note for note in pages.notes)


def test_a_service_that_leaves_records_out_after_counting_is_told():
    """Offsets by what came overlap there: said, with the way to settle it, and then every record comes once."""
    pages = pages_of(Service(leaves_out=1), "by_offset")
    assert len(list(pages.rows())) > 9
    assert any("Paging.offset(…, step=" in note for note in pages.notes)
    paging = Paging.offset("offset", records="results", step=3)
    assert ids(pages_of(Service(leaves_out=1), "by_offset", paging=paging).rows()) == [0, 2, 3, 4, 5, 6, 7, 8, 9]


def test_max_pages_and_max_rows_are_kept():
    """No page is asked for beyond them."""
    service = Service()
    pages = pages_of(service, "by_cursor", max_pages=2)
    assert ids(pages.rows()) == [0, 1, 2, 3, 4, 5]
    assert (pages.stopped, len(service.requests)) == ("max_pages=2 is reached", 2)
    service = Service()
    pages = pages_of(service, "by_cursor", max_rows=4)
    assert ids(pages.rows()) == [0, 1, 2, 3]
    assert (pages.stopped, len(service.requests)) == ("max_rows=4 is reached", 2)


@pytest.mark.parametrize("kind", ["by_cursor", "by_page", "by_offset", "by_header"])
@pytest.mark.parametrize("most", [1, 3, 4, 9, 10])
def test_what_max_rows_cuts_off_is_gone_on_from(kind, most):
    """Also where the rest of a page, or of the last page, was cut off; as records, and as replies."""
    for taken in (lambda pages: pages.rows(), lambda pages: (row for reply in pages for row in pages.records(reply))):
        pages = pages_of(Service(), kind, max_rows=most)
        first = ids(taken(pages))
        assert (first, pages.complete) == (ALL[:most], most == 10)
        assert "max_rows" in pages.stopped or most == 10
        rest = pages_of(Service(), kind, start=pages.resume_state())
        assert ids(taken(rest)) == ALL[most:]


def test_a_folder_goes_on_where_max_rows_cut_a_page(tmp_path):
    """No row of the page that was cut is lost or comes twice."""
    from pyarrow import parquet

    assert pages_of(Service(), "by_page", max_rows=4).to_parquet(tmp_path / "rows").rows == 4
    assert pages_of(Service(), "by_page").to_parquet(tmp_path / "rows").rows == 10
    assert sorted(parquet.read_table(tmp_path / "rows")["id"].to_pylist()) == ALL


@pytest.mark.parametrize("kind", ["by_page", "by_offset"])
def test_pages_asked_for_at_the_same_time_come_in_order(kind):
    """The first page alone, then as many as were wanted, in the order of their numbers."""
    service = Service(40)
    pages = pages_of(service, kind, concurrency=4)
    assert ids(pages.rows()) == list(range(40))
    # No page beyond the total but the one that makes sure.
    assert len(service.requests) <= 15


def test_several_pages_are_really_on_their_way_at_once():
    """Requests that wait for each other would never be answered."""
    gate = threading.Barrier(3)

    class Together(Service):
        def answer(self, request, number):
            if 1 < number <= 4:
                gate.wait(5)
            return super().answer(request, number)

    pages = Together(30).client().by_page.pages(concurrency=3)
    assert ids(pages.rows()) == list(range(30))


def test_awaited_pages_may_be_asked_for_at_the_same_time():
    """Tasks instead of threads."""

    async def every():
        service = AwaitedService(40)
        pages = service.client().aio.by_offset.pages(concurrency=4)
        return ids([row async for row in pages.rows()])

    assert asyncio.run(every()) == list(range(40))


def test_concurrency_needs_numbers():
    """Where each page leads to the next, they cannot be asked for at the same time, and the error says so."""
    with pytest.raises(PagingError, match="concurrency needs page numbers or offsets; this operation pages by cursor"):
        pages_of(Service(), "by_cursor", concurrency=2)


def test_what_the_document_does_not_say_is_not_guessed():
    """The error shows what was found, and how to say it; said so, it works."""
    client = Service().client()
    with pytest.raises(PagingError) as caught:
        client.silent.pages()
    words = str(caught.value)
    assert 'parameters that look like paging: "after"' in words
    assert 'lists in the answer: "data"' in words
    assert "Paging.cursor" in words
    pages = client.silent.pages(paging=Paging.cursor("after", next="meta.next", records="data"))
    assert ids(pages.rows()) == ALL


def test_of_two_lists_the_reader_names_one():
    """Without the place of the records the end of counted pages is not known."""
    client = Service().client()
    with pytest.raises(PagingError, match=r'lists in the answer: "cats", "dogs".*or only records="…"'):
        client.two_lists.pages()
    assert ids(client.two_lists.pages(records="cats").rows()) == ALL


def test_a_parameter_that_the_document_leaves_out_may_be_named():
    """What settles it need not stand in the document."""
    pages = Service().client().undeclared.pages(paging=Paging.cursor("token", next="meta.more", records="data"))
    assert ids(pages.rows()) == ALL


def test_wrong_places_are_told():
    """A list that is not where it was said to be, a body that is none."""
    client = Service().client()
    with pytest.raises(
        RecordsError, match=r'the first page has no list at "rows"; there are lists elsewhere: records="data"'
    ):
        list(client.by_cursor.pages(records="rows"))
    with pytest.raises(RecordsError, match='"meta" is no list'):
        list(client.by_cursor.pages(records="meta"))


def test_an_operation_keeps_its_own_names():
    """Of a keyword that the operation takes as well the operation wins; that of pages() ends in an underscore."""
    from apiref_nb import Client, load_api

    document = {
        "openapi": "3.0.4", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://api.example.com"}],
        "paths": {"/x": {"get": {"operationId": "x", "parameters": [
            {"name": "start", "in": "query", "schema": {"type": "integer"}},
            {"name": "limit", "in": "query", "schema": {"type": "integer"}},
        ], "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
            "type": "array", "items": {"type": "integer"}}}}}}}}},
    }  # fmt: skip
    asked = []

    def answer(request):
        import httpx

        asked.append(request.url.params.get("start"))
        start = int(request.url.params.get("start", 0))
        return httpx.Response(200, json=list(range(10))[start : start + 4])

    import httpx

    client = Client(load_api(document), transport=httpx.MockTransport(answer))
    pages = client.x.pages(start=2)
    assert list(pages.rows()) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert asked == ["2", "6", "10"]
    pages = client.x.pages(start=2, max_pages=1)
    list(pages)
    assert list(client.x.pages(start=2, start_=pages.resume_state()).rows()) == [6, 7, 8, 9]


def test_a_bar_shows_how_far_it_is(monkeypatch, capsys):
    """With the total when the answers tell it; off by default; an error names the extra where it is missing."""
    list(pages_of(Service(), "by_page"))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("TQDM_MININTERVAL", "0")
    list(pages_of(Service(), "by_page", progress=True))
    shown = capsys.readouterr().err
    assert "by_page" in shown
    assert "10/10" in shown
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(PagingError, match=r"pip install 'apiref-nb\[progress\]'"):
        list(pages_of(Service(), "by_page", progress=True))


@pytest.mark.parametrize(
    "options",
    [
        {"max_pages": 0}, {"max_rows": -1}, {"concurrency": 0}, {"concurrency": 99}, {"concurrency": None},
        {"paging": "cursor"}, {"allow_origins": "https://x.example"}, {"allow_origins": ["x"]}, {"records": 3},
        {"patience_seconds": -1}, {"max_rows": True}, {"nonsense": 1},
    ],
)  # fmt: skip
def test_options_are_checked_before_anything_is_sent(options):
    """Wrong ones are named."""
    service = Service()
    with pytest.raises(ShapeError, match=next(iter(options))):
        pages_of(service, "by_cursor", **options)
    assert not service.requests
