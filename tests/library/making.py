"""Small motions and libraries for the tests."""

import os
import signal
import time
from fractions import Fraction

import numpy as np

from unbake.library.adding.reading import ReadFile, read_file
from unbake.motion.motion import Motion


def wobble(seed=0, frames=40, joints=5, fps=Fraction(120)):
    """A chain that turns at random: no two seeds make the same motion."""
    rng = np.random.default_rng(seed)
    names = [f"joint{j}" for j in range(joints)]
    rotations = rng.normal(size=(frames, joints, 4)) * 0.2 + [0.0, 0.0, 0.0, 1.0]
    offsets = np.tile([0.0, 0.3, 0.0], (joints, 1))
    return Motion.from_arrays(names, list(range(-1, joints - 1)), offsets, rotations, rng.normal(size=(frames, 3)), fps)


def same(a, b):
    """Whether two motions are the same to the last bit."""
    return (
        np.array_equal(a.rotations_xyzw, b.rotations_xyzw)
        and np.array_equal(a.translations_m, b.translations_m)
        and (a.fps, a.first_frame, a.warnings) == (b.fps, b.first_frame, b.warnings)
        and (a.skeleton.names, a.skeleton.parents, a.skeleton.channels)
        == (b.skeleton.names, b.skeleton.parents, b.skeleton.channels)
        and np.array_equal(a.skeleton.offsets_m, b.skeleton.offsets_m)
    )


def end_of_process(path, options):
    """In place of `read_file`, in whatever process: one file takes it down."""
    if path.name == "a.bvh":
        os.kill(os.getpid(), signal.SIGKILL)
    return read_file(path, options)


def told(path, options):
    """In place of `read_file`: where a worker is told that a file lies, and its skeleton."""
    return ReadFile(broken=f"{path} {options.skeleton_file}")


def endless(path, options):
    """In place of `read_file`: it never comes to an end; which process that is, is noted beside the file."""
    path.with_name(f"{os.getpid()}.reader").touch()
    time.sleep(600.0)
