"""Pools of plain figures that tests of transplants share."""

from functools import cache

from tests.synthesis.figures import walker

from unbake.motion.body.body_path import body_path
from unbake.synthesis.transplants.likeness import likeness
from unbake.synthesis.transplants.pool import Donor, Pool


def donor(name, **how):
    source = walker(**how)
    return Donor(name, source.motion, body_path(source.motion), source.labels.planted())


@cache
def pool():
    """Four walks of one skeleton: two alike, one leaning, one turning."""
    walks = {"a": {"n": 180}, "b": {"n": 200}, "lean": {"n": 150, "lean": 0.5}, "turn": {"n": 170, "turning": 2.5}}
    donors = [donor(name, **how) for name, how in walks.items()]
    return Pool(donors, likeness([one.body for one in donors]))
