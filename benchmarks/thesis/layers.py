"""Keyposes and breakdowns by three layers (thesis 4.3 and 4.4.2, figures 4.14 to 4.16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.thesis.clips import ThesisClip
from benchmarks.thesis.drawing import KeyRow, dress, keep, key_rows, sheet
from benchmarks.timing import print_table
from unbake.keyframes.choose import automatic_count, normalised_errors
from unbake.keyframes.error_table import error_table
from unbake.keyframes.layers import BLOCKING_LAYERS, LEAD, THESIS_LAYERS, Blocking, Layer, three_layers
from unbake.keyframes.space import select
from unbake.motion.motion import Motion
from unbake.motion.points import Points, points_of

IN_TIME = {"line-max": "lerp-max", "line-sum": "lerp-sum"}
TIMED_LAYERS = tuple(
    replace(layer, space="body", criterion=IN_TIME[layer.criterion]) if layer.lead else layer for layer in THESIS_LAYERS
)
"""The thesis' layers, the leading part seen with the hips' travel taken out and against time.

Without travel the hips move up and down only, and a distance from a line is zero along one axis, whatever the keys.
"""
LEGEND = "Keyposes (red), breakdowns (green); grey: what 0.1 % would add"
FOURTH_ACCURACY = 0.001
"""Section 4.4.2 repeats the third layer at 0.1 % to show what the finest detail would need."""
WAYS: dict[str, tuple[Sequence[Layer], int | None]] = {
    "thesis": (THESIS_LAYERS, 1),
    "thesis, timed": (TIMED_LAYERS, 1),
    "blocking": (BLOCKING_LAYERS, 5),
}
"""Name → layers and least gap; the thesis has none."""


def blocked(motion: Motion, lead: Sequence[str], way: str) -> Blocking:
    """Return the keyposes and breakdowns of a motion; Unbake's own way leads with the hips, whatever `lead` says."""
    layers, min_gap = WAYS[way]
    leading = LEAD if way == "blocking" else lead

    def points_for(layer: Layer) -> Points:
        return points_of(motion, leading if layer.lead else None, space=layer.space)

    return three_layers(points_for, layers, min_gap=min_gap)


def fourth_layer(points: Points, keys: Sequence[int]) -> list[int]:
    """Return the further keys that the third layer's criterion takes at 0.1 % between the given ones."""
    found: list[int] = []
    for first, last in pairwise(keys):
        if last - first < 2:
            continue
        part = replace(points, values=points.values[first : last + 1])
        space = select(error_table(part, "curve-max", metric="pose"))
        count = automatic_count(normalised_errors(space, part.pose_range()), FOURTH_ACCURACY, 0.1)
        found += [first + frame for frame in space.frames(count)[1:-1]]
    return found


def run(clips: Sequence[ThesisClip], pictures: Path) -> dict[str, Any]:
    """Select, print, draw; return the figures."""
    rows: list[tuple[str, ...]] = []
    figures = []
    figure, panels = sheet(len(clips), 1, 12.0, 1.75 * len(clips) + 0.6, LEGEND)
    for axes, clip in zip(panels, clips, strict=True):
        found = {way: blocked(clip.motion, clip.lead, way) for way in WAYS}
        fourth = fourth_layer(clip.points(), found["thesis"].selection.frames)
        for way, blocking in found.items():
            figures.append(_figures(clip, way, blocking, fourth if way == "thesis" else []))
            rows.append(_row(figures[-1]))
        shown = [KeyRow(w, b.selection, further=fourth if w == "thesis" else ()) for w, b in found.items()]
        dress(axes, f"{clip.name}, {clip.motion.n_frames} frames, led by {', '.join(clip.lead)}")
        key_rows(axes, shown, clip.motion.first_frame, clip.motion.n_frames - 1)
    panels[-1].set_xlabel("frame")
    keep(figure, pictures / "thesis-4.14-layers.png")
    print_table(
        "Three layers on captured motion (section 4.4.2)",
        ("", "layers", "frames", "layer 1", "layer 2", "layer 3", "segments", "further at 0.1 %"),
        rows,
    )
    return {"clips": figures}


def _figures(clip: ThesisClip, way: str, blocking: Blocking, fourth: Sequence[int]) -> dict[str, Any]:
    first = clip.motion.first_frame
    return {
        "clip": clip.name,
        "frames": clip.motion.n_frames,
        "lead": list(LEAD if way == "blocking" else clip.lead),
        "layers": way,
        "keys_by_layer": [blocking.layer_of.count(layer) for layer in (1, 2, 3)],
        "keyposes": [frame + first for frame in blocking.selection.keyposes],
        "breakdowns": [frame + first for frame in blocking.selection.breakdowns],
        "segments": len(blocking.segments[2]),
        "fourth": len(fourth),
    }


def _row(figures: dict[str, Any]) -> tuple[str, ...]:
    return (
        figures["clip"], figures["layers"], str(figures["frames"]), *map(str, figures["keys_by_layer"]),
        str(figures["segments"]), str(figures["fourth"]) if figures["layers"] == "thesis" else "",
    )  # fmt: skip
