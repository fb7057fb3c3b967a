"""``unbake retarget``: a motion on another character."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from unbake.cli.shared.arguments import parse_choice
from unbake.cli.shared.loading import (
    Take,
    has_keys,
    keys_left_out,
    layers_in_keys,
    load_figure,
    load_take,
    motion_of,
)
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, RangeOption, ReadGroup, write_options
from unbake.cli.shared.output import console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.curves.delivery.refit import refitted
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.registry import ReadOptions, check_distinct, check_writable, keeps_keys
from unbake.ground.wording import counted
from unbake.motion.motion import Motion

FEET = ("calm", "faded", "none")


@with_option_groups
def retarget(
    source: Annotated[Path, typer.Argument(readable=False, metavar="SRC", help="The motion.")],
    *,
    character: Annotated[
        Path,
        typer.Option("--to", readable=False, metavar="CHARACTER", help="Any clip of the target character."),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", readable=False, metavar="OUT", help="The file to write. A reduced take keeps its keys."
        ),
    ],
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
    take = load_take(source, reading.options(source), parse_range(frames))
    motion = motion_of(take)
    target = load_figure(character, ReadOptions())
    found = retargeted(motion, target.skeleton, feet=None if feet == "none" else cast(Any, feet))
    read = (*motion.warnings, *(f"{character.name}: {note}" for note in target.warnings))
    keyed, key_notes = _on_keys(take, found.motion, output)
    notes = [*read, *found.notes, *key_notes, *save_with_notes(keyed or found.motion, output, write)]
    fields = {"input": str(source), "output": str(output), "scale": found.scale, "left_out": list(found.left_out)}
    if as_json:
        n_keys = len(keyed.selection) if keyed else None
        print_json(fields | {"frames": found.motion.n_frames, "keys": n_keys, "warnings": notes})
        return
    on_keys = f", on the take's {counted(len(keyed.selection), 'key')}" if keyed else ""
    rows = [
        ("written", f"{output}: {counted(found.motion.n_frames, 'frame')}{on_keys}"),
        ("scale", f"{found.scale:.3f}, by the legs"),
    ]
    console.print(facts_table(rows))
    print_warnings(notes)


def _on_keys(take: Take, motion: Motion, output: Path) -> tuple[KeyedAnimation | None, list[str]]:
    """Return a result on the keys of its take, where that has some and the file holds them, and what to say of it."""
    if not has_keys(take):
        return None, []
    if not keeps_keys(output):
        return None, [keys_left_out(output)]
    keyed = refitted(take, motion, take.selection.frames, "the character is another", "the motion that it has now")
    layers = [layers_in_keys(layer.name for layer in take.layers)] if take.layers else []
    return keyed, [*keyed.warnings[-1:], *layers]
