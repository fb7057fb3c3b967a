"""Compiling the kernels of curves in a second process while the first one compiles those of selection.

Where nothing is cached yet, a first run spends nearly all of its time on compiling, about half of it on the kernels of
either step. The process that comes to a kernel second finds it in the cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from unbake.compiling.folder import cache_folder
from unbake.compiling.progress import watched
from unbake.curves.keyed_animation import CurveKind
from unbake.curves.measure import measure
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

    With a filled cache, without one, and on a single core no process is started.
    """
    running: list[subprocess.Popen[bytes]] = []

    def begin(n_compiled: int) -> None:
        if not running and (os.cpu_count() or 1) > 1 and cache_folder().kind != "none":
            command = [sys.executable, "-m", "unbake.reduce.ahead"]
            quiet = subprocess.DEVNULL
            running.append(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet))

    try:
        with watched(begin):
            yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def call_curves() -> None:
    """Call the kernels that join keyframes and finish the curves in the world."""
    take = Take(_swing())
    selection = Selection((0, take.motion.n_frames // 2, take.motion.n_frames - 1))
    kinds: tuple[CurveKind, ...] = ("channels", "quaternions")
    for kind in kinds:
        animation = finish(take, join(take, selection, kind, JoinOptions()), JoinOptions())
        measure(take.motion, animation)


def _swing() -> Motion:
    """A chain of joints that turns to and fro."""
    quarter = 0.5 * np.sin(np.linspace(0.0, 6.0, FRAMES))
    turns = np.stack([np.sin(quarter), 0.0 * quarter, 0.0 * quarter, np.cos(quarter)], axis=1)
    rotations = np.repeat(turns[:, None], JOINTS, axis=1)
    offsets = np.tile([0.0, 0.4, 0.0], (JOINTS, 1))
    return Motion.from_arrays([f"joint{n}" for n in range(JOINTS)], range(-1, JOINTS - 1), offsets, rotations)


if __name__ == "__main__":
    call_curves()
