"""The synthetic performer: a humanoid whose motion, keys and contacts with the ground are known exactly.

``perform("walk", seconds=4, seed=1)`` gives a `Performance` (motion and contacts), ``piece("sneak")`` an animation
keyed by hand with its keyposes and breakdowns; the functions ``with_…`` add the faults of a capture. Imports nothing of
the package but `errors` and its own room.
"""

from unbake.motion.performer.capture_faults import with_drift, with_jitter, with_noise, with_spikes
from unbake.motion.performer.figure import CONTACT_NAMES, Figure
from unbake.motion.performer.gait import Gait
from unbake.motion.performer.keying import Key
from unbake.motion.performer.perform import ACTIONS, perform
from unbake.motion.performer.performance import Performance
from unbake.motion.performer.pieces import PIECES, piece
from unbake.motion.performer.posed import PosedPiece, bake

__all__ = [
    "ACTIONS",
    "CONTACT_NAMES",
    "PIECES",
    "Figure",
    "Gait",
    "Key",
    "Performance",
    "PosedPiece",
    "bake",
    "perform",
    "piece",
    "with_drift",
    "with_jitter",
    "with_noise",
    "with_spikes",
]
