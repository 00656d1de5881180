"""Documents in many files at an address: from where they are fetched, how often, and with whose credentials."""

from __future__ import annotations

from pathlib import Path

import pytest

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.errors import ShapeError, TooLargeError, UnreachableError
from apiref_nb.fetching.fetch import SHARED_CACHE
from apiref_nb.load import opening as opening_module
from apiref_nb.load.limits import CONNECTIONS, SetLimits
from apiref_nb.load.options import Options
from apiref_nb.load.read_apis import READ_APIS
from tests.many_files.sources import LIBRARY, served, written

ENTRY = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents: {schemas: {A: {$ref: "%s"}}}\n'


@pytest.fixture(autouse=True)
def _nothing_kept():
    SHARED_CACHE.clear()
    READ_APIS.clear()


def test_parts_are_fetched_from_the_same_origin(tmp_path):
    """The document at an address is the document in a folder."""
    with served(LIBRARY) as site:
        api = load_api(site.entry)
    assert api.document == load_api(written(tmp_path, LIBRARY)).document
    assert api.problems == ()
    assert set(site.asked) == {f"/{name} 200" for name in LIBRARY}
    assert set(site.asked.values()) == {1}


def test_an_unchanged_set_costs_one_conditional_request_each():
    """And is not read again; within the window it costs nothing."""
    with served(LIBRARY) as site:
        first = load_api(site.entry)
        assert load_api(site.entry) is first
        assert sum(site.asked.values()) == len(LIBRARY)
        assert load_api(site.entry, revalidate=1e-9) is first
    again = {key: count for key, count in site.asked.items() if key.endswith(" 304")}
    assert again == {f"/{name} 304": 1 for name in LIBRARY}


def test_a_changed_part_is_seen():
    """Whichever it is; the others are asked once each."""
    with served(LIBRARY) as site:
        load_api(site.entry)
        site.files["schemas/person.json"] = '{"type": "string"}'
        site.asked.clear()
        api = load_api(site.entry, revalidate=1e-9)
    assert api.schemas["Book"].properties["author"].types == ("string",)
    assert set(site.asked.values()) == {1}
    assert site.asked["/schemas/person.json 200"] == 1


def test_another_origin_is_followed_only_when_asked_for():
    """The port is a part of it."""
    with served({"a.yaml": "{type: string}"}) as other, served({"openapi.yaml": ENTRY % "OTHER"}) as site:
        site.files["openapi.yaml"] = ENTRY % f"{other.address}/a.yaml"
        (problem,) = load_api(site.entry).problems
        assert 'it leads to another host; references="any" (in a terminal --any-host) follows it' in problem.message
        assert not other.asked
        api = load_api(site.entry, references="any")
        assert api.schemas["A"].types == ("string",)


def test_no_redirect_leads_a_part_to_another_origin():
    """Not even one that the document's own server answers with; the other server hears nothing."""
    with served({"a.yaml": "{type: string}"}) as other, served({"openapi.yaml": ENTRY % "a.yaml"}) as site:
        site.redirects["/a.yaml"] = f"{other.address}/a.yaml"
        (problem,) = load_api(site.entry).problems
        assert "redirects to another host" in problem.message
        assert not other.asked


def test_a_redirect_within_the_origin_is_where_references_start():
    """A part stands where it was delivered."""
    files = {
        "openapi.yaml": ENTRY % "a.yaml",
        "deep/a.yaml": "{items: {$ref: b.yaml}}",
        "deep/b.yaml": "{type: string}",
    }
    with served(files) as site:
        site.redirects["/a.yaml"] = "/deep/a.yaml"
        api = load_api(site.entry)
    items = api.schemas["A"].items
    assert items is not None
    assert items.types == ("string",)


@pytest.mark.parametrize("reference", ["file:///etc/passwd", "FILE:///etc/passwd", "//localhost/etc/passwd"])
def test_a_document_from_an_address_reaches_no_local_file(reference):
    """No scheme but http and https, no other host."""
    with served({"openapi.yaml": ENTRY % reference}) as site:
        for references in ("same-origin", "any"):
            (problem,) = load_api(site.entry, references=references, revalidate=0).problems
            assert "not followed" in problem.message
            assert "root:" not in problem.message


def test_an_id_leads_an_address_to_no_local_file(tmp_path):
    """A schema may call itself what it likes."""
    secret = written(tmp_path, {"openapi.yaml": "type: string"})
    entry = ENTRY % "a.yaml"
    with served(
        {"openapi.yaml": entry, "a.yaml": f"{{$id: '{secret.parent.as_uri()}/x', not: {{$ref: openapi.yaml}}}}"}
    ) as site:
        site.files["a.yaml"] = f"{{$id: '{tmp_path.as_uri()}/x', items: {{$ref: secret.yaml}}}}"
        (tmp_path / "secret.yaml").write_text("type: string", encoding="utf-8")
        (problem,) = load_api(site.entry).problems
    assert "not followed" in problem.message


def test_a_missing_part_is_a_problem_and_the_rest_is_there():
    """With the server's answer as its reason."""
    with served({"openapi.yaml": ENTRY % "none.yaml"}) as site:
        (problem,) = load_api(site.entry).problems
    assert problem.pointer == "#/components/schemas/A/$ref"
    assert "status 404" in problem.message


def test_at_most_so_many_parts_are_fetched(monkeypatch):
    """Beyond it the document is too large, before anything more is asked for."""
    names = [f"s{index}.yaml" for index in range(30)]
    properties = ", ".join(f"p{index}: {{$ref: {name}}}" for index, name in enumerate(names))
    files = dict.fromkeys(names, "{type: string}")
    files["openapi.yaml"] = ENTRY.replace('{$ref: "%s"}', f"{{type: object, properties: {{{properties}}}}}")
    with served(files) as site:
        assert load_api(site.entry).problems == ()
        assert 1 < site.at_once <= CONNECTIONS
        site.asked.clear()
        monkeypatch.setattr(opening_module, "WEB_SET", SetLimits(files=20, limit_bytes=10_000))
        READ_APIS.clear()
        with pytest.raises(TooLargeError, match="more than 20 files"):
            load_api(site.entry, revalidate=0)
        assert sum(site.asked.values()) == 1


def test_all_parts_together_keep_to_the_bytes_of_one(monkeypatch):
    """Two parts that fit alone do not fit together."""
    files = {
        "openapi.yaml": ENTRY % "a.yaml",
        "a.yaml": "{items: {$ref: b.yaml}}" + "#" * 6_000,
        "b.yaml": "{type: string}" + "#" * 6_000,
    }
    monkeypatch.setattr(opening_module, "WEB_SET", SetLimits(files=20, limit_bytes=10_000))
    with served(files) as site, pytest.raises(TooLargeError, match=r"10,000 bytes"):
        load_api(site.entry)


def test_credentials_go_to_their_own_origin_and_into_no_cache():
    """A part elsewhere gets none, nor does a redirect; the next caller asks for himself."""
    with served({"b.yaml": "{type: string}"}) as other, served({}) as site:
        site.files["openapi.yaml"] = ENTRY % "a.yaml"
        site.files["a.yaml"] = f"{{items: {{$ref: '{other.address}/b.yaml'}}}}"
        api = load_api(site.entry, headers={"Authorization": "Bearer s3cret-token"}, references="any")
        items = api.schemas["A"].items
        assert items is not None
        assert items.types == ("string",)
        assert [headers["authorization"] for _, headers in site.headers] == ["Bearer s3cret-token"] * 2
        assert "authorization" not in other.headers[0][1]
        assert len(SHARED_CACHE) == 0
        site.headers.clear()
        load_api(site.entry)
        assert "authorization" not in site.headers[0][1]
        assert OpenApiEmbed(api).api is api


def test_a_redirect_takes_no_credentials_along():
    """The document may be delivered from elsewhere; its own server alone hears the token."""
    with served({"openapi.yaml": ENTRY % "a.yaml", "a.yaml": "{}"}) as other, served({}) as site:
        site.redirects["/openapi.yaml"] = other.entry
        load_api(site.entry, headers={"X-Token": "s3cret-token"})
        assert site.headers[0][1]["x-token"] == "s3cret-token"
        assert all("x-token" not in headers for _, headers in other.headers)


@pytest.mark.parametrize("value", ["a\r\nX: y", "ü", 3])
def test_a_header_that_cannot_be_sent_is_refused_without_its_value(value):
    """The message names the header."""
    with pytest.raises(ShapeError) as caught:
        load_api("http://127.0.0.1:1/", headers={"X-Token": value})
    assert str(caught.value) == 'headers: must map names to texts that a header can hold (got "X-Token")'


def test_a_proxy_fetches_in_place_of_the_reader():
    """It is asked for the whole address, with its own credentials; what it brings is kept nowhere."""
    with served({}) as proxy:
        address = "http://api.example.com:8080/openapi.yaml"
        proxy.files[address] = ENTRY % "a.yaml"
        proxy.files["http://api.example.com:8080/a.yaml"] = "{type: string}"
        api = load_api(address, proxy=proxy.address.replace("//", "//me:pw@"))
        assert api.schemas["A"].types == ("string",)
        assert [path for path, _ in proxy.headers] == [address, "http://api.example.com:8080/a.yaml"]
        assert proxy.headers[0][1]["proxy-authorization"].startswith("Basic ")
        assert "authorization" not in proxy.headers[0][1]
        assert len(SHARED_CACHE) == 0


def test_a_proxy_that_refuses_is_told_without_its_credentials():
    """This one opens no tunnel."""
    with served({}) as proxy, pytest.raises(UnreachableError, match="was not reached: the proxy refused") as caught:
        load_api("https://api.example.com/openapi.yaml", proxy=proxy.address.replace("//", "//me:pa55word@"))
    assert "pa55word" not in str(caught.value)


def test_options_show_no_credentials():
    """Neither headers nor the proxy's password are in a `repr`."""
    options = Options(headers={"X-Token": "s3cret-token"}, proxy="http://me:s3cret-token@127.0.0.1:1")
    assert "s3cret-token" not in repr(options)


def test_a_proxy_and_public_addresses_exclude_each_other():
    """Behind a proxy nobody here sees the address that is contacted."""
    with pytest.raises(ShapeError, match=r'proxy: cannot be used with network="public"'):
        load_api("https://example.com/", proxy="http://127.0.0.1:1", network="public")


def test_certificates_of_the_readers_own_are_trusted(tmp_path):
    """A file of certificates in place of the usual ones; one that cannot be read is told."""
    with pytest.raises(UnreachableError, match="certificates"):
        load_api("https://127.0.0.1:1/", verify=str(tmp_path / "none.pem"))


def test_an_open_connection_to_a_dead_part_ends_with_the_deadline():
    """Parts share one deadline: what did not come in time is a problem, and no thread is left."""
    import threading

    with served({"openapi.yaml": ENTRY % "http://127.0.0.1:9/a.yaml"}) as site:
        before = threading.active_count()
        api = load_api(site.entry, references="any")
        assert len(api.problems) == 1
        assert threading.active_count() <= before + 1


def test_local_files_are_not_asked_for_addresses(tmp_path: Path):
    """A document in a folder refers to files in it, and to nothing on a network."""
    with served({"a.yaml": "{type: string}"}) as site:
        entry = written(tmp_path, {"openapi.yaml": ENTRY % f"{site.address}/a.yaml"})
        for references in ("same-origin", "any"):
            (problem,) = load_api(entry, references=references).problems
            assert "only references to files in the folder are followed" in problem.message
        assert not site.asked
