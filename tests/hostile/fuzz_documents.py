"""The long run behind `make fuzz`: documents made to break the reader, in child processes with limits.

`python -m tests.hostile.fuzz_documents SECONDS` mutates documents by what they are made of (`structure`), by exchanging
pieces (`pieces`), by Hypothesis and, where atheris is installed, by coverage (bytes). Each child loads what it is given
and makes every output of it. A crash, more than 10 seconds of CPU, more memory than the limit, or an exception that is
not the package's own is printed, and its input is saved below `build/fuzz`. FUZZ_KINDS=structure,mutate chooses kinds.
"""

# ruff: noqa: E501 - a table of hostile values or a program for the browser reads better unbroken

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from tests.hostile.pieces import mutated
from tests.hostile.structure import reshaped

FOLDER = Path("build/fuzz")
HANG_SECONDS = 10
MEMORY_BYTES = 2 * 1024**3
A_CHILD_SECONDS = 30
ROOT = Path(__file__).parents[2]


def show(body: bytes, ways: Ways | None = None, *, outputs: Iterable[str] = ()) -> int:
    """Load one body and make every output of it; only the package's own exceptions may end it.

    Returns how many characters the outputs have, 0 for a body that is refused.

    Args:
        body: the document.
        ways: a server and a file through which the body comes, as a reader's would; None reads the bytes as they are.
        outputs: names of the outputs to make; empty for all.
    """
    from apiref_nb import load_api
    from apiref_nb.errors import ApirefError
    from apiref_nb.parsing import parse
    from apiref_nb.reading import normalize
    from tests.costs.outputs import OUTPUTS

    try:
        if ways is None:
            api = normalize(parse(body, source="fuzz"), base_uri="https://fuzz.test/")
        else:
            api = load_api(ways.source(body), revalidate=0)
    except ApirefError as error:
        str(error).encode()
        return 0
    return len(repr(api).encode()) + sum(_made(OUTPUTS[name], api) for name in outputs or OUTPUTS)


def _made(make: Callable[[Any], int], api: Any) -> int:
    from apiref_nb.errors import ApirefError

    try:
        return make(api)
    except ApirefError as error:
        return len(str(error).encode())


class Ways:
    """A server on loopback and a file, one after the other, with what servers say of a document.

    Args:
        chance: chooses the way.
        folder: where the file is.
    """

    def __init__(self, chance: random.Random, folder: Path) -> None:
        from tests.transport.loopback import Loopback

        self._chance = chance
        self._file = folder / f"document-{os.getpid()}"
        self._body = b""
        self._server = Loopback(self._answer)

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.__exit__(*error)
        self._file.unlink(missing_ok=True)

    def _answer(self, connection: Any) -> None:
        import gzip

        chance = self._chance
        headers = {"content_type": chance.choice(CONTENT_TYPES)}
        body = self._body
        if chance.random() < 0.5:
            body, headers["content_encoding"] = gzip.compress(body, 1), "gzip"
        if connection.path == "/moved":
            connection.answer(302, location="/document")
        else:
            connection.answer(200, body, **headers)

    def source(self, body: bytes) -> str | Path:
        """Return the address or the file at which the body is now."""
        self._body = body
        for thread in [thread for thread in self._server._threads if not thread.is_alive()]:
            self._server._threads.remove(thread)
        self._server.connections.clear()
        if self._chance.random() < 0.3:
            self._file.write_bytes(body)
            return self._file
        return self._server.base + self._chance.choice(("/openapi.json", "/openapi.yaml", "/moved", "/"))


CONTENT_TYPES = (
    "application/json", "application/yaml", "text/html; charset=utf-8", "text/plain; charset=utf-16", "application/json; charset=utf-7",
    "application/vnd.oai.openapi+json;version=3.1", "image/png", "", "text/yaml; charset=latin-1", "text/plain;charset=rot13", "application/json; charset=idna",
)  # fmt: skip


class Timeout(BaseException):
    """One input took too long; no handler in between may swallow it."""


def _too_long(*_: object) -> None:
    raise Timeout


def _guarded(body: bytes, ways: Ways | None = None) -> None:
    """Keep the input on disk while it is looked at, so that it is there after any crash."""
    running = FOLDER / f"running-{os.getpid()}"
    running.write_bytes(body)
    signal.setitimer(signal.ITIMER_PROF, HANG_SECONDS)
    try:
        show(body, ways)
    except BaseException as fault:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if not isinstance(fault, Timeout | Exception):
            raise
        kept = FOLDER / f"{type(fault).__name__}-{hashlib.sha256(body).hexdigest()[:12]}"
        kept.write_bytes(body)
        import traceback

        print(f"found: {kept}\n{''.join(traceback.format_exception(fault, limit=-6))}", flush=True)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        running.unlink(missing_ok=True)


def child_mutate(seed: int, seconds: float) -> None:
    """Mutate structure until the time is over."""
    chance, end, count = random.Random(seed), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        _guarded(mutated(chance))
        count += 1
    print(f"mutations: {count} documents, seed {seed}", flush=True)


def child_load(seed: int, seconds: float) -> None:
    """The same through `load_api`, from a server and from a file, until the time is over."""
    chance, end, count = random.Random(seed), time.monotonic() + seconds, 0
    with Ways(random.Random(seed + 1), FOLDER) as ways:
        while time.monotonic() < end:
            _guarded(mutated(chance), ways)
            count += 1
    print(f"addresses and files: {count} documents, seed {seed}", flush=True)


def child_hypothesis(seed: int, seconds: float) -> None:
    """Make YAML and JSON of any shape below an OpenAPI root until the time is over."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st

    end, count = time.monotonic() + seconds, 0
    leaf = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=20)
        | st.sampled_from(
            [
                "#/paths",
                "#/components/schemas/a",
                "object",
                "array",
                "string",
                "query",
                "path",
                "header",
                "apiKey",
                "oauth2",
            ]
        )
    )
    names = st.sampled_from(
        ["paths", "/a", "get", "post", "parameters", "requestBody", "responses", "200", "content", "application/json", "schema", "type", "properties", "items", "allOf", "oneOf", "anyOf", "$ref", "components", "schemas", "a", "securitySchemes", "security", "tags", "name", "in", "description", "servers", "url", "variables", "default", "example", "examples", "value", "enum", "info", "title", "version", "headers", "links", "callbacks", "discriminator", "mapping", "required", "format", "minimum"]
    ) | st.text(max_size=8)  # fmt: skip
    anything = st.recursive(
        leaf, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=6), max_leaves=40
    )

    def one(document: dict) -> None:
        nonlocal count
        if time.monotonic() < end:
            _guarded(json.dumps({"openapi": "3.1.0", **document}).encode("utf-8", "surrogatepass"))
            count += 1

    limits = settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    run = limits(given(st.dictionaries(names, anything, max_size=6))(one))
    while time.monotonic() < end:
        seeded(seed)(run)()
        seed += 1
    print(f"hypothesis: {count} documents", flush=True)


def child_atheris(seed: int, seconds: float) -> None:
    """Let coverage lead bytes through the parsers until the time is over."""
    import atheris

    with atheris.instrument_imports(include=["apiref_nb.reading"]):
        import apiref_nb.reading  # noqa: F401 - imported here to be instrumented

    corpus = FOLDER / "corpus"
    corpus.mkdir(exist_ok=True)
    chance = random.Random(seed)
    for index in range(8):
        (corpus / f"seed-{index}").write_bytes(mutated(chance))
    flags = [
        f"-max_total_time={int(seconds)}",
        f"-seed={seed + 1}",
        "-max_len=20000",
        f"-rss_limit_mb={MEMORY_BYTES >> 20}",
        "-print_final_stats=1",
    ]
    atheris.Setup(["fuzz", *flags, str(corpus)], _guarded)
    atheris.Fuzz()


def child_structure(seed: int, seconds: float) -> None:
    """Mutate with knowledge of what a document is made of until the time is over."""
    chance, end, count = random.Random(seed), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        _guarded(reshaped(chance))
        count += 1
    print(f"structure: {count} documents, seed {seed}", flush=True)


KINDS = {
    "structure": child_structure,
    "mutate": child_mutate,
    "load": child_load,
    "hypothesis": child_hypothesis,
    "atheris": child_atheris,
}


def _child(kind: str, seed: int, seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # libFuzzer reserves addresses by the gigabyte and watches what is used by itself (-rss_limit_mb).
    limit = MEMORY_BYTES * (8 if kind == "atheris" else 1)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    cpu_seconds = int(seconds) + 60
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    signal.signal(signal.SIGPROF, _too_long)
    KINDS[kind](seed, seconds)


def main(seconds: float) -> int:
    """Run children one after another until the time is over; return 1 when something was found."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    begun, seed, found = time.monotonic(), int(os.environ.get("FUZZ_SEED", "1")), 0
    chosen = os.environ.get("FUZZ_KINDS", ",".join(KINDS)).split(",")
    kinds = [kind for kind in KINDS if kind in chosen and (kind != "atheris" or importlib.util.find_spec("atheris"))]
    if "atheris" in chosen and "atheris" not in kinds:
        print("atheris is not installed (pip install 'apiref-nb[fuzz]'): bytes are not led by coverage", flush=True)
    while (left := seconds - (time.monotonic() - begun)) > 1:
        kind = kinds[seed % len(kinds)]
        share = min(A_CHILD_SECONDS, left)
        words = [sys.executable, "-m", "tests.hostile.fuzz_documents", "--child", kind, str(seed), str(share)]
        try:
            done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=share + 300, check=False)
        except subprocess.TimeoutExpired:
            print(f"HANG: {kind}, seed {seed}: no signal ended it", flush=True)
            found += 1
        else:
            print(done.stdout, end="", flush=True)
            for line in done.stderr.splitlines():
                if "number_of_executed_units" in line:
                    print(f"atheris: {line.rpartition(' ')[2]} bodies, seed {seed}", flush=True)
            found += done.stdout.count("found: ")
            if done.returncode:
                found += 1
                print(f"CRASH: {kind}, seed {seed}, code {done.returncode}\n{done.stderr[-3000:]}", flush=True)
        for left_behind in FOLDER.glob("running-*"):
            left_behind.rename(FOLDER / f"crash-{kind}-{seed}")
        seed += 1
    print(f"{found} found in {time.monotonic() - begun:.0f} seconds", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _child(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
    else:
        sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0))
