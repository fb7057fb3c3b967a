"""Blends of two and more motions, aligned in time, with weights that lead from the first to the last.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.7; L. Kovar
and M. Gleicher, Flexible automatic motion blending with registration curves, 2003. Headings, joints by rotation, and
the eased schedule are ours.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_whole
from unbake.motion.body.roles import POINT_ROLES
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere, normalised
from unbake.synthesis.blending.blended import Blended, assembled
from unbake.synthesis.blending.restoring import with_bones_restored
from unbake.synthesis.blending.source import BlendSource, check_sources
from unbake.synthesis.blending.tracks import Tracks, tracks_of, travelled
from unbake.synthesis.blending.weights import Schedule, bernstein, clock, eased, linear
from unbake.synthesis.distances.windows import WindowWeights, padded, window_distances
from unbake.synthesis.warping.time_warp import TimeWarp, WarpLimits, time_warp

Joints = Literal["rotations", "positions"]
JOINTS: tuple[Joints, ...] = get_args(Joints)


@dataclass(frozen=True, kw_only=True)
class BlendOptions:
    """How motions are blended.

    Parameters
    ----------
    joints : what is averaged: ``rotations`` of joints, or ``positions`` as in the thesis, with bone lengths restored.
    schedule : how the weights' parameter goes from 0 to 1; gently by default, `linear` as in the thesis.
    limits : of the time warps; None stretches time evenly.
    window : frames that are compared around each, an odd number; 5.
    """

    joints: Joints = "rotations"
    schedule: Schedule = eased
    limits: WarpLimits | None = field(default_factory=WarpLimits)
    window: int = 5

    def __post_init__(self) -> None:
        if self.joints not in JOINTS:
            raise UsageError(f"joints are blended by {' or '.join(JOINTS)}, not '{self.joints}'")
        check_whole(self.window, "the number of frames that are compared")
        if self.window < 1 or self.window % 2 == 0:
            raise UsageError(f"frames are compared by a window of an odd number of frames, not {self.window}")


@dataclass(frozen=True)
class MultiwayBlend:
    """A blender that averages all its sources, see `multiway_blend`.

    Parameters
    ----------
    options : how; the defaults where None.
    """

    options: BlendOptions = BlendOptions()

    def __call__(self, sources: Sequence[BlendSource]) -> Blended:
        """Return the blend of the sources."""
        return multiway_blend(sources, self.options)


def linear_blend(sources: Sequence[BlendSource]) -> Blended:
    """Return a two-way blend without alignment in time and with even weights: the usual crossfade, to compare with."""
    check_sources(sources)
    return multiway_blend([sources[0], sources[-1]], BlendOptions(schedule=linear, limits=None))


def multiway_blend(
    sources: Sequence[BlendSource],
    options: BlendOptions | None = None,
    warps: Sequence[TimeWarp] | None = None,
) -> Blended:
    """Return a blend that begins as the first of several motions and ends as the last.

    The body goes on by the weighted mean of its sources' steps, each seen from where its own body headed before, so
    that paths of different directions do not collapse; headings go on by the mean of the turns, each by the shorter
    way.

    Parameters
    ----------
    sources : two or more motions of one skeleton and frame rate.
    options : see `BlendOptions`.
    warps : from the first source to each of the others, where they are known (a table of transitions keeps them).

    Returns
    -------
    As many frames as the sources take on average, by weight. `notes` says where no time warp kept the limits.

    Raises
    ------
    UsageError, MotionError : sources that cannot be blended, see `check_sources`; warps of motions of other lengths.
    """
    options = options or BlendOptions()
    check_sources(sources)
    warps = [TimeWarp(np.arange(float(sources[0].n_frames))), *(warps or warps_of(sources, options))]
    _check_warps(warps, sources)
    own = [tracks_of(source.motion) for source in sources]
    instants = clock(warps, options.schedule)
    weights = bernstein(options.schedule(instants / instants[-1]), len(sources))
    times = np.stack([warp.at(instants) for warp in warps], axis=1)
    parts = [tracks.at(times[:, number]) for number, tracks in enumerate(own)]
    tracks = averaged(parts, weights)
    number = sources[0].motion.first_frame
    motion = tracks.motion(number)
    if options.joints == "positions":
        motion = with_bones_restored(motion, _mean_positions(parts, weights, tracks), sources[0].legs)
        tracks = tracks_of(motion)
    return assembled(tracks, motion, sources, own, weights, times, _notes(warps, options))


def warps_of(sources: Sequence[BlendSource], options: BlendOptions | None = None) -> list[TimeWarp]:
    """Return the time warps from the first source to each of the others, one motion to the next.

    Each source is aligned with the next one, which it is blended with most, and the warps are composed.
    """
    options = options or BlendOptions()
    if options.limits is None:
        return [TimeWarp.even(sources[0].n_frames, source.n_frames) for source in sources[1:]]
    out: list[TimeWarp] = []
    for before, after in itertools.pairwise(sources):
        warp = time_warp(
            frame_distances(before.motion, after.motion, options.window).astype(np.float64), options.limits
        )
        out.append(out[-1].then(warp) if out else warp)
    return out


def frame_distances(a: Motion, b: Motion, window: int = 5) -> Floats:
    """Return how far each frame of one motion is from each of another, (F, G) in m².

    Parameters
    ----------
    a, b : motions of one skeleton; the joints that have a role are compared, all where there are few.
    window : odd number of frames around each that are compared; end poses are repeated beyond the ends.
    """
    roles = a.skeleton.roles
    joints = [roles[role] for role in POINT_ROLES if role in roles] or list(range(len(a.skeleton.names)))
    first, second = (padded(motion.positions()[:, joints], window)[0] for motion in (a, b))
    return window_distances(first, second, WindowWeights.even(window, len(joints))).astype(np.float64)


def averaged(parts: Sequence[Tracks], weights: Floats) -> Tracks:
    """Return the weighted mean of tracks of equal length; it starts where the first of them starts.

    Parameters
    ----------
    parts : the tracks at corresponding instants.
    weights : (F, n).
    """
    steps, turns = zip(*(part.steps() for part in parts), strict=True)
    each = weights[1:].T
    step = np.einsum("nf,nfc->fc", each, np.stack(steps))
    places, headings = travelled(
        parts[0].places_m[0], float(parts[0].headings_rad[0]), step, np.einsum("nf,nf->f", each, np.stack(turns))
    )
    return Tracks(
        parts[0].skeleton,
        parts[0].fps,
        places,
        headings,
        mean_rotations([part.rotations_xyzw for part in parts], weights),
        np.einsum("fn,nfjc->fjc", weights, np.stack([part.translations_m for part in parts])),
    )


def mean_rotations(rotations_xyzw: Sequence[Floats], weights: Floats) -> Floats:
    """Return weighted means (F, J, 4) of rotations that go on without jumps.

    Quaternions are added up and normalised. Each source keeps one sign throughout, that by which it is nearer to the
    first over time: signs chosen frame by frame would jump where two rotations are half a turn apart.
    """
    first = in_one_hemisphere(rotations_xyzw[0])
    total = weights[:, 0, None, None] * first
    for number, rotations in enumerate(rotations_xyzw[1:], start=1):
        other = in_one_hemisphere(rotations)
        near = (weights[:, 0] * weights[:, number])[:, None] + 1e-9
        sign = np.where((np.sum(first * other, axis=-1) * near).sum(axis=0) < 0.0, -1.0, 1.0)
        total += weights[:, number, None, None] * sign[:, None] * other
    return normalised(total)


def _mean_positions(parts: Sequence[Tracks], weights: Floats, tracks: Tracks) -> Floats:
    """Mean places (F, J, 3) of all joints, each seen from its own body, about the blended body in the world."""
    still = np.zeros_like(tracks.places_m), np.zeros_like(tracks.headings_rad)
    seen = [
        Tracks(part.skeleton, part.fps, *still, part.rotations_xyzw, part.translations_m).motion().positions()
        for part in parts
    ]
    mean = np.einsum("fn,nfjc->fjc", weights, np.stack(seen))
    cosine, sine = (f(tracks.headings_rad)[:, None] for f in (np.cos, np.sin))
    x, y, z = np.moveaxis(mean, -1, 0)
    places = tracks.places_m[:, None]
    return np.stack([cosine * x + sine * z + places[..., 0], y, cosine * z - sine * x + places[..., 1]], axis=-1)


def _check_warps(warps: Sequence[TimeWarp], sources: Sequence[BlendSource]) -> None:
    if len(warps) != len(sources):
        raise UsageError(f"{len(sources)} motions need {len(sources) - 1} time warps, not {len(warps) - 1}")
    for warp, source in zip(warps, sources, strict=True):
        if len(warp.times) != sources[0].n_frames or round(warp.last) != source.n_frames - 1:
            raise UsageError("a time warp is of motions of other lengths than those that are blended")


def _notes(warps: Sequence[TimeWarp], options: BlendOptions) -> list[str]:
    if options.limits is None:
        return []
    return [
        f"no time warp to motion {number} keeps the limits: its time is stretched evenly"
        for number, warp in enumerate(warps)
        if warp.is_diagonal
    ]
