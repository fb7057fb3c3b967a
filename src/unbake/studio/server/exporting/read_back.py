"""A file that was written, read again with the joints of what was written: formats may reorder, rename and add some."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unbake.formats.known_formats import format_of
from unbake.formats.registry import ReadOptions, load_motion
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton


def read_back(file: Path, written: Motion) -> Motion:
    """Return the motion in a file, with the joints of the motion that was written to it.

    Parameters
    ----------
    file : where it is. The unit of one that names none is that in which it was written, not a guess.
    written : what was written there, at every frame.
    """
    takes_unit = format_of(file, "animation").takes_unit
    unit = (written.skeleton.metres_per_unit or 1.0) if takes_unit else None
    return with_joints_of(written.skeleton, load_motion(file, ReadOptions(metres_per_unit=unit)))


def with_joints_of(skeleton: Skeleton, motion: Motion) -> Motion:
    """Return a motion with the joints of a skeleton, in their order and under their names.

    Joints are found by where they hang, as formats keep the order of children. What a file has beside them, such as the
    end of a last bone, is left out; a motion that lacks joints comes back as it is.
    """
    theirs = motion.skeleton
    if (skeleton.names, skeleton.parents) == (theirs.names, theirs.parents):
        return motion
    children, their_children = skeleton.children(), theirs.children()
    found = {0: 0}
    for joint in range(len(skeleton.names)):
        if joint not in found:
            return motion
        found.update(zip(children[joint], their_children[found[joint]], strict=False))
    places = [found[joint] for joint in range(len(skeleton.names))]
    matched = replace(
        skeleton,
        offsets_m=theirs.offsets_m[places],
        channels=tuple(theirs.channels[place] for place in places),
        rotation_orders=tuple(theirs.rotation_orders[place] for place in places),
        axes_xyzw=theirs.axes_xyzw[places],
        rest_xyzw=theirs.rest_xyzw[places],
    )
    return replace(
        motion,
        skeleton=matched,
        rotations_xyzw=motion.rotations_xyzw[:, places],
        translations_m=motion.local_translations_m()[:, places][:, list(matched.translated)],
    )
