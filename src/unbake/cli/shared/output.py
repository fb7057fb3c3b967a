"""What commands show: tables for people, one JSON object for machines, progress while a person waits."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from unbake.cli.shared.kept import is_kept, keep_fields
from unbake.cli.shared.remedies import with_remedies, with_remedy
from unbake.compiling.progress import watched
from unbake.ground.notes import Note
from unbake.ground.wording import counted

console = Console(highlight=False, emoji=False)
notes = Console(stderr=True, highlight=False, emoji=False)

STEP_NAMES = {
    "load": "reading",
    "table": "measuring pairs",
    "select": "selecting",
    "fit": "fitting",
    "save": "writing",
    "learn": "learning",
    "predict": "predicting",
    "feet": "holding feet",
}


def print_json(fields: Mapping[str, Any]) -> None:
    """Print one JSON object on standard output; numbers that are not finite become null."""
    if not keep_fields(plain := _plain(fields)):
        sys.stdout.write(json.dumps(plain, indent=2, ensure_ascii=False) + "\n")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, Note):
        return with_remedy(value, value.code, value.about)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


def facts_table(rows: Iterable[tuple[str, str]]) -> Table:
    """Return a two-column table of facts."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for name, fact in rows:
        table.add_row(name, Text(fact))
    return table


def print_warnings(warnings: Sequence[str]) -> None:
    """Print warnings for people on standard error."""
    for warning in with_remedies(warnings):
        print_note(Text.assemble(("note: ", "yellow"), warning))


def print_note(note: str | Text) -> None:
    """Print one line about what happens on standard error; only a terminal breaks it where it ends."""
    notes.print(note, soft_wrap=not notes.is_terminal)


def frames_text(frames: Sequence[int], most: int = 16) -> str:
    """Return frame numbers with commas, the middle left out when there are many."""
    if len(frames) <= most:
        return ", ".join(map(str, frames))
    head = ", ".join(map(str, frames[: most - 2]))
    return f"{head}, … {frames[-1]}"


def classes_text(classes: Sequence[str]) -> str:
    """Return how many keys are keyposes, holds among them, and how many breakdowns."""
    breakdowns, holds = classes.count("breakdown"), classes.count("hold")
    held = f", {holds} of them at the ends of moving holds" if holds else ""
    return f"{counted(len(classes) - breakdowns, 'keypose')}{held}, {counted(breakdowns, 'breakdown')}"


MUCH_MEMORY = 500_000_000


def memory_notice(needed: int) -> None:
    """Say how much memory is about to be used, if it is much."""
    from unbake.ground.memory import gigabytes

    if needed > MUCH_MEMORY:
        print_note(f"The whole selection space needs about {gigabytes(needed)} of memory.")


class Steps:
    """Progress of a command: a bar with the time left on standard error, once it takes longer than a second.

    Where kernels have to be compiled first, it says so and counts them. Nothing is shown unless a person is looking.
    Use as a context manager; `report` fits the library's callbacks.
    """

    def __init__(self, shown: bool = True) -> None:
        self._shown = shown and notes.is_terminal and not is_kept()
        self._started = time.perf_counter()
        self._progress: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._watching = watched(self._count)
        self._compiled_before: int | None = None

    def __enter__(self) -> Self:
        self._watching.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._watching.__exit__(kind, error, at)
        if self._progress:
            self._progress.stop()

    def report(self, step: str, part: float) -> None:
        """Show that `part`, 0 to 1, of a step is done."""
        if self._shown and time.perf_counter() - self._started >= 1.0:
            self._show(step, STEP_NAMES.get(step, step), part)

    def _count(self, n_compiled: int) -> None:
        """Show how many kernels are compiled; nobody knows how many will be."""
        if not self._shown:
            return
        if self._compiled_before is None:
            self._compiled_before = n_compiled
            print_note("Compiling the kernels for this machine; this happens once and takes some seconds …")
        self._show("compile", f"compiled {n_compiled - self._compiled_before}", None)

    def _show(self, step: str, name: str, part: float | None) -> None:
        if self._progress is None:
            columns = (TextColumn("{task.description:<16}"), BarColumn(), TimeRemainingColumn(compact=True))
            self._progress = Progress(*columns, console=notes, transient=True)
            self._progress.start()
        if step not in self._tasks:
            self._tasks[step] = self._progress.add_task(name, total=None if part is None else 1.0)
        self._progress.update(self._tasks[step], description=name, completed=part)
