"""Motions whose root stands still: the body carried by a joint below it, as armatures within scenes have it."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from motion.body.scenes import within_scene
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.options import PropagateOptions
from unbake.editing.propagation.propagate import propagate
from unbake.motion.body.rooting import carrier, rooted, rooted_skeleton, unrooted
from unbake.motion.rotations import quaternion_product


@pytest.mark.parametrize("moves", [False, True])
def test_every_joint_of_the_body_stays_where_it_is(moves):
    scene = within_scene(packaged_clip().excerpt(1, 60), moves=moves)
    assert scene.skeleton.names[carrier(scene.skeleton)] == scene.skeleton.names[2]
    free = rooted(scene)
    np.testing.assert_allclose(free.positions()[:, 2:], scene.positions()[:, 2:], atol=1e-9)
    turned = np.abs((free.world_rotations_xyzw() * scene.world_rotations_xyzw()).sum(axis=2))[:, 2:]
    np.testing.assert_allclose(turned, 1.0, atol=1e-9)
    assert np.ptp(free.translations_m[:, 1:3], axis=0).max() < 1e-12, "the joints above ride along"


@pytest.mark.parametrize("moves", [False, True])
def test_there_and_back_is_nothing(moves):
    scene = within_scene(packaged_clip().excerpt(1, 60), moves=moves)
    back = unrooted(rooted(scene), scene, np.arange(60.0))
    assert back.skeleton.channels == scene.skeleton.channels
    np.testing.assert_allclose(back.translations_m, scene.translations_m, atol=1e-9)
    same = np.abs((back.rotations_xyzw * scene.rotations_xyzw).sum(axis=2))
    np.testing.assert_allclose(same, 1.0, atol=1e-9)


def test_a_root_that_could_move_and_stands_still_carries_the_body_where_that_is_wanted():
    scene = within_scene(packaged_clip().excerpt(1, 60))
    game = within_scene(packaged_clip().excerpt(1, 60), could_move=True)
    assert rooted(game) is game
    moved = rooted(game, below_root=True)
    assert moved.skeleton.channels == rooted_skeleton(game.skeleton, below_root=True).channels
    np.testing.assert_allclose(moved.positions()[:, 2:], scene.positions()[:, 2:], atol=1e-9)
    assert np.ptp(moved.translations_m[:, 0], axis=0).max() > 0.1
    assert np.ptp(moved.translations_m[:, 1:3], axis=0).max() < 1e-12
    assert rooted(packaged_clip(), below_root=True) is packaged_clip()


def test_a_root_that_moves_is_left_alone():
    clip = packaged_clip()
    assert rooted(clip) is clip
    assert unrooted(clip, clip, np.arange(float(clip.n_frames))) is clip


def test_an_edit_within_a_scene_is_the_edit_without_one():
    clip = packaged_clip()
    arm = clip.skeleton.roles["left-shoulder"]
    raised = clip.rotations_xyzw.copy()
    raised[:, arm] = quaternion_product(raised[:, arm], np.array([0.0, 0.0, np.sin(0.2), np.cos(0.2)]))
    edited, options = replace(clip, rotations_xyzw=raised), PropagateOptions(feet="none")
    plain = propagate([Example.of(clip, edited, (0, 189))], clip, options).motion
    scene, other = within_scene(clip), within_scene(edited)
    found = propagate([Example.of(scene, other, (0, 189))], scene, options).motion
    wanted = within_scene(plain).positions()[:, 2:]
    off = np.linalg.norm(found.positions()[:, 2:] - wanted, axis=2)
    assert off.max() < 0.01
    assert np.linalg.norm(scene.positions()[:, 2:] - wanted, axis=2).max() > 0.1
