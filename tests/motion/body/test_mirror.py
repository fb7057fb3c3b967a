"""A mirrored motion is what a mirror shows."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from data import DATA, needs_data
from unbake.formats.registry import load_motion
from unbake.motion.body.mirror import mirrored, partners
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.performer import perform

X = np.array([-1.0, 1.0, 1.0])


def shown_by_a_mirror(motion):
    return motion.positions()[:, list(partners(motion.skeleton))] * X


def lopsided(motion):
    """The same motion on a skeleton whose left thigh is longer."""
    offsets = motion.skeleton.offsets_m.copy()
    offsets[motion.skeleton.index("LeftLeg")] *= 1.1
    return replace(motion, skeleton=replace(motion.skeleton, offsets_m=offsets))


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=1.5, seed=3, fps=60, turning_deg_s=40.0).motion


def test_every_joint_is_where_the_mirror_shows_its_partner(walk):
    assert np.allclose(mirrored(walk).positions(), shown_by_a_mirror(walk), rtol=0.0, atol=1e-14)
    assert mirrored(walk).skeleton is walk.skeleton


def test_an_uneven_skeleton_is_mirrored_itself(walk):
    uneven = lopsided(walk)
    image = mirrored(uneven)
    assert np.allclose(image.positions(), shown_by_a_mirror(uneven), atol=1e-12)
    left, right = (np.linalg.norm(image.skeleton.offsets_m[image.skeleton.index(f"{s}Leg")]) for s in ("Left", "Right"))
    assert right == pytest.approx(1.1 * left)


@pytest.mark.parametrize("make", [lambda m: m, lopsided], ids=["even", "uneven"])
def test_twice_is_the_motion_itself(walk, make):
    motion = make(walk)
    twice = mirrored(mirrored(motion))
    assert np.allclose(twice.rotations_xyzw, motion.rotations_xyzw, rtol=0.0, atol=1e-15)
    assert np.array_equal(twice.translations_m, motion.translations_m)
    assert np.array_equal(twice.skeleton.offsets_m, motion.skeleton.offsets_m)


def test_the_motion_stays_as_it_was(walk):
    before = walk.rotations_xyzw.copy(), walk.translations_m.copy()
    mirrored(walk)
    assert np.array_equal(before[0], walk.rotations_xyzw)
    assert np.array_equal(before[1], walk.translations_m)


def small(names, parents):
    offsets = np.arange(3.0 * len(names)).reshape(-1, 3)
    channels = (("tx", "ty", "tz", "rx", "ry", "rz"), *[("rx", "ry", "rz")] * (len(names) - 1))
    return Skeleton(tuple(names), tuple(parents), offsets, channels)


@pytest.mark.parametrize(
    ("names", "parents", "expected"),
    [
        (["root", "lfemur", "ltibia", "rfemur", "rtibia"], [-1, 0, 1, 0, 3], (0, 3, 4, 1, 2)),
        (["hips", "thigh.L", "thigh.R", "tail"], [-1, 0, 0, 0], (0, 2, 1, 3)),
        (["hips", "toe_01_l", "toe_02_l", "toe_01_r", "toe_02_r"], [-1, 0, 0, 0, 0], (0, 3, 4, 1, 2)),
        (["hips", "LeftUpLeg", "tail"], [-1, 0, 0], (0, 1, 2)),
        (["root", "ltoes", "ltoes_end", "rtoes", "rtoes_end"], [-1, 0, 1, 0, 3], (0, 3, 4, 1, 2)),
        (["hips"], [-1], (0,)),
    ],
    ids=["acclaim", "blender", "toes", "one-legged", "end sites", "one joint"],
)
def test_partners_by_names(names, parents, expected):
    assert partners(small(names, parents)) == expected


def test_one_frame_of_one_joint():
    skeleton = small(["hips"], [-1])
    motion = Motion(skeleton, np.zeros((1, 1, 4)), np.array([[[1.0, 2.0, 3.0]]]), Fraction(30))
    assert mirrored(motion).translations_m.tolist() == [[[-1.0, 2.0, 3.0]]]


def test_a_joint_that_moves_has_a_partner_that_moves(walk):
    skeleton = walk.skeleton
    joint, other = skeleton.index("LeftHand"), skeleton.index("RightHand")
    channels = list(skeleton.channels)
    channels[joint] = ("tx", "ty", "tz", *channels[joint])
    moving = replace(skeleton, channels=tuple(channels))
    slid = np.concatenate([walk.translations_m, np.ones((walk.n_frames, 1, 3))], axis=1)
    motion = replace(walk, skeleton=moving, translations_m=slid)
    image = mirrored(motion)
    assert image.skeleton.translated == (0, other)
    assert np.allclose(image.positions(), shown_by_a_mirror(motion), atol=1e-12)


@needs_data
def test_a_real_clip():
    motion = load_motion(DATA / "cmu" / "16" / "16_15.amc")
    assert np.allclose(mirrored(motion).positions(), shown_by_a_mirror(motion), atol=2e-4)
    names = motion.skeleton.names
    pairs = {names[a]: names[b] for a, b in enumerate(partners(motion.skeleton))}
    assert pairs["lfemur"] == "rfemur"
    assert pairs["root"] == "root"
    assert pairs["rthumb_end"] == "lthumb_end"
