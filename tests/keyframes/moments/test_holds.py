"""Moving holds: a pose that is kept has a key at its start and at its end, and both say so."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from motion.turning import bare_pan, camera_pan, propeller, swung, turned, twisted_chain
from unbake.keyframes.moments.holds import SHORTEST_S, SWAY, with_holds
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reduce.choose import choose
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

FPS = 30


def still_between(first, last, frames=60, sway=0.0):
    """A figure of two joints, 1 m high, that moves on except from one frame to another; there it sways."""
    moving = np.ones(frames)
    moving[first + 1 : last + 1] = 0.0
    root = np.zeros((frames, 3))
    root[:, 0] = 0.05 * np.cumsum(moving)
    root[first : last + 1, 2] = sway * np.sin(np.linspace(0.0, np.pi, last + 1 - first))
    rest = np.tile([0.0, 0.0, 0.0, 1.0], (frames, 2, 1))
    return Motion.from_arrays(["root", "top"], [-1, 0], [[0, 0, 0], [0, 1, 0]], rest, root, FPS)


def classes(motion, frames, given=()):
    return with_holds(Selection(tuple(frames), classes=tuple(given)), motion).classes


def test_both_ends_of_a_held_pose_are_holds():
    assert classes(still_between(20, 40), (0, 20, 40, 59)) == ("keypose", "hold", "hold", "keypose")
    given = ("keypose", "breakdown", "keypose", "keypose")
    assert classes(still_between(20, 40), (0, 20, 40, 59), given) == ("keypose", "hold", "hold", "keypose")


def test_a_pose_that_changes_is_none():
    assert classes(still_between(20, 40), (0, 19, 41, 59)) == ("keypose",) * 4
    assert classes(still_between(30, 30), (0, 20, 40, 59)) == ("keypose",) * 4


@pytest.mark.parametrize(("sway", "is_hold"), [(0.0, True), (0.9 * SWAY, True), (1.1 * SWAY, False)])
def test_a_held_pose_may_sway_a_little(sway, is_hold):
    found = classes(still_between(20, 40, sway=sway), (0, 20, 40, 59))
    assert (found[1] == "hold") == is_hold


def test_a_short_stop_is_none():
    least = int(SHORTEST_S * FPS)
    assert classes(still_between(20, 40), (0, 20, 20 + least, 59))[1] == "hold"
    assert classes(still_between(20, 40), (0, 20, 19 + least, 59))[1] == "keypose"


def test_a_motion_that_comes_back_to_where_it_was_is_none():
    """Ends alone do not make a hold: what is between must stay, too."""
    motion = still_between(20, 40, sway=0.3)
    assert classes(motion, (0, 20, 40, 59))[1] == "keypose"


@pytest.mark.parametrize("thing", [camera_pan, bare_pan, propeller, twisted_chain])
def test_what_turns_in_place_is_not_held(thing):
    assert classes(thing(), (0, 30, 60, 90, 120)) == ("keypose",) * 5


def test_a_camera_that_hangs_still_for_a_while_is_held():
    angles = swung(60.0, times=1)
    found = classes(
        turned(bare_pan().skeleton, "camera", "y", np.insert(angles, 60, angles[60] * np.ones(30))), (0, 60, 90)
    )
    assert found == ("keypose", "hold", "hold")


def frozen_jump(first=60, frames=40):
    """The packaged jump, frozen for a while in mid-movement."""
    motion = jump_clip()
    at = np.concatenate([np.arange(first), np.full(frames, first), np.arange(first, motion.n_frames)])
    return replace(motion, rotations_xyzw=motion.rotations_xyzw[at], translations_m=motion.translations_m[at])


@pytest.mark.slow(4)
@pytest.mark.parametrize("how", [{}, {"keys": 12}], ids=["layers", "count"])
def test_keys_that_are_chosen_know_holds(how):
    selection = choose(Take(frozen_jump()), ReduceOptions(**how), lambda step, part: None).selection
    holds = selection.holds
    assert len(holds) >= 2
    assert holds[0] == pytest.approx(60, abs=4)
    assert holds[-1] == pytest.approx(100, abs=4)
    assert set(holds) <= set(selection.keyposes)
