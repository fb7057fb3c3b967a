"""Which frame of Blender's timeline shows a frame of the clip: importers do not keep the clip's numbers.

As tried with Blender 5.0 and its importers' default settings: BVH frames become whole frames from 1 on, whatever the
rate. glTF has seconds from 0; its importer multiplies them by the scene's frame rate at that moment (and by `fps_base`,
where it should divide), so that only a whole rate that was set before gives whole frames. The importer of FBX sets the
scene to the file's rate, and multiplies seconds by the whole number next to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

FIRST_OF_BVH, FIRST_OF_GLTF = 1, 0
LATER_IN_FBX = 1
"""FBX files have the clip's own times, and Blender's importer adds this many frames to them."""


@dataclass(frozen=True)
class BlenderFrames:
    """How Blender numbers the frames of a file.

    Parameters
    ----------
    first_frame : number of the clip's first frame.
    shows_first_at : Blender's number of the same frame; it may lie between two frames in FBX.
    scene_fps : the scene's rate, a whole number; for glTF it has to be set before the import.
    stretch : frames of Blender for each frame of the clip; 1 but for rates that are no whole numbers, in glTF and FBX.
    needs_rate : whether frames land there only with the scene at that rate.
    """

    first_frame: int
    shows_first_at: float
    scene_fps: int
    stretch: Fraction
    needs_rate: bool

    @classmethod
    def of(cls, path: Path, first_frame: int, fps: Fraction) -> BlenderFrames | None:
        """Return how Blender numbers a file's frames; None for a file that Blender does not import."""
        whole = max(round(fps), 1)
        stretch = Fraction(whole) / fps
        if path.suffix.lower() == ".bvh":
            return cls(first_frame, FIRST_OF_BVH, whole, Fraction(1), False)
        if path.suffix.lower() == ".fbx":
            first = first_frame * stretch + LATER_IN_FBX
            return cls(first_frame, int(first) if stretch == 1 else float(first), whole, stretch, False)
        if path.suffix.lower() in (".glb", ".gltf"):
            return cls(first_frame, FIRST_OF_GLTF, whole, stretch, True)
        return None

    def shown(self, frame: int) -> float:
        """Return where Blender shows a frame of the clip."""
        return self.shows_first_at + float((frame - self.first_frame) * self.stretch)

    def sentence(self, frame: int) -> str:
        """Say so, with one frame as the example."""
        shown = f"frame {frame} is {self.shown(frame):.6g} in Blender"
        between = "" if self.stretch == 1 else "; frames of this rate land between Blender's"
        if not self.needs_rate:
            return f"{shown}, at any scene rate; {self.scene_fps} fps plays it at its speed{between}"
        return f"{shown}, if the scene is set to {self.scene_fps} fps before the import{between}"
