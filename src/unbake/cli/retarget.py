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
from unbake.cli.shared.loading import figure_of, load_figure
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, RangeOption, ReadGroup, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.known_formats import format_of
from unbake.formats.registry import Loaded, ReadOptions, check_distinct, check_writable, load, with_skeleton
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.cli.feet.plants import FoundPlants
    from unbake.editing.retargeting import Retargeted
    from unbake.motion.motion import Motion

FEET = ("calm", "faded", "none")
KEYS_LOST = "the keyed animation has become a motion, with a key on every frame; unbake reduce chooses keys again"


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
    output: Annotated[Path, typer.Option("-o", "--output", readable=False, metavar="OUT", help="The file to write.")],
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
    cut, read = parse_range(frames), reading.options(source)
    loaded = load(source, replace(with_skeleton(source, read), frames=cut))
    motion, plants = _with_plants(loaded, source, cut, labels, with_feet=feet != "none")
    target = load_figure(character, ReadOptions(roles=roles))
    found = _retargeted(motion, character, target, feet, plants)
    notes = [*motion.warnings, *(f"{character.name}: {note}" for note in target.warnings)]
    notes += [*(plants.notes if plants else ()), *found.notes]
    keyed, kept = _on_keys(loaded, found.motion, output)
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
    rows = [
        ("written", f"{output}: {counted(found.motion.n_frames, 'frame')}{', on its keys' if keyed else ''}"),
        ("scale", f"{found.scale:.3f}, by the legs"),
    ]
    console.print(facts_table(rows))
    print_warnings(notes)


def _with_plants(
    loaded: Loaded, file: Path, cut: tuple[int, int] | None, labels: Path | None, *, with_feet: bool
) -> tuple[Motion, FoundPlants | None]:
    """Return what was read as a motion, cut to a range, and its plants where it has labels."""
    whole = figure_of(loaded, file)
    plants = own_plants(file, whole, labels) if with_feet else None
    if plants:
        return plants.cut(whole, cut)
    return whole.excerpt(*cut) if cut else whole, None


def _on_keys(loaded: Loaded, motion: Motion, output: Path) -> tuple[KeyedAnimation | None, tuple[str, ...]]:
    """Return the result on the keys of the animation that was read, None where it has none, and what is lost."""
    from unbake.curves.fits.fit import FIT_METHODS, fit
    from unbake.curves.measure import measure_motions

    if not isinstance(loaded, KeyedAnimation) or loaded.fit == BAKED:
        return None, ()
    if loaded.n_frames != motion.n_frames or "animation" not in format_of(output, "motion").holds:
        return None, (KEYS_LOST,)
    keyed = fit(motion, loaded.selection, loaded.fit if loaded.fit in FIT_METHODS else "free")
    off = measure_motions(motion, keyed.sample())
    where, count = f"{off.worst_joint}, frame {off.worst_frame}", counted(len(loaded.selection), "key")
    note = f"on the source's {count}, curves are up to {off.max_cm:.2f} cm ({where}) from the motion frame by frame"
    return keyed, (note, *(one for one in keyed.warnings if one not in motion.warnings))


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
