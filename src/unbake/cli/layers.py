"""``unbake layers``: layers of pose and time on top of a clip."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, ReadGroupWithoutRoles, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.offset_layer import apply_layers, counting
from unbake.errors import FileError, UsageError
from unbake.formats.native.layer_file import load_layers
from unbake.formats.registry import (
    check_distinct,
    check_writable,
    load,
    notes_before_saving,
    purpose_of,
    save,
    with_skeleton,
)
from unbake.ground.wording import counted
from unbake.motion.points import Points


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
        changed = changed.layered()
        notes.append("with layers on top there is a key on every frame; a .json keeps keys and layers apart")
    check_writable(output, purpose_of(changed))
    check_distinct(source, [output])
    check_distinct(file, [output])
    notes += notes_before_saving(changed, output, write)
    with Steps() as steps:
        save(changed, output, replace(write, progress=partial(steps.report, "fit")))
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
