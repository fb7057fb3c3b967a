"""Maya's units of time: each is a frame rate with a name, and there is none for rates between them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from unbake.ground.notes import Note

_NAMED = {15: "game", 24: "film", 25: "pal", 30: "ntsc", 48: "show", 50: "palf", 60: "ntscf"}
_OTHERS = (
    *(2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 40, 75, 80, 90, 100, 120, 125, 150, 200, 240, 250, 300, 375, 400, 500, 600),
    *(750, 1200, 1500, 2000, 3000, 6000),
)
_NTSC = {24: "23.976fps", 30: "29.97fps", 48: "47.952fps", 60: "59.94fps", 120: "119.88fps"}
UNITS: dict[Fraction, str] = {
    **{Fraction(fps): name for fps, name in _NAMED.items()},
    **{Fraction(fps): f"{fps}fps" for fps in _OTHERS},
    **{Fraction(1000 * fps, 1001): name for fps, name in _NTSC.items()},
}
"""Maya's name of every frame rate that has one, as in its `currentUnit` and `MTime`."""
MOST_FRAMES = 10
"""A unit in which a frame takes more frames than this is worse than one in which frames are fractions."""


@dataclass(frozen=True)
class MayaTime:
    """How a clip's frames are numbered in Maya.

    Parameters
    ----------
    fps : the clip's own rate.
    unit_fps, name : Maya's unit of time.
    """

    fps: Fraction
    unit_fps: Fraction
    name: str

    @classmethod
    def of(cls, fps: Fraction) -> MayaTime:
        """Return the unit for a rate: its own; else the least in which frames are whole; else the nearest."""
        if fps in UNITS:
            return cls(fps, fps, UNITS[fps])
        whole = [unit for unit in UNITS if (unit / fps).denominator == 1 and unit / fps <= MOST_FRAMES]
        unit = min(whole) if whole else min(UNITS, key=lambda one: (abs(math.log(one / fps)), one))
        return cls(fps, unit, UNITS[unit])

    @property
    def stretch(self) -> Fraction:
        """Frames of Maya for each frame of the clip; 1 where Maya knows the rate."""
        return self.unit_fps / self.fps

    def note(self, last_frame: int) -> Note | None:
        """Return what to say where Maya does not know the rate, with the last frame as the example; else None."""
        if self.stretch == 1:
            return None
        rates = f"{float(self.fps):g} frames a second; its {float(self.unit_fps):g} are taken"
        where = f"frame {last_frame} is {float(last_frame * self.stretch):.6g} there, at the same second"
        return Note(f"Maya has no unit of time for {rates}: {where}", "rate-unnamed", frame=last_frame)
