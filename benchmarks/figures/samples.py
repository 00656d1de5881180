"""Sample values of named schemas, beside openapi-sampler, each within a process that has read the document."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from benchmarks.measuring import PEERS, named, python_answer
from benchmarks.report import Section, number

DOCUMENTS = ("box-openapi", "stripe", "github")
LIMIT = 4

OURS = """
import gc, json, sys, time
from pathlib import Path
from apiref_nb import load_api
from apiref_nb.schemas import SampleSession
times = []
for _ in range(5):
    import apiref_nb; apiref_nb.clear_caches()
    api = load_api(Path(sys.argv[1]), limit_bytes=100_000_000)
    session = SampleSession()
    gc.collect(); gc.disable()
    start = time.process_time()
    for schema in api.schemas.values():
        session.sample(schema, "response")
    times.append(time.process_time() - start)
    gc.enable()
print(json.dumps({"seconds": sorted(times)[2], "count": len(api.schemas)}))
"""

THEIRS = """
const fs = require("fs");
const sampler = require("openapi-sampler");
const document = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
const schemas = Object.values((document.components || {}).schemas || document.definitions || {});
const times = [];
for (let run = 0; run < 5; run++) {
  const start = process.cpuUsage();
  for (const schema of schemas) {
    try { sampler.sample(schema, { quiet: true }, document); } catch (fault) { /* it is counted as done */ }
  }
  const took = process.cpuUsage(start);
  times.push((took.user + took.system) / 1e6);
}
console.log(JSON.stringify({ seconds: times.sort((a, b) => a - b)[2] }));
"""


def samples_and_sampler() -> Section:
    """One row a document."""
    rows = [_row(path) for path in named(*DOCUMENTS) if path.suffix == ".json"]
    says = (
        "One value for each named schema, CPU ms within the process, medians of 5; ours are judged against their "
        f"schema, openapi-sampler's are not. Wanted: at most {LIMIT} times."
    )
    return Section("Samples", says, ("document", "schemas", "ms", "openapi-sampler ms", "times"), rows)


def _row(path: Path) -> list[str]:
    ours = python_answer(OURS, path)
    command = ["node", "-e", THEIRS, str(path)]
    done = subprocess.run(command, cwd=PEERS, check=True, capture_output=True, text=True)
    theirs = json.loads(done.stdout)["seconds"]
    times = ours["seconds"] / theirs
    return [
        path.stem[:44],
        f"{ours['count']:.0f}",
        number(ours["seconds"] * 1000),
        number(theirs * 1000),
        number(times, limit=LIMIT),
    ]
