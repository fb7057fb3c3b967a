"""The motion that a sequence of frames makes: runs of clips, joins blended, what is left of places spread, plants.

Around a join both clips go on: a run is faded into the next over at most `FADE` frames to either side. What the body
is then still away from its targets is spread over the way before them (`spreading`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.motion.rotations import in_one_hemisphere
from unbake.synthesis.blending.blended import Blended, assembled
from unbake.synthesis.blending.multiway import mean_rotations
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import Tracks, tracks_of, travelled
from unbake.synthesis.blending.weights import eased
from unbake.synthesis.demands.pool import FramePool
from unbake.synthesis.demands.problem import Targets
from unbake.synthesis.demands.spreading import led_to_targets

FADE = 10
"""Frames on either side of a join, a sixth of a second."""
LEAST_FADE = 8
"""Frames that a fade has at least: it reaches over a pose that was asked for rather than have the body jump."""


@dataclass(frozen=True)
class Run:
    """Frames of a motion that follow each other in one clip.

    Parameters
    ----------
    start, n_frames : where it begins in the motion, and its length.
    clip, first : the clip of the pool, by number, and its frame there, from 0, at 60 Hz.
    """

    start: int
    n_frames: int
    clip: int
    first: int

    @property
    def stop(self) -> int:
        """The first frame of the motion behind it."""
        return self.start + self.n_frames


def runs_of(pool: FramePool, frames: Indices) -> list[Run]:
    """Return the runs that a sequence of frames (n,) of a pool consists of."""
    goes_on = (np.diff(frames) == 1) & (frames[:-1] != pool.last[frames[:-1]])
    cuts = [0, *(np.flatnonzero(~goes_on) + 1).tolist(), len(frames)]
    clips, firsts = pool.clip_of[frames], frames - pool.first[frames]
    return [Run(a, b - a, int(clips[a]), int(firsts[a])) for a, b in itertools.pairwise(cuts)]


def assemble(
    runs: Sequence[Run], source_of: Callable[[int], BlendSource], targets: Targets, poses: Sequence[int] = ()
) -> Blended:
    """Return the motion of some runs, before its feet are cleaned; a source of the result is a run.

    Parameters
    ----------
    runs : in order.
    source_of : the clip of each number at 60 Hz, all of one skeleton.
    targets : where the motion starts, and where it should be.
    poses : frames that are shown as they are, as far as fades between them leave it.
    """
    fades = [_fade(before, after, source_of, poses) for before, after in itertools.pairwise(runs)]
    befores, afters = [0, *(fade[0] for fade in fades)], [*(fade[1] for fade in fades), 0]
    sources, parts = [], []
    for run, before, after in zip(runs, befores, afters, strict=True):
        whole = source_of(run.clip)
        last = whole.n_frames - 1
        window = whole.window(max(run.first - before, 0), min(run.first + run.n_frames + after, last))
        sources.append(window)
        parts.append(tracks_of(window.motion))
    begins = [run.start - (run.first - max(run.first - before, 0)) for run, before in zip(runs, befores, strict=True)]
    tracks = led_to_targets(_joined(runs, fades, parts, begins, targets), targets)
    times = np.arange(float(runs[-1].stop))[:, None] - np.array(begins, dtype=np.float64)
    weights = _weights(runs, fades)
    return assembled(tracks, tracks.motion(), sources, parts, weights, times)


def _fade(
    before: Run, after: Run, source_of: Callable[[int], BlendSource], poses: Sequence[int] = ()
) -> tuple[int, int]:
    """How many frames before and after a join both runs are shown: as far as both clips go on, and runs are long.

    Where a pose stands in the way on one side, the fade is longer on the other.
    """
    left = source_of(before.clip).n_frames - (before.first + before.n_frames)
    most = min(before.n_frames // 2, after.first), min(after.n_frames // 2, left)
    free = min(FADE, most[0]), min(FADE, most[1])
    behind = min((before.stop - 1 - pose for pose in poses if before.start <= pose < before.stop), default=FADE)
    ahead = min((pose - after.start for pose in poses if after.start <= pose < after.stop), default=FADE)
    first, last = min(free[0], behind), min(free[1], ahead)
    if first < free[0] and ahead >= FADE:
        last = min(most[1], last + free[0] - first)
    elif last < free[1] and behind >= FADE:
        first = min(most[0], first + free[1] - last)
    return (first, last) if first + last >= min(LEAST_FADE, sum(free)) else free


def _share(before: int, after: int) -> Floats:
    """How much the later of two runs counts, from `before` frames before the join to `after` frames after it."""
    return eased(np.arange(1.0, before + after + 1.0) / (before + after + 1.0))


def _weights(runs: Sequence[Run], fades: Sequence[tuple[int, int]]) -> Floats:
    """How much each run counts in each frame (F, runs)."""
    out = np.zeros((runs[-1].stop, len(runs)))
    for number, run in enumerate(runs):
        out[run.start : run.stop, number] = 1.0
    for number, ((before, after), run) in enumerate(zip(fades, runs[1:], strict=True), start=1):
        part = _share(before, after)
        out[run.start - before : run.start + after, number] = part
        out[run.start - before : run.start + after, number - 1] = 1.0 - part
    return out


def _joined(
    runs: Sequence[Run],
    fades: Sequence[tuple[int, int]],
    parts: Sequence[Tracks],
    begins: Sequence[int],
    targets: Targets,
) -> Tracks:
    """The tracks of the runs one after the other, faded around joins; `begins` is where each part's frame 0 lies.

    Each part lies where the one before would go on to. Places are averaged, not steps: then the body goes where the
    search thought it would.
    """
    count, first = runs[-1].stop, parts[0]
    out = Tracks(
        first.skeleton,
        first.fps,
        np.empty((count, 2)),
        np.empty(count),
        np.empty((count, *first.rotations_xyzw.shape[1:])),
        np.empty((count, *first.translations_m.shape[1:])),
    )
    placed: list[Tracks] = []
    place, heading = targets.start_m, targets.start_rad
    for run, part, begin in zip(runs, parts, begins, strict=True):
        placed.append(_placed(part, run.start - begin, place, heading))
        place, heading = _going_on(placed[-1], run.stop - begin)
        _write(out, slice(run.start, run.stop), placed[-1], np.arange(run.start, run.stop) - begin)
    for number, (before, after) in enumerate(fades, start=1):
        at = np.arange(runs[number].start - before, runs[number].start + after)
        if len(at):
            share = _share(before, after)
            pair = [placed[n].at((at - begins[n]).astype(np.float64)) for n in (number - 1, number)]
            mean = _mean_tracks(pair, np.stack([1.0 - share, share], axis=1))
            _write(out, slice(int(at[0]), int(at[-1]) + 1), mean, np.arange(len(at)))
    return replace(out, headings_rad=np.unwrap(out.headings_rad), rotations_xyzw=in_one_hemisphere(out.rotations_xyzw))


def _placed(part: Tracks, frame: int, place: Floats, heading: float) -> Tracks:
    """Tracks moved over the floor so that the body is somewhere in a frame."""
    steps, turns = part.steps()
    _, headings = travelled(np.zeros(2), 0.0, steps, turns)
    turn = heading - float(headings[frame])
    places, headings = travelled(np.zeros(2), turn, steps, turns)
    return replace(part, places_m=places - places[frame] + place, headings_rad=headings)


def _going_on(part: Tracks, frame: int) -> tuple[Floats, float]:
    """Where the body is in a frame, which may be the one behind the last: then it goes on as it did before."""
    last = part.n_frames - 1
    if frame <= last:
        return part.places_m[frame], float(part.headings_rad[frame])
    if last == 0:
        return part.places_m[0], float(part.headings_rad[0])
    step, turn = part.steps()[0][-1:], float(part.headings_rad[-1] - part.headings_rad[-2])
    places, headings = travelled(part.places_m[-1], float(part.headings_rad[-1]), step, np.array([turn]))
    return places[-1], float(headings[-1])


def _write(out: Tracks, where: slice, part: Tracks, frames: Indices) -> None:
    for name in ("places_m", "headings_rad", "rotations_xyzw", "translations_m"):
        getattr(out, name)[where] = getattr(part, name)[frames]


def _mean_tracks(pair: Sequence[Tracks], weights: Floats) -> Tracks:
    """The weighted mean of two tracks that lie over each other."""

    def mean(name: str) -> Floats:
        return np.asarray(np.einsum("fn,nf...->f...", weights, np.stack([getattr(part, name) for part in pair])))

    return replace(
        pair[0],
        places_m=mean("places_m"),
        headings_rad=mean("headings_rad"),
        rotations_xyzw=mean_rotations([part.rotations_xyzw for part in pair], weights),
        translations_m=mean("translations_m"),
    )
