"""What a run over an archive came to, for all who show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from unbake.batch.outliers import Odd, odd_ones
from unbake.batch.record import Outcome


@dataclass(frozen=True)
class Summary:
    """All clips of an archive.

    Parameters
    ----------
    command : what was done.
    archive : its path, as a person gave it.
    command_line : that repeats the run.
    done, failed : outcomes by the clips' names.
    odd : those of the done that are worth a look, the farthest first.
    """

    command: str
    archive: str
    command_line: str
    done: tuple[Outcome, ...]
    failed: tuple[Outcome, ...]
    odd: tuple[Odd, ...]

    @classmethod
    def of(cls, command: str, archive: str, command_line: str, outcomes: Sequence[Outcome]) -> Summary:
        """Return the summary of outcomes in any order."""
        ordered = sorted(outcomes, key=lambda one: one.clip)
        done = tuple(one for one in ordered if one.state == "done")
        failed = tuple(one for one in ordered if one.state == "failed")
        return cls(command, archive, command_line, done, failed, tuple(odd_ones(done)))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All of them: failures first, then what is worth a look, then the others."""
        odd = tuple(one.outcome for one in self.odd)
        names = {one.clip for one in odd}
        return (*self.failed, *odd, *(one for one in self.done if one.clip not in names))

    def total(self, figure: str) -> float:
        """Return the sum of a figure over the clips that are done; 0 where none has it."""
        return float(sum(one.figures.get(figure) or 0.0 for one in self.done))

    def values(self, figure: str) -> list[float]:
        """Return a figure of all clips that are done and have it."""
        return [value for one in self.done if (value := one.figures.get(figure)) is not None]

    def middle(self, figure: str) -> float | None:
        """Return the median of a figure; None where no clip has it."""
        values = self.values(figure)
        return median(values) if values else None
