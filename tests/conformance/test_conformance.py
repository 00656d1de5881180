"""The published statements: each has a test, each test is there, and the page is what the script writes."""

from __future__ import annotations

import pytest

from tests.conformance.published_table import PARTS, page_text
from tests.conformance.statements import ROOT, Statement, defined_tests, faults, sections

HERE = "tests/conformance/test_conformance.py"
STATEMENTS = [statement for _, name in PARTS for section in sections(name) for statement in section.statements]


def test_every_statement_is_held_by_tests_that_are_there():
    """No row is open."""
    print(f"{len(STATEMENTS)} statements, {len({test for each in STATEMENTS for test in each.tests})} tests")
    assert len(STATEMENTS) > 150
    assert list(faults(STATEMENTS)) == []


def test_the_page_is_what_the_script_writes():
    """docs/conformance.md changes with its data only."""
    assert (ROOT / "docs" / "conformance.md").read_text("utf-8") == page_text()


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (Statement("a-1", "So it is.", ()), "a-1: no test holds it"),
        (Statement("a-1", "So it is.", (f"{HERE}::test_gone",)), f"a-1: there is no test {HERE}::test_gone"),
        (Statement("a-1", "So it is.", ("tests/gone.py::test_a",)), "a-1: there is no test tests/gone.py::test_a"),
        (Statement("a-1", " ", (f"{HERE}::test_a_wrong_statement_is_found",)), "a-1: says nothing"),
        (
            Statement("Not An Id", "So.", (f"{HERE}::test_a_wrong_statement_is_found",)),
            "Not An Id: is no id such as embed-3 or operation.path",
        ),
    ],
)
def test_a_wrong_statement_is_found(statement, fault):
    """The check fails where it must."""
    assert list(faults([statement])) == [fault]


def test_an_id_that_stands_twice_is_found():
    """A row is named by its id alone."""
    one = Statement("a-1", "So it is.", (f"{HERE}::test_an_id_that_stands_twice_is_found",))
    assert list(faults([one, one])) == ["a-1: stands 2 times"]


def test_a_test_that_is_always_skipped_holds_nothing(tmp_path, monkeypatch):
    """A mark that skips in every run is found in the source."""
    source = "import pytest\n@pytest.mark.skip\ndef test_a(): ...\n@pytest.mark.xfail(reason='x')\ndef test_b(): ...\n"
    (tmp_path / "test_x.py").write_text(source + "@pytest.mark.slow\ndef test_c(): ...\n", "utf-8")
    monkeypatch.setattr("tests.conformance.statements.ROOT", tmp_path)
    assert defined_tests("test_x.py") == {"test_a": False, "test_b": False, "test_c": True}
