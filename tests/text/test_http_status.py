"""The words of statuses: one wording, whatever Python runs."""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path

import apiref_nb
import petstore_flask
from apiref_nb import load_api
from apiref_nb.describing import describe_reference
from apiref_nb.postman.collection import to_postman
from apiref_nb.text.http_status import reason
from apiref_nb.writing.html import render_reference
from petstore_flask.log_entry import reason as reason_of_the_pet_store

CHANGED_IN_3_13 = {
    413: "Content Too Large",
    414: "URI Too Long",
    416: "Range Not Satisfiable",
    422: "Unprocessable Entity",
}


def test_collections_say_statuses_as_every_other_output():
    """A saved response has the one wording, and so a collection has the same bytes under each Python."""
    answers = {str(status): {"description": ""} for status in CHANGED_IN_3_13}
    operation = {"get": {"responses": answers}}
    document = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": operation}}
    saved = to_postman(load_api(document))["item"][0]["item"][0]["response"]
    assert {one["code"]: one["status"] for one in saved} == CHANGED_IN_3_13
    assert {status: reason(status) for status in CHANGED_IN_3_13} == CHANGED_IN_3_13


def test_a_key_of_thousands_of_digits_is_no_status():
    """Python refuses to read such a number; the document is read and shown all the same."""
    answers = {"9" * 5_000: {"description": ""}, "404": {"description": ""}, "200": {"description": ""}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"get": {"responses": answers}}},
    }
    api = load_api(document)
    assert [answer.status_code for answer in api.operations[0].responses] == ["200", "404", "9" * 5_000]
    assert "Not Found" in render_reference(describe_reference(api))
    assert to_postman(api)["item"][0]["item"][0]["response"][2]["code"] == 500


def test_both_packages_say_every_status_alike():
    """They do not know each other, and a reader of a lesson sees both."""
    statuses = range(600)
    assert [reason(status) for status in statuses] == [reason_of_the_pet_store(status) for status in statuses]
    assert [reason(200), reason(599)] == ["OK", ""]


def test_nobody_else_asks_python_for_the_words():
    """Its phrases change from version to version."""
    told = {
        f"{Path(package.__path__[0]).name}/{file.relative_to(package.__path__[0]).as_posix()}"
        for package in (apiref_nb, petstore_flask)
        for file in Path(package.__path__[0]).rglob("*.py")
        if re.search(r"HTTPStatus|http\.client\.responses|\.phrase\b", file.read_text("utf-8"))
    }
    assert told == {"apiref_nb/text/http_status.py", "petstore_flask/log_entry.py"}
    assert HTTPStatus.OK.phrase == reason(200)
