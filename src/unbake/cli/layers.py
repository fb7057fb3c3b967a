"""``unbake layers``: layers of pose and time on top of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.feet.plants import labels_along
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, ReadGroupWithoutRoles, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.offset_layer import OffsetLayer, apply_layers, counting
from unbake.errors import FileError, UnbakeError, UsageError
from unbake.formats.native.layer_file import load_layers
from unbake.formats.registry import (
    check_distinct,
    check_writable,
    load,
    purpose_of,
    with_skeleton,
)
from unbake.ground.wording import counted
from unbake.motion.motion import Motion
from unbake.motion.points import Points

Clip = Motion | KeyedAnimation
STAYS_M = 0.02
"""How far layers may move what is planted: a pose with pinned feet moves it by less."""


@with_option_groups
def layers(
    source: Annotated[Path, typer.Argument(readable=False, metavar="IN", help="The clip: captured or keyed.")],
    file: Annotated[Path, typer.Argument(readable=False, metavar="LAYERS", help="The layers, a .json.")],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", readable=False, metavar="OUT", help="The file to write.")],
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
    reading: ReadGroupWithoutRoles,
) -> None:
    """Put layers of offsets in pose and time on top of a clip."""
    write = write_options(out_unit, output)
    clip = load(source, with_skeleton(source, reading.options(source)))
    if isinstance(clip, Points):
        raise UsageError(f"{source}: holds bare points; layers turn the joints of a skeleton")
    found = load_layers(file, clip)
    try:
        changed = apply_layers(clip, found)
    except UsageError as error:
        raise FileError.of(file, error) from error
    notes = list(clip.warnings)
    if isinstance(clip, KeyedAnimation) and not isinstance(changed, KeyedAnimation):
        notes.append("moved in time, the keyed animation has become a motion, with a key on every frame")
    elif isinstance(changed, KeyedAnimation) and output.suffix.lower() != ".json":
        if any(len(layer.changed_frames(changed.n_frames)) for layer in changed.layers):
            changed = changed.layered()
            notes.append("with layers on top there is a key on every frame; a .json keeps keys and layers apart")
        else:
            changed = replace(changed, layers=())
    check_writable(output, purpose_of(changed))
    check_distinct(source, [output])
    check_distinct(file, [output])
    with Steps() as steps:
        notes += save_with_notes(changed, output, replace(write, progress=partial(steps.report, "fit")))
    notes += _with_foot_labels(clip, changed, found, source, output)
    names = [layer.name for layer in counting(found)]
    left_out = [layer.name for layer in found if layer.name not in names]
    if as_json:
        kind = "keyed animation" if isinstance(changed, KeyedAnimation) else "motion"
        fields = {"input": str(source), "output": str(output), "kind": kind, "layers": names, "left_out": left_out}
        print_json(fields | {"warnings": notes})
        return
    rows = [("written", f"{output}: {counted(changed.n_frames, 'frame')}"), ("layers", ", ".join(names) or "none")]
    console.print(facts_table([*rows, *([("left out", ", ".join(left_out))] if left_out else [])]))
    print_warnings(notes)


def _with_foot_labels(
    clip: Clip, changed: Clip, layers: Sequence[OffsetLayer], source: Path, output: Path
) -> tuple[str, ...]:
    """Store a clip's foot labels with the result, if they are true of it; return notes on what could not be."""
    try:
        reason = _why_untrue(clip, changed, layers, source)
    except UnbakeError as error:
        reason = str(error)
    if reason is not None:
        return (f"the foot labels of {source.name} are not stored with {output.name}: {reason}",)
    return labels_along(clip, source, output)


def _why_untrue(clip: Clip, changed: Clip, layers: Sequence[OffsetLayer], source: Path) -> str | None:
    """Return why the foot labels of a clip are not those of what layers make of it; None where they are, or are none.

    Raises
    ------
    UnbakeError : labels of another clip, a skeleton without legs.
    """
    import numpy as np

    from unbake.feet.legs import legs_of
    from unbake.formats.foot_labels.format import load_labels, stored_labels

    if stored_labels(source) is None:
        return None
    if any(layer.has_times for layer in counting(layers)):
        return "the layers move time"
    before, after = (one if isinstance(one, Motion) else one.layered() for one in (clip, changed))
    labels, legs = load_labels(source, before), legs_of(before)
    away = np.linalg.norm(legs.points_m(after) - legs.points_m(before), axis=-1)
    farthest = float(away[labels.planted()].max(initial=0.0)) if labels else 0.0
    return f"the layers move planted feet by up to {100.0 * farthest:.0f} cm" if farthest > STAYS_M else None
