"""Files by others: units, axes, scales, rates, several skeletons, and what leads to other files."""

from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")

from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt

import unbake
from formats.asking_blender import ask
from formats.figures import figure_motion, keyed
from formats.usd.judging import prim_places, skeleton_places
from unbake.errors import FileError
from unbake.formats.registry import ReadOptions, takes_of

pytestmark = pytest.mark.usefixtures("in_process")
JOINTS = ("a", "a/b", "a/b/c", "a/d")


def moving_prims(file, codes, change=lambda stage: None, rate=24.0):
    """Four transforms below a scaled and turned one; three of them move."""
    stage = Usd.Stage.CreateNew(str(file))
    stage.SetTimeCodesPerSecond(rate)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    above = UsdGeom.Xform.Define(stage, "/World")
    above.AddRotateXYZOp().Set(Gf.Vec3f(10, 20, 30))
    above.AddScaleOp().Set(Gf.Vec3f(2, 2, 2))
    for n, path in enumerate(("/World/a", "/World/a/b", "/World/a/b/still", "/World/a/b/tip")):
        prim = UsdGeom.Xform.Define(stage, path)
        prim.AddTranslateOp().Set(Gf.Vec3d(10.0 * n, 5.0, 20.0))
        if n != 2:
            turn = prim.AddRotateZYXOp()
            for code in codes:
                turn.Set(Gf.Vec3f(10.0 * code, 3.0 * n * code, 5.0), code)
    stage.DefinePrim("/World/a/Skin", "Mesh")
    change(stage)
    stage.GetRootLayer().Save()
    return ("/World/a", "/World/a/b", "/World/a/b/still", "/World/a/b/tip")


def upright(places):
    return 0.01 * np.stack([places[..., 0], places[..., 2], -places[..., 1]], axis=-1)


def test_transforms_in_another_unit_and_axis(tmp_path):
    paths = moving_prims(tmp_path / "a.usda", range(3, 9))
    read = unbake.load(tmp_path / "a.usda")
    assert (read.first_frame, read.n_frames, read.fps, read.warnings) == (3, 6, 24, ())
    assert read.skeleton.names == ("a", "b", "still", "tip")
    places = prim_places(tmp_path / "a.usda", paths, range(3, 9))
    np.testing.assert_allclose(read.positions(), upright(places), atol=1e-9)
    assert np.ptp(read.positions()[:, 3], axis=0).max() > 0.01


def test_uneven_scale_and_a_broken_chain(tmp_path):
    def change(stage):
        UsdGeom.Xformable(stage.GetPrimAtPath("/World/a")).AddScaleOp().Set(Gf.Vec3f(1, 3, 1))
        UsdGeom.Xformable(stage.GetPrimAtPath("/World/a/b/tip")).SetResetXformStack(True)

    paths = moving_prims(tmp_path / "a.usdc", range(4), change)
    read = unbake.load(tmp_path / "a.usdc")
    np.testing.assert_allclose(read.positions(), upright(prim_places(tmp_path / "a.usdc", paths, range(4))), atol=1e-9)
    assert any("scaled unevenly" in note for note in read.warnings)


@pytest.mark.parametrize(
    ("rate", "codes", "fps", "first", "count"),
    [
        (24.0, [1, 2, 3], Fraction(24), 1, 3),
        (24.0, [0.0, 0.2, 0.4, 0.6], Fraction(120), 0, 4),
        (1.0, [n / 30 for n in range(5)], Fraction(30), 0, 5),
        (29.97, [5, 6], Fraction(30000, 1001), 5, 2),
        (24.0, [0, 10], Fraction(24), 0, 11),
        (60.0, [0.0, 1.2345, 3.1], Fraction(60), 0, 5),
    ],
)
def test_rates_and_frame_numbers(tmp_path, rate, codes, fps, first, count):
    moving_prims(tmp_path / "a.usda", codes, rate=rate)
    read = unbake.load(tmp_path / "a.usda")
    assert (read.fps, read.first_frame, read.n_frames) == (fps, first, count)
    assert bool(read.warnings) == (codes[1:2] == [1.2345])


def test_the_stages_range_and_a_rate_of_ones_own(tmp_path):
    def change(stage):
        stage.SetStartTimeCode(2)
        stage.SetEndTimeCode(5)

    moving_prims(tmp_path / "a.usda", range(8), change)
    read = unbake.load(tmp_path / "a.usda", ReadOptions(fps=Fraction(50)))
    assert (read.first_frame, read.n_frames, read.fps) == (2, 4, 50)
    assert any("4 samples outside the stage's range, 2 to 5, were left out" in note for note in read.warnings)


def test_no_unit(tmp_path):
    moving_prims(tmp_path / "a.usda", range(3), lambda stage: stage.ClearMetadata("metersPerUnit"))
    assert any("taken as centimetres" in note for note in unbake.load(tmp_path / "a.usda").warnings)
    metres = unbake.load(tmp_path / "a.usda", ReadOptions(metres_per_unit=1.0))
    assert metres.warnings == ()
    assert np.abs(metres.positions()).max() > 10.0


def skeletal(file, change=lambda stage: None):
    """A skeleton without rest transforms, moved and scaled, whose animation has other joints in another order."""
    stage = Usd.Stage.CreateNew(str(file))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    root = UsdSkel.Root.Define(stage, "/Root")
    stage.SetDefaultPrim(root.GetPrim())
    move = root.AddTranslateOp()
    for code in (0.0, 4.0):
        move.Set(Gf.Vec3d(code, 0.0, 0.0), code)
    root.AddScaleOp().Set(Gf.Vec3f(0.5, 0.5, 0.5))
    skeleton = UsdSkel.Skeleton.Define(stage, "/Root/Skel")
    skeleton.CreateJointsAttr(Vt.TokenArray(JOINTS))
    skeleton.CreateJointNamesAttr(Vt.TokenArray([path.upper() for path in JOINTS]))
    matrices = [Gf.Matrix4d().SetTranslate(Gf.Vec3d(0.1 * n, 0.3 * n, 0.0)) for n in range(4)]
    skeleton.CreateBindTransformsAttr(Vt.Matrix4dArray(matrices))
    local = [matrices[0], *(matrices[n] * matrices[p].GetInverse() for n, p in ((1, 0), (2, 1), (3, 0)))]
    skeleton.CreateRestTransformsAttr(Vt.Matrix4dArray(local))
    animation = UsdSkel.Animation.Define(stage, "/Root/Anim")
    animation.CreateJointsAttr(Vt.TokenArray(["a/d", "a/b"]))
    animation.CreateTranslationsAttr(Vt.Vec3fArray([(0.2, 0.9, 0), (0.1, 0.3, 0)]))
    animation.CreateScalesAttr(Vt.Vec3hArray([Gf.Vec3h(1), Gf.Vec3h(2)]))
    rotations = animation.CreateRotationsAttr()
    for code in (0.0, 4.0):
        turn = Gf.Quatf(Gf.Rotation(Gf.Vec3d(0, 0, 1), 20.0 * code).GetQuat())
        rotations.Set(Vt.QuatfArray([turn, turn]), code)
    UsdSkel.BindingAPI.Apply(skeleton.GetPrim()).CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    change(stage)
    stage.GetRootLayer().Save()


def test_a_scaled_skeleton_that_moves_as_a_whole_with_some_joints_animated(tmp_path):
    skeletal(tmp_path / "a.usda")
    read = unbake.load(tmp_path / "a.usda")
    assert read.skeleton.names == tuple(path.upper() for path in JOINTS)
    places, _ = skeleton_places(tmp_path / "a.usda", range(5))
    assert read.n_frames == 5
    np.testing.assert_allclose(read.positions(), places, atol=1e-6)


def test_rests_that_are_not_there_come_from_where_it_was_bound(tmp_path):
    skeletal(tmp_path / "a.usda")
    skeletal(tmp_path / "b.usda", lambda stage: stage.GetPrimAtPath("/Root/Skel").RemoveProperty("restTransforms"))
    whole, bound = (unbake.load(tmp_path / name) for name in ("a.usda", "b.usda"))
    np.testing.assert_allclose(bound.positions(), whole.positions(), atol=1e-9)


def with_a_second(stage):
    """The same skeleton and animation once more, two metres to the side all the time."""
    Sdf.CopySpec(stage.GetRootLayer(), "/Root", stage.GetRootLayer(), "/Second")
    move = UsdGeom.Xformable(stage.GetPrimAtPath("/Second")).GetTranslateOp()
    for code in (0.0, 4.0):
        move.Set(Gf.Vec3d(code, 2.0, 0.0), code)


def test_every_skeleton_that_moves_is_a_take(tmp_path):
    file = tmp_path / "a.usda"
    skeletal(file)
    alone = unbake.load(file)
    assert takes_of(file) == ("/Root/Skel",)
    file.unlink()
    skeletal(file, with_a_second)
    assert takes_of(file) == ("/Root/Skel", "/Second/Skel")
    first, second = unbake.load(file), unbake.load(file, ReadOptions(take="/Second/Skel"))
    assert first.warnings[0] == "the file has 2 skeletons, '/Root/Skel', '/Second/Skel': '/Root/Skel' was read"
    assert first.warnings[0].code == "take-chosen"
    assert second.warnings == first.warnings[1:] == alone.warnings
    np.testing.assert_allclose(first.positions(), alone.positions(), atol=1e-9)
    np.testing.assert_allclose(second.positions() - first.positions(), [[[0.0, 2.0, 0.0]] * 4] * 5, atol=1e-6)


def test_a_skeleton_that_is_not_there_is_said_with_those_that_are(tmp_path):
    skeletal(tmp_path / "a.usda", with_a_second)
    with pytest.raises(unbake.UsageError, match="no skeleton 'B'; its skeletons are '/Root/Skel', '/Second/Skel'"):
        unbake.load(tmp_path / "a.usda", ReadOptions(take="B"))


def test_animations_that_no_skeleton_has_are_left_out(tmp_path):
    def change(stage):
        Sdf.CopySpec(stage.GetRootLayer(), "/Root/Anim", stage.GetRootLayer(), "/Root/Spare")

    skeletal(tmp_path / "a.usda", change)
    assert "1 animation that no skeleton has: left out" in unbake.load(tmp_path / "a.usda").warnings


def test_an_animation_that_is_bound_to_nothing(tmp_path):
    def change(stage):
        stage.GetPrimAtPath("/Root/Skel").RemoveProperty("skel:animationSource")

    skeletal(tmp_path / "a.usda", change)
    assert any("is bound to no skeleton" in note for note in unbake.load(tmp_path / "a.usda").warnings)
    skeletal(tmp_path / "b.usda", lambda stage: (change(stage), stage.RemovePrim("/Root/Skel")))
    with pytest.raises(FileError, match="no skeleton with its joints"):
        unbake.load(tmp_path / "b.usda")


@pytest.mark.parametrize(
    "text",
    [
        '#usda 1.0\n( subLayers = [@{other}@] )\ndef "X" {{}}',
        '#usda 1.0\ndef "X" ( references = @{other}@ ) {{}}',
        '#usda 1.0\ndef "X" ( prepend payload = @{other}@ ) {{}}',
        '#usda 1.0\ndef "X" (\n variants = {{ string v = "a" }}\n prepend variantSets = "v"\n)\n'
        '{{\n variantSet "v" = {{\n "a" ( references = @{other}@ ) {{\n}}\n}}\n}}',
        '#usda 1.0\ndef "X" ( clips = {{ dictionary default = {{ asset[] assetPaths = [@{other}@] }} }} ) {{}}',
    ],
)
def test_nothing_leads_to_another_file(tmp_path, text):
    other = tmp_path / "other.usda"
    unbake.save(figure_motion(3), other)
    (tmp_path / "a.usda").write_text(text.format(other=other))
    assert Usd.Stage.Open(str(tmp_path / "a.usda"))  # usd-core alone takes it
    with pytest.raises(FileError, match="holds no skeleton that moves"):
        unbake.load(tmp_path / "a.usda")
    paths = moving_prims(tmp_path / "b.usda", range(3))
    with (tmp_path / "b.usda").open("a") as file:
        file.write(f'\ndef "Y" ( references = [@{other}@, </World>] ) {{}}\n')
    read = unbake.load(tmp_path / "b.usda")
    assert "a reference to another file was not followed" in read.warnings
    assert len(read.skeleton.names) > len(paths)  # what is within the file is


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "is empty"),
        (b"hello", "cannot be read"),
        (b"PXR-USDC" + bytes(80), "cannot be read"),
        (b'#usda 1.0\ndef Xform "A" {', "line 2"),
        (b"\xff\xfe" * 50, "cannot be read"),
    ],
)
@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usd"])
def test_what_is_no_usd_is_one_line(tmp_path, text, message, suffix):
    file = tmp_path / f"a{suffix}"
    file.write_bytes(text)
    with pytest.raises(FileError) as caught:
        unbake.load(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)
    if suffix == ".usda":
        assert message in str(caught.value)


class TestPackage:
    def package(self, folder, what, kind="skeleton"):
        unbake.save(what, folder / "a.usdc", unbake.WriteOptions(usd=kind))
        writer = Sdf.ZipFileWriter.CreateNew(str(folder / "a.usdz"))
        writer.AddFile(str(folder / "a.usdc"), "inside.usdc")
        writer.Save()
        return folder / "a.usdz"

    def test_a_motion_is_that_of_the_layer_in_it(self, tmp_path):
        found = unbake.load_motion(self.package(tmp_path, figure_motion(12, first_frame=101)))
        whole = unbake.load_motion(tmp_path / "a.usdc")
        assert np.array_equal(found.positions(), whole.positions())
        assert (found.first_frame, found.fps) == (101, whole.fps)

    def test_keys_stay(self, tmp_path):
        file = self.package(tmp_path, keyed(figure_motion(12), (0, 3, 11)), "splines")
        assert unbake.load(file).selection.frames == (0, 3, 11)

    def test_a_damaged_one_is_one_line(self, tmp_path):
        file = self.package(tmp_path, figure_motion(12))
        for data in (file.read_bytes()[:300], b"PK\x03\x04" + bytes(60)):
            file.write_bytes(data)
            with pytest.raises(FileError, match="cannot be read"):
                unbake.load(file)

    def test_none_is_written(self, tmp_path):
        with pytest.raises(unbake.UsageError, match="USD package cannot hold a motion"):
            unbake.save(figure_motion(4), tmp_path / "a.usdz")


@pytest.mark.parametrize("code", [1e8, 1e12, 1e300])
def test_two_samples_that_are_years_apart(tmp_path, code):
    moving_prims(tmp_path / "a.usda", [0.0, code])
    with pytest.raises(FileError, match=r"too long for what it holds|samples at time code"):
        unbake.load(tmp_path / "a.usda")


@pytest.mark.slow(5.0)
@pytest.mark.usefixtures("needs_blender")
class TestBlender:
    def test_it_has_our_joints_where_we_have_them(self, tmp_path):
        motion, file = figure_motion(12, first_frame=101), tmp_path / "a.usdc"
        unbake.save(motion, file)
        answer = ask("exchange_usd.py", {"file": str(file), "rate": [60, 1], "frames": list(range(101, 113))}, tmp_path)
        assert answer["range"] == [101, 112]
        places = np.array([[row[name] for name in motion.skeleton.names] for row in answer["positions"]])
        assert np.abs(places - motion.positions()).max() < 1e-5

    def test_we_have_its_bones_where_it_has_them(self, tmp_path):
        file, frames = tmp_path / "rig.usdc", list(range(5, 26))
        answer = ask("exchange_usd.py", {"file": str(file), "frames": frames}, tmp_path)
        read = unbake.load(file)
        assert (read.fps, read.first_frame, read.n_frames, read.warnings) == (25, 5, 21, ())
        assert read.skeleton.names == ("hips", "spine", "neck_L", "head", "arm")
        names = [name.replace("_", ".") for name in read.skeleton.names]
        places = np.array([[row[name] for name in names] for row in answer["positions"]])
        assert np.abs(read.positions() - places).max() < 1e-5
