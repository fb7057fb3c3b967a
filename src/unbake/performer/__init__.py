"""The synthetic performer: a humanoid whose motion, keys and contacts with the ground are known exactly.

``perform("walk", seconds=4, seed=1)`` gives a `Performance` (motion and contacts), ``piece("sneak")`` an animation
keyed by hand with its keyposes and breakdowns; the functions ``with_…`` add the faults of a capture.

May import: ground, motion.
"""

from unbake.performer.body.figure import CONTACT_NAMES, Figure
from unbake.performer.capture_faults import with_drift, with_jitter, with_noise, with_spikes
from unbake.performer.moves.gait import Gait
from unbake.performer.perform import ACTIONS, perform
from unbake.performer.performance import Performance
from unbake.performer.pieces import PIECES, piece
from unbake.performer.pieces.keying import Key
from unbake.performer.pieces.posed import PosedPiece, bake

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
