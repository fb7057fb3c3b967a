"""Ways over the floor from above, with what they should pass, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from unbake.ground.arrays import Floats

WIDEST, TALLEST, MOST_A_METRE = 1000.0, 560.0, 100.0
"""Pixels of a plan, and of a metre in it."""
MARGIN_M = 0.6
TONES = ("#4f7f9b", "#b0763a", "#37924a", "#7656b8", "#c8402e", "#8a8f3d", "#2f8f8f", "#a2557a")


@dataclass(frozen=True, eq=False)
class FloorWay:
    """A way over the floor and what it was meant to pass; places are x and z in metres.

    Parameters
    ----------
    name : shown at its start.
    places_m : (F, 2) where the body is.
    targets_m : (m, 2) where it should be at some time; NaN leaves that open.
    path_m : (p, 2) corners of the path that it should follow; none if p is 0.
    """

    name: str
    places_m: Floats
    targets_m: Floats
    path_m: Floats

    @property
    def marks_m(self) -> Floats:
        """The targets that are places."""
        return self.targets_m[np.isfinite(self.targets_m[:, 0])]


def floor_plan_svg(ways: Sequence[FloorWay]) -> str:
    """Return a plan of some ways, +Z up and +X to the left, that fits on a screen however far they lead."""
    every = np.concatenate([part for way in ways for part in (way.places_m, way.marks_m, way.path_m.reshape(-1, 2))])
    low, high = every.min(axis=0) - MARGIN_M, every.max(axis=0) + MARGIN_M
    size = high - low
    pixels = min(MOST_A_METRE, WIDEST / size[0], TALLEST / size[1])
    shown = "".join(_way(way, high, pixels, TONES[n % len(TONES)]) for n, way in enumerate(ways))
    width, height = (pixels * size).tolist()
    bar = (
        f'<path d="M6 {height - 6:.1f}h{pixels:.1f}" stroke="#6b7078" stroke-width="2"/>'
        f'<text x="6" y="{height - 11:.1f}" font-size="11" fill="#6b7078">1 m</text>'
    )
    return (
        f'<svg viewBox="0 0 {width:.1f} {height:.1f}" width="{width:.0f}" role="img" aria-label="Ways over the floor">'
        f"{shown}{bar}</svg>"
    )


def _way(way: FloorWay, high: Floats, pixels: float, colour: str) -> str:
    places, marks = pixels * (high - way.places_m), pixels * (high - way.marks_m)
    out = [
        _line(places[::3], f'stroke="{colour}" stroke-width="2.5"'),
        f'<circle cx="{places[0, 0]:.1f}" cy="{places[0, 1]:.1f}" r="5" fill="{colour}"/>',
    ]
    if len(way.path_m):
        dashes = f'stroke="{colour}" stroke-width="1.5" stroke-dasharray="5 5"'
        out.insert(0, _line(pixels * (high - way.path_m), dashes))
    out += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="none" stroke="{colour}" stroke-width="2"/>' for x, y in marks
    ]
    out.append(f'<text x="{places[0, 0] + 9:.1f}" y="{places[0, 1]:.1f}" font-size="14">{escape(way.name)}</text>')
    return "".join(out)


def _line(points: Floats, stroke: str) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{corners}" fill="none" {stroke}/>'
