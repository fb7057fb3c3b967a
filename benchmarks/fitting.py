"""The fits: time, and what is left in the world, on the keyframes of the default selection space."""

from __future__ import annotations

from typing import Any

from benchmarks.clips import real_clips
from benchmarks.timing import medians_s, milliseconds, print_table
from unbake.curves.fit import FIT_METHODS, fit
from unbake.curves.measure import measure
from unbake.curves.reduction import ReduceOptions, reduce_motion
from unbake.keyframes.request import selection_space
from unbake.motion.motion import Motion


def run() -> dict[str, Any]:
    """Measure and print; return the figures."""
    rows, figures = [], []
    for name, motion in real_clips().items():
        space = selection_space(motion, ReduceOptions(), lambda step, part: None)
        selection = space.selection(max(2, round(0.05 * motion.n_frames)))
        for method in FIT_METHODS:
            found = measure(motion, fit(motion, selection, method))
            seconds = medians_s({"fit": lambda m=motion, s=selection, f=method: fit(m, s, f)}, 3)["fit"]  # type: ignore[misc]
            figures.append(
                {"clip": name, "keys": len(selection), "fit": method, "max_cm": found.max_cm, "rms_cm": found.rms_cm}
            )
            rows.append(
                (name, str(len(selection)), method, f"{found.max_cm:.2f}", f"{found.rms_cm:.3f}", milliseconds(seconds))
            )
    header = ("clip", "keys", "fit", "worst cm", "RMS cm", "ms")
    print_table("Fits at 5 % of the frames, keys of curve-max over the worst joint", header, rows)
    return {"fits": figures, "auto": [_auto(name, motion) for name, motion in real_clips().items()]}


def _auto(name: str, motion: Motion) -> dict[str, Any]:
    found = reduce_motion(motion)
    figures: dict[str, Any] = {
        "clip": name,
        "keyposes": len(found.selection.keyposes),
        "keys": len(found.selection),
        "part": len(found.selection) / motion.n_frames,
        "max_cm": found.error.max_cm,
        "mean_cm": found.error.mean_cm,
    }
    print(
        f"  --auto on {name}: {figures['keyposes']} keyposes, {figures['keys']} keys "
        f"({100 * figures['part']:.1f} %), {figures['max_cm']:.2f} cm at worst, {figures['mean_cm']:.2f} on average"
    )
    return figures
