"""A live character played by a script: the clip, where each frame comes from, and how soon requests were met."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.rotations import wrapped_angle
from unbake.motion.turning_channels import with_needed_channels
from unbake.synthesis.live.character import Character, LivePose
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.material import Material

LONGEST_S = 3600.0
NEAR_RAD, NEAR_M_S, NEAR_PART = np.deg2rad(20.0), 0.25, 0.2
"""A direction is met within 20°, a speed within 0.25 m/s or a fifth of it."""
LASTING_S = 0.1
"""A request is met once all of it holds for so long."""


@dataclass(frozen=True)
class Cue:
    """What a script says at a time.

    Parameters
    ----------
    at_s : seconds from the start.
    request : what the character is asked; None keeps what it was asked before.
    engine : which engine chooses from then on; None keeps the one before.
    """

    at_s: float
    request: Request | None = None
    engine: str | None = None


@dataclass(frozen=True)
class Met:
    """How soon a request was met.

    Parameters
    ----------
    cue : that made it.
    engine : the one that chose when it was made.
    after_s : seconds until flag, direction and speed were all there; None where they never were before the next cue.
    """

    cue: Cue
    engine: str
    after_s: float | None


@dataclass(frozen=True, eq=False)
class Recording:
    """What a live character did.

    Parameters
    ----------
    motion, labels : the clip and its plants.
    origins, parts : (F, 2) frames of the material's row that each frame is made of; (F,) how much the second counts.
    engines : (F,) which engine chose.
    jumps : (F,) where the character jumped.
    frame_ms : (F,) how long each frame took.
    met : of each request how soon it was met.
    """

    motion: Motion
    labels: FootLabels
    origins: Indices
    parts: Floats
    engines: tuple[str, ...]
    jumps: Booleans
    frame_ms: Floats
    met: tuple[Met, ...]

    @property
    def rows(self) -> Indices:
        """The frame of the material's row (F,) that counts most."""
        return np.where(self.parts > 0.5, self.origins[:, 1], self.origins[:, 0])


def record(
    character: Character,
    cues: Sequence[Cue],
    seconds: float,
    report: Progress = lambda part: None,
) -> Recording:
    """Play a character by a script and keep what it does.

    Parameters
    ----------
    character : it goes on from where it is.
    cues : in order of time; those behind the end are left out.
    seconds : how long, an hour at most.
    report : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : no time, cues that are not in order, requests that can never be met.
    """
    _check(cues, seconds)
    fps = character.material.fps
    count = max(1, round(seconds * fps))
    starts = [min(round(cue.at_s * fps), count) for cue in cues]
    poses: list[LivePose] = []
    took = np.empty(count)
    waiting = list(zip(starts, cues, strict=True))
    for frame in range(count):
        while waiting and waiting[0][0] <= frame:
            _give(character, waiting.pop(0)[1])
        started = time.perf_counter()
        poses.append(next(character))
        took[frame] = 1000.0 * (time.perf_counter() - started)
        report((frame + 1) / count)
    return _recorded(character, poses, took, [(s, cue) for s, cue in zip(starts, cues, strict=True) if s < count])


def _check(cues: Sequence[Cue], seconds: float) -> None:
    if not 0.0 < seconds <= LONGEST_S:
        raise UsageError(f"a recording must be longer than 0 s and at most an hour, not {seconds:g} s")
    times = [cue.at_s for cue in cues]
    if any(not 0.0 <= at <= LONGEST_S for at in times) or times != sorted(times):
        raise UsageError("the times of a script must be seconds from 0 on, in order")


def _give(character: Character, cue: Cue) -> None:
    try:
        if cue.engine is not None:
            character.switch(cue.engine, cue.request)
        elif cue.request is not None:
            character.ask(cue.request)
    except UsageError as error:
        about: dict[str, Any] = error.about
        raise UsageError(f"the request at {cue.at_s:g} s: {error}", code=error.code, **about) from error


def _recorded(character: Character, poses: list[LivePose], took: Floats, cues: list[tuple[int, Cue]]) -> Recording:
    motion = played_motion(character.material, poses)
    return Recording(
        motion,
        played_labels(motion, poses),
        np.array([pose.origins for pose in poses], dtype=np.int64),
        np.array([pose.part for pose in poses]),
        tuple(pose.engine for pose in poses),
        np.array([pose.is_jump for pose in poses]),
        took,
        _met(character, poses, cues),
    )


def played_motion(material: Material, poses: Sequence[LivePose]) -> Motion:
    """Return poses of a character as a motion."""
    motion = Motion(
        material.skeleton,
        np.stack([pose.rotations_xyzw for pose in poses]),
        np.stack([pose.translations_m for pose in poses]),
        material.sources[0].motion.fps,
    )
    return with_needed_channels(motion, list(range(len(material.skeleton.names))))


def played_labels(motion: Motion, poses: Sequence[LivePose]) -> FootLabels:
    """Return the plants of the motion that poses of a character make."""
    planted = np.stack([pose.planted for pose in poses])
    return FootLabels.from_frames(planted, motion.fps, motion.first_frame, "oracle")


def _met(character: Character, poses: list[LivePose], cues: list[tuple[int, Cue]]) -> tuple[Met, ...]:
    ends = [*(start for start, _ in cues[1:]), len(poses)][: len(cues)]
    out = []
    for (start, cue), end in zip(cues, ends, strict=True):
        if cue.request is None:
            continue
        holds = np.array([is_met(character.material, pose, cue.request) for pose in poses[start:end]], dtype=np.bool_)
        out.append(Met(cue, poses[start].engine, _first_lasting_s(holds, character.material.fps)))
    return tuple(out)


def _first_lasting_s(holds: Booleans, fps: float) -> float | None:
    lasting = max(1, round(LASTING_S * fps))
    if len(holds) < lasting:
        return None
    runs = np.convolve(holds.astype(np.int64), np.ones(lasting, dtype=np.int64), "valid") == lasting
    return float(runs.argmax() / fps) if runs.any() else None


def is_met(material: Material, pose: LivePose, request: Request) -> bool:
    """Return whether a pose has all that is requested: the flag, the direction, the speed."""
    if request.flag is not None and not material.flag(request.flag)[pose.origin]:
        return False
    if request.direction_rad is not None:
        off = wrapped_angle(pose.heading_rad - request.direction_rad)
        if abs(off) > NEAR_RAD:
            return False
    if request.speed_m_s is None:
        return True
    return abs(pose.speed_m_s - request.speed_m_s) <= max(NEAR_M_S, NEAR_PART * request.speed_m_s)
