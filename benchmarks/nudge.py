"""What it brings to move keys by a few frames after the fit: ``python -m benchmarks.nudge [--tuned]``.

Keys are chosen by count, as many as the automatic choice takes and half as many, with and without ``--nudge``. Clips
are kept for reporting, as in `benchmarks.feet.unseen`; ``--tuned`` takes those that settings were chosen on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.feet.unseen import REPORTED, TUNED, clips
from benchmarks.timing import print_table
from unbake.motion.motion import Motion
from unbake.reduce.reduction import ReduceOptions, Reduction, reduce_motion

HEADER = ("clip", "keys", "moved", "max cm", "nudged", "RMS cm", "nudged", "times as long")


def run(names: Sequence[str]) -> None:
    """Measure and print."""
    rows, ratios = [], []
    for name, motion in clips(names):
        automatic = len(reduce_motion(motion).selection)
        for count in (automatic, max(4, automatic // 2)):
            (plain, nudged), seconds = zip(*_both(motion, count), strict=True)
            moved = sum(a != b for a, b in zip(plain.selection.frames, nudged.selection.frames, strict=True))
            errors = [reduction.error for reduction in (plain, nudged)]
            ratios.append(
                (errors[1].max_m / errors[0].max_m, errors[1].rms_m / errors[0].rms_m, seconds[1] / seconds[0])
            )
            cells = [f"{e:.2f}" for kind in ("max_cm", "rms_cm") for e in (getattr(one, kind) for one in errors)]
            rows.append((name, str(count), str(moved), *cells, f"{ratios[-1][2]:.1f}"))
    print_table("Keys by count, nudged", HEADER, rows)
    least, middle, most = np.min(ratios, axis=0), np.exp(np.mean(np.log(ratios), axis=0)), np.max(ratios, axis=0)
    for number, what in enumerate(("largest error", "RMS error", "time")):
        print(f"{what} × {middle[number]:.2f} ({least[number]:.2f} to {most[number]:.2f})")


def _both(motion: Motion, count: int) -> Iterator[tuple[Reduction, float]]:
    options = ReduceOptions(keys=count)
    for each in (options, replace(options, nudge=True)):
        began = time.perf_counter()
        reduction = reduce_motion(motion, each)
        yield reduction, time.perf_counter() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true", help="the clips that settings were chosen on")
    run(TUNED if parser.parse_args().tuned else REPORTED)
