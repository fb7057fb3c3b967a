"""``unbake reduce``: the main job, from a capture to an editable animation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unbake.cli.feet.holding import (
    Feet,
    FeetGroup,
    HoldGroup,
    feet_fields,
    feet_notes,
    feet_rows,
    in_place_notes,
    save_layered,
)
from unbake.cli.reduce_options import ChooseGroup, JoinGroup, LayersGroup
from unbake.cli.reduce_outputs import OutputGroup
from unbake.cli.reduced import print_reduction, reduction_fields
from unbake.cli.shared.arguments import parse_range
from unbake.cli.shared.delivery import DeliveryGroup
from unbake.cli.shared.kept import keep_clip
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import FigureFileArgument, JsonOption, RangeOption, ReadGroup, SelectGroup
from unbake.cli.shared.output import Steps, memory_notice, print_json, print_warnings
from unbake.errors import UsageError
from unbake.formats.delivery import before_keys

if TYPE_CHECKING:
    from unbake.formats.delivery import Delivery
    from unbake.ground.progress import Stopwatch
    from unbake.motion.motion import Motion
    from unbake.reduce.reduction import ReduceOptions


@with_option_groups
def reduce(
    file: FigureFileArgument,
    *,
    outputs: OutputGroup,
    choosing: ChooseGroup,
    frames: RangeOption = None,
    selecting: SelectGroup,
    layers: LayersGroup,
    joining: JoinGroup,
    holding: FeetGroup,
    delivering: DeliveryGroup,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Turn a capture into a few keyframes joined by Bézier curves, and save it as an animation."""
    delivery = check_reduce(file, outputs, choosing, selecting, layers, joining, holding, delivering)
    from unbake.ground.progress import Stopwatch
    from unbake.reduce.reduction import ReduceOptions

    clock = Stopwatch()
    cut, read = parse_range(frames), reading.options(file)
    clip, feet = holding.load(file, read, cut)
    acted = clip
    if feet is None:
        acted = clip if delivery.fps is None else clip.resampled(delivery.fps)
        clip, delivery = before_keys(acted, delivery)
    clip = outputs.keyable(clip)
    clock.lap("load")
    options = ReduceOptions(
        **selecting.fields(),
        **choosing.fields(),
        **joining.fields(),
        layers=layers.presets(),
        curves=outputs.kinds,
        wants_space=outputs.report is not None,
    )
    options = replace(options, end_weights=joining.weights(clip))
    _run(file, clip, acted, options, outputs, delivery, feet, clock, as_json)


def check_reduce(
    file: Path,
    outputs: OutputGroup,
    choosing: ChooseGroup,
    selecting: SelectGroup,
    layers: LayersGroup,
    joining: JoinGroup,
    holding: HoldGroup,
    delivering: DeliveryGroup,
) -> Delivery:
    """Refuse options that do not go together, before anything is read; return how results are delivered."""
    outputs.check(file)
    choosing.check(selecting, layers)
    joining.check(outputs.kinds)
    holding.check()
    delivery = delivering.delivery(outputs.output)
    if delivery.fps is not None and holding.hold_feet:
        raise UsageError("--to-fps goes before --hold-feet, whose labels are of the clip's frames: convert it first")
    return delivery


def _run(
    file: Path,
    clip: Motion,
    acted: Motion,
    options: ReduceOptions,
    outputs: OutputGroup,
    delivery: Delivery,
    feet: Feet | None,
    clock: Stopwatch,
    as_json: bool,
) -> None:
    """Reduce, save, and say what was done."""
    from unbake.keyframes.request import memory_needed
    from unbake.reduce.ahead import curves_compiled_ahead
    from unbake.reduce.reduction import reduce_motion

    if not as_json and options.method == "optimal":
        memory_notice(memory_needed(clip, options))
    with Steps() as steps, curves_compiled_ahead():
        held = feet.held(clip, options, steps.report) if feet else None
        result = held.reduction if held else reduce_motion(clip, options, steps.report, acted=acted)
        clock.skip()
        if feet and held and feet.with_layer:
            file_notes = save_layered(held, outputs, delivery)
        else:
            file_notes = outputs.save(result, delivery, lambda part: steps.report("save", part))
        notes = (*feet.plants.notes, *feet.save_labels(held, outputs.output)) if feet and held else ()
        if feet and held:
            notes = (*notes, *in_place_notes(held, feet.with_layer, delivery))
        outputs.write_report(result, file)
    keep_clip(result.motion)
    clock.lap("save")
    seconds = {**clock.seconds, **result.seconds}
    warnings = (*notes, *(feet_notes(held, feet.with_layer) if feet and held else ()), *file_notes, *result.warnings)
    if as_json:
        fields = reduction_fields(result, outputs.files, seconds, warnings)
        print_json(fields | ({"feet": feet_fields(held, feet.with_layer)} if feet and held else {}))
    else:
        print_reduction(result, outputs.files, seconds, feet_rows(held, feet.with_layer) if feet and held else ())
        print_warnings(warnings)
