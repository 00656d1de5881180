"""JSON texts through `parse`: RFC 8259 to the letter, and what it leaves open as Problems."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apiref_nb.errors import DocumentSyntaxError, TooLargeError
from apiref_nb.parsing.document import ReadLimits, parse

ACCEPTED = [
    ('{"v": 0}', 0),
    ('{"v": -0}', 0),
    ('{"v": 1}', 1),
    ('{"v": -1}', -1),
    ('{"v": 1234567890123456789012}', 1234567890123456789012),
    ('{"v": 0.5}', 0.5),
    ('{"v": -0.5}', -0.5),
    ('{"v": 1e3}', 1000.0),
    ('{"v": 1E3}', 1000.0),
    ('{"v": 1e+3}', 1000.0),
    ('{"v": 1E-3}', 0.001),
    ('{"v": 1.5e2}', 150.0),
    ('{"v": 0e0}', 0.0),
    ('{"v": 1e-400}', 0.0),
    ('{"v": true}', True),
    ('{"v": false}', False),
    ('{"v": null}', None),
    ('{"v": ""}', ""),
    ('{"v": "a"}', "a"),
    ('{"v": " "}', " "),
    ('{"v": "\\""}', '"'),
    ('{"v": "\\\\"}', "\\"),
    ('{"v": "\\/"}', "/"),
    ('{"v": "/"}', "/"),
    ('{"v": "\\b\\f\\n\\r\\t"}', "\b\f\n\r\t"),
    ('{"v": "\\u0041"}', "A"),
    ('{"v": "\\u00e9"}', "é"),
    ('{"v": "\\u00E9"}', "é"),
    ('{"v": "\\ud83d\\ude00"}', "😀"),
    ('{"v": "😀"}', "😀"),
    ('{"v": "\\u0000"}', "\0"),
    ('{"v": "\\u2028\\u2029"}', "\u2028\u2029"),
    ('{"v": "\u2028"}', "\u2028"),
    ('{"v": "\x7f"}', "\x7f"),
    ('{"v": "\x80"}', "\x80"),
    ('{"v": "\ufeff"}', "\ufeff"),
    ('{"v": "\uffff"}', "\uffff"),
    ('{"v": "\\\\u0041"}', "\\u0041"),
    ('{"v": "// no comment"}', "// no comment"),
    ('{"v": "NaN"}', "NaN"),
    ('{"v": []}', []),
    ('{"v": [ ]}', []),
    ('{"v": [1,2]}', [1, 2]),
    ('{"v": [[], [[]]]}', [[], [[]]]),
    ('{"v": {}}', {}),
    ('{"v": {"": 0}}', {"": 0}),
    ('{"v": {"a": {"a": 1}}}', {"a": {"a": 1}}),
    ('{"v": {"__proto__": 1}}', {"__proto__": 1}),
    ('{"v": {"\\u0061": 1}}', {"a": 1}),
    (' \t\r\n{ \t\r\n"v" \t\r\n: \t\r\n1 \t\r\n} \t\r\n', 1),
    ('{"v":[1,"a",true,null,{"b":[]}]}', [1, "a", True, None, {"b": []}]),
    ('\ufeff{"v": 1}', 1),
]

REFUSED = [
    '{"v": 01}',
    '{"v": -01}',
    '{"v": +1}',
    '{"v": .5}',
    '{"v": 1.}',
    '{"v": 1.e3}',
    '{"v": 1e}',
    '{"v": 1e+}',
    '{"v": -}',
    '{"v": - 1}',
    '{"v": 0x1F}',
    '{"v": 0o7}',
    '{"v": 1_000}',
    '{"v": 1 2}',
    '{"v": \u0661}',
    '{"v": NaN}',
    '{"v": Infinity}',
    '{"v": -Infinity}',
    '{"v": nan}',
    '{"v": inf}',
    '{"v": True}',
    '{"v": TRUE}',
    '{"v": tru}',
    '{"v": nul}',
    '{"v": None}',
    '{"v": undefined}',
    '{"v": a}',
    "{\"v\": 'a'}",
    "{'v': 1}",
    "{v: 1}",
    "{1: 1}",
    "{null: 1}",
    '{"v"}',
    '{"v":}',
    '{"v" 1}',
    '{"v": 1,}',
    '{"v": 1,,}',
    '{,"v": 1}',
    '{"v": 1 "w": 2}',
    '{"v": 1; "w": 2}',
    '{"v": 1]',
    '{"v": [1}',
    '{"v": [1,]}',
    '{"v": [,1]}',
    '{"v": [1,,2]}',
    '{"v": [1 2]}',
    '{"v": [}',
    '{"v": ]}',
    '{"v": 1}}',
    '{"v": 1} {}',
    '{"v": 1} x',
    '{"v": 1} // end',
    '{"v": /* c */ 1}',
    '{"v": # c\n 1}',
    '{"v": "a',
    '{"v": "a\\',
    '{"v": "a\nb"}',
    '{"v": "a\tb"}',
    '{"v": "\0"}',
    '{"v": "\x1f"}',
    '{"v": "\\x41"}',
    '{"v": "\\a"}',
    '{"v": "\\u12"}',
    '{"v": "\\u12G4"}',
    '{"v": "\\U00000041"}',
    '{"v": "\\ "}',
    '{"v": "\\\'"}',
    "{",
    "{ ",
    '{"',
    '{"v',
    '{"v":',
    '{"v": [',
    "[",
    "[1",
    "[1,",
    '\x0b{"v": 1}',
    '{\u00a0"v": 1}',
    '{"v": 1\u2028}',
    '{\ufeff"v": 1}',
    '{"v": `a`}',
    '{"v": b"a"}',
    '{"v": "a" "b"}',
]


def read(text: str, **options):
    return parse(text.encode("utf-8"), source="a.json", content_type="application/json", **options)


@pytest.mark.parametrize(("text", "value"), ACCEPTED, ids=range(len(ACCEPTED)))
def test_valid_json_has_the_value_that_the_grammar_gives(text, value):
    """RFC 8259: each of these texts is valid, and means this."""
    document = read(text)

    assert document.root == {"v": value}
    # A number that Python would write differently keeps its literal, and is one of Python's numbers all the same.
    assert isinstance(document.root["v"], type(value))
    assert document.problems == ()
    assert document.kind == "json"


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_invalid_json_is_refused_with_its_place(text):
    """RFC 8259: none of these texts is valid, though other readers take some of them."""
    with pytest.raises(DocumentSyntaxError, match=r"^a\.json: not valid JSON: ") as caught:
        read(text)

    assert caught.value.line is not None
    assert caught.value.column is not None
    assert f"line {caught.value.line}, column {caught.value.column}" in caught.value.cause
    assert caught.value.cause.isprintable()


@pytest.mark.parametrize(
    ("text", "words", "line", "column"),
    [
        ('{"a": 1,\n "b": 2,\n}', "a comma stands before the closing bracket", 2, 8),
        ('{"a": [1,\n]}', "a comma stands before the closing bracket", 1, 9),
        ("{\n  'a': 1}", "JSON strings take double quotes", 2, 3),
        ('{\n  // note\n  "a": 1}', "a comment; JSON has none", 2, 3),
        ('{"a": 1', "cut short", 1, 8),
        ('{"a": "x\n"}', "raw control character or line break", 1, 9),
        ('{"a":\n NaN}', "NaN is no JSON value", 2, 2),
        ('{"NaN": "NaN Infinity", "b": -Infinity}', "-Infinity is no JSON value", 1, 30),
        ('{"a": 1}\n{"b": 2}', "more text follows", 2, 1),
        ('{"a": 1 "b": 2}', '"," or a closing bracket is expected', 1, 9),
        ('{"a" 1}', '":" is expected after a key', 1, 6),
        ('{"a": \x1b}', 'a value is expected, not "\\\\x1b"', 1, 7),
        ('{"a": "\\q"}', "no escape of JSON", 1, 8),
    ],
)
def test_a_json_fault_is_named_where_it_is(text, words, line, column):
    """The author of a broken document is told what to mend, and where."""
    with pytest.raises(DocumentSyntaxError, match=words) as caught:
        read(text)

    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_repeated_key_keeps_the_last_value_and_is_a_problem_with_its_line():
    """Published documents hold repeated keys; readers agree on the last value."""
    document = read('{"paths": {"/a": {"x": 1},\n  "/b": {},\n  "/a": {"x": 2}}}')

    assert document.root == {"paths": {"/a": {"x": 2}, "/b": {}}}
    (problem,) = document.problems
    assert (problem.pointer, problem.line, problem.column) == ("#/paths/~1a", 3, 3)
    assert '"/a" is written more than once' in problem.message


def test_repeated_keys_are_found_at_every_depth_and_only_in_what_is_kept():
    """What a later value replaces is gone, and so are its problems."""
    document = read('{"a": {"k": 1, "k": 2}, "a": [{"m": 1, "m": 2, "m": 3}], "s": "x", "s": "x"}')

    assert [problem.pointer for problem in document.problems] == ["#/a", "#/s", "#/a/0/m"]


@pytest.mark.parametrize("ending", ["json", "yaml"])
def test_what_a_document_repeats_is_one_object(ending):
    """Equal texts, and objects of one member that is a text: a tree is as large as what it says."""
    body = (
        b'{"a": {"x": {"type": "one text"}}, "b": [{"type": "one text"}, {"type": "one text", "n": 1}], "c": ["1", 1]}'
    )
    read = parse((b"" if ending == "json" else b"# YAML\n") + body, source="x", file_name=f"x.{ending}")
    assert read.kind == ending
    assert read.root == json.loads(body)
    first, (second, third) = read.root["a"]["x"], read.root["b"]
    assert first is second
    assert first["type"] is third["type"]


def test_a_fault_that_is_repeated_is_told_at_each_place():
    """What is shared in other documents is not where something is put right at its place."""
    found = parse(b'{"a": {"x": "\\ud800"}, "b": {"x": "\\ud800"}, "c": 1, "c": 2}', source="x", file_name="x.json")
    assert found.root == {"a": {"x": "\ufffd"}, "b": {"x": "\ufffd"}, "c": 2}
    assert [problem.pointer for problem in found.problems] == ["#/c", "#/a/x", "#/b/x"]


def test_lone_surrogates_become_the_replacement_character():
    """No output format can hold half a surrogate pair."""
    document = read('{"a": "x\\ud800y", "b\\uDFFF": {"c": ["\\ud83d\\ude00", "\\ude00\\ud83d"]}}')

    assert document.root == {"a": "x\ufffdy", "b\ufffd": {"c": ["😀", "\ufffd\ufffd"]}}
    assert [(p.pointer, p.line, p.column) for p in document.problems] == [
        ("#/b\ufffd", 1, 19),
        ("#/a", 1, 2),
        ("#/b\ufffd/c/1", 1, 53),
    ]


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" * 641, "-" + "9" * 5000, "1" * 700 + ".0"])
def test_a_number_beyond_any_range_is_kept_as_text(number):
    """A number of many digits is one that Python refuses to write."""
    document = read(f'{{"a": [0, {number}]}}')

    assert document.root == {"a": [0, number]}
    assert type(document.root["a"][1]) is str
    (problem,) = document.problems
    assert (problem.pointer, problem.line, problem.column) == ("#/a/1", 1, 11)
    assert len(problem.message) < 200


def test_an_integer_of_640_digits_stays_a_number():
    """The largest integer that Python writes as text under every setting."""
    assert read(f'{{"a": {"9" * 640}}}').root == {"a": int("9" * 640)}


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_endless_nesting_ends_as_too_large(opening):
    """Ten megabytes of opening brackets neither crash nor hang."""
    with pytest.raises(TooLargeError, match="nested too deep; at most 200 levels"):
        read(opening * (5_000_000 // len(opening)))


def test_depth_is_counted_exactly():
    """The 200th level is read, the 201st is not."""
    assert read('{"a":' + "[" * 199 + "]" * 199 + "}").root
    with pytest.raises(TooLargeError, match="nested too deep"):
        read('{"a":' + "[" * 200 + "]" * 200 + "}")


def test_values_are_counted_exactly():
    """The limit counts the root, each member and each element."""
    limits = ReadLimits(nodes=5)
    assert read('{"a": [1, 2, 3]}', limits=limits).root == {"a": [1, 2, 3]}
    with pytest.raises(TooLargeError, match="too many values; at most 5"):
        read('{"a": [1, 2, 3, 4]}', limits=limits)


def test_problems_beyond_two_hundred_are_counted_not_listed():
    """A hostile document cannot make a million Problems."""
    document = read('{"a": [' + ",".join(['{"k": 1, "k": 2}'] * 1000) + "]}")

    assert len(document.problems) == 201
    assert document.problems[-1].message.startswith("800 more problems")


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@settings(deadline=None, max_examples=200)
@given(value=JSON_VALUES, indent=st.sampled_from([None, 2]), ascii_only=st.booleans())
def test_what_json_writes_is_read_back_the_same(value, indent, ascii_only):
    """parse(json.dumps(x)) is x, type by type."""
    text = json.dumps({"v": value}, indent=indent, ensure_ascii=ascii_only)
    document = read(text)

    assert repr(document.root) == repr(json.loads(text))
    assert document.problems == ()


@settings(deadline=None, max_examples=300)
@given(text=st.text(st.sampled_from('{}[]",:\\0123456789eE+-.truefalsn NI/ud\n'), max_size=40))
def test_scraps_of_json_are_read_as_the_standard_library_does_or_refused(text):
    """Only the constants NaN and Infinity, and numbers out of range, are treated otherwise."""
    try:
        root = read('{"v": ' + text + "}").root
    except DocumentSyntaxError:
        with pytest.raises(ValueError, match=r"Expecting|Invalid|Unterminated|Extra|Illegal|NaN|Infinity"):
            json.loads('{"v": ' + text + "}", parse_constant=_refuse)
    else:
        expected = json.loads('{"v": ' + text + "}", parse_constant=_refuse)
        assert root.keys() == expected.keys()
        if not _has_infinity(expected) and "\\u" not in text:
            assert repr(root) == repr(expected)


def _refuse(constant):
    raise ValueError(constant)


def _has_infinity(value):
    if isinstance(value, dict):
        return any(map(_has_infinity, value.values()))
    if isinstance(value, list):
        return any(map(_has_infinity, value))
    return isinstance(value, float) and math.isinf(value)
