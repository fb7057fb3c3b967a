"""Clips that tests share."""

import gzip
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path

from unbake.formats.bvh.format import load, save_motion
from unbake.formats.registry import ReadOptions, WriteOptions


def packaged_bytes():
    """The BVH file that comes with the package."""
    return gzip.decompress(files("unbake.data").joinpath("cmu-01-01-excerpt.bvh.gz").read_bytes())


@cache
def packaged_clip():
    """The clip that comes with the package as a motion."""
    return motion_in(packaged_bytes())


def motion_in(data):
    """The motion in the bytes of a BVH file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "clip.bvh"
        file.write_bytes(data)
        return load(file, ReadOptions())


@cache
def jump_bytes():
    """A BVH file with 140 frames of it, one jump: for what does not depend on a clip's length."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "jump.bvh"
        save_motion(packaged_clip().excerpt(61, 200), file, WriteOptions())
        return file.read_bytes()


@cache
def jump_clip():
    """The same as a motion."""
    return motion_in(jump_bytes())
