"""Choosing one selection from a selection space without a person."""

from __future__ import annotations

import math
from collections.abc import Mapping

from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace


def check_thresholds(accuracy: float, significance: float) -> None:
    """Raise UsageError unless 0 < accuracy and 0 ≤ significance < 1."""
    if not (math.isfinite(accuracy) and accuracy > 0.0):
        raise UsageError(f"the accuracy threshold must be positive, not {accuracy:g}")
    if not 0.0 <= significance < 1.0:
        raise UsageError(f"the significance threshold must be at least 0 and below 1, not {significance:g}")


def automatic_count(errors: Mapping[int, float], accuracy: float, significance: float) -> int:
    """Return the count that the threshold algorithm of thesis 4.3.4 takes.

    Counts whose error exceeds `accuracy` are out. Then counts whose error does not fall by the part `significance`
    below that of one key less are out. Of the rest, the fewest keys are taken. The smallest count of all has no
    predecessor and passes the second test.

    Parameters
    ----------
    errors : count → normalised error (a length as a part of the largest distance between two poses).
    accuracy : largest normalised error, such as 0.2.
    significance : least relative drop, such as 0.1.

    Notes
    -----
    Where no count passes both tests, the fewest keys that are accurate enough are taken, and where none is accurate
    enough, the count with the least error. An error of zero counts as significant.
    """
    check_thresholds(accuracy, significance)
    accurate = [k for k in sorted(errors) if errors[k] <= accuracy]
    if not accurate:
        return min(errors, key=lambda k: (errors[k], k))
    for count in accurate:
        before = errors.get(count - 1)
        if before is None or errors[count] <= (1.0 - significance) * before:
            return count
    return accurate[0]


def normalised_errors(space: SelectionSpace, pose_range: float) -> dict[int, float]:
    """Return count → error as a part of `pose_range`, the largest distance between two poses (thesis 4.3.4).

    The error of a criterion that sums squares (not of a user's own) is turned into a length first: the root of its mean
    over the frames, so that the percentage means a length for every criterion. Where nothing moves all are zero.
    """
    frames = space.n_frames
    is_square = space.table.criterion.unit == "m²"

    def as_length(error: float) -> float:
        return math.sqrt(error / frames) if is_square else error

    return {k: as_length(e) / pose_range if pose_range > 0.0 else 0.0 for k, e in space.errors().items()}


def choose_automatically(
    space: SelectionSpace, pose_range: float, *, accuracy: float = 0.2, significance: float = 0.1
) -> Selection:
    """Return the selection that the accuracy and significance thresholds of thesis 4.3.4 take.

    Parameters
    ----------
    space : the selection space.
    pose_range : largest distance between two poses of the same points, `Points.pose_range()`.
    accuracy, significance : the two thresholds as parts of one.
    """
    return space.selection(automatic_count(normalised_errors(space, pose_range), accuracy, significance))
