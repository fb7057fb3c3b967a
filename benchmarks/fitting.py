"""The fits: what is left and how long they take, on positions as the thesis fits them and on whole figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.baselines import Floats
from benchmarks.clips import DATA, long_points, packaged_clip, real_clips
from benchmarks.timing import medians_s, milliseconds, print_table
from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits.fit import FIT_METHODS, fit
from unbake.curves.fits.free import fit_free
from unbake.curves.measure import measure
from unbake.curves.world.match import end_joints, hold_ends
from unbake.keyframes.error_table import error_table
from unbake.keyframes.request import selection_space
from unbake.keyframes.space import select
from unbake.motion.motion import Motion
from unbake.motion.points import points_of
from unbake.reduce.reduction import ReduceOptions, reduce_motion

Fitter = Callable[[Any, Floats], tuple[Floats, Floats]]

FITTERS: dict[str, Fitter] = {
    **FIT_METHODS,
    "free, breaks 0.5": partial(fit_free, break_weight=0.5),
    "free, breaks 0": partial(fit_free, break_weight=0.0),
}


def run() -> dict[str, Any]:
    """Measure and print; return the figures."""
    return {
        "positions": _positions(),
        "figures": _figures(),
        "speed": _speed(),
        "auto": [_auto(name, motion) for name, motion in real_clips().items()],
    }


def _positions() -> list[dict[str, Any]]:
    """Position channels of 17 joints, in centimetres, between 20 keys that are optimal by two criteria."""
    rows, figures = [], []
    for name, values in _point_clips().items():
        for criterion, metric in (("line-max", "pose"), ("curve-max", "joint")):
            table = error_table(values, criterion, metric=metric)  # type: ignore[arg-type]
            keys = np.array(select(table, keys_max=20).frames(20))
            for fitter, function in FITTERS.items():
                seconds = medians_s({"fit": partial(function, keys, 100.0 * values)}, 3)["fit"]
                worst_cm, rms_cm = _left(keys, 100.0 * values, *function(keys, 100.0 * values))
                figures.append(
                    {
                        "clip": name,
                        "keys of": criterion,
                        "fit": fitter,
                        "max_cm": worst_cm,
                        "rms_cm": rms_cm,
                        "s": seconds,
                    }
                )
                rows.append((name, criterion, fitter, f"{worst_cm:.2f}", f"{rms_cm:.4f}", milliseconds(seconds)))
    header = ("clip", "keys of", "fit", "worst joint cm", "RMS cm", "ms")
    print_table("Positions of 17 joints as 51 channels, 20 keys", header, rows)
    return figures


def _point_clips() -> dict[str, Floats]:
    files = {name: DATA / "points" / f"{name}.npy" for name in ("walk", "jump", "turn")}
    found = {name: np.load(file) for name, file in files.items() if file.exists()}
    clips = {name: np.asarray(array, dtype=np.float64).reshape(len(array), -1) for name, array in found.items()}
    return clips or {"packaged jump": points_of(packaged_clip()).values}


def _left(keys: Any, values: Floats, left: Floats, right: Floats) -> tuple[float, float]:
    """Largest distance of a joint, and RMS over channels and frames, in the unit of the values."""
    times = np.arange(len(values), dtype=np.float64)
    at = keys.astype(np.float64)
    curves = [evaluate_chain(at, values[keys, c], left[c], right[c], times) for c in range(values.shape[1])]
    gaps = np.stack(curves, axis=1) - values
    joints = np.linalg.norm(gaps.reshape(len(values), -1, 3), axis=2)
    return float(joints.max()), float(np.sqrt((gaps**2).mean()))


def _figures() -> list[dict[str, Any]]:
    """Whole figures, channel by channel, then after the world-space match."""
    rows, figures = [], []
    for name, motion in real_clips().items():
        space = selection_space(motion, ReduceOptions(), lambda step, part: None)
        selection = space.selection(max(2, round(0.05 * motion.n_frames)))
        for method in FIT_METHODS:
            plain = fit(motion, selection, method)
            held = hold_ends(motion, plain)
            seconds = medians_s(
                {
                    "fit": partial(fit, motion, selection, method),
                    "hold": partial(hold_ends, motion, plain),
                },
                3,
            )
            figure: dict[str, Any] = {"clip": name, "keys": len(selection), "fit": method}
            for state, animation in (("plain", plain), ("held", held)):
                whole, ends = measure(motion, animation), measure(motion, animation, end_joints(motion))
                figure[state] = {"max_cm": whole.max_cm, "rms_cm": whole.rms_cm, "ends_max_cm": ends.max_cm}
            figure |= {"fit_s": seconds["fit"], "hold_s": seconds["hold"]}
            figures.append(figure)
            rows.append(
                (
                    name,
                    method,
                    *(f"{figure[s]['max_cm']:.2f} / {figure[s]['rms_cm']:.3f}" for s in ("plain", "held")),
                    *(f"{figure[s]['ends_max_cm']:.2f}" for s in ("plain", "held")),
                    milliseconds(seconds["fit"]),
                    milliseconds(seconds["hold"]),
                )
            )
    header = ("clip", "fit", "worst / RMS cm", "held", "ends worst cm", "held", "fit ms", "hold ms")
    print_table("Whole figures, keys of curve-max over the worst joint on 5 % of the frames", header, rows)
    return figures


def _speed() -> dict[str, float]:
    """100 channels of 600 frames, 30 keys."""
    values = np.resize(long_points(600).T, (100, 600)).T.copy()
    keys = np.unique(np.linspace(0, 599, 30).astype(int))
    names = ("schneider", "hermite", "broken", "free")
    seconds = medians_s({name: partial(FIT_METHODS[name], keys, values) for name in names}, 7)
    print_table(
        "100 channels of 600 frames, 30 keys", ("fit", "ms"), [(n, milliseconds(s)) for n, s in seconds.items()]
    )
    return seconds


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
