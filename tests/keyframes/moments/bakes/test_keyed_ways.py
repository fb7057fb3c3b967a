"""Joints that were keyed in other channels than their file has."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from benchmarks.handmade.in_blender import baked_in_blender
from benchmarks.handmade.pieces import TUNED
from benchmarks.handmade.rigs import RIGS
from scipy.interpolate import CubicHermiteSpline

from clips import packaged_clip
from formats.asking_blender import why_not
from unbake import load_motion
from unbake.keyframes.moments.bakes import chains, keyed_ways
from unbake.keyframes.moments.bakes.baked_keys import baked_keys
from unbake.motion.channels import channel_values
from unbake.motion.rotations import (
    in_one_hemisphere,
    normalised,
    quaternion_from_euler,
    quaternion_from_vector,
    quaternion_product,
)
from unbake.performer import perform
from unbake.reduce.reduction import ReduceOptions, reduce_motion

KEYS = np.cumsum([0, 9, 14, 8, 11, 20, 7, 12])


def keyed(frames, joints, rng, order=None):
    """Rotations (F, J, 4) that were keyed on the frames, as quaternions or as Euler angles in an order."""
    angles = rng.normal(size=(len(frames), joints, 3)) * 0.4
    if order is not None:
        curves = CubicHermiteSpline(frames, angles, rng.normal(size=angles.shape) * 0.01)
        return quaternion_from_euler(order, curves(np.arange(frames[-1] + 1)))
    turns = in_one_hemisphere(quaternion_from_vector(angles))
    curves = CubicHermiteSpline(frames, turns, rng.normal(size=turns.shape) * 0.01)
    return normalised(curves(np.arange(frames[-1] + 1)))


def posed(rotations, rest=None):
    """The packaged clip's body, standing on its place, with other rotations from another rest pose."""
    body = packaged_clip()
    while body.n_frames < len(rotations):
        body = replace(
            body,
            rotations_xyzw=np.concatenate([body.rotations_xyzw] * 2),
            translations_m=np.concatenate([body.translations_m] * 2),
        )
    body = body.excerpt(body.first_frame, body.first_frame + len(rotations) - 1)
    skeleton = body.skeleton if rest is None else replace(body.skeleton, rest_xyzw=rest)
    if rest is not None:
        rotations = quaternion_product(rest[None], rotations)
    translations = np.repeat(body.translations_m[:1], len(rotations), axis=0)
    return replace(body, skeleton=skeleton, rotations_xyzw=rotations, translations_m=translations, fps=Fraction(24))


JOINTS = len(packaged_clip().skeleton.names)


@pytest.mark.parametrize("order", [None, "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"])
@pytest.mark.parametrize("is_turned", [False, True])
def test_the_keys_come_back(order, is_turned):
    rng = np.random.default_rng(3)
    rest = quaternion_from_vector(rng.normal(size=(JOINTS, 3))) if is_turned else None
    assert baked_keys(posed(keyed(KEYS, JOINTS, rng, order), rest)) == tuple(KEYS[1:-1])


def test_a_rig_of_both_ways():
    """Hips, spine and legs as quaternions, the rest as Euler angles: each joint forms its chain in its own way."""
    rng = np.random.default_rng(4)
    rotations = keyed(KEYS, JOINTS, rng)
    rotations[:, JOINTS // 2 :] = keyed(KEYS, JOINTS, rng, "zyx")[:, JOINTS // 2 :]
    motion = posed(rotations)
    found, joints = keyed_ways.turning_chains(motion, channel_values(motion), is_keyed=False)
    assert joints == JOINTS
    assert len(found) >= JOINTS
    assert np.array(found)[:, KEYS].mean() > 0.95
    assert baked_keys(motion) == tuple(KEYS[1:-1])


def test_joints_that_were_not_keyed_do_not_matter():
    """As legs on handles: four of ten joints follow something else."""
    rng = np.random.default_rng(5)
    rotations = keyed(KEYS, JOINTS, rng)
    frames = np.arange(len(rotations))
    for joint in range(0, JOINTS, 5):
        for other in (joint, min(joint + 1, JOINTS - 1)):
            angles = np.stack([0.4 * np.sin(frames / rng.uniform(5, 9) + rng.uniform(0, 6)) for _ in range(3)], axis=1)
            rotations[:, other] = quaternion_from_vector(angles)
    assert baked_keys(posed(rotations)) == tuple(KEYS[1:-1])


def test_a_long_bake_is_told_by_where_it_moves():
    """After 600 frames of standing still; its keys are found nevertheless, and the others are not looked at."""
    rng = np.random.default_rng(6)
    rotations = keyed(KEYS, JOINTS, rng)
    still = np.repeat(rotations[:1], 600, axis=0)
    rotations = np.concatenate([still, rotations])
    assert len(rotations) > 2 * keyed_ways.STRETCH
    assert set(KEYS[1:-1] + 600) <= set(baked_keys(posed(rotations)))


@pytest.mark.parametrize("action", ["walk", "sneak", "stand", "jump", "turn"])
@pytest.mark.parametrize("fps", [24, 60])
def test_what_is_smooth_and_was_not_keyed_is_no_bake(action, fps):
    """Smooth motion has chains by chance, with knots of their own in each joint."""
    assert baked_keys(perform(action, seconds=3, seed=1, fps=fps).motion) == ()


def test_quaternions_of_captures_are_not_searched(monkeypatch):
    """The kernel for quaternions takes seconds to compile: a look at a few frames tells that it is of no use."""

    def not_here(*arguments):
        raise AssertionError(arguments)

    monkeypatch.setattr(chains, "quaternion_pieces", not_here)
    assert packaged_clip().n_frames > 300
    assert baked_keys(packaged_clip()) == ()
    rng = np.random.default_rng(7)
    rotations = keyed(KEYS, JOINTS, rng)
    assert baked_keys(posed(normalised(rotations + rng.normal(size=rotations.shape) * 1e-4))) == ()
    with pytest.raises(AssertionError):
        baked_keys(posed(rotations))


@pytest.mark.slow(6.0)
def test_what_blender_bakes(tmp_path):
    """By Blender's own defaults: quaternions and Euler angles, glTF and BVH, bones with axes of their own."""
    if reason := why_not():
        pytest.skip(reason)
    piece = RIGS["performer"]("wave", TUNED["wave"]())
    baked_in_blender({"wave": piece}, tmp_path)
    files = sorted(file for file in tmp_path.iterdir() if file.suffix in (".glb", ".bvh") and "." in file.stem)
    assert len(files) == 4
    for file in files:
        options = ReduceOptions(fit="hermite", holds_ends=False)
        assert reduce_motion(load_motion(file), options).selection.frames == piece.frames, file.name


def test_a_root_that_was_keyed_under_a_captured_body_is_no_bake():
    """Its three positions are chains, but the joints are none."""
    rng = np.random.default_rng(9)
    motion = packaged_clip().excerpt(1, int(KEYS[-1]) + 1)
    ways = CubicHermiteSpline(KEYS, rng.normal(size=(len(KEYS), 1, 3)), rng.normal(size=(len(KEYS), 1, 3)) * 0.02)
    keyed_root = replace(motion, translations_m=ways(np.arange(motion.n_frames)))
    found, joints = keyed_ways.turning_chains(keyed_root, channel_values(keyed_root), is_keyed=True)
    assert found == []
    assert joints > 10
    assert baked_keys(keyed_root) == ()
