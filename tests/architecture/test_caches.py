"""What a process keeps: one class of cache, bounded in bytes, one owner; no module remembers anything beside it."""

from __future__ import annotations

import ast
import gc
import random
import threading
import tracemalloc
from pathlib import Path

import pytest

import apiref_nb
from apiref_nb.model.byte_cache import CACHES, ENTRY_BYTES, MEBIBYTE, ByteCache
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.highlight import highlighted

PACKAGES = Path(__file__).parents[2]
SOURCES = {
    str(path.relative_to(PACKAGES)): path.read_text(encoding="utf-8")
    for package in ("apiref_nb", "petstore_flask")
    for path in sorted((PACKAGES / package).rglob("*.py"))
}
CONTAINERS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
CONTAINER_TYPES = frozenset(
    {
        "dict", "list", "set", "OrderedDict", "defaultdict", "deque", "Counter", "ChainMap",
        "WeakKeyDictionary", "WeakValueDictionary", "WeakSet",
    }
)  # fmt: skip
GROWING = frozenset({"append", "add", "setdefault", "update", "extend", "insert", "appendleft", "__setitem__"})
EXEMPT = {
    ("petstore_flask/background.py", "_running"): "the stores that run, by name: each leaves when it is stopped",
    ("apiref_nb/model/byte_cache.py", "CACHES"): "the owner itself",
}


def name_of(node: ast.expr) -> str:
    """The last name of `a.b.name`, `name[...]` or `name(...)`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def bindings(body: list[ast.stmt]) -> list[tuple[str, ast.expr]]:
    """Names that the statements of a module or a class bind, with what to, also within `if` and `try`."""
    found: list[tuple[str, ast.expr]] = []
    for node in body:
        if isinstance(node, ast.Assign):
            found += [(target.id, node.value) for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            found.append((node.target.id, node.value))
        elif isinstance(node, ast.ClassDef | ast.If | ast.Try | ast.With):
            found += bindings(node.body)
    return found


def grown(tree: ast.Module) -> set[str]:
    """Names (or attributes) that some function of the module adds to."""
    found: set[str] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                found.add(name_of(node.value))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in GROWING:
                found.add(name_of(node.func.value))
            elif isinstance(node, ast.AugAssign):
                found.add(name_of(node.target))
            elif isinstance(node, ast.Global):
                found.update(node.names)
    return found


def clearable_classes(sources: dict[str, str]) -> set[str]:
    """Classes of ours that can be cleared: they keep something."""
    return {
        node.name
        for source in sources.values()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(member, ast.FunctionDef) and member.name == "clear" for member in node.body)
    }


def unowned(sources: dict[str, str]) -> list[str]:
    """Each place where a module remembers what it was given, outside the one owner."""
    found: list[str] = []
    clearable = clearable_classes(sources)
    for file, source in sources.items():
        tree = ast.parse(source)
        grows = grown(tree)
        for node in ast.walk(tree):
            name = name_of(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            if name == "lru_cache":
                found.append(f"{file}:{node.lineno} lru_cache")
            if isinstance(node, ast.FunctionDef) and any(name_of(mark) == "cache" for mark in node.decorator_list):
                arguments = node.args
                # Without a parameter there is one value to keep, such as the style sheet: it cannot grow.
                if arguments.args or arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg:
                    found.append(f"{file}:{node.lineno} cache on {node.name}")
            if isinstance(node, ast.Call) and name_of(node.func) == "cache":
                found.append(f"{file}:{node.lineno} cache as a call")
        for name, value in bindings(tree.body):
            kind = name_of(value) if isinstance(value, ast.Call) else ""
            container = isinstance(value, CONTAINERS) or kind in CONTAINER_TYPES
            keeps = (container and name in grows) or kind.startswith("Weak") or kind in clearable
            if keeps and (file, name) not in EXEMPT:
                found.append(f"{file} {name}")
    return found


def test_no_module_remembers_outside_the_one_owner():
    """A cache that nobody can clear or count is a leak: `CACHES` owns them all, functions without arguments apart."""
    print(f"{len(SOURCES)} sources read")
    assert list(unowned(SOURCES)) == []
    assert {file for file, name in EXEMPT if name not in SOURCES[file]} == set()


@pytest.mark.parametrize(
    "source",
    [
        "from functools import lru_cache\n@lru_cache(maxsize=2)\ndef f(a): ...",
        "import functools\n@functools.lru_cache\ndef f(): ...",
        "from functools import cache\n@cache\ndef f(a): ...",
        "import functools\n@functools.cache\ndef f(*a): ...",
        "from functools import cache\nf = cache(g)",
        "_KNOWN: dict = {}\ndef f(a):\n    _KNOWN[a] = 1",
        "KNOWN = dict()\ndef f(a):\n    return KNOWN.setdefault(a, 1)",
        "KNOWN = []\nf = lambda a: KNOWN.append(a)",
        "KNOWN = {}\ndef f():\n    global KNOWN",
        "class A:\n    known = {}\n    def f(self, a):\n        self.known[a] = 1",
        "from weakref import WeakKeyDictionary\nKNOWN = WeakKeyDictionary()",
        "class Kept:\n    def clear(self): ...\nKEPT = Kept()",
    ],
)
def test_the_search_for_caches_finds_each_kind(source: str):
    """The check can fail: a memo of every kind is seen."""
    assert unowned({"planted.py": source}) != []


@pytest.mark.parametrize(
    "source",
    [
        "from functools import cache\n@cache\ndef style(): ...",
        "TABLE = {'a': 1}\ndef f(a):\n    return TABLE[a]",
        "class Kept:\n    def clear(self): ...\nKEPT = CACHES.own(Kept())",
        "def f():\n    known = {}\n    known[1] = 2",
    ],
)
def test_the_search_for_caches_lets_tables_be(source: str):
    """Constants, and what lives no longer than a call, are no caches."""
    assert unowned({"planted.py": source}) == []


def test_a_cache_holds_no_more_than_its_bytes_and_forgets_the_oldest_first():
    """Least recently used leave first; a value put again is counted once; one larger than all is not kept."""
    limit_bytes = 3 * (ENTRY_BYTES + 100)
    cache: ByteCache[str, int] = ByteCache(limit_bytes=limit_bytes, size=lambda _, size: size)
    for key in ("a", "b", "a", "c"):
        cache.put(key, 100)
    assert cache.get("a") == 100
    cache.put("d", 100)
    assert [cache.get(key) for key in "abcd"] == [100, None, 100, 100]
    assert cache.bytes_held == limit_bytes
    cache.put("d", limit_bytes)
    assert (cache.get("d"), len(cache), cache.bytes_held) == (None, 2, 2 * (ENTRY_BYTES + 100))
    cache.clear()
    assert (len(cache), cache.bytes_held, cache.get("a")) == (0, 0, None)


def test_a_cache_keeps_its_count_when_threads_share_it():
    """What it says it holds is what it holds, whoever put and cleared meanwhile."""
    cache: ByteCache[int, int] = ByteCache(limit_bytes=50 * ENTRY_BYTES, size=lambda _, size: size)

    def work(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(2_000):
            cache.put(chance.randrange(100), chance.randrange(500))
            cache.get(chance.randrange(100))
            if not chance.randrange(500):
                cache.clear()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [cache.get(key) for key in range(100)]
    assert cache.bytes_held == sum(size + ENTRY_BYTES for size in kept if size is not None) <= cache.limit_bytes


@pytest.mark.parametrize(
    ("write", "limit_bytes"),
    [
        (lambda text: highlighted(f'{{"a": "{text}"}}', "json"), 16 * MEBIBYTE),
        # One wide character makes all of them two bytes: a bound in characters would be off by that much.
        (lambda text: highlighted(f"ł {text[:9_000]}" * 2, "text"), 16 * MEBIBYTE),
        (prose.block, 8 * MEBIBYTE),
        (prose.inline, 8 * MEBIBYTE),
    ],
    ids=["json", "wide text", "block", "inline"],
)
def test_texts_kept_for_the_next_page_stay_within_their_bytes(write, limit_bytes: int):
    """Coloured code and descriptions of large documents: what Python holds is bounded, not how many there are."""
    apiref_nb.clear_caches()
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(3 * limit_bytes // 2 // 100_000):
            write(f"{number} " + "x" * 59_000)
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert limit_bytes / 2 < held < limit_bytes * 1.1
    assert CACHES.bytes_held <= limit_bytes
    apiref_nb.clear_caches()
    assert CACHES.bytes_held == 0


def test_clear_caches_forgets_all_that_showing_a_document_left(tmp_path: Path):
    """After it nothing is held, and the same document shows the same page."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Kept", "version": "1", "description": "*Words*"},
        "paths": {"/a": {"get": {"responses": {"200": {"description": "`ok`"}}}}},
    }
    first = apiref_nb.OpenApiEmbed(document).html
    assert CACHES.bytes_held > 0
    apiref_nb.clear_caches()
    assert CACHES.bytes_held == 0
    assert apiref_nb.OpenApiEmbed(document).html == first
