"""Parameter styles: what OpenAPI's table of styles says, row by row."""

import pytest

from apiref_nb.model import ApiParameter, MediaType
from apiref_nb.requests.serializing import path_text, serialized

ARRAY = ["blue", "black"]
OBJECT = {"R": 100, "G": 200}

QUERY = [
    ("form", True, "x y", (("color", "x y"),)),
    ("form", True, ARRAY, (("color", "blue"), ("color", "black"))),
    ("form", False, ARRAY, (("color", "blue,black"),)),
    ("form", True, OBJECT, (("R", "100"), ("G", "200"))),
    ("form", False, OBJECT, (("color", "R,100,G,200"),)),
    ("spaceDelimited", False, ARRAY, (("color", "blue black"),)),
    ("pipeDelimited", False, ARRAY, (("color", "blue|black"),)),
    ("deepObject", True, OBJECT, (("color[R]", "100"), ("color[G]", "200"))),
    ("deepObject", True, {"a": {"b": [1, 2]}}, (("color[a][b]", "1"), ("color[a][b]", "2"))),
    ("simple", False, ARRAY, (("color", "blue,black"),)),
    ("simple", True, OBJECT, (("color", "R=100,G=200"),)),
    ("form", True, True, (("color", "true"),)),
    ("form", True, 3.0, (("color", "3"),)),
    ("form", True, None, (("color", ""),)),
]


@pytest.mark.parametrize(("style", "explode", "value", "expected"), QUERY)
def test_query_styles(style, explode, value, expected):
    parameter = ApiParameter(name="color", location="query", style=style, explode=explode)
    assert serialized(parameter, value) == expected


PATH = [
    ("simple", False, "a/b", "a%2Fb"),
    ("simple", False, ARRAY, "blue,black"),
    ("simple", False, OBJECT, "R,100,G,200"),
    ("simple", True, OBJECT, "R=100,G=200"),
    ("label", False, "blue", ".blue"),
    ("label", False, ARRAY, ".blue,black"),
    ("label", True, ARRAY, ".blue.black"),
    ("label", True, OBJECT, ".R=100.G=200"),
    ("matrix", False, "blue", ";color=blue"),
    ("matrix", False, ARRAY, ";color=blue,black"),
    ("matrix", True, ARRAY, ";color=blue;color=black"),
    ("matrix", True, OBJECT, ";R=100;G=200"),
]


@pytest.mark.parametrize(("style", "explode", "value", "expected"), PATH)
def test_path_styles(style, explode, value, expected):
    parameter = ApiParameter(name="color", location="path", style=style, explode=explode)
    assert path_text(parameter, value) == expected


def test_content_travels_as_json():
    parameter = ApiParameter(name="filter", location="query", media_type=MediaType(media_type="application/json"))
    assert serialized(parameter, {"a": [1]}) == (("filter", '{"a":[1]}'),)
