"""The six clips of thesis table 3.6: three of them, and others in place of the three that are not at hand."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.clips import DATA, real_clips
from unbake.formats.registry import load_motion
from unbake.motion.motion import Motion
from unbake.motion.points import Points, Space, points_of

LEADS = {
    "Walk": ("hips",),
    "Jump": ("hips",),
    "Run & Turn": ("hips",),
    "Punch (for Pitch)": ("right-hand",),
    "Cartwheel 49_06": ("hands",),
    "Jump 02_04 (for Lay Up)": ("right-hand",),
}
"""Leading parts: those of section 4.4.2 where the thesis names one, the hips elsewhere."""

SUBSTITUTES = (
    ("Punch (for Pitch)", "02/02_05", 1, 635),
    ("Cartwheel 49_06", "49/49_06", 22, 481),
    ("Jump 02_04 (for Lay Up)", "02/02_04", 1, 483),
)
"""Name, file, first and last frame: blows of the right arm, as long as the Pitch; a cartwheel after standing, as long
as the Cartwheel; a jump on the spot from a crouch, about as long as table 3.6 says the Lay Up is."""


@dataclass(frozen=True, eq=False)
class ThesisClip:
    """A clip with its leading part; `is_own` where it is the thesis' own."""

    name: str
    motion: Motion
    lead: tuple[str, ...]
    is_own: bool

    def points(self, space: Space = "world", *, lead: bool = False) -> Points:
        """Return the 17 joints, or those of the leading part."""
        return points_of(self.motion, self.lead if lead else None, space=space)


def thesis_clips() -> list[ThesisClip]:
    """Return the clips that are present; the packaged clip where none is."""
    clips = [
        ThesisClip(name, motion, LEADS[name], is_own=True) for name, motion in real_clips().items() if name in LEADS
    ]
    for name, file, first, last in SUBSTITUTES:
        path = DATA / "cmu" / f"{file}.amc"
        if path.exists():
            clips.append(ThesisClip(name, load_motion(path).excerpt(first, last), LEADS[name], is_own=False))
    return clips or [ThesisClip(name, motion, ("hips",), is_own=False) for name, motion in real_clips().items()]
