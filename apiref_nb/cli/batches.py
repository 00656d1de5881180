"""Several sources at one command: one after another or in processes of their own, with a bar on a terminal.

In: a function for one source and the sources. Out: what it returned, in their order. `render`, `check` and `import` use
it; what a process that died stands for is theirs to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated, TypeVar

import typer

from apiref_nb.cli.terminal import at_work, drawing_console

Item = TypeVar("Item")
Result = TypeVar("Result")

Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes for several sources.")]
Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE...",
        show_default=False,
        help="Addresses, paths, or folders of OpenAPI documents; `-` is standard input.",
    ),
]


def done_with_each(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    jobs: int,
    step: str,
    died: Callable[[Item, str], Result],
) -> Iterator[Result]:
    """Yield what `work` returns for each item, in the order of the items, as soon as it is known.

    Args:
        work: a function of a module, or a `partial` of one; with several jobs it is called in other processes.
        items: what it is called with.
        jobs: how many processes work at a time.
        step: what the bar is called.
        died: (item, how its process ended) -> what stands for its result.
    """
    jobs = min(jobs, len(items))
    with _progress(len(items), step) as advance:
        for result in map(work, items) if jobs < 2 else _apart(work, items, jobs, died):
            yield result
            advance()


def _apart(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, died: Callable[[Item, str], Result]
) -> Iterator[Result]:
    from apiref_nb.cli.workers import how_it_ended, results_of  # noqa: PLC0415 - processes only where there are some

    def told(item: Item, exit_code: int) -> Result:
        return died(item, f"{how_it_ended(exit_code)}; where memory is short, fewer --jobs help")

    return results_of(work, items, jobs=jobs, died=told)


@contextmanager
def _progress(count: int, step: str) -> Iterator[Callable[[], None]]:
    """Show a progress bar for several sources on a terminal; give the function that advances it."""
    console = drawing_console()
    if count < 2 or console is None or not console.is_terminal:
        with at_work(step):
            yield _no_progress
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415 - only where something is drawn

    columns = (TextColumn(step), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield partial(progress.advance, progress.add_task("", total=count))


def _no_progress() -> None:
    """Do nothing, where there is no bar to advance."""
