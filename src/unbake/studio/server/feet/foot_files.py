"""Foot labels on disk: those that lie beside a clip, in it, or in a project; and the ones that a command takes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from unbake.errors import FileError, UnbakeError
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import SUFFIX, labels_file, load_parts, save_parts, source_of
from unbake.formats.foot_labels.parts import LabelledPart, labelled_frames, whole_labels
from unbake.ground.files.scratch import scratch_folder
from unbake.motion.motion import Motion
from unbake.studio.server import messages as m
from unbake.studio.server.feet.feet import plants_of
from unbake.studio.server.feet.labelled import Parts
from unbake.studio.server.opening.library_clips import foot_labels_in
from unbake.studio.server.opening.opening import Arrival
from unbake.studio.server.opening.sources import LIBRARY, plain_name


@dataclass(frozen=True, eq=False)
class FoundLabels:
    """What is labelled of a clip that is being opened.

    Parameters
    ----------
    parts : the labelled stretches.
    notes : what a person should know, a sentence each.
    sources : their sidecar, by the name that it has beside the clip, where they are from one.
    """

    parts: Parts = ()
    notes: tuple[str, ...] = ()
    sources: Mapping[str, bytes] = field(default_factory=dict)

    def plants(self, motion: Motion) -> tuple[m.Plant, ...]:
        """Return their plants as a message."""
        return plants_of(whole(self.parts, motion))


def labels_of_arrival(arrival: Arrival, motion: Motion) -> FoundLabels:
    """Return what is labelled of a clip, as its files say it, wherever these come from."""
    if arrival.path is not None:
        return labels_beside(arrival.path, motion)
    names = {arrival.name, sidecar_of(Path(arrival.name)).as_posix()} & set(arrival.sources)
    with scratch_folder() as folder:
        for name in names:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(arrival.sources[name])
        if Path(arrival.name).suffix == LIBRARY:
            return _of_library(folder / arrival.name)
        found = labels_beside(folder / arrival.name, motion)
    return FoundLabels(found.parts, tuple(note.replace(f"{folder}{os.sep}", "") for note in found.notes))


def _of_library(file: Path) -> FoundLabels:
    labels = foot_labels_in(file)
    return FoundLabels(() if labels is None else (LabelledPart(labels, source_of(labels)),))


def labels_beside(path: Path, motion: Motion) -> FoundLabels:
    """Return what is labelled of a clip in its file or beside it, and notes on what cannot be used.

    Our own JSON holds its labels itself, for commands too. Where it holds none, those of a sidecar that fits are taken.
    """
    try:
        own = FoundLabels(load_parts(path, motion))
    except UnbakeError as error:
        own = FoundLabels(notes=(f"Its foot labels were left out: {error}",))
    if not is_native(path):
        return replace(own, sources=_sources(path)) if own.parts else own
    sidecar, others = sidecar_of(path).name, _fitting(sidecar_of(path), motion)
    if not others or others == own.parts:
        return own
    if own.parts:
        return replace(own, notes=(f"Its foot labels are its own; {sidecar} beside it has others.",))
    taken = f"Its foot labels are those of {sidecar}; {path.name} has none until they are saved."
    return FoundLabels(others, (*own.notes, taken), _sources(path))


def _fitting(sidecar: Path, motion: Motion) -> Parts:
    """Labels of a sidecar that may be of another clip."""
    try:
        return load_parts(sidecar, motion)
    except UnbakeError:
        return ()


def _sources(clip: Path) -> dict[str, bytes]:
    """A clip's sidecar, named after the clip's own name in projects."""
    return {sidecar_of(Path(plain_name(clip.name))).name: sidecar_of(clip).read_bytes()}


def labels_for_projects(parts: Parts, clip: str, motion: Motion) -> dict[str, bytes]:
    """Return labels that were saved as the sidecar that a project keeps with a clip; in our own JSON none would count.

    `clip` is the name of the clip's file.
    """
    file = Path(clip)
    return {} if is_native(file) else {sidecar_of(file).as_posix(): labels_bytes(parts, motion)}


def whole(parts: Parts, motion: Motion) -> FootLabels:
    """Return labelled stretches as labels of the whole clip; what nobody labelled has no plants."""
    return whole_labels(parts, motion.n_frames, motion.fps, motion.first_frame)


def plants_of_command(path: Path | None, motion: Motion) -> tuple[m.Plant, ...] | None:
    """Return the plants that a command holds in a clip by what lies beside it; None where nothing does.

    Where only part of the frames are labelled, it asks the oracle about the others: those plants are none of the
    document's, and none is returned.
    """
    try:
        parts = load_parts(path, motion) if path is not None else ()
    except UnbakeError:
        return None
    if not parts:
        return None
    covered = labelled_frames(parts, motion.n_frames, motion.first_frame)
    return plants_of(whole(parts, motion)) if covered.all() else ()


def is_native(path: Path) -> bool:
    """Return whether a clip's file is of the format that holds labels itself."""
    return labels_file(path) == path


def sidecar_of(path: Path) -> Path:
    """Return where labels lie beside a clip, whatever its format."""
    return path.with_name(path.stem + SUFFIX)


def is_read_with(file: str, clip: Path | None) -> bool:
    """Return whether a file of labels is the one that is read with a clip."""
    return clip is not None and Path(file) == labels_file(clip).resolve()


def labels_in(data: bytes, name: str, motion: Motion, arrival: Arrival) -> Parts:
    """Return the labels in a file's bytes; FileError, with the file's own name, where they are not of this motion.

    `arrival` is the motion's clip: labels may be of the markers in it.
    """
    with scratch_folder() as folder:
        file, clip = folder / f"clip{SUFFIX}", folder / f"clip{Path(arrival.name).suffix}"
        file.write_bytes(data)
        clip.write_bytes(arrival.sources[arrival.name])
        try:
            return load_parts(file, motion, clip)
        except FileError as error:
            raise error.named(name) from error


def labels_bytes(parts: Parts, motion: Motion) -> bytes:
    """Return labelled stretches as a file that can lie beside their clip."""
    with scratch_folder() as folder:
        return save_parts(parts, motion, folder / f"clip{SUFFIX}").read_bytes()
