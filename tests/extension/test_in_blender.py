"""The extension in Blender itself, as its scenarios saw it (`tests/blender/use_extension.py`)."""

import numpy as np
import pytest

import unbake
from extension.conftest import FRAMES, KEYS, SCENARIOS
from formats.figures import figure_motion, keyed
from unbake.motion.rotations import rotate

pytestmark = pytest.mark.slow(60)

MILLIMETRE = 1e-3
TENTH_MM = 1e-4
HUNDREDTH_DEG = 0.01


def degrees_between(ours, blenders):
    """Angles between rotations given as matrices (..., 3, 3), from what they do to the axes."""
    chord = np.linalg.norm(ours - blenders, axis=-2).max(axis=-1)
    return np.degrees(2.0 * np.arcsin(np.clip(chord / 2.0, 0.0, 1.0)))


def matrices(xyzw):
    return np.stack([rotate(xyzw, np.eye(3)[axis]) for axis in range(3)], axis=-1)


def z_up(vectors):
    return np.stack([vectors[..., 0], -vectors[..., 2], vectors[..., 1]], axis=-1)


def off(animation, file):
    """How far Blender is from ours at ten times per frame: metres at worst, and degrees relative to the first pose."""
    found = np.load(file)
    names = animation.skeleton.names
    pairs = [(b, names.index(name)) for b, name in enumerate(found["names"]) if name in names]
    assert len(pairs) >= 3
    bones, joints = (list(side) for side in zip(*pairs, strict=True))
    motion = animation.sample(found["times"] - animation.first_frame)
    places = np.abs(z_up(motion.positions()[:, joints]) - found["heads"][:, bones])
    ours, blenders = matrices(motion.world_rotations_xyzw()[:, joints]), found["turns"][:, bones]
    ours = np.stack([z_up(ours[..., axis]) for axis in range(3)], axis=-1)
    # Bones rest along other axes than joints do: what they turned since the first frame is the same.
    turned = [turns @ np.swapaxes(turns[:1], -1, -2) for turns in (ours, blenders)]
    return float(places.max()), float(degrees_between(*turned).max())


def test_it_registers_twice_and_leaves_nothing(answer):
    found = answer("registered_again")
    assert found["is_gone"]
    assert found["is_back"]


def test_everything_has_a_tooltip(answer):
    found = answer("registered_again")
    assert len(found["tips"]) >= 10
    assert all(len(tip) > 20 for tip in found["tips"])
    assert found["bare"] == []


def test_a_capture_is_reduced_to_whole_pose_keys(answer):
    found = answer("imported_clip")
    assert found["capture_is_kept"]
    assert found["frame_stays"]
    assert found["columns"] == found["targets"] > 50
    assert len(found["chosen"]) == 12
    assert len(found["keys"]) == found["targets"]
    assert all(frames == found["chosen"] for frames in found["keys"].values())
    kinds = ("KEYFRAME", "BREAKDOWN", "MOVING_HOLD")
    assert found["types"] == [kinds[c] for c in found["classes"]]
    assert "BREAKDOWN" in found["types"]


def test_keys_and_handles_are_unbakes_own(answer):
    found = answer("imported_clip")
    # Blender keeps single precision: of frames up to 60, to some 4e-6.
    assert found["values_off"] < 1e-6
    assert max(found["left_off"], found["right_off"]) < 1e-5


def test_a_capture_is_reduced_in_place(answer):
    found = answer("clip_in_place")
    assert found["is_own_action"]
    assert len(found["chosen"]) == 12
    assert len(found["keys"]) > 50
    assert all(frames == found["chosen"] for frames in found["keys"].values())
    assert "BREAKDOWN" in found["types"]
    assert found["error_cm"] == pytest.approx(answer("imported_clip")["error_cm"], abs=1e-3)
    assert found["undone"]


def test_shape_keys_are_kept(answer):
    for found in (answer("shape_keys")[into] for into in ("NEW", "IN_PLACE")):
        assert len(next(iter(found["before"].values()))) == 60
        assert found["after"] == found["before"]
        assert {len(frames) for frames in found["keys"].values()} == {6}


def test_the_error_is_measured_in_the_scene(answer):
    found = answer("imported_clip")
    assert found["error_cm"] == pytest.approx(found["own_error_cm"], abs=1e-3)
    # Blender measures all bones, Unbake those with a role.
    assert found["worker_max_cm"] <= found["error_cm"] + 0.01
    assert 0.1 < found["error_cm"] < 20.0
    assert found["jumped"]


def test_the_curves_are_ours_at_ten_times_per_frame(answer, in_blender):
    answer("imported_clip")
    exported = unbake.load(in_blender[1] / "exported.json")
    assert isinstance(exported, unbake.KeyedAnimation)
    metres, degrees = off(exported, in_blender[1] / "evaluated.npz")
    assert metres < TENTH_MM
    assert degrees < HUNDREDTH_DEG


def test_capture_and_result_can_be_flipped(answer):
    found = answer("imported_clip")
    assert found["capture_after_flip"]
    assert found["capture_error_cm"] < 1e-3


def test_detail_comes_back_as_a_strip(answer):
    found = answer("imported_clip")
    assert found["detail_error_cm"] < 0.01
    assert 0.3 * found["error_cm"] < found["half_detail_error_cm"] < 0.7 * found["error_cm"]


def test_feet_are_found_and_held(answer):
    found = answer("imported_clip")
    assert found["plants"] > 0
    assert found["feet"] is not None


def test_plants_are_shown_where_feet_stand(answer):
    found = answer("imported_clip")
    shown = found["crosses"]
    assert shown["count"] == found["plants"]
    assert shown["is_first"]
    assert 0.0 <= shown["rise"] < 0.2
    # Two lines of two points make a cross.
    assert next(iter(shown["drawn"].values())) == 4 * shown["now"]
    assert sum(shown["drawn"].values()) == 4 * shown["count"]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("nothing", "Nothing is selected"),
        ("no_keys", "no keys"),
        ("one_frame", "at least 3"),
        ("all_locked", "locked, muted, driven"),
        ("reduce", "Analyse first"),
        ("compare", "Analyse first"),
        ("flip", "Analyse first"),
        ("refit", "Analyse first"),
        ("detail", "Analyse first"),
        ("find_feet", "Analyse first"),
        ("jump_to_worst", "Analyse first"),
        ("choose", "Analyse first"),
        ("export", "Analyse first"),
        ("import", "no such file"),
    ],
)
def test_what_cannot_be_done_is_one_line(answer, case, words):
    message = answer("without_subjects")[case]
    assert words in message
    assert "\n" not in message
    assert "Traceback" not in message


def test_one_key_stays_one_pose(answer):
    found = answer("one_key")
    for values, wanted in zip(found["values"].values(), found["wanted"], strict=True):
        assert values == pytest.approx([wanted] * len(values), abs=1e-6)


def test_plain_objects(answer):
    found = answer("plain_objects")
    frames = list(found["keys"].values())
    assert len(frames) == 3 + 4 + 4 + 3
    assert all(one == frames[0] for one in frames)
    assert len(frames[0]) == 14
    assert found["columns"].count("location") == 3
    assert found["error_cm"] < 1.0


def test_undo_restores_every_curve(answer):
    assert answer("plain_objects")["undone"]


def test_what_is_not_to_be_reduced_is_kept(answer):
    found = answer("kept_things")
    spine, head = 'pose.bones["spine"]', 'pose.bones["head"]'
    kept = [f"{spine}.scale[{axis}]" for axis in range(3)] + [f"{head}.rotation_euler[1]", '["grip"][0]']
    for name, keys in found["after"].items():
        assert (keys == found["before"][name]) == (name in kept), name
    assert found["cyclic"] == [True, True, 1.0, 60.0]
    assert found["slot"].startswith("OB") or not found["has_slots"]
    assert found["old"] == sum(map(len, found["before"].values()))


def test_keys_out_of_the_range_stay(answer):
    found = answer("kept_things")
    name = 'pose.bones["hips"].location[0]'
    before, after = found["before"][name], found["after"][name]
    for keys in (slice(0, 10), slice(-10, None)):
        assert [k[:2] for k in after[keys]] == [k[:2] for k in before[keys]]
    assert [k[0] for k in after[10:-10]][:: len(after[10:-10]) - 1] == [11.0, 50.0]
    assert len(after) == 20 + 6


def test_only_chosen_bones_are_reduced(answer):
    found = answer("chosen_bones")
    for name, frames in found["keys"].items():
        assert frames == (found["chosen"] if '"spine"' in name else list(range(1, 61))), name
    assert found["lead"] == '["spine"]'


def test_pins_and_markers(answer):
    found = answer("chosen_bones")
    assert 23 in found["chosen"]
    assert [frame for frame, _ in found["markers"]] == found["chosen"]
    assert {name for _, name in found["markers"]} <= {"Unbake key", "Unbake breakdown", "Unbake hold"}


def test_a_scaled_armature_is_measured_in_the_world(answer):
    found = answer("scaled_armature")
    assert found["columns"] == found["targets"] == 16
    assert 0.3 < found["span_m"] < 3.0
    assert found["error_cm"] == pytest.approx(found["own_error_cm"], abs=1e-3)
    assert found["error_cm"] <= found["worker_cm"] + 0.01


def test_controls_of_a_rig_get_the_keys(answer):
    found = answer("constraint_rig")
    assert found["nodes"] == ["Rig", "DEF-one", "DEF-two"]
    assert found["columns"] == 0
    assert all(frames == next(iter(found["keys"].values())) for frames in found["keys"].values())
    assert len(next(iter(found["keys"].values()))) == 10
    assert found["error_cm"] < 1.0


def test_a_rig_of_rigify(answer):
    found = answer("rigify_rig")
    assert found["bones"] > 200
    assert len(found["seen"]) < 50
    assert all(name == "" or name.startswith("DEF-") for name in found["seen"])
    assert {"hips", "left-wrist", "right-ankle"} <= set(found["roles"])
    frames = list(found["keys"].values())
    assert len(frames) == 3 * 3 + 4
    assert all(one == frames[0] for one in frames)
    assert len(frames[0]) == 12
    assert found["error_cm"] < 2.0 < 100.0 * found["moved_m"]


def test_a_killed_worker_changes_nothing(answer):
    found = answer("killed_worker")
    assert "worker has ended" in found["message"]
    assert "\n" not in found["message"]
    assert found["unchanged"]
    assert found["new_worker"]
    assert [len(frames) for frames in found["keys"].values()] == [8] * (3 * 3 + 4)


def test_what_is_cancelled_changes_nothing(answer):
    found = answer("cancelled")
    assert found["moved"] != found["frame"] == 17
    assert not found["study"]
    assert found["unchanged"]


def test_refit_keeps_the_keys(answer):
    found = answer("edited_by_hand")
    assert found["same_keys"]
    assert found["after_cm"] < 0.8 * found["before_cm"]


def test_native_files_come_in_exactly(answer, in_blender):
    found = answer("exchanged")["json"]
    animation = keyed(figure_motion(), KEYS)
    assert len(found["keys"]) == len(animation.curves)
    assert all(frames == [float(f) for f in animation.key_numbers()] for frames in found["keys"].values())
    metres, degrees = off(animation, in_blender[1] / "json.npz")
    assert metres < TENTH_MM
    assert degrees < HUNDREDTH_DEG


def test_glb_files_come_in_with_their_tangents(answer, in_blender):
    found = answer("exchanged")["glb"]
    animation = unbake.curves.gltf_curves(keyed(figure_motion(), KEYS))
    assert [len(frames) for frames in found["keys"].values()] == [len(KEYS)] * len(animation.curves)
    metres, degrees = off(animation, in_blender[1] / "glb.npz")
    assert metres < TENTH_MM
    assert degrees < HUNDREDTH_DEG


def test_what_was_assumed_of_a_file_is_said(answer):
    (said,) = answer("exchanged")["said"]
    assert said.startswith(f"clip: {FRAMES} keys; no unit in the file: taken as")


def test_settings_lie_with_the_scene(answer):
    found = answer("settings_stay")
    assert found["error_cm"] == pytest.approx(3.5)
    assert (found["fit"], found["count"]) == ("HERMITE", 5)
    assert found["had"]
    assert not found["has"]


def test_all_ways_to_choose(answer):
    found = answer("ways_to_choose")
    assert found["count"] == 7
    assert 2 <= found["loose"] < found["tight"]
    assert found["auto"] > 2
    assert found["layers"] > 2
    assert all(found[f"{name}_shown"] == found[name] for name in ("loose", "tight", "auto", "layers"))
    assert found["promised_cm"] <= 1.0
    assert found["tips"] == [True, False]


def test_ghosts_stand_where_the_body_stands(answer):
    assert answer("ways_to_choose")["ghost_off_m"] < MILLIMETRE


def test_escape_ends_what_a_click_began(answer):
    found = answer("by_hand")
    for name in ("escaped", "escaped_reducing"):
        (ended, reports), is_untouched = found[name]
        assert ended == ["CANCELLED"]
        assert reports == ["Cancelled; nothing was changed"]
        assert is_untouched


def test_what_a_click_began_ends_by_itself(answer):
    found = answer("by_hand")
    for name in ("analysed", "reduced"):
        (ended, reports), has_happened = found[name]
        assert ended == ["FINISHED"], reports
        assert has_happened
    assert found["frame"] == 9
    assert found["timers"] == 4
    assert any("Reading the scene" in text and "Escape cancels" in text for text in found["said"])


def test_the_panel_shows_the_error_beside_the_slider(answer):
    found = answer("drawn")["shown"]
    assert "7 keys: " in " ".join(found["count"])
    assert " cm" in " ".join(found["count"])
    assert {"unbake.analyse", "count", "unbake.reduce", "into", "unbake.key_controls"} <= set(found["count"])
    assert "accuracy" in found["auto"]
    assert "accuracy" not in found["count"]
    assert "error_cm" in found["error"]
    after = answer("drawn")["after"]
    assert {"unbake.compare", "unbake.flip", "unbake.jump_to_worst", "unbake.refit", "unbake.detail"} <= set(after)
    assert "unbake.propagate" in after


def test_the_slider_asks_without_waiting(answer):
    assert len(answer("drawn")["slid"]) == 6


def test_ghosts_and_charts_are_drawn(answer):
    found = answer("drawn")
    kinds = [kind for kind, _, _ in found["drawn"]]
    assert kinds.count("TRI_STRIP") == kinds.count("LINE_STRIP") == 2
    ghosts = [np.array(points) for kind, points, _ in found["drawn"] if kind == "LINES" and len(points[0]) == 3]
    assert len(ghosts) == 6
    assert all(np.isfinite(points).all() and np.ptp(points, axis=0).max() > 0.5 for points in ghosts)
    colours = [colour for _, _, colour in found["drawn"]]
    assert all(len(colour) == 4 for colour in colours)


def test_every_scenario_is_run(in_blender):
    assert set(SCENARIOS) < set(in_blender[0])
