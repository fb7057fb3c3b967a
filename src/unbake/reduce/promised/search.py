"""Keys that come where curves miss, go where they have slack, and move where that helps: what a promised error tries.

The search goes by curves at thirds, which are fitted in a moment, and by what the curves that are wanted have been
seen to make good of their error. Changes far enough apart are tried together, and the wanted curves are fitted again
only around keys that changed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.keyframes.selection import Selection, by_segment
from unbake.reduce.join import CLOSED_FORMS
from unbake.reduce.moves import APART, Frames, Moves
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.refit import REACH
from unbake.reduce.promised.thirds import Thirds
from unbake.reduce.promised.trial_curves import TrialCurves
from unbake.reduce.take import Take

FREE_GAIN, MATCH_GAIN = 1.3, 1.5
"""What curves at thirds may miss more than free ones, and more than ones after the world-space match, before the wanted
curves have been measured once: on 14_02 both together brought the worst of a segment to 0.6 (0.35 to 0.85) of it."""
SPREAD, MARGIN = 2.0, 0.97
"""By how much that measurement may change, for each segment, what is trusted; and what of it is."""
TIGHTER = 0.85
"""Where the wanted curves missed, those at thirds have to come nearer than they were by as much more than that."""
SHIFTS_S = (1.0 / 30.0, 1.0 / 60.0)
"""How far keys are moved."""
LEAST_LIMIT = 1e-9
"""In metres: what is to be divided by is never nothing."""
FITTED_FRAMES, MOST_ROUNDS = 4_000, 6
"""Keys that are spare by the wanted curves are looked for in so many rounds at most: as many as it takes to fit so many
frames, and at least one. On 14_02, 5,423 frames, one takes 8 of 213 keys in 0.6 s, and another takes 1 in 0.8 s."""
MOST_MOVED = 2
"""So often are keys moved, taken out and merged. Seven longer clips for tuning take 601 keys so, and 623 where none is
merged and all of it is done once."""
HOPE = 1.2
"""Only keys are tried without which the wanted curves are expected to miss no more than this part of the error."""
BLAMED, REFITTED = 3, REACH + 2
"""A key that went is to blame for what is missed so many keys around it: usually, and as far as it changed curves."""
WANTED_WORK, USUAL_WORK = 20.0, 100.0
"""What fits of the wanted curves take, and half of what a promise usually takes, in fits at thirds."""


@dataclass(frozen=True, eq=False)
class Wanted:
    """Keys, the wanted curves through them, and how far (F,) the farther of these is off."""

    frames: Frames
    animations: dict[CurveKind, KeyedAnimation]
    missed_m: Floats


class Search:
    """Keys, and what curves at thirds through them miss, by what better curves are trusted to make good."""

    def __init__(self, take: Take, options: ReduceOptions, report: Progress) -> None:
        motion, error_m = take.motion, options.error_m or 0.0
        self.error_m = error_m
        self.take, self.options = take, options
        self.trials = [TrialCurves(take, kind, options, error_m, for_search=True) for kind in options.curves]
        self.missed = Missed(motion, options.tips)
        self.thirds = Thirds(take, options, self.missed)
        self.report, self.worked = report, 0.0
        self.moves = Moves(motion, options, SHIFTS_S)
        self.least = options.least_gap
        last_step = MATCH_GAIN if options.holds_ends else 1.0
        is_free = options.channel_fit not in CLOSED_FORMS
        self.gains = {
            kind: last_step * (FREE_GAIN if is_free and kind == "channels" else 1.0) for kind in options.curves
        }
        self.last: tuple[Frames, Floats] | None = None

    def work(self, share: float) -> None:
        """Tell how far the work is, as far as anybody knows; what that raises ends it."""
        self.report(self.worked / (self.worked + USUAL_WORK))
        self.worked += share

    def wanted(self, frames: Frames, known: Wanted | None = None) -> Wanted:
        """Fit and measure the wanted curves; where keys are as they are known to be, known curves stay."""
        if known and known.frames == frames:
            return known
        self.work(WANTED_WORK)
        animations = {
            curves.kind: curves.wanted(Selection(frames), known.animations[curves.kind] if known else None)
            for curves in self.trials
        }
        return self.measured(frames, animations)

    def measured(self, frames: Frames, animations: dict[CurveKind, KeyedAnimation]) -> Wanted:
        """Measure the wanted curves."""
        missed = [self.missed.per_frame_m(animation) for animation in animations.values()]
        return Wanted(frames, animations, np.asarray(np.max(missed, axis=0)))

    def missed_m(self, frames: Frames) -> Floats:
        """Return how far (F,) the wanted curves are expected to be from the capture; the last ones asked are known."""
        if self.last and self.last[0] == frames:
            return self.last[1]
        self.work(1.0)
        found = [self.thirds.per_frame_m(frames, kind) / gain for kind, gain in self.gains.items()]
        self.last = frames, np.asarray(np.max(found, axis=0))
        return self.last[1]

    def excess(self, frames: Frames, limits: Floats) -> Floats:
        """Return the largest part (K − 1,) of its limit that each segment misses."""
        return by_segment(self.missed_m(frames) / limits, frames)

    def filled(self, frames: Frames, limits: Floats) -> Frames:
        """Add keys until limits (F,) are kept, as far as gaps allow."""
        while True:
            more = self.split(frames, self.missed_m(frames) / limits)
            if more == frames:
                return frames
            frames = more

    def split(self, frames: Frames, parts: Floats) -> Frames:
        """Add a key to each segment that misses more than 1 (F,), where what is too much has its centre."""
        added = []
        for first, last in pairwise(frames):
            own = parts[first : last + 1]
            if own.max() <= 1.0 or last - first < 2 * self.least:
                continue
            gap = max(self.least, min(self.moves.near, (last - first) // 2))
            heavy = np.maximum(own - 0.5, 0.0)
            centre = first + round(float(heavy @ np.arange(len(own)) / heavy.sum()))
            added.append(min(max(centre, first + gap), last - gap))
        return tuple(sorted((*frames, *added)))

    def split_by_wanted(self, wanted: Wanted) -> Frames:
        """Add a key to each segment where the wanted curves miss the error; UsageError where gaps forbid them all."""
        frames = self.split(wanted.frames, wanted.missed_m / self.error_m)
        if frames == wanted.frames:
            raise UsageError(f"no selection with these gaps stays within {100 * self.error_m:g} cm of the capture")
        return frames

    def thinned(self, frames: Frames, limits: Floats) -> Frames:
        """Take keys out, those with most slack first, as long as limits (F,) are kept."""
        needed = set(self.moves.fixed)
        while removed := self.spare(frames, self.missed_m(frames) / limits, needed):
            needed |= _missing(frames, removed, self.missed_m(_without(frames, removed)) / limits)
            frames = _without(frames, removed - needed)
        return frames

    def thinned_by_wanted(self, wanted: Wanted, among: Collection[int] | None = None) -> Wanted:
        """Take keys out, those with most slack first, as long as the wanted curves keep the error; all or some."""
        error_m, needed = self.error_m, set(self.moves.fixed)
        if among is not None:
            needed |= set(wanted.frames) - set(among)
        rounds = min(max(1, FITTED_FRAMES // self.take.motion.n_frames), MOST_ROUNDS)
        for _ in range(rounds):
            frames = wanted.frames
            removed = self.spare(frames, wanted.missed_m / error_m, needed)
            limits = HOPE * calibrated(frames, wanted.missed_m, self.missed_m(frames), error_m)
            hopeless = _missing(frames, removed, self.missed_m(_without(frames, removed)) / limits)
            needed, removed = needed | hopeless, removed - hopeless
            fewer = known = wanted
            while removed:
                fewer = self.wanted(_without(frames, removed), known)
                if fewer.missed_m.max() <= error_m:
                    break
                missing = _missing(frames, removed, fewer.missed_m / error_m)
                if not missing and known is wanted:
                    missing = _missing(frames, removed, fewer.missed_m / error_m, REFITTED)
                    if not missing:
                        break
                # Where no key is to blame, curves have changed that need not: these begin once more.
                known = fewer if missing else wanted
                needed, removed = needed | missing, removed - missing
            if fewer.missed_m.max() <= error_m:
                wanted = fewer
            needed |= removed & set(wanted.frames)
        return wanted

    def spare(self, frames: Frames, parts: Floats, needed: set[int]) -> set[int]:
        """Return keys, far apart, that may go for all that is known: those where least (F,) is missed."""
        excess = by_segment(parts, frames)
        is_near = np.zeros(len(frames), dtype=np.bool_)
        found = set()
        for k in 1 + np.argsort(excess[:-1] + excess[1:]):
            if frames[k] not in needed and not is_near[k] and frames[k + 1] - frames[k - 1] <= self.moves.most:
                found.add(frames[k])
                is_near[max(0, k - APART) : k + APART + 1] = True
        return found

    def few(self, frames: Frames, limits: Floats) -> Frames:
        """Move keys, take out what is not needed any more, and put one in the place of two, while that leaves fewer."""
        for _ in range(MOST_MOVED):
            fewer = self.merged(self.thinned(self.filled(self.shifted(frames, limits), limits), limits), limits)
            if len(fewer) >= len(frames):
                break
            frames = fewer
        return frames

    def merged(self, frames: Frames, limits: Floats) -> Frames:
        """Put one key half-way between two in their place, many pairs at a time, as long as limits (F,) are kept."""
        count = len(frames)
        for phase in range(APART + 1):
            middles = {}
            for k in range(1 + phase, len(frames) - 2, APART + 1):
                before, first, second, after = frames[k - 1 : k + 3]
                middle = (first + second) // 2
                is_fixed = first in self.moves.fixed or second in self.moves.fixed
                if not is_fixed and max(middle - before, after - middle) <= self.moves.most:
                    middles[first, second] = middle
            if not middles:
                continue
            tried = _merged(frames, middles)
            needed = _missing(frames, {first for first, _ in middles}, self.missed_m(tried) / limits)
            frames = _merged(frames, {pair: middle for pair, middle in middles.items() if pair[0] not in needed})
        return self.merged(frames, limits) if len(frames) < count else frames

    def shifted(self, frames: Frames, limits: Floats) -> Frames:
        """Move keys by a few frames where that lowers what the segments around miss."""
        return self.moves.made(frames, lambda keys: self.excess(keys, limits))


def _merged(frames: Frames, middles: dict[tuple[int, int], int]) -> Frames:
    """Return the keys with one in the middle for each pair."""
    return tuple(sorted({*_without(frames, {frame for pair in middles for frame in pair}), *middles.values()}))


def _without(frames: Frames, removed: set[int]) -> Frames:
    return tuple(frame for frame in frames if frame not in removed)


def _missing(frames: Frames, removed: set[int], parts: Floats, reach: int = BLAMED) -> set[int]:
    """Return which of the keys that were taken out were needed: more than 1 (F,) is missed so many keys around them."""
    places = {k: frame for k, frame in enumerate(frames) if frame in removed}
    around = {
        frame: slice(frames[max(0, k - reach)], frames[min(len(frames) - 1, k + reach)] + 1)
        for k, frame in places.items()
    }
    return {frame for frame, own in around.items() if parts[own].max() > 1.0}


def calibrated(frames: Frames, missed: Floats, expected: Floats, error_m: float) -> Floats:
    """Return limits (F,) by what the wanted curves made good in each segment and beside it."""
    ratios = np.maximum(by_segment(expected, frames), 1e-9) / np.maximum(by_segment(missed, frames), 1e-9)
    padded = np.pad(np.clip(ratios, 1.0 / SPREAD, SPREAD), 1, mode="edge")
    smooth = 0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:]
    segments = np.searchsorted(frames, np.arange(len(missed)), side="right") - 1
    return np.asarray(MARGIN * error_m * smooth[np.minimum(segments, len(smooth) - 1)])


def tightened(limits: Floats, frames: Frames, missed: Floats, expected: Floats, error_m: float) -> Floats:
    """Return lower limits (F,) where the wanted curves missed the error: there curves at thirds foretold too little."""
    tighter = limits.copy()
    for first, last in pairwise(frames):
        worst = float(missed[first:last].max())
        if worst > error_m:
            allowed = TIGHTER * float(expected[first:last].max()) * error_m / worst
            own = slice(first, last + 1)
            tighter[own] = np.minimum(tighter[own], max(allowed, LEAST_LIMIT))
    return tighter
