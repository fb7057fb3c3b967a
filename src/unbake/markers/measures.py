"""How wide joints are: measured, as the file has it, or in proportion to the body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MARKER_RADIUS_M = 0.007
"""Of the usual markers of 14 mm."""
STATURE_PER_SHANK = 1.0 / 0.246
"""References: Drillis & Contini, Body segment parameters, 1966."""
WIDTH_PER_STATURE = {"knee": 0.058, "ankle": 0.041, "elbow": 0.041}
"""Usual widths of adults' joints, skin included, as parts of the stature."""


@dataclass(frozen=True)
class Measures:
    """What is known of a body beside its markers.

    Parameters
    ----------
    widths_m : ``left-knee``, ``right-ankle``, ``left-elbow`` … → width of the joint in metres.
    marker_radius_m : from a marker's centre to the skin.
    """

    widths_m: Mapping[str, float] = field(default_factory=dict)
    marker_radius_m: float = MARKER_RADIUS_M

    def inward_m(self, side: str, joint: str, stature_m: float) -> float:
        """Return how far inward of its outer marker a joint's centre lies."""
        width_m = self.widths_m.get(f"{side}-{joint}", WIDTH_PER_STATURE[joint] * stature_m)
        return 0.5 * width_m + self.marker_radius_m
