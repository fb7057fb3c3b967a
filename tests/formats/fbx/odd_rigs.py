"""The figure at its oddest: turned axes, rests, one-axis joints, joints that move, offsets at the root."""

import numpy as np

from formats.figures import figure_skeleton
from unbake.motion.skeleton import Skeleton


def odd_skeleton() -> Skeleton:
    """Every joint with axes and a rest of its own; some with few channels or none, some that move."""
    rng = np.random.default_rng(3)
    plain = figure_skeleton()
    axes, rests = rng.normal(size=(2, len(plain.names), 4))
    axes, rests = (turned / np.linalg.norm(turned, axis=1, keepdims=True) for turned in (axes, rests))
    channels = list(plain.channels)
    channels[1], channels[2], channels[3] = (), ("rx",), ("tx", "ty", "tz", *channels[3])
    channels[9] = ("ty", "rz")
    offsets = plain.offsets_m.copy()
    offsets[0] = 0.3, 0.9, -0.2
    return Skeleton(
        plain.names,
        plain.parents,
        offsets,
        tuple(channels),
        plain.rotation_orders,
        axes,
        rests,
        plain.end_sites,
    )
