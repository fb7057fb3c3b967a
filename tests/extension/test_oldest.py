"""The oldest Blender that the extension supports, whose actions are legacy ones: no slots, no layers."""

import tomllib

import pytest

from extension.conftest import EXTENSION, run_scenarios
from extension.test_controls import (  # noqa: F401 – the same tests, of other answers
    test_new_curves_are_in_the_group_of_their_bone,
    test_targets_and_poles_carry_what_fk_did,
)
from extension.test_in_blender import (  # noqa: F401 – as above
    test_a_capture_is_reduced_in_place,
    test_a_capture_is_reduced_to_whole_pose_keys,
    test_capture_and_result_can_be_flipped,
    test_detail_comes_back_as_a_strip,
    test_glb_files_come_in_with_their_tangents,
    test_it_registers_twice_and_leaves_nothing,
    test_keys_and_handles_are_unbakes_own,
    test_keys_out_of_the_range_stay,
    test_native_files_come_in_exactly,
    test_refit_keeps_the_keys,
    test_shape_keys_are_kept,
    test_the_curves_are_ours_at_ten_times_per_frame,
    test_the_error_is_measured_in_the_scene,
    test_undo_restores_every_curve,
    test_what_is_not_to_be_reduced_is_kept,
)
from extension.test_odd_scenes import (  # noqa: F401 – as above
    test_armatures_whose_keys_do_not_play_are_refused,
    test_detail_of_a_part_leaves_the_rest_in_motion,
    test_detail_turns_bones_of_which_not_all_components_are_reduced,
    test_figures_are_reduced_one_after_the_other,
    test_linked_actions_are_reduced_into_local_ones_only,
    test_nothing_is_done_to_a_capture_or_a_strip_instead,
    test_what_has_gone_since_is_said_and_nothing_is_changed,
    test_what_works_on_keys_says_that_they_are_not_shown,
)
from formats.asking_blender import OLDEST

pytestmark = pytest.mark.slow

OF_ACTIONS = (
    "registered_again",
    "imported_clip",
    "clip_in_place",
    "plain_objects",
    "kept_things",
    "shape_keys",
    "edited_by_hand",
    "exchanged",
    "controls_of_a_leg",
    "keys_not_shown",
    "detail_of_a_part",
    "detail_of_parts_of_quaternions",
    "changed_since",
    "two_figures",
    "not_playing",
    "linked",
)
"""Scenarios that read and write actions."""


@pytest.fixture(scope="module")
def in_blender(tmp_path_factory):
    """Answers of the oldest Blender, as `conftest.in_blender` gives those of others."""
    return run_scenarios(OLDEST, OF_ACTIONS, tmp_path_factory.mktemp("oldest"))


def test_it_is_the_oldest_that_the_manifest_allows(in_blender):
    manifest = tomllib.loads((EXTENSION / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert in_blender[0]["blender"].startswith(manifest["blender_version_min"])


def test_its_actions_are_legacy(answer):
    assert not answer("kept_things")["has_slots"]
