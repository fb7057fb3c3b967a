"""A rule for limbs below the waist: legs of motions whose plants agree. Ours; the thesis leaves legs where they are.

The pelvis keeps its way over the floor, so that feet need not stay where they stand: what comes out is measured as
everything else, and foot clean-up holds the feet.
"""

from __future__ import annotations

from unbake.synthesis.transplants.aligned_plants import AlignedPlants
from unbake.synthesis.transplants.part_sets import BELOW_THE_WAIST
from unbake.synthesis.transplants.rule import register

register(AlignedPlants("legs", BELOW_THE_WAIST))
