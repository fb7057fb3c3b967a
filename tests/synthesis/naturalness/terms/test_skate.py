from dataclasses import replace

import numpy as np
import pytest
from tests.synthesis.naturalness.bodies import gliding, hovering, standing

from unbake.feet.labels import FootLabels
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms.skate import measure


@pytest.mark.parametrize("speed", [0.05, 0.3, 1.0])
def test_a_slide_raises_it_by_its_size(speed):
    still, slid = standing(), gliding(standing(), speed)
    assert np.abs(measure(still)).max() < 1e-9
    assert np.abs(measure(slid) - speed).max() < 1e-9


@pytest.mark.parametrize("speed", [0.05, 0.3])
def test_a_slide_that_nobody_labelled_is_seen_as_well(speed):
    slid = gliding(standing(), speed)
    none = FootLabels((), slid.n_frames, slid.motion.fps, slid.motion.first_frame)
    assert np.abs(measure(replace(slid, labels=none)) - speed).max() < 1e-9


def test_who_is_in_the_air_skates_not():
    flying = gliding(hovering(0.5), 2.0)
    none = FootLabels((), flying.n_frames, flying.motion.fps, flying.motion.first_frame)
    assert (measure(JudgedMotion.of(flying.motion, none)) == 0.0).all()
