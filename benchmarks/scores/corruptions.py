"""Motion made unnatural on purpose, of several kinds and strengths. Each takes an excerpt of a clip and returns one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.scores.clips import EXCERPT
from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import heading
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_conjugate, quaternion_product
from unbake.synthesis.blending.blended import Blended, Blender
from unbake.synthesis.blending.multiway import linear_blend, multiway_blend
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.transition import transition
from unbake.synthesis.naturalness.judged import JudgedMotion

SLIDE_M_S = (0.1, 0.6)
TIME_FACTORS = ((0.5, 0.7), (1.5, 2.0))
LEAN_DEG = (15.0, 35.0)
PHASE_S = (0.15, 0.4)
BLEND = 60
POP_M, POP_DEG = (0.05, 0.2), (20.0, 60.0)
JITTER_DEG = (0.5, 3.0)
SUNK_M = (0.04, 0.15)
BENT_DEG = (60.0, 120.0)
LIMBS = ("left-shoulder", "right-shoulder", "left-hip", "right-hip")


@dataclass(frozen=True, eq=False)
class Corrupted:
    """A motion to be judged.

    Parameters
    ----------
    motion : the excerpt.
    knowing : the same, or the blend alone, with the plants that it should have, for scores that ask for them.
    """

    motion: Motion
    knowing: JudgedMotion


@dataclass(frozen=True, eq=False)
class Place:
    """An excerpt of a clip, and all clips of its person.

    Parameters
    ----------
    whole : the clip.
    start : where the excerpt begins, from 0.
    fellows : clips of the same person, this one among them.
    """

    whole: BlendSource
    start: int
    fellows: Sequence[BlendSource]

    @property
    def instants(self) -> Floats:
        """The frames of the excerpt."""
        return np.arange(self.start, min(self.start + EXCERPT, self.whole.n_frames), dtype=np.float64)

    def excerpt(self) -> BlendSource:
        """Return the excerpt as it is."""
        return self.whole.window(self.start, int(self.instants[-1]))


def natural(place: Place, rng: np.random.Generator) -> Corrupted:
    """Return the excerpt as it was captured."""
    return _with_plants(place, place.excerpt().motion)


def slide(place: Place, rng: np.random.Generator) -> Corrupted:
    """Let the whole body glide over the floor, at a constant speed."""
    motion = place.excerpt().motion
    speed, way = rng.uniform(*SLIDE_M_S), rng.uniform(0.0, 2.0 * np.pi)
    time = np.arange(motion.n_frames) / float(motion.fps)
    moved = motion.translations_m.copy()
    moved[:, 0] += speed * time[:, None] * np.array([np.sin(way), 0.0, np.cos(way)])
    return _with_plants(place, replace(motion, translations_m=moved))


def time_scale(place: Place, rng: np.random.Generator) -> Corrupted:
    """Play it at half to two thirds of its speed, or half as fast again to twice."""
    factor = rng.uniform(*TIME_FACTORS[int(rng.integers(2))])
    middle, last = place.instants.mean(), place.whole.n_frames - 1
    count = min(EXCERPT, int(last / factor) + 1)
    instants = middle + factor * (np.arange(count) - 0.5 * (count - 1))
    instants += max(0.0, -instants[0]) - max(0.0, instants[-1] - last)
    return _alone(_sampled(place.whole.motion, instants))


def lean(place: Place, rng: np.random.Generator) -> Corrupted:
    """Let the upper body lean to one side, ahead or back, the same all the time."""
    motion = place.excerpt().motion
    angle, way = np.radians(rng.uniform(*LEAN_DEG)), rng.uniform(0.0, 2.0 * np.pi)
    roles, places = motion.skeleton.roles, motion.positions()
    sine, cosine = heading(places[:, [roles["left-hip"], roles["right-hip"]]])
    x, z = np.sin(way), np.cos(way)
    axis = np.stack([cosine * x + sine * z, np.zeros(len(sine)), cosine * z - sine * x], axis=1)
    turn = np.concatenate([np.sin(0.5 * angle) * axis, np.full((len(axis), 1), np.cos(0.5 * angle))], axis=1)
    joint = roles["spine"] if "spine" in roles else roles["chest"]
    above = motion.world_rotations_xyzw()[:, motion.skeleton.parents[joint]]
    local = quaternion_product(quaternion_conjugate(above), quaternion_product(turn, above))
    rotations = motion.rotations_xyzw.copy()
    rotations[:, joint] = quaternion_product(local, rotations[:, joint])
    return _with_plants(place, replace(motion, rotations_xyzw=rotations))


def limb_phase(place: Place, rng: np.random.Generator) -> Corrupted:
    """Let one limb be ahead of the body, or late."""
    motion, whole = place.excerpt().motion, place.whole.motion
    shift = rng.uniform(*PHASE_S) * float(motion.fps) * rng.choice([-1.0, 1.0])
    if not place.instants[0] + shift >= 0.0 or place.instants[-1] + shift > whole.n_frames - 1:
        shift = -shift
    first = whole.skeleton.roles[str(rng.choice(LIMBS))]
    limb = [first]
    for joint, parent in enumerate(whole.skeleton.parents):  # parents come first
        if parent in limb:
            limb.append(joint)
    rotations = motion.rotations_xyzw.copy()
    rotations[:, limb] = rotations_at(whole.rotations_xyzw[:, limb], place.instants + shift)
    return _with_plants(place, replace(motion, rotations_xyzw=rotations))


def scrambled(place: Place, rng: np.random.Generator) -> Corrupted:
    """Blend from here to somewhere else by way of two stretches that have nothing to do with either."""
    between = [_stretch(place, rng) for _ in range(2)]

    def roundabout(sources: Sequence[BlendSource]) -> Blended:
        return multiway_blend([sources[0], *between, sources[-1]])

    return _blend(place, rng, roundabout)


def bad_blend(place: Place, rng: np.random.Generator) -> Corrupted:
    """Fade from here to somewhere else, without a time warp."""
    return _blend(place, rng, linear_blend)


def pops(place: Place, rng: np.random.Generator) -> Corrupted:
    """Let the whole body jump aside, or a limb be somewhere else for a few frames."""
    motion = place.excerpt().motion
    at = int(rng.integers(15, motion.n_frames - 15))
    rotations, moved = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    if rng.uniform() < 0.5:
        way = rng.uniform(0.0, 2.0 * np.pi)
        moved[at:, 0] += rng.uniform(*POP_M) * np.array([np.sin(way), 0.0, np.cos(way)])
    else:
        joint = motion.skeleton.roles[str(rng.choice(LIMBS))]
        rows = slice(at, at + int(rng.integers(1, 5)))
        rotations[rows, joint] = quaternion_product(rotations[rows, joint], _turn(rng, *POP_DEG))
    return _with_plants(place, replace(motion, rotations_xyzw=rotations, translations_m=moved))


def jitter(place: Place, rng: np.random.Generator) -> Corrupted:
    """Turn all joints a little, every frame another way."""
    motion = place.excerpt().motion
    noise = np.radians(rng.uniform(*JITTER_DEG)) * rng.normal(size=(*motion.rotations_xyzw.shape[:2], 3))
    turns = np.concatenate([0.5 * noise, np.ones((*noise.shape[:2], 1))], axis=2)
    return _with_plants(place, replace(motion, rotations_xyzw=quaternion_product(motion.rotations_xyzw, turns)))


def sunk(place: Place, rng: np.random.Generator) -> Corrupted:
    """Let the body sink into the floor and come up again, within a second."""
    motion = place.excerpt().motion
    count, depth = int(rng.integers(30, 60)), rng.uniform(*SUNK_M)
    first = int(rng.integers(0, motion.n_frames - count))
    moved = motion.translations_m.copy()
    moved[first : first + count, 0, 1] -= depth * np.sin(np.pi * np.arange(count) / (count - 1)) ** 2
    return _with_plants(place, replace(motion, translations_m=moved))


def bent(place: Place, rng: np.random.Generator) -> Corrupted:
    """Turn one joint of a limb, or the neck, by a large angle, the same all the time."""
    motion = place.excerpt().motion
    joint = motion.skeleton.roles[str(rng.choice(BENT))]
    rotations = motion.rotations_xyzw.copy()
    rotations[:, joint] = quaternion_product(rotations[:, joint], _turn(rng, *BENT_DEG))
    return _with_plants(place, replace(motion, rotations_xyzw=rotations))


def _turn(rng: np.random.Generator, least_deg: float, most_deg: float) -> Floats:
    """A turn about any axis."""
    axis = rng.normal(size=3)
    half = 0.5 * np.radians(rng.uniform(least_deg, most_deg))
    return np.append(np.sin(half) * axis / np.linalg.norm(axis), np.cos(half))


BENT = (*LIMBS, "left-elbow", "right-elbow", "left-knee", "right-knee", "neck")
KINDS: dict[str, Callable[[Place, np.random.Generator], Corrupted]] = {
    "slide": slide,
    "time scale": time_scale,
    "lean": lean,
    "limb phase": limb_phase,
    "scrambled": scrambled,
    "bad blends": bad_blend,
    "pops": pops,
    "jitter": jitter,
    "sunk": sunk,
    "bent": bent,
}


def _stretch(place: Place, rng: np.random.Generator) -> BlendSource:
    """A stretch of a blend's length from any clip of the person."""
    long = [other for other in place.fellows if other.n_frames >= BLEND]
    other = long[int(rng.integers(len(long)))]
    first = int(rng.integers(0, other.n_frames - BLEND + 1))
    return other.window(first, first + BLEND - 1)


def _blend(place: Place, rng: np.random.Generator, blender: Blender) -> Corrupted:
    """A blend from the excerpt to somewhere else, with what comes before and after it."""
    long = [other for other in place.fellows if other.n_frames >= BLEND]
    other = long[int(rng.integers(len(long)))]
    start = min(place.start + (EXCERPT - BLEND) // 2, place.whole.n_frames - BLEND)
    end = int(rng.integers(BLEND - 1, other.n_frames))
    done = transition(place.whole, start, other, end, blender=blender)
    before = min(start, (EXCERPT - BLEND) // 2)
    first = done.motion.first_frame + start - before
    cut = done.motion.excerpt(first, min(first + EXCERPT - 1, done.motion.last_frame))
    pair = [place.whole.window(start, start + BLEND - 1), other.window(end - BLEND + 1, end)]
    return Corrupted(cut, JudgedMotion.of_blend(blender(pair)))


def _sampled(motion: Motion, instants: Floats) -> Motion:
    return replace(
        motion,
        rotations_xyzw=rotations_at(motion.rotations_xyzw, instants),
        translations_m=positions_at(motion.translations_m, instants),
    )


def _with_plants(place: Place, motion: Motion) -> Corrupted:
    """A motion whose feet should stand when those of the excerpt do, each where it is on average."""
    return Corrupted(motion, JudgedMotion(motion, place.excerpt().labels, place.whole.legs))


def _alone(motion: Motion) -> Corrupted:
    return Corrupted(motion, JudgedMotion.of(motion))
