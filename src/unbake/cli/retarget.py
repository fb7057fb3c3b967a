"""``unbake retarget``: a motion on another character."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from unbake.cli.feet.options import LabelsOption
from unbake.cli.feet.plants import own_plants, save_with
from unbake.cli.shared.arguments import parse_choice, parse_range, parse_roles
from unbake.cli.shared.loading import (
    Take,
    keys_left_out,
    load_figure,
    load_take,
    motion_of,
    part_of,
)
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, RangeOption, ReadGroup, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.registry import ReadOptions, check_distinct, check_writable, keeps_keys
from unbake.ground.wording import counted
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion

if TYPE_CHECKING:
    from unbake.cli.feet.plants import FoundPlants
    from unbake.editing.retargeting import Retargeted

FEET = ("calm", "faded", "none")


@with_option_groups
def retarget(
    source: Annotated[Path, typer.Argument(readable=False, metavar="SRC", help="The motion.")],
    *,
    character: Annotated[
        Path,
        typer.Option("--to", readable=False, metavar="CHARACTER", help="Any clip of the target character."),
    ],
    to_role: Annotated[
        list[str] | None,
        typer.Option("--to-role", metavar="ROLE=JOINT", help="The same as --role, of the character's joints."),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", readable=False, metavar="OUT", help="The file to write. A reduced take keeps its keys."
        ),
    ],
    feet: Annotated[str, typer.Option("--feet", help="Hold planted feet: calm, faded (quick), or none.")] = "calm",
    labels: LabelsOption = None,
    frames: RangeOption = None,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Put a motion on another character: joints matched by role, travel scaled to its legs, feet held."""
    check_writable(output, "motion")
    for path in (source, character):
        check_distinct(path, [output])
    write = write_options(out_unit, output)
    parse_choice(feet, FEET, "--feet")
    if labels and feet == "none":
        raise UsageError("--labels says which feet are held, and --feet none holds none", option="--labels")
    roles = tuple(parse_roles(to_role, "--to-role").items())
    cut = parse_range(frames)
    take = load_take(source, replace(reading.options(source), frame_numbers=cut))
    motion, plants = _with_plants(motion_of(take), source, cut, labels, feet)
    target = load_figure(character, ReadOptions(roles=roles))
    found = _retargeted(motion, character, target, feet, plants)
    notes = [*motion.warnings, *(f"{character.name}: {note}" for note in target.warnings)]
    notes += [*(plants.notes if plants else ()), *found.notes]
    keyed, kept = _on_keys(part_of(take, cut) if cut else take, found.motion, output)
    with Steps() as steps:
        left_out = save_with_notes(keyed or found.motion, output, replace(write, progress=partial(steps.report, "fit")))
    notes += [*kept, *left_out]
    if plants:
        numbers = motion.n_frames, motion.first_frame
        notes += save_with(plants.parts, numbers, output, source, plants.file, target.skeleton.named_roles)
    fields = {"input": str(source), "output": str(output), "scale": found.scale, "left_out": list(found.left_out)}
    if as_json:
        fields |= {"frames": found.motion.n_frames, "keys": len(keyed.selection) if keyed else None}
        print_json(fields | {"warnings": notes})
        return
    on_keys = f", on the take's {counted(len(keyed.selection), 'key')}" if keyed else ""
    rows = [
        ("written", f"{output}: {counted(found.motion.n_frames, 'frame')}{on_keys}"),
        ("scale", f"{found.scale:.3f}, by the legs"),
    ]
    console.print(facts_table(rows))
    print_warnings(notes)


def _with_plants(
    whole: Motion, file: Path, cut: tuple[int, int] | None, labels: Path | None, feet: str
) -> tuple[Motion, FoundPlants | None]:
    """Return what was read, cut to a range, and its plants where it has labels and feet are to be held."""
    plants = own_plants(file, whole, labels) if feet != "none" else None
    if plants:
        return plants.cut(whole, cut)
    return whole.excerpt(*cut) if cut else whole, None


def _on_keys(take: Take, motion: Motion, output: Path) -> tuple[KeyedAnimation | None, list[str]]:
    """Return a result on the keys of its take, where that has some and the file keeps them, and what to say of it."""
    if isinstance(take, Motion):
        return None, []
    if not keeps_keys(output):
        return None, [keys_left_out(output)]
    from unbake.curves.layers import layers_in_keys
    from unbake.curves.measure import measure
    from unbake.editing.propagation.keys import through_keys

    keyed = through_keys(motion, Selection(take.selection.frames, classes=take.key_classes()), take.fit)
    off = measure(motion, keyed)
    where, count = f"{off.worst_joint}, frame {off.worst_number}", counted(len(keyed.selection), "key")
    tips = f", tips {off.tips.max_cm:.2f} cm" if off.tips else ""
    note = f"on the take's {count}, curves are up to {off.max_cm:.2f} cm ({where}){tips} from the motion at every frame"
    layers = layers_in_keys(layer.name for layer in take.layers)
    return keyed, [note, *layers, *(one for one in keyed.warnings if one not in motion.warnings)]


def _retargeted(motion: Motion, file: Path, target: Motion, feet: str, plants: FoundPlants | None) -> Retargeted:
    """Return the motion on the character of a file; a character without legs is that file's error."""
    from unbake.editing.retargeting import retargeted

    method = None if feet == "none" else cast(Any, feet)
    try:
        return retargeted(motion, target.skeleton, feet=method, labels=plants.labels if plants else None)
    except MotionError as error:
        if error.code != "no-character-legs":
            raise
        raise FileError.of(file, error) from error
