"""``unbake compare``: published methods of choosing keyframes, side by side on one clip."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.table import Table

from unbake.cli import arguments as given
from unbake.cli.loading import load_clip
from unbake.cli.output import Steps, compilation_notice, console, print_json, print_warnings
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct, check_folder
from unbake.keyframes.criteria import CRITERIA

if TYPE_CHECKING:
    from unbake.keyframes.rivals.comparison import Comparison, Judge, Objective, RivalResult
    from unbake.motion.points import Points

SHOWN_COUNTS = 4
"""Counts in the printed table; machines get all of them."""


def compare(
    file: given.FileArgument,
    methods: Annotated[
        str | None, typer.Option("--methods", help="Methods with commas, such as greedy-adding,genetic; default all.")
    ] = None,
    counts: Annotated[
        str | None, typer.Option("--counts", help="Numbers of keys: 5,10,20; default up to a fifth of the frames.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the random methods.")] = 0,
    repeats: Annotated[int, typer.Option("--repeats", help="Runs of a random method, of which the best counts.")] = 10,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw errors and times to this .png.")] = None,
    as_json: given.JsonOption = False,
    frames: given.RangeOption = None,
    lead: given.LeadOption = None,
    criterion: Annotated[
        str | None, typer.Option("--criterion", help="Judge all methods by this one; default each by its own.")
    ] = None,
    metric: Annotated[
        str | None, typer.Option("--metric", help="Judge by the worst joint (joint) or the whole pose (pose).")
    ] = None,
    compose: given.ComposeOption = None,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Compare published methods of choosing keyframes with the best selection of every count."""
    if plot is not None:
        check_folder(plot)
        check_distinct(file, [plot])
        if plot.suffix.lower() != ".png":
            raise UsageError(f"{plot}: plots are drawn as .png")
    from unbake.keyframes.request import SelectOptions, selection_points
    from unbake.keyframes.rivals import rivals_named
    from unbake.keyframes.rivals.comparison import compare_rivals
    from unbake.keyframes.rivals.genetic import evolve

    rivals = rivals_named(given.parse_names(methods, "--methods names no method"))
    wanted = given.parse_frames(counts, "--counts", "numbers of keys") if counts is not None else None
    judge = _judge(criterion, metric, compose)
    clip = load_clip(file, given.read_options(fps, unit, skeleton), given.parse_range(frames))
    points = selection_points(clip, SelectOptions(lead=given.parse_names(lead), roles=given.parse_roles(role)))
    if not as_json:
        compilation_notice(evolve)
    with Steps() as steps:
        comparison = compare_rivals(
            points, rivals, wanted, judge=judge, seed=seed, repeats=repeats,
            progress=lambda part: steps.report("comparing", part),
        )  # fmt: skip
    if plot is not None:
        from unbake.reports.comparison import comparison_plot_png

        comparison_plot_png(comparison, plot, title=f"{file.name}, {comparison.n_frames} frames")
    if as_json:
        print_json(_fields(file, points, lead, seed, repeats, comparison))
        return
    _print(comparison)
    print_warnings(clip.warnings)


def _judge(criterion: str | None, metric: str | None, compose: str | None) -> Judge:
    from unbake.keyframes.rivals.comparison import Judge

    if criterion is not None:
        given.parse_choice(criterion, tuple(CRITERIA), "--criterion")
    if metric is not None:
        given.parse_choice(metric, ("joint", "pose"), "--metric")
    if compose is not None:
        given.parse_choice(compose, ("max", "sum"), "--compose")
    return Judge(criterion=criterion, metric=cast(Any, metric), compose=cast(Any, compose))


def _fields(
    file: Path, points: Points, lead: str | None, seed: int, repeats: int, comparison: Comparison
) -> dict[str, Any]:
    """Return what machines get: frames as the file numbers them, errors in the objectives' own units."""
    first = points.first_frame
    return {
        "file": str(file),
        "first_frame": first,
        "last_frame": points.last_frame,
        "lead": list(given.parse_names(lead) or ()),
        "pose_range_m": comparison.pose_range_m,
        "counts": list(comparison.counts),
        "seed": seed,
        "repeats": repeats,
        "optima": [
            _objective_fields(objective)
            | {"seconds": optimum.seconds}
            | {
                "selections": [
                    {"keys": count, "error": error, "frames": [f + first for f in optimum.space.frames(count)]}
                    for count, error in optimum.errors.items()
                ]
            }
            for objective, optimum in comparison.optima.items()
        ],
        "methods": [
            {"name": result.rival.name, "title": result.rival.title, "family": result.rival.family}
            | _objective_fields(result.objective)
            | {"random": result.rival.is_random, "seconds": result.seconds}
            | {
                "selections": [
                    {"keys": count, "error": result.errors[count], "ratio": comparison.ratio(result, count)}
                    | {"frames": [f + first for f in chosen]}
                    for count, chosen in result.frames.items()
                ]
            }
            for result in comparison.results
        ],
    }


def _objective_fields(objective: Objective) -> dict[str, str]:
    return {"criterion": objective.criterion, "metric": objective.metric, "compose": objective.compose}


def _print(comparison: Comparison) -> None:
    """Print one table an objective: the best errors, and below them each method's with how many times they are."""
    shown = _shown_counts(comparison.counts)
    for objective, optimum in comparison.optima.items():
        unit = CRITERIA[objective.criterion].unit
        what = {"m": "cm", "m²": "cm, root mean square"}.get(unit, "")
        pose = "worst joint" if objective.metric == "joint" else "whole pose"
        title = f"{objective.criterion}, {pose}, composed by {objective.compose}"
        table = Table(
            box=None, padding=(0, 2, 0, 0), title=f"{title}; {what}" if what else title,
            title_justify="left", title_style="bold",
        )  # fmt: skip
        table.add_column("")
        for count in shown:
            table.add_column(f"{count} keys", justify="right", no_wrap=True)
        table.add_column("ms each", justify="right", no_wrap=True)
        scale = 100.0 * comparison.pose_range_m if unit and comparison.pose_range_m > 0.0 else 1.0
        best = comparison.normalised(objective, optimum.errors)
        each = 1000.0 * optimum.seconds / len(best)
        table.add_row("optimum", *(f"{scale * best[count]:.3g} ×1.00" for count in shown), f"{each:.2g}", style="bold")
        for result in comparison.results:
            if result.objective == objective:
                table.add_row(result.rival.name, *_cells(comparison, result, shown, scale), _time(result))
        console.print(table)
        console.print()


def _shown_counts(counts: tuple[int, ...]) -> list[int]:
    """Return the largest count and a few evenly before it."""
    picked = {round(n * (len(counts) - 1) / SHOWN_COUNTS) for n in range(1, SHOWN_COUNTS + 1)}
    return [counts[n] for n in sorted(picked)]


def _cells(comparison: Comparison, result: RivalResult, shown: list[int], scale: float) -> list[str]:
    errors = comparison.normalised(result.objective, result.errors)
    return [
        f"{scale * errors[count]:.3g} ×{comparison.ratio(result, count):.2f}" if count in errors else "–"
        for count in shown
    ]


def _time(result: RivalResult) -> str:
    each = result.milliseconds_each
    return f"{each:.0f}" if each >= 10.0 else f"{each:.2g}" if result.frames else "–"
