"""Fit a skeleton to labelled markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.markers.directions import into, median
from unbake.markers.first_poses import Poses, first_poses, world_of
from unbake.markers.inverse_kinematics import distances_m, solved
from unbake.markers.legs import Body, Places, add_leg, add_pelvis
from unbake.markers.measures import Measures
from unbake.markers.model import MarkerModel, model_of
from unbake.markers.notes import fit_notes
from unbake.markers.sets import SIDES, Labelling, recognise
from unbake.markers.trunk import add_arm, add_head, add_trunk, has_arm, has_head, has_trunk
from unbake.markers.turns import quaternion_of_matrix
from unbake.motion.motion import LARGEST_M, Motion
from unbake.motion.rotations import in_one_hemisphere

_TRIAL_FRAMES = 200
"""Frames on which the places of the markers are settled."""
_ROUNDS = 2


@dataclass(frozen=True, eq=False)
class FittedSkeleton:
    """A skeleton that moves as markers did.

    Parameters
    ----------
    motion : the clip; its warnings say what was recognised, left out and filled.
    labelling : which marker set, and which point is which landmark.
    model : the skeleton with its markers.
    poses : of the model; `known` says which joints' markers were seen.
    distances_m : (F, M) how far each of the model's markers is from where it was seen; NaN where it was not.
    """

    motion: Motion
    labelling: Labelling
    model: MarkerModel
    poses: Poses
    distances_m: Floats


def fit_skeleton(
    positions_m: Floats,
    labels: Sequence[str],
    fps: Fraction,
    *,
    first_frame: int = 1,
    measures: Measures | None = None,
) -> FittedSkeleton:
    """Return a skeleton fitted to markers: segments of constant length, turned so that the markers are met best.

    Joint centres follow from the markers (`add_pelvis`, `hinge`, `add_trunk`, `add_arm`). Lengths, and the places of
    the markers on their segments, are medians over the trial. Then every frame is solved on its own, and where too few
    markers of a segment are seen, it turns as between the frames in which they are. Nothing is smoothed.

    Parameters
    ----------
    positions_m : (F, P, 3) in metres, y up; NaN where a marker was not seen.
    labels : of the points.
    fps : frames a second.
    first_frame : number of the first frame.
    measures : widths of joints, where they are known.

    Raises
    ------
    MotionError : no marker set is recognised, markers that are needed are missing or are never seen together, or are
        too far away to be on a body.
    """
    labelling = recognise(labels)
    _check_size(positions_m, labels, first_frame)
    places = {landmark: positions_m[:, point] for landmark, point in labelling.places.items()}
    model = model_of(body_of(places, measures or Measures(), float(fps)), places)
    _check_legs(model, labelling)
    seen_m = np.stack([places[landmark] for landmark in model.landmarks], axis=1)
    model = _settled(model, seen_m)
    poses = solved(model, seen_m, first_poses(model, seen_m))
    poses = _between_known(model, seen_m, poses)
    distances = distances_m(model, seen_m, poses)
    notes = fit_notes(labels, labelling, model, poses.known, distances, first_frame)
    return FittedSkeleton(_motion(model, poses, fps, first_frame, notes), labelling, model, poses, distances)


def _check_size(positions_m: Floats, labels: Sequence[str], first_frame: int) -> None:
    with np.errstate(invalid="ignore"):
        far = np.abs(positions_m) > LARGEST_M
    if far.any():
        frame, point, _ = (int(i) for i in np.argwhere(far)[0])
        raise MotionError(f"marker '{labels[point]}' at frame {frame + first_frame} is too far away to be a position")


def body_of(places: Places, measures: Measures, fps: float) -> Body:
    """Return joint centres and axes in every frame, of all parts that the markers show."""
    body = Body()
    add_pelvis(body, places)
    for side in SIDES:
        add_leg(body, places, side, measures, fps)
    if has_trunk(places):
        add_trunk(body, places)
        if has_head(places):
            add_head(body, places)
        for side in SIDES:
            if has_arm(places, side):
                add_arm(body, places, side, measures)
    return body


def _check_legs(model: MarkerModel, labelling: Labelling) -> None:
    """Raise MotionError unless pelvis and both legs were found in some frame."""
    needed = ["Hips", *(f"{side}{joint}" for side in ("Left", "Right") for joint in ("UpLeg", "Leg", "Foot"))]
    gone = [name for name in needed if name not in model.names]
    if gone or not np.isfinite(model.offsets_m).all():
        where = ", ".join(gone) or "Hips"
        name = labelling.marker_set.name
        raise MotionError(f"{name} was recognised, but in no frame are enough markers seen together to place {where}")


def _settled(model: MarkerModel, seen_m: Floats) -> MarkerModel:
    """Return the model with each marker where, in the poses that fit best, it usually is on its segment."""
    frames = _trial_frames(seen_m)
    for _ in range(_ROUNDS):
        poses = solved(model, seen_m[frames], first_poses(model, seen_m[frames]))
        positions, rotations = world_of(model, poses.root_m, poses.turns)
        local = into(rotations[:, model.on], seen_m[frames] - positions[:, model.on])
        found = np.stack([median(local[:, marker]) for marker in range(len(model.on))])
        model = model.with_places(np.where(np.isfinite(found), found, model.places_m))
    return model


def _trial_frames(seen_m: Floats) -> NDArray[np.int64]:
    """Return frames over the whole trial, of those in which most markers are seen."""
    count = np.isfinite(seen_m).all(axis=2).sum(axis=1)
    best = np.flatnonzero(count >= np.percentile(count, 50.0))
    return best[np.unique(np.linspace(0, len(best) - 1, min(_TRIAL_FRAMES, len(best))).round().astype(np.int64))]


def _between_known(model: MarkerModel, seen_m: Floats, poses: Poses) -> Poses:
    """Solve the frames that have unknown turns again, from turns between those of the frames that were solved."""
    again = np.flatnonzero(~poses.known.all(axis=1))
    if not len(again):
        return poses
    filled = poses.refilled()
    part = solved(model, seen_m[again], Poses(filled.root_m[again], filled.turns[again], filled.known[again]))
    filled.root_m[again], filled.turns[again] = part.root_m, part.turns
    return filled


def _motion(model: MarkerModel, poses: Poses, fps: Fraction, first_frame: int, notes: tuple[str, ...]) -> Motion:
    rotations = in_one_hemisphere(quaternion_of_matrix(poses.turns))
    return Motion(model.skeleton(), rotations, poses.root_m[:, None], fps, first_frame, notes)
