"""Reading BVH files: the hierarchy into a skeleton, the MOTION block into channel values."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.bvh.frames import read_frames
from unbake.formats.bvh.hierarchy import DeclaredJoint, parse_hierarchy
from unbake.formats.bvh.up_axis import upright
from unbake.formats.length_unit import figure_sizes, guessed_unit, reach
from unbake.formats.registry import ReadOptions
from unbake.formats.takes import Animation, Takes
from unbake.formats.text_file import read_text
from unbake.formats.text_numbers import number_at, strict_integer, text_lines
from unbake.formats.unique_names import UniqueNames, usual_end_name
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.channels import channels_of, motion_from_channels
from unbake.motion.frame_rate import snapped_rate
from unbake.motion.motion import Motion
from unbake.motion.skeleton import ROTATIONS, TRANSLATIONS, Skeleton

_FRAMES_FOR_SIZE = 25
_MILLIMETRE = 0.001


def read_bvh(path: Path, options: ReadOptions) -> Motion:
    """Read a BVH file.

    The frames are numbered from 1. Without `options.metres_per_unit` the unit of length is guessed from the size of
    the figure; a figure that stands along z is turned. Warnings say what was assumed. All frames that are there are
    read, whatever number is announced. Each of several figures is a take; the one with most channels, the first of
    equals, is read by default.

    Raises
    ------
    FileError : anything that is no whole BVH file.
    UsageError : a unit that is no positive number; no take of the options' name.
    """
    lines = text_lines(read_text(path))
    figures, motion_line = parse_hierarchy(path, lines)
    try:
        joints, read, columns, taken = _chosen(path, figures, options.take)
        skeleton = _skeleton(joints)
        if not columns:
            raise FileError(path, "no joint has CHANNELS, so nothing in it moves")
        frames, frames_line, fps, first_line = _motion_header(path, lines, motion_line, options.fps)
        values, notes = read_frames(path, lines, first_line, columns, (frames, frames_line))
        values = _in_radians(skeleton, values[:, read])
        unit, more = _unit(skeleton, values, options.metres_per_unit)
        notes = (*taken, *_renamed(joints, skeleton), *notes, *more)
        return upright(motion_from_channels(*_scaled(skeleton, values, unit), fps, warnings=notes))
    except MotionError as error:
        raise FileError.of(path, error) from error


def take_names(path: Path) -> tuple[str, ...]:
    """Return the names of the figures, that with most channels first; errors as of `read_bvh`."""
    figures, _ = parse_hierarchy(path, text_lines(read_text(path)))
    return _takes(figures)[0].moving


def _takes(figures: Sequence[list[DeclaredJoint]]) -> tuple[Takes, list[int]]:
    """Return the takes, which are the figures that move by the names of their roots, and these figures' numbers."""
    order = sorted(range(len(figures)), key=lambda number: -_n_channels(figures[number]))
    order = [number for number in order if _n_channels(figures[number])] or order
    names = tuple(figures[number][0].name or "" for number in order)
    return Takes([Animation("", names) if len(names) > 1 else Animation(names[0])], "figure"), order


def _n_channels(figure: list[DeclaredJoint]) -> int:
    return sum(len(joint.channels or ()) for joint in figure)


def _chosen(
    path: Path, figures: Sequence[list[DeclaredJoint]], name: str | None
) -> tuple[list[DeclaredJoint], slice, int, tuple[Note, ...]]:
    """Return the figure that is read, its columns among the channels of all, how many these are, and what to say."""
    takes, order = _takes(figures)
    take, notes = takes.chosen(path, name)
    number = order[take.figure or 0]
    counts = [_n_channels(figure) for figure in figures]
    start = sum(counts[:number])
    return figures[number], slice(start, start + counts[number]), sum(counts), notes


def _skeleton(joints: Sequence[DeclaredJoint]) -> Skeleton:
    """Return the skeleton in the file's unit; of joints that share a name, all but the first get a number."""
    unique, seen, names = UniqueNames(joint.name or "" for joint in joints if not joint.is_end), set[str](), []
    for joint in joints:
        name = joint.name or ""
        if joint.is_end:
            names.append(unique.take(name or usual_end_name(joints[joint.parent].name or "")))
        else:
            names.append(unique.take(name) if name in seen else name)
            seen.add(name)
    return Skeleton(
        names=tuple(names),
        parents=tuple(joint.parent for joint in joints),
        offsets_m=np.array([joint.offset for joint in joints], dtype=np.float64),
        channels=tuple(joint.channels or () for joint in joints),
        rotation_orders=tuple(_rotation_order(joint.channels or ()) for joint in joints),
        end_sites=tuple(joint.is_end for joint in joints),
    )


def _renamed(joints: Sequence[DeclaredJoint], skeleton: Skeleton) -> tuple[Note, ...]:
    count = sum(not joint.is_end and joint.name != name for joint, name in zip(joints, skeleton.names, strict=True))
    some = "joints" if count > 1 else "joint"
    return (Note(f"{count} {some} shared a name and got a number", "joint-renamed"),) if count else ()


def _rotation_order(channels: Sequence[str]) -> str:
    """The product order of a joint's rotations: as listed, axes without a channel behind them."""
    listed = "".join(name[1] for name in channels if name in ROTATIONS)
    return listed + "".join(axis for axis in "xyz" if axis not in listed)


def _motion_header(
    path: Path, lines: Sequence[str], motion_line: int, fps: Fraction | None
) -> tuple[int, int, Fraction, int]:
    """Return the claimed number of frames, its line, the frame rate, and the index of the first line of values."""
    (frames_line, count), (time_line, seconds) = _header_entries(path, lines, motion_line)
    frames = strict_integer(count)
    if frames is None or frames < 1:
        raise FileError(path, "no usable number of frames", line=frames_line, expected="1 or more", actual=count)
    number_at(path, time_line, seconds, "the seconds between two frames")
    if fps is None:
        try:
            fps = snapped_rate(seconds)
        except ValueError:
            expected = "seconds between two frames, from 0.00001 to 100,000"
            raise FileError(path, "no usable frame time", line=time_line, expected=expected, actual=seconds) from None
    return frames, frames_line, fps, time_line


def _header_entries(path: Path, lines: Sequence[str], motion_line: int) -> list[tuple[int, str]]:
    """Return line and value of ``Frames:`` and ``Frame Time:``, which follow MOTION with or without blank lines."""
    patterns = {
        "Frames: <count>": r"\s*frames\s*:?\s*(\S+)\s*",
        "Frame Time: <seconds>": r"\s*frame\s*time\s*:?\s*(\S+)\s*",
    }
    filled = (number for number in range(motion_line + 1, len(lines) + 1) if lines[number - 1].strip())
    entries = []
    for expected, pattern in patterns.items():
        number = next(filled, None)
        if number is None:
            raise FileError(path, "the file ends before its frames", line=len(lines), expected=f"'{expected}'")
        match = re.fullmatch(pattern, lines[number - 1], re.IGNORECASE)
        if match is None:
            actual = lines[number - 1].strip()
            raise FileError(path, "no header of the MOTION block", line=number, expected=f"'{expected}'", actual=actual)
        entries.append((number, match[1]))
    return entries


def _in_radians(skeleton: Skeleton, values: Floats) -> Floats:
    """Return the values with the columns of angles turned from degrees into radians."""
    turns = np.array([channel.name in ROTATIONS for channel in channels_of(skeleton)])
    return np.asarray(values * np.where(turns, np.pi / 180.0, 1.0))


def _unit(skeleton: Skeleton, values: Floats, given: float | None) -> tuple[float, tuple[str, ...]]:
    """Return the unit in metres, and a warning where it had to be guessed."""
    if given is not None:
        if not (math.isfinite(given) and given > 0.0):
            raise UsageError(f"the unit of length must be a positive number of metres, not {given}")
        return given, ()
    rows = values[np.linspace(0, len(values) - 1, min(len(values), _FRAMES_FOR_SIZE)).astype(int)]
    # Measured as if in millimetres, so that no number of a file is too large to be looked at.
    sample = motion_from_channels(*_scaled(skeleton, rows, _MILLIMETRE), Fraction(1))
    sizes = tuple(size / _MILLIMETRE for size in figure_sizes(sample))
    unit, sentence = guessed_unit(sizes, 0.0 if any(sizes) else reach(sample) / _MILLIMETRE)
    return unit, (sentence,)


def _scaled(skeleton: Skeleton, values: Floats, unit: float) -> tuple[Skeleton, Floats]:
    """Return a skeleton and channel values with their lengths multiplied by `unit`."""
    moves = np.array([channel.name in TRANSLATIONS for channel in channels_of(skeleton)])
    scaled = replace(skeleton, offsets_m=skeleton.offsets_m * unit, metres_per_unit=unit)
    return scaled, np.asarray(values * np.where(moves, unit, 1.0))
