"""BVH, the format of Biovision: a hierarchy of joints, and one line of channel values a frame.

A joint's rotation is the product, from left to right, of its rotation channels in the order in which they are listed;
its position channels take the place of its OFFSET, a missing component keeps the offset's. The format has no unit of
length, no frame numbers and no curves: a keyed animation is written as its samples.

References: Meredith & Maddock, Motion Capture File Formats Explained, 2001.
"""

from __future__ import annotations

from pathlib import Path

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.bvh.reader import read_bvh
from unbake.formats.bvh.writer import write_bvh
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.motion.motion import Motion


def load(path: Path, options: ReadOptions) -> Motion:
    """Read a BVH file; FileError with file, line and what was expected where it is none."""
    return read_bvh(path, options)


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion as a BVH file, in the unit of the options, of the file it came from, or in metres."""
    write_bvh(motion, path, options)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> None:
    """Write a keyed animation as a BVH file: its value at every frame, since the format has no curves."""
    write_bvh(animation.sample(), path, options)
