"""Files as clips: from bytes by name, so that what was uploaded or saved in a project is read like any file."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import FileError, UsageError
from unbake.formats.known_formats import format_of
from unbake.formats.length_unit import metres_named
from unbake.formats.registry import Loaded, ReadOptions, load, several_takes, takes_of, with_skeleton, without_layers
from unbake.ground.files.scratch import scratch_folder
from unbake.motion.frame_rate import checked_rate
from unbake.motion.motion import Motion
from unbake.motion.points import Points
from unbake.studio.server.keeping.projects import Project, read_project
from unbake.studio.server.opening.library_clips import FORMAT, read_library_clip
from unbake.studio.server.opening.sources import (
    LIBRARY,
    PROJECT,
    Sources,
    check_clip_suffix,
    in_order,
    skeleton_of,
    sources_of,
)


@dataclass(frozen=True, eq=False)
class Arrival:
    """Files to open, and what is known of them.

    Parameters
    ----------
    sources : the files.
    options : what a person said about them.
    path : where the clip lies, if it was read from there.
    project : how it was left, the client's JSON; None for a clip.
    project_path : where the project lies, if it was read from there.
    """

    sources: Sources
    options: ReadOptions = ReadOptions()  # noqa: RUF009 – frozen
    path: Path | None = None
    project: str | None = None
    project_path: Path | None = None

    @property
    def name(self) -> str:
        """The name of the file to load."""
        return next(iter(self.sources))

    @property
    def title(self) -> str:
        """What people call it: the file's name; of a clip of a library, its own."""
        return self.name.removesuffix(LIBRARY)


def arrival_from_path(path: Path, options: ReadOptions) -> Arrival:
    """Return the files of a clip or a project of this machine; FileError where they cannot be read."""
    if path.suffix.lower() != PROJECT:
        return Arrival(sources_of(path, options.skeleton_file), options, path=path)
    (data,) = sources_of(path).values()
    arrival = _from_project(read_project(data, str(path)), options)
    return arrival if arrival.project is None else replace(arrival, project_path=path)


def arrival_from_upload(uploaded: Sources, options: ReadOptions) -> Arrival:
    """Return the files that the page sent; FileError for a broken project or an AMC file alone."""
    sources = in_order(uploaded)
    name, data = next(iter(sources.items()))
    if Path(name).suffix.lower() == PROJECT:
        return _from_project(read_project(data, name), options)
    return Arrival(sources, options)


def _from_project(project: Project, options: ReadOptions) -> Arrival:
    """What was said when the project was made holds, unless something else is said now.

    What was done with one take is nothing to another, which begins anew.
    """
    known = project.options
    fps = known.fps if options.fps is None else options.fps
    unit = known.metres_per_unit if options.metres_per_unit is None else options.metres_per_unit
    take = known.take if options.take is None else options.take
    text = project.text if take == known.take else None
    return Arrival(project.sources, ReadOptions(fps, unit, take=take), project=text)


def options_said(fps: float | None, unit: str, otherwise: ReadOptions, take: str | None = None) -> ReadOptions:
    """Return reading options from what the page says, `otherwise` where it says nothing.

    Raises
    ------
    UsageError : a rate or a unit that is none.
    """
    options = otherwise if take is None else replace(otherwise, take=take)
    if fps is not None:
        if not 0.0 < fps <= 100_000.0:
            raise UsageError(f"{fps:g} is no frame rate; expected a number above 0, such as 60")
        options = replace(options, fps=checked_rate(fps))
    if unit:
        options = replace(options, metres_per_unit=metres_named(unit))
        if options.metres_per_unit is None:
            raise UsageError(f"'{unit}' is no unit of length; expected m, cm, mm, in, ft, cmu or a number of metres")
    return options


class ReadClip(NamedTuple):
    """What files hold: the motion at every frame, the keyed animation that it comes from, if there is one.

    `takes` are the names of the file's takes where it holds several, `take` is the one that was read.
    """

    motion: Motion
    animation: KeyedAnimation | None
    format_name: str
    takes: tuple[str, ...] = ()
    take: str | None = None


def read_clip(sources: Sources, options: ReadOptions | None = None) -> ReadClip:
    """Return the motion in files given by name, the one to load first.

    Raises
    ------
    UsageError, FileError : as the command line would say it, with the files' own names.
    """
    name = next(iter(sources))
    is_library = Path(name).suffix == LIBRARY
    if not is_library:
        check_clip_suffix(Path(name))
    with scratch_folder() as folder:
        for other, data in sources.items():
            file = folder / other
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        skeleton = skeleton_of(sources)
        skeleton_file = folder / skeleton if skeleton else None
        try:
            if is_library:
                return ReadClip(read_library_clip(folder / name), None, FORMAT)
            said = replace(options or ReadOptions(), skeleton_file=skeleton_file)
            loaded = load(folder / name, with_skeleton(name, said))
            takes = _several_takes(folder / name, loaded, said)
        except FileError as error:
            raise error.named(os.path.relpath(error.file, folder)) from error
    if isinstance(loaded, Points):
        raise FileError(name, "holds points without a skeleton, so there is no motion to turn into an animation")
    format_name = format_of(Path(name), "load").called(is_figure=True)
    take = (said.take if said.take is not None else takes[0]) if takes else None
    if isinstance(loaded, Motion):
        return ReadClip(loaded, None, format_name, takes, take)
    if loaded.fit == BAKED:
        return ReadClip(without_layers(loaded, Path(name)), None, format_name, takes, take)
    return ReadClip(loaded.sample(), loaded, format_name, takes, take)


def _several_takes(file: Path, loaded: Loaded, said: ReadOptions) -> tuple[str, ...]:
    """Return the names of a file's takes; none where it holds one only, which is not read once more to find out."""
    if said.take is None:
        return several_takes(file, loaded)
    takes = takes_of(file)
    return takes if len(takes) > 1 else ()


def read_sources(sources: Sources) -> tuple[Motion, str]:
    """Return the motion in files given by name, and the name of its format; see `read_clip`."""
    read = read_clip(sources)
    return read.motion, read.format_name
