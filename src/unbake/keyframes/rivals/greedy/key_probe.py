"""Key probe: keys are a linear basis of the motion; the frame that they give back worst becomes the next.

Huang, Chang, Hsu and Yang, Key Probe: a technique for animation keyframe extraction, 2005; as thesis 2.2.4 describes
it: the matrix of all frames is approximated by the matrix of the keys times weights, solved by least squares after
every key. The weights are free here; what constraints an animator may give in the paper is not used.

Limits: frames are blends of keys, not inbetweens, so timing plays no part; once the keys span the motion (with as many
as a pose has numbers at the latest) no frame is worse than another, and larger counts are not given. The paper need
not choose the first and last frame; here the method starts from them. Moving the origin changes the keys.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.greedy.splitting import ends_first
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest

SPANNED = 1e-9
"""Residuals below this part of the longest pose vector are rounding."""


def probe_keys(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count that is reached before the keys span the motion."""
    order = probing_order(request.points.values, max(request.counts))
    return {count: tuple(order[:count]) for count in request.counts if count <= len(order)}


def probing_order(values: Floats, most: int) -> list[int]:
    """Return the first and last frame of (F, D) values and then the frames as they are added, at most `most`.

    What the keys cannot give back is what remains of each frame when the directions of the keys are taken out, one
    after the other: solving for all weights anew each time would give the same.
    """
    rest = np.array(values)
    floor = SPANNED * float(np.sqrt(np.einsum("fd,fd->f", rest, rest).max()))
    order = ends_first(len(rest))
    for key in order:
        _take_out(rest, key, floor)
    while len(order) < most:
        lengths = np.sqrt(np.einsum("fd,fd->f", rest, rest))
        worst = int(lengths.argmax())
        if lengths[worst] <= floor:
            break
        order.append(worst)
        _take_out(rest, worst, floor)
    return order


def _take_out(rest: Floats, key: int, floor: float) -> None:
    length = float(np.sqrt(np.einsum("d,d->", rest[key], rest[key])))
    if length > floor:
        direction = rest[key] / length
        rest -= np.einsum("fd,d->f", rest, direction)[:, None] * direction


KEY_PROBE = Rival(
    "key-probe", "Huang et al. 2005, key probe", "factorisation", probe_keys, criterion="lerp-sum", compose="sum"
)
