"""Files that are read back to be measured: joints that formats add, rename or reorder do not matter."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from studio.server.serving import quietly
from unbake.formats.registry import save
from unbake.motion.motion import Motion
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.studio.server.exporting.exporting import Shown, export_plan
from unbake.studio.server.exporting.read_back import read_back, with_joints_of

NAMES = ("Root", "a {b}", "left  tip", "c", "right tip")
PARENTS = (-1, 0, 1, 0, 3)
BROAD = (0, 1, 3, 2, 4)
"""An order in which no branch comes whole."""


def branches(size_m=0.3):
    """Two branches without end sites, told in turn, with names that a BVH cannot hold."""
    rng = np.random.default_rng(4)
    turns = np.cumsum(0.02 * rng.normal(size=(40, 5, 4)), axis=0) + np.array([0.0, 0.0, 0.0, 1.0])
    offsets = size_m * rng.normal(size=(5, 3))
    parents = tuple(BROAD.index(PARENTS[joint]) if PARENTS[joint] >= 0 else -1 for joint in BROAD)
    motion = Motion.from_arrays([NAMES[joint] for joint in BROAD], parents, offsets, turns)
    return replace(motion, skeleton=replace(motion.skeleton, metres_per_unit=1.0))


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".json"])
@pytest.mark.parametrize("size_m", [0.003, 0.3, 3000.0])
def test_joints_are_found_again(tmp_path, suffix, size_m):
    motion = branches(size_m)
    file = tmp_path / f"out{suffix}"
    save(motion, file)
    read = read_back(file, motion)
    assert (read.skeleton.names, read.skeleton.parents) == (motion.skeleton.names, motion.skeleton.parents)
    assert np.abs(read.positions() - motion.positions()).max() < 1e-6 * max(size_m, 1.0)


def test_every_format_is_planned_for_a_clip_whose_bones_have_no_ends():
    motion = branches()
    seen = Shown.of(motion, reduce_motion(motion, ReduceOptions(keys=5)).animation, 0.0)
    planned = {loss.suffix: loss for loss in export_plan(seen, quietly)}
    assert {".bvh", ".glb", ".json"} <= set(planned)
    assert planned[".bvh"].deviation_cm < 1e-3


def test_what_lacks_joints_comes_back_as_it_is():
    clip = jump_clip()
    assert with_joints_of(clip.skeleton, clip) is clip
    few = branches()
    assert with_joints_of(clip.skeleton, few) is few
