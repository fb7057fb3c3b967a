"""``unbake library export``: clips back into files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.feet.plants import holds_a_persons_labels
from unbake.cli.library.arguments import ClipsArgument, LibraryArgument, TaggedOption, chosen_clips
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, print_json, print_warnings
from unbake.errors import FileError, UsageError
from unbake.formats.foot_labels.format import labels_file, save_parts, source_of
from unbake.formats.foot_labels.parts import LabelledPart
from unbake.formats.known_formats import format_of
from unbake.formats.registry import notes_before_saving, save
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.feet.labels import FootLabels
    from unbake.library.clip import Clip
    from unbake.library.library import Library
    from unbake.motion.motion import Motion


@dataclass(frozen=True)
class ExportGroup:
    """What is written, and how."""

    to: Annotated[str, typer.Option("--to", help="Format, by its suffix: bvh, fbx, glb, usdc, json, …")] = "bvh"
    mirrored: Annotated[bool, typer.Option("--mirrored", help="Write their mirror images instead.")] = False
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace existing files.")] = False

    def target(self, folder: Path, clip: Clip) -> Path:
        """Return the file of a clip; slashes and the like in its name become underscores."""
        plain = "".join("_" if letter in '/\\:*?"<>|' else letter for letter in clip.name).strip(". ") or "clip"
        return folder / f"{plain}{'_mirrored' if self.mirrored else ''}.{self.to.lstrip('.').lower()}"


@with_option_groups
def export(
    library: LibraryArgument,
    folder: Annotated[Path, typer.Argument(readable=False, metavar="OUT", help="Folder for the files.")],
    clips: ClipsArgument = None,
    *,
    tag: TaggedOption = None,
    exporting: ExportGroup,
    as_json: JsonOption = False,
) -> None:
    """Write clips as files, one each: all, or those of some names, patterns or tags. Foot labels go along.

    Damaged clips are listed and do not stop the others, but the command exits with 1.
    """
    from unbake.library.library import Library

    format_of(Path(f"clip.{exporting.to.lstrip('.')}"), "motion")
    with Library.open(library) as opened, Steps() as steps:
        chosen = chosen_clips(opened, clips, tag)
        targets = {clip.id: exporting.target(folder, clip) for clip in chosen}
        _check(targets, exporting.overwrite)
        folder.mkdir(parents=True, exist_ok=True)
        notes: list[str] = []
        damaged: dict[str, str] = {}
        for done, clip in enumerate(chosen, 1):
            try:
                notes += _write(opened, clip, targets[clip.id], exporting.mirrored)
            except FileError as error:
                if error.file != str(opened.path):
                    raise
                damaged[clip.name] = error.message
                del targets[clip.id]
            steps.report("save", done / len(chosen))
    _say(library, folder, list(targets.values()), damaged, list(dict.fromkeys(notes)), as_json=as_json)
    if damaged:
        raise typer.Exit(1)


def _say(
    library: Path, folder: Path, files: list[Path], damaged: dict[str, str], notes: list[str], *, as_json: bool
) -> None:
    if as_json:
        fields = {"library": str(library), "files": [str(file) for file in files]}
        print_json(fields | {"damaged": damaged, "warnings": notes})
        return
    console.print(f"{counted(len(files), 'file')} in {folder}", markup=False)
    print_warnings(notes)
    for name, reason in damaged.items():
        console.print(f"  {name} was left out: {reason}", markup=False)


def _check(targets: dict[int, Path], overwrite: bool) -> None:
    """Refuse files that are there, and two clips for one file, before anything is written."""
    names = [str(target).casefold() for target in targets.values()]
    twice = next((target for target in targets.values() if names.count(str(target).casefold()) > 1), None)
    if twice is not None:
        raise UsageError(f"two clips would be written to {twice}; unbake library rename changes a name")
    there = next((target for target in targets.values() if target.exists()), None)
    if there is not None and not overwrite:
        raise FileError(there, "is there already; --overwrite replaces it")


def _write(library: Library, clip: Clip, target: Path, mirrored: bool) -> list[str]:
    motion = library.motion(clip.id, mirrored=mirrored)
    notes = [str(note) for note in notes_before_saving(motion, target)]
    save(motion, target)
    labels = library.foot_labels(clip.id)
    if labels is not None:
        notes += _save_labels(labels.mirrored() if mirrored else labels, motion, target, library.path.name)
    return notes


def _save_labels(labels: FootLabels, motion: Motion, target: Path, library: str) -> tuple[str, ...]:
    place = labels_file(target)
    if holds_a_persons_labels(place):
        return (f"{place} is left as it is, for it holds labels by hand; those of {target.name} are not stored",)
    save_parts((LabelledPart(labels, source_of(labels)),), motion, place, carried_from=library)
    return ()
