"""``unbake reduce``: the main job, from a capture to an editable animation."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from unbake.cli.feet.clean import LabelsOption
from unbake.cli.feet.held import Feet, feet_fields, feet_notes, feet_rows, load_planted, save_layered
from unbake.cli.reduced import blender_frames, print_reduction, reduction_fields
from unbake.cli.shared import arguments as given
from unbake.cli.shared.loading import load_figure
from unbake.cli.shared.output import (
    Steps,
    memory_notice,
    print_json,
    print_warnings,
)
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct, check_writable, format_of, save
from unbake.ground.whole_file import check_folder

if TYPE_CHECKING:
    from unbake.curves.keyed_animation import CurveKind
    from unbake.keyframes.layers import Layer
    from unbake.keyframes.request import Stopwatch
    from unbake.motion.motion import Motion
    from unbake.reduce.reduction import ReduceOptions, Reduction

OutputOption = Annotated[
    list[Path],
    typer.Option("-o", "--output", readable=False, help="Where to: .glb .gltf .bvh .json; may be given several times."),
]


def reduce(
    file: given.FileArgument,
    output: OutputOption,
    keys: Annotated[int | None, typer.Option("--keys", help="Exactly this many keyframes.")] = None,
    error: Annotated[
        str | None,
        typer.Option(
            "--error", help="The fewest keyframes that stay this close everywhere: 2cm, 15mm; a bare 2 is 2 cm."
        ),
    ] = None,
    auto: Annotated[
        bool, typer.Option("--auto", help="Keyposes and breakdowns by three layers (the default).")
    ] = False,
    frames: given.RangeOption = None,
    lead: given.LeadOption = None,
    pin: given.PinOption = None,
    criterion: given.CriterionOption = None,
    metric: given.MetricOption = None,
    compose: given.ComposeOption = None,
    method: Annotated[
        str | None,
        typer.Option("--method", help="How keys are selected: auto, optimal, bounded (--error), pieces (--keys)."),
    ] = None,
    layers: Annotated[
        str | None, typer.Option("--layers", help="The three layers of --auto: blocking or thesis.")
    ] = None,
    accuracy: Annotated[
        str | None, typer.Option("--accuracy", help="Percent of each layer's motion that may be missed: 15,15,1.")
    ] = None,
    significance: Annotated[
        str | None, typer.Option("--significance", help="Percent that one key more must gain: 10 or 10,10,10.")
    ] = None,
    floor: Annotated[
        str | None,
        typer.Option(
            "--floor", help="Deviation that never earns a key, for each layer: 5mm,5mm,1cm; a bare 1 is 1 cm."
        ),
    ] = None,
    min_gap: given.MinGapOption = None,
    max_gap: given.MaxGapOption = None,
    fit: Annotated[
        str | None,
        typer.Option(
            "--fit",
            help="free (the default), hermite (handles at thirds), broken (with corners at keys), schneider, thesis.",
        ),
    ] = None,
    breaks: Annotated[
        float | None,
        typer.Option(
            "--breaks",
            metavar="WEIGHT",
            help="Break a tangent where that takes away this part of the error nearby: 0.5; 1 (the default) is never.",
        ),
    ] = None,
    world: Annotated[
        bool,
        typer.Option("--world/--no-world", help="In the end, bring wrists, ankles and head nearer (the default)."),
    ] = True,
    weight: Annotated[
        list[str] | None,
        typer.Option("--weight", metavar="JOINT=NUMBER", help="How much a joint counts there: feet=4; 1 by default."),
    ] = None,
    tips: Annotated[
        bool,
        typer.Option("--tips", help="Hands, fingers, toes and their ends count, too: for --error, and in the world."),
    ] = False,
    hold_feet: Annotated[
        bool, typer.Option("--hold-feet", help="Planted feet hold: the capture's are cleaned up, and weigh more.")
    ] = False,
    foot_layer: Annotated[
        bool,
        typer.Option(
            "--foot-layer", help="With --hold-feet: exactly, by a layer on every frame (.json keeps it apart)."
        ),
    ] = False,
    labels: LabelsOption = None,
    detail: Annotated[
        float, typer.Option("--detail", help="Part of the lost detail to add again, 0 to 1 (keys every frame).")
    ] = 0.0,
    report: Annotated[
        Path | None, typer.Option("--report", readable=False, help="Write an HTML report to this file.")
    ] = None,
    as_json: given.JsonOption = False,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Turn a capture into a few keyframes joined by Bézier curves, and save it as an animation."""
    _check_files(file, output, report)
    is_auto = keys is None and error is None
    if auto and not is_auto:
        raise UsageError("--auto chooses the keys itself; leave out --keys and --error")
    _check_options(
        is_auto,
        {"--criterion": criterion, "--metric": metric, "--compose": compose, "--method": method},
        {"--layers": layers, "--accuracy": accuracy, "--significance": significance, "--floor": floor},
    )
    kinds = tuple(dict.fromkeys(_kind(path) for path in output))
    if weight and not world:
        raise UsageError("--weight is about the world-space match; leave out --no-world, or --weight")
    if breaks is not None and "channels" not in kinds:
        raise UsageError("--breaks is for handles of free length, which glTF cannot hold; write a .json as well")
    if (foot_layer or labels) and not hold_feet:
        raise UsageError(f"{'--foot-layer' if foot_layer else '--labels'} goes with --hold-feet")
    from unbake.keyframes.request import Stopwatch
    from unbake.reduce.finish import changed_weights
    from unbake.reduce.reduction import ReduceOptions

    clock = Stopwatch()
    cut, read = given.parse_range(frames), given.read_options(fps, unit, skeleton, role)
    if hold_feet:
        clip, plants = load_planted(file, read, labels, cut)
    else:
        clip, plants = load_figure(file, read, cut), None
    clock.lap("load")
    options = ReduceOptions(
        **given.selection_options(
            lead=lead,
            pin=pin,
            criterion=criterion,
            metric=metric,
            compose=compose,
            min_gap=min_gap,
            max_gap=max_gap,
        ),
        keys=keys,
        error_m=given.parse_length(error, "--error") if error is not None else None,
        layers=_layers(layers or "blocking", accuracy, significance, floor),
        method=cast(Any, given.parse_choice(method or "auto", ("auto", "optimal", "bounded", "pieces"), "--method")),
        fit=fit,
        break_weight=1.0 if breaks is None else breaks,
        holds_ends=world,
        curves=kinds,
        detail=detail,
        wants_space=report is not None,
        tips=tips,
    )
    if weight:
        changes = dict(map(given.parse_weight, weight))
        options = replace(options, end_weights=changed_weights(clip, changes, tips=tips))
    feet = None if plants is None else Feet(file, plants, foot_layer)
    _run(clip, options, file, output, report, as_json, clock, feet)


def _run(
    clip: Motion,
    options: ReduceOptions,
    file: Path,
    outputs: Sequence[Path],
    report: Path | None,
    as_json: bool,
    clock: Stopwatch,
    feet: Feet | None,
) -> None:
    """Reduce, save, and say what was done."""
    from unbake.keyframes.request import memory_needed
    from unbake.reduce.reduction import reduce_motion

    if not as_json and options.method == "optimal":
        memory_notice(memory_needed(clip, options))
    with Steps() as steps:
        held = feet.held(clip, options, steps.report) if feet else None
        result = held.reduction if held else reduce_motion(clip, options, steps.report)
        clock.skip()
        if feet and held and feet.with_layer:
            save_layered(held, outputs)
        else:
            _save_all(result, outputs, lambda part: steps.report("save", part))
        notes = (*feet.plants.notes, *feet.save_labels(held, outputs)) if feet and held else ()
        if report is not None:
            _write_report(result, report, file, outputs)
    clock.lap("save")
    seconds = {**clock.seconds, **result.seconds}
    written = [*outputs, *([report] if report else ())]
    warnings = (*notes, *(feet_notes(held, feet.with_layer) if feet and held else ()), *result.warnings)
    if as_json:
        fields = reduction_fields(result, written, seconds, warnings)
        print_json(fields | ({"feet": feet_fields(held, feet.with_layer)} if feet and held else {}))
    else:
        print_reduction(result, written, seconds, feet_rows(held, feet.with_layer) if feet and held else ())
        print_warnings(warnings)


def _layers(name: str, accuracy: str | None, significance: str | None, floor: str | None) -> tuple[Layer, ...]:
    """The three layers with the thresholds that were given."""
    from unbake.keyframes.layers import BLOCKING_LAYERS, THESIS_LAYERS

    presets: dict[str, tuple[Layer, ...]] = {"blocking": BLOCKING_LAYERS, "thesis": THESIS_LAYERS}
    layers = presets[given.parse_choice(name, tuple(presets), "--layers")]
    if accuracy is not None:
        parts = given.parse_percentages(accuracy, "--accuracy")
        layers = tuple(replace(layer, accuracy=a) for layer, a in zip(layers, parts, strict=True))
    if significance is not None:
        parts = given.parse_percentages(significance, "--significance")
        layers = tuple(replace(layer, significance=s) for layer, s in zip(layers, parts, strict=True))
    if floor is not None:
        lengths = [given.parse_length(word, "--floor") for word in floor.split(",")]
        lengths = lengths * 3 if len(lengths) == 1 else lengths
        if len(lengths) != 3:
            raise UsageError(f"--floor '{floor}': expected one length or three with commas, such as 5mm,5mm,1cm")
        layers = tuple(replace(layer, floor_m=m) for layer, m in zip(layers, lengths, strict=True))
    return layers


def _check_files(file: Path, outputs: Sequence[Path], report: Path | None) -> None:
    """Refuse files that would overwrite the capture or each other, before any work is done."""
    for path in outputs:
        check_writable(path)
    if report is not None:
        check_folder(report)
        if report.suffix.lower() not in (".html", ".htm"):
            raise UsageError(f"{report}: reports are written as .html")
    check_distinct(file, [*outputs, *([report] if report else ())])


def _check_options(is_auto: bool, for_space: Mapping[str, object], for_layers: Mapping[str, object]) -> None:
    """Refuse options that would have no effect."""
    ignored = for_space if is_auto else for_layers
    for name, value in ignored.items():
        if value is not None and is_auto:
            raise UsageError(f"{name} goes with --keys or --error; the layers of --auto have criteria of their own")
        if value is not None:
            raise UsageError(f"{name} is about the three layers of --auto; leave out --keys and --error, or {name}")


def _kind(path: Path) -> CurveKind:
    return format_of(path, "animation").curves


def _save_all(result: Reduction, outputs: Sequence[Path], progress: Callable[[float], None]) -> None:
    for number, path in enumerate(outputs, start=1):
        kind = _kind(path)
        save(result.detailed.get(kind) or result.animations[kind], path)
        progress(number / len(outputs))


def _write_report(result: Reduction, report: Path, file: Path, outputs: Sequence[Path]) -> None:
    from unbake.reports.page.report import OutputLine, write_report

    lines = []
    for path in outputs:
        kind = _kind(path)
        fit = result.animations[kind].fit
        error, shown = result.errors[kind], blender_frames(result, path)
        tips_cm = error.tips.max_cm if error.tips else None
        where = shown.sentence(error.worst_frame) if shown else ""
        form = format_of(path, "animation").name
        lines.append(OutputLine(str(path), form, fit, error.max_cm, tips_cm, where))
    write_report(result, report, source=str(file), command=command_line(), outputs=lines)


def command_line() -> str:
    """Return the command line of this run as one can paste it into a shell."""
    return shlex.join(["unbake", *sys.argv[1:]])
