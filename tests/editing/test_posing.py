"""Poses by dragging, on the packaged clip: pins, hinges, influence, what is refused."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from clips import jump_clip
from unbake.editing import Poser, brushed, pose
from unbake.errors import UsageError
from unbake.motion.motion import Motion

FEET = ("left-ankle", "right-ankle")


@cache
def places():
    motion = jump_clip()
    return motion.positions()[20], motion.skeleton.roles


def bones(motion):
    positions = motion.positions()[0]
    return np.linalg.norm(positions[1:] - positions[list(motion.skeleton.parents[1:])], axis=1)


def test_a_hand_goes_where_it_is_dragged_and_pinned_feet_stay():
    motion, (before, roles) = jump_clip(), places()
    target = before[roles["left-wrist"]] + [0.05, 0.25, 0.1]
    found = pose(motion, 20, {"left-wrist": target}, pins=FEET)
    after = found.motion.positions()[0]
    assert np.linalg.norm(after[roles["left-wrist"]] - target) < 0.01
    assert found.missed_m[motion.skeleton.names[roles["left-wrist"]]] == pytest.approx(
        np.linalg.norm(after[roles["left-wrist"]] - target), abs=1e-9
    )
    for foot in FEET:
        assert np.linalg.norm(after[roles[foot]] - before[roles[foot]]) < 1e-5
    assert bones(found.motion) == pytest.approx(bones(motion.excerpt(motion.first_frame, motion.first_frame)), abs=1e-9)
    assert (found.motion.n_frames, found.motion.first_frame) == (1, motion.first_frame + 20)
    assert found.notes == ()


def test_bodies_of_any_size_are_posed_alike():
    motion, (before, roles) = jump_clip(), places()
    target = before[roles["left-wrist"]] + [0.05, 0.25, 0.1]

    def posed(size):
        skeleton = replace(motion.skeleton, offsets_m=size * motion.skeleton.offsets_m)
        other = replace(motion, skeleton=skeleton, translations_m=size * motion.translations_m)
        found = pose(other, 20, {"left-wrist": size * target}, pins=FEET, floor_m=-size)
        assert max(found.missed_m.values()) < 0.01 * size
        return found.motion.positions()[0] / size

    tiny, own, huge = posed(0.01), posed(1.0), posed(100.0)
    assert np.abs(tiny - huge).max() < 1e-6
    assert np.abs(tiny - own).max() < 0.05


def test_knees_bend_as_in_the_clip_when_the_hips_go_down():
    motion, (before, roles) = jump_clip(), places()
    found = pose(motion, 20, {"hips": before[roles["hips"]] - [0.0, 0.2, 0.0]}, pins=FEET)
    after = found.motion.positions()[0]
    across = before[roles["left-hip"]] - before[roles["right-hip"]]
    for side in ("left", "right"):
        hip, knee, ankle = (after[roles[f"{side}-{part}"]] for part in ("hip", "knee", "ankle"))
        assert np.cross(knee - hip, ankle - knee) @ across > 0.0
        bend = np.arccos(np.dot(knee - hip, ankle - knee) / np.linalg.norm(knee - hip) / np.linalg.norm(ankle - knee))
        assert np.radians(15) < bend < np.radians(156)


def test_pins_that_cannot_be_met_are_told():
    motion, (before, roles) = jump_clip(), places()
    far = {"left-ankle": before[roles["left-ankle"]], "left-wrist": before[roles["left-wrist"]] + [0.0, 9.0, 0.0]}
    found = pose(motion, 20, {}, pins=far)
    assert len(found.notes) == 2
    assert all("cannot reach its pin: it is" in note and "cm away" in note for note in found.notes)
    missed = list(found.missed_m.values())
    assert missed == pytest.approx([missed[0]] * 2, rel=0.02)
    assert missed[0] > 3.0


def test_a_floor_stops_a_foot():
    motion, (before, roles) = jump_clip(), places()
    down = {"left-wrist": [*before[roles["left-wrist"]][[0]], -0.5, before[roles["left-wrist"]][2]]}
    after = pose(motion, 20, down, floor_m=0.0).motion.positions()[0]
    below = np.minimum(before[:, 1], 0.0)
    assert (after[:, 1] > below - 5e-3).all()


def test_influence_takes_others_along():
    motion, (before, roles) = jump_clip(), places()
    wrist, shoulder = roles["left-wrist"], roles["left-shoulder"]
    by = np.array([0.0, 0.0, 0.15])
    alone = pose(motion, 20, {"left-wrist": before[wrist] + by}).motion.positions()[0]
    brush = brushed(motion, 20, "left-wrist", 0.6)
    together = pose(motion, 20, {"left-wrist": before[wrist] + by}, influence=brush).motion.positions()[0]
    moved = [np.linalg.norm(after[shoulder] - before[shoulder]) for after in (alone, together)]
    assert moved[1] > 1.5 * moved[0]


def test_a_drag_goes_on_from_its_last_step():
    motion, (before, roles) = jump_clip(), places()
    poser = Poser(motion, 20)
    for part in (0.2, 0.6, 1.0):
        found = poser.drag({"left-wrist": before[roles["left-wrist"]] + part * np.array([0.1, 0.2, 0.0])}, pins=FEET)
    once = pose(motion, 20, {"left-wrist": before[roles["left-wrist"]] + [0.1, 0.2, 0.0]}, pins=FEET)
    assert np.abs(found.motion.positions() - once.motion.positions()).max() < 0.02


def test_figures_without_roles_are_posed_too():
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (1, 3, 1))
    motion = Motion.from_arrays(["a", "b", "c"], [-1, 0, 1], [[0, 0, 0], [0, 1, 0], [0, 1, 0]], rotations)
    found = pose(motion, 0, {"c": [1.0, 1.0, 0.0]}, pins=["a"])
    assert found.missed_m["c"] < 0.01


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((999, {}), "frame .* is outside the clip"),
        ((20, {"left-wrists": [0, 0, 0]}), "did you mean"),
        ((20, {"feet": [0, 0, 0]}), "several joints"),
        ((20, {"left-wrist": [0, 0]}), "three finite numbers"),
        ((20, {"left-wrist": [0, 0, np.nan]}), "three finite numbers"),
        ((20, {"left-wrist": "up"}), "three finite numbers"),
    ],
)
def test_what_is_refused(arguments, said):
    with pytest.raises(UsageError, match=said):
        pose(jump_clip(), *arguments)


def test_what_contradicts_itself_is_refused():
    motion = jump_clip()
    with pytest.raises(UsageError, match="dragged and pinned"):
        pose(motion, 20, {"left-wrist": [0, 0, 0]}, pins=["left-wrist"])
    with pytest.raises(UsageError, match="follow one that is dragged"):
        pose(motion, 20, {}, influence=np.zeros(len(motion.skeleton.names)))
    with pytest.raises(UsageError, match="numbers from 0 to 1"):
        pose(motion, 20, {"left-wrist": [0, 0, 0]}, influence=np.full(3, 0.5))
    with pytest.raises(UsageError, match="weight of 'left-wrist'"):
        pose(motion, 20, {"left-wrist": [0, 0, 0]}, weights={"left-wrist": -1.0})
    with pytest.raises(UsageError, match="height in metres"):
        pose(motion, 20, {}, floor_m=float("nan"))
