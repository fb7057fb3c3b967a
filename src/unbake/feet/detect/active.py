"""Which 200 frames to label next: those holding the frame that is least like any example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.errors import UsageError
from unbake.feet.detect.examples import RATE_HZ, example_of
from unbake.feet.detect.features import LegPaths, features_of_paths, leg_paths, mirror_columns
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import FOOT_POINTS, FootLabels
from unbake.feet.legs import legs_of
from unbake.ground.arrays import Floats
from unbake.learning.active import FarthestFirst
from unbake.learning.smoothing import hysteresis
from unbake.motion.motion import Motion

SEQUENCE_FRAMES = 200
"""Length of a sequence at 60 frames a second."""


@dataclass(frozen=True)
class FrameRange:
    """A stretch of a clip, to be labelled at once: its name, first and last frame from 0 at the clip's own rate."""

    clip: str
    first: int
    last: int

    @property
    def n_frames(self) -> int:
        """How many frames it has."""
        return self.last - self.first + 1


@dataclass(frozen=True, eq=False)
class Proposal:
    """What to label next, and what the oracle thinks of it.

    Parameters
    ----------
    sequence : where.
    frame : the frame, from 0 in the clip, that is least like any example.
    distance : how far it is from the nearest example; infinite while there are none.
    certainty : (n, 4) the oracle's, of the sequence's frames; zero while it has no examples.
    labels : its guess, of the sequence alone, to be corrected.
    """

    sequence: FrameRange
    frame: int
    distance: float
    certainty: Floats
    labels: FootLabels


def sequences_of(clip: str, n_frames: int, fps: Fraction) -> tuple[FrameRange, ...]:
    """Return the disjoint sequences of a clip: 200 frames at 60 a second each, the last one what is left."""
    each = SEQUENCE_FRAMES * fps / RATE_HZ
    starts = [int(-(-n * each // 1)) for n in range(int((n_frames - 1) / each) + 1)]
    starts = sorted({start for start in starts if start < n_frames})
    ends = [*(start - 1 for start in starts[1:]), n_frames - 1]
    return tuple(FrameRange(clip, first, last) for first, last in zip(starts, ends, strict=True))


class ActiveTraining:
    """A library of motions, an oracle, and how far every frame is from all that the oracle knows.

    Parameters
    ----------
    library : name → motion. Features of all frames are kept: 1.5 KB for each sixtieth of a second.
    oracle : to start from; one without examples by default.
    seed : of the first pick, which is random while there are no examples.

    Raises
    ------
    UsageError : an empty library.
    MotionError : a motion without legs.

    References: Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 3.4.
    """

    def __init__(
        self,
        library: Mapping[str, Motion],
        oracle: Oracle | None = None,
        seed: int = 0,
    ) -> None:
        if not library:
            raise UsageError("there are no motions to choose from")
        self.oracle = Oracle() if oracle is None else oracle
        self.library = dict(library)
        self._random = np.random.default_rng(seed)
        self._paths = {name: leg_paths(motion, legs_of(motion)) for name, motion in library.items()}
        self._features = {name: self._features_of(paths) for name, paths in self._paths.items()}
        self._farthest = FarthestFirst(self._features, mirror_columns(self.oracle.options))
        self.sequences = tuple(s for name, m in library.items() for s in sequences_of(name, m.n_frames, m.fps))
        self._labelled: set[FrameRange] = set()
        if self.oracle.examples:
            self._farthest.add(self.oracle.index)

    def _features_of(self, paths: LegPaths) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return features_of_paths(paths.at_rate(RATE_HZ), self.oracle.options)

    def _rows(self, sequence: FrameRange) -> slice:
        """The sixtieths of a second that lie in a sequence."""
        slower = float(self.library[sequence.clip].fps) / RATE_HZ
        return slice(
            int(np.ceil(sequence.first / slower - 1e-9)),
            max(int(np.floor(sequence.last / slower + 1e-9)), int(np.ceil(sequence.first / slower - 1e-9))) + 1,
        )

    def farthest(self) -> tuple[FrameRange, int, float]:
        """Return the sequence to label next, its frame (in the clip, from 0) least like any example, and how far.

        The first is random while there are no examples. Of equals, the first in the library.

        Raises
        ------
        UsageError : everything is labelled.
        """
        left = [s for s in self.sequences if s not in self._labelled]
        if not left:
            raise UsageError("every sequence of the library is labelled")
        if not self.oracle.examples:
            picked = left[int(self._random.integers(len(left)))]
            return picked, (picked.first + picked.last) // 2, float("inf")
        best, row, distance = self._farthest.farthest((s, s.clip, self._rows(s)) for s in left)
        frame = round(row * float(self.library[best.clip].fps) / RATE_HZ)
        return best, min(frame, best.last), distance

    def propose(self) -> Proposal:
        """Return what to label next, with the oracle's guess.

        Raises
        ------
        UsageError : everything is labelled.
        """
        sequence, frame, distance = self.farthest()
        motion = self.library[sequence.clip]
        part = slice(sequence.first, sequence.last + 1)
        if self.oracle.examples:
            certainty = self.oracle.certainty_of_paths(self._paths[sequence.clip])
        else:
            certainty = np.zeros((motion.n_frames, len(FOOT_POINTS)))
        first_frame = motion.first_frame + sequence.first
        labels = FootLabels.from_frames(hysteresis(certainty)[part], motion.fps, first_frame, source="oracle")
        return Proposal(sequence, frame, distance, certainty[part], labels)

    def accept(self, sequence: FrameRange, labels: FootLabels) -> Oracle:
        """Teach the oracle a sequence, its labels looked at by somebody, and return it.

        Parameters
        ----------
        sequence : one of `sequences`.
        labels : of the sequence alone, as in `Proposal.labels`, corrected where need be. What the oracle guessed and
            somebody accepted counts as labelled by hand.

        Raises
        ------
        MotionError : labels of another length or rate.
        UsageError : a sequence that is not of this library.
        """
        if sequence not in self.sequences:
            raise UsageError(f"'{sequence.clip}' has no sequence of frames {sequence.first} to {sequence.last}")
        motion = self.library[sequence.clip]
        labels.check_of(motion.excerpt(motion.first_frame + sequence.first, motion.first_frame + sequence.last))
        planted = np.zeros((motion.n_frames, len(FOOT_POINTS)), dtype=np.bool_)
        planted[sequence.first : sequence.last + 1] = labels.planted()
        whole = FootLabels.from_frames(planted, motion.fps, motion.first_frame)
        said = next((source for source in labels.sources() if source != "oracle"), "hand")
        numbers = f"{motion.first_frame + sequence.first}–{motion.first_frame + sequence.last}"
        example = example_of(
            self._paths[sequence.clip], whole, f"{sequence.clip} {numbers}", sequence.first, sequence.last, said
        )
        self.oracle = self.oracle.with_pieces([example])
        self._labelled.add(sequence)
        self._farthest.add(example.features(self.oracle.options))
        return self.oracle

    def distances(self, clip: str) -> Floats:
        """Return how far the frames of a clip, one each sixtieth of a second, are from the nearest example."""
        return np.array(self._farthest.distances[clip])
