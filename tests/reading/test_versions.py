"""Which documents are read, and that the version leaves no trace in what is read."""

from __future__ import annotations

import re

import pytest

from apiref_nb.errors import UnsupportedError
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize
from tests.reading.written import LIBRARIES, api, written


@pytest.mark.parametrize("name", LIBRARIES)
def test_one_api_written_in_every_version_gives_one_api(name):
    """The library is the same whether its document is OpenAPI 2.0, 3.0, 3.1 or 3.2."""
    assert written(name) == written("library-3.0.yaml")


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_good_document_has_no_problem(name):
    """Nothing in the library is reported, in any version."""
    assert written(name).problems == ()


def test_the_same_document_with_one_word_changed_is_another_api():
    """The equality of the versions is not one that anything would pass."""
    assert api(info={"title": "T", "version": "1"}) != api(info={"title": "T", "version": "2"})


@pytest.mark.parametrize(
    ("field", "version", "format_id"),
    [
        ("swagger", "2.0", "openapi-2.0"),
        ("swagger", 2.0, "openapi-2.0"),
        ("openapi", "3.0.0", "openapi-3.0"),
        ("openapi", "3.0.4", "openapi-3.0"),
        ("openapi", "3.0.0-rc2", "openapi-3.0"),
        ("openapi", "3.1.1", "openapi-3.1"),
        ("openapi", 3.1, "openapi-3.1"),
        ("openapi", "3.2.0", "openapi-3.2"),
    ],
)
def test_the_format_id_names_the_version(field, version, format_id):
    """Patch versions do not matter, nor does a version that YAML takes for a number."""
    found = normalize(from_mapping({field: version, "info": {"title": "T", "version": "1"}, "paths": {}}))
    assert (found.format_id, found.declared_version) == (format_id, str(version))


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ({"swagger": "1.2", "apis": []}, 'a Swagger document of version "1.2"'),
        ({"swaggerVersion": "1.2"}, 'a Swagger document of version "1.2"'),
        ({"openapi": "4.0.0"}, 'an OpenAPI document of version "4.0.0"'),
        ({"openapi": "3.10.0"}, 'an OpenAPI document of version "3.10.0"'),
        ({"openapi": None}, "an OpenAPI document of version None"),
        ({"openapi": ["3.1.0"]}, "an OpenAPI document of version a list of 1"),
        ({"asyncapi": "2.6.0"}, 'an AsyncAPI document of version "2.6.0"'),
        ({"arazzo": "1.0.0"}, 'an Arazzo document of version "1.0.0"'),
        ({"info": {"_postman_id": "1"}, "item": []}, "a Postman collection"),
        (
            {"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}},
            "a Postman collection",
        ),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {}}, "a JSON Schema"),
        ({"paths": {}}, "a mapping with paths but without the field openapi (or swagger) that names the version"),
        ({"name": "x"}, 'a mapping without the field openapi or swagger (its fields: "name")'),
        ({}, "a mapping without the field openapi or swagger (its fields: none)"),
    ],
)
def test_anything_else_is_refused_with_what_it_is(document, found):
    """The message says what can be read and what was found."""
    with pytest.raises(UnsupportedError) as caught:
        normalize(from_mapping(document))
    assert caught.value.cause == f"OpenAPI 2.0, 3.0, 3.1 and 3.2 can be read; this is {found}"


def test_the_slug_is_the_title_in_plain_words():
    """Lower case, ASCII, hyphens, in any script; `api` when nothing is said."""
    titles = {
        "Swagger Petstore - OpenAPI 3.0": "swagger-petstore-openapi-3-0",
        "Café API!": "cafe-api",
        "Straße": "strasse",
        "Привет мир": "privet-mir",
        "図書館": "tu-shu-guan",
        "日本": "ri-ben",
        "中国": "zhong-guo",
        "مرحبا": "mrhb",
        "!?": "api",
        "": "api",
    }
    assert {title: api(info={"title": title, "version": "1"}).slug for title in titles} == titles


def test_titles_of_signs_alone_have_slugs_of_their_own():
    """Two APIs that are called by a picture each are told apart, by the same words everywhere."""
    cat, dog = (api(info={"title": title, "version": "1"}).slug for title in ("🐈", "🐕"))
    assert (cat, dog) == ("api-65607de0", "api-445ead5a")


@pytest.mark.parametrize(
    "title", ["1,000 Pets, please", "it's &amp; that", "&#65; &#x41;", "a_b--c", "x.y/z\\w", "'", ",", "-", "A\x00B"]
)
def test_the_slug_of_an_ascii_title_is_its_letters_and_digits(title):
    """Everything else parts words: a title is neither HTML nor a sum of money."""
    words = "-".join(re.findall("[a-z0-9]+", title.lower())) or "api"
    assert words == api(info={"title": title, "version": "1"}).slug


def test_source_paths_are_the_entries_that_begin_with_a_slash():
    """Extensions and other keys of `paths` are no paths."""
    assert api(paths={"/a": {}, "/b": {}, "x-more": {"get": {}}, "c": {}}).path_count == 2


def test_two_readings_are_equal():
    """The same document gives the same Api, problems included."""
    first, second = written("problems-3.0.yaml"), written("problems-3.0.yaml")
    assert (first, first.problems) == (second, second.problems)
