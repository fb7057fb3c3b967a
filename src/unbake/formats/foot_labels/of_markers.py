"""Labels of the markers of a C3D file are those of the skeleton that is fitted to them, and the other way round.

Ankles and hips of the two are centimetres apart, and labels of markers may be of those frames alone in which all of the
legs are seen. So labels are compared with what they are of. Frames are numbered as in the file, in both.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from unbake.errors import UnbakeError
from unbake.formats.foot_labels.check import check_places
from unbake.formats.registry import ReadOptions, load_motion
from unbake.ground.files.checked_json import Item
from unbake.motion.motion import Motion

SUFFIX = ".c3d"


def are_of_markers(file: Path, motion: Motion, check: Item, frame_numbers: tuple[int, int], fps: Fraction) -> bool:
    """Return whether labels are of the markers in a file where the motion was fitted to them, or the other way round.

    Labels of frames that the motion does not have are not.

    Parameters
    ----------
    file : the motion's file, of whatever format.
    motion : what was fitted to its markers, or the figure that they make themselves.
    check : where the ankles and hips are of what the labels are of.
    frame_numbers, fps : its first and last frame, as the file numbers them, and its rate.
    """
    if file.suffix.lower() != SUFFIX or fps != motion.fps:
        return False
    first, last = frame_numbers
    if not motion.first_frame <= first <= last <= motion.last_frame:
        return False
    # Imported late: they need an extra and SciPy, which commands that read no markers do without.
    from unbake.feet.plates.marker_figure import figure_of_markers
    from unbake.formats.c3d.format import load_legs

    try:
        figure = figure_of_markers(load_legs(file, ReadOptions(fps=fps, frame_numbers=frame_numbers))[0])
        is_figure = motion.skeleton.names == figure.skeleton.names
        other = load_motion(file, ReadOptions(fps=fps)) if is_figure else figure
        if (other.first_frame, other.last_frame) != frame_numbers:
            return False
        check_places(check, other, other.n_frames, fps)
    except UnbakeError:
        return False
    return True
