"""What a motion on demand is made of and how it meets what was asked, as plain data for programs and pages."""

from __future__ import annotations

from typing import Any

import numpy as np

from unbake.composition.demands.synthesize import Synthesized
from unbake.ground.intervals import intervals
from unbake.motion.body.body_path import RATE_HZ
from unbake.synthesis.demands.exact.optimum import Optimum


def facts_of(made: Synthesized, best: Optimum | None = None) -> dict[str, Any]:
    """Return costs, runs, flags, places and poses of a motion, and the optimum where it was looked for."""
    facts: dict[str, Any] = {
        "frames": made.motion.n_frames,
        "fps": RATE_HZ,
        "cost": made.costs.total,
        "cost_flags": made.costs.flags,
        "cost_joins": made.costs.joins,
        "cost_places": made.costs.places,
        "sweeps": made.found.sweep + 1,
        "interrupted": made.was_interrupted,
        "history": [{"after_s": after, "cost": cost} for after, cost in made.history],
        "runs": run_facts(made),
        "flags": flag_facts(made),
        "places": place_facts(made),
        "poses": pose_facts(made),
        "warnings": list(made.notes),
    }
    if best is not None:
        own = made.costs.flags + made.costs.joins
        facts["optimum"] = {
            "is_exact": best.is_exact,
            "at_least": best.at_least,
            "gap": own / best.at_least - 1.0 if best.at_least > 0.0 else None,
            "seconds": best.seconds,
        }
    return facts


def run_facts(made: Synthesized) -> list[dict[str, Any]]:
    """Return the source of every frame, run by run: frames of the motion from 1, and of the clip as its file has it."""
    out = []
    for run in made.runs:
        clip = made.material.clips[run.clip]
        out.append(
            {
                "first": run.start + 1,
                "last": run.stop,
                "clip": clip.name,
                "clip_id": clip.id,
                "clip_first": made.material.frame_number(run.clip, run.first),
                "clip_last": made.material.frame_number(run.clip, run.first + run.n_frames - 1),
            }
        )
    return out


WHOLE = 0.99
"""Weight of a clip in a frame from which on the frame is the clip's own."""


def flag_facts(made: Synthesized) -> list[dict[str, Any]]:
    """Return of each flag that was asked for in how many frames, and in which it is wrong."""
    wrong, wanted = made.wrong_flags(), made.asked.wanted
    out = []
    for row, flag in enumerate(made.material.flags):
        for value, name in ((1, "must"), (-1, "must-not")):
            asked = wanted[row] == value
            if asked.any():
                missed = wrong[row] & asked
                spans = [[first + 1, last + 1] for first, last in intervals(missed)]
                out.append({"flag": flag, "wanted": name, "frames": int(asked.sum()), "wrong": spans})
    return out


def place_facts(made: Synthesized) -> list[dict[str, Any]]:
    """Return how far the motion is from places, headings and the path."""
    frames, off, each = made.residuals()
    n_spots = len(made.asked.problem.targets.frames)
    out: list[dict[str, Any]] = []
    for n in range(n_spots):
        place, heading = each[n, 0] > 0.0, each[n, 2] > 0.0
        out.append(
            {
                "at_s": int(frames[n]) / RATE_HZ,
                "off_m": float(np.linalg.norm(off[n, :2])) if place else None,
                "off_deg": float(np.degrees(off[n, 2])) if heading else None,
            }
        )
    if len(frames) > n_spots:
        away = np.linalg.norm(off[n_spots:, :2], axis=1)
        out.append({"path_mean_m": float(away.mean()), "path_worst_m": float(away.max())})
    return out


def pose_facts(made: Synthesized) -> list[dict[str, Any]]:
    """Return which poses were asked for, and whether they are shown: not where a join fades over them."""
    fixed, frames, weights = made.asked.problem.fixed, made.found.frames, made.blended.weights
    asked = np.flatnonzero(fixed >= 0)
    return [
        {"frame": int(at) + 1, "is_shown": bool(frames[at] == fixed[at] and weights[at].max() > WHOLE)} for at in asked
    ]
