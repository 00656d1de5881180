"""YAML texts through `parse`: the core schema of YAML 1.2, and what JSON has no form for as Problems."""

from __future__ import annotations

import subprocess
import sys

import pytest

from apiref_nb.errors import DocumentSyntaxError, TooLargeError, UnsupportedError
from apiref_nb.parsing.document import ReadLimits, locate_all, parse

SCALARS = [
    # null
    ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None), ("nULL", "nULL"), ("None", "None"),
    ("nil", "nil"), ("'~'", "~"), ('""', ""), ("# only a comment", None),
    # booleans
    ("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False),
    ("yes", "yes"), ("Yes", "Yes"), ("no", "no"), ("NO", "NO"), ("on", "on"), ("off", "off"), ("y", "y"), ("n", "n"),
    ("tRUE", "tRUE"), ("'true'", "true"), ('"false"', "false"),
    # integers
    ("0", 0), ("-0", 0), ("+0", 0), ("12", 12), ("+12", 12), ("-12", -12), ("010", 10), ("007", 7), ("0o10", 8),
    ("0o7", 7), ("0o8", "0o8"), ("0O7", "0O7"), ("-0o7", "-0o7"), ("0x1F", 31), ("0xff", 255), ("0XFF", "0XFF"),
    ("0xg", "0xg"), ("-0x1", "-0x1"), ("0b11", "0b11"), ("1_000", "1_000"), ("1,000", "1,000"), ("'12'", "12"),
    ('"0x1F"', "0x1F"), ("12 # twelve", 12), ("\u0661", "\u0661"), ("+", "+"), ("-1-1", "-1-1"),
    # floats
    ("0.5", 0.5), ("-0.5", -0.5), ("+0.5", 0.5), (".5", 0.5), ("-.5", -0.5), ("5.", 5.0), ("1e3", 1000.0),
    ("1E3", 1000.0), ("1e+3", 1000.0), ("1.5e-3", 0.0015), (".5e1", 5.0), ("1e", "1e"), ("e3", "e3"), (".", "."),
    ("..", ".."), ("1.2.3", "1.2.3"), ("3.0", 3.0), ("3.0.3", "3.0.3"), ("1.0e", "1.0e"), ("'1.5'", "1.5"),
    ("inf", "inf"), ("nan", "nan"), ("NaN", "NaN"), (".Inf1", ".Inf1"), (".nAn", ".nAn"),
    # what YAML 1.1 would turn into something else
    ("18:00", "18:00"), ("1:30:00", "1:30:00"), ("2001-12-14", "2001-12-14"),
    ("2001-12-14T21:59:43.10-05:00", "2001-12-14T21:59:43.10-05:00"), ("=", "="), ("<<", "<<"), ("0.1.0", "0.1.0"),
    # text
    ("a b", "a b"), ("a:b", "a:b"), ("a#b", "a#b"), ("a # b", "a"), ("http://a/b?c=d&e", "http://a/b?c=d&e"),
    ("-a", "-a"), ("?a", "?a"), (":a", ":a"), ("a,b", "a,b"), ("a]b", "a]b"), ("é", "é"), ("😀", "😀"),
    ("'it''s'", "it's"), ("'a\\n'", "a\\n"), ('"a\\n"', "a\n"), ('"\\x41\\u0042\\U00000043"', "ABC"), ('"\\e"', "\x1b"),
    ('"\\0"', "\0"), ('"\\/"', "/"), ('"\\N\\_\\L\\P"', "\x85\xa0\u2028\u2029"), ('"\\\ta"', "\ta"),
    ('"a\n  b"', "a b"), ('"a\n\n  b"', "a\nb"), ('"a\\\n  b"', "ab"), ("'a\n  b'", "a b"), ("a\n  b", "a b"),
    ("|\n a\n b\n", "a\nb\n"), ("|-\n a\n b\n", "a\nb"), ("|+\n a\n\n", "a\n\n"), (">\n a\n b\n", "a b\n"),
    (">-\n a\n\n b\n", "a\nb"), ("|2\n   a\n", " a\n"), ("|\n 12\n", "12\n"), ("|\n true", "true"),
    (">\n a\n  b\n c\n", "a\n b\nc\n"),
    # collections
    ("[]", []), ("{}", {}), ("[1, a, true]", [1, "a", True]), ("[1, ]", [1]), ("{a: 1, b: 2}", {"a": 1, "b": 2}),
    ("{a: 1, }", {"a": 1}), ('{"a":1}', {"a": 1}), ("{a, b: }", {"a": None, "b": None}), ("[a: 1]", [{"a": 1}]),
    ("[[1], {a: []}]", [[1], {"a": []}]), ("\n- 1\n- 2", [1, 2]),
    ("\n  - - 1\n    - 2\n  - a: 1\n    b: 2", [[1, 2], {"a": 1, "b": 2}]),
    ("\n  -\n  - ~\n  - ''", [None, None, ""]), ("\n  ? a\n  : 1", {"a": 1}),
    ("\n  ? a\n  ? b", {"a": None, "b": None}),
    ("\n  a:\n  - 1\n  b: 2", {"a": [1], "b": 2}), ("\n  a: 1 # c\n  # d\n\n  b: 2", {"a": 1, "b": 2}),
    # keys are text, as written
    ("{200: ok}", {"200": "ok"}), ("{2XX: ok}", {"2XX": "ok"}), ("{true: 1}", {"true": 1}), ("{no: 1}", {"no": 1}),
    ("{null: 1}", {"null": 1}), ("{~: 1}", {"~": 1}), ("{1.0: 1}", {"1.0": 1}), ("{0x10: 1}", {"0x10": 1}),
    ("{'a b': 1}", {"a b": 1}), ('{"a\\tb": 1}', {"a\tb": 1}), ("{2001-12-14: 1}", {"2001-12-14": 1}),
    ("\n  /pets/{id}:\n    get: 1", {"/pets/{id}": {"get": 1}}), ("\n  '': 1", {"": 1}),
    ("\n  '<<': {a: 1}", {"<<": {"a": 1}}),
    # tags of the core schema
    ("!!str 12", "12"), ("!!str true", "true"), ("!!str", ""), ("!!int '12'", 12), ("!!int 0x1F", 31),
    ("!!float 1", 1.0), ("!!float '1.5'", 1.5), ("!!bool 'true'", True), ("!!null ''", None),
    ("!!map {a: 1}", {"a": 1}),
    ("!!seq [1]", [1]), ("!<tag:yaml.org,2002:str> 1", "1"), ("! {a: 1}", {"a": 1}), ("! [1]", [1]),
    # anchors
    ("[&a x, *a]", ["x", "x"]), ("[&a 1, *a]", [1, 1]), ("[&a [1], *a]", [[1], [1]]), ("[&a 1, &a 2, *a]", [1, 2, 2]),
    ("{&k a: 1, b: *k }", {"a": 1, "b": "a"}), ("[&a b, {*a : 1}]", ["b", {"b": 1}]), ("[&a '', *a]", ["", ""]),
    ("[&a 5, {*a : 1}]", [5, {"5": 1}]), ("[&a !!str 5, *a]", ["5", "5"]),
]  # fmt: skip

REFUSED = [
    "a: b: c", "a: 'x", 'a: "x', 'a: "\\q"', "a: [1", "a: {b", "a: [1}", "a: ]", "a: }", "a: @b", "a: `b`", "a: %b",
    "a:\n\tb: 1", "a:\n\t- 1", "a: 1\n b: 2", "- 1\na: 2", "a: 1\n- 2", "a\nb: 1", "a: *b", "*a", "a: &b *b",
    "a: &", "a: *", "a: !<x 1", "a: !e!x 1", "a: |x\n b", "a: >9\n b", "a: \x01", "a: \x00", "a: \x7f", "a: \ufffe",
    "a: \x1b[0m",
    "%YAML 2.0\n---\na: 1", "%YAML 1.2\n%YAML 1.2\n---\na: 1", "%TAG ! x\n%TAG ! y\n---\na: 1", "%YAML 1.2\na: 1",
    "--- a\n--- b", "a: 1\n---\nb: 2", "a: 1\n...\nb: 2", "---\n---\na: 1", "a: 1\n---\n{}", "a: 1\n---\n''",
    "a: 1\n---\n[", "{a: 1}}",
    "{a: 1} b", "a: 'x' y", 'a: "x" y', "? a\n: b: c: d", "a: - 1", "[a, b]: [", 'a: "\\ud800"', 'a: "\\xZZ"',
    "a: &x &y 1",
    "a: !!str !!int 1", "a: ,", "a: [,]", "a: {,}", "{a: 1, b", "a: >\n\tx\n y: 1\nz",
]  # fmt: skip


def read(text: str, **options):
    return parse(text.encode("utf-8", "surrogatepass"), source="a.yaml", content_type="application/yaml", **options)


@pytest.mark.parametrize(("text", "value"), SCALARS, ids=range(len(SCALARS)))
def test_yaml_has_the_value_that_the_core_schema_gives(text, value):
    """YAML 1.2.2: each of these nodes is valid, and means this."""
    document = read("v: " + text)

    assert document.root == {"v": value}
    assert repr(document.root["v"]) == repr(value)
    assert document.problems == ()
    assert document.kind == "yaml"


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_invalid_yaml_is_refused_with_its_place(text):
    """None of these streams is one YAML document."""
    with pytest.raises(DocumentSyntaxError, match=r"^a\.yaml: not valid YAML: ") as caught:
        read(text)

    assert f"line {caught.value.line}, column {caught.value.column}" in caught.value.cause
    assert caught.value.cause.isprintable()


@pytest.mark.parametrize(
    ("text", "words", "line", "column"),
    [
        ("a:\n\tb: 1", "a tab cannot indent, use spaces", 2, 1),
        ("info:\n  title: a: b", "must be in quotes", 2, 11),
        ("a: @b", 'put the value in quotes, for it starts with "@"', 1, 4),
        ("a: 1\n---\nb: 2", "a second document starts here", 2, 1),
        ("a:\n - *nope", r'the alias "\*nope" names no earlier anchor', 2, 4),
        ("é: 1\nb: \x1b[31m", r"the character U\+001B is not allowed", 2, 4),
        ("a: [1,\nb: 2\n", "while parsing a flow sequence that starts on line 1", 3, 1),
        ('a: "\\ud83d\\ude00"', r"written as \\U and eight hex digits", 1, 7),
    ],
)
def test_a_yaml_fault_is_named_where_it_is(text, words, line, column):
    """The author of a broken document is told what to mend, and where."""
    with pytest.raises(DocumentSyntaxError, match=words) as caught:
        read(text)

    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text", ["", " \n", "\n\n", "# nothing\n", "---\n", "---\n...\n", "---\n# c\n", "\ufeff", "%YAML 1.2\n---\n"]
)
def test_an_empty_document_is_refused(text):
    """Nothing to show is condition four."""
    with pytest.raises(DocumentSyntaxError, match="the document is empty"):
        read(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [("- a", "an array"), ("a", "plain text"), ("null", "null"), ("true", "a boolean"), ("12", "a single value")],
)
def test_a_root_that_is_no_object_is_not_an_openapi_document(text, found):
    """The text is valid YAML, so the fault is another."""
    with pytest.raises(UnsupportedError, match=f"an object at its root; this one is {found}"):
        read(text)


@pytest.mark.parametrize(
    ("text", "root", "place", "words"),
    [
        ("a: 1\nb: 2\na: 3", {"a": 3, "b": 2}, ("#/a", 3, 1), '"a" is written more than once'),
        ("x:\n  - {200: a, '200': b}", {"x": [{"200": "b"}]}, ("#/x/0/200", 2, 14), "more than once"),
        ("a: .inf", {"a": ".inf"}, ("#/a", 1, 4), "out of range and is kept as text"),
        ("a: -.INF", {"a": "-.INF"}, ("#/a", 1, 4), "out of range"),
        ("a: .nan", {"a": ".nan"}, ("#/a", 1, 4), "out of range"),
        ("a: 1e999", {"a": "1e999"}, ("#/a", 1, 4), "out of range"),
        ("a: " + "1" * 5000, {"a": "1" * 5000}, ("#/a", 1, 4), "5,000 characters"),
        ("a: 0x" + "f" * 4000, {"a": "0x" + "f" * 4000}, ("#/a", 1, 4), "4,002 characters"),
        ("a: !foo 12", {"a": "12"}, ("#/a", 1, 4), 'the tag "!foo" is not one of'),
        ("a: !!timestamp 2001-12-14", {"a": "2001-12-14"}, ("#/a", 1, 4), '"!!timestamp"'),
        ("a: !!python/object:os.system x", {"a": "x"}, ("#/a", 1, 4), "read as text"),
        ("a: !!set {b}", {"a": {"b": None}}, ("#/a", 1, 4), "read as a plain mapping"),
        ("a: !!omap [b: 1]", {"a": [{"b": 1}]}, ("#/a", 1, 4), "read as a plain sequence"),
        ("a: !!str [b]", {"a": ["b"]}, ("#/a", 1, 4), '"!!str"'),
        ("a: !!int x", {"a": "x"}, ("#/a", 1, 4), "is not what its tag"),
        ("? [a, b]\n: 1\nc: 2", {"c": 2}, ("#", 1, 8), "not a collection; this member is left out"),
        ("x: &x {}\ny:\n  *x : 1", {"x": {}, "y": {}}, ("#/y", 3, 3), "a key must be text"),
        ("a: &a [1, *a]", {"a": [1, None]}, ("#/a/1", 1, 11), "stands inside the value it names"),
        ("a: &a {b: {c: *a}}", {"a": {"b": {"c": None}}}, ("#/a/b/c", 1, 15), "null is put in its place"),
        ("a:\n  <<: 1\n  b: 2", {"a": {"b": 2}}, ("#/a/<<", 2, 7), "nothing is merged"),
        ("a:\n  <<: [{b: 1}, 2]", {"a": {}}, ("#/a/<<", 2, 17), "nothing is merged"),
    ],
)
def test_what_json_has_no_form_for_is_a_problem_in_its_place(text, root, place, words):
    """A bad part never costs the rest of the document."""
    document = read(text)

    assert document.root == root
    (problem,) = document.problems
    assert (problem.pointer, problem.line, problem.column) == place
    assert words in problem.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<<: *x", {"p": 1, "q": 2}),
        ("<<: *x\n  q: 3", {"p": 1, "q": 3}),
        ("q: 3\n  <<: *x", {"q": 3, "p": 1}),
        ("<<: [*x, {p: 5, r: 6}]", {"p": 1, "q": 2, "r": 6}),
        ("<<: {p: 7}", {"p": 7}),
        ("<<: *x\n  <<: {r: 8}", {"p": 1, "q": 2, "r": 8}),
        ("<<: []", {}),
    ],
)
def test_merge_keys_are_obeyed(text, expected):
    """YAML 1.2 has no merge keys, yet documents rely on them: own members win, then the earlier source."""
    document = read(f"x: &x {{p: 1, q: 2}}\nv:\n  {text}\n")

    assert document.root["v"] == expected
    assert document.root["x"] == {"p": 1, "q": 2}
    assert document.problems == ()


def test_a_key_repeated_after_a_merge_is_still_a_problem():
    """Replacing a merged member is fine once; writing one's own twice is not."""
    document = read("x: &x {p: 1}\nv:\n  <<: *x\n  p: 2\n  p: 3\n")

    assert document.root["v"] == {"p": 3}
    assert [(problem.pointer, problem.line) for problem in document.problems] == [("#/v/p", 5)]


def test_an_alias_shares_what_it_names():
    """Sharing keeps a document with many aliases small."""
    root = read("a: &a {b: [1]}\nc: *a").root

    assert root["a"] is root["c"]


def test_a_document_end_or_an_empty_second_document_is_harmless():
    """Many generators close a file with a separator."""
    for text in ["a: 1\n...\n", "---\na: 1\n...\n", "a: 1\n---\n", "a: 1\n---\n# c\n", "%YAML 1.2\n---\na: 1"]:
        assert read(text).root == {"a": 1}


BOMB = (
    "a: &a ["
    + "x," * 9
    + "]\n"
    + "".join(f"{y}: &{y} [{','.join([f'*{x}'] * 9)}]\n" for x, y in zip("abcdefgh", "bcdefghi", strict=True))
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "the aliases .* repeat too many values; at most 250,000"),
        ("k0: &k0 {x: 1}\n" + "".join(f"k{i}: &k{i} {{<<: *k{i - 1}, x{i}: 1}}\n" for i in range(1, 5000)), "aliases"),
        ("a: &a 1\nb: [" + "*a," * 300_000 + "]", "aliases"),
        ("a0: &a0 [1]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 300)), "nested too deep"),
        ("- " * 300_000, "nested too deep; at most 200 levels"),
        ("? " * 300_000, "nested too deep"),
        ("a: " + "[" * 5_000_000, "nested too deep"),
        ("a: " + "{a: " * 2_000_000, "nested too deep"),
        ("a: [" + "1," * 2_100_000 + "]", "too many values; at most 2,000,000"),
        ("".join(f"%TAG !t{i}! x\n" for i in range(200)) + "---\na: 1", "more than 100 %TAG lines"),
    ],
    ids=["bomb", "merges", "aliases", "alias depth", "dashes", "question marks", "flow", "flow maps", "values", "tags"],
)
def test_a_hostile_document_ends_as_too_large(text, words):
    """Neither memory nor time nor the stack runs out."""
    with pytest.raises(TooLargeError, match=words):
        read(text)


def test_depth_is_counted_exactly():
    """The 200th level is read, the 201st is not."""
    assert read("a: " + "[" * 199 + "]" * 199).root
    with pytest.raises(TooLargeError, match="nested too deep"):
        read("a: " + "[" * 200 + "]" * 200)


def test_limits_are_the_callers():
    """A service may allow less."""
    limits = ReadLimits(depth=3, nodes=10, alias_nodes=2)
    assert read("a: &a [1]\nb: *a", limits=limits).root == {"a": [1], "b": [1]}
    with pytest.raises(TooLargeError, match="at most 2 may be repeated"):
        read("a: &a [1]\nb: *a\nc: *a", limits=limits)


def test_a_million_repeated_keys_make_a_bounded_list():
    """The rest is counted in a last line."""
    document = read("a: 1\n" * 1000)

    assert len(document.problems) == 201
    assert document.problems[-1].message.startswith("799 more problems")


def test_deep_nesting_leaves_the_process_alive():
    """25,000 nested sequences end the process of a reader that recurses in C; here, in a child with a small stack."""
    code = (
        "import threading\n"
        "from apiref_nb.errors import TooLargeError\n"
        "from apiref_nb.parsing.document import ReadLimits, parse\n"
        "def read():\n"
        "    for limits in (ReadLimits(), ReadLimits(depth=10**9)):\n"
        "        try:\n"
        "            parse(b'a:\\n ' + b'- ' * 25_000, source='deep', limits=limits)\n"
        "            print('read')\n"
        "        except TooLargeError:\n"
        "            print('too large')\n"
        "threading.stack_size(512 * 1024)\n"
        "thread = threading.Thread(target=read)\n"
        "thread.start()\n"
        "thread.join()\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=900, check=False)

    assert (done.returncode, done.stdout.split("\n")) == (0, ["too large", "read", ""]), done.stderr


def test_the_python_parser_reads_what_libyaml_reads(monkeypatch):
    """Where PyYAML came without libyaml, the result is the same."""
    import yaml

    from apiref_nb.parsing import yaml_text

    text = "a: &a [1, 'x', {b: no}]\nc: *a\n<<: {d: 0x1F}\n200: !!str 1\ne: |\n  f\n"
    expected = read(text)
    monkeypatch.setattr(yaml_text, "_EventParser", yaml.SafeLoader)

    assert read(text) == expected
    with pytest.raises(DocumentSyntaxError, match=r"U\+0001 is not allowed in a document .line 1, column 4"):
        read("a: \x01")
    with pytest.raises(DocumentSyntaxError, match="line 2"):
        read("a:\n  b: c: d")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: x{}y\nb: 1", {"a": "x{}y", "b": 1}),
        ('a: "x{}y"\nb: 1', {"a": "x{}y", "b": 1}),
        ('a: "x {} y"\nb: 1', {"a": "x {} y", "b": 1}),
        ("a: 'x{}y'\nb: 1", {"a": "x{}y", "b": 1}),
        ("a: |\n  x{}y\nb: 1", {"a": "x{}y\n", "b": 1}),
        ("a: >\n  x{}y\n  z\nb: 1", {"a": "x{}y z\n", "b": 1}),
        ("k{}: [u{}v]\nb: 1 # x{}y", {"k{}": ["u{}v"], "b": 1}),
    ],
)
@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
def test_only_lf_and_cr_break_a_line_of_yaml(text, expected, char):
    """YAML 1.2.2 section 5.4: U+0085, U+2028 and U+2029, breaks in YAML 1.1, are characters like others."""
    filled = {
        key.replace("{}", char): [item.replace("{}", char) for item in value]
        if isinstance(value, list)
        else value.replace("{}", char)
        if isinstance(value, str)
        else value
        for key, value in expected.items()
    }

    document = read(text.replace("{}", char))

    assert document.root == filled
    assert document.problems == ()
    assert locate_all(document, ["#/b"])["#/b"].line == text.count("\n") + 1


def test_a_fault_after_an_old_line_break_has_its_true_line_and_column():
    """The author's editor counts the lines; what the reader puts in the place of a character is never seen."""
    with pytest.raises(DocumentSyntaxError, match="starts with") as caught:
        read("a: x\u2028y\nb: ['\u0085', @c]")

    assert (caught.value.line, caught.value.column) == (2, 10)


def test_private_use_characters_stay_beside_old_line_breaks():
    """What stands for a character while parsing is never one that the text holds or writes as an escape."""
    document = read('a: "\ue000\\ue001\\U0000E002\u2028"\nb\u2029: &x 1\nc: *x')

    assert document.root == {"a": "\ue000\ue001\ue002\u2028", "b\u2029": 1, "c": 1}
