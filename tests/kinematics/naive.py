"""Slow, obvious versions of positions and their derivatives: the judge of the fast ones."""

from fractions import Fraction

import numpy as np

from unbake.motion.channels import motion_from_channels

FPS = Fraction(30)


def positions_of(skeleton, values):
    return motion_from_channels(skeleton, values, FPS).positions()


def derivatives_of(skeleton, values, step=1e-5):
    """Central differences of all positions (F, J, 3, C)."""
    columns = []
    for unit in np.eye(values.shape[1]):
        ahead, behind = (positions_of(skeleton, values + side * step * unit) for side in (1.0, -1.0))
        columns.append((ahead - behind) / (2.0 * step))
    return np.stack(columns, axis=-1)
