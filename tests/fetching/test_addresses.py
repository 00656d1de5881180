"""What counts as an address: the strict reading of the text that a caller or a redirect gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apiref_nb.errors import AddressError
from apiref_nb.fetching.addresses import InvalidAddress, join_address, parse_address, without_credentials
from apiref_nb.fetching.fetch import fetch

REFUSED = {
    "": "it is empty",
    " http://h/": "stands before or after",
    "http://h/\n": "stands before or after",
    "\u00a0http://h/": "stands before or after",
    "petstore.json": "given as a pathlib.Path",
    "/srv/petstore.json": "given as a pathlib.Path",
    "C:\\specs\\petstore.json": "given as a pathlib.Path",
    "//h/x": "must begin with http:// or https://",
    "ftp://h/x": '(found "ftp:")',
    "file:///etc/passwd": '(found "file:")',
    "javascript:alert(1)": '(found "javascript:")',
    "data:,{}": '(found "data:")',
    "httpx://h/": '(found "httpx:")',
    "http:h": "two slashes",
    "http:/h/x": "two slashes",
    "http:": "two slashes",
    "http://": "host is empty",
    "http:///x": "host is empty",
    "http://?x": "host is empty",
    "http://#x": "host is empty",
    "http://:80/": "host is empty",
    "http://\u00ad/": "host is empty",
    "http://h/a b": "U+0020 at character 11",
    "http://h/\ta": "U+0009",
    "http://h/a\r\nX: y": "U+000D",
    "http://h/\x00": "U+0000",
    "http://h/\x7f": "U+007F",
    "http://h/\x9b31m": "U+009B",
    "http://h/\u2028x": "U+2028",
    "http://h/\ud800": "U+D800",
    "http://h/\ufffe": "U+FFFE",
    "http://h\\x": "backslash",
    "http://h/a\\b": "backslash",
    "http://u@h/": "password",
    "http://u:p@h/": "password",
    "http://:@h/": "password",
    "http://@h/": "password",
    "http://h:0/": "port must be",
    "http://h:65536/": "port must be",
    "http://h:-1/": "port must be",
    "http://h:80a/": "port must be",
    "http://h:\u0661/": "port must be",
    "http://h:80:80/": "port must be",
    "http://h:99999999999999999999/": "port must be",
    "http://a<b/": "no host may have (U+003C)",
    "http://a|b/": "no host may have",
    "http://a^b/": "no host may have",
    "http://a%00b/": "no host may have (U+0000)",
    "http://a%b/": "no host may have (U+0025)",
    "http://a%zzb/": "no host may have (U+0025)",
    "http://a%2fb/": "no host may have (U+002F)",
    "http://a%40b/": "no host may have (U+0040)",
    "http://a\uff0fb/": "no host may have (U+002F)",
    "http://%ff/": "not UTF-8",
    "http://a..b/": "empty part",
    "http://.a/": "empty part",
    "http://./": "empty part",
    f"http://{'a' * 64}/": "longer than a name",
    f"http://{'a.' * 127}a/": "longer than a name",
    "http://xn--/": "stands for nothing",
    "http://xn--a/": "not a valid international name",
    "http://xn--abc-/": "stands for nothing",
    "http://xn--\u00e4/": "not a valid international name",
    "http://\u0301a/": "not a valid international name",
    "http://a\u200db/": "joining character",
    "http://\u05d0a/": "not a valid international name",
    "http://[::1/": "no closing bracket",
    "http://[]/": "not an IPv6 address",
    "http://[1.2.3.4]/": "not an IPv6 address",
    "http://[::g]/": "not an IPv6 address",
    "http://[1:2:3:4:5:6:7:8:9]/": "not an IPv6 address",
    "http://[fe80::1%25eth0]/": "network interface",
    "http://[::1]x/": "closing bracket",
    "http://a]/": "no host may have",
    "http://1.2.3.4.5/": "more than four parts",
    "http://256.1.1.1/": "too large",
    "http://1.2.3.256/": "too large",
    "http://1.2.65536/": "too large",
    "http://4294967296/": "too large",
    "http://0x100000000/": "too large",
    "http://1..4/": "not a number",
    "http://1.2.3.08/": "not a number",
    "http://a.b.1/": "not a number",
    "http://a.0x/": "not a number",
    "http://09/": "not a number",
    f"http://{'9' * 5000}/": "not a number",
    "http://h/" + "a" * 9000: "longer than 8192 characters (found 9009)",
}

READ = {
    "HTTP://EXAMPLE.COM": "http://example.com/",
    "https://example.com:443/a": "https://example.com/a",
    "http://example.com:/a": "http://example.com/a",
    "http://example.com:00080/a": "http://example.com/a",
    "https://example.com:80/a": "https://example.com:80/a",
    "http://example.com?x=1": "http://example.com/?x=1",
    "http://example.com/?": "http://example.com/?",
    "http://example.com/a#b?c": "http://example.com/a",
    "http://example.com./a": "http://example.com./a",
    "http://pet_store:8000/a": "http://pet_store:8000/a",
    "http://ex%61mple.com/": "http://example.com/",
    "http://b\u00fccher.example/": "http://xn--bcher-kva.example/",
    "http://xn--bcher-kva.example/": "http://xn--bcher-kva.example/",
    "http://\u2603.example/": "http://xn--n3h.example/",
    "http://stra\u00dfe.example/": "http://xn--strae-oqa.example/",
    "http://\uff45xample\u3002com/": "http://example.com/",
    "http://\u05d0\u05d1.example/": "http://xn--4dbc.example/",
    "http://127.0.0.1:8000/x": "http://127.0.0.1:8000/x",
    "http://127.1/": "http://127.0.0.1/",
    "http://0x7f000001/": "http://127.0.0.1/",
    "http://0X7F.0.0.1/": "http://127.0.0.1/",
    "http://0x/": "http://0.0.0.0/",
    "http://2130706433/": "http://127.0.0.1/",
    "http://0177.0.0.01/": "http://127.0.0.1/",
    "http://\uff11\uff12\uff17.0.0.1/": "http://127.0.0.1/",
    "http://127.0.0.1./": "http://127.0.0.1/",
    "http://[::1]:5000/": "http://[::1]:5000/",
    "http://[0:0::0001]/": "http://[::1]/",
    "http://[::ffff:1.2.3.4]/": "http://[::ffff:102:304]/",
    "http://h/a/./b/../c": "http://h/a/c",
    "http://h/../../a": "http://h/a",
    "http://h/a/%2E%2e/b": "http://h/b",
    "http://h/a/..": "http://h/",
    "http://h/a/b/.": "http://h/a/b/",
    "http://h//a//b": "http://h//a//b",
    "http://h/caf\u00e9?q=\u00e9": "http://h/caf%C3%A9?q=%C3%A9",
    "http://h/a%zz": "http://h/a%zz",
    "http://h/{id}<x>": "http://h/%7Bid%7D%3Cx%3E",
    "http://h/pkg@1.2/openapi.json": "http://h/pkg@1.2/openapi.json",
    "http://h/?a=b&c=/?@:": "http://h/?a=b&c=/?@:",
}

JOINED = {
    "/b": "http://h:81/b",
    "b": "http://h:81/x/b",
    "./b": "http://h:81/x/b",
    "../b": "http://h:81/b",
    "?q": "http://h:81/x/y?q",
    "": "http://h:81/x/y?z",
    "#f": "http://h:81/x/y?z",
    "b#f": "http://h:81/x/b",
    "//other/b": "http://other/b",
    "https://other/b": "https://other/b",
    "b:c/d": None,
    "./b:c/d": "http://h:81/x/b:c/d",
    "http:b": None,
    "///b": None,
}


@pytest.mark.parametrize(("text", "words"), REFUSED.items(), ids=[ascii(text)[:60] for text in REFUSED])
def test_a_bad_address_is_refused_with_its_reason(text: str, words: str) -> None:
    """What a browser refuses, and what it silently mends, is an AddressError that says what is wrong."""
    with pytest.raises(AddressError) as caught:
        fetch(text)
    assert words in caught.value.cause
    assert not caught.value.sentence[0].islower()
    assert caught.value.sentence.endswith(".")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", ['{"openapi": "3.1.0"' + " " * 9000 + "}", "openapi: 3.1.0\ninfo: {}\n", "\n  {}"])
def test_the_text_of_a_document_is_told_from_an_address(text: str) -> None:
    """People paste the document itself: the cause says how to give it, and the text is not repeated at length."""
    with pytest.raises(AddressError, match=r"it is the text of a document; give the document as a mapping") as caught:
        fetch(text)
    assert len(caught.value.source) < 400


@pytest.mark.parametrize(("text", "expected"), READ.items(), ids=[ascii(text) for text in READ])
def test_an_address_has_one_spelling(text: str, expected: str) -> None:
    """Host, port, path and query are written as a browser writes them; the fragment is gone."""
    assert parse_address(text).text == expected


@pytest.mark.parametrize(("location", "expected"), JOINED.items(), ids=[ascii(text) for text in JOINED])
def test_a_redirect_is_read_relative_to_where_it_came_from(location: str, expected: str | None) -> None:
    """A Location may be absolute or relative in every way of RFC 3986; one with a colon first is absolute."""
    base = parse_address("http://h:81/x/y?z")
    if expected is None:
        with pytest.raises(InvalidAddress):
            join_address(base, location)
    else:
        assert join_address(base, location).text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://eve:secret@h/x", "http://h/x"),
        ("http://eve@h", "http://h"),
        ("http://eve:s@cr@t@h/x", "http://h/x"),
        ("http://eve:sec/ret@h/x", "http://h/x"),
        ("http://eve:sec?ret@h/x", "http://h/x"),
        ("http://eve:sec\\ret@h/x", "http://h/x"),
        ("http:eve:secret@h/x", "h/x"),
        ("eve:secret@h/x", "h/x"),
        ("//eve:secret@h/x", "h/x"),
        ("ftp://eve:secret@h/x", "ftp://h/x"),
        ("http:\\\\eve:secret@h/x", "h/x"),
        ("http://h/a b/pkg@1.2/x", "http://h/a b/pkg@1.2/x"),
        ("http://h /pkg@1.2/x", "http://1.2/x"),
        ("http://h:x/pkg@1.2", "http://1.2"),
        ("http://[::1]:80 /pkg@1", "http://1"),
        ("http://h/\x1b[31m\u202e", "http://h/\\x1b[31m\\u202e"),
    ],
)
def test_credentials_are_left_out_of_what_is_shown(text: str, expected: str) -> None:
    """An address that is refused is shown without what may be a user name or password, and without control codes."""
    assert without_credentials(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "http://eve:secret@h/",
        "http://eve:secret@h:x/",
        "http://eve:sec ret@h/",
        "http://eve:sec/ret@h/",
        "http://eve:secret@",
        "eve:secret@h",
        "http:eve:secret@h",
        "http:/eve:secret@h",
        " http://eve:secret@h",
        "\thttp://eve:secret@h",
        "http ://eve:secret@h",
        "http//eve:secret@h/x",
        "http://h\\eve:secret@x",
    ],
)
def test_no_message_repeats_a_password(text: str) -> None:
    """Neither source nor cause of the error holds the user name or the password, whatever else is wrong."""
    with pytest.raises(AddressError) as caught:
        fetch(text)
    for word in ("eve", "sec", "ret"):
        assert word not in str(caught.value)


url_like = st.one_of(
    st.text(),
    st.from_regex(r"\A(https?|ftp):/{0,3}([a-z:]{0,5}@)?[^/]{0,12}(:[0-9]{0,6})?(/[^#]{0,12})?\Z"),
    st.builds("http://{}/{}".format, st.text(max_size=12), st.text(max_size=12)),
)


@given(url_like)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text leads to another exception, and what is read is stable, plain ASCII and fit for a request."""
    assert without_credentials(text).isprintable()
    try:
        address = parse_address(text)
    except InvalidAddress as exc:
        reason = str(exc)
    else:
        reason = address.text
        assert parse_address(address.text) == address
        assert address.text.isascii()
        assert " " not in address.text
    assert reason.isprintable()


@given(
    st.text(), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="@/?#\\"), min_size=6, max_size=12)
)
def test_whatever_surrounds_it_a_password_is_not_shown(rest: str, secret: str) -> None:
    """Everything up to the last @ goes when the part before it could be credentials.

    `/`, `?` and `#` end the authority: `http://eve:00000#@h/` has a port and a fragment, and no password.
    """
    assert secret not in without_credentials(f"http://eve:{secret}@h/").removeprefix("http://h/")
    assert f":{secret}@" not in without_credentials(f"http://eve:{secret}@{rest}")
