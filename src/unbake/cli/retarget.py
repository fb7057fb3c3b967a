"""``unbake retarget``: a motion on another character."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from unbake.cli.shared.arguments import parse_choice
from unbake.cli.shared.loading import load_figure
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, RangeOption, ReadGroup, write_options
from unbake.cli.shared.output import console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.formats.registry import ReadOptions, check_distinct, check_writable
from unbake.ground.wording import counted

FEET = ("calm", "faded", "none")


@with_option_groups
def retarget(
    source: Annotated[Path, typer.Argument(readable=False, metavar="SRC", help="The motion.")],
    *,
    character: Annotated[
        Path,
        typer.Option("--to", readable=False, metavar="CHARACTER", help="Any clip of the target character."),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", readable=False, metavar="OUT", help="The file to write.")],
    feet: Annotated[str, typer.Option("--feet", help="Hold planted feet: calm, faded (quick), or none.")] = "calm",
    frames: RangeOption = None,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Put a motion on another character: joints matched by role, travel scaled to its legs, feet held."""
    from unbake.cli.shared.arguments import parse_range
    from unbake.editing.retargeting import retargeted

    check_writable(output, "motion")
    for path in (source, character):
        check_distinct(path, [output])
    write = write_options(out_unit, output)
    parse_choice(feet, FEET, "--feet")
    motion = load_figure(source, reading.options(source), parse_range(frames))
    target = load_figure(character, ReadOptions())
    found = retargeted(motion, target.skeleton, feet=None if feet == "none" else cast(Any, feet))
    read = (*motion.warnings, *(f"{character.name}: {note}" for note in target.warnings))
    notes = [*read, *found.notes, *save_with_notes(found.motion, output, write)]
    fields = {"input": str(source), "output": str(output), "scale": found.scale, "left_out": list(found.left_out)}
    if as_json:
        print_json(fields | {"frames": found.motion.n_frames, "warnings": notes})
        return
    rows = [
        ("written", f"{output}: {counted(found.motion.n_frames, 'frame')}"),
        ("scale", f"{found.scale:.3f}, by the legs"),
    ]
    console.print(facts_table(rows))
    print_warnings(notes)
