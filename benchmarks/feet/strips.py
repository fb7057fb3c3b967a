"""Frames around the moment in which a clean-up does worst: legs large, capture and result, and their accelerations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from unbake.feet.boundary_peaks import accelerations
from unbake.feet.clean.clean import CleanedFeet
from unbake.feet.floor import sole_points_m
from unbake.feet.legs import Leg, Legs
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

CAPTURE, RESULT, TOES = "#9a9a9a", "#c8372d", "#2d6cc8"
COLOURS = {"hip": "#333333", "knee": "#c8372d", "ankle": "#3c8c46", "toe": "#2d6cc8"}
POSES, STEP_S, APART_M = 13, 0.025, 0.42
"""How many poses, how far apart in time, and how far beside each other."""
AROUND_S = 0.5


def save_strip(file: Path, title: str, motion: Motion, found: CleanedFeet, legs: Legs, frame: int, row: int) -> None:
    """Write a picture of the left (0) or right (1) leg around a frame."""
    figure = Figure(figsize=(13.0, 6.0), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=[1.5, 1.0])
    leg, step = legs.both[row], max(1, round(STEP_S * float(motion.fps)))
    around = range(frame - step * (POSES // 2), frame + step * (POSES // 2) + 1, step)
    frames = [one for one in around if 0 <= one < motion.n_frames]
    _draw_poses(above, motion, found, legs, row, frames)
    above.set_title(f"{title}: {leg.side} leg, capture grey, result red, toes blue", loc="left", fontsize=10)
    _draw_accelerations(below, motion, found, leg, row, frame)
    figure.savefig(file, dpi=90)


def _draw_poses(axes: Axes, motion: Motion, found: CleanedFeet, legs: Legs, row: int, frames: list[int]) -> None:
    leg, floor = legs.both[row], getattr(found.ground, "level_m", 0.0)
    ahead = motion.positions()[frames[-1], leg.hip] - motion.positions()[frames[0], leg.hip]
    ahead[1] = 0.0
    length = float(np.linalg.norm(ahead))
    ahead = ahead / length if length > 0.05 else np.array([0.0, 0.0, 1.0])
    planted = np.asarray(found.labels.planted()[:, 2 * row : 2 * row + 2].any(axis=1))
    for number, frame in enumerate(frames):
        origin = motion.positions()[frame, leg.ankle] @ ahead - APART_M * number
        for one, colour, width in ((motion, CAPTURE, 3.5), (found.motion, RESULT, 1.4)):
            limb, sole = _limb(one, legs, row, frame)
            for points, paint in (
                (limb, colour),
                (sole[[0, 1]], colour),
                (sole[[1, 2]], TOES if one is not motion else colour),
            ):
                axes.plot(points @ ahead - origin, points[:, 1], color=paint, linewidth=width, solid_capstyle="round")
            for end in (0, 1):
                pair = np.stack([limb[2], sole[end]])
                axes.plot(pair @ ahead - origin, pair[:, 1], color=colour, linewidth=width, solid_capstyle="round")
        text = f"{frame + motion.first_frame}" + ("\nplanted" if planted[frame] else "")
        axes.text(APART_M * number, floor - 0.06, text, ha="center", va="top", fontsize=8)
    axes.axhline(floor, color="#333333", linewidth=0.6)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _limb(motion: Motion, legs: Legs, row: int, frame: int) -> tuple[Floats, Floats]:
    """Hip, knee and ankle (3, 3), and heel, ball and tip (3, 3)."""
    leg = legs.both[row]
    return motion.positions()[frame, [leg.hip, leg.knee, leg.ankle]], sole_points_m(motion, legs)[
        frame, 3 * row : 3 * row + 3
    ]


def _draw_accelerations(axes: Axes, motion: Motion, found: CleanedFeet, leg: Leg, row: int, frame: int) -> None:
    reach = round(AROUND_S * float(motion.fps))
    shown = slice(max(0, frame - reach), min(motion.n_frames, frame + reach + 1))
    numbers = np.arange(shown.start, shown.stop) + motion.first_frame
    for name, joint in (("hip", leg.hip), ("knee", leg.knee), ("ankle", leg.ankle), ("toe", leg.toe)):
        for one, style in ((motion, ":"), (found.motion, "-")):
            sizes = accelerations(one.positions()[:, [joint]], float(one.fps))[shown, 0]
            label = name if one is not motion else None
            axes.plot(numbers, sizes, style, color=COLOURS[name], linewidth=1.2, label=label)
    low = -0.06 * axes.get_ylim()[1]
    for k, name in enumerate(("heel", "ball")):
        is_held = found.labels.planted()[shown, 2 * row + k]
        axes.fill_between(numbers, low * (k + 1.6), low * (k + 1.0), where=list(is_held), color="#d9a441", linewidth=0)
        axes.text(numbers[0], low * (k + 1.3), f"{name} planted ", ha="right", va="center", fontsize=7)
    axes.axvline(frame + motion.first_frame, color="#bbbbbb", linewidth=0.8)
    axes.set_ylabel("acceleration, m/s²\ncapture dotted", fontsize=8)
    axes.legend(ncols=4, fontsize=8, frameon=False, loc="upper right")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0)
    axes.set_yticks([tick for tick in axes.get_yticks() if 0.0 <= tick <= axes.get_ylim()[1]])
