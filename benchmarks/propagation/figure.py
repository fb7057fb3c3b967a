"""The picture of docs/propagation.md: one changed cycle of a walk in, all others changed: ``python -m
benchmarks.propagation.figure``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.propagation.judging import clip, truth
from benchmarks.usage import takes_no_arguments
from unbake.curves.fits.fit import fit
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.keys import changed_keys, on_keys
from unbake.editing.propagation.propagate import propagate
from unbake.keyframes.selection import Selection
from unbake.reports.pictures.before_after import before_after_png

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "propagation.png"
CYCLE = (88, 160)
KEYS = 8


def main(path: Path = PICTURE) -> None:
    """Draw a walk on keys, the walk with one cycle changed, and what comes of it."""
    motion = clip("16_15")
    keys = Selection((*range(0, motion.n_frames - 1, KEYS), motion.n_frames - 1))
    rotations = motion.rotations_xyzw.copy()
    cycle = slice(CYCLE[0], CYCLE[1] + 1)
    rotations[cycle] = truth("strut", "16_15").motion.rotations_xyzw[cycle]
    take, edited = fit(motion, keys), fit(replace(motion, rotations_xyzw=rotations), keys)
    stretches = changed_keys(take, edited) or []
    found = propagate([Example.of(take.sample(), edited.sample(), one) for one in stretches], take.sample())
    result = on_keys(found, take)
    rows = [("before", take.sample()), ("one cycle edited", edited.sample()), ("propagated", result.sample())]
    at = np.array(keys.frames[::2]) / float(motion.fps)
    marked = (CYCLE[0] / float(motion.fps), CYCLE[1] / float(motion.fps))
    before_after_png(rows, path, instants_s=at, confidence=found.confidence, highlighted=marked)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
