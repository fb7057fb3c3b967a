"""Compiling the kernels of curves in a second process while the first one compiles those of selection.

Where nothing is cached yet, a first run spends nearly all of its time on compiling, about half of it on the kernels of
either step. The process that comes to a kernel second finds it in the cache. Where the first one comes to the fit while
the second still compiles it, it compiles a part of the world-space match.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from unbake.compiling import garbage
from unbake.compiling.folder import cache_folder
from unbake.compiling.meanwhile import meanwhile
from unbake.compiling.progress import watched
from unbake.compiling.threads import cores
from unbake.curves.fits.free import fit_free
from unbake.curves.keyed_animation import CurveKind
from unbake.curves.measure import measure
from unbake.curves.world.block_tridiagonal import BlockTridiagonal
from unbake.curves.world.kernels import fill_equations
from unbake.ground.processes import end_with_parent
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reduce.finish import finish
from unbake.reduce.join import join
from unbake.reduce.options import JoinOptions
from unbake.reduce.take import Take

FRAMES, JOINTS = 24, 3
"""Of the motion that the kernels are called with; they only have to be called."""


@contextmanager
def curves_compiled_ahead() -> Iterator[None]:
    """Start the second process as soon as this one has to compile anything, and end it with the work inside.

    However this process ends, the second one ends with it. With a filled cache, without one, and on a single core no
    process is started.
    """
    running: list[subprocess.Popen[bytes]] = []

    def begin(n_compiled: int) -> None:
        if not running and cores() > 1 and cache_folder().kind != "none":
            command = [sys.executable, "-m", "unbake.reduce.ahead", str(os.getpid())]
            quiet, flags = subprocess.DEVNULL, getattr(subprocess, "CREATE_NO_WINDOW", 0)
            running.append(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=flags))

    try:
        with watched(begin), meanwhile(_call_equations), garbage.in_a_row():
            yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def call_curves() -> None:
    """Call the kernels that join keyframes and finish the curves in the world."""
    # The first process comes to these last, or waits for them longest.
    _call_fit()
    _call_solver()
    _call_equations()
    take = Take(_swing())
    selection = Selection((0, take.motion.n_frames // 2, take.motion.n_frames - 1))
    kinds: tuple[CurveKind, ...] = ("channels", "quaternions")
    for kind in kinds:
        animation = finish(take, join(take, selection, kind, JoinOptions()), JoinOptions())
        measure(take.motion, animation)


def _call_fit() -> None:
    """Call the kernels of the free fit, which take longest to compile."""
    fit_free(np.array([0, FRAMES // 2, FRAMES - 1]), np.linspace(0.0, 1.0, FRAMES)[:, None])


def _call_equations() -> None:
    """Call the kernel of the world-space match's equations, of two channels of one joint."""
    keys, joints, pairs = np.array([0, FRAMES - 1]), np.zeros(1, dtype=np.int64), np.array([[0, 0], [1, 0], [1, 1]])
    effects, axes, positions = np.zeros((2, FRAMES, 2)), np.zeros((FRAMES, 2, 3)), np.zeros((FRAMES, 1, 3))
    held, places = np.zeros((2, 2), dtype=np.bool_), np.tile(np.arange(2), (2, 2, 1))
    parents, channel_joints, are_moves = joints - 1, np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.bool_)
    hierarchy = (parents, joints, channel_joints, are_moves, pairs)
    missing = (np.ones((FRAMES, 1)), np.zeros((FRAMES, 1, 3)), np.ones(2), np.ones(FRAMES), np.zeros((FRAMES, 2)))
    blocks, last = (np.zeros((1, 2, 2)), np.zeros((1, 2, 2)), np.zeros((1, 2))), (np.zeros((2, 2)), np.zeros(2))
    fill_equations(keys, effects, held, places, axes, positions, *hierarchy, *missing, *blocks, *last)


def _call_solver() -> None:
    """Call the kernels that solve the world-space match's equations, of a single unknown."""
    BlockTridiagonal(np.ones((1, 1, 1)), np.ones((0, 1, 1)), np.ones(1, dtype=np.int64)).solved(np.ones((1, 1)), 0.0)


def _swing() -> Motion:
    """A chain of joints that turns to and fro."""
    quarter = 0.5 * np.sin(np.linspace(0.0, 6.0, FRAMES))
    turns = np.stack([np.sin(quarter), 0.0 * quarter, 0.0 * quarter, np.cos(quarter)], axis=1)
    rotations = np.repeat(turns[:, None], JOINTS, axis=1)
    offsets = np.tile([0.0, 0.4, 0.0], (JOINTS, 1))
    return Motion.from_arrays([f"joint{n}" for n in range(JOINTS)], range(-1, JOINTS - 1), offsets, rotations)


if __name__ == "__main__":
    end_with_parent(int(sys.argv[1]))
    gc.disable()  # it ends soon
    call_curves()
