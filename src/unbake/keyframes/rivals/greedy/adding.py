"""Greedy adding: the frame farthest from the line through its neighbouring keys becomes the next key.

Lim and Thalmann, Key-posture extraction out of human motion data by curve simplification, 2001; as thesis 2.2.2 and
figure 2.6 describe it. The motion is one curve in as many dimensions as a pose has numbers.

Limits: a key once chosen stays, so that larger counts are spread badly (thesis figure 2.7) and spikes attract keys.
"""

from __future__ import annotations

from collections.abc import Sequence

from unbake.keyframes.rivals.greedy.splitting import ends_first, split_order
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest


def add_greedily(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count; the smaller selections are parts of the larger ones."""
    return detect_then_add(request, ())


def detect_then_add(request: RivalRequest, detected: Sequence[int]) -> dict[int, Frames]:
    """Return for every wanted count the first of the detected frames, and once they are all in, frames added greedily.

    Parameters
    ----------
    request : what is asked.
    detected : inner frames, the most distinctive first; the hybrid methods' first half.
    """
    values = request.points.values
    keys = [*ends_first(len(values)), *detected]
    order = split_order([values], keys, max(request.counts)) if max(request.counts) > len(keys) else keys
    return {count: tuple(order[:count]) for count in request.counts}


GREEDY_ADDING = Rival("greedy-adding", "Lim & Thalmann 2001, greedy adding", "approximation", add_greedily)
