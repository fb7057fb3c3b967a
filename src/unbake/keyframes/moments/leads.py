"""The leading part: which part of the body carries the action, over time.

A kick is carried by a foot, a punch by a hand, a walk by the hips. What carries it goes farthest there: the hips in the
world, all other parts as seen from the hips, each counting by how much of the body goes along with it. In a walk feet
and hips go equally far, and the hips, which carry all of the body, count for more.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.keyframes.moments.body_parts import parts_of_motion, smooth
from unbake.motion.motion import Motion

AROUND_S = 0.25
"""How far a part goes is told over about so much time before and after a frame."""
SWITCH_S = 0.25
"""Another part takes over where it leads for more than twice this time by a lot, or longer by less."""
STEP_S = 0.1
"""Parts are compared so often: what leads changes slowly."""
STILL_M_S = 0.1
"""Below this speed nothing carries any action, and what led before goes on."""


@dataclass(frozen=True)
class LeadSpan:
    """A part of the body, and the frames that it leads.

    Parameters
    ----------
    first, last : frames from 0, both of them in it.
    part : ``hips``, ``right-foot``, … (see `body_parts.PARTS`), or a joint's name where it is no humanoid.
    """

    first: int
    last: int
    part: str


def leading_parts(motion: Motion) -> tuple[LeadSpan, ...]:
    """Return which part of the body leads, over all frames of a motion, span after span.

    Cost is linear in the number of frames; one part, the first, leads what does not move at all.
    """
    names, ways, weights = zip(*parts_of_motion(motion), strict=True)
    fps = float(motion.fps)
    went = np.stack([weight * _speed(way) * fps for way, weight in zip(ways, weights, strict=True)], axis=1)
    step = max(1, round(STEP_S * fps))
    saliency = smooth(went, AROUND_S * fps)[min(step // 2, len(went) - 1) :: step]
    most = saliency.max(axis=1, keepdims=True)
    share = np.where(most > STILL_M_S, saliency / np.maximum(most, STILL_M_S), 0.0)
    parts = np.repeat(_steadiest(share, SWITCH_S * fps / step), step)[: motion.n_frames]
    return _spans(np.pad(parts, (0, motion.n_frames - len(parts)), mode="edge"), names)


def lead_at(spans: Sequence[LeadSpan], frame: int) -> str:
    """Return the part that leads at a frame from 0, of spans in the order of time."""
    return spans[bisect(spans, frame, key=lambda span: span.first) - 1].part


def _speed(way: Floats) -> Floats:
    """Metres a frame (F,) of a way (F, 3)."""
    return np.linalg.norm(np.gradient(way, axis=0), axis=1) if len(way) > 1 else np.zeros(len(way))


def _steadiest(share: Floats, switch: float) -> NDArray[np.intp]:
    """The part of each frame for which the sum of shares (F, P), less `switch` for each change of part, is greatest."""
    total, came = share[0].copy(), np.zeros(share.shape, dtype=np.intp)
    for frame in range(1, len(share)):
        best = int(np.argmax(total))
        stays = total >= total[best] - switch
        came[frame] = np.where(stays, np.arange(len(total)), best)
        total = np.where(stays, total, total[best] - switch) + share[frame]
    parts = np.empty(len(share), dtype=np.intp)
    parts[-1] = int(np.argmax(total))
    for frame in range(len(share) - 1, 0, -1):
        parts[frame - 1] = came[frame, parts[frame]]
    return parts


def _spans(parts: NDArray[np.intp], names: Sequence[str]) -> tuple[LeadSpan, ...]:
    # A joint that goes somewhere and turns unseen is two parts of one name.
    parts = np.array([names.index(name) for name in names])[parts]
    firsts = [0, *(np.flatnonzero(np.diff(parts)) + 1).tolist(), len(parts)]
    return tuple(LeadSpan(first, after - 1, names[parts[first]]) for first, after in pairwise(firsts))
