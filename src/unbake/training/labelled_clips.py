"""Clips among files and folders, what is labelled of their feet beside them, and what of them to label next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UnbakeError, UsageError
from unbake.feet.detect.active import ActiveTraining
from unbake.feet.detect.examples import Example, example_of, updated
from unbake.feet.detect.features import leg_paths
from unbake.feet.detect.oracle import Oracle
from unbake.feet.legs import legs_of
from unbake.feet.plates.marker_figure import figure_of_markers
from unbake.formats.c3d.format import load_legs
from unbake.formats.foot_labels.format import SUFFIX, labels_file, load_parts, stored_labels
from unbake.formats.foot_labels.parts import whole_labels
from unbake.formats.registry import ReadOptions, load, without_layers
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.points import Points


def load_walker(file: Path, options: ReadOptions, labels: Path | None = None) -> Motion:
    """Return the motion whose feet are labelled.

    Markers become a figure of hips and legs, for which the options' roles name markers. The figure is as long as all
    the markers that it is made of are seen: of several such stretches the one around the options' frames, or that of
    which there are `labels`, or else the longest.
    """
    if file.suffix.lower() == ".c3d":
        return figure_of_markers(*_legs(file, options, labels))
    loaded = load(file, options)
    clip = without_layers(loaded, file) if isinstance(loaded, KeyedAnimation) else loaded
    return figure_of_markers(clip, dict(options.roles)) if isinstance(clip, Points) else clip


def _legs(file: Path, options: ReadOptions, labels: Path | None) -> tuple[Points, dict[str, str]]:
    stored = stored_labels(labels) if labels is not None and options.frame_numbers is None else None
    if stored is not None:
        labelled = (stored.first_frame, stored.first_frame + stored.n_frames - 1)
        try:
            return load_legs(file, replace(options, frame_numbers=labelled))
        except UsageError:  # labels of another motion: whoever compares them with this one says what differs
            pass
    return load_legs(file, options)


@dataclass(frozen=True)
class Library:
    """Clips on disk, and how they and their labels are read.

    Parameters
    ----------
    files : the clips.
    labels : folder of their labels; None where these lie beside them.
    options : how files are read.
    places : the files and folders in which they were found; clips are named from there.
    """

    files: Sequence[Path]
    labels: Path | None = None
    options: ReadOptions = ReadOptions()  # noqa: RUF009 – frozen
    places: Sequence[Path] = ()

    @cached_property
    def names(self) -> dict[Path, str]:
        """What each clip is called: its path from its folder of the library, or all of it; no two are the same."""
        names = {file: self._name(file) for file in self.files}
        count = Counter(names.values())
        return {file: name if count[name] == 1 else file.as_posix() for file, name in names.items()}

    def _name(self, file: Path) -> str:
        inside = [place for place in self.places if place != file and file.is_relative_to(place)]
        return file.relative_to(inside[0]).with_suffix("").as_posix() if inside else file.stem

    def labels_of(self, file: Path) -> Path:
        """Return where a clip's labels are kept: beside it, or in the folder of labels.

        Clips of the same file name have folders of their own there, as in the library.
        """
        if self.labels is None:
            return labels_file(file)
        alike = {other.with_suffix("") for other in self.files if other.stem == file.stem}
        return self.labels / ((file.stem if len(alike) == 1 else self._name(file)) + SUFFIX)

    def walkers(self, progress: Progress) -> tuple[dict[Path, Motion], list[str]]:
        """Return the clips that have legs, and why the others were left out.

        Raises
        ------
        UsageError : no clip can be read and has legs.
        """
        clips: dict[Path, Motion] = {}
        left_out: list[str] = []
        for number, file in enumerate(self.files, start=1):
            try:
                clip = load_walker(file, self.options)
                legs_of(clip)
                clips[file] = clip
            except UnbakeError as error:
                left_out.append(_left_out_text(file, error))
            progress(number / len(self.files))
        if not clips:
            raise UsageError(_none_left_text(left_out))
        return clips, left_out

    def pieces(self, progress: Progress, *, with_guesses: bool = False) -> Pieces:
        """Return the labelled stretches of all clips; those that cannot be read are left out."""
        files = [file for file in self.files if self.labels_of(file).exists()]
        examples: list[Example] = []
        left_out: dict[Path, str] = {}
        guesses = 0
        for number, file in enumerate(files, start=1):
            try:
                found, skipped = self._pieces_of(file, with_guesses)
                examples, guesses = [*examples, *found], guesses + skipped
            except UnbakeError as error:
                left_out[file] = _left_out_text(file, error)
            progress(number / len(files))
        return Pieces(examples, guesses, left_out)

    def _pieces_of(self, file: Path, with_guesses: bool) -> tuple[list[Example], int]:
        stored = stored_labels(self.labels_of(file))
        # Labels that came along with a result teach nothing that those of its clip do not.
        if stored is None or stored.carried_from in {other.name for other in self.files if other != file}:
            return [], 0
        clip = load_walker(file, self.options, self.labels_of(file))
        parts = load_parts(self.labels_of(file), clip, file)
        whole = whole_labels(parts, clip.n_frames, clip.fps, clip.first_frame)
        taken = [part for part in parts if with_guesses or not part.is_guess]
        if not taken:
            return [], len(parts)
        paths, examples = leg_paths(clip, legs_of(clip)), []
        for part in taken:
            rows = (part.first_number - clip.first_frame, part.last_number - clip.first_frame)
            name = f"{self.names[file]} {part.first_number}–{part.last_number}"
            examples.append(example_of(paths, whole, name, *rows, part.by))
        return examples, len(parts) - len(taken)

    def farthest(self, oracle: Oracle, progress: Progress) -> Farthest:
        """Return the sequence that is least like what an oracle, and the labelled clips of the library, know.

        Raises
        ------
        UsageError : no clip can be read and has legs, everything is labelled.
        """
        pieces = self.pieces(lambda part: progress(0.5 * part))
        taught = replace(oracle, examples=updated(oracle.examples, pieces.examples))
        # Where labels cannot be read, none can be stored.
        files = [file for file in self.files if file not in pieces.left_out]
        if not files:
            raise UsageError(_none_left_text([*pieces.left_out.values()]))
        clips, left_out = replace(self, files=files).walkers(lambda part: progress(0.5 + 0.5 * part))
        left_out = [*pieces.left_out.values(), *left_out]
        training = ActiveTraining({str(file): clip for file, clip in clips.items()}, taught)
        sequence, at, distance = training.farthest()
        clip = clips[Path(sequence.clip)]
        start = clip.first_frame
        frames = (sequence.first + start, sequence.last + start)
        return Farthest(Path(sequence.clip), clip, frames, at + start, distance, taught, tuple(left_out))


def _none_left_text(left_out: Sequence[str]) -> str:
    others = f" (and {len(left_out) - 1} more)" if len(left_out) > 1 else ""
    return f"no clip can be used: {left_out[0]}{others}"


def _left_out_text(file: Path, error: UnbakeError) -> str:
    said = str(error)
    return f"{file} was left out: {said.removeprefix(f'{file}: ')}"


@dataclass(frozen=True, eq=False)
class Pieces:
    """What is labelled of a library.

    Parameters
    ----------
    examples : the labelled stretches.
    n_guesses : how many were left out as only guesses.
    left_out : clips that are labelled and cannot be used, and why, a sentence each.
    """

    examples: Sequence[Example]
    n_guesses: int
    left_out: dict[Path, str]


@dataclass(frozen=True, eq=False)
class Farthest:
    """What to label next.

    Parameters
    ----------
    file, clip : where it is.
    frame_numbers : its first and last frame, as the file numbers them.
    number : of the one of them that is least like any example.
    distance : how far that is from the nearest; infinite while there are none.
    oracle : the one that was asked, with the labelled clips of the library.
    left_out : why clips were left out, a sentence each.
    """

    file: Path
    clip: Motion
    frame_numbers: tuple[int, int]
    number: int
    distance: float
    oracle: Oracle
    left_out: tuple[str, ...]
