"""The columns of the table of all clips: those figures that some clip has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from unbake.batch.page.wording import duration
from unbake.batch.record import Outcome
from unbake.batch.summary import Summary
from unbake.reports.wording import short


@dataclass(frozen=True)
class Column:
    """A title, the number that rows are sorted by, and the text that is shown of it."""

    title: str
    value: Callable[[Outcome], float | None]
    shown: Callable[[float], str]

    def text(self, outcome: Outcome) -> str:
        """Return what is shown of a clip; nothing where it has no such figure."""
        value = self.value(outcome)
        return "" if value is None else self.shown(value)


def _figure(name: str) -> Callable[[Outcome], float | None]:
    return lambda one: one.figures.get(name)


COLUMNS = (
    Column("Length", _figure("duration_s"), duration),
    Column("Frames", _figure("frames"), lambda value: f"{value:,.0f}"),
    Column("Keys", _figure("keys"), lambda value: f"{value:,.0f}"),
    Column("Keys/s", _figure("keys_a_second"), lambda value: f"{value:.1f}"),
    Column("Error, cm", _figure("error_cm"), lambda value: f"{value:.2f}"),
    Column("Tips, cm", _figure("tips_cm"), lambda value: f"{value:.1f}"),
    Column("Plants", _figure("plants"), lambda value: f"{value:,.0f}"),
    Column("Unsure", _figure("unsure"), lambda value: f"{100.0 * value:.1f}\u00a0%"),
    Column("Drift before, mm", _figure("drift_before_mm"), short),
    Column("Drift, mm", _figure("drift_mm"), short),
    Column("Work", lambda one: one.seconds or None, duration),
)


def columns_of(summary: Summary) -> list[Column]:
    """Return the columns in which something stands."""
    return [column for column in COLUMNS if any(column.value(one) is not None for one in summary.done)]
