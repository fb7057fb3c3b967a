"""Travel over the floor, in world positions: on clips whose hips come first, and on rigs with a root above them."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from data import DATA, needs_data
from formats.figures import figure_motion, figure_skeleton
from unbake.formats.registry import load_motion
from unbake.motion import in_place, with_root_motion
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler, rotation_angle

FLOOR = [0, 2]


def travelling_rig():
    """A root that walks in a circle and turns, a prop beside the hips, and the figure's joints below them."""
    figure = figure_motion(30)
    skeleton = figure.skeleton
    rng = np.random.default_rng(3)
    channels = (("tx", "tz", "ry"), (), *skeleton.channels)
    parents = (-1, 0, 0, *(p + 2 for p in skeleton.parents[1:]))
    above = replace(
        skeleton,
        names=("Mover", "Prop", *skeleton.names),
        parents=parents,
        offsets_m=np.concatenate([[[0.0, 0.1, 0.0], [0.4, 0.0, 0.2]], skeleton.offsets_m]),
        channels=channels,
        rotation_orders=("zyx", "zyx", *skeleton.rotation_orders),
        axes_xyzw=np.tile([0.0, 0.0, 0.0, 1.0], (len(parents), 1)),
        rest_xyzw=np.tile([0.0, 0.0, 0.0, 1.0], (len(parents), 1)),
        end_sites=(False, False, *skeleton.end_sites),
    )
    turns = np.zeros((30, 2, 4))
    turns[..., 3] = 1.0
    turns[:, 0] = quaternion_from_euler("y", np.linspace(0.0, 2.0, 30)[:, None])
    walk = np.cumsum(rng.normal(size=(30, 1, 3)), axis=0) * [0.1, 0.0, 0.1] + [0.0, 0.1, 0.0]
    return Motion(
        above,
        np.concatenate([turns, figure.rotations_xyzw], axis=1),
        np.concatenate([walk, figure.translations_m], axis=1),
        figure.fps,
    )


def cmu():
    return load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(1, 60)


CLIPS = [
    pytest.param(jump_clip, id="packaged"),
    pytest.param(figure_motion, id="figure"),
    pytest.param(cmu, id="cmu", marks=needs_data),
]


@pytest.mark.parametrize("clip", CLIPS)
def test_an_added_root_takes_the_travel_and_no_joint_moves(clip):
    motion = clip()
    before = motion.translations_m.copy()
    moved = with_root_motion(motion)
    assert np.ptp(motion.positions()[:, 0, FLOOR], axis=0).max() > 0.05
    assert len(moved.skeleton.names) == len(motion.skeleton.names) + 1
    assert moved.skeleton.names[1:] == motion.skeleton.names
    assert moved.skeleton.names[0].startswith("root")
    assert np.abs(moved.positions()[:, 1:] - motion.positions()).max() < 1e-12
    assert rotation_angle(moved.world_rotations_xyzw()[:, 1:], motion.world_rotations_xyzw()).max() < 1e-7
    assert np.abs(moved.positions()[:, 0, FLOOR] - motion.positions()[:, 0, FLOOR]).max() < 1e-12
    assert not moved.positions()[:, 0, 1].any()
    assert not moved.translations_m[:, 1, FLOOR].any()
    assert {r: moved.skeleton.names[j] for r, j in moved.skeleton.roles.items()} == {
        r: motion.skeleton.names[j] for r, j in motion.skeleton.roles.items()
    }
    assert np.array_equal(motion.translations_m, before)


def test_a_root_that_is_there_takes_it_and_only_the_root_moves():
    rig = travelling_rig()
    moved = with_root_motion(rig)
    assert moved.skeleton.names == rig.skeleton.names
    assert np.abs(moved.positions()[:, 1:] - rig.positions()[:, 1:]).max() < 1e-12
    root, hips = moved.positions()[:, 0], rig.positions()[:, 2]
    assert np.abs((root - hips)[:, FLOOR]).max() < 1e-12
    assert np.abs((root - rig.positions()[:, 0])[:, FLOOR]).max() > 0.1
    assert np.array_equal(root[:, 1], rig.positions()[:, 0, 1])


@pytest.mark.parametrize("clip", [*CLIPS, pytest.param(travelling_rig, id="root")])
def test_in_place_the_hips_only_rise_and_fall(clip):
    motion = clip()
    still = in_place(motion)
    hips = motion.skeleton.roles["hips"]
    places, was = still.positions(), motion.positions()
    assert still.skeleton.names == motion.skeleton.names
    assert np.abs(places[:, hips, FLOOR]).max() < 1e-12
    assert np.array_equal(places[:, hips, 1], was[:, hips, 1])
    # Everything is where it was, seen from the hips; of a root above them that is not asked.
    rows = slice(1 if hips else 0, None)
    assert np.abs((places - places[:, [hips]])[:, rows] - (was - was[:, [hips]])[:, rows]).max() < 1e-12
    assert np.abs(places[:, 0, FLOOR]).max() < 1e-12


def test_in_place_is_root_motion_seen_from_the_root():
    motion = jump_clip()
    still, moved = in_place(motion).positions(), with_root_motion(motion).positions()
    assert np.abs(still - (moved - moved[:, [0]] * [1.0, 0.0, 1.0])[:, 1:]).max() < 1e-12


def test_hips_without_channels_over_the_floor_get_them():
    plain = figure_skeleton()
    skeleton = replace(
        plain,
        offsets_m=np.concatenate([[[0.3, 0.9, 0.0]], plain.offsets_m[1:]]),
        channels=(("rz", "ry", "rx"), *plain.channels[1:]),
    )
    motion = Motion(skeleton, figure_motion(5).rotations_xyzw, np.empty((5, 0, 3)), figure_motion(5).fps)
    assert np.allclose(in_place(motion).positions()[:, 0], [0.0, 0.9, 0.0])
    moved = with_root_motion(motion)
    assert np.abs(moved.positions()[:, 1:] - motion.positions()).max() < 1e-12
    assert np.allclose(moved.positions()[:, 0], [0.3, 0.0, 0.0])


def test_a_joint_of_the_roots_name_keeps_it():
    motion = figure_motion(3)
    named = replace(motion, skeleton=replace(motion.skeleton, names=("root", *motion.skeleton.names[1:])))
    assert with_root_motion(named).skeleton.names[:2] == ("root_motion", "root")
    assert with_root_motion(named, "Armature").skeleton.names[:2] == ("Armature", "root")


def test_what_is_no_humanoid_travels_by_its_first_joint():
    motion = figure_motion(10)
    names = tuple(f"part{n}" for n in range(16))
    thing = replace(motion, skeleton=replace(motion.skeleton, names=names))
    assert not thing.skeleton.roles
    assert np.abs(in_place(thing).positions()[:, 0, FLOOR]).max() < 1e-12
    moved = with_root_motion(thing).positions()
    assert np.abs(moved[:, 1:] - thing.positions()).max() < 1e-12
    assert np.abs(moved[:, 0, FLOOR] - thing.positions()[:, 0, FLOOR]).max() < 1e-12
    assert np.ptp(moved[:, 0, FLOOR], axis=0).max() > 0.05
