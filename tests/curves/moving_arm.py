"""A small figure for the tests of curves: a root that travels, and an arm with every kind of rotation channel."""

from fractions import Fraction

import numpy as np

from unbake.motion.channels import channels_of, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.motion.skeleton import QUATERNION, Skeleton


def arm_skeleton() -> Skeleton:
    axes = np.tile([0.0, 0.0, 0.0, 1.0], (5, 1))
    axes[1] = quaternion_from_euler("zyx", np.array([0.3, -0.4, 0.5]))
    return Skeleton(
        names=("root", "upper", "lower", "wrist", "tip"),
        parents=(-1, 0, 1, 2, 3),
        offsets_m=np.array([[0, 1.0, 0], [0.1, 0.4, 0], [0, 0.3, 0], [0, 0.25, 0], [0, 0.1, 0]]),
        channels=(
            ("tx", "ty", "tz", "rz", "ry", "rx"),
            ("rx", "ry", "rz"),
            ("rx", "rz"),
            QUATERNION,
            (),
        ),
        rotation_orders=("zyx", "zyx", "zyx", "zyx", "zyx"),
        axes_xyzw=axes,
        end_sites=(False, False, False, False, True),
    )


def arm_motion(frames: int = 120, seed: int = 0, *, skeleton: Skeleton | None = None, first_frame: int = 1) -> Motion:
    """Sums of a few slow waves with a little noise on every channel; angles stay within about a radian."""
    skeleton = skeleton or arm_skeleton()
    random = np.random.default_rng(seed)
    count = len(channels_of(skeleton))
    time = np.linspace(0.0, 1.0, frames)[:, None]
    values = 0.002 * random.normal(size=(frames, count))
    for cycles in (0.7, 1.9, 4.3):
        values += (
            random.normal(size=count) * 0.25 / cycles * np.sin(2 * np.pi * (cycles * time + random.uniform(size=count)))
        )
    values[:, [i for i, c in enumerate(channels_of(skeleton)) if c.name == "qw"]] += 2.0
    return motion_from_channels(skeleton, values, Fraction(120), first_frame)


def random_keys(frames: int, count: int, seed: int) -> np.ndarray:
    inner = np.random.default_rng(seed).permutation(np.arange(1, frames - 1))[: max(count - 2, 0)]
    return np.unique(np.concatenate([[0], inner, [frames - 1]]))
