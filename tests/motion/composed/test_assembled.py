"""Motions made of others by recipes."""

import json
import zlib
from fractions import Fraction

import numpy as np
import pytest
from tests.synthesis.figures import walker

from unbake.errors import MotionError
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Course, Graft, Recipe, Turn
from unbake.motion.composed.recipe_bytes import recipe_bytes, recipe_of
from unbake.motion.rotations import quaternion_product, rotation_angle


@pytest.fixture
def sources():
    return [walker(80).motion, walker(70, lean=0.3, turning=1.0).motion]


def example(instants=None):
    at = np.arange(10.0) if instants is None else instants
    arm = Graft(("LeftArm", "LeftForeArm"), Course(1, at + 20.0))
    return Recipe("test", Fraction(60), Course(0, at), (arm,), (Turn("Head", [[0.0, 0.6, 0.0, 0.8]]),))


def naive(motion, joint, instant):
    """A rotation between two frames, along the shorter straight line."""
    before = int(instant)
    a, b = (motion.rotations_xyzw[min(frame, motion.n_frames - 1), joint] for frame in (before, before + 1))
    mixed = a + (instant - before) * ((b if a @ b >= 0.0 else -b) - a)
    return mixed / np.linalg.norm(mixed)


def test_whole_frames_are_copied_and_each_joint_from_its_own_source(sources):
    made, (base, other) = assembled(sources, example()), sources
    names = base.skeleton.names
    for row, name in enumerate(names):
        expected = base.rotations_xyzw[:10, row]
        if name in ("LeftArm", "LeftForeArm"):
            expected = other.rotations_xyzw[20:30, row]
        if name == "Head":
            expected = quaternion_product(np.float32([0.0, 0.6, 0.0, 0.8]), expected)
        assert np.allclose(made.rotations_xyzw[:, row], expected, atol=1e-7 if name == "Head" else 1e-15)
    assert np.array_equal(made.translations_m, base.translations_m[:10])
    assert (made.fps, made.n_frames, made.skeleton) == (60, 10, base.skeleton)


def test_between_frames_as_one_would_by_hand(sources):
    at = np.linspace(0.3, 41.7, 25)
    made = assembled(sources, example(at))
    for frame, instant in enumerate(Course(0, at).instants):
        assert np.allclose(made.rotations_xyzw[frame, 5], naive(sources[0], 5, instant), atol=1e-14)
        row = sources[0].skeleton.names.index("LeftArm")
        assert np.allclose(made.rotations_xyzw[frame, row], naive(sources[1], row, instant + 20.0), atol=1e-14)


def test_quaternions_of_either_sign_are_the_same_rotation(sources):
    flipped = sources[0].rotations_xyzw.copy()
    flipped[::2] *= -1.0
    other = type(sources[0])(sources[0].skeleton, flipped, sources[0].translations_m, sources[0].fps)
    recipe = Recipe("test", Fraction(60), Course(0, np.arange(10) + 0.5))
    apart = rotation_angle(assembled([other], recipe).rotations_xyzw, assembled(sources, recipe).rotations_xyzw)
    assert apart.max() < 1e-7


def test_a_recipe_comes_back_from_its_bytes(sources):
    rng = np.random.default_rng(0)
    at = np.cumsum(rng.uniform(0.5, 1.5, size=40))
    turns = Turn("Spine", rng.normal(size=(40, 4)) + np.array([0.0, 0.0, 0.0, 3.0]))
    recipe = Recipe("test", Fraction(60000, 1001), Course(0, at), (Graft(("Head",), Course(1, at[::-1])),), (turns,))
    back = recipe_of(recipe_bytes(recipe))
    ours, theirs = (assembled(sources, one) for one in (recipe, back))
    assert np.array_equal(ours.rotations_xyzw, theirs.rotations_xyzw)
    assert np.array_equal(ours.translations_m, theirs.translations_m)
    assert (back.rule, back.fps, recipe_bytes(back)) == ("test", recipe.fps, recipe_bytes(recipe))
    assert len(recipe_bytes(example(np.arange(36000.0)))) < 300


def test_damaged_bytes_are_refused():
    data = recipe_bytes(example())
    for end in range(len(data)):
        with pytest.raises((ValueError, MotionError)):
            recipe_of(data[:end])
    fields = json.loads(zlib.decompress(data))
    hostile = [
        {"fps": "1/0"}, {"fps": "-1"}, {"base": {"source": 0, "frames": 10**12, "start": 0}}, {"base": 3},
        {"grafts": [{"joints": ["Head"], "course": {"source": -1, "frames": 10, "start": 0}}]},
        {"turns": [{"joint": "Head", "turns": "!"}]}, {"turns": [{"joint": "Head", "turns": "AAAA"}]}, {"kind": 9},
        {"base": {"source": 0, "frames": 10, "start": 0, "step": 1, "changes": [1]}},
        {"base": {"source": 0, "frames": 3, "start": 0, "step": 1024, "changes": [-(10**15)]}},
        {"grafts": [{"joints": ["Head"], "course": {"source": 1, "frames": 9, "start": 0}}]},
    ]  # fmt: skip
    for change in hostile:
        with pytest.raises((ValueError, MotionError)):
            recipe_of(zlib.compress(json.dumps(fields | change).encode()))


def test_what_sources_do_not_have_is_refused(sources):
    with pytest.raises(MotionError, match="frame 99"):
        assembled(sources, Recipe("test", Fraction(60), Course(0, [99.0])))
    with pytest.raises(MotionError, match="only 1"):
        assembled(sources[:1], example())
    with pytest.raises(MotionError, match="'Tail'"):
        assembled(sources, Recipe("t", Fraction(60), Course(0, [1.0]), (Graft(("Tail",), Course(1, [1.0])),)))
    with pytest.raises(MotionError, match="numbers of frames"):
        Recipe("t", Fraction(60), Course(0, [1.0]), (Graft(("Head",), Course(1, [1.0, 2.0])),))


def test_an_excerpt_is_that_part(sources):
    recipe = example(np.linspace(0.0, 30.0, 50))
    whole, part = assembled(sources, recipe), assembled(sources, recipe.excerpt(10, 25))
    assert np.array_equal(part.rotations_xyzw, whole.rotations_xyzw[10:25])
    assert recipe.renumbered([4, 7]).sources == (4, 7)
