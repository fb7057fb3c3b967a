"""UsdSkel: what usd-core makes of our files, what we make of them, and what becomes of names and rates."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")

from pxr import Sdf, Usd, UsdSkel

import unbake
from formats.figures import figure_motion, keyed
from formats.usd.judging import faults, skeleton_places
from unbake.errors import UsageError
from unbake.motion.skeleton import Skeleton

SUFFIXES = (".usda", ".usdc", ".usd")
RATES = (Fraction(60), Fraction(24), Fraction(30000, 1001), Fraction(24000, 1001), Fraction(25, 2), Fraction(1000, 7))


@pytest.fixture
def motion():
    return figure_motion(20, first_frame=101)


def asf_like(motion):
    """The same figure with axes, rests and inner positions of its own."""
    rng = np.random.default_rng(3)
    plain = motion.skeleton
    axes, rests = rng.normal(size=(2, len(plain.names), 4))
    axes, rests = (turned / np.linalg.norm(turned, axis=1, keepdims=True) for turned in (axes, rests))
    channels = list(plain.channels)
    channels[1], channels[2], channels[3] = (), ("rx",), ("tx", "ty", "tz", *channels[3])
    channels[9] = ("ty", "rz")
    own = (plain.offsets_m, tuple(channels), plain.rotation_orders, axes, rests, plain.end_sites)
    return figure_motion(motion.n_frames, skeleton=Skeleton(plain.names, plain.parents, *own), first_frame=101)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("make", [lambda motion: motion, asf_like])
def test_usd_core_has_every_joint_where_we_have_it(motion, tmp_path, suffix, make):
    made, file = make(motion), tmp_path / f"a{suffix}"
    unbake.save(made, file)
    places, names = skeleton_places(file, range(101, 121))
    assert names == list(made.skeleton.names)
    np.testing.assert_allclose(places, made.positions(), atol=1e-6)
    assert faults(file) == []


def test_what_the_stage_says(motion, tmp_path):
    file = tmp_path / "a.usdc"
    unbake.save(replace(motion, fps=Fraction(30000, 1001)), file)
    stage = Usd.Stage.Open(str(file))
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (101.0, 120.0)
    assert stage.GetTimeCodesPerSecond() == stage.GetFramesPerSecond() == 30000 / 1001
    assert stage.GetMetadata("metersPerUnit") == 1.0
    assert stage.GetMetadata("upAxis") == "Y"
    assert stage.GetDefaultPrim().GetTypeName() == "SkelRoot"
    animation = UsdSkel.Animation(stage.GetPrimAtPath("/Figure/Animation"))
    for attribute in (animation.GetRotationsAttr(), animation.GetTranslationsAttr()):
        assert attribute.GetTimeSamples() == [float(frame) for frame in range(101, 121)]
        assert not attribute.HasSpline()


@pytest.mark.usefixtures("in_process")
class TestRoundTrip:
    @pytest.mark.parametrize("suffix", SUFFIXES)
    def test_everything_comes_back(self, motion, tmp_path, suffix):
        file = tmp_path / f"a{suffix}"
        before = motion.rotations_xyzw.copy()
        unbake.save(motion, file)
        np.testing.assert_array_equal(motion.rotations_xyzw, before)
        read = unbake.load(file)
        assert (read.first_frame, read.n_frames, read.fps, read.warnings) == (101, 20, 60, ())
        assert read.skeleton.names == motion.skeleton.names
        assert read.skeleton.parents == motion.skeleton.parents
        assert read.skeleton.end_sites == motion.skeleton.end_sites
        assert read.skeleton.translated == (0,)
        np.testing.assert_allclose(read.skeleton.offsets_m, motion.skeleton.offsets_m, atol=1e-7)
        np.testing.assert_allclose(read.positions(), motion.positions(), atol=1e-6)
        np.testing.assert_allclose(
            np.abs(np.sum(read.rotations_xyzw * motion.rotations_xyzw, axis=-1)), 1.0, atol=1e-12
        )

    @pytest.mark.parametrize("fps", RATES)
    def test_rates_come_back_as_exact_fractions(self, motion, tmp_path, fps):
        unbake.save(replace(motion, fps=fps), tmp_path / "a.usda")
        assert unbake.load(tmp_path / "a.usda").fps == fps

    @pytest.mark.parametrize("first", [-20, 0, 1, 1000])
    def test_frame_numbers(self, motion, tmp_path, first):
        unbake.save(replace(motion, first_frame=first), tmp_path / "a.usda")
        assert unbake.load(tmp_path / "a.usda").first_frame == first

    def test_one_frame(self, tmp_path):
        motion = figure_motion(1, first_frame=7)
        unbake.save(motion, tmp_path / "a.usdc")
        read = unbake.load(tmp_path / "a.usdc")
        assert (read.n_frames, read.first_frame) == (1, 7)
        np.testing.assert_allclose(read.positions(), motion.positions(), atol=1e-6)

    def test_a_figure_that_stays_in_its_place(self, tmp_path):
        plain = figure_motion().skeleton
        skeleton = replace(plain, channels=tuple(tuple(c for c in own if c[0] == "r") for own in plain.channels))
        motion = figure_motion(9, skeleton=skeleton)
        unbake.save(motion, tmp_path / "a.usdc")
        read = unbake.load(tmp_path / "a.usdc")
        assert read.skeleton.translated == ()
        np.testing.assert_allclose(read.positions(), motion.positions(), atol=1e-6)

    def test_a_keyed_animation_is_sampled(self, motion, tmp_path):
        animation = keyed(motion, (0, 7, 19))
        unbake.save(animation, tmp_path / "a.usdc")
        read = unbake.load(tmp_path / "a.usdc")
        assert isinstance(read, unbake.Motion)
        np.testing.assert_allclose(read.positions(), animation.sample().positions(), atol=1e-6)

    def test_names_that_no_prim_can_have(self, motion, tmp_path):
        odd = ["a b", "a_b", "1", "", "Straße 腕", "x/y", "mixamorig:Hips", '"', "line\tbreak"]
        names = (*odd, *motion.skeleton.names[len(odd) :])
        unbake.save(replace(motion, skeleton=replace(motion.skeleton, names=names)), tmp_path / "a.usda")
        assert faults(tmp_path / "a.usda") == []
        stage = Usd.Stage.Open(str(tmp_path / "a.usda"))
        paths = UsdSkel.Skeleton(stage.GetPrimAtPath("/Figure/Skeleton")).GetJointsAttr().Get()
        assert all(Sdf.Path(path) and path.isascii() for path in paths)
        assert len({path.rpartition("/")[2] for path in paths}) == len(names)
        read = unbake.load(tmp_path / "a.usda")
        assert read.skeleton.names == tuple(name.replace("\t", "_") for name in names)


@pytest.mark.slow
def test_through_the_process_itself(motion, tmp_path):
    unbake.save(motion, tmp_path / "a.usdc")
    np.testing.assert_allclose(unbake.load(tmp_path / "a.usdc").positions(), motion.positions(), atol=1e-6)


def test_nothing_is_said_on_the_terminal(motion, tmp_path, capfd):
    unbake.save(motion, tmp_path / "a.usdc")
    unbake.save(keyed(motion, (0, 19)), tmp_path / "b.usdc", unbake_splines())
    unbake.save(keyed(motion, (0, 19)), tmp_path / "b.usda", unbake_splines())
    assert capfd.readouterr() == ("", "")


def unbake_splines():
    from unbake.formats.registry import WriteOptions

    return WriteOptions(usd="splines")


def test_the_same_motion_makes_the_same_file(motion, tmp_path):
    for name in ("a.usda", "b.usda", "a.usdc", "b.usdc"):
        unbake.save(motion, tmp_path / name)
    assert (tmp_path / "a.usda").read_bytes() == (tmp_path / "b.usda").read_bytes()


@pytest.mark.parametrize(("what", "message"), [("save", "writing USD needs usd-core"), ("load", "reading USD needs")])
def test_without_the_extra_there_is_one_line_on_how_to_get_it(motion, tmp_path, monkeypatch, what, message):
    (tmp_path / "a.usda").write_text("#usda 1.0")
    monkeypatch.setattr("unbake.formats.isolated.process.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=f"{message}.*: pip install unbake\\[usd\\]"):
        unbake.save(motion, tmp_path / "b.usda") if what == "save" else unbake.load(tmp_path / "a.usda")
    assert not (tmp_path / "b.usda").exists()


def test_samples_are_counted_once_however_many_parts_a_take_is_read_in(motion, tmp_path, monkeypatch):
    """To count them takes as long as the take: of 400,000 frames most of two minutes went into that."""
    from unbake.formats.usd.figure import joints_at, stage_to_ours
    from unbake.formats.usd.skeletons import moving_skeletons, skeleton_figure

    unbake.save(motion, tmp_path / "walk.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "walk.usdc"))
    figure, to_ours = skeleton_figure(moving_skeletons(stage, [])[0]), stage_to_ours(stage, None, [])
    codes = np.array(sorted(figure.codes))
    whole = joints_at(figure, codes, to_ours)

    def counted(_):
        pytest.fail("samples are counted again")

    for name in ("GetNumTimeSamples", "GetTimeSamples"):
        monkeypatch.setattr(Usd.Attribute, name, counted)
    parts = [joints_at(figure, codes[at : at + 4], to_ours) for at in range(0, len(codes), 4)]
    for number in (0, 1):
        assert np.array_equal(np.concatenate([part[number] for part in parts]), whole[number])
