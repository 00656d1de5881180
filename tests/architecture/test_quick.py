"""The quick tests: what is left to `make test` is there, and every room keeps tests that `make check` runs."""

from __future__ import annotations

from tests.conformance.statements import ROOT, defined_tests

NAMED = (ROOT / "tests" / "not_quick.txt").read_text("utf-8").split()


def test_what_is_left_out_is_there():
    """A name that no test has any more leaves the list; one that stands below a file of the list is said twice."""
    gone = [
        name
        for name in NAMED
        if not (ROOT / name.partition("::")[0]).is_file()
        or ("::" in name and name.partition("::")[2] not in defined_tests(name.partition("::")[0]))
    ]
    assert gone == []
    assert sorted(set(NAMED)) == NAMED
    assert [name for name in NAMED if "::" in name and name.partition("::")[0] in NAMED] == []


def test_every_room_has_quick_tests():
    """The inner loop sees each room: at least half of its tests, by name, are quick."""
    for room in sorted(path for path in (ROOT / "apiref_nb").iterdir() if (path / "__init__.py").is_file()):
        folder = ROOT / "tests" / {"model": "reading", "testing": "recordings"}.get(room.name, room.name)
        tests = [
            f"{file.relative_to(ROOT)}::{name}"
            for file in sorted(folder.rglob("test_*.py"))
            for name in defined_tests(str(file.relative_to(ROOT)))
        ]
        quick = [test for test in tests if test not in NAMED and test.partition("::")[0] not in NAMED]
        assert len(quick) * 2 > len(tests) > 0, room
