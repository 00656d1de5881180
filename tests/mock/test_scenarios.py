"""Scenarios that others wrote for a mock server (request, document, expected answer), carried out in process.

They are read where the folder is there; scenarios of our own, for machines without it, stand in `test_answers`.
"""

from __future__ import annotations

from tests.mock.scenarios import differences, mock_of, ran, scenarios

OWN_REPORT = "about the rival's own reports of examples that do not meet their schema; ours sends a value that does"

LEFT_OUT = {
    "head-requests/head_requests-AC-2.oas3.txt": "expects 405 for HEAD where only GET is declared; RFC 9110, section "
    "9.1, asks every server to answer HEAD where it answers GET",
    "validate-body-params/x-www-urlencoded-fail.oas2.txt": "expects a fault of a field that the document does not "
    "require and the request does not send; by the specification there is none",
    "violations/array-min-contains.httpResponse.txt": OWN_REPORT,
    "violations/combined-request-response.txt": OWN_REPORT,
    "violations/print-as-http-header.txt": OWN_REPORT,
    "violations/value-not-in-enum.httpResponse.txt": OWN_REPORT,
}
"""Scenario -> why it is not carried out."""

MADE = {
    "references/E2E-Recursive-Array-Handling.oas3.1.txt": "how often a schema that contains itself is repeated",
    "routing/prefer-concrete-path.oas3.txt": "which number stands for any number",
    "security/security-scheme-validation-AC-21.oas3.txt": "which number stands for any number",
    "static-examples/static_examples-AC-1.oas3.txt": "which text stands for a description",
    "static-examples/static_examples-AC-2.oas3.txt": "which text stands for a description",
}
"""Scenario whose body nobody's document gives -> what each mock makes up for itself; names and types are compared."""


def test_published_scenarios_are_answered_as_expected():
    """Status, headers, bodies, and in problems the place of every fault; the words are each one's own."""
    every = scenarios()
    names = {one.name for one in every}
    assert not every or names >= LEFT_OUT.keys() | MADE.keys(), "a listed scenario is not there"
    wrong = {}
    for one in every:
        if one.name not in LEFT_OUT:
            told = differences(one, ran(mock_of(one), one.command), made=one.name in MADE)
            if told:
                wrong[one.name] = told
    print(f"{len(every)} scenarios, {len(LEFT_OUT)} left out, {len(MADE)} compared by names and types")
    assert wrong == {}


def test_left_out_scenarios_still_differ():
    """The lists hold no scenario that would pass as it stands."""
    found = {
        one.name: differences(one, ran(mock_of(one), one.command), made=False)
        for one in scenarios()
        if one.name in LEFT_OUT or one.name in MADE
    }
    assert [name for name, told in found.items() if not told] == []
