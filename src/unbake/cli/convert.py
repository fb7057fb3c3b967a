"""``unbake convert``: between formats."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.feet.plants import labels_along
from unbake.cli.shared.delivery import DeliveryGroup
from unbake.cli.shared.kept import keep_clip
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import (
    FigureOption,
    JsonOption,
    OutUnitOption,
    RangeOption,
    ReadGroupWithoutRoles,
    UsdOption,
    refitted,
    write_options,
)
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.formats.blender_frames import BlenderFrames
from unbake.formats.delivery import Delivery, delivered
from unbake.formats.known_formats import POINT_SUFFIXES, holds_points
from unbake.formats.registry import (
    Loaded,
    check_distinct,
    check_writable,
    layers_left_out,
    load,
    notes_before_saving,
    purpose_of,
    save,
    with_skeleton,
)
from unbake.ground.wording import counted
from unbake.motion.motion import Motion
from unbake.motion.points import Points, default_joints, points_of

if TYPE_CHECKING:
    from unbake.curves.measure import MeasuredError


@with_option_groups
def convert(
    source: Annotated[Path, typer.Argument(readable=False, metavar="IN", help="The file to read.")],
    target: Annotated[
        Path, typer.Argument(readable=False, metavar="OUT", help="The file to write; its suffix names the format.")
    ],
    *,
    frames: RangeOption = None,
    out_unit: OutUnitOption = None,
    usd: UsdOption = None,
    foot_layer: Annotated[
        bool,
        typer.Option(
            "--foot-layer", help="Bake in the layers of a .json, the foot layer included: a key on every frame."
        ),
    ] = False,
    figure: FigureOption = False,
    delivering: DeliveryGroup,
    as_json: JsonOption = False,
    reading: ReadGroupWithoutRoles,
) -> None:
    """Convert a clip, a keyed animation or points to another format."""
    write, read = write_options(out_unit, target, figure=figure, usd=usd), reading.options(source, frames=frames)
    delivery = delivering.delivery([target])
    loaded = load(source, read if holds_points(target) else with_skeleton(source, read))
    what, notes = _prepared(loaded, source, target, read.frame_numbers, foot_layer, delivery)
    check_writable(target, purpose_of(what))
    check_distinct(source, [target])
    notes += notes_before_saving(what, target, write)
    with Steps() as steps:
        deviation = save(what, target, replace(write, progress=partial(steps.report, "fit")))
    if not isinstance(loaded, Points) and not isinstance(what, Points):
        notes += labels_along(loaded, source, target, read.frame_numbers)
    keep_clip(what)
    kind = {"motion": "motion", "animation": "keyed animation", "points": "points"}[purpose_of(what)]
    if as_json:
        fields = {"input": str(source), "output": str(target), "kind": kind, "deviation": _deviation_fields(deviation)}
        print_json(fields | {"warnings": notes})
        return
    console.print(facts_table(_rows(what, kind, target, deviation)))
    print_warnings(notes)


def _prepared(
    loaded: Loaded, source: Path, target: Path, frames: tuple[int, int] | None, with_layer: bool, delivery: Delivery
) -> tuple[Loaded, list[str]]:
    """Return what is to be saved of what was read, and what a person should know of it."""
    keeps_apart = target.suffix.lower() == ".json" and not delivery.baked
    what, layer_notes = _with_layers(loaded, source, keeps_apart, with_layer)
    if isinstance(what, KeyedAnimation) and what.fit == BAKED and not what.layers:
        what = what.sample()
    if frames is not None:
        what = _excerpt(what, frames)
    if not delivery.is_plain:
        if isinstance(what, Points):
            raise UsageError(f"{source}: holds bare points; rates, names, travel and axes are changed of a skeleton")
        if target.suffix.lower() in POINT_SUFFIXES and delivery.travel == "root":
            raise UsageError(f"{target}: points have no root to move; leave out --root-motion", option="--root-motion")
        if target.suffix.lower() == ".npy" and delivery.names is not None:
            raise UsageError(f"{target}: an .npy holds no names; leave out --names", option="--names")
        what = delivered(what, delivery)
    notes = [*what.warnings, *layer_notes]
    if isinstance(what, KeyedAnimation) and target.suffix.lower() == ".c3d":
        what = what.sample()
    if target.suffix.lower() in POINT_SUFFIXES and not isinstance(what, Points):
        motion = what if isinstance(what, Motion) else what.sample()
        what = points_of(motion, default_joints(motion))
        notes.append("positions of the default joints were written; they have no skeleton any more")
    return what, notes


def _rows(what: Loaded, kind: str, target: Path, deviation: MeasuredError | None) -> list[tuple[str, str]]:
    """Return what was written, as rows of a table."""
    rows = [("written", f"{target}: {kind}, {counted(what.n_frames, 'frame')} at {float(what.fps):g} a second")]
    if deviation is not None:
        rows.append(("lost", refitted(deviation, target)))
    shown = None if isinstance(what, Points) else BlenderFrames.of(target, what.first_frame, what.fps)
    if shown is not None:
        rows.append(("in Blender", shown.sentence(deviation.worst_number if deviation else what.last_frame)))
    return rows


def _deviation_fields(deviation: MeasuredError | None) -> dict[str, Any] | None:
    if deviation is None:
        return None
    return {
        "max_cm": deviation.max_cm,
        "mean_cm": deviation.mean_cm,
        "worst_joint": deviation.worst_joint,
        "worst_frame": deviation.worst_number,
        "tips_max_cm": deviation.tips and deviation.tips.max_cm,
    }


def _with_layers(what: Loaded, source: Path, keeps_apart: bool, is_asked: bool) -> tuple[Loaded, list[str]]:
    """Put an animation's layers on top where that is asked for; say so where they are left out."""
    layers = what.layers if isinstance(what, KeyedAnimation) else ()
    if is_asked and not layers:
        raise UsageError(
            f"{source}: there are no layers in it; unbake reduce --hold-feet --foot-layer makes a foot layer"
        )
    if not layers or not isinstance(what, KeyedAnimation):
        return what, []
    if is_asked:
        return what.layered(), ["with the layers baked in there is a key on every frame"]
    return (what, []) if keeps_apart else (replace(what, layers=()), [layers_left_out(what)])


def _excerpt(what: Loaded, frames: tuple[int, int]) -> Loaded:
    if not isinstance(what, KeyedAnimation):
        return what.excerpt(*frames)
    from unbake.curves.editing.cut import cut

    return cut(what, *frames)
