"""`load_api`: a text is an address, a Path is a file, a mapping is the document itself."""

from __future__ import annotations

import contextlib
import errno
import http.server
import os
import socket
import threading
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from apiref_nb.errors import (
    AddressError,
    DocumentSyntaxError,
    FileError,
    ShapeError,
    SourceError,
    TooLargeError,
    UnreachableError,
    UnsupportedError,
)
from apiref_nb.load import load_api

DOCUMENTS = Path(__file__).parent.parent / "documents"
SMALL = '{"openapi": "3.1.0", "info": {"title": "Small", "version": "1"}, "servers": [{"url": "/v1"}], "paths": {}}'


class Site:
    """A server on loopback that answers with what a test put there, and counts what was asked."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, bytes]] = {}
        self.moved: dict[str, str] = {}
        self.asked: Counter[str] = Counter()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked[self.path] += 1
                if self.path in site.moved:
                    self.send_response(302)
                    self.send_header("Location", site.moved[self.path])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                content_type, body = site.pages.get(self.path, ("", b""))
                self.send_response(200 if self.path in site.pages else 404)
                if content_type:
                    self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        """End the server."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def site():
    """Return a site of the test's own."""
    running = Site()
    yield running
    running.close()


def test_an_address_is_fetched_read_and_known_by_where_it_was_found(site):
    """Relative servers are joined to the final address, the source stays the one that was given."""
    site.pages["/docs/openapi.json"] = ("application/json", SMALL.encode())
    site.moved["/latest"] = "/docs/openapi.json"
    found = load_api(f"{site.address}/latest")
    assert found.title == "Small"
    assert found.source == f"{site.address}/latest"
    assert found.base_uri == f"{site.address}/docs/openapi.json"
    assert [each.resolved for each in found.servers] == [f"{site.address}/v1"]


def test_the_content_type_decides_else_the_extension(site):
    """YAML served as YAML, or by its name when the server says nothing of it."""
    text = (DOCUMENTS / "library-3.0.yaml").read_bytes()
    site.pages["/typed"] = ("application/yaml", text)
    site.pages["/named.yaml"] = ("", text)
    site.pages["/wrong"] = ("application/json", text)
    assert load_api(f"{site.address}/typed") == load_api(f"{site.address}/named.yaml")
    with pytest.raises(DocumentSyntaxError):
        load_api(f"{site.address}/wrong")


def test_the_extension_that_was_given_decides_before_the_one_it_leads_to(site):
    """Without a content type: the address given, and only when its name tells nothing, the final one."""
    text = (DOCUMENTS / "library-3.0.yaml").read_bytes()
    site.pages["/z.json"] = site.pages["/z.yaml"] = ("", text)
    site.moved["/spec.yaml"] = site.moved["/latest.php"] = "/z.json"
    site.moved["/latest"] = "/z.yaml"
    assert load_api(f"{site.address}/spec.yaml") == load_api(f"{site.address}/latest")
    with pytest.raises(DocumentSyntaxError, match=r"the name ends in \.json"):
        load_api(f"{site.address}/latest.php")


def test_an_error_shows_the_address_as_it_was_written(site):
    """The caller finds what they typed: capitals, dots and fragment stand, whoever refuses and whatever is kept."""
    site.pages["/b?x"] = ("", b"{")
    written = site.address.replace("http://127", "HTTP://127") + "/A/../b?x#f"
    for address in (f"{site.address}/b?x", written):
        with pytest.raises(DocumentSyntaxError) as caught:
            load_api(address)
        assert caught.value.source == address
    assert site.asked["/b?x"] == 1
    with pytest.raises(UnreachableError) as missing:
        load_api(written.replace("b?x", "gone"))
    assert missing.value.source == written.replace("b?x", "gone")


def test_within_the_window_the_same_api_comes_back_without_a_request(site):
    """The very object: what was read once is not read again."""
    site.pages["/a.json"] = ("application/json", SMALL.encode())
    first, second = load_api(f"{site.address}/a.json"), load_api(f"{site.address}/a.json")
    assert first is second
    assert site.asked["/a.json"] == 1


def test_without_a_window_the_server_is_asked_and_new_bytes_are_read(site):
    """`revalidate=0` fetches each time; the same bytes are still read once, other bytes anew."""
    site.pages["/b.json"] = ("application/json", SMALL.encode())
    first, second = (load_api(f"{site.address}/b.json", revalidate=0) for _ in range(2))
    assert first is second
    site.pages["/b.json"] = ("application/json", SMALL.replace("Small", "Other").encode())
    assert load_api(f"{site.address}/b.json", revalidate=0).title == "Other"
    assert site.asked["/b.json"] == 3


def test_the_same_bytes_at_two_addresses_are_two_apis(site):
    """Relative servers depend on the address."""
    site.pages["/c.json"] = site.pages["/d.json"] = ("application/json", SMALL.encode())
    assert load_api(f"{site.address}/c.json").base_uri != load_api(f"{site.address}/d.json").base_uri


@pytest.mark.parametrize(
    ("body", "error"),
    [(b"{", DocumentSyntaxError), (b'{"openapi": "4.0"}', UnsupportedError), (b"<html></html>", DocumentSyntaxError)],
)
def test_what_is_no_openapi_is_an_error_that_names_the_address(site, body, error):
    """The source of the error is the address as it was given."""
    site.pages["/e"] = ("", body)
    with pytest.raises(error) as caught:
        load_api(f"{site.address}/e")
    assert caught.value.source == f"{site.address}/e"


def test_a_redirect_to_a_login_page_is_named(site):
    """What came is a page of HTML: the cause says where the address led, without the query."""
    site.moved["/openapi.json"] = "/login?back=secret"
    site.pages["/login?back=secret"] = ("text/html", b"<!doctype html><html></html>")
    with pytest.raises(DocumentSyntaxError) as caught:
        load_api(f"{site.address}/openapi.json")
    assert caught.value.source == f"{site.address}/openapi.json"
    assert caught.value.cause.endswith(f"; the address redirects to {site.address}/login")


def test_a_missing_page_is_unreachable(site):
    """Any status other than 2xx."""
    with pytest.raises(UnreachableError):
        load_api(f"{site.address}/gone")


def test_network_public_contacts_no_loopback(site):
    """The argument reaches the fetch."""
    with pytest.raises(AddressError):
        load_api(f"{site.address}/a.json", network="public")
    assert not site.asked


def test_a_text_is_always_an_address():
    """Even when a file of that name exists."""
    with pytest.raises(AddressError):
        load_api(str(DOCUMENTS / "library-2.0.json"))


def test_a_path_is_read_by_its_extension_else_its_first_character(tmp_path):
    """A file has no address, so relative servers stay unresolved."""
    plain = tmp_path / "openapi"
    plain.write_text(SMALL, encoding="utf-8")
    found = load_api(plain)
    assert (found.title, found.base_uri, found.source) == ("Small", "", str(plain))
    assert [each.resolved for each in found.servers] == [""]
    assert load_api(DOCUMENTS / "library-2.0.json") == load_api(DOCUMENTS / "library-3.0.yaml")


def test_a_mapping_is_the_document():
    """It is read as it is, and never changed."""
    given = {"openapi": "3.1.0", "info": {"title": "M", "version": "1"}, "paths": {}}
    assert load_api(given).title == "M"
    assert given == {"openapi": "3.1.0", "info": {"title": "M", "version": "1"}, "paths": {}}


def unreadable(folder: Path) -> dict[str, Path]:
    """Return what is no readable file, by the words that must say so."""
    (folder / "itself.json").symlink_to("itself.json")
    (folder / "one.json").symlink_to("two.json")
    (folder / "two.json").symlink_to("one.json")
    (folder / "dangling.json").symlink_to("moved.json")
    (folder / "plain.json").write_text("{}", "utf-8")
    listening = socket.socket(socket.AF_UNIX)
    with contextlib.closing(listening):
        listening.bind(str(folder / "s"))
    return {
        "there is no such file": folder / "nowhere",
        "this is a directory; give the file in it": folder,
        "the file cannot be read: no file can have this name": Path("a\0b"),
        "links lead in a circle here (itself.json -> itself.json); a link must lead to a file": folder / "itself.json",
        "links lead in a circle here (one.json -> two.json); a link must lead to a file": folder / "one.json",
        "links lead in a circle here; a link must lead to a file": folder / "itself.json" / "api.json",
        "this link leads to a file that is not there (dangling.json -> moved.json)": folder / "dangling.json",
        "this is a device; give a file or a pipe": Path("/dev/zero"),
        "this is a socket; give a file or a pipe": folder / "s",
        "a part of this path is a file where a folder should be": folder / "plain.json" / "api.json",
        "this name is longer than a file's name may be": folder / ("x" * 300),
    }


def test_what_is_no_readable_file_says_why(tmp_path):
    """Each a FileError with one clear cause; nothing is left to the name of an exception."""
    for words, path in unreadable(tmp_path).items():
        with pytest.raises(FileError) as caught:
            load_api(path)
        assert caught.value.cause == words
    assert issubclass(FileError, SourceError)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "this file may not be read: its permissions"),
        (errno.EIO, "the file cannot be read: Input/output"),
    ],
)
def test_what_the_system_refuses_is_told_in_its_words(tmp_path, monkeypatch, number, words):
    """Root may read everything, so that the system's answer is played here."""

    def refused(*_args, **_options):
        raise OSError(number, os.strerror(number))

    (tmp_path / "a.json").write_text("{}", "utf-8")
    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(FileError, match=words):
        load_api(tmp_path / "a.json")


def test_a_pipe_is_read_to_its_end(tmp_path):
    """A named pipe holds a document as a file does, up to the same size."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def loaded(content: bytes):
        with ThreadPoolExecutor(1) as writer:
            written = writer.submit(pipe.write_bytes, content)
            try:
                return load_api(pipe)
            finally:
                with contextlib.suppress(BrokenPipeError):  # the reader has had enough
                    written.result()

    assert loaded(b'{"openapi": "3.1.0", "info": {"title": "Piped", "version": "1"}, "paths": {}}').title == "Piped"
    with pytest.raises(TooLargeError, match="the document has more than 10,485,760 bytes"):
        loaded(b" " * (11 * 1024 * 1024))


def test_a_missing_file_says_where_it_was_looked_for(tmp_path, monkeypatch):
    """A relative path is looked up in the kernel's folder, which is seldom the one in mind; near names are offered."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "petstore.yaml").write_text("", "utf-8")
    with pytest.raises(FileError) as caught:
        load_api(Path("petstore.yml"))
    assert caught.value.cause == f"there is no such file (looked in {tmp_path}); did you mean petstore.yaml?"
    with pytest.raises(FileError, match=r"no such file \(looked in [^;]*\)$"):
        load_api(Path("orders.yaml"))  # only its ending is that of the file that is there
    with pytest.raises(FileError) as caught:
        load_api(tmp_path / "no" / "x.json")
    assert caught.value.sentence == "There is no such file."


def test_a_file_over_the_limit_is_too_large(tmp_path):
    """10 MB, as for addresses; one byte less is only bad JSON."""
    big = tmp_path / "big.json"
    big.write_bytes(b" " * (10 * 1024 * 1024 + 1))
    with pytest.raises(TooLargeError, match=r"10,485,761 bytes"):
        load_api(big)
    big.write_bytes(b" " * (10 * 1024 * 1024))
    with pytest.raises(DocumentSyntaxError):
        load_api(big)


@pytest.mark.parametrize("source", [None, 5, ["a"]])
def test_anything_else_is_a_wrong_shape(source):
    """The message says what a source may be."""
    with pytest.raises(
        ShapeError, match=r"source: must be an address as text, a pathlib\.Path, a mapping, bytes or an open file"
    ):
        load_api(source)


def test_an_error_comes_without_the_frames_of_the_package(tmp_path):
    """A reader of a cell sees the sentence, not how the package came to it."""
    with pytest.raises(FileError) as caught:
        load_api(tmp_path / "none.json")
    assert caught.value.__suppress_context__
    assert len(list(traceback.walk_tb(caught.value.__traceback__))) == 2  # this line and `load_api`
