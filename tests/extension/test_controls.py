"""Keys on the controls of rigs, as Blender evaluates their deform bones (`tests/blender/control_scenes.py`)."""

import pytest

from extension.conftest import FRAMES

pytestmark = pytest.mark.slow(60)

LEG_CHANNELS = 7 + 7 + 3
"""Location and rotation of hips and target, location of the pole."""


def test_targets_and_poles_carry_what_fk_did(answer):
    found = answer("controls_of_a_leg")
    assert found["error_before_cm"] > 50.0
    assert found["all"]["error_cm"] < 0.05
    assert found["own_cm"] == pytest.approx(found["all"]["error_cm"], abs=1e-3)
    assert found["capture_is_kept"]
    assert len(found["all"]["keys"]) == LEG_CHANNELS


def test_controls_are_keyed_on_the_chosen_frames_with_everything_else(answer):
    found = answer("controls_of_a_leg")["few"]
    frames = list(found["keys"].values())
    assert len(frames) == LEG_CHANNELS
    assert all(one == frames[0] for one in frames)
    assert len(frames[0]) == answer("controls_of_a_leg")["fk_keys"] == 12
    assert found["error_cm"] < 1.0


def test_new_curves_are_in_the_group_of_their_bone(answer):
    assert answer("controls_of_a_leg")["groups"] == ["knee_pole"] * 3


def test_a_pole_stays_at_its_distance(answer):
    assert 0.3 < answer("controls_of_a_leg")["pole_m"] < 3.0


def test_a_straight_limb_turns_with_its_roll(answer):
    assert answer("controls_of_a_straight_leg")["error_cm"] < 0.05


def test_a_baked_armature_of_mixamo_moves_another_rig(answer):
    found = answer("controls_of_another_rig")
    assert found["error_cm"] > 5.0, "without its pole the knee goes elsewhere"
    assert found["with_pole"]["error_cm"] < 0.05
    assert found["capture_keys"] == [FRAMES]


def test_ik_of_rigify(answer):
    found = answer("controls_of_rigify")
    assert found["unsolved_cm"] > 50.0
    assert len(found["keys"]) == 3 + 4 + 2 * (3 + 4 + 3)
    # Rigify's own IK pulls a bent knee in by 2.6 cm: thigh and shin are shorter there than in its FK.
    assert found["error_cm"] < 3.0
    assert found["worst"] == "DEF-shin.R"
    assert found["few_cm"] < 4.0


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("unread", "Analyse first"),
        ("none", "No control of Rig is selected"),
        ("deforming", "No control of Rig is selected"),
        ("idle", "Nothing follows"),
        ("fk_is_on", "switched to FK or IK"),
        ("locked", "Nothing follows"),
    ],
)
def test_what_cannot_be_keyed_is_one_line(answer, case, words):
    message = answer("controls_that_cannot")[case]
    assert words in message
    assert "\n" not in message


def test_what_is_cancelled_leaves_the_rig_as_it_stood(answer):
    found = answer("controls_that_cannot")
    assert found["cancelled_at"] == "Putting the controls"
    assert found["frame"] == 23
    assert found["stands"] == pytest.approx([0.1, 0.2, 0.3])
    assert found["unchanged"]


def test_what_nothing_follows_is_named(answer):
    assert answer("controls_that_cannot")["named"] == ["idle"]


def test_keys_of_controls_are_undone(answer):
    found = answer("controls_undone")
    assert found["changed"]
    assert found["undone"]
