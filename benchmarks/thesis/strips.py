"""Key poses side by side (thesis figures 4.7, 4.8 and 4.14): of a piece made by hand, found again, and of a capture."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from benchmarks.thesis.clips import ThesisClip
from benchmarks.thesis.layers import blocked
from benchmarks.thesis.recovery import FPS, LEADS, animators
from unbake.performer import piece
from unbake.reports.pictures.strip_picture import keyframe_strip_png

WIDE_PX, COLOUR_COUNT = 1500, 128


def run(clip: ThesisClip | None, pictures: Path) -> None:
    """Draw the animator's keys of the sneak, the thesis' layers on its bake, and those on a clip where there is one."""
    posed = piece("sneak", fps=FPS)
    keyframe_strip_png(posed.motion, animators(posed), pictures / "thesis-4.8-animator.png")
    found = blocked(posed.motion, LEADS["sneak"], "thesis").selection
    keyframe_strip_png(posed.motion, found, pictures / "thesis-4.8-selected.png")
    names = ["thesis-4.8-animator.png", "thesis-4.8-selected.png"]
    if clip is not None:
        selection = blocked(clip.motion, clip.lead, "thesis").selection
        keyframe_strip_png(clip.motion, selection, pictures / "thesis-4.14-cartwheel.png")
        names.append("thesis-4.14-cartwheel.png")
    for name in names:
        _make_small(pictures / name)


def _make_small(path: Path) -> None:
    with Image.open(path) as picture:
        high = round(picture.height * WIDE_PX / picture.width)
        small = picture.convert("RGB").resize((WIDE_PX, high), Image.Resampling.LANCZOS)
    # Not the usual median cut: it gives up the few pixels of the red and green marks.
    small.quantize(COLOUR_COUNT, method=Image.Quantize.MAXCOVERAGE).save(path, optimize=True)
