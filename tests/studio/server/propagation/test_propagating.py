"""Edits of some keys carried over to a take, as pages and hosts ask for it."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from clips import packaged_clip
from studio.server.serving import desk_in, quick_keys, quietly
from unbake.curves.fits.fit import fit
from unbake.curves.tangents import LOCKED
from unbake.curves.world.match import hold_ends
from unbake.errors import UsageError
from unbake.formats.registry import save
from unbake.ground.notes import Note
from unbake.keyframes.selection import Selection
from unbake.motion.channels import motion_from_channels
from unbake.studio.server import messages as m
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.propagation import propagating
from unbake.studio.server.propagation.stretches import example_of

RAISED = 0.4
EDITED = (1, 190)


@cache
def taken():
    """A desk with the packaged clip, its keys, and these with an arm raised during the first jump."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        desk = desk_in(folder)
        desk.startup = folder / "work" / "jumps.bvh"
        save(packaged_clip(), desk.startup)
        opened = desk.answer(m.Open("startup"), quietly)
        keys = quick_keys(desk, opened, 24)
        channel = next(
            n
            for n, one in enumerate(opened.clip.channels)
            if opened.clip.joints[one.joint].role == "left-shoulder" and one.name == "rz"
        )
        return desk, opened.clip, keys, raised(keys, channel), channel


def inside(keys):
    """Which keys lie in the edited stretch."""
    return (keys.frames >= EDITED[0]) & (keys.frames <= EDITED[1])


def raised(keys, channel, everywhere=False):
    """Keys with one channel greater, within the edited stretch or everywhere."""
    parts = {}
    for part, at in (("values", ()), ("left", (1,)), ("right", (1,))):
        rows = getattr(keys, part).reshape(len(keys.frames), -1, *([2] if at else [])).copy()
        rows[(inside(keys) | everywhere, channel, *at)] += RAISED
        parts[part] = rows.ravel()
    return replace(keys, **parts)


def propagated(**others):
    """The edit carried over to the whole clip."""
    desk, clip, before, after, _ = taken()
    stretch = m.EditedStretch(*EDITED, edited=after, source=before)
    asked = m.Propagate(clip.id, (stretch,), keys=after, feet="none")
    return desk.answer(replace(asked, **others), quietly)


def rows(keys, part="values"):
    """A part of keys with a row for each."""
    return getattr(keys, part).reshape(len(keys.frames), -1)


def wrist(keys):
    """Where the left wrist is (F, 3)."""
    desk, clip, *_ = taken()
    shown = desk.answer(m.Evaluate(clip.id, keys, 0.0), quietly).evaluation.positions
    joint = next(n for n, one in enumerate(clip.joints) if one.role == "left-wrist")
    return shown.reshape(-1, len(clip.joints), 3)[:, joint]


def to_truth(keys):
    """How far the wrist is, during the second jump, from where the edit of every key would have it. Metres."""
    _, _, before, _, channel = taken()
    gap = wrist(keys) - wrist(raised(before, channel, everywhere=True))
    return np.linalg.norm(gap[EDITED[1] + 40 :], axis=1).mean()


@pytest.mark.parametrize(("predictor", "left"), [("gp", 0.75), ("mls", 0.3)])
def test_what_was_done_to_one_jump_is_done_to_the_other(predictor, left):
    _, clip, before, _, _ = taken()
    found = propagated(predictor=predictor)
    np.testing.assert_array_equal(found.keys.frames, before.frames)
    assert to_truth(found.keys) < left * to_truth(before)
    frames = clip.last_frame - clip.first_frame + 1
    assert found.confidence.shape == found.source_frames.shape == (frames,)
    assert found.confidence[: EDITED[1] - EDITED[0]].mean() > found.confidence[EDITED[1] - EDITED[0] :].mean()
    assert found.evaluation.error_cm.shape == (frames,)


def test_turns_that_the_clip_has_no_channels_for_are_said_to_be_left_out(monkeypatch):
    said = Note(
        "new rotation channels, for turns that the file's own could not hold: ltoes", "new-channels", joints="ltoes"
    )
    full = propagating.propagate
    monkeypatch.setattr(
        propagating, "propagate", lambda *asked, **more: replace(full(*asked, **more), notes=(said, "so it is"))
    )
    found = propagated(predictor="mls")
    assert found.notes == ("Turns that the clip's channels cannot hold are left out: ltoes.", "So it is.")


def test_keys_of_the_edited_stretch_stay_to_the_bit():
    *_, after, _ = taken()
    found = propagated()
    for part in ("values", "left", "right", "tangents"):
        np.testing.assert_array_equal(rows(found.keys, part)[inside(after)], rows(after, part)[inside(after)])


def test_without_what_it_was_a_stretch_is_compared_with_the_capture_joined_alike():
    _, _, before, after, _ = taken()
    found = propagated(examples=(m.EditedStretch(*EDITED, edited=after),), predictor="mls")
    assert to_truth(found.keys) < 0.4 * to_truth(before)


@pytest.mark.parametrize("holds", [True, False])
def test_joints_that_nobody_touched_are_no_part_of_an_edit(holds):
    """Without what it was, the capture is joined with the world-space match or without, as the keys were."""
    desk, clip, _, _, channel = taken()
    take = desk.clip(clip.id)
    plain = fit(take.motion, Selection((0, 40, 90, 140, 200, 250, 300, 340, 399)), skeleton=take.skeleton)
    before = keys_of(hold_ends(take.motion, plain) if holds else plain)
    stretch = m.EditedStretch(*EDITED, edited=raised(before, channel))
    example = example_of(desk.clip, take, stretch, warps=False)
    away = np.linalg.norm(example.edited.positions() - example.source.positions(), axis=-1).max(axis=0)
    skeleton = take.motion.skeleton
    assert away[skeleton.roles["left-wrist"]] > 0.1
    arm = ("left-elbow", "left-wrist")
    still = [joint for role, joint in skeleton.roles.items() if not role.startswith(arm)]
    assert away[still].max() < 1e-9


def arm_layer(*frames, angle=RAISED, name="Arm", **changes):
    """A layer that lifts the left arm by an angle on its first two keys, and not at all on those that follow."""
    _, clip, *_ = taken()
    joint = next(n for n, one in enumerate(clip.joints) if one.role == "left-shoulder")
    vectors = np.zeros((len(frames), 1, 3))
    vectors[:2, 0, 2] = angle
    times = {"time_frames": np.empty(0, np.int32), "time_offsets": np.empty(0)} | changes
    return m.PoseLayer(
        name, name, 1.0, is_muted=False, is_solo=False, frames=np.array(frames, np.int32),
        joints=np.array([joint], np.int32), vectors=vectors.ravel(), moved=np.empty(0, np.int32), shifts=np.empty(0),
        **times,
    )  # fmt: skip


def layered_wrist(keys, *layers):
    """Where the left wrist is seen with layers on the keys (F, 3)."""
    desk, clip, *_ = taken()
    shown = desk.answer(m.ApplyLayers(clip.id, keys, layers, 0.0), quietly).positions
    joint = next(n for n, one in enumerate(clip.joints) if one.role == "left-wrist")
    return shown.reshape(-1, len(clip.joints), 3)[:, joint]


def test_an_edit_in_layers_is_carried_over_and_becomes_part_of_the_keys():
    _, _, before, _, _ = taken()
    layer = arm_layer(*EDITED, EDITED[1] + 20)
    found = propagated(
        examples=(m.EditedStretch(*EDITED, edited=before),), keys=before, layers=(layer,), predictor="mls"
    )
    np.testing.assert_array_equal(found.keys.frames, before.frames)
    truth, late = layered_wrist(before, arm_layer(*EDITED)), slice(EDITED[1] + 40, None)
    away, unedited = (np.linalg.norm(wrist(keys) - truth, axis=1) for keys in (found.keys, before))
    assert away[late].mean() < 0.4 * unedited[late].mean()
    early = before.frames[before.frames <= EDITED[1]] - before.frames[0]
    assert away[early].max() < 1e-3
    assert unedited[early].min() > 0.05
    assert found.notes[-1] == "The layer 'Arm' of the take went into the keys, as far as those reach."


def test_an_example_is_what_is_seen_with_the_layers_on_edited_keys():
    desk, clip, _, after, _ = taken()
    layer = arm_layer(*EDITED, 210, angle=-0.2)
    stretch = m.EditedStretch(*EDITED, edited=after)
    example = example_of(desk.clip, desk.clip(clip.id), stretch, warps=False, layers=(layer,))
    joint = desk.clip(clip.id).motion.skeleton.roles["left-wrist"]
    np.testing.assert_allclose(example.edited.positions()[:, joint], layered_wrist(after, layer), atol=1e-4)


def test_layers_that_make_the_take_last_longer_are_refused():
    _, _, before, _, _ = taken()
    when = {"time_frames": np.array([1, 190], np.int32), "time_offsets": np.array([0.0, -0.4])}
    stretch = m.EditedStretch(*EDITED, edited=before)
    with pytest.raises(UsageError, match="changes how long the take lasts"):
        propagated(examples=(stretch,), keys=before, layers=(arm_layer(*EDITED, 210, **when),), predictor="mls")


def test_locked_curves_stay_under_layers():
    _, clip, before, _, channel = taken()
    tangents = rows(before, "tangents").copy()
    tangents[:, channel] |= LOCKED
    locked = replace(before, tangents=tangents.ravel())
    stretch = m.EditedStretch(*EDITED, edited=locked)
    found = propagated(examples=(stretch,), keys=locked, layers=(arm_layer(*EDITED, 210),), predictor="mls")
    for part in ("values", "left", "right", "tangents"):
        wide = len(rows(before, part)[0]) // len(clip.channels)
        own = slice(channel * wide, (channel + 1) * wide)
        np.testing.assert_array_equal(rows(found.keys, part)[:, own], rows(locked, part)[:, own])


def test_hosts_give_clips_and_get_every_frame():
    desk, clip, _, _, channel = taken()
    with TemporaryDirectory() as name:
        desk.startup = Path(name) / "edited.bvh"
        changed = np.array(clip.values, dtype=np.float64).reshape(-1, len(clip.channels))
        changed[: EDITED[1] - EDITED[0] + 1, channel] += RAISED
        motion = desk.clip(clip.id).motion
        save(motion_from_channels(desk.clip(clip.id).skeleton, changed, motion.fps, motion.first_frame), desk.startup)
        edited = desk.answer(m.Open("startup"), quietly).clip
        stretch = m.EditedStretch(*EDITED, edited_clip=edited.id)
        found = propagated(examples=(stretch,), keys=None, predictor="mls")
    assert found.keys is None
    assert found.evaluation is None
    values = found.values.reshape(len(found.confidence), -1)
    before = clip.values.reshape(values.shape)
    late = slice(EDITED[1] - EDITED[0] + 20, None)
    assert np.median((values - before)[late, channel]) == pytest.approx(RAISED, abs=0.15)


def test_what_cannot_be_is_one_line():
    _, _, before, after, _ = taken()
    cases = {
        "at least one example": {"examples": ()},
        "nothing says what they became": {"examples": (m.EditedStretch(*EDITED),)},
        "changes nothing": {"examples": (m.EditedStretch(*EDITED, edited=before, source=before),)},
        "at least 0.25 s": {"examples": (m.EditedStretch(151, 155, edited=after),)},
        "frame 9999": {"examples": (m.EditedStretch(151, 9999, edited=after),)},
        "four weights": {"weights": (1.0, 2.0)},
        "no keys were given": {"keys": None, "layers": (arm_layer(*EDITED),)},
        "not open": {"examples": (m.EditedStretch(*EDITED, edited_clip="77"),)},
    }
    for words, others in cases.items():
        with pytest.raises(UsageError) as error:
            propagated(**others)
        assert words in str(error.value)
        assert "\n" not in str(error.value)


def test_feet_are_held_by_the_labels_of_the_clip_or_by_what_the_keys_hold(monkeypatch):
    _, clip, _, after, _ = taken()
    given = []
    full = propagating.propagate

    def noted(*asked, labels):
        given.append(labels)
        return full(*asked, labels=labels)

    monkeypatch.setattr(propagating, "propagate", noted)
    painted, held = m.Plant(20, 40, 0, "hand"), m.Plant(30, 60, 2, "hand")
    holding = replace(after, holds=(held,))
    for asked in ({}, {"plants": (painted,)}, {"keys": holding}, {"keys": holding, "plants": (painted,)}):
        propagated(predictor="mls", **asked)
    assert given[0] is None
    found = [[(one.first + clip.first_frame, one.last + clip.first_frame) for one in own.plants] for own in given[1:]]
    assert found == [[(20, 40)], [(30, 60)], [(20, 40)]]
