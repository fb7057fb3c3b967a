"""Motions and skeletons: forward kinematics against plain matrices, ranges, and what is refused."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from clips import packaged_clip
from unbake.errors import MotionError, UsageError
from unbake.motion import motion
from unbake.motion.motion import LARGEST_M, Motion
from unbake.motion.points import Points, points_of
from unbake.motion.rotations import normalised
from unbake.motion.skeleton import MOST_JOINTS, Skeleton


def branched(n_joints: int = 9) -> Skeleton:
    rng = np.random.default_rng(5)
    parents = (-1, *(int(rng.integers(0, joint)) for joint in range(1, n_joints)))
    channels = tuple(("tx", "ty", "tz", "rx") if joint in (0, 4) else ("rx",) for joint in range(n_joints))
    return Skeleton(tuple(f"j{n}" for n in range(n_joints)), parents, rng.normal(size=(n_joints, 3)), channels)


def random_motion(n_frames: int = 12, first_frame: int = 1) -> Motion:
    rng = np.random.default_rng(6)
    skeleton = branched()
    rotations = normalised(rng.normal(size=(n_frames, 9, 4)))
    return Motion(skeleton, rotations, rng.normal(size=(n_frames, 2, 3)), Fraction(120), first_frame)


def matrices(motion: Motion) -> np.ndarray:
    """World transformations (F, J, 4, 4) by multiplying 4 × 4 matrices up the chain, joint by joint."""
    out = np.zeros((motion.n_frames, len(motion.skeleton.names), 4, 4))
    for frame in range(motion.n_frames):
        for joint, parent in enumerate(motion.skeleton.parents):
            local = np.eye(4)
            local[:3, :3] = Rotation.from_quat(motion.rotations_xyzw[frame, joint]).as_matrix()
            local[:3, 3] = motion.skeleton.offsets_m[joint]
            if joint in motion.skeleton.translated:
                local[:3, 3] = motion.translations_m[frame, motion.skeleton.translated.index(joint)]
            out[frame, joint] = out[frame, parent] @ local if parent >= 0 else local
    return out


def test_forward_kinematics_against_matrices():
    motion = random_motion()
    world = matrices(motion)
    assert np.abs(motion.positions() - world[..., :3, 3]).max() < 1e-12
    turned = Rotation.from_quat(motion.world_rotations_xyzw().reshape(-1, 4)).as_matrix()
    assert np.abs(turned - world[..., :3, :3].reshape(-1, 3, 3)).max() < 1e-12


def test_rotations_are_scaled_to_unit_length():
    motion = random_motion()
    scaled = replace(motion, rotations_xyzw=motion.rotations_xyzw * 3.0)
    assert np.allclose(scaled.rotations_xyzw, motion.rotations_xyzw)
    zero = replace(motion, rotations_xyzw=np.zeros_like(motion.rotations_xyzw))
    assert (zero.rotations_xyzw[..., 3] == 1.0).all()


def test_a_motion_cannot_be_changed_from_outside():
    rng = np.random.default_rng(0)
    rotations, translations = normalised(rng.normal(size=(3, 9, 4))), rng.normal(size=(3, 2, 3))
    motion = Motion(branched(), rotations, translations, Fraction(30))
    before = motion.positions().copy()
    rotations[:] = 0.0
    translations[:] = 0.0
    assert np.array_equal(replace(motion).positions(), before)
    for array in (motion.rotations_xyzw, motion.translations_m, motion.positions(), motion.skeleton.offsets_m):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_copies_and_pickles_of_a_motion_whose_roles_are_known():
    motion = random_motion()
    assert not motion.skeleton.roles
    motion = motion.with_roles({"hips": motion.skeleton.names[0]})
    assert motion.skeleton.roles == {"hips": 0}
    for twin in (copy.deepcopy(motion), pickle.loads(pickle.dumps(motion))):
        assert np.array_equal(twin.positions(), motion.positions())
        assert twin.rotations_xyzw.tobytes() == motion.rotations_xyzw.tobytes()
        assert twin.skeleton.roles == motion.skeleton.roles


@pytest.mark.parametrize("fps", [30, 30.0, np.int64(30), np.float32(30), np.array(30.0)], ids=lambda fps: repr(fps))
def test_frame_rates_of_any_kind_are_fractions_of_pythons_integers(fps):
    motion = replace(random_motion(), fps=fps)
    plain = Motion.from_arrays(["a"], [-1], [[0, 0, 0]], np.ones((3, 1, 4)), fps=fps)
    for rate in (motion.fps, plain.fps, points_of(motion, [0]).fps, random_motion().resampled(fps).fps):
        assert rate == 30
        assert (type(rate), type(rate.numerator)) == (Fraction, int)


@pytest.mark.parametrize("fps", [0, -30.0, float("nan"), float("inf"), 1e-9])
def test_frame_rates_that_are_none(fps):
    with pytest.raises(MotionError, match="frame rate must be positive"):
        Motion.from_arrays(["a"], [-1], [[0, 0, 0]], np.ones((3, 1, 4)), fps=fps)
    with pytest.raises(MotionError, match="frame rate must be positive"):
        Points(np.zeros((2, 3)), ("a",), fps=fps)
    with pytest.raises(UsageError, match="frame rate must be positive"):
        random_motion().resampled(fps)


def test_points_of_unknown_weights_and_spaces_are_refused():
    motion = random_motion()
    for options in ({"weights": {9: 2.0}}, {"weights": {-1: 2.0}}, {"weights": {"a": 2.0}}, {"space": "World"}):
        with pytest.raises(UsageError, match=r"does not exist|unknown space"):
            points_of(motion, [0], **options)


def test_excerpts_keep_the_numbers_of_frames():
    motion = random_motion(first_frame=6)
    part = motion.excerpt(8, 11)
    assert (part.first_frame, part.last_frame, part.n_frames) == (8, 11, 4)
    assert np.abs(part.positions() - motion.positions()[2:6]).max() < 1e-14
    assert motion.frame_index(6) == 0
    assert motion.duration_s == pytest.approx(11 / 120)
    whole = motion.excerpt(6, 17)
    assert whole.n_frames == 12
    for first, last in ((5, 8), (8, 18), (9, 8)):
        with pytest.raises(UsageError):
            motion.excerpt(first, last)


def test_height():
    motion = random_motion()
    assert motion.height_m() == pytest.approx(np.ptp(motion.positions()[..., 1], axis=1).max())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rotations_xyzw": np.ones((0, 9, 4)), "translations_m": np.ones((0, 2, 3))}, "at least one frame"),
        ({"rotations_xyzw": np.ones((12, 8, 4))}, "rotations have shape"),
        ({"translations_m": np.ones((12, 3, 3))}, "translations have shape"),
        ({"fps": Fraction(0)}, "frame rate"),
        ({"fps": Fraction(-30)}, "frame rate"),
    ],
)
def test_wrong_shapes(change, said):
    with pytest.raises(MotionError, match=said):
        replace(random_motion(), **change)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_none_name_joint_and_frame(number):
    motion = random_motion(first_frame=6)
    rotations = motion.rotations_xyzw.copy()
    rotations[3, 2, 1] = number
    with pytest.raises(MotionError, match="'j2' at frame 9") as caught:
        replace(motion, rotations_xyzw=rotations)
    assert (caught.value.joint, caught.value.frame_index) == ("j2", 3)
    translations = motion.translations_m.copy()
    translations[0, 1, 2] = number
    with pytest.raises(MotionError, match="'j4' at frame 6"):
        replace(motion, translations_m=translations)


def test_positions_out_of_this_world_are_refused():
    motion = random_motion()
    translations = motion.translations_m.copy()
    translations[0, 0, 0] = 1.01 * LARGEST_M
    with pytest.raises(MotionError, match="too large"):
        replace(motion, translations_m=translations)
    with pytest.raises(MotionError, match="joint 'j0' is too large"):
        replace(motion.skeleton, offsets_m=np.full((9, 3), 1.01 * LARGEST_M))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"names": ("a", "a", "c")}, "declared twice"),
        ({"parents": (0, 0, 1)}, "must be the root"),
        ({"parents": (-1, -1, 1)}, "does not come before"),
        ({"parents": (-1, 2, 0)}, "does not come before"),
        ({"parents": (-1, 0)}, "parents has 2 entries"),
        ({"offsets_m": np.zeros((2, 3))}, "offsets_m has shape"),
        ({"offsets_m": np.full((3, 3), np.nan)}, "not a finite number"),
        ({"rest_xyzw": np.full((3, 4), np.inf)}, "not a finite number"),
        ({"channels": (("rx", "rx"), (), ())}, "repeated"),
        ({"channels": (("sx",), (), ())}, "unknown"),
        ({"channels": (("qx", "qy"), (), ())}, "mixes"),
        ({"channels": (("qx", "qy", "qz", "qw", "rx"), (), ())}, "mixes"),
        ({"rotation_orders": ("zyz", "zyx", "zyx")}, "rotation order"),
    ],
)
def test_broken_skeletons(change, said):
    sound = Skeleton(("a", "b", "c"), (-1, 0, 1), np.zeros((3, 3)), (("rx",), (), ()))
    with pytest.raises(MotionError, match=said):
        replace(sound, **change)


def test_the_number_of_joints_is_bounded():
    with pytest.raises(MotionError, match="joints"):
        Skeleton((), (), np.zeros((0, 3)), ())
    count = MOST_JOINTS + 1
    names = tuple(str(n) for n in range(count))
    with pytest.raises(MotionError, match="5,001"):
        Skeleton(names, tuple(range(-1, count - 1)), np.zeros((count, 3)), ((),) * count)


def test_relations_of_joints():
    skeleton = branched()
    for joint, children in enumerate(skeleton.children()):
        assert all(skeleton.parents[child] == joint for child in children)
    assert sum(map(len, skeleton.children())) == 8
    assert skeleton.translated == (0, 4)
    assert skeleton.index("j4") == 4
    still = Motion(skeleton, np.tile([0.0, 0, 0, 1], (1, 9, 1)), skeleton.offsets_m[[0, 4]][None], Fraction(30))
    assert np.allclose(skeleton.rest_positions(), still.positions()[0])


def test_turns_of_one_joint():
    motion = random_motion()
    for joint in range(9):
        np.testing.assert_array_equal(motion.world_turns_xyzw(joint), motion.world_rotations_xyzw()[:, joint])


def test_long_takes_keep_positions_without_rotations(monkeypatch):
    """What is kept is read-only and the same, whatever is asked for first."""
    short, long, turned = random_motion(), random_motion(), random_motion()
    expected, rotations = short.positions(), short.world_rotations_xyzw()
    monkeypatch.setattr(motion, "LONG", 11)
    np.testing.assert_array_equal(long.positions(), expected)
    assert long.positions() is long.positions()
    assert not long.positions().flags.writeable
    assert "_world" not in vars(long)
    np.testing.assert_array_equal(turned.world_rotations_xyzw(), rotations)
    assert turned.positions() is turned.positions()
    assert "_positions" not in vars(turned)
    np.testing.assert_array_equal(long.world_rotations_xyzw(), rotations)


def test_an_excerpt_of_all_frames_is_the_motion_to_the_last_bit():
    clip = packaged_clip()
    whole = clip.excerpt(clip.first_frame, clip.last_frame)
    np.testing.assert_array_equal(whole.rotations_xyzw, clip.rotations_xyzw)
    np.testing.assert_array_equal(whole.translations_m, clip.translations_m)
    assert (whole.first_frame, whole.n_frames) == (clip.first_frame, clip.n_frames)
