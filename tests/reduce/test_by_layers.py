"""Keyframes by three layers, of figures of any size."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from motion.scaled import scaled
from unbake.keyframes.layers import EXTREMES_LAYERS
from unbake.motion.motion import Motion
from unbake.reduce.by_layers import choose_by_layers, layers_for
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take


def chosen(motion, **options):
    return choose_by_layers(Take(motion), ReduceOptions(**options), lambda step, part: None).selection


def blinking():
    """A face of 24 points within 20 cm that blinks twice, its lids by 12 mm."""
    at = np.arange(240)
    blink = sum(np.exp(-(((at - place) / 4.0) ** 2)) for place in (60, 180))
    offsets = np.vstack([[0.0, 1.6, 0.0], np.random.default_rng(0).uniform(-0.1, 0.1, (24, 3))])
    names = ["skull", *(f"point {n}" for n in range(24))]
    face = Motion.from_arrays(
        names, [-1, *[0] * 24], offsets, np.tile([0.0, 0, 0, 1], (240, 25, 1)), np.zeros((240, 3)), 60
    )
    skeleton = replace(face.skeleton, channels=(("tx", "ty", "tz"),) * 25)
    travel = np.tile(offsets, (240, 1, 1))
    travel[:, 1:9, 1] -= 0.012 * blink[:, None]
    return Motion(skeleton, face.rotations_xyzw, travel, face.fps)


@pytest.mark.parametrize("scale", [0.01, 0.1, 30.0])
def test_a_miniature_and_a_giant_have_the_keys_of_a_person(scale):
    person = jump_clip()
    size = 1.0 if scale < 1.0 else 5.0
    alike = scaled(person, size / 1.75)
    found, judge = chosen(scaled(person, scale)), chosen(alike)
    assert abs(len(found) - len(judge)) <= 1
    assert np.abs(np.array(found.keyposes[1:4]) - judge.keyposes[1:4]).max() <= 3


def test_a_face_that_blinks_gets_keys_for_it():
    keys = chosen(blinking()).frames
    assert len(keys) >= 8
    for place in (60, 180):
        assert min(abs(key - place) for key in keys) <= 1


def test_floors_that_a_person_asks_for_stay_as_they_are():
    given = tuple(replace(layer, floor_m=0.03, floor_scales=False) for layer in EXTREMES_LAYERS)
    assert layers_for(given, blinking()) == given
    assert [layer.floor_m for layer in layers_for(EXTREMES_LAYERS, jump_clip())] == [0.0, 0.01, 0.03]
    assert layers_for(EXTREMES_LAYERS, blinking())[2].floor_m < 0.01
    assert chosen(blinking(), layers=given).frames == (0, 239)
