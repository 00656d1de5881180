"""CPU seconds that starting costs: `import apiref_nb`, each public name, and the command line.

    python benchmarks/import_cost.py [RUNS]

Each figure is the median over fresh processes, less what an empty Python takes.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

STARTS = {
    "import apiref_nb": ["-c", "import apiref_nb"],
    "every public name": ["-c", "import apiref_nb; [getattr(apiref_nb, name) for name in apiref_nb.__all__]"],
    "apiref-nb --version": ["-m", "apiref_nb", "--version"],
}


def cpu_seconds(arguments: list[str]) -> float:
    """Return user and system time of one Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    empty = statistics.median(cpu_seconds(["-c", ""]) for _ in range(runs))
    for name, arguments in STARTS.items():
        cost = statistics.median(cpu_seconds(arguments) for _ in range(runs)) - empty
        print(f"{name:<24}{cost:6.3f} s")


if __name__ == "__main__":
    main()
