"""The skeleton fitted to markers on the performer, against its own joints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.markers.marked import Marked, marked, performances, with_hidden, with_sliding_skin
from benchmarks.usage import takes_no_arguments
from unbake.ground.arrays import Floats
from unbake.markers.fit import FittedSkeleton, fit_skeleton
from unbake.markers.sets import MARKER_SETS
from unbake.motion.markers.gaps import fill_gaps
from unbake.motion.rotations import quaternion_conjugate, rotate

JOINTS = tuple(
    f"{side}-{joint}"
    for side in ("left", "right")
    for joint in ("hip", "knee", "ankle", "toe", "shoulder", "elbow", "wrist")
)
"""Roles that mean the same place in both skeletons; those of a spine are where each cares to have them."""


@dataclass(frozen=True, eq=False)
class JointErrors:
    """How far joints are from the truth (F, joints) in metres, and how far once each joint's own offset is out."""

    roles: tuple[str, ...]
    whole_m: Floats
    moving_m: Floats

    def row(self) -> str:
        """Return mean and 95 % of both, in millimetres."""
        cells = [f"{1000 * np.mean(e):.1f} / {1000 * np.percentile(e, 95):.1f}" for e in (self.whole_m, self.moving_m)]
        return " | ".join(cells)


def fit_of(markers: Marked) -> FittedSkeleton:
    """Return the skeleton fitted to markers, gaps filled as a file's are."""
    motion = markers.performance.motion
    filled, _ = fill_gaps(markers.positions_m, float(motion.fps))
    return fit_skeleton(filled, markers.labels, motion.fps)


def joint_errors(markers: Marked, found: FittedSkeleton) -> JointErrors:
    """Return how far the joints are off, those of `JOINTS` that both have."""
    true, fitted = markers.performance.motion, found.motion
    roles = tuple(role for role in JOINTS if role in fitted.skeleton.roles)
    joints = [true.skeleton.roles[role] for role in roles]
    off = fitted.positions()[:, [fitted.skeleton.roles[role] for role in roles]] - true.positions()[:, joints]
    parents = [true.skeleton.parents[joint] for joint in joints]
    local = rotate(quaternion_conjugate(true.world_rotations_xyzw()[:, parents]), off)
    return JointErrors(
        roles, np.linalg.norm(off, axis=2), np.linalg.norm(local - local.mean(axis=0, keepdims=True), axis=2)
    )


def _clean(markers: Marked) -> Marked:
    return markers


def main() -> None:
    """Print a row for each marker set and state of the markers."""
    states: dict[str, Callable[[Marked], Marked]] = {
        "clean": _clean,
        "noise, sliding skin": with_sliding_skin,
        "a tenth hidden": with_hidden,
    }
    done = performances()
    print("| markers | state | all: mean / 95 %, mm | without each joint's own offset |\n|---|---|---|---|")
    for known in MARKER_SETS:
        for state, change in states.items():
            errors = [joint_errors(m, fit_of(m)) for m in (change(marked(p, known)) for p in done.values())]
            whole = np.concatenate([e.whole_m.ravel() for e in errors])
            moving = np.concatenate([e.moving_m.ravel() for e in errors])
            print(f"| {known.name} | {state} | {JointErrors((), whole, moving).row()} |")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
