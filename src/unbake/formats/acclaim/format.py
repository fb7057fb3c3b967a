"""Acclaim's pair of files: the motion (AMC) that is asked for, and the skeleton (ASF) that it belongs to.

Reading only. Frames come 120 a second unless the options say otherwise, as the databases that use the format do: the
files themselves hold no rate.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np

from unbake.errors import FileError, MotionError
from unbake.formats.acclaim.amc import AcclaimFrames, read_amc
from unbake.formats.acclaim.asf import AcclaimSkeleton, read_asf
from unbake.formats.registry import ReadOptions
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.channels import motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotate
from unbake.motion.skeleton import ROTATIONS, TRANSLATIONS

USUAL_FPS = Fraction(120)


def load(path: Path, options: ReadOptions) -> Motion:
    """Read an AMC file with its skeleton.

    Parameters
    ----------
    path : the AMC file.
    options : `fps` instead of 120; `skeleton_file` instead of the ASF file beside it (see `skeleton_beside`).

    Raises
    ------
    FileError : either file is broken, the skeleton is not to be found, or the two do not belong together.
    """
    skeleton_file = options.skeleton_file or skeleton_beside(path)
    try:
        acclaim = read_asf(skeleton_file)
    except OSError as error:
        raise FileError.of_system(skeleton_file, "the skeleton cannot be read", error) from error
    frames = read_amc(path, acclaim.freedoms, skeleton_file)
    try:
        values = _channel_values(acclaim, frames)
        notes = _doubts(path, skeleton_file, is_given=options.skeleton_file is not None)
        return motion_from_channels(acclaim.skeleton, values, options.fps or USUAL_FPS, frames.first_frame, notes)
    except MotionError as error:
        raise FileError.of(path, error) from error


def skeleton_beside(path: Path) -> Path:
    """Return the ASF file in a clip's folder that belongs to it.

    For ``16_15.amc`` these are tried: ``16_15.asf``, ``16.asf`` (the subject before the underscore), and whatever ASF
    file is there if it is the only one. FileError, with what was looked for, where none fits.
    """
    try:
        here = sorted(file for file in path.absolute().parent.iterdir() if file.suffix.lower() == ".asf")
    except OSError as error:
        raise FileError.of_system(path, "its folder cannot be searched for a skeleton", error) from error
    stems = (path.stem.lower(), path.stem.lower().partition("_")[0])
    for stem in stems:
        for file in here:
            if file.stem.lower() == stem:
                return path.parent / file.name
    if len(here) == 1:
        return path.parent / here[0].name
    looked_for = " or ".join(dict.fromkeys(f"{stem}.asf" for stem in stems))
    beside = f"{len(here)} others" if here else "no ASF file"
    raise FileError(path, f"no skeleton beside it: looked for {looked_for}, found {beside}", code="no-skeleton-file")


def _doubts(path: Path, skeleton_file: Path, *, is_given: bool) -> tuple[Note, ...]:
    """Return a note where names speak against a skeleton: nothing in the files says to which of many alike one belongs.

    Of a skeleton that a person named, only the numbers of subjects do, as the database of CMU has them.
    """
    clip, skeleton = path.stem.lower(), skeleton_file.stem.lower()
    subject = clip.partition("_")[0]
    if skeleton in (clip, subject) or re.match(rf"{re.escape(skeleton)}[\W_]", clip):
        return ()
    if is_given and not (skeleton.isdecimal() and subject.isdecimal()):
        return ()
    taken = f"{skeleton_file.name} was taken as the skeleton of {path.name}, though it has another name"
    return (Note(f"{taken}: bones may have wrong lengths and axes", "skeleton-doubtful"),)


def _channel_values(acclaim: AcclaimSkeleton, frames: AcclaimFrames) -> Floats:
    """Return the values (F, C) of the skeleton's channels, in metres and radians, from an AMC file's columns."""
    skeleton = acclaim.skeleton
    angle = {"deg": math.pi / 180.0, "rad": 1.0, None: acclaim.radians_per_unit}[frames.angle_unit]
    columns: list[Floats] = []
    place = 0
    for name, freedoms in acclaim.freedoms.items():
        joint = skeleton.index(name)
        block = dict(zip(freedoms, frames.values[:, place : place + len(freedoms)].T, strict=True))
        place += len(freedoms)
        if set(freedoms) & set(TRANSLATIONS):
            still = np.zeros(len(frames.values))
            shift = np.stack([block.get(axis, still) for axis in TRANSLATIONS], axis=1) * acclaim.metres_per_unit
            if joint > 0:  # a bone slides along its own axes, the root along the world's
                shift = rotate(skeleton.axes_xyzw[joint], shift)
            columns += list((skeleton.offsets_m[joint] + shift).T)
        columns += [block[axis] * angle for axis in freedoms if axis in ROTATIONS]
    return np.stack(columns, axis=1)
