"""Breakdowns for glTF: ``python -m benchmarks.gltf_breakdowns``.

The automatic choice of the captures of at most 3,000 frames, at four rates: keys with and without the breakdowns that
curves for glTF need, how many clips have curves that miss by more than the third layer allows, and in how many they do
so for 0.05 s, between keys that have room for one more.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from scipy.ndimage import minimum_filter1d

from benchmarks.clips import DATA
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.curves.measure import measure
from unbake.formats.registry import load_motion
from unbake.keyframes.layers import LEAST_GAP_S
from unbake.motion.motion import Motion
from unbake.reduce.by_layers import choose_by_layers
from unbake.reduce.finish import finish
from unbake.reduce.gltf_breakdowns import allowed_m, with_breakdowns
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

FRAMES, RATES = 3000, (24, 30, 60, 120)


def of_clip(motion: Motion) -> list[tuple[int, float, float]]:
    """Return keys, and what is missed at once and for a while, as parts of what is allowed, without and with them."""
    take, options = Take(motion), ReduceOptions(curves=("quaternions",))
    blocking = choose_by_layers(take, options, lambda step, part: None)
    plain = finish(take, join(take, blocking.selection, "quaternions", options), options)
    more, _, mended = with_breakdowns(take, blocking, options, lambda part: None)
    limits, least, found = allowed_m(take, blocking, options), math.ceil(LEAST_GAP_S * float(motion.fps)), []
    for keys, animation in ((blocking.selection.frames, plain), (more.selection.frames, mended)):
        missed = measure(motion, animation).per_frame_m / limits
        lasting = minimum_filter1d(missed, least)
        roomy = [lasting[first : last + 1].max() for first, last in pairwise(keys) if last - first >= 2 * least]
        found.append((len(keys), float(missed.max()), float(max(roomy, default=0.0))))
    return found


def main() -> None:
    """Print the table."""
    takes_no_arguments(__doc__)
    captures = [load_motion(path) for path in sorted((DATA / "cmu").glob("*/*.amc"))]
    short, rows = [motion for motion in captures if motion.n_frames <= FRAMES], []
    for fps in RATES:
        found = [of_clip(motion if motion.fps == fps else motion.resampled(fps)) for motion in short]
        plain, mended = (np.array(one) for one in zip(*found, strict=True))
        row = [str(fps), str(len(short)), str(int((plain[:, 0] != mended[:, 0]).sum()))]
        for one in (plain, mended):
            row += [str(int(one[:, 0].sum())), str(int((one[:, 1] > 1.0).sum())), str(int((one[:, 2] > 1.0).sum()))]
        rows.append(row)
    counted = ("keys", "clips beyond", "for a while")
    head = ("frames a second", "clips", "with more keys", *counted, *(f"then {name}" for name in counted))
    print_table("Breakdowns that curves for glTF need", head, rows)


if __name__ == "__main__":
    main()
