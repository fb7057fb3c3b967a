"""What is measured on each clip: the few numbers by which people compare clips, and its poses as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UnbakeError
from unbake.motion.motion import Motion

POSES = 6
"""In a picture."""


def figures_of(command: str, said: Mapping[str, Any], clip: Any, *, with_layer: bool = False) -> dict[str, Any]:
    """Return figures by name, from what a command said with ``--json``.

    ``frames``, ``fps`` and ``duration_s`` of the clip; of the result as far as the command has them: ``keys``, and
    ``keys_a_second``; ``error_cm``, with ``joint`` and ``frame`` of it, ``mean_cm`` and ``tips_cm``; ``drift_mm`` of
    planted feet; ``plants``, and the part of the time for which a guess of the feet is ``unsure``. `with_layer` is
    whether results have the layer that holds feet.
    """
    found: dict[str, Any] = {}
    if isinstance(clip, (Motion, KeyedAnimation)):
        duration = clip.n_frames / float(clip.fps)
        found = {"frames": clip.n_frames, "fps": float(clip.fps), "duration_s": duration}
    if command == "reduce":
        return found | _reduced(said, found, "layer" if with_layer else "keys")
    return found | {"convert": _converted, "label": _labelled, "clean": _cleaned}[command](said)


def _reduced(said: Mapping[str, Any], clip: Mapping[str, Any], stage: str) -> dict[str, Any]:
    error, tips, feet = said["error"], said["tips"], said.get("feet")
    found = {
        "keys": said["keys"],
        "keys_a_second": said["keys"] / clip["duration_s"] if clip else None,
        "error_cm": error["max_cm"],
        "joint": error["worst_joint"],
        "frame": error["worst_frame"],
        "mean_cm": error["mean_cm"],
        "tips_cm": tips and tips["max_cm"],
    }
    if feet:
        found["drift_mm"] = feet[stage]["drift_worst_mm"]
    return found


def _converted(said: Mapping[str, Any]) -> dict[str, Any]:
    lost = said["deviation"]
    if not lost:
        return {}
    return {
        "error_cm": lost["max_cm"],
        "joint": lost["worst_joint"],
        "frame": lost["worst_frame"],
        "mean_cm": lost["mean_cm"],
    }


def _cleaned(said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "plants": said["plants"],
        "drift_mm": said["after"]["drift_worst_mm"],
        "drift_before_mm": said["before"]["drift_worst_mm"],
    }


def _labelled(said: Mapping[str, Any]) -> dict[str, Any]:
    plants = said["plants"].values()
    unsure = sum(place["last"] - place["first"] + 1 for place in said["unsure"])
    frames = said["frames"][1] - said["frames"][0] + 1
    return {"plants": sum(map(len, plants)), "unsure": unsure / (len(plants) * frames)}


def picture_of(said: Mapping[str, Any], clip: Any) -> str:
    """Return a few poses of a clip as SVG, key poses where there are some; empty where nothing can be drawn."""
    from unbake.keyframes.selection import Selection
    from unbake.reports.pose_strip import pose_strip
    from unbake.reports.thumbnail import thumbnail_svg

    motion = clip.sample() if isinstance(clip, KeyedAnimation) else clip
    if not isinstance(motion, Motion):
        return ""
    keys = [number - motion.first_frame for number in said.get("keyposes") or said.get("frames", ()) if "keys" in said]
    frames = keys if len(keys) >= POSES else list(range(motion.n_frames))
    chosen = sorted({frames[round(place)] for place in np.linspace(0, len(frames) - 1, min(POSES, len(frames)))})
    try:
        return thumbnail_svg(pose_strip(motion, Selection(tuple(chosen))))
    except UnbakeError:
        return ""
