"""What the oracle sees of a frame: the legs over a third of a second, from the middle frame's place and heading."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from unbake.errors import UsageError
from unbake.feet.legs import LEG, Leg, Legs
from unbake.ground.arrays import Floats, Floats32
from unbake.learning.neighbours import Mirror
from unbake.motion.body.body_frame import heading
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at

WIDEST = 601
"""Windows beyond ten seconds are refused: a slip of the hand, or a hostile file."""


@dataclass(frozen=True)
class FeatureOptions:
    """What goes into a feature vector.

    Parameters
    ----------
    window : odd number of instants around the frame, the frame itself in the middle; 21 by default.
    rate_hz : instants a second; 60 by default. It says what a window spans, whatever the motion's frame rate.
    joints : of each leg, out of `LEG`; knee, ankle and toe by default.
    with_root : whether the middle between both hip joints is added.
    scaling : ``"leg"`` (default) divides by the leg's length from hip over knee to ankle, so that other skeletons can
        be compared; ``"none"`` keeps metres.
    ground : what heights are measured from: ``"zero"`` the floor at y = 0, as in the thesis; ``"window"`` (default) the
        lowest ankle or toe joint within the window, so that neither stairs, nor a floor at another height, nor the
        height of a skeleton's toe joint over its sole matter.

    Raises
    ------
    UsageError : an even or huge window, a rate not above zero, an unknown joint, none at all.
    """

    window: int = 21
    rate_hz: float = 60.0
    joints: tuple[str, ...] = ("knee", "ankle", "toe")
    with_root: bool = False
    scaling: Literal["leg", "none"] = "leg"
    ground: Literal["zero", "window"] = "window"

    def __post_init__(self) -> None:
        if not (1 <= self.window <= WIDEST and self.window % 2 == 1):
            raise UsageError(f"the window must be an odd number of instants up to {WIDEST}, not {self.window}")
        if not 1.0 <= self.rate_hz <= 1000.0:
            raise UsageError(f"the rate of the window must lie between 1 and 1000 a second, not {self.rate_hz:g}")
        if not self.joints or len(set(self.joints)) < len(self.joints) or not set(self.joints) <= set(LEG):
            raise UsageError(f"the joints of a feature are some of {', '.join(LEG)}, each once")
        if self.scaling not in ("leg", "none") or self.ground not in ("zero", "window"):
            raise UsageError(f"scaling '{self.scaling}' or ground '{self.ground}' is unknown")

    @property
    def reach(self) -> int:
        """Instants before, and after, the middle."""
        return self.window // 2

    @property
    def size(self) -> int:
        """Length of a feature vector."""
        return 3 * self.window * (2 * len(self.joints) + self.with_root)


@dataclass(frozen=True, eq=False)
class LegPaths:
    """The joints of both legs over time: all that the oracle needs of a motion, also where there are only markers.

    Parameters
    ----------
    positions_m : (F, 2, 4, 3) left and right; hip, knee, ankle, toe; in metres, y up.
    fps : frames a second.
    leg_length_m : from hip over knee to ankle.
    """

    positions_m: Floats
    fps: Fraction
    leg_length_m: float

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.positions_m)

    def mirrored(self) -> LegPaths:
        """Return the paths of the mirrored motion."""
        return LegPaths(self.positions_m[:, ::-1] * np.array([-1.0, 1.0, 1.0]), self.fps, self.leg_length_m)

    def at_rate(self, rate_hz: float) -> LegPaths:
        """Return the paths at another rate, from the same start to the end or just beyond."""
        step = float(self.fps) / rate_hz
        count = int(np.ceil((self.n_frames - 1) / step - 1e-9)) + 1
        rate = Fraction(rate_hz).limit_denominator(1_000_000)
        return LegPaths(
            positions_at(self.positions_m, np.arange(count, dtype=np.float64) * step), rate, self.leg_length_m
        )


def leg_paths(motion: Motion, legs: Legs) -> LegPaths:
    """Return where the joints of both legs are over time."""

    def joints(leg: Leg) -> list[int]:
        return [leg.hip, leg.knee, leg.ankle, leg.toe]

    return LegPaths(
        motion.positions()[:, [joints(leg) for leg in legs.both]],
        motion.fps,
        legs.leg_length_m(),
    )


def foot_features(motion: Motion, legs: Legs, options: FeatureOptions | None = None) -> Floats32:
    """Return the feature vector of every frame (F, D).

    A vector holds, instant after instant of the window, left leg before right, the joints' x (to the left), y (up) and
    z (ahead), then the root if it is asked for. Place and heading are those of the middle frame's hip joints, so
    neither where a motion happens nor where it heads changes anything. Instants before the first frame and after the
    last hold the end pose.

    References: Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 3.3.
    """
    return features_of_paths(leg_paths(motion, legs), options)


def features_of_paths(paths: LegPaths, options: FeatureOptions | None = None) -> Floats32:
    """Return the feature vector of every frame (F, D), as `foot_features` does."""
    options = options or FeatureOptions()
    step = float(paths.fps) / options.rate_hz
    frames = np.arange(paths.n_frames, dtype=np.float64)
    offsets = np.arange(-options.reach, options.reach + 1) * step
    middle = paths.positions_m[:, :, 0]
    origin, (sine, cosine) = 0.5 * (middle[:, 0] + middle[:, 1]), heading(middle)
    scale = 1.0 / paths.leg_length_m if options.scaling == "leg" else 1.0
    joints = [LEG.index(name) for name in options.joints]
    columns = len(joints) * 2 + options.with_root
    out = np.empty((paths.n_frames, options.window, columns, 3), dtype=np.float32)
    lowest = np.full(paths.n_frames, np.inf if options.ground == "window" else 0.0)
    for n, offset in enumerate(offsets):
        there = positions_at(paths.positions_m, frames + offset)
        points = there[:, :, joints].reshape(paths.n_frames, -1, 3)
        if options.with_root:
            points = np.concatenate([points, there[:, :, 0].mean(axis=1)[:, None]], axis=1)
        if options.ground == "window":
            lowest = np.minimum(lowest, there[:, :, 2:, 1].min(axis=(1, 2)))
        x, z = points[..., 0] - origin[:, None, 0], points[..., 2] - origin[:, None, 2]
        out[:, n, :, 0] = scale * (cosine[:, None] * x - sine[:, None] * z)
        out[:, n, :, 1] = scale * points[..., 1]
        out[:, n, :, 2] = scale * (sine[:, None] * x + cosine[:, None] * z)
    out[..., 1] -= (scale * lowest)[:, None, None]
    return out.reshape(paths.n_frames, -1)


def mirror_columns(options: FeatureOptions) -> Mirror:
    """Return what mirroring a motion does to its feature vectors."""
    per_side = 3 * len(options.joints)
    instant = np.concatenate(
        [np.arange(per_side) + per_side, np.arange(per_side), 2 * per_side + np.arange(3 * options.with_root)]
    ).astype(np.int64)
    column = (np.arange(options.window)[:, None] * len(instant) + instant).reshape(-1)
    return Mirror(column, np.where(np.arange(options.size) % 3 == 0, -1.0, 1.0))
