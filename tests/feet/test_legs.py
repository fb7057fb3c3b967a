"""Legs: found by name on every kind of skeleton, with heels where the performer really has them."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.errors import MotionError
from unbake.feet.clean.clean import clean_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import cleaning_cost, drifts_m
from unbake.motion.skeleton import TRANSLATIONS, Skeleton
from unbake.performer import perform, with_drift


@pytest.mark.parametrize("action", ["walk", "run", "jump", "sneak", "stand", "turn"])
def test_points_are_the_performers(action):
    performance = perform(action, seconds=3, seed=4)
    found = legs_of(performance.motion).points_m(performance.motion)
    away = np.linalg.norm(found - performance.figure.contact_points_m(performance.motion), axis=-1)
    # The ball is a joint of the skeleton; the heel is none, it is guessed from how the foot stands.
    assert away[:, [1, 3]].max() == 0.0
    assert away[:, [0, 2]].max() < 0.005


def test_legs_are_as_long_as_the_performers():
    performance = perform("walk", seconds=1, stature_m=1.9)
    legs = legs_of(performance.motion)
    assert legs.leg_length_m() == pytest.approx(performance.figure.leg_m, abs=1e-12)
    assert [leg.side for leg in legs.both] == ["left", "right"]


def test_turning_and_moving_the_clip_moves_the_points_along():
    motion = perform("walk", seconds=2, seed=2).motion
    shift = np.array([3.0, 0.0, -2.0])
    moved = replace(motion, translations_m=motion.translations_m + shift)
    before, after = (legs_of(one).points_m(one) for one in (motion, moved))
    assert np.abs(after - before - shift).max() < 1e-12


def test_the_packaged_clip_has_legs():
    motion = packaged_clip()
    points = legs_of(motion).points_m(motion)
    # Of every point the lowest is near the floor.
    assert (np.abs(points[..., 1].min(axis=0)) < 0.08).all()


def test_a_skeleton_without_toes_is_refused():
    motion = perform("walk", seconds=1).motion
    skeleton = motion.skeleton
    names = tuple(name.replace("ToeBase", "Thing") for name in skeleton.names)
    with pytest.raises(MotionError, match="no left-toe, right-toe"):
        legs_of(replace(motion, skeleton=replace(skeleton, names=names)))


def ending_in(motion, end_m):
    """The same motion of feet that are one bone, whose end lies so far from the ankle."""
    skeleton = motion.skeleton
    kept = [j for j, name in enumerate(skeleton.names) if not name.endswith("ToeBase_end")]
    offsets, is_toe = skeleton.offsets_m.copy(), ["ToeBase" in name for name in skeleton.names]
    offsets[is_toe] = offsets[is_toe] if end_m is None else end_m
    one_bone = Skeleton(
        names=tuple(skeleton.names[j].replace("ToeBase", "Foot_end") for j in kept),
        parents=tuple(kept.index(skeleton.parents[j]) if j else -1 for j in kept),
        offsets_m=offsets[kept],
        channels=tuple(() if is_toe[j] else skeleton.channels[j] for j in kept),
        rotation_orders=tuple(skeleton.rotation_orders[j] for j in kept),
        end_sites=tuple(is_toe[j] or skeleton.end_sites[j] for j in kept),
    )
    turns = np.where(np.array(is_toe)[kept, None], [0.0, 0.0, 0.0, 1.0], motion.rotations_xyzw[:, kept])
    return replace(motion, skeleton=one_bone, rotations_xyzw=turns)


def test_the_end_of_a_foots_only_bone_is_its_toe():
    done = perform("walk", seconds=2, seed=2)
    one_bone = ending_in(done.motion, None)
    assert "left-toe" not in one_bone.skeleton.roles
    assert np.abs(legs_of(one_bone).points_m(one_bone) - legs_of(done.motion).points_m(done.motion)).max() < 1e-12
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")
    sliding = ending_in(with_drift(done.motion, 1.0, 0.03, seed=2), None)
    found = clean_feet(sliding, labels)
    drifts = [drifts_m(legs_of(one).points_m(one), found.held_part).max() for one in (sliding, found.motion)]
    assert drifts[0] > 0.005
    assert drifts[1] < 0.001


@pytest.mark.parametrize("end_m", [(0.0, -0.08, 0.0), (0.0, 0.0, 0.03), (0.0, 0.0, 0.0)])
def test_an_end_just_below_or_beside_the_ankle_is_no_toe(end_m):
    motion = ending_in(perform("walk", seconds=1).motion, end_m)
    with pytest.raises(MotionError, match="no left-toe, right-toe"):
        legs_of(motion)


def all_places_in_channels(motion):
    """The same motion of a skeleton that says nothing of its bones."""
    skeleton = motion.skeleton
    channels = tuple((*TRANSLATIONS, *(c for c in names if c not in TRANSLATIONS)) for names in skeleton.channels)
    bare = replace(skeleton, channels=channels, offsets_m=np.zeros_like(skeleton.offsets_m))
    return replace(motion, skeleton=bare, translations_m=motion.local_translations_m()[:, list(bare.translated)])


def test_legs_without_bones_at_rest_are_as_long_as_they_usually_are():
    motion = perform("walk", seconds=1, seed=2).motion
    bare = all_places_in_channels(motion)
    legs, same = legs_of(motion), legs_of(bare)
    assert same.leg_length_m() == pytest.approx(legs.leg_length_m(), abs=1e-12)
    assert np.abs(same.points_m(bare) - legs.points_m(motion)).max() < 1e-12


def test_legs_without_bones_at_rest_are_cleaned_as_others():
    done = perform("walk", seconds=1, seed=2)
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")
    motion = with_drift(done.motion, 1.0, 0.03, seed=2)
    found, same = clean_feet(motion, labels), clean_feet(all_places_in_channels(motion), labels)
    assert np.abs(same.motion.positions() - found.motion.positions()).max() < 1e-7
    cost = cleaning_cost(all_places_in_channels(motion), same.motion, labels)
    assert (cost.least_length, cost.largest_length) == pytest.approx((1.0, 1.0), abs=1e-9)


@pytest.mark.parametrize(("joint", "bone"), [("LeftLeg", "left thigh"), ("RightFoot", "right shin")])
def test_bones_without_length_are_refused(joint, bone):
    motion = perform("walk", seconds=1).motion
    offsets = motion.skeleton.offsets_m.copy()
    offsets[motion.skeleton.names.index(joint)] = 0.0
    with pytest.raises(MotionError, match=f"the {bone} has no length: '{joint}' is where"):
        legs_of(replace(motion, skeleton=replace(motion.skeleton, offsets_m=offsets)))


@pytest.mark.parametrize(
    ("role", "joint"),
    [("left-knee", "Head"), ("left-knee", "RightLeg"), ("right-toe", "RightLeg"), ("left-ankle", "LeftLeg")],
)
def test_roles_that_are_no_chain_are_refused(role, joint):
    motion = perform("walk", seconds=1).motion
    with pytest.raises(MotionError, match=f"the {role.split('-')[0]} leg is no chain of joints"):
        legs_of(motion.with_roles({role: joint}))
