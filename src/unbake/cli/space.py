"""``unbake space``: every count of keyframes with its error and its frames."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from unbake.cli.shared import arguments as given
from unbake.cli.shared.loading import load_clip
from unbake.cli.shared.output import Steps, console, frames_text, memory_notice, print_json, print_warnings
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct
from unbake.ground.whole_file import check_folder, whole_file


def space(
    file: given.FileArgument,
    as_json: given.JsonOption = False,
    keys_max: Annotated[int | None, typer.Option("--keys-max", help="Stop at this many keys.")] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", readable=False, help="Write the space as a table to this file.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", readable=False, help="Draw error against count to this .png.")
    ] = None,
    frames: given.RangeOption = None,
    lead: given.LeadOption = None,
    pin: given.PinOption = None,
    criterion: given.CriterionOption = None,
    metric: given.MetricOption = None,
    compose: given.ComposeOption = None,
    method: given.MethodOption = "optimal",
    min_gap: given.MinGapOption = None,
    max_gap: given.MaxGapOption = None,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Show the selection space: for every count of keyframes the least error and the frames that reach it."""
    given.parse_choice(method, ("optimal",), "--method")
    if keys_max is not None and keys_max < 2:
        raise UsageError(f"--keys-max {keys_max}: a selection has 2 keys or more")
    outputs = [output for output in (csv_file, plot) if output is not None]
    for output in outputs:
        check_folder(output)
    check_distinct(file, outputs)
    if plot is not None and plot.suffix.lower() != ".png":
        raise UsageError(f"{plot}: plots are drawn as .png")
    from unbake.keyframes.request import (
        SelectOptions,
        Stopwatch,
        memory_needed,
        selection_points,
        selection_space,
    )

    clock = Stopwatch()
    clip = load_clip(file, given.read_options(fps, unit, skeleton, role), given.parse_range(frames))
    clock.lap("load")
    options = SelectOptions(
        **given.selection_options(
            lead=lead,
            pin=pin,
            criterion=criterion,
            metric=metric,
            compose=compose,
            min_gap=min_gap,
            max_gap=max_gap,
        ),
    )
    if not as_json:
        memory_notice(memory_needed(clip, options, keys_max))
    with Steps() as steps:
        found = selection_space(clip, options, steps.report, clock, keys_max)
    table, seconds = found.table, clock.seconds
    rows = [(s.error, [f + clip.first_frame for f in s.frames]) for s in found.selections()]
    if csv_file is not None:
        _write_csv(csv_file, table.criterion.unit, rows)
    if plot is not None:
        from unbake.reports.pictures.space_plot import space_plot_png

        space_plot_png(found, plot, title=f"{file.name}: error of the best selection of each count")
    if as_json:
        fields: dict[str, Any] = {
            "file": str(file),
            "first_frame": clip.first_frame,
            "last_frame": clip.last_frame,
            "criterion": table.criterion.name,
            "metric": table.metric,
            "compose": table.compose,
            "method": method,
            "lead": list(options.lead or ()),
            "pins": list(options.pins),
            "pose_range_m": selection_points(clip, options).pose_range(),
            "selections": [{"keys": len(numbers), "error": error, "frames": numbers} for error, numbers in rows],
            "seconds": seconds,
        }
        print_json(fields)
        return
    _print_table(table.criterion.unit, rows)
    console.print(
        f"{len(rows)} selections of frames {clip.first_frame}–{clip.last_frame} by {table.criterion.name} over the "
        f"{'worst joint' if table.metric == 'joint' else 'whole pose'}, composed by {table.compose}; "
        f"table {1000 * seconds['table']:.0f} ms, selections {1000 * seconds['select']:.0f} ms"
    )
    print_warnings(clip.warnings)


def _write_csv(path: Path, unit: str, rows: list[tuple[float, list[int]]]) -> None:
    with whole_file(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["keys", f"error_{unit.replace('²', '2')}" if unit else "error", "frames"])
        writer.writerows([len(frames), repr(error), " ".join(map(str, frames))] for error, frames in rows)


def _print_table(unit: str, rows: list[tuple[float, list[int]]]) -> None:
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
