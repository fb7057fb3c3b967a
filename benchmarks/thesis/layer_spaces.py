"""The selection spaces of the three layers, and what the thresholds took from them (thesis figures 4.6 and 4.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.thesis.drawing import COLOURS, INK, KEYPOSE, dress, keep, legend, sheet
from benchmarks.thesis.layers import WAYS, blocked
from unbake.keyframes.choose import normalised_errors
from unbake.keyframes.error_table import error_table
from unbake.keyframes.layers import Blocking, Layer
from unbake.keyframes.space import select
from unbake.motion.motion import Motion
from unbake.motion.points import points_of

MOST_KEYS = 12
"""Counts that are drawn."""
WHAT = ("layer 1, the leading part", "layer 2, the leading part", "layer 3, everything")


def run(shown: Sequence[tuple[str, Motion, Sequence[str], str]], pictures: Path) -> dict[str, Any]:
    """Draw the layers of some motions, given with name, leading part and way; return count and error (%) by segment."""
    figure, panels = sheet(
        len(shown), 3, 12.0, 3.4 * len(shown) + 0.5, "Selection spaces of the layers, segment by segment"
    )
    figures = {}
    for row, (name, motion, lead, way) in enumerate(shown):
        blocking = blocked(motion, lead, way)
        chosen = []
        for number, layer in enumerate(WAYS[way][0], start=1):
            axes = panels[3 * row + number - 1]
            dress(axes, f"{name}: {WHAT[number - 1]}", "keyframes", "error (% of range)" if number == 1 else "")
            chosen.append(_draw_layer(axes, motion, lead, layer, number, blocking))
        figures[name] = chosen
    keep(figure, pictures / "thesis-4.6-layer-spaces.png")
    return figures


def _draw_layer(
    axes: Any, motion: Motion, lead: Sequence[str], layer: Layer, number: int, blocking: Blocking
) -> list[tuple[int, float]]:
    """One line a segment, the chosen count marked; returns the chosen counts and their errors, % of the range."""
    points = points_of(motion, lead if layer.lead else None, space=layer.space)
    by_layer = list(zip(blocking.selection.frames, blocking.layer_of, strict=True))
    chosen: list[tuple[int, float]] = []
    for place, (first, last) in enumerate(blocking.segments[number - 1]):
        count = sum(first <= frame <= last and of <= number for frame, of in by_layer)
        if last - first < 2:
            chosen.append((count, 0.0))
            continue
        part = replace(points, values=points.values[first : last + 1])
        space = select(error_table(part, layer.criterion, metric=layer.metric), keys_max=max(MOST_KEYS, count))
        errors = normalised_errors(space, part.pose_range())
        counts = [k for k in errors if k <= max(MOST_KEYS, count)]
        chosen.append((count, 100.0 * errors[count]))
        colour = (INK, *COLOURS)[place % 7]
        axes.plot(counts, [100.0 * errors[k] for k in counts], color=colour, lw=1.5, label=f"segment {place + 1}")
        axes.plot([count], [100.0 * errors[count]], "o", mfc=KEYPOSE, mec=colour, ms=7, zorder=4)
    axes.axhline(100.0 * layer.accuracy, color=INK, lw=0.8, ls=":")
    axes.set_ylim(0.0, 100.0 * layer.accuracy * 3.0)
    legend(axes, "upper right", 8)
    return chosen
