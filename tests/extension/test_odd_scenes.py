"""Scenes that are not as a first try expects them (`tests/blender/odd_scenes.py`)."""

import pytest

pytestmark = pytest.mark.slow(60)

MILLIMETRE = 1e-3


def is_one_line(message):
    return message.startswith("Error: ") and "Traceback" not in message and "\n" not in message


@pytest.mark.parametrize("case", ["flipped", "detail", "undone"])
def test_what_works_on_keys_says_that_they_are_not_shown(answer, case):
    words = "any more: reduce again" if case == "undone" else "Flip does"
    for name, message in answer("keys_not_shown")[case].items():
        assert words in message, name
        assert is_one_line(message)


def test_nothing_is_done_to_a_capture_or_a_strip_instead(answer):
    found = answer("keys_not_shown")
    assert found["is_capture_kept"]
    assert found["strips"] == 1
    assert "plays strips of the nonlinear animation alone" in found["analyse"]


def test_detail_of_a_part_leaves_the_rest_in_motion(answer):
    assert answer("detail_of_a_part")["off"] < MILLIMETRE


def test_detail_turns_bones_of_which_not_all_components_are_reduced(answer):
    found = answer("detail_of_parts_of_quaternions")
    # Blender takes powers of the turns by an arc cosine in single precision: 0.02° for each bone.
    assert found["with_cm"] < 0.1 < found["without_cm"]
    assert found["strips"] == 1


def test_what_has_gone_since_is_said_and_nothing_is_changed(answer):
    found = answer("changed_since")
    for message in (*found["bone"], found["curve"]):
        assert is_one_line(message)
        assert message.endswith("analyse again")
    assert "no bone spine" in found["bone"][0]
    assert found["action"] == "Rig capture"


def test_figures_are_reduced_one_after_the_other(answer):
    found = answer("two_figures")
    assert [name.endswith("reduced") for name in found["reduced_0"]] == [True, False]
    assert [name.endswith("reduced") for name in found["reduced_1"]] == [True, True]
    assert [name.endswith("capture") for name in found["flipped_0"]] == [True, True]
    assert found["flipped_1"] == found["reduced_1"]


def test_refit_keeps_types_and_stepped_keys(answer):
    found = answer("refitted")
    assert found["refitted"] == found["marked"]
    assert found["marked"][2][1] == "EXTREME"
    assert found["marked"][3][0] == "CONSTANT"


def test_armatures_whose_keys_do_not_play_are_refused(answer):
    found = answer("not_playing")
    assert "rest position" in found["rest"]
    assert "edit mode" in found["edit"]
    assert found["is_tweaked"]
    for name in ("tweak", "reduce"):
        assert "tweak mode" in found[name]
        assert is_one_line(found[name])


def test_linked_actions_are_reduced_into_local_ones_only(answer):
    found = answer("linked")
    assert found["linked"][1] == "Rig capture"
    for message in found["linked"][0]:
        assert "linked from library.blend" in message
    (new, in_place), _ = found["overridden"]
    assert new == ""
    assert "reduce into a new action" in in_place


def test_bones_keep_their_names_whatever_they_are(answer):
    for case in ("ours", "prefix", "same"):
        found = answer("awkward_names")[case]
        assert found["joints"] == found["bones"]
        assert found["error_cm"] < 1.0


def test_odd_scales_are_reduced_as_closely(answer):
    found = answer("odd_scales")
    assert found["none"][0] == ""
    _, plain_cm, chosen_cm = found["plain"]
    for case in ("mirrored", "turned"):
        assert found[case][0] == ""
        assert found[case][1] < 1.5 * plain_cm
        assert found[case][2] < 1.5 * chosen_cm
    assert found["far"].startswith("Error: The offset of joint 'Rig' is too large")


def test_the_analysis_says_of_a_figure_that_its_scale_is_wrong(answer):
    found = answer("sizes")
    assert found["0.05"].endswith("matched in the world")
    assert ". The figure is 31.6 m tall" in found["1.0"]
    assert found["1.0"].endswith("import it again at another scale, or scale its object")


def test_settings_that_scripts_spoilt_are_said_and_the_panel_is_drawn(answer):
    found = answer("settings_of_scripts")
    assert found["drawn"] == "?"
    assert len(found["said"]) == 3
    for text, message in found["said"].items():
        assert is_one_line(message)
        assert message.endswith(f"not {text!r}")


def test_exports_say_what_files_lose(answer):
    found = answer("what_files_lose")
    for suffix in (".bvh", ".usda"):
        path, said = found[suffix]
        assert said.startswith(f"{path}. ")
        assert said.count("Keys, handles and classes") == 1
    assert found[".json"][0] == found[".json"][1]


@pytest.mark.parametrize("suffix", [".c3d", ""])
def test_files_that_cannot_be_written_are_named_as_they_were_asked_for(answer, suffix):
    path, said = answer("what_files_lose")[suffix]
    assert said.startswith(f"Error: {path}: ")


def test_imports_say_which_rate_the_scene_has_now(answer):
    found = answer("what_files_lose")
    assert "the scene plays at 30 fps now, as the file does; it had 24" in found["imported"]
    assert "fps" not in found["again"]


def test_paths_of_scripts_begin_where_blender_was_started(answer):
    found = answer("what_files_lose")
    assert found["relative"] == found["again"]


def test_keys_that_were_moved_marked_and_deleted_are_exported_as_they_are(answer):
    found = answer("edited_and_exported")
    assert found["said"] == ""
    ours, again = found["keys"]
    assert len(ours[0]) == 7
    assert ours[0][3] == "BREAKDOWN"
    assert again == ours
    assert found["off"] < 0.01 * MILLIMETRE


def test_edits_that_do_not_do_are_said(answer):
    found = answer("edited_and_exported")
    assert "as Bézier curves in the file where they are constant here" in found["stepped"]
    assert "moved, added or deleted" in found["propagate"]
    assert "not on the frames of the others" in found["torn"]


@pytest.mark.parametrize("case", ["camera", "bone"])
def test_what_turns_in_place_is_measured_by_points_beside_it(answer, case):
    measured_cm, workers_cm = answer("only_turning")[case]
    assert measured_cm > 0.01
    assert measured_cm == pytest.approx(workers_cm, rel=0.05)


def test_keys_that_are_no_numbers_are_said(answer):
    message = answer("only_turning")["no_number"]
    assert "a key that is no number" in message
    assert is_one_line(message)
