"""Which operations stand together, in which order, below which heading."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from apiref_nb import OpenApiEmbed
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.reading.grouping import first_segment
from tests.reading.written import GOOD, api, messages, written


def groups(found):
    """Return group name -> keys of its operations."""
    return {group.name: [each.key for each in group.operations] for group in found.groups}


def tagged(*tags):
    """Return an operation with tags."""
    return {**GOOD, "tags": list(tags)}


def test_operations_are_grouped_by_first_tag_in_the_documents_tag_order():
    """Tags that are not declared follow in the order of their first appearance; empty groups are left out."""
    found = api(
        tags=[
            {"name": "b"},
            {"name": "empty"},
            {"name": "a", "description": "A", "externalDocs": {"url": "https://a"}},
        ],
        paths={"/1": {"get": tagged("z", "a")}, "/2": {"get": tagged("a", "b")}, "/3": {"get": tagged("b")}},
    )
    assert groups(found) == {"b": ["GET /3"], "a": ["GET /2"], "z": ["GET /1"]}
    assert list(groups(found)) == ["b", "a", "z"]
    assert (found.groups[1].description, found.groups[1].external_docs.url) == ("A", "https://a")


@pytest.mark.parametrize(
    ("path", "segment"),
    [
        ("/pets", "pets"),
        ("/pets/{id}", "pets"),
        ("/v1/pets", "pets"),
        ("/V2/pets", "pets"),
        ("/v1.0/pets", "pets"),
        ("/v2beta1/pets", "pets"),
        ("/v1-alpha/pets", "pets"),
        ("/2024-01-01/pets", "pets"),
        ("/1/cards", "cards"),
        ("/{org}/repos", "repos"),
        ("/v1/{org}/repos", "repos"),
        ("/videos", "videos"),
        ("/v1x/pets", "v1x"),
        ("/Accounts({id})/Orders", "Accounts"),
        ("/report.{format}", "report"),
        ("//pets", "pets"),
        ("/", ""),
        ("/v1", "v1"),
        ("/v1/", "v1"),
        ("/v1/{id}", "v1"),
        ("/v10/v1/p", "v1"),
        ("/v1/2.0", "2.0"),
        ("/{id}/x", "x"),
        ("/{id}", ""),
    ],
)
def test_without_tags_the_first_segment_that_names_something_groups(path, segment):
    """A leading version is skipped for a literal segment behind it; a parameter names no group, so it is skipped."""
    assert first_segment(path) == segment
    (group,) = api(paths={path: {"get": GOOD}}).groups
    assert (group.name, group.title) == (segment, segment or "/")


def test_an_operation_without_tag_joins_the_tag_of_its_segment():
    """In a document with tags, `/pets` without a tag is expected among the pets."""
    found = api(
        tags=[{"name": "pets"}],
        paths={"/pets": {"get": GOOD}, "/p": {"get": tagged("pets")}, "/toys": {"get": GOOD}},
    )
    assert groups(found) == {"pets": ["GET /pets", "GET /p"], "toys": ["GET /toys"]}


def test_a_tag_is_shown_by_its_display_name_or_summary():
    """`x-displayName`, else 3.2's `summary`, else the name."""
    found = written("library-3.0.yaml")
    assert [(group.name, group.title) for group in found.groups] == [
        ("loans", "loans"),
        ("books", "Books and journals"),
    ]


def test_tags_of_3_2_nest():
    """A parent without operations becomes a heading; kind is kept."""
    found = written("orchestra-3.2.yaml")
    assert [(group.name, group.title, group.parent, group.kind) for group in found.groups] == [
        ("concerts", "Concerts", "music", "nav"),
        ("scores", "scores", "music", "nav"),
    ]
    assert found.headings == (("music", "All music"),)


def test_tag_groups_are_headings():
    """`x-tagGroups`; a heading called like a tag stays apart from it."""
    found = api(
        paths={"/a": {"get": tagged("a")}, "/b": {"get": tagged("b")}},
        **{"x-tagGroups": [{"name": "All", "tags": ["a"]}, {"name": "b", "tags": ["b"]}, 5]},
    )
    assert [(group.name, group.parent) for group in found.groups] == [("a", "All"), ("b", "b (group)")]
    assert found.headings == (("All", "All"), ("b (group)", "b"))


def test_groups_stand_in_the_order_of_tag_groups():
    """`x-tagGroups` says what a reader is to meet first; what it leaves out follows in the order of the tags."""
    found = api(
        tags=[{"name": name} for name in "abcd"],
        paths={f"/{name}": {"get": tagged(name)} for name in "abcd"},
        **{"x-tagGroups": [{"name": "First", "tags": ["d", "b"]}, {"name": "Then", "tags": ["c"]}]},
    )
    assert [group.name for group in found.groups] == ["d", "b", "c", "a"]


def test_a_tag_without_operations_is_a_text():
    """What authors write about a tag is shown, also where it only introduces; a bare name is not, nor a badge."""
    tags = [
        {"name": "start", "description": "Begin here."},
        {"name": "bare"},
        {"name": "beta", "description": "Changes.", "kind": "badge"},
        {"name": "a"},
    ]
    found = api("3.2.0", tags=tags, paths={"/a": {"get": tagged("a")}})
    assert [(group.name, group.description, group.is_text) for group in found.groups] == [
        ("start", "Begin here.", True),
        ("a", "", False),
    ]
    page = OpenApiEmbed(dict(found.document))
    soup = BeautifulSoup(page.html, "html.parser")
    link = soup.select_one(".ar-toc > ul a")
    assert link.text == "start"
    section = soup.find(id=link["href"][1:]).parent
    assert "Begin here." in section.text
    assert "### start\n\nBegin here." in page.markdown
    assert "start" not in page.text
    assert "Begin here." not in OpenApiEmbed(dict(found.document), show_overview=False).html
    assert [item["name"] for item in page.collection["item"]] == ["a"]
    assert [(one.file_name, "Begin here." in one.text) for one in notebook_pages(found)] == [
        ("index.ipynb", True),
        ("a.ipynb", False),
    ]


def test_badges_of_an_operation_are_labels():
    """`x-badges` name what Scalar and Redocly show beside the title; what has no name is left out."""
    badges = [{"name": "Beta", "color": "red"}, {"color": "red"}, "x", {"name": "Beta"}, {"name": "Paid"}]
    (operation,) = api(paths={"/a": {"get": GOOD | {"x-badges": badges}}}).operations
    assert operation.labels == ("Beta", "Paid")


def test_a_tag_above_itself_stands_at_the_top():
    """A circle of parents, or a parent that is not declared, is a problem and no parent."""
    tags = [{"name": "a", "parent": "b"}, {"name": "b", "parent": "a"}, {"name": "c", "parent": "a"}]
    tags.append({"name": "d", "parent": "gone"})
    found = api("3.2.0", tags=tags, paths={f"/{name}": {"get": tagged(name)} for name in "abcd"})
    assert [(group.name, group.parent) for group in found.groups] == [("a", ""), ("c", "a"), ("b", ""), ("d", "")]
    assert messages(found) == [
        ("#/tags/0/parent", 'the tag "a" stands above itself'),
        ("#/tags/1/parent", 'the tag "b" stands above itself'),
        ("#/tags/3/parent", 'no tag is named "gone"'),
    ]


def test_nested_tags_stand_together_below_the_whole_line_above_them():
    """What belongs below a tag follows it, wherever it is declared; a heading names all that is above it."""
    tags = [
        {"name": "art", "summary": "All art"},
        {"name": "scores", "parent": "printed"},
        {"name": "halls"},
        {"name": "printed", "summary": "Printed things", "parent": "art"},
        {"name": "posters", "parent": "printed"},
    ]
    paths = {f"/{name}": {"get": tagged(name)} for name in ("halls", "posters", "scores")}
    found = api("3.2.0", tags=tags, paths=paths)
    assert [group.name for group in found.groups] == ["scores", "posters", "halls"]
    assert found.headings == (("printed", "All art \u203a Printed things"),)


def test_tags_of_other_kinds_are_labels_of_their_operations():
    """`kind` says what a tag is for: a badge or an audience marks an operation, its first tag groups it."""
    tags = [{"name": "scores", "kind": "nav"}, {"name": "beta", "summary": "Beta", "kind": "badge"}, {"name": "plain"}]
    found = api("3.2.0", tags=tags, paths={"/a": {"get": tagged("scores", "beta", "plain")}})
    assert [operation.labels for operation in found.operations] == [("Beta",)]
