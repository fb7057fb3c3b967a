"""How hard a transition jerks the trunk, beside the clips that it joins."""

from __future__ import annotations

import numpy as np

from unbake.composition.transitions import LibraryTransition, Transitions
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion


def trunk_acceleration(transitions: Transitions, made: LibraryTransition) -> float:
    """Return the chest's largest acceleration in a transition and at its joins, as part of that in both whole clips.

    Without a chest, the root counts. 1 is as hard as anywhere in the captures.
    """
    whole, _ = transitions.joined(made)
    start, own = made.source.frame, transitions.found.material.sources
    # Second differences: entry k is about frame k + 1.
    found = _accelerations(whole)[max(start - 1, 0) : start + made.quick.motion.n_frames - 1].max()
    usual = max(_accelerations(own[clip].motion).max() for clip in (made.source.clip, made.target.clip))
    return float(found / max(usual, 1e-9))


def _accelerations(motion: Motion) -> Floats:
    """How much the chest's step changes (F − 2,), in metres."""
    chest = motion.positions()[:, motion.skeleton.roles.get("chest", 0)]
    return np.asarray(np.linalg.norm(np.diff(chest, 2, axis=0), axis=1))
