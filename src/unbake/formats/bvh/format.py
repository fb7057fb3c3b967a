"""BVH, the format of Biovision: a hierarchy of joints, and one line of channel values a frame.

A joint's rotation is the product, from left to right, of its rotation channels in the order in which they are listed;
its position channels take the place of its OFFSET, a missing component keeps the offset's. The format has no unit of
length, no frame numbers and no curves: a keyed animation is written as its samples.

References: Meredith & Maddock, Motion Capture File Formats Explained, 2001.
"""

from __future__ import annotations

from pathlib import Path

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.bvh.reader import read_bvh, take_names
from unbake.formats.bvh.writer import write_bvh, written_names
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.formats.unique_names import note_of_other_names
from unbake.ground.notes import Note
from unbake.motion.motion import Motion

FIRST = 1
"""The number of the first frame in a file that numbers none."""


def load(path: Path, options: ReadOptions) -> Motion:
    """Read a BVH file; FileError with file, line and what was expected where it is none."""
    return read_bvh(path, options)


def takes(path: Path) -> tuple[str, ...]:
    """Return the names of a file's figures, each of which is a take; errors as of `load`."""
    return take_names(path)


def notes(what: Motion | KeyedAnimation, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what a BVH file does not keep."""
    found = []
    if isinstance(what, KeyedAnimation):
        found.append(Note("a BVH has a key on every frame: keys, handles and their classes are left out", "bvh-baked"))
    if what.first_frame != FIRST:
        text = f"frames are numbered from {FIRST}, not from {what.first_frame}: a BVH has no frame numbers"
        found.append(Note(text, "frames-renumbered"))
    if renamed := note_of_other_names(what.skeleton.names, written_names(what.skeleton), "in a BVH"):
        found.append(renamed)
    return tuple(found)


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion as a BVH file, in the unit of the options, of the file it came from, or in metres."""
    write_bvh(motion, path, options)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> None:
    """Write a keyed animation as a BVH file: its value at every frame, since the format has no curves."""
    write_bvh(animation.sample(), path, options)
