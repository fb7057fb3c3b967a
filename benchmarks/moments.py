"""Contacts, and highs and lows of the hips, that have a keypose: ``python -m benchmarks.moments``.

Clips of subjects that settings may be chosen on. A contact is where an ankle is farthest ahead of the hips.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.signal import find_peaks

from benchmarks.clips import DATA
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.formats.registry import load_motion
from unbake.keyframes.layers import LAYER_PRESETS
from unbake.motion.motion import Motion
from unbake.reduce.by_layers import choose_by_layers
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

CLIPS = {
    "walks": ("16_15", "16_16", "16_21", "16_22", "16_31", "16_32", "16_47", "16_58", "05_01", "02_01"),
    "runs": ("16_35", "16_36", "16_45", "16_46", "16_55", "16_56", "02_03"),
    "jumps": ("16_01", "16_02", "16_03", "16_04", "16_05", "16_09", "16_10", "02_04"),
}
NEAR_S = 0.05
RISE_M, STRIDE_M = 0.015, 0.15
"""Prominence of highs and lows of the hips, and of contacts."""


def motions(names: tuple[str, ...]) -> Iterator[Motion]:
    """Yield the clips of some names."""
    for name in names:
        yield load_motion(DATA / "cmu" / name[:2] / f"{name}.amc")


def highs_and_lows(motion: Motion) -> list[int]:
    """Return the frames of highs and lows of the hips."""
    height = motion.positions()[:, motion.skeleton.roles["hips"], 1]
    return [int(frame) for sign in (1.0, -1.0) for frame in find_peaks(sign * height, prominence=RISE_M)[0]]


def contacts(motion: Motion) -> list[int]:
    """Return the frames in which an ankle is farthest ahead of the hips, along the way of the whole clip."""
    positions, roles = motion.positions(), motion.skeleton.roles
    hips = positions[:, roles["hips"]]
    way = (hips[-1] - hips[0]) * (1.0, 0.0, 1.0)
    ahead = [(positions[:, roles[f"{side}-ankle"]] - hips) @ (way / np.linalg.norm(way)) for side in ("left", "right")]
    return [int(frame) for one in ahead for frame in find_peaks(one, prominence=STRIDE_M)[0]]


def main() -> None:
    """Print the table."""
    rows = []
    for kind, names in CLIPS.items():
        for preset in ("extremes", "blocking"):
            keys, seconds = 0, 0.0
            near: dict[str, list[bool]] = {"highs and lows": [], "contacts": []}
            for motion in motions(names):
                options = ReduceOptions(layers=LAYER_PRESETS[preset])
                selection = choose_by_layers(Take(motion), options, lambda step, part: None).selection
                keys, seconds = keys + len(selection), seconds + motion.duration_s
                keyposes = np.array(selection.keyposes)
                for what, found in (("highs and lows", highs_and_lows), ("contacts", contacts)):
                    for frame in found(motion) if kind != "jumps" or found is highs_and_lows else ():
                        near[what].append(bool(np.abs(keyposes - frame).min() <= NEAR_S * float(motion.fps)))
            parts = [f"{100.0 * np.mean(hits):.0f} % of {len(hits)}" if hits else "–" for hits in near.values()]
            rows.append((kind, preset, f"{keys / seconds:.1f}", *parts))
    print_table("With a keypose within 0.05 s", ("clips", "layers", "keys a second", *near), rows)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
