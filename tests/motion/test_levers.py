"""What turns on the spot is seen: by selection, and by the measured error."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from data import DATA, needs_data
from motion.turning import bare_pan, camera_pan, propeller, swung, turned, twisted_chain
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.formats.registry import load_motion
from unbake.keyframes.selection import Selection
from unbake.motion.levers import BARE_M, find_levers, motion_with_sites
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, default_levers, points_of
from unbake.motion.rotations import quaternion_from_euler, quaternion_product
from unbake.reduce.reduction import ReduceOptions, reduce_motion

OBJECTS = {"camera": camera_pan, "bare": bare_pan, "propeller": propeller, "chain": twisted_chain}


@pytest.fixture(params=OBJECTS)
def thing(request):
    return OBJECTS[request.param]()


def test_keys_are_found_and_two_are_not_enough(thing):
    by_layers = reduce_motion(thing)
    assert len(by_layers.selection) >= 4
    assert by_layers.error.max_cm < 1.0
    two = measure(thing, fit(thing, Selection((0, thing.n_frames - 1))))
    assert two.max_cm > 20.0
    promised = reduce_motion(thing, ReduceOptions(error_m=0.01))
    assert 2 < len(promised.selection) < 20
    assert promised.error.max_m <= 0.01
    assert reduce_motion(thing, ReduceOptions(keys=5)).error.max_m < two.max_m


def test_the_end_of_a_camera_is_off_as_far_as_it_is():
    motion = camera_pan()
    animation = fit(motion, Selection((0, 120)))
    gaps = np.linalg.norm(motion.positions()[:, 1] - animation.sample().positions()[:, 1], axis=1)
    measured = measure(motion, animation)
    assert measured.max_m == pytest.approx(gaps.max())
    assert measured.max_cm > 60.0
    assert measured.worst_joint == "camera (end)"
    assert measured.joints == ("camera", "camera (end)", "camera (side)")


def test_levers_are_as_long_as_the_bone_and_at_right_angles(thing):
    levers = default_levers(thing)
    end, side = levers.arms_m
    assert end @ side == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.norm(side) == pytest.approx(np.linalg.norm(end))
    lengths = {"camera": 1.09, "propeller": 0.3, "lower": 0.25}
    bare = len(thing.skeleton.names) == 1
    expected = BARE_M if bare else lengths[thing.skeleton.names[levers.joints[0]]]
    assert np.linalg.norm(end) == pytest.approx(expected)


def test_positions_are_those_of_children_fixed_there(thing):
    """As if the skeleton had a joint at each point."""
    levers = default_levers(thing)
    for joint, arm, place in zip(levers.joints, levers.arms_m, np.moveaxis(levers.positions(thing), 1, 0), strict=True):
        skeleton = thing.skeleton
        wider = replace(
            skeleton,
            names=(*skeleton.names, "point"),
            parents=(*skeleton.parents, joint),
            offsets_m=np.vstack([skeleton.offsets_m, arm]),
            channels=(*skeleton.channels, ()),
            rotation_orders=(*skeleton.rotation_orders, "zyx"),
            axes_xyzw=np.vstack([skeleton.axes_xyzw, [0, 0, 0, 1]]),
            rest_xyzw=np.vstack([skeleton.rest_xyzw, [0, 0, 0, 1]]),
            end_sites=(*skeleton.end_sites, True),
        )
        still = np.tile([0.0, 0.0, 0.0, 1.0], (thing.n_frames, 1, 1))
        rotations = np.concatenate([thing.rotations_xyzw, still], axis=1)
        moved = Motion(wider, rotations, thing.translations_m, thing.fps)
        np.testing.assert_allclose(place, moved.positions()[:, -1], atol=1e-12)


def test_what_does_not_turn_has_no_levers(thing):
    still = Motion(thing.skeleton, thing.rotations_xyzw[:1].repeat(30, axis=0), thing.translations_m[:30], thing.fps)
    assert len(default_levers(still)) == 0
    assert points_of(still).names == tuple(thing.skeleton.names[j] for j in default_joints(still))


def test_a_joint_at_the_place_of_its_parent_shows_nothing():
    """A camera in a rig of pan and tilt joints that all stand in one place."""
    motion = bare_pan()
    names = ("dolly", "pan", "tilt")
    skeleton = replace(
        twisted_chain().skeleton, names=names, offsets_m=np.zeros((3, 3)), end_sites=(False, False, False)
    )
    rig = turned(skeleton, "pan", "y", swung(60.0))
    assert {names[j] for j in default_levers(rig).joints} == {"pan", "tilt"}
    assert len(reduce_motion(rig).selection) == len(reduce_motion(motion).selection)


def test_an_ordinary_body_keeps_its_points():
    """Its head, hands and feet turn, but less far than its limbs move."""
    clip = packaged_clip()
    assert len(default_levers(clip)) == 0
    assert len(points_of(clip).names) == 17


@needs_data
@pytest.mark.parametrize("name", ["02/02_01", "14/14_02", "16/16_52", "49/49_02"])
def test_captured_bodies_keep_their_points(name):
    assert len(default_levers(load_motion(DATA / "cmu" / f"{name}.amc"))) == 0


def test_a_head_that_shakes_on_a_body_that_stands_is_seen():
    clip = packaged_clip()
    head = clip.skeleton.index("Head")
    rotations = clip.rotations_xyzw[:1].repeat(121, axis=0)
    shaken = quaternion_product(rotations[:, head], quaternion_from_euler("y", np.radians(swung(70.0))[:, None]))
    rotations[:, head] = shaken
    motion = Motion(clip.skeleton, rotations, clip.translations_m[:1].repeat(121, axis=0), clip.fps)
    assert set(default_levers(motion).joints) == {head}
    reduction = reduce_motion(motion)
    assert len(reduction.selection) >= 4
    assert reduction.error.max_cm < 1.0


def test_every_way_to_turn_moves_a_lever():
    """Whatever the axis: two points at right angles cannot both lie on it."""
    skeleton = bare_pan().skeleton
    rng = np.random.default_rng(3)
    for axis in (*np.eye(3), *rng.normal(size=(20, 3))):
        axis = axis / np.linalg.norm(axis)
        half = np.radians(np.linspace(0.0, 40.0, 30))[:, None] / 2.0
        rotations = np.concatenate([np.sin(half) * axis, np.cos(half)], axis=1)[:, None]
        motion = Motion(skeleton, rotations, np.zeros((30, 0, 3)), bare_pan().fps)
        places = find_levers(motion, [0], False).positions(motion)
        way = np.linalg.norm(places[-1] - places[0], axis=1).max()
        assert way > 0.7 * 2.0 * np.sin(np.radians(20.0)) * BARE_M


def test_sites_are_where_the_levers_are(thing):
    levers = default_levers(thing)
    seen = motion_with_sites(thing, levers)
    assert np.allclose(seen.positions()[:, -len(levers) :], levers.positions(thing), atol=1e-12)
    assert np.allclose(seen.positions()[:, : -len(levers)], thing.positions(), atol=1e-12)


def test_joints_may_be_called_like_sites():
    motion = twisted_chain()
    names = tuple(f"a+{place}" for place in range(len(motion.skeleton.names)))
    motion = replace(motion, skeleton=replace(motion.skeleton, names=names))
    levers = default_levers(motion)
    assert motion_with_sites(motion, levers).skeleton.names[: len(names)] == names


def test_levers_of_some_joints(thing):
    levers = default_levers(thing)
    assert len(levers.of([])) == 0
    assert levers.of(levers.joints).names == levers.names
    last = levers.of([levers.joints[-1]])
    assert last.names == tuple(
        name for name, joint in zip(levers.names, levers.joints, strict=True) if joint in last.joints
    )
    assert last.positions(thing).shape == (thing.n_frames, 2, 3)
