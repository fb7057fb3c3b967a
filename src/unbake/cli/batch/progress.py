"""How far a run over an archive is: a bar with the time left, where a person is looking."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from unbake.cli.shared.output import notes, print_note

if TYPE_CHECKING:
    from unbake.batch.record import Outcome


class ClipsDone:
    """A bar over the clips of a run; a clip weighs as much as its file, for so does the work. A context manager."""

    def __init__(self) -> None:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TimeRemainingColumn(compact=True, elapsed_when_finished=True),
        )
        self._bar = Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal)
        self._task = self._bar.add_task("looking at the clips", total=1.0)
        self._sizes: Mapping[str, int] = {}
        self._n_over, self._n_failed = 0, 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def looked(self, part: float) -> None:
        """Show that part of the clips, 0 to 1, was looked at."""
        self._bar.update(self._task, completed=part)

    def begin(self, sizes: Mapping[str, int]) -> None:
        """Begin with clips of these sizes."""
        self._sizes = sizes
        self._bar.reset(self._task, total=sum(self._sizes.values()) or 1, description=self._described())

    def add(self, outcome: Outcome) -> None:
        """Show that a clip is over."""
        self._n_over += 1
        self._n_failed += outcome.state == "failed"
        self._bar.update(self._task, advance=self._sizes.get(outcome.clip, 0), description=self._described())

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        print_note(text)

    def _described(self) -> str:
        failed = f", {self._n_failed} failed" if self._n_failed else ""
        return f"{self._n_over:,} of {len(self._sizes):,} clips{failed}"
