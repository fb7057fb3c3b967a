"""Greedy removing: every frame is a key at first; the one whose removal distorts the motion least goes next.

Togawa and Okuda, Position-based keyframe selection for human motion animation, 2005; as thesis 2.2.2 describes it,
with the distance of thesis 3.2.1: the largest perpendicular distance of the frames between the two neighbours.

Limits: a key once removed stays out, so that small counts suffer from what was thrown away while many keys were left.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.greedy.splitting import farthest_from_line
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest


def remove_greedily(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count; the smaller selections are parts of the larger ones."""
    values = request.points.values
    frames = len(values)
    removed = removing_order(values, min(request.counts))
    return {count: tuple(sorted(set(range(frames)) - set(removed[: frames - count]))) for count in request.counts}


def removing_order(values: Floats, least: int) -> list[int]:
    """Return the frames in the order in which they are removed from (F, D) values until `least` are left.

    Of equally harmless ones the earlier goes first. Each removal costs the length of the two segments beside it.
    """
    frames = len(values)
    before, after = list(range(-1, frames - 1)), list(range(1, frames + 1))
    cost = {frame: _harm(values, frame - 1, frame + 1) for frame in range(1, frames - 1)}
    heap = [(harm, frame) for frame, harm in cost.items()]
    heapify(heap)
    order: list[int] = []
    while len(order) < frames - least:
        harm, frame = heappop(heap)
        if cost.get(frame) != harm:
            continue  # its neighbours have changed since
        del cost[frame]
        order.append(frame)
        left, right = before[frame], after[frame]
        after[left], before[right] = right, left
        for near in (left, right):
            if near in cost:
                cost[near] = _harm(values, before[near], after[near])
                heappush(heap, (cost[near], near))
    return order


def _harm(values: Floats, start: int, end: int) -> float:
    return farthest_from_line(values, start, end)[1]


GREEDY_REMOVING = Rival("greedy-removing", "Togawa & Okuda 2005, greedy removing", "approximation", remove_greedily)
