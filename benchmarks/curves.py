"""What fitted curves look like: handles, corners, accelerations at keys: ``python -m benchmarks.curves [--tuned]``.

Clips are kept for reporting, as in `benchmarks.feet.unseen`; ``--tuned`` takes those that settings were chosen on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.feet.unseen import REPORTED, TUNED, clips
from benchmarks.timing import print_table
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints
from unbake.reduce.reduction import ReduceOptions, reduce_motion

KINDS: tuple[CurveKind, ...] = ("channels", "quaternions")
WAYS: Mapping[str, ReduceOptions] = {
    "automatic": ReduceOptions(curves=KINDS),
    "2 cm": ReduceOptions(curves=KINDS, error_m=0.02),
}
HEADER = (
    "clip",
    "way",
    "curves",
    "keys",
    "max cm",
    "RMS cm",
    *("short %", "long %", "corners %", "broken %"),
    "at keys ×",
    "s",
)


def run(names: Sequence[str] = REPORTED, ways: Mapping[str, ReduceOptions] = WAYS) -> list[dict[str, Any]]:
    """Measure and print; return the figures."""
    figures = []
    for name, motion in clips(names):
        for way, options in ways.items():
            began = time.perf_counter()
            found = reduce_motion(motion, options)
            seconds = time.perf_counter() - began
            for kind, animation in found.animations.items():
                error = found.errors[kind]
                figure = {"clip": name, "way": way, "curves": kind, "keys": len(found.selection)}
                figure |= {"max_cm": error.max_cm, "rms_cm": error.rms_cm}
                figure |= shape(animation) | {"at_keys": peak_at_keys(motion, animation), "s": seconds}
                figures.append(figure)
    rows = [tuple(f"{v:.2f}" if isinstance(v, float) else str(v) for v in figure.values()) for figure in figures]
    print_table("The shape of curves", HEADER, rows)
    return figures


def shape(animation: KeyedAnimation) -> dict[str, float]:
    """Return parts, in percent: of handles shorter than a tenth of their segment and longer than three quarters, of
    segments whose handles overlap in time, of tangents that are broken. Curves that never move do not count."""
    moving = [c for c in animation.curves if np.ptp(c.values) > 0.0 or np.ptp(c.left[:, 1]) > 0.0]
    spans = np.diff(moving[0].frames)
    out = np.array([(c.right[:-1, 0] - c.frames[:-1]) / spans for c in moving])
    into = np.array([(c.frames[1:] - c.left[1:, 0]) / spans for c in moving])
    both = np.concatenate([out, into])
    inner = len(moving) * max(len(spans) - 1, 1)
    return {
        "short": 100.0 * float((both < 0.1 - 1e-9).mean()),
        "long": 100.0 * float((both > 0.75 + 1e-9).mean()),
        "corners": 100.0 * float((out + into > 1.0 + 1e-9).mean()),
        "broken": 100.0 * sum(len(c.breaks()) for c in moving) / inner,
    }


def peak_at_keys(motion: Motion, animation: KeyedAnimation) -> float:
    """Return by what factor the largest acceleration of a joint within a frame of a key exceeds the captured one there:
    the median over the keys between the first and the last."""
    fitted, captured = (_accelerations(m) for m in (animation.sample(), motion))
    ratios = []
    for key in animation.selection.frames[1:-1]:
        window = slice(max(0, key - 2), key + 1)
        ratios.append(float(fitted[window].max() / max(captured[window].max(), 1e-12)))
    return float(np.median(ratios)) if ratios else 1.0


def _accelerations(motion: Motion) -> Floats:
    """Of each joint (F − 2, J), per frame²."""
    positions = motion.positions()[:, default_joints(motion)]
    return np.asarray(np.linalg.norm(np.diff(positions, 2, axis=0), axis=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true", help="clips that settings were chosen on")
    parser.add_argument("--way", choices=list(WAYS), help="one way of choosing only")
    arguments = parser.parse_args()
    chosen = {arguments.way: WAYS[arguments.way]} if arguments.way else WAYS
    run(TUNED if arguments.tuned else REPORTED, chosen)
