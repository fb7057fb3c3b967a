"""Skeletons fitted to markers on the performer, whose joints are known."""

from fractions import Fraction

import numpy as np
import pytest
from benchmarks.markers.marked import marked, with_hidden, with_sliding_skin
from benchmarks.markers.performer import joint_errors

from unbake.errors import MotionError
from unbake.markers.fit import fit_skeleton
from unbake.markers.sets import BONES, CMU, MARKER_SETS, PLUG_IN_GAIT, QUALISYS
from unbake.performer import perform

pytestmark = pytest.mark.usefixtures("one_thread")
FPS = Fraction(50)
# The performer's shoulders lie nearer to the acromion than the regression has them; all else is met to a centimetre.
SHOULDER_M, OTHERS_M = 0.03, 0.012


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=1.6, fps=FPS, seed=4)


@pytest.fixture(scope="module")
def fitted(walk):
    """The walk fitted to the markers of Plug-in Gait."""
    return fit(marked(walk, PLUG_IN_GAIT))


def fit(markers, **more):
    return fit_skeleton(markers.positions_m, markers.labels, FPS, **more)


def worst_m(markers, found, shoulders):
    errors = joint_errors(markers, found)
    chosen = [role.endswith("shoulder") == shoulders for role in errors.roles]
    assert any(chosen)
    return errors.whole_m[:, chosen].max()


def shifted(markers, positions_m):
    return type(markers)(markers.performance, markers.labels, positions_m)


class TestJoints:
    @pytest.mark.parametrize("marker_set", MARKER_SETS, ids=lambda known: known.name)
    def test_each_set_finds_the_performers_joints(self, walk, marker_set):
        markers = marked(walk, marker_set)
        found = fit(markers)
        assert found.labelling.marker_set is marker_set
        assert worst_m(markers, found, shoulders=False) < OTHERS_M
        assert worst_m(markers, found, shoulders=True) < SHOULDER_M
        assert np.nanmax(found.distances_m) < 0.02

    @pytest.mark.slow
    def test_noise_and_sliding_skin(self, walk):
        markers = with_sliding_skin(marked(walk, PLUG_IN_GAIT))
        errors = joint_errors(markers, fit(markers))
        assert errors.whole_m.mean() < 0.012
        assert errors.moving_m.mean() < 0.008

    def test_hidden_markers(self, walk):
        markers = with_hidden(marked(walk, CMU))
        assert worst_m(markers, fit(markers), shoulders=False) < 0.03

    def test_the_skeleton_has_constant_bones_and_all_roles(self, fitted):
        motion = fitted.motion
        assert len(motion.skeleton.roles) == 21
        assert motion.skeleton.translated == (0,)
        assert motion.skeleton.rest_positions()[motion.skeleton.roles["head"], 1] > 1.4

    def test_feet_stand_while_the_performers_do(self, walk, fitted):
        motion = fitted.motion
        for side, heel, toe in (("left", 0, 1), ("right", 2, 3)):
            stands = walk.contacts[:, heel] & walk.contacts[:, toe]
            assert stands.any()
            ankle = motion.positions()[stands, motion.skeleton.roles[f"{side}-ankle"]]
            assert np.ptp(ankle[:, 1]) < 0.003

    def test_knees_and_elbows_bend_the_right_way(self, fitted):
        motion = fitted.motion
        for joint, sign in (("knee", 1.0), ("elbow", -1.0)):
            turned = motion.rotations_xyzw[:, motion.skeleton.roles[f"left-{joint}"]]
            bend = 2.0 * np.arctan2(turned[:, 0], turned[:, 3])
            bend = (bend + np.pi) % (2.0 * np.pi) - np.pi
            assert (sign * bend).min() > np.radians(-3.0)
            assert (sign * bend).max() > np.radians(15.0)


class TestGaps:
    def test_a_leg_that_is_hidden_for_a_while(self, walk):
        clean = marked(walk, PLUG_IN_GAIT)
        positions = clean.positions_m.copy()
        leg = [n for n, label in enumerate(clean.labels) if label in ("LTHI", "LKNE", "LTIB", "LANK", "LHEE", "LTOE")]
        positions[30:45, leg] = np.nan
        found = fit(shifted(clean, positions), first_frame=101)
        knee = found.model.names.index("LeftLeg")
        assert not found.poses.known[30:45, knee].any()
        assert found.poses.known[:30, knee].all()
        note = next(note for note in found.motion.warnings if "too few markers" in note)
        assert "LeftUpLeg (frames 131–145)" in note
        path = found.motion.positions()[28:47, found.motion.skeleton.roles["left-knee"]]
        assert np.linalg.norm(np.diff(path, axis=0), axis=1).max() < 0.1
        rest = [f for f in range(len(positions)) if not 30 <= f < 45]
        assert joint_errors(clean, found).whole_m[rest].max() < SHOULDER_M

    def test_frames_without_any_marker(self, walk):
        clean = marked(walk, BONES)
        positions = clean.positions_m.copy()
        positions[:5] = positions[40:44] = np.nan
        found = fit(shifted(clean, positions))
        assert np.isfinite(found.motion.positions()).all()
        assert np.linalg.norm(np.diff(found.motion.positions()[:, 0], axis=0), axis=1).max() < 0.08

    def test_one_frame(self, walk):
        clean = marked(walk, PLUG_IN_GAIT)
        found = fit(shifted(clean, clean.positions_m[:1]))
        assert found.motion.n_frames == 1
        assert joint_errors(shifted(clean, clean.positions_m[:1]), found).roles

    def test_input_is_unchanged(self, walk):
        markers = with_hidden(marked(walk, PLUG_IN_GAIT))
        before = markers.positions_m.copy()
        fit(markers)
        np.testing.assert_array_equal(markers.positions_m, before)

    def test_a_pelvis_that_is_never_whole(self, walk):
        clean = marked(walk, PLUG_IN_GAIT)
        positions = clean.positions_m.copy()
        positions[::2, clean.labels.index("LASI")] = positions[1::2, clean.labels.index("RASI")] = np.nan
        with pytest.raises(MotionError, match="in no frame are enough markers seen together to place LeftUpLeg"):
            fit(shifted(clean, positions))


class TestMarkersFarOff:
    """Where a marker is not where it can be, a note names it; an arm that swings is met nevertheless."""

    def test_labels_that_are_swapped_for_a_while(self, walk, fitted):
        clean = marked(walk, PLUG_IN_GAIT)
        assert not any("4 cm" in note for note in fitted.motion.warnings)
        positions, knees = clean.positions_m.copy(), [clean.labels.index(label) for label in ("LKNE", "RKNE")]
        positions[20:30, knees] = positions[20:30, knees[::-1]]
        notes = [note for note in fit(shifted(clean, positions), first_frame=101).motion.warnings if "4 cm" in note]
        assert len(notes) == 1
        assert notes[0].code == "markers-far"
        assert "LKNE (frames 121–130, up to" in notes[0]
        assert "RKNE (frames 121–130, up to" in notes[0]

    def test_one_frame_is_one(self, walk):
        clean = marked(walk, PLUG_IN_GAIT)
        positions = clean.positions_m.copy()
        positions[20, clean.labels.index("LTIB"), 1] += 0.5
        notes = [str(note) for note in fit(shifted(clean, positions)).motion.warnings if "4 cm" in note]
        assert "LTIB (frame 21, up to" in notes[0]

    def test_an_arm_that_swings_while_markers_are_hidden(self):
        jump = marked(perform("jump", seconds=3, fps=FPS, seed=4), QUALISYS)
        found = fit(with_hidden(jump))
        elbow = found.model.landmarks.index("right-elbow-lateral")
        # It stopped on the way to markers that were 47 cm off.
        assert np.nanmax(found.distances_m[:, elbow]) < 0.04


class TestNonsense:
    """Whatever the positions are, there is a motion of finite numbers or one line."""

    def test_all_markers_in_one_place(self):
        labels = list(PLUG_IN_GAIT.labels.values())
        with pytest.raises(MotionError, match="in no frame are enough markers seen together"):
            fit_skeleton(np.ones((3, len(labels), 3)), labels, FPS)

    def test_a_marker_beyond_all_bounds(self):
        labels = list(PLUG_IN_GAIT.labels.values())
        positions = np.zeros((3, len(labels), 3))
        positions[1, 2, 0] = 1e30
        with pytest.raises(MotionError, match="at frame 8 is too far away to be a position"):
            fit_skeleton(positions, labels, FPS, first_frame=7)

    def noise(self, size_m):
        rng = np.random.default_rng(1)
        labels = list(CMU.labels.values())
        positions = size_m * rng.uniform(-1.0, 1.0, (6, len(labels), 3))
        positions[rng.random(positions.shape[:2]) < 0.05] = np.nan
        return fit_skeleton(positions, labels, FPS)

    def test_noise_alone(self):
        assert np.isfinite(self.noise(1.0).motion.positions()).all()

    @pytest.mark.parametrize("size_m", [1e-9, 9e5])
    def test_noise_of_no_bodys_size(self, size_m):
        with pytest.raises(MotionError, match=r"^[^\n]+$"):
            self.noise(size_m)

    def test_labels_that_went_astray(self, walk):
        markers = marked(walk, CMU)
        labels = list(np.random.default_rng(2).permutation(markers.labels))
        assert np.isfinite(fit_skeleton(markers.positions_m[:8], labels, FPS).motion.positions()).all()


@pytest.mark.slow
def test_mirrored_markers_give_the_mirrored_skeleton(walk):
    clean = marked(walk, PLUG_IN_GAIT)
    # RBAK has no twin.
    there = [n for n, label in enumerate(clean.labels) if label != "RBAK"]
    positions, labels = clean.positions_m[:, there], [clean.labels[n] for n in there]
    swapped = [{"L": "R", "R": "L"}.get(label[0], label[0]) + label[1:] for label in labels]
    swapped = [other if other in labels else label for label, other in zip(labels, swapped, strict=True)]
    one = fit_skeleton(positions, labels, FPS).motion
    other = fit_skeleton(positions * [-1.0, 1.0, 1.0], swapped, FPS).motion
    turned = [other.skeleton.index(_other_side(name)) for name in one.skeleton.names]
    np.testing.assert_allclose(other.positions()[:, turned] * [-1.0, 1.0, 1.0], one.positions(), rtol=0.0, atol=1e-4)


def _other_side(name):
    if name.startswith("Left"):
        return "Right" + name.removeprefix("Left")
    return "Left" + name.removeprefix("Right") if name.startswith("Right") else name
