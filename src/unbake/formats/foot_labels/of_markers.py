"""Labels of the markers of a C3D file, where the motion is that of a skeleton that was fitted to them.

Ankles and hips of the two are centimetres apart, and labels may be of those frames alone in which all markers of the
legs are seen. So it is the markers that labels are compared with. Frames are numbered as in the file, in both.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from unbake.errors import UnbakeError
from unbake.feet.plates.marker_figure import figure_of_markers
from unbake.formats.foot_labels.check import check_places
from unbake.formats.registry import ReadOptions
from unbake.ground.checked_json import Item
from unbake.motion.motion import Motion

SUFFIX = ".c3d"


def are_of_markers(file: Path, motion: Motion, check: Item, frames: tuple[int, int], fps: Fraction) -> bool:
    """Return whether labels are of the markers in a file, and inside of a motion that was fitted to them.

    Parameters
    ----------
    file : the motion's file, of whatever format.
    motion : all of it, as it was read.
    check : where the ankles and hips are of what the labels are of.
    frames, fps : its first and last frame, as the file numbers them, and its rate.
    """
    if file.suffix.lower() != SUFFIX or fps != motion.fps:
        return False
    first, last = frames
    if not motion.first_frame <= first <= last <= motion.last_frame:
        return False
    # Imported late: it needs an extra.
    from unbake.formats.c3d.format import load_legs

    try:
        figure = figure_of_markers(load_legs(file, ReadOptions(fps=fps, frames=frames))[0])
        if (figure.first_frame, figure.last_frame) != frames:
            return False
        check_places(check, figure, figure.n_frames, fps)
    except UnbakeError:
        return False
    return True
