from dataclasses import replace

import numpy as np
import pytest
from tests.data import needs_data
from tests.synthesis.figures import apart_m, bone_lengths_m, jump, placed, real, walker

from unbake.errors import MotionError, UsageError
from unbake.synthesis.blending.multiway import (
    BlendOptions,
    MultiwayBlend,
    linear_blend,
    multiway_blend,
    warps_of,
)
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import tracks_of
from unbake.synthesis.blending.weights import bernstein, clock, constant, eased, linear
from unbake.synthesis.warping.time_warp import TimeWarp

BOTH = ("rotations", "positions")


def test_tracks_put_together_are_the_motion():
    for source in (jump(), walker(turning=1.5)):
        motion = source.motion
        assert apart_m(tracks_of(motion).motion(motion.first_frame), motion) < 1e-12


def test_bernstein_weights():
    s = np.linspace(0.0, 1.0, 11)
    assert np.allclose(bernstein(s, 2), np.stack([1.0 - s, s], axis=1))
    three = bernstein(s, 3)
    # Two linear interpolations, interpolated (section 5.7).
    assert np.allclose(three, np.stack([(1 - s) ** 2, 2 * s * (1 - s), s**2], axis=1))
    for n in range(1, 7):
        assert np.allclose(bernstein(s, n).sum(axis=1), 1.0)
        assert np.allclose(bernstein(s, n)[:, ::-1], bernstein(1.0 - s, n))


@pytest.mark.parametrize("joints", BOTH)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_motion_blended_with_itself_is_that_motion(joints, n):
    source = walker(turning=0.8)
    blend = multiway_blend([source] * n, BlendOptions(joints=joints))
    assert apart_m(blend.motion, source.motion) < 1e-6
    assert blend.labels.plants == source.labels.plants
    assert np.allclose(blend.times, np.arange(60.0)[:, None])
    assert not blend.notes


@pytest.mark.parametrize("joints", BOTH)
def test_where_motions_are_and_head_does_not_matter(joints):
    a, b = walker(), walker(step_m=0.9, lean=0.3, turning=0.7)
    options = BlendOptions(joints=joints)
    plain = multiway_blend([a, b], options)
    moved = multiway_blend([a, placed(b, 2.0, (5.0, -3.0))], options)
    assert apart_m(plain.motion, moved.motion) < 1e-5
    elsewhere = multiway_blend([placed(a, -1.0, (2.0, 1.0)), b], options)
    expected = placed(replace(a, motion=plain.motion, labels=plain.labels), -1.0, (2.0, 1.0))
    assert apart_m(elsewhere.motion, expected.motion) < 1e-5


@pytest.mark.parametrize("joints", BOTH)
def test_at_zero_and_one_it_is_the_first_and_the_last(joints):
    a, b, c = walker(), walker(step_m=0.9, lean=0.3), walker(70, step_m=0.4, turning=0.5)
    first = multiway_blend([a, b, c], BlendOptions(joints=joints, schedule=constant(0.0)))
    assert apart_m(first.motion, a.motion) < 1e-6
    last = multiway_blend([a, b, c], BlendOptions(joints=joints, schedule=constant(1.0)))
    assert last.motion.n_frames == 70
    # The way of time through the first motion is only as exact as its frames are near together.
    assert apart_m(last.motion, c.motion) < 0.02
    even = multiway_blend([a, b], BlendOptions(joints=joints, schedule=constant(1.0), limits=None))
    assert apart_m(even.motion, b.motion) < 1e-6


@pytest.mark.parametrize("blender", [MultiwayBlend(), linear_blend])
def test_it_begins_and_ends_with_the_poses_of_its_sources(blender):
    a, b = walker(), walker(step_m=0.9, lean=0.3, turning=0.7)
    tracks, own, other = (tracks_of(motion) for motion in (blender([a, b]).motion, a.motion, b.motion))
    assert np.abs(tracks.places_m[0] - own.places_m[0]).max() < 1e-12
    assert abs(tracks.headings_rad[0] - own.headings_rad[0]) < 1e-12
    for frame, expected in ((0, own), (-1, other)):
        dots = (tracks.rotations_xyzw[frame] * expected.rotations_xyzw[frame]).sum(axis=-1)
        assert np.abs(np.abs(dots) - 1.0).max() < 1e-9
        assert np.abs(tracks.translations_m[frame] - expected.translations_m[frame]).max() < 1e-9


@pytest.mark.parametrize("joints", BOTH)
def test_the_blend_of_mirror_images_is_the_mirror_image(joints):
    a, b = walker(), walker(step_m=0.9, lean=0.3, turning=0.7)
    options = BlendOptions(joints=joints)
    plain = multiway_blend([a, b], options)
    image = multiway_blend([a.mirrored(), b.mirrored()], options)
    expected = replace(a, motion=plain.motion, labels=plain.labels).mirrored()
    assert apart_m(image.motion, expected.motion) < 1e-5
    assert image.labels.plants == expected.labels.plants


@pytest.mark.parametrize("joints", BOTH)
def test_bones_keep_their_lengths(joints):
    a, b = walker(), walker(step_m=0.9, lean=0.5, turning=2.0)
    blend = multiway_blend([a, b, a], BlendOptions(joints=joints))
    assert np.abs(bone_lengths_m(blend.motion) - bone_lengths_m(a.motion)[0]).max() < 1e-9


def test_positions_put_ankles_where_they_are_on_average():
    a, b = walker(), walker(lean=0.2)
    options = BlendOptions(joints="positions", schedule=constant(0.5), limits=None)
    blend = multiway_blend([a, b], options)
    ankles = [a.legs.left.ankle, a.legs.right.ankle]
    mean = 0.5 * (a.motion.positions() + b.motion.positions())[:, ankles]
    assert np.abs(blend.motion.positions()[:, ankles] - mean).max() < 1e-3


def test_the_path_does_not_collapse_where_motions_go_opposite_ways():
    a = walker()
    blend = multiway_blend([a, placed(a, np.pi, (0.0, 0.0))])
    way = np.diff(blend.motion.positions()[:, 0], axis=0)
    assert np.linalg.norm(way[:, [0, 2]], axis=1).min() > 0.019


def test_headings_go_the_shorter_way():
    a, b = walker(turning=0.4), placed(walker(turning=0.4), np.pi - 0.2, (0.0, 0.0))
    turns = np.diff(tracks_of(multiway_blend([a, b]).motion).headings_rad)
    assert np.abs(turns - 0.4 / 60.0).max() < 1e-6


def test_time_goes_on_between_the_paces_of_both():
    slow, quick = TimeWarp(np.arange(60.0)), TimeWarp(np.linspace(0.0, 29.0, 60))
    for schedule in (linear, eased):
        instants = clock([slow, quick], schedule)
        assert (instants[0], instants[-1]) == (0.0, 59.0)
        assert 30 < len(instants) < 60
        steps = np.diff(instants)
        assert steps[0] == pytest.approx(1.0, abs=0.05)
        assert steps[-1] == pytest.approx(59.0 / 29.0, abs=0.06)
        assert (np.diff(steps) > -1e-9).all()


def test_warps_that_are_known_are_used():
    sources = [walker(), walker(step_m=0.9), walker(50)]
    warps = warps_of(sources)
    known = multiway_blend(sources, warps=warps)
    assert apart_m(known.motion, multiway_blend(sources).motion) == 0.0
    assert (warps[1].last, len(warps[1].times)) == (49.0, 60)
    with pytest.raises(UsageError, match="time warps"):
        multiway_blend(sources, warps=warps[:1])
    with pytest.raises(UsageError, match="other lengths"):
        multiway_blend(sources, warps=warps[::-1])


def test_no_feasible_warp_is_said():
    blend = multiway_blend([walker(), walker(150)])
    assert blend.notes == ("no time warp to motion 1 keeps the limits: its time is stretched evenly",)


def test_what_cannot_be_blended_is_refused():
    a = walker()
    with pytest.raises(UsageError, match="at least two"):
        multiway_blend([a])
    with pytest.raises(UsageError, match="resample"):
        multiway_blend([a, replace(a, motion=a.motion.resampled(30), labels=a.labels.at_rate(30, 30))])
    with pytest.raises(MotionError, match="same bones"):
        multiway_blend([a, walker(stature=1.1)])
    with pytest.raises(MotionError, match="same joints"):
        multiway_blend([a, BlendSource.of(jump().motion.resampled(60))])
    with pytest.raises(UsageError, match="longer clip"):
        a.window(10, 60)
    with pytest.raises(UsageError, match="odd number"):
        BlendOptions(window=4)
    with pytest.raises(UsageError, match="rotations or positions"):
        BlendOptions(joints="angles")
    with pytest.raises(UsageError, match="between 0 and 1"):
        constant(1.5)


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("joints", BOTH)
def test_real_motions_blend_without_stretching(joints):
    walk, run = real("16_15"), real("16_35")
    blend = multiway_blend([walk.window(60, 119), run.window(20, 79)], BlendOptions(joints=joints))
    lengths = bone_lengths_m(blend.motion)
    assert np.abs(lengths - bone_lengths_m(walk.motion)[0]).max() < 1e-9
    assert 30 <= blend.motion.n_frames <= 120
    assert {0, 1} == set(blend.sources)
