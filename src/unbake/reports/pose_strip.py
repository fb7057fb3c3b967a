"""The key poses of a clip as lines in the plane, side by side: what the page and the picture both draw.

Every pose stands in a cell of its own, its hips in the middle, on a ground that all share and at one scale. Placed
along their real way, poses of a slow walk lie over each other and those of a clip on the spot are a tangle; side by
side they can always be read, and the time between them is what the dopesheet below is for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.levers import motion_with_sites
from unbake.motion.motion import Motion
from unbake.motion.points import default_levers
from unbake.reports.camera import Camera, side_camera
from unbake.reports.stick_figure import Part, StickFigure, Tone, stick_figure

LEAST_SIZE_CM = 10.0
PATH_STEPS = 12


@dataclass(frozen=True, eq=False)
class Limb:
    """A line (N, 2) in centimetres, right and up from the cell's foot, its side and what it is."""

    tone: Tone
    part: Part
    line_cm: Floats

    @property
    def free_cm(self) -> Floats:
        """The part (M, 2) that may cross other limbs, and so gets a rim: not the trunk (M = 0), nor the bone by which a
        limb hangs on it; rims there would cut the body up."""
        if self.part == "trunk":
            return self.line_cm[:0]
        return self.line_cm[1:] if self.part in ("arm", "leg") and len(self.line_cm) > 2 else self.line_cm


@dataclass(frozen=True, eq=False)
class Pose:
    """One key pose.

    Parameters
    ----------
    number : the frame as its file counts.
    key_class : keypose, breakdown or hold.
    limbs : lines from the farthest to the nearest; those from `limbs_behind` on lie in front of the head.
    head : centre (2,) and radius in centimetres, or None.
    hips_cm : (N, 2) the height of the hips around this key; x from −1/2 to 1/2 of the cell, halfway to its neighbours.
    """

    number: int
    key_class: KeyClass
    limbs: tuple[Limb, ...]
    limbs_behind: int
    head: tuple[Floats, float] | None
    hips_cm: Floats


@dataclass(frozen=True, eq=False)
class PoseStrip:
    """All key poses, the box that each of them fits in (`half_width_cm` to either side, `top_cm` up), and how tall the
    figure is."""

    poses: tuple[Pose, ...]
    half_width_cm: float
    top_cm: float
    stature_cm: float
    camera: Camera


def pose_strip(motion: Motion, selection: Selection) -> PoseStrip:
    """Return the key poses of a selection (frames from 0), seen by `side_camera`."""
    motion = _with_bones(motion)
    figure, camera = stick_figure(motion), side_camera(motion)
    stature = motion.height_m()
    frames = list(selection.frames)
    key_positions = motion.positions()[frames]
    ground = _ground_m(key_positions[:, list(figure.joints)])
    hips = 100.0 * (motion.positions()[:, figure.hips, 1] - ground)
    ways = _hips_ways(np.array(frames, dtype=np.float64), hips)
    poses = tuple(
        _pose(pose, figure, camera, ground, stature, frame + motion.first_frame, key_class, way)
        for pose, frame, key_class, way in zip(key_positions, frames, selection.classes, ways, strict=True)
    )
    corners = np.concatenate([_extent(pose) for pose in poses])
    return PoseStrip(
        poses,
        max(float(np.abs(corners[:, 0]).max()), LEAST_SIZE_CM / 2),
        max(float(corners[:, 1].max()), LEAST_SIZE_CM),
        max(100.0 * stature, LEAST_SIZE_CM),
        camera,
    )


def _with_bones(motion: Motion) -> Motion:
    """Return a motion with its levers as bones where no bone has a length, as of a camera: there is nothing to see."""
    levers = default_levers(motion)
    is_bare = len(levers) > 0 and not np.any(motion.skeleton.offsets_m[1:])
    return motion_with_sites(motion, levers) if is_bare else motion


def _ground_m(positions_m: Floats) -> float:
    """Height of the common ground: the lowest joint of the poses that stand lowest, not of one stray frame."""
    lowest = positions_m[..., 1].min(axis=1)
    return float(np.quantile(lowest, 0.1))


def _pose(
    positions_m: Floats,
    figure: StickFigure,
    camera: Camera,
    ground_m: float,
    stature_m: float,
    number: int,
    key_class: KeyClass,
    hips_cm: Floats,
) -> Pose:
    origin = camera.picture(positions_m[figure.hips]) * (1.0, 0.0) + (0.0, ground_m)
    depths = [float(camera.depth(positions_m[list(chain.joints)]).mean()) for chain in figure.chains]
    order = sorted(range(len(depths)), key=lambda c: (depths[c], c))
    flat = 100.0 * (camera.picture(positions_m) - origin)
    chains = [figure.chains[c] for c in order]
    limbs = tuple(Limb(chain.tone, chain.part, flat[list(chain.joints)]) for chain in chains)
    if figure.head is None:
        return Pose(number, key_class, limbs, len(limbs), None, hips_cm)
    centre, radius = figure.head.circle(positions_m, stature_m)
    behind = sum(depth <= float(camera.depth(centre)) for depth in depths)
    # A neck that leans to the viewer is still behind the face.
    behind = max([behind, *(place + 1 for place, chain in enumerate(chains) if chain.part == "trunk")])
    head = (100.0 * (camera.picture(centre) - origin), 100.0 * radius)
    return Pose(number, key_class, limbs, behind, head, hips_cm)


def _hips_ways(keys: Floats, hips_cm: Floats) -> list[Floats]:
    """For each key the hips' height from halfway to the key before it to halfway to the key after it."""
    places = np.arange(len(keys), dtype=np.float64)
    ways = []
    for place in places:
        steps = np.clip(place + np.linspace(-0.5, 0.5, PATH_STEPS + 1), 0.0, places[-1])
        frames = np.interp(steps, places, keys)
        heights = np.interp(frames, np.arange(len(hips_cm)), hips_cm)
        ways.append(np.stack([steps - place, heights], axis=1))
    return ways


def _extent(pose: Pose) -> Floats:
    corners = [limb.line_cm for limb in pose.limbs]
    if pose.head is not None:
        centre, radius = pose.head
        corners += [np.stack([centre - radius, centre + radius])]
    return np.concatenate(corners) if corners else np.zeros((1, 2))
