"""The plants that a command holds: stored with the clip, found by an oracle, or both; and how they go along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from unbake.errors import FileError, UnbakeError, UsageError
from unbake.ground.wording import frame_range, listed

if TYPE_CHECKING:
    from unbake.curves.keyed_animation import KeyedAnimation
    from unbake.feet.labels import FootLabels
    from unbake.formats.foot_labels.parts import LabelledPart
    from unbake.motion.motion import Motion

WAY_OUT = "unbake feet label --again stores new ones in their place, -o or --labels names another file"


@dataclass(frozen=True, eq=False)
class FoundPlants:
    """The plants of a motion, and who stands for which of its frames.

    Parameters
    ----------
    labels : of all frames.
    parts : the same, by who stands for them; every frame is in one.
    file : where the stored ones are; None where there are none.
    notes : what a person should know, a sentence each.
    """

    labels: FootLabels
    parts: tuple[LabelledPart, ...]
    file: Path | None
    notes: tuple[str, ...]

    def cut(self, motion: Motion, frames: tuple[int, int] | None) -> tuple[Motion, FoundPlants]:
        """Return the frames numbered by a range, of a motion and of its plants; all where none was given."""
        from unbake.formats.foot_labels.parts import cut

        if frames is None:
            return motion, self
        # The motion first: it refuses frames that it has not, by the file's numbers.
        clip = motion.excerpt(*frames)
        labels = self.labels.excerpt(*(number - motion.first_frame for number in frames))
        return clip, FoundPlants(labels, cut(self.parts, *frames), self.file, self.notes)


def plants_of(file: Path, motion: Motion, labels: Path | None, oracle: Path | None) -> FoundPlants:
    """Return the plants of a clip: as a file that was named or lies beside it has them, elsewhere as an oracle does.

    Raises
    ------
    UsageError : labels and an oracle were both named, or labels that are no such file.
    FileError : labels that are not there, or of another motion.
    """
    from unbake.cli.feet.given_oracle import check_named_labels, guesser
    from unbake.formats.foot_labels.format import labels_file, load_parts
    from unbake.formats.foot_labels.parts import filled, labelled_frames, whole_labels

    if labels is not None and oracle is not None:
        raise UsageError("--labels says where feet are planted, --oracle asks for it; give one of them")
    if labels is not None:
        check_named_labels(labels)
        stored = load_parts(labels, motion, file)
        if not stored:
            raise FileError(labels, "holds no foot labels")
    else:
        stored = stored_parts(file, motion) if oracle is None else ()
    covered = labelled_frames(stored, motion.n_frames, motion.first_frame)
    place = labels_file(labels or file) if stored else None
    parts, notes = stored, []
    if not covered.all():
        parts = filled(stored, guesser(oracle)(motion).labels)
        if stored:
            notes.append(f"only frames {ranges_text(stored)} are labelled; in the others the plants are the oracle's")
    whole = whole_labels(parts, motion.n_frames, motion.fps, motion.first_frame)
    return FoundPlants(whole, parts, place, tuple(notes))


def own_plants(file: Path, motion: Motion, labels: Path | None) -> FoundPlants | None:
    """Return the plants of a clip that has labels, in a file that was named or beside it; None where it has none.

    Raises
    ------
    UsageError, FileError : as of `plants_of`.
    """
    from unbake.formats.foot_labels.format import stored_labels

    return None if labels is None and stored_labels(file) is None else plants_of(file, motion, labels, None)


def stored_parts(path: Path, clip: Motion, file: Path | None = None) -> tuple[LabelledPart, ...]:
    """Return the labelled stretches of a clip; where they are of another motion, the FileError says what to do.

    `file` is the clip's own where `path` is that of its labels.
    """
    from unbake.formats.foot_labels.format import load_parts

    try:
        return load_parts(path, clip, file)
    except FileError as error:
        place = error.file if error.line is None else f"{error.file}:{error.line}"
        said = str(error).removeprefix(f"{place}: ")
        raise FileError(error.file, f"{said}; {WAY_OUT}", line=error.line) from error


def ranges_text(parts: tuple[LabelledPart, ...], most: int = 6) -> str:
    """Return the frames that parts label, those that meet as one."""
    runs: list[list[int]] = []
    for part in parts:
        if runs and runs[-1][1] + 1 == part.first_number:
            runs[-1][1] = part.last_number
        else:
            runs.append([part.first_number, part.last_number])
    return listed((frame_range(first, last) for first, last in runs), most)


def labels_along(
    clip: Motion | KeyedAnimation, source: Path, output: Path, frames: tuple[int, int] | None = None
) -> tuple[str, ...]:
    """Store the foot labels of a clip, if it has any, with what was made of it; return notes on what could not be.

    Parameters
    ----------
    clip, source : what was read, and its file.
    output : the result; it has been written.
    frames : first and last of those that it has, as the clip numbers them; all by default.
    """
    from unbake.formats.foot_labels.format import stored_labels
    from unbake.formats.foot_labels.parts import cut
    from unbake.motion.motion import Motion

    try:
        stored = stored_labels(source)
        if stored is None:
            return ()
        motion = clip if isinstance(clip, Motion) else clip.sample()
        parts = stored.parts_of(motion, source)
    except UnbakeError as error:
        return (f"the foot labels did not come along: {error}",)
    first, last = frames or (motion.first_frame, motion.last_frame)
    return save_with(cut(parts, first, last), (last - first + 1, first), output, source, None, {})


def save_with(
    parts: tuple[LabelledPart, ...],
    frames: tuple[int, int],
    output: Path,
    source: Path,
    kept: Path | None,
    named_roles: Mapping[str, str],
) -> tuple[str, ...]:
    """Store labels with a result of which they are true, and return notes on what could not be.

    Parameters
    ----------
    parts : as the motion numbers its frames.
    frames : how many it has, and the number of the first.
    output : the result, with as many frames; it has been written.
    source : the clip that it was made of.
    kept : the file of that clip's own labels, which is never written over.
    named_roles : of the clip's skeleton, see `Skeleton.with_roles`.
    """
    from unbake.formats.foot_labels.format import labels_file

    if note := _no_place(output):
        return (note,)
    target = labels_file(output)
    if target.resolve() in {place.resolve() for place in (kept, labels_file(source)) if place is not None}:
        return _note_of_shared(target, output, source, named_roles)
    return _stored(parts, frames, output, source.name, named_roles)


def save_made(labels: FootLabels, motion: Motion, output: Path, library: Path) -> tuple[str, ...]:
    """Store the plants of a motion that was made of a library's clips with its file; notes on where that cannot be."""
    from unbake.formats.foot_labels.format import source_of
    from unbake.formats.foot_labels.parts import LabelledPart

    if note := _no_place(output):
        return (note,)
    part = LabelledPart(labels, source_of(labels))
    return _stored((part,), (motion.n_frames, motion.first_frame), output, library.name, motion.skeleton.named_roles)


def _no_place(output: Path) -> str | None:
    """What to say of a result in a format that labels cannot be stored with: what cannot be read, or has no joints."""
    from unbake.formats.known_formats import format_of

    form = format_of(output, "motion")
    if "load" in form.holds and form.has_skeleton:
        return None
    return f"the foot labels are not stored with {output.name}: a {form.name} has no place for them"


def _stored(
    parts: tuple[LabelledPart, ...],
    frames: tuple[int, int],
    output: Path,
    carried_from: str,
    named_roles: Mapping[str, str],
) -> tuple[str, ...]:
    """Store labels with a result, whose file says how frames are numbered in it; never over those of a person."""
    from unbake.formats.foot_labels.format import labels_file, save_parts
    from unbake.formats.foot_labels.parts import numbered
    from unbake.formats.registry import load_motion

    target = labels_file(output)
    if holds_a_persons_labels(target):
        return (f"{target} is left as it is, for it holds labels by hand; those of {output.name} are not stored",)
    try:
        there = load_motion(output).with_roles(named_roles)
        moved = numbered(parts, *frames, (there.n_frames, there.fps, there.first_frame))
        save_parts(moved, there, target, carried_from=carried_from)
    except UnbakeError as error:
        return (f"the foot labels are not stored with {output.name}: {error}",)
    return ()


def _note_of_shared(target: Path, output: Path, source: Path, named_roles: Mapping[str, str]) -> tuple[str, ...]:
    """What to say where the labels of a result would lie in the file of those that it was made by."""
    from unbake.formats.foot_labels.format import load_parts
    from unbake.formats.registry import load_motion

    there = load_motion(output).with_roles(named_roles)
    try:
        load_parts(target, there)
    except UnbakeError:
        return (f"{target} keeps the labels of {source.name}, which are not those of {output.name}; give it a name of "
                "its own to have its labels beside it",)  # fmt: skip
    return ()


def holds_a_persons_labels(file: Path) -> bool:
    """Return whether a sidecar holds labels that somebody made for its clip, so that they exist nowhere else."""
    from unbake.formats.foot_labels.format import SUFFIX, stored_labels

    if not file.name.endswith(SUFFIX) or not file.exists():
        return False
    try:
        stored = stored_labels(file)
    except FileError:
        return True
    return stored is not None and stored.carried_from is None and any(not part.is_guess for part in stored.parts)
