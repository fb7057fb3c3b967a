"""Exports: the file that was written holds what was seen, as far as its format can, and says how far that is."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from studio.server.serving import desk_in, file_bytes, opened_clip, quick_keys, quietly, small_motion
from unbake.curves.fits.fit import fit
from unbake.curves.for_gltf import gltf_curves
from unbake.curves.measure import measure_motions
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.registry import ReadOptions, load, load_motion, save
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reduce.reduction import ReduceOptions, reduce_motion
from unbake.studio.server import messages as m
from unbake.studio.server.exporting.exporting import Shown, Wanted, described, export_plan, write
from unbake.studio.server.keys.keys import animation_from

READ_BACK = (".bvh", ".glb", ".gltf", ".json", ".usdc")
SUFFIXES = (".bvh", ".glb", ".gltf", ".json", ".py", ".fbx", ".usdc", ".usda", ".usd", ".ma", ".anim")

pytestmark = pytest.mark.usefixtures("one_thread")


@cache
def animation():
    """Thirty frames on five keys, with free handles."""
    return reduce_motion(small_motion(), ReduceOptions(keys=5)).animation


def shown(detail=0.0, of=None):
    return Shown.of(small_motion(), of or animation(), detail)


@pytest.mark.parametrize("detail", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("suffix", READ_BACK)
def test_files_are_as_far_from_what_is_seen_as_the_plan_says(tmp_path, suffix, detail):
    seen = shown(detail)
    (planned,) = (loss for loss in export_plan(seen, quietly, suffix) if loss.suffix == suffix)
    write(seen, tmp_path / f"out{suffix}")
    read = load_motion(tmp_path / f"out{suffix}")
    deviation = measure_motions(seen.motion, read).max_cm
    assert planned.deviation_cm == pytest.approx(deviation, abs=1e-3)
    error = measure_motions(small_motion(), read)
    assert planned.error_cm == pytest.approx(error.max_cm, abs=1e-3)
    assert planned.tips_cm == pytest.approx(error.tips.max_cm, abs=1e-3)
    limit = 1.0 if suffix in (".glb", ".gltf") and not detail else 0.01
    assert deviation < limit
    assert planned.keeps.endswith(".")
    assert all(loss.endswith(".") for loss in planned.loses)


def test_blenders_script_loses_nothing_but_sparse_keys_where_detail_needs_every_frame():
    assert [(loss.deviation_cm, loss.loses) for loss in export_plan(shown(), quietly, ".py")] == [(0.0, ())]
    assert len(described(shown(0.5), ".py")[1]) == 1


def test_fbx_keeps_euler_curves_and_says_what_a_refit_of_quaternions_costs():
    (plan,) = export_plan(shown(), quietly, ".fbx")
    assert plan.deviation_cm == 0.0
    quaternions = fit(
        small_motion(), animation().selection, "hermite", skeleton=animation().skeleton.with_quaternion_channels()
    )
    (plan,) = export_plan(shown(of=quaternions), quietly, ".fbx")
    assert 0.0 < plan.deviation_cm < 2.0
    assert any("Euler" in loss for loss in plan.loses)


def test_the_native_file_loses_nothing(tmp_path):
    write(shown(), tmp_path / "out.json")
    read = load(tmp_path / "out.json")
    for curve, written in zip(read.curves, animation().curves, strict=True):
        np.testing.assert_array_equal(curve.right, written.right)
    assert read.selection.classes == animation().selection.classes
    assert described(shown(), ".json")[1] == ()
    assert len(described(shown(0.5), ".json")[1]) == 1


def test_gltf_breaks_tangents_where_what_is_seen_breaks_them():
    broken = fit(small_motion(), animation().selection, "broken")
    joints = {curve.channel.joint for curve in animation().curves[:6]}
    mixed = replace(
        animation(),
        curves=tuple(
            b if b.channel.joint in joints else s for b, s in zip(broken.curves, animation().curves, strict=True)
        ),
    )
    assert gltf_curves(animation()).count_breaks() == 0
    found = gltf_curves(mixed)
    assert {curve.channel.joint for curve in found.curves if len(curve.breaks())} <= joints
    assert found.count_breaks() > 0


def test_gltf_takes_keys_that_do_not_reach_the_ends(tmp_path):
    frames = animation().selection.frames[1:-1]
    inner = replace(
        animation(),
        selection=Selection(frames),
        curves=tuple(
            replace(c, frames=c.frames[1:-1], values=c.values[1:-1], left=c.left[1:-1], right=c.right[1:-1])
            for c in animation().curves
        ),
    )
    write(shown(of=inner), tmp_path / "out.glb")
    assert load_motion(tmp_path / "out.glb").n_frames == small_motion().n_frames


def test_detail_puts_a_key_on_every_frame(tmp_path):
    write(shown(1.0), tmp_path / "out.json")
    assert len(load(tmp_path / "out.json").selection) == small_motion().n_frames
    for suffix in (".json", ".glb", ".gltf"):
        assert any("key on every frame" in loss for loss in described(shown(1.0), suffix)[1])


@pytest.fixture
def desk(tmp_path):
    return desk_in(tmp_path)


@pytest.fixture
def opened(desk, tmp_path):
    return opened_clip(desk, tmp_path)


def exported(desk, opened, path, detail=0.0, **others):
    asked = {"is_download": False, "may_replace": False, **others}
    return desk.answer(m.Export(opened.clip.id, quick_keys(desk, opened), detail, path, **asked), quietly)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_the_page_shows_is_exported(desk, opened, tmp_path, suffix):
    answer = exported(desk, opened, f"out{suffix}")
    assert answer.path == str((tmp_path / "work" / f"out{suffix}").resolve())
    assert answer.bytes == (tmp_path / "work" / f"out{suffix}").stat().st_size
    clip = desk.clip(opened.clip.id)
    seen = animation_from(quick_keys(desk, opened), clip.motion, clip.skeleton)
    if suffix not in (".py", ".fbx", ".ma", ".anim"):
        assert measure_motions(seen.sample(), load_motion(answer.path)).max_cm < 1.0
    else:
        save(seen, tmp_path / f"again{suffix}")
        assert Path(answer.path).read_bytes() == (tmp_path / f"again{suffix}").read_bytes()


@pytest.mark.slow
def test_a_range_is_exported_with_its_frame_numbers(desk, opened):
    settings = replace(opened.settings, first=11, last=25)
    choice = replace(opened.choice, by="count", keys=3)
    asked = m.Choose(opened.clip.id, settings, choice, opened.joining, 0.0, True)
    keys = desk.answer(asked, quietly).keys
    path = desk.answer(m.Export(opened.clip.id, keys, 0.0, "out.json", False, False), quietly).path
    assert (load(path).first_frame, load(path).n_frames) == (11, 15)
    plan = desk.answer(m.PlanExport(opened.clip.id, keys, 0.0), quietly)
    assert [loss.suffix for loss in plan.losses] == list(SUFFIXES)
    for suffix in (".glb", ".bvh", ".ma"):
        of_one = desk.answer(m.PlanExport(opened.clip.id, keys, 0.0, suffix=suffix), quietly).losses
        assert suffix in [loss.suffix for loss in of_one]
        assert of_one == tuple(loss for loss in plan.losses if loss.name == of_one[0].name)
    (bvh,) = (loss for loss in plan.losses if loss.suffix == ".bvh")
    assert "Frame numbers: the first frame is 1, not 11." in bvh.loses


def test_a_rate_that_is_typed_is_meant_as_on_the_command_line(desk, opened):
    assert load_motion(exported(desk, opened, "ntsc.json", fps=29.97).path).fps == Fraction(30000, 1001)


@pytest.mark.parametrize("suffix", [".glb", ".json"])
def test_engines_get_their_rate_travel_and_names(desk, opened, suffix):
    plain = exported(desk, opened, f"plain{suffix}")
    asked = {"fps": 2 * int(opened.clip.fps), "travel": "root", "names": "unreal"}
    answer = exported(desk, opened, f"engine{suffix}", **asked)
    before, after = load_motion(plain.path), load_motion(answer.path)
    assert float(after.fps) == 2 * float(before.fps)
    assert after.skeleton.names[:2] == ("root", "pelvis")
    assert np.abs(after.positions()[::2, 1:] - before.positions()).max() < 1e-5
    assert any("kept the old name" in warning for warning in answer.warnings)
    exported(desk, opened, suffix, is_download=True, **asked)
    still = load_motion(exported(desk, opened, f"still{suffix}", travel="in-place").path).positions()
    assert np.abs(still[:, 0, [0, 2]]).max() < 1e-6


@pytest.mark.slow
def test_what_was_planned_is_what_is_written(desk, opened, monkeypatch):
    """The curves of glTF are fitted once, for the plan; the export writes the same."""
    keys = quick_keys(desk, opened)
    desk.answer(m.PlanExport(opened.clip.id, keys, 0.0), quietly)
    monkeypatch.setattr("unbake.studio.server.exporting.exporting.gltf_curves", None)
    assert exported(desk, opened, "planned.glb").bytes > 0


def test_exports_can_be_downloaded(desk, opened):
    answer = exported(desk, opened, ".glb", is_download=True)
    ((name, data),) = desk.downloads._files.values()
    assert name == "walk_keys.glb"
    assert data[:4] == b"glTF"
    assert answer.bytes == len(data)
    exported(desk, opened, "/some/where/other.glb", is_download=True)
    assert next(reversed(desk.downloads._files.values()))[0] == "other.glb"


def test_exports_stay_within_what_was_opened(desk, opened, tmp_path):
    for path in ("../out.glb", str(tmp_path / "out.glb"), "/etc/out.glb"):
        with pytest.raises(UsageError, match="download the file instead"):
            exported(desk, opened, path)
    assert not (tmp_path / "out.glb").exists()


def test_the_capture_is_never_overwritten(desk, opened):
    with pytest.raises(UsageError, match="would overwrite the file that is open"):
        exported(desk, opened, "walk.bvh", may_replace=True)
    assert desk.startup.read_bytes() == file_bytes(".bvh")


def test_files_that_are_there_stay_unless_something_else_is_said(desk, opened):
    exported(desk, opened, "out.glb")
    with pytest.raises(FileError, match="exists already"):
        exported(desk, opened, "out.glb")
    exported(desk, opened, "out.glb", may_replace=True)


@pytest.mark.parametrize("path", ["out.xyz", "out.amc", "out.csv", "out", "out.unbake"])
def test_other_kinds_of_files_are_refused(desk, opened, path):
    with pytest.raises(UsageError, match=r"known.*\.bvh \.glb"):
        exported(desk, opened, path)


def test_strange_keys_are_refused(desk, opened):
    keys = quick_keys(desk, opened)
    for wrong in (
        {"frames": keys.frames[::-1]},
        {"frames": keys.frames + 100},
        {"values": keys.values[:-1]},
        {"values": keys.values * np.nan},
        {"classes": keys.classes + 7},
        {"first": -5},
        {"last": 10_000},
        {"frames": keys.frames[:0]},
    ):
        with pytest.raises((UsageError, MotionError)):
            desk.answer(m.PlanExport(opened.clip.id, replace(keys, **wrong), 0.0), quietly)


def request(**wanted):
    """A request to export, of which only what is wanted matters here."""
    return m.Export("clip", None, 0.0, "out", False, False, **wanted)


def file_of(file, **wanted):
    """The file that a request for it makes."""
    write(shown(), file, wanted=Wanted.of(request(**wanted), file.suffix))
    return file


def test_a_bvh_has_the_unit_and_axes_that_are_wanted(tmp_path):
    plain = load_motion(file_of(tmp_path / "plain.bvh"), ReadOptions(metres_per_unit=0.01))
    turned = load_motion(file_of(tmp_path / "out.bvh", unit="mm", up="z"), ReadOptions(metres_per_unit=0.001))
    there, here = turned.positions(), load_motion(file_of(tmp_path / "cm.bvh", unit="cm")).positions()
    assert turned.warnings[-1].startswith("the figure stands along z")
    np.testing.assert_allclose(there, here, atol=1e-5)
    assert plain.n_frames == turned.n_frames


@pytest.mark.slow
def test_usd_is_a_skeleton_or_splines(tmp_path):
    pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")
    assert isinstance(load(file_of(tmp_path / "skeleton.usda")), Motion)
    splines = load(file_of(tmp_path / "splines.usda", usd="splines"))
    assert splines.selection.frames == animation().selection.frames


def test_an_fbx_may_have_a_figure_and_a_key_on_every_frame(tmp_path):
    plain = file_of(tmp_path / "plain.fbx").stat().st_size
    assert file_of(tmp_path / "figure.fbx", has_figure=True).stat().st_size > plain + 2000
    pytest.importorskip("ufbx", reason="needs the extra fbx (ufbx)")
    assert isinstance(load(file_of(tmp_path / "baked.fbx", is_baked=True)), Motion)


@pytest.mark.parametrize("suffix", [suffix for suffix in SUFFIXES if suffix != ".bvh"])
def test_what_a_format_has_of_its_own_is_not_changed(suffix):
    wanted = Wanted.of(request(unit="mm", up="z"), suffix)
    assert (wanted.delivery.axes, wanted.options.metres_per_unit) == (None, None)
