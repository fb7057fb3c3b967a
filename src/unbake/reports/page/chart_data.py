"""The numbers behind the page's charts, as plain lists for JSON: what `report.js` expects."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from unbake.ground.arrays import Floats
from unbake.keyframes.space import SelectionSpace
from unbake.reduce.reduction import Reduction
from unbake.reports.page.worst_curves import WorstCurve

LEAST_SAMPLES, MOST_SAMPLES = 400, 1600
"""Points along a drawn curve: enough for a smooth line on a wide screen, in a file that mails."""
LEAST_COUNTS = 60
COUNTS_BEYOND_CHOSEN = 2.5


def page_data(reduction: Reduction, curves: tuple[WorstCurve, ...]) -> dict[str, Any]:
    """Return everything that the charts draw: frames as the file counts, centimetres, degrees."""
    motion, error = reduction.motion, reduction.error
    numbers = [f + motion.first_frame for f in reduction.selection.frames]
    return {
        "first": motion.first_frame,
        "last": motion.last_frame,
        "fps": float(motion.fps),
        "keys": numbers,
        "classes": list(reduction.selection.classes),
        "error": {
            "cm": _rounded(100.0 * error.per_frame_m, 4),
            "worst": {"frame": error.worst_number, "cm": round(error.max_cm, 4), "joint": error.worst_joint},
        },
        "space": None if reduction.space is None else space_data(reduction.space, reduction),
        "curves": [curve_data(curve, motion.first_frame, motion.n_frames) for curve in curves],
    }


def as_json(data: dict[str, Any]) -> str:
    """Return JSON that can stand inside a script element, whatever names it holds."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def error_lengths(space: SelectionSpace) -> tuple[dict[int, float], str]:
    """Return count → error as people read it, and its unit.

    Centimetres for maxima; for sums of squares the root of their mean over the frames, so that it is a length too; a
    user's own criterion as it comes.
    """
    unit = space.table.criterion.unit
    if unit == "m":
        return {k: 100.0 * e for k, e in space.errors().items()}, "cm"
    if unit == "m²":
        return {k: 100.0 * math.sqrt(e / space.n_frames) for k, e in space.errors().items()}, "cm, root mean square"
    return space.errors(), ""


def shown_counts(space: SelectionSpace, chosen: int) -> list[int]:
    """Return the counts that are worth a look: up to well beyond the chosen one. The rest is a long way down."""
    most = max(LEAST_COUNTS, math.ceil(COUNTS_BEYOND_CHOSEN * chosen))
    return [k for k in space.counts() if k <= most]


def space_data(space: SelectionSpace, reduction: Reduction) -> dict[str, Any]:
    """Return counts, errors (None for zero, which a logarithm cannot show) and frames of a selection space."""
    errors, unit = error_lengths(space)
    first, chosen = reduction.motion.first_frame, len(reduction.selection)
    counts = shown_counts(space, chosen)
    return {
        "counts": counts,
        "errors": [float(f"{errors[k]:.5g}") if errors[k] > 1e-9 else None for k in counts],
        "frames": [[f + first for f in space.frames(k)] if k <= LEAST_COUNTS or k == chosen else None for k in counts],
        "chosen": chosen,
        "layered": reduction.blocking is not None,
        "unit": unit,
    }


def curve_data(worst: WorstCurve, first_frame: int, n_frames: int) -> dict[str, Any]:
    """Return one curve before and after, its keys and handles, in the unit that it is shown in."""
    steps = min(max(n_frames, LEAST_SAMPLES), MOST_SAMPLES)
    frames = np.unique(np.concatenate([np.linspace(0, n_frames - 1, steps), worst.curve.frames]))
    scale = np.array([1.0, worst.scale])
    shift = np.array([first_frame, 0.0])
    return {
        "frames": _rounded(frames + first_frame, 3),
        "captured": _rounded(np.interp(frames, np.arange(n_frames), worst.captured), 4),
        "fitted": _rounded(worst.curve.evaluate(frames) * worst.scale, 4),
        "values": _rounded(worst.curve.values * worst.scale, 4),
        "left": _rounded(worst.curve.left * scale + shift, 4),
        "right": _rounded(worst.curve.right * scale + shift, 4),
        "unit": worst.unit,
        "worst": worst.frame + first_frame,
    }


def _rounded(values: Floats, digits: int) -> Any:
    return (np.round(values, digits) + 0.0).tolist()
