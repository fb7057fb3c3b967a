"""The leading part, over time."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS

from clips import jump_clip
from reports.performances import prop
from unbake.keyframes.moments import extremes as extremes_module
from unbake.keyframes.moments import leads as leads_module
from unbake.keyframes.moments.extremes import Extreme
from unbake.keyframes.moments.leads import LeadSpan, lead_at, leading_parts
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.performer import with_noise
from unbake.reduce.take import Take


def handmade(name, rig="performer"):
    return RIGS[rig](name, {**TUNED, **REPORTED}[name]())


@pytest.mark.parametrize(
    ("rig", "piece", "part"),
    [
        ("performer", "walk", "hips"),
        ("toon", "walk", "hips"),
        ("performer", "kick", "right-foot"),
        ("toon", "kick", "right-foot"),
        ("performer", "wave", "right-hand"),
        ("performer", "pick up", "chest"),
    ],
)
def test_what_carries_the_action_leads(rig, piece, part):
    motion = handmade(piece, rig).motion
    assert leading_parts(motion) == (LeadSpan(0, motion.n_frames - 1, part),)


def walk_then_wave():
    """A walk, then a wave on the spot where it ends; and how many frames the walk has."""
    walk, wave = handmade("walk").motion, handmade("wave").motion
    away = np.zeros_like(wave.translations_m)
    away[:, 0] = walk.translations_m[-1, 0] - wave.translations_m[0, 0]
    both = replace(
        walk,
        rotations_xyzw=np.concatenate([walk.rotations_xyzw, wave.rotations_xyzw]),
        translations_m=np.concatenate([walk.translations_m, wave.translations_m + away]),
    )
    return both, walk.n_frames


def test_one_part_after_the_other():
    both, turn = walk_then_wave()
    spans = leading_parts(both)
    assert [span.part for span in spans] == ["hips", "right-hand"]
    assert abs(spans[1].first - turn) < 0.5 * float(both.fps)
    assert lead_at(spans, 0) == "hips"
    assert lead_at(spans, both.n_frames - 1) == "right-hand"


def test_spans_cover_every_frame_once():
    motion, _ = walk_then_wave()
    spans = leading_parts(motion)
    assert len(spans) > 1
    assert (spans[0].first, spans[-1].last) == (0, motion.n_frames - 1)
    assert all(b.first == a.last + 1 and a.part != b.part for a, b in pairwise(spans))


def test_noise_changes_no_lead():
    motion = jump_clip()
    spans = leading_parts(motion)
    assert leading_parts(with_noise(motion, 0.1, 0.0005, seed=2))[0].part == spans[0].part


@pytest.mark.parametrize("frames", [1, 2, 3, 20])
def test_short_and_still_clips_have_one(frames):
    motion = jump_clip().excerpt(1, frames)
    assert leading_parts(motion)[-1].last == frames - 1
    still = replace(
        motion,
        rotations_xyzw=np.repeat(motion.rotations_xyzw[:1], frames, axis=0),
        translations_m=np.repeat(motion.translations_m[:1], frames, axis=0),
    )
    assert leading_parts(still) == (LeadSpan(0, frames - 1, "hips"),)


def test_joints_lead_where_there_are_no_roles():
    motion = prop()
    assert not motion.skeleton.roles
    assert {span.part for span in leading_parts(motion)} <= set(motion.skeleton.names)


def test_limbs_without_roles_lead_where_the_hips_have_one():
    kick = handmade("kick").motion
    names = tuple(name.replace("Right", "Fore ").replace("Left", "Hind ") for name in kick.skeleton.names)
    beast = replace(kick, skeleton=replace(kick.skeleton, names=names))
    assert set(beast.skeleton.roles) == {"hips", "spine", "chest", "neck", "head"}
    (span,) = leading_parts(beast)
    assert span.part in ("Fore Foot", "Fore ToeBase")


def test_the_steadiest_part_is_that_of_plain_search():
    """All ways through six steps of three parts."""
    share = np.random.default_rng(3).uniform(size=(6, 3))

    def worth(parts):
        return share[np.arange(6), parts].sum() - 0.4 * np.count_nonzero(np.diff(parts))

    ways = np.stack(np.meshgrid(*[range(3)] * 6, indexing="ij"), axis=-1).reshape(-1, 6)
    best = max(worth(parts) for parts in ways)
    assert worth(leads_module._steadiest(share, 0.4)) == pytest.approx(best)


def test_an_extreme_is_where_the_leading_part_stops():
    """A hand stops while hips and chest still go on, a little later: the moment is the hand's, where the hand leads."""
    stops = [extremes_module._Stop(*stop) for stop in ((40, 0.3, "right-hand"), (47, 0.3, "chest"), (46, 0.2, "head"))]
    moment = Extreme(44, 0.7, "right-hand")

    def led(part, *moments):
        return [e.frame for e in extremes_module._led(moments, stops, [LeadSpan(0, 99, part)], 120.0)]

    assert led("right-hand", moment) == [40]
    assert led("chest", moment) == [47]
    assert led("hips", moment) == [44]
    assert led("left-foot", moment) == [44]
    assert led("head", moment) == [44]
    # Not beside another, nor where it stops far away.
    assert led("right-hand", Extreme(35, 0.7, "hips"), moment) == [35, 44]
    assert led("right-hand", replace(moment, frame=60)) == [60]


def test_a_named_part_leads_all_the_time():
    take = Take(jump_clip())
    last = take.motion.n_frames - 1
    assert take.leads(("hips", "feet")) == (LeadSpan(0, last, "hips, feet"),)
    assert take.leads(None) == leading_parts(take.motion)


def test_a_camera_that_travels_and_turns_by_turns_is_one_part():
    """Its place leads first, then its turning: both are the camera."""
    frames = np.arange(121)
    travel = np.zeros((121, 3))
    travel[:, 0] = np.minimum(frames, 60) / 20.0
    turns = quaternion_from_euler("y", np.maximum(frames - 60, 0)[:, None] * np.radians(3.0))[:, None]
    camera = Motion.from_arrays(["camera"], [-1], [[0, 0, 0]], turns, travel, 24)
    assert leading_parts(camera) == (LeadSpan(0, 120, "camera"),)
