"""Our `dataclass` gives what the standard library's gives, and the package takes no other."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from pathlib import Path

import pytest

import apiref_nb
from apiref_nb.data_classes import dataclass

PACKAGE = Path(apiref_nb.__file__).parent


def of(decorator):
    """The same classes by a decorator."""

    @decorator(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2
        near: list[int] = field(default_factory=list)
        about: str = field(default="", compare=False, repr=False)

    @decorator(frozen=True, kw_only=True)
    class Named(Point):
        name: str
        length: int = field(default=0, init=False)

        def __post_init__(self):
            object.__setattr__(self, "length", len(self.name))

    @decorator(slots=True)
    class Count:
        number: int = 0

    @decorator(frozen=True, slots=True)
    class Nothing:
        pass

    return Point, Named, Count, Nothing


@dataclass(frozen=True, slots=True)
class Kept:
    """One that a module holds, so that it can be pickled."""

    words: tuple[str, ...]
    more: dict[str, int] = field(default_factory=dict)


def test_objects_are_made_compared_and_shown_as_the_standard_ones():
    """Positions, names, defaults, defaults made anew, fields that nobody gives, representation, order of fields."""
    seen = []
    for point, named, count, nothing in (of(dataclasses.dataclass), of(dataclass)):
        one, other = point(1), point(1, about="else")
        tall = named(5, name="abc")
        assert one.near is not other.near
        seen.append(
            (repr(one), repr(tall), repr(count(3)), repr(nothing()), one == other, one == point(2), one == 1,
             tall.length, nothing() == nothing(), hash(nothing()) == hash(nothing()), count.__hash__,
             count(1) == count(1),
             [str(inspect.signature(kind)) for kind in (point, named, count, nothing)],
             dataclasses.replace(tall, name="ab").length, dataclasses.astuple(one), point.__match_args__,
             point.__slots__, copy.copy(one) == one, copy.deepcopy(one) == one)
        )  # fmt: skip
    assert seen[0] == seen[1]


def test_a_frozen_object_cannot_be_changed_and_has_a_hash_of_its_fields():
    """Neither a field nor a new name can be set or taken away."""
    one = Kept(("a",))
    for change in (lambda: setattr(one, "words", ()), lambda: setattr(one, "x", 1), lambda: delattr(one, "words")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    point = of(dataclass)[0]
    assert {point(1, near=()), point(1, near=(), about="else")} == {point(1, near=())}


def test_a_frozen_object_with_slots_travels():
    """Between processes as within one."""
    one = Kept(("a", "b"), {"c": 1})
    assert pickle.loads(pickle.dumps(one)) == one


def test_wrong_arguments_are_told_in_the_words_of_a_function():
    """A name that is missing or unknown."""
    with pytest.raises(TypeError, match=r"Kept.__init__\(\) missing 1 required positional argument: 'words'"):
        Kept()
    with pytest.raises(TypeError, match="unexpected keyword argument 'wrods'"):
        Kept(wrods=())


def test_the_package_takes_the_decorator_of_its_own():
    """The standard one costs each process half a millisecond a class."""
    others = [
        path.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses" and path.name != "data_classes.py"
        if "dataclass" in [alias.name for alias in node.names]
    ]
    assert others == []
