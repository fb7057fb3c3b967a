"""Feet that stay where they are planted: what is seen with its feet cleaned up, and how far they slid."""

from __future__ import annotations

import numpy as np

from unbake.feet.clean.clean import CleanedFeet, clean_feet
from unbake.feet.clean.firm_plants import firm_plants
from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import skating
from unbake.ground.notes import written_out
from unbake.motion.motion import Motion
from unbake.studio.server.feet.feet import labels_from
from unbake.studio.server.messages import FeetCleaned, Plant
from unbake.studio.server.opening.open_clip import OpenClip, single, turns


def labels_of_part(clip: OpenClip, plants: tuple[Plant, ...], part: Motion) -> FootLabels:
    """Return the labels of those frames of a clip that a motion covers."""
    start = clip.motion.first_frame
    return labels_from(plants, clip.motion).excerpt(part.first_frame - start, part.last_frame - start)


def cleaned(clip: OpenClip, shown: Motion, plants: tuple[Plant, ...]) -> CleanedFeet:
    """Return a motion made of a clip, or of part of it, with its feet held where the clip's labels say.

    Raises
    ------
    MotionError : labels that no clip can have, a skeleton without legs.
    """
    # The heels are those of the capture, so that they are the same points in whatever was made of it; and what stands
    # where is told by the capture: in what was made of it, points may move where they did not.
    legs, captured = legs_of(clip.motion), clip.excerpt(shown.first_frame, shown.last_frame).motion
    labels = firm_plants(legs.points_m(captured), labels_of_part(clip, plants, shown), CleanOptions()).labels
    return clean_feet(shown, labels, CleanOptions(let_go_s=0.0), legs=legs)


def clean_answer(clip: OpenClip, shown: Motion, plants: tuple[Plant, ...]) -> FeetCleaned:
    """Return the cleaned motion as it is drawn, and how far planted points slide before and after."""
    found = cleaned(clip, shown, plants)
    legs = legs_of(clip.motion)
    before, after = (skating(motion, found.held_part, legs) for motion in (shown, found.motion))
    positions = found.motion.positions()
    return FeetCleaned(
        positions=single(positions),
        rotations=turns(found.motion.world_rotations_xyzw()),
        first=shown.first_frame,
        drift_before_mm=before.mean_mm,
        drift_after_mm=after.mean_mm,
        worst_before_mm=before.worst_mm,
        worst_after_mm=after.worst_mm,
        moved_cm=single(100.0 * np.linalg.norm(positions - shown.positions(), axis=2).max(axis=1)),
        notes=tuple(map(written_out, found.notes)),
    )
