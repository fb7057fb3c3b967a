"""Opening: every kind of file, from bytes by name; what is wrong is said as the command line says it."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from formats.acclaim.acclaim_texts import AMC, ASF
from studio.server.serving import FRAMES, desk_in, file_bytes, opened_clip, quick_keys, quietly, small_motion
from unbake.curves.layers import AnimationLayer
from unbake.errors import FileError, UnbakeError, UsageError
from unbake.formats.registry import ReadOptions, load_motion, save
from unbake.keyframes.layers import LAYER_PRESETS
from unbake.performer import perform
from unbake.reduce.reduction import ReduceOptions, reduce_motion
from unbake.studio.server import messages as m
from unbake.studio.server.keeping.projects import Project, project_bytes, read_project
from unbake.studio.server.keys.keys import animation_from
from unbake.studio.server.opening.open_clip import layer_from, layer_settings
from unbake.studio.server.opening.opening import arrival_from_path, arrival_from_upload, options_said, read_clip
from unbake.studio.server.opening.sources import check_startup, in_order, is_inside, sources_of


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".gltf", ".json"])
def test_files_are_read_as_ever(tmp_path, suffix):
    file = tmp_path / f"clip{suffix}"
    file.write_bytes(file_bytes(suffix))
    motion, animation, *_ = read_clip(sources_of(file))
    np.testing.assert_array_equal(motion.positions(), load_motion(file).positions())
    assert animation is None


def test_the_page_draws_the_capture_to_a_hundredth_of_a_degree(tmp_path):
    clip = opened_clip(desk_in(tmp_path), tmp_path).clip
    motion = load_motion(tmp_path / "work" / "walk.bvh")
    np.testing.assert_array_equal(clip.positions, motion.positions().astype(np.float32).ravel())
    drawn = Rotation.from_quat(clip.rotations.reshape(-1, 4) / 32_767)
    turned = drawn.inv() * Rotation.from_quat(motion.world_rotations_xyzw().reshape(-1, 4))
    assert 0 < np.degrees(turned.magnitude()).max() < 0.01


def test_an_amc_file_comes_with_its_skeleton(tmp_path):
    (tmp_path / "16_15.amc").write_text(AMC)
    (tmp_path / "16.asf").write_text(ASF)
    sources = sources_of(tmp_path / "16_15.amc")
    assert list(sources) == ["16_15.amc", "16.asf"]
    read = read_clip(sources)[0]
    np.testing.assert_array_equal(read.positions(), load_motion(tmp_path / "16_15.amc").positions())


def test_a_skeleton_of_another_name_and_place_is_taken_along(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "16_15.amc").write_text(AMC)
    (tmp_path / "elsewhere" / "figure.asf").write_text(ASF)
    sources = sources_of(tmp_path / "16_15.amc", tmp_path / "elsewhere" / "figure.asf")
    assert len(read_clip(sources)[0].skeleton.names) > 1


def test_an_amc_file_alone_says_what_is_missing(tmp_path):
    (tmp_path / "16_15.amc").write_text(AMC)
    with pytest.raises(FileError, match=r"16_15.amc: no skeleton beside it: looked for 16_15.asf or 16.asf"):
        sources_of(tmp_path / "16_15.amc")
    with pytest.raises(FileError, match=r"^16_15.amc: holds no skeleton; open it together with its .asf file$"):
        arrival_from_upload({"16_15.amc": AMC.encode()}, ReadOptions())
    with pytest.raises(FileError, match=r"^16.asf: is a skeleton without a motion; open an .amc file"):
        read_clip(in_order({"16.asf": ASF.encode()}))


def test_several_clips_at_once_are_not_one(tmp_path):
    with pytest.raises(UsageError, match=r"these are 2: a.bvh, b.GLB$"):
        in_order({"a.bvh": b"", "picture.png": b"", "b.GLB": b""})
    assert next(iter(in_order({"data.bin": b"", "picture.png": b"", "a.gltf": b""}))) == "a.gltf"


@pytest.mark.parametrize("name", ['wa:lk "2" <b>.bvh', "a\\b.bvh", "tab\there.bvh", "x" * 200 + ".bvh"])
def test_files_of_any_name_come_back_from_a_project(tmp_path, name):
    file = tmp_path / name
    file.write_bytes(file_bytes(".bvh"))
    project = Project(sources_of(file), "{}", ReadOptions())
    sources = read_project(project_bytes(project), "a.unbake").sources
    assert list(sources.values()) == [file_bytes(".bvh")]
    assert read_clip(sources)[0].n_frames == FRAMES


def test_uploaded_files_find_each_other_in_any_order():
    arrival = arrival_from_upload({"figure.asf": ASF.encode(), "16_15.amc": AMC.encode()}, ReadOptions())
    assert list(arrival.sources) == ["16_15.amc", "figure.asf"]
    assert len(read_clip(arrival.sources)[0].skeleton.names) > 1


def with_buffer_beside(folder, uri="parts/data.bin"):
    """A glTF file whose buffer is a file of its own."""
    import base64

    content = json.loads(file_bytes(".gltf"))
    head, _, body = content["buffers"][0]["uri"].partition(",")
    assert "base64" in head
    content["buffers"][0]["uri"] = uri
    (folder / "parts").mkdir(exist_ok=True)
    (folder / "parts" / "data.bin").write_bytes(base64.b64decode(body))
    file = folder / "clip.gltf"
    file.write_text(json.dumps(content))
    return file


def test_buffers_beside_a_gltf_file_are_taken_along(tmp_path):
    sources = sources_of(with_buffer_beside(tmp_path))
    assert list(sources) == ["clip.gltf", "parts/data.bin"]
    assert read_clip(sources)[0].n_frames == FRAMES


@pytest.mark.parametrize(
    "uri", ["../secret.bin", "/etc/passwd", "parts/../../secret.bin", "linked.bin", "a%00b.bin", 5, None]
)
def test_buffers_elsewhere_are_not(tmp_path, uri):
    (tmp_path / "secret.bin").write_bytes(b"secret")
    folder = tmp_path / "clips"
    folder.mkdir()
    (folder / "linked.bin").symlink_to(tmp_path / "secret.bin")
    assert list(sources_of(with_buffer_beside(folder, uri))) == ["clip.gltf"]


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("a.bvh", True),
        ("folder/a.bvh", True),
        ("a..b", True),
        ("", False),
        ("../a", False),
        ("/a", False),
        ("b/../../a", False),
        ("..", False),
        ("a\\b", False),
        ("C:a", False),
        ("a\nb", False),
    ],
)
def test_names_that_lead_outside_are_known(name, inside):
    assert is_inside(name) is inside


@pytest.mark.parametrize("name", ["walk.bvh", "walk.glb", "walk.gltf", "walk.json", "walk.amc"])
def test_errors_name_the_file_and_no_folder_of_ours(name):
    with pytest.raises(UnbakeError) as error:
        read_clip({name: b"rubbish\n", "walk.asf": b"rubbish\n"})
    assert str(error.value).startswith(("walk.asf:", f"{name}:"))
    assert "/" not in str(error.value).replace(" / ", "")


def test_bare_points_are_refused(tmp_path):
    for name in ("points.csv", "points.npy"):
        with pytest.raises(FileError, match=f"^{name}: holds points without a skeleton"):
            read_clip({name: b""})


def test_a_npz_may_hold_a_motion(tmp_path):
    """Of the SMPL family; by its suffix alone it might hold points."""
    file = tmp_path / "walk.npz"
    vectors = np.random.default_rng(4).normal(scale=0.3, size=(6, 66))
    np.savez(file, poses=vectors, trans=np.zeros((6, 3)), mocap_framerate=60.0)
    check_startup(file)
    arrival = arrival_from_upload({"walk.npz": file.read_bytes()}, ReadOptions())
    motion, animation, *_ = read_clip(arrival.sources, arrival.options)
    np.testing.assert_array_equal(motion.positions(), load_motion(file).positions())
    assert animation is None
    np.savez(file, np.zeros((6, 3, 3)))
    check_startup(file)
    with pytest.raises(FileError, match=r"^walk\.npz: holds points without a skeleton"):
        read_clip(sources_of(file))


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_markers_are_opened_as_the_skeleton_that_is_fitted_to_them(tmp_path):
    pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")
    from formats.c3d.test_skeleton import written

    file = written(tmp_path / "trial.c3d", perform("walk", seconds=1, fps=50, seed=2))
    check_startup(file)
    arrival = arrival_from_upload({"trial.c3d": file.read_bytes()}, ReadOptions())
    motion, animation, name, *_ = read_clip(arrival.sources, arrival.options)
    np.testing.assert_array_equal(motion.positions(), load_motion(file).positions())
    assert (animation, name) == (None, "C3D")


def test_layers_on_keys_are_opened_with_them(tmp_path):
    animation = reduce_motion(small_motion(), ReduceOptions(keys=5, fit="hermite")).animation
    layer = AnimationLayer("wave", np.array([0, 3]), (1,), np.full((2, 1, 3), 0.1), (), np.zeros((2, 0, 3)))
    save(replace(animation, layers=(layer,)), tmp_path / "layered.json")
    desk = desk_in(tmp_path, tmp_path / "layered.json")
    opened = desk.answer(m.Open("startup"), quietly)
    assert [one.name for one in opened.layers] == ["wave"]
    assert opened.layers[0].frames.tolist() == [animation.first_frame, animation.first_frame + 3]
    assert not any("left out" in warning for warning in opened.clip.warnings)
    np.testing.assert_allclose(opened.clip.positions, animation.sample().positions().ravel(), rtol=0, atol=1e-6)


def test_keyed_animations_come_with_their_keys(tmp_path):
    animation = reduce_motion(small_motion(), ReduceOptions(keys=4)).animation
    desk = desk_in(tmp_path)
    desk.startup = tmp_path / "keys.json"
    save(animation, desk.startup)
    opened = desk.answer(m.Open("startup"), quietly)
    assert opened.keys is not None
    assert list(opened.keys.frames) == list(animation.key_numbers())
    clip = desk.clip(opened.clip.id)
    again = animation_from(opened.keys, clip.motion, clip.skeleton)
    np.testing.assert_allclose(again.sample().positions(), animation.sample().positions(), rtol=0, atol=1e-12)
    evaluated = desk.answer(m.Evaluate(opened.clip.id, opened.keys, 0.0), quietly).evaluation
    assert evaluated.max_cm < 1e-9, "the capture is what the keys make"


def test_baked_animations_come_without(tmp_path):
    desk = desk_in(tmp_path)
    desk.startup = tmp_path / "baked.json"
    desk.startup.write_bytes(file_bytes(".json"))
    assert desk.answer(m.Open("startup"), quietly).keys is None


def test_rate_and_unit_can_be_said():
    assert options_said(None, "", ReadOptions(fps=Fraction(30))) == ReadOptions(fps=Fraction(30))
    assert options_said(29.97, "cm", ReadOptions()) == ReadOptions(fps=Fraction(30000, 1001), metres_per_unit=0.01)
    assert options_said(120.0, "0.5", ReadOptions(fps=Fraction(30))).metres_per_unit == 0.5
    for fps, unit in ((0.0, ""), (-1.0, ""), (1e9, ""), (None, "ell"), (None, "-1"), (None, "nan")):
        with pytest.raises(UsageError, match="expected"):
            options_said(fps, unit, ReadOptions())


def test_the_same_is_opened_at_another_rate_and_unit(tmp_path):
    desk = desk_in(tmp_path)
    first = opened_clip(desk, tmp_path)
    other = desk.answer(m.Open("startup", fps=60.0, unit="m"), quietly)
    assert (first.clip.id, other.clip.fps) != (other.clip.id, first.clip.fps)
    assert other.clip.fps == 60.0


def test_what_the_command_line_said_of_its_file_holds(tmp_path):
    desk = desk_in(tmp_path, options=ReadOptions(fps=Fraction(25)))
    assert opened_clip(desk, tmp_path).clip.fps == 25.0
    assert desk.answer(m.Open("packaged"), quietly).clip.fps != 25.0


def test_only_recent_files_open_by_their_path(tmp_path):
    desk = desk_in(tmp_path)
    opened_clip(desk, tmp_path)
    (recent,) = desk.answer(m.Hello(), quietly).recent
    assert Path(recent.path) == desk.startup
    assert (recent.name, recent.folder) == ("walk.bvh", str(tmp_path / "work"))
    assert desk.answer(m.Open("recent", recent.path), quietly).clip.path == recent.path
    other = tmp_path / "work" / "other.bvh"
    other.write_bytes(file_bytes(".bvh"))
    for path in (str(other), "walk.bvh", f"{recent.folder}/../other/walk.bvh", ""):
        with pytest.raises(UsageError, match="only files that were opened before"):
            desk.answer(m.Open("recent", path), quietly)


def test_the_start_refuses_what_it_cannot_open(tmp_path):
    (tmp_path / "folder.bvh").mkdir()
    (tmp_path / "16_15.amc").write_text(AMC)
    (tmp_path / "p.npy").write_bytes(b"")
    for name, error, text in (
        ("gone.bvh", FileError, "cannot be read"),
        ("gone.unbake", FileError, "cannot be read"),
        ("folder.bvh", FileError, "is a folder"),
        (".", FileError, "is a folder"),
        ("clip.xyz", UsageError, "unknown suffix '.xyz'"),
        ("p.npy", FileError, "points without a skeleton"),
        ("trial.c3d", FileError, "cannot be read"),
        ("16_15.amc", FileError, "no skeleton beside it"),
    ):
        with pytest.raises(error, match=text):
            check_startup(tmp_path / name)
    (tmp_path / "16.asf").write_text(ASF)
    check_startup(tmp_path / "16_15.amc")


def test_a_startup_without_a_file_says_so(tmp_path):
    with pytest.raises(UsageError, match="no file was named"):
        desk_in(tmp_path).answer(m.Open("startup"), quietly)
    with pytest.raises(FileError, match="cannot be read"):
        arrival_from_path(tmp_path / "gone.bvh", ReadOptions())


def test_clips_that_were_put_away_are_gone(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keys = quick_keys(desk, opened)
    desk.put_away(opened.clip.id)
    with pytest.raises(UsageError, match="not open any more"):
        desk.answer(m.Evaluate(opened.clip.id, keys, 0.0), quietly)


@pytest.mark.parametrize("name", LAYER_PRESETS)
def test_layers_of_a_preset_come_back_as_they_went(name):
    assert tuple(layer_from(layer_settings(layer)) for layer in LAYER_PRESETS[name]) == LAYER_PRESETS[name]


def test_a_floor_of_ones_own_is_no_presets():
    settings = [layer_settings(layer) for layer in LAYER_PRESETS["extremes"]]
    own = [layer_from(replace(layer, floor_cm=2.0)) for layer in settings]
    assert not any(layer.floor_scales for layer in own)
