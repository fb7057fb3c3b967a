"""Keys of layers: poses arrive through all layers, keys come and go one by one, time is kept from running back."""

from dataclasses import replace

import numpy as np
import pytest

from curves.moving_arm import arm_motion
from unbake.curves.layers import AnimationLayer
from unbake.editing import OffsetLayer, apply_layers, pose_layer
from unbake.editing.layer_keys import (
    delta_frames,
    empty_layer,
    layer_of_excerpt,
    pose_delta,
    shown_at,
    with_delta_key,
    with_time_key,
    without_delta_key,
    without_time_key,
)
from unbake.errors import UsageError
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotation_angle

FPS = 30


def turning(name, turn, frames=(10, 30), **changes):
    vectors = np.full((len(frames), 1, 3), [0.1, 0.0, turn])
    vectors[0] = 0.0
    return OffsetLayer(AnimationLayer(name, frames, (1,), vectors, (), np.zeros((len(frames), 0, 3)), **changes))


def at(motion, frame):
    number = motion.first_frame + frame
    return motion.excerpt(number, number)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_pose_arrives_through_layers_below_and_above_whatever_their_weights(place):
    motion = arm_motion(60, 1)
    layers = [turning("a", 0.4), turning("b", 0.3, weight=0.5), turning("c", -0.7), turning("d", 2.0, is_muted=True)]
    wanted = at(motion, 50)
    key = pose_delta(motion, layers, place, 24, wanted)
    layers[place] = with_delta_key(layers[place], 24, key)
    shown = apply_layers(motion, layers)
    assert rotation_angle(shown.rotations_xyzw[24], wanted.rotations_xyzw[0]).max() < 1e-6
    np.testing.assert_allclose(shown.translations_m[24], wanted.translations_m[0], atol=1e-6)
    before = apply_layers(motion, [turning("a", 0.4), turning("b", 0.3, weight=0.5), turning("c", -0.7)])
    assert rotation_angle(shown.rotations_xyzw[[10, 30]], before.rotations_xyzw[[10, 30]]).max() < 1e-9


def test_a_layer_that_moves_time_takes_a_pose_where_it_shows_it_and_hides_what_is_below():
    motion = arm_motion(60, 1)
    late = with_time_key(empty_layer("late"), 0, 0.2, 60, FPS)
    wanted = at(motion, 50)
    late = with_delta_key(late, 24, pose_delta(motion, [late], 0, 24, wanted))
    assert rotation_angle(apply_layers(motion, [late]).rotations_xyzw[24], wanted.rotations_xyzw[0]).max() < 1e-6
    with pytest.raises(UsageError, match="'late' lies above"):
        pose_delta(motion, [turning("a", 0.4), late], 0, 24, wanted)


@pytest.mark.parametrize("changes", [{"weight": 0.0}, {"is_muted": True}])
def test_what_would_not_be_seen_is_refused(changes):
    motion = arm_motion(60, 1)
    with pytest.raises(UsageError, match="would not be seen"):
        pose_delta(motion, [turning("a", 0.4, **changes)], 0, 24, at(motion, 50))


def test_an_edit_fades_in_and_out_between_keys_without_change():
    motion = arm_motion(60, 1)
    layer = with_delta_key(with_delta_key(empty_layer("hand"), 0), 40)
    assert delta_frames(layer).tolist() == [0, 40]
    layer = with_delta_key(layer, 20, pose_delta(motion, [layer], 0, 20, at(motion, 50)))
    assert delta_frames(layer).tolist() == [0, 20, 40]
    off = rotation_angle(apply_layers(motion, [layer]).rotations_xyzw, motion.rotations_xyzw).max(axis=1)
    assert off[[0, *range(40, 60)]].max() < 1e-9
    assert (np.diff(off[:21]) > 0).all()


def test_delta_keys_go_one_by_one_until_none_is_left():
    layer = without_delta_key(turning("a", 0.4, weight=0.5), 30)
    assert delta_frames(layer).tolist() == [10]
    layer = without_delta_key(layer, 10)
    assert not len(delta_frames(layer))
    assert layer.pose.weight == 0.5
    with pytest.raises(UsageError, match="no delta key"):
        without_delta_key(layer, 10)


def round_and_round(motion, quarters):
    """The poses of one frame in which the root has turned by so many quarters about the vertical."""
    half = quarters * np.pi / 4.0
    one, turn = at(motion, quarters * 10), np.array([0.0, np.sin(half), 0.0, np.cos(half)])
    rotations = one.rotations_xyzw.copy()
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    return replace(one, rotations_xyzw=rotations)


def degrees_turned(motion, layer):
    below = motion.rotations_xyzw[:, 0]
    turns = quaternion_product(apply_layers(motion, [layer]).rotations_xyzw[:, 0], quaternion_conjugate(below))
    return np.degrees(np.unwrap(2.0 * np.arctan2(turns[:, 1], turns[:, 3])))


@pytest.mark.parametrize("weight", [1.0, 0.5, -1.0])
@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (5, 0, 1, 2, 3, 4), (2, 3, 1, 0, 4, 5)])
def test_a_body_that_turns_round_key_by_key_never_spins_back(order, weight):
    motion = arm_motion(60, 1)
    empty = empty_layer("round")
    layer = replace(empty, pose=replace(empty.pose, weight=weight))
    for quarters in order:
        delta = pose_delta(motion, [layer], 0, quarters * 10, round_and_round(motion, quarters))
        layer = with_delta_key(layer, quarters * 10, delta)
    together = pose_layer("round", motion, {quarters * 10: round_and_round(motion, quarters) for quarters in order})
    for found in (layer, together):
        turned = degrees_turned(motion, found)[:51]
        assert (np.diff(turned) > 0.0).all()
        assert turned[50] - turned[0] == pytest.approx(450.0)


def test_a_spin_that_a_file_holds_stays_one():
    spins = turning("spins", 5.0 * np.pi, frames=(10, 30))
    after = with_delta_key(spins, 5)
    np.testing.assert_array_equal(after.pose.vectors_rad[1:], spins.pose.vectors_rad)


def test_time_keys_come_and_go_and_time_never_runs_back():
    layer = with_time_key(empty_layer("late"), 10, 0.1, 60, FPS)
    layer = with_time_key(layer, 10, 0.2, 60, FPS)
    assert layer.time_offsets_s.tolist() == [0.2]
    with pytest.raises(UsageError, match="would turn time back"):
        with_time_key(layer, 12, -0.2, 60, FPS)
    assert layer.time_frames.tolist() == [10]
    assert not len(without_time_key(layer, 10).time_frames)


def test_an_excerpt_has_what_the_layer_shows_there():
    motion = arm_motion(60, 1)
    both = with_time_key(with_time_key(turning("a", 0.4, frames=(0, 10, 30, 59)), 5, 0.1, 60, FPS), 40, -0.1, 60, FPS)
    part = layer_of_excerpt(both, 8, 40, 60, FPS)
    assert part.misfit(motion.skeleton, 40) is None
    np.testing.assert_allclose(part.times(40, FPS) + 8, np.minimum(both.times(60, FPS)[8:48], 47), atol=1e-9)
    np.testing.assert_allclose(part.pose.at(np.arange(40))[0], both.pose.at(np.arange(8, 48))[0], atol=1e-12)
    for layers in ([both], [turning("b", 0.7)]):
        one = shown_at(motion, layers, 24)
        assert rotation_angle(one.rotations_xyzw[0], apply_layers(motion, layers).rotations_xyzw[24]).max() < 1e-9
    assert layer_of_excerpt(both, 0, 60, 60, FPS).time_frames.tolist() == [5, 40]


def test_an_excerpt_of_a_layer_has_no_more_keys_than_it_needs():
    layer = turning("a", 0.4, frames=(10, 12))
    assert layer_of_excerpt(layer, 5, 20, 60, FPS).pose.frames.tolist() == [5, 7]
    assert layer_of_excerpt(layer, 11, 20, 60, FPS).pose.frames.tolist() == [0, 1, 19]
    assert layer_of_excerpt(empty_layer("none"), 11, 20, 60, FPS).pose.frames.tolist() == [0, 19]


@pytest.mark.parametrize("first", [0, 20, 40])
def test_a_layer_that_looks_past_the_end_of_its_clip_does_so_in_an_excerpt(first):
    motion = arm_motion(60, 1)
    late = with_time_key(empty_layer("late"), 0, 1.0, 60, FPS)
    part = layer_of_excerpt(late, first, 60 - first, 60, FPS)
    seen = apply_layers(motion.excerpt(motion.first_frame + first, motion.last_frame), [part])
    late_part = apply_layers(motion, [late]).rotations_xyzw[first:]
    np.testing.assert_allclose(seen.rotations_xyzw, late_part, atol=1e-12)
