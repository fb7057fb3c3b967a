"""Curve simplification by the ratio of error to length, of every channel by itself or of whole poses.

Önder, Güdükbay, Özgüç, Erdem, Erdem and Özkan, Keyframe reduction techniques for motion capture data, 2008, section
3.2, after Lowe, Three-dimensional object recognition from single two-dimensional images, 1987. Between two keys the
frame farthest from their line becomes a key while its distance divided by the line's length is above a threshold (the
paper's step 3 says the opposite of what its tables show; this is what the tables show).

Lowering the threshold adds keys in one order, which gives every count ("until a predefined threshold of number of
keyframes is reached", abstract); of those that one threshold brings together, the frame with the highest error first.

`ONDER_CHANNELS` is the paper's way: every channel is a graph over time. Keys of channels lie on frames of their own; to
compare, a frame is a whole-pose key as soon as one channel has a key there, so a selection has far more keys than a
channel. `ONDER_POSES` splits the motion as one curve of poses. A graph's axes are seconds and metres, which is ours.

Limits: greedy, as `greedy_adding`; the ratio favours short lines, so small wiggles where a motion turns back to the
pose it started from count for much. Points are channels here, not joint angles.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.greedy.splitting import ends_first, split_order
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.motion.points import Points


def simplify_channels(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count: the frames at which any channel is split first."""
    return _simplified(request, channel_graphs(request.points))


def simplify_poses(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count: the frames at which the curve of whole poses is split first."""
    return _simplified(request, [request.points.values])


def channel_graphs(points: Points) -> list[Floats]:
    """Return each channel as a plane curve (F, 2) of seconds and metres; channels that never move are left out."""
    seconds = np.arange(points.n_frames) / float(points.fps)
    moving = [channel for channel in points.values.T if np.ptp(channel) > 0.0]
    return [np.stack([seconds, channel], axis=1) for channel in moving or [np.zeros(points.n_frames)]]


def _simplified(request: RivalRequest, curves: list[Floats]) -> dict[int, Frames]:
    order = split_order(curves, ends_first(request.points.n_frames), max(request.counts), by_ratio=True)
    return {count: tuple(order[:count]) for count in request.counts}


ONDER_CHANNELS = Rival("onder-channels", "Önder et al. 2008, simplified channels", "approximation", simplify_channels)
ONDER_POSES = Rival("onder-poses", "Önder et al. 2008, simplified poses", "approximation", simplify_poses)
