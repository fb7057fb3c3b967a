"""``unbake space``: every count of keyframes with its error and its frames."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from unbake.cli.shared.arguments import parse_choice, parse_range
from unbake.cli.shared.loading import load_clip
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import FileArgument, JsonOption, RangeOption, ReadGroup, SelectGroup
from unbake.cli.shared.output import Steps, console, frames_text, memory_notice, print_json, print_warnings
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct
from unbake.ground.files.whole_file import check_folder, whole_file
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.keyframes.error_table import ErrorTable
    from unbake.keyframes.request import SelectOptions
    from unbake.keyframes.space import SelectionSpace
    from unbake.motion.motion import Motion
    from unbake.motion.points import Points


Row = tuple[float, list[int]]
"""The error of a selection, and its frames as the file numbers them."""


@dataclass(frozen=True)
class FilesGroup:
    """Where the space is written to."""

    csv_file: Annotated[
        Path | None, typer.Option("--csv", readable=False, help="Write the space as a table to this file.")
    ] = None
    plot: Annotated[
        Path | None, typer.Option("--plot", readable=False, help="Draw error against count to this .png.")
    ] = None

    def check(self, file: Path) -> None:
        """Refuse files that cannot be made, before any work is done."""
        outputs = [output for output in (self.csv_file, self.plot) if output is not None]
        for output in outputs:
            check_folder(output)
        check_distinct(file, outputs)
        if self.plot is not None and self.plot.suffix.lower() != ".png":
            raise UsageError(f"{self.plot}: plots are drawn as .png")

    def write(self, found: SelectionSpace, rows: Sequence[Row], file: Path) -> None:
        """Write what was asked for."""
        if self.csv_file is not None:
            _write_csv(self.csv_file, found.table.criterion.unit, rows)
        if self.plot is not None:
            from unbake.reports.pictures.space_plot import space_plot_png

            space_plot_png(found, self.plot, title=f"{file.name}: error of the best selection of each count")


@with_option_groups
def space(
    file: FileArgument,
    *,
    as_json: JsonOption = False,
    keys_max: Annotated[int | None, typer.Option("--keys-max", help="Stop at this many keys.")] = None,
    files: FilesGroup,
    frames: RangeOption = None,
    selecting: SelectGroup,
    method: Annotated[str, typer.Option("--method", help="How the keys are selected: optimal.")] = "optimal",
    reading: ReadGroup,
) -> None:
    """Show the selection space: for every count of keyframes the least error and the frames that reach it."""
    parse_choice(method, ("optimal",), "--method")
    if keys_max is not None and keys_max < 2:
        raise UsageError(f"--keys-max {keys_max}: a selection has 2 keys or more")
    files.check(file)
    from unbake.ground.progress import Stopwatch
    from unbake.keyframes.criteria import composition_notes
    from unbake.keyframes.request import SelectOptions, memory_needed
    from unbake.keyframes.short_segments import space_of_whole

    clock = Stopwatch()
    clip = load_clip(file, reading.options(file), parse_range(frames))
    clock.lap("load")
    options = SelectOptions(**selecting.fields())
    if not as_json:
        memory_notice(memory_needed(clip, options, keys_max))
    with Steps() as steps:
        found = space_of_whole(clip, options, steps.report, clock, keys_max)
    rows = [(s.error, [f + clip.first_frame for f in s.frames]) for s in found.selections()]
    files.write(found, rows, file)
    if as_json:
        fields = _fields(clip, options, found.table, rows)
        print_json({"file": str(file), **fields, "seconds": clock.seconds})
        return
    _print_table(found.table.criterion.unit, rows)
    _print_summary(clip, found.table, len(rows), clock.seconds)
    print_warnings((*clip.warnings, *composition_notes(found.table.criterion, found.table.compose)))


def _fields(clip: Motion | Points, options: SelectOptions, table: ErrorTable, rows: Sequence[Row]) -> dict[str, Any]:
    """Return what machines get."""
    from unbake.keyframes.request import selection_points

    return {
        "first_frame": clip.first_frame,
        "last_frame": clip.last_frame,
        "criterion": table.criterion.name,
        "metric": table.metric,
        "compose": table.compose,
        "method": "optimal",
        "lead": list(options.lead or ()),
        "pins": list(options.pinned_numbers),
        "pose_range_m": selection_points(clip, options).pose_range(),
        "selections": [{"keys": len(numbers), "error": error, "frames": numbers} for error, numbers in rows],
    }


def _print_summary(clip: Motion | Points, table: ErrorTable, n_rows: int, seconds: Mapping[str, float]) -> None:
    selections = counted(n_rows, "selection")
    console.print(
        f"{selections} of frames {clip.first_frame}–{clip.last_frame} by {table.criterion.name} over the "
        f"{'worst joint' if table.metric == 'joint' else 'whole pose'}, composed by {table.compose}; "
        f"table {1000 * seconds['table']:.0f} ms, selections {1000 * seconds['select']:.0f} ms"
    )


def _write_csv(path: Path, unit: str, rows: Sequence[Row]) -> None:
    with whole_file(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["keys", f"error_{unit.replace('²', '2')}" if unit else "error", "frames"])
        writer.writerows([len(frames), repr(error), " ".join(map(str, frames))] for error, frames in rows)


def _print_table(unit: str, rows: Sequence[Row]) -> None:
    """Print the small counts one by one and the larger ones in growing steps; machines get all of them."""
    scale, name = (100.0, "cm") if unit == "m" else (1.0, unit)
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("keys", justify="right")
    table.add_column(f"error {name}".strip(), justify="right")
    table.add_column("frames", overflow="fold")
    last_shown = 0.0
    for number, (error, frames) in enumerate(rows):
        if len(frames) >= last_shown * 1.2 or len(frames) <= 12 or number == len(rows) - 1:
            table.add_row(str(len(frames)), f"{scale * error:.3g}", frames_text(frames))
            last_shown = len(frames)
    console.print(table)
