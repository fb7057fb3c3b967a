"""What is blended: motions of one skeleton, with the plants of their feet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs, legs_of
from unbake.motion.body.mirror import mirrored
from unbake.motion.motion import Motion

SAME_M = 1e-6


@dataclass(frozen=True, eq=False)
class BlendSource:
    """A stretch of motion with its plants.

    Parameters
    ----------
    motion : the stretch.
    labels : its plants.
    legs : the legs of its skeleton; by default as they stand in this stretch. Windows keep those of the whole clip,
        which shows better how feet stand.

    Raises
    ------
    MotionError : labels of another motion, a skeleton without legs.
    """

    motion: Motion
    labels: FootLabels
    legs: Legs = field(default=None)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.labels.check_of(self.motion)
        if self.legs is None:
            object.__setattr__(self, "legs", legs_of(self.motion))

    @classmethod
    def of(cls, motion: Motion) -> BlendSource:
        """Return a motion with the plants that are guessed for it; MotionError where it has no legs."""
        from unbake.feet.detect.guess.guess import guess_feet

        return cls(motion, guess_feet(motion).labels)

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return self.motion.n_frames

    def window(self, first: int, last: int) -> BlendSource:
        """Return frames `first` to `last`, from 0, both included; UsageError where there are fewer."""
        if not 0 <= first <= last < self.n_frames:
            raise UsageError(
                f"frames {first} to {last} are not inside the clip's {self.n_frames}: add a longer clip, or choose "
                "other frames"
            )
        number = self.motion.first_frame
        return BlendSource(
            self.motion.excerpt(first + number, last + number), self.labels.excerpt(first, last), self.legs
        )

    def mirrored(self) -> BlendSource:
        """Return the mirror image."""
        return BlendSource(mirrored(self.motion), self.labels.mirrored())


def check_sources(sources: Sequence[BlendSource]) -> None:
    """Refuse what cannot be blended.

    Raises
    ------
    UsageError : fewer than two motions, or frame rates that differ.
    MotionError : skeletons that differ in their joints, bones or channels, or whose root cannot move; motions of one
        frame.
    """
    if len(sources) < 2:
        raise UsageError("a blend needs at least two motions")
    first = sources[0].motion
    for source in sources[1:]:
        if source.motion.fps != first.fps:
            rates = f"{float(first.fps):g} and {float(source.motion.fps):g}"
            raise UsageError(f"motions of {rates} frames a second cannot be blended: resample one of them")
        ours, theirs = first.skeleton, source.motion.skeleton
        if (ours.names, ours.parents, ours.translated) != (theirs.names, theirs.parents, theirs.translated):
            raise MotionError("the skeletons of motions that are blended must have the same joints")
        off = np.abs(ours.offsets_m - theirs.offsets_m).max(axis=1)
        if off.max() > SAME_M:
            name = ours.names[int(off.argmax())]
            raise MotionError(
                f"the skeletons of motions that are blended must have the same bones: that of '{name}' differs by "
                f"{1000.0 * off.max():.1f} mm",
                joint=name,
            )
    if min(source.n_frames for source in sources) < 2:
        raise MotionError("a motion of one frame cannot be blended")
