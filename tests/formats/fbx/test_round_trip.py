"""What is written comes back: joints, keys, handles and classes."""

import numpy as np
import pytest

pytest.importorskip("ufbx", reason="needs the extra fbx (ufbx)")

from clips import jump_clip
from formats.fbx.odd_rigs import odd_skeleton
from formats.figures import figure_motion, keyed
from unbake import KeyedAnimation, Motion, load, save

KEYS = (0, 9, 17, 31, 44, 59)


def curves_by_name(animation):
    return {(animation.skeleton.names[c.channel.joint], c.channel.name): c for c in animation.curves}


def assert_same_joints(found, expected):
    assert (found.names, found.parents, found.end_sites) == (expected.names, expected.parents, expected.end_sites)
    assert [set(names) for names in found.channels] == [set(names) for names in expected.channels]
    np.testing.assert_allclose(found.offsets_m, expected.offsets_m, atol=1e-9)
    for joint, names in enumerate(expected.channels):
        if any(name[0] == "r" for name in names):
            assert found.rotation_orders[joint] == expected.rotation_orders[joint]
            assert abs(found.axes_xyzw[joint] @ expected.axes_xyzw[joint]) > 1.0 - 1e-9


@pytest.mark.parametrize("skeleton", [None, odd_skeleton()], ids=["plain", "odd"])
def test_keys_handles_and_classes(tmp_path, skeleton):
    motion = figure_motion(skeleton=skeleton)
    animation = keyed(motion, KEYS)
    save(animation, tmp_path / "a.fbx")
    found = load(tmp_path / "a.fbx")
    assert isinstance(found, KeyedAnimation)
    assert found.warnings == ()
    assert found.selection.frames == KEYS
    assert found.selection.classes == animation.selection.classes
    assert (found.fps, found.first_frame, found.n_frames) == (animation.fps, animation.first_frame, animation.n_frames)
    assert_same_joints(found.skeleton, animation.skeleton)
    ours, theirs = curves_by_name(animation), curves_by_name(found)
    assert ours.keys() == theirs.keys()
    for name, curve in ours.items():
        other, spans = theirs[name], np.diff(curve.frames)
        scale = max(float(np.abs(curve.values).max()), 1.0)
        np.testing.assert_allclose(other.values, curve.values, atol=2e-7 * scale)
        for mine, its, length in ((curve.right[:-1], other.right[:-1], spans), (curve.left[1:], other.left[1:], spans)):
            assert (np.abs(its[:, 0] - mine[:, 0]) <= 0.6e-4 * length + 1e-6).all()
        for mine, its in zip(curve.slopes(), other.slopes(), strict=True):
            np.testing.assert_allclose(its, mine, rtol=2e-5, atol=1e-6 * scale)
    off = np.linalg.norm(animation.sample().positions() - found.sample().positions(), axis=2)
    assert off.max() < 2e-5


def test_a_key_on_every_frame_of_a_keyed_animation_stays_a_key(tmp_path):
    animation = keyed(figure_motion(4), (0, 1, 2, 3))
    save(animation, tmp_path / "a.fbx")
    found = load(tmp_path / "a.fbx")
    assert isinstance(found, KeyedAnimation)
    assert found.selection.frames == (0, 1, 2, 3)


def test_a_baked_motion(tmp_path):
    motion = jump_clip()
    save(motion, tmp_path / "a.fbx")
    found = load(tmp_path / "a.fbx")
    assert isinstance(found, Motion)
    assert (found.fps, found.first_frame, found.n_frames) == (motion.fps, motion.first_frame, motion.n_frames)
    assert_same_joints(found.skeleton, motion.skeleton)
    assert np.abs(found.positions() - motion.positions()).max() < 2e-6
    assert found.skeleton.roles == motion.skeleton.roles
