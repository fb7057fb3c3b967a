"""The rules that propose transplants."""

import numpy as np
import pytest
from tests.synthesis.figures import walker
from tests.synthesis.transplants.pools import donor, pool

from unbake.errors import MotionError, UsageError
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Course
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotation_angle
from unbake.synthesis.transplants import rule as rule_module
from unbake.synthesis.transplants.aligned_plants import MOST_APART, TRAILING, agreeing
from unbake.synthesis.transplants.draw import draw
from unbake.synthesis.transplants.likeness import SLOPE, even_warp
from unbake.synthesis.transplants.part_sets import BELOW_THE_WAIST, SIX, joints_of
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import DEFAULT_RULES, LEAST_INSTANTS, rules_named
from unbake.synthesis.transplants.splice import sway_turns

ARMS = {side: {f"{side}{part}" for part in ("Arm", "ForeArm", "Hand")} for side in ("Left", "Right")}
TORSO = {"Spine", "Neck", "Head"}


def recipes_of(name, own=None, most=400):
    """The recipes of the first draw of a rule that applies."""
    (rule,) = rules_named([name])
    for number in range(most):
        found = draw(own or pool(), [rule], 3, number).recipes
        if found:
            return found
    raise AssertionError(f"rule {name} never applied")


def motions(own=None):
    return [one.motion for one in (own or pool()).donors]


def test_part_sets_are_the_thesis_s():
    skeleton = walker().motion.skeleton
    found = {name: set(joints_of(skeleton, name)) for name in (*SIX, *BELOW_THE_WAIST)}
    assert found["right arm"] == ARMS["Right"]
    assert found["both arms"] == ARMS["Left"] | ARMS["Right"]
    assert found["left arm and torso"] == ARMS["Left"] | TORSO
    assert found["right arm and torso"] == ARMS["Right"] | TORSO
    assert found["upper body"] == ARMS["Left"] | ARMS["Right"] | TORSO
    assert found["upper body"] | found["both legs"] | {"Hips"} == set(skeleton.names)


def test_a_figure_without_arms_is_refused():
    bare = Motion.from_arrays(["Hips", "LeftUpLeg"], [-1, 0], np.zeros((2, 3)), np.tile([0.0, 0, 0, 1], (3, 2, 1)))
    with pytest.raises(MotionError, match="cannot be transplanted"):
        joints_of(bare.skeleton, "right arm")


@pytest.mark.parametrize(
    ("name", "count"), [("halves", 2), ("plants", 12), ("likeness", 12), ("angles", 3), ("splice", 2)]
)
def test_root_legs_and_what_is_not_cut_stay(name, count):
    recipes = recipes_of(name)
    assert len(recipes) == count
    skeleton = walker().motion.skeleton
    kept = {"Hips", *joints_of(skeleton, "both legs")}
    for recipe in recipes:
        made, base = assembled(motions(), recipe), motions()[recipe.base.source]
        frames = recipe.base.instants
        cut = {joint for graft in recipe.grafts for joint in graft.joints}
        assert not cut & kept
        assert len(frames) >= LEAST_INSTANTS
        if np.array_equal(frames, np.rint(frames)):
            rows = [skeleton.index(joint) for joint in kept]
            assert np.array_equal(made.rotations_xyzw[:, rows], base.rotations_xyzw[frames.astype(int)][:, rows])
            assert np.array_equal(made.translations_m, base.translations_m[frames.astype(int)])


def test_halves_begin_at_the_first_frames_and_end_with_the_shorter():
    for recipe in recipes_of("halves"):
        giver = recipe.grafts[0].course
        assert recipe.n_frames == min(pool().donors[n].n_instants for n in (recipe.base.source, giver.source))
        assert np.array_equal(giver.instants, np.arange(recipe.n_frames))


def test_legs_go_below_the_waist_alone():
    skeleton = walker().motion.skeleton
    found = [set(recipe.grafts[0].joints) for recipe in recipes_of("legs")]
    assert found == 2 * [set(joints_of(skeleton, name)) for name in BELOW_THE_WAIST]


def naive_agreeing(one, other):
    """Instant by instant."""
    count, start = min(len(one), len(other)), 0
    while start < count:
        if one[start] != other[start] or one[start] == 0:
            start += 1
            continue
        stop = start
        while stop < count:
            trailing = range(max(start, stop - TRAILING + 1), stop + 1)
            if sum(one[t] != other[t] for t in trailing) / TRAILING > MOST_APART:
                break
            stop += 1
        if stop - start >= LEAST_INSTANTS:
            return start, stop
        start = max(stop, start + 1)
    return None


def test_plants_agree_where_one_by_one_they_do():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(60):
        one = np.repeat(rng.integers(0, 4, size=30), 12)
        other = np.where(np.repeat(rng.random(30) < 0.2, 12), np.repeat(rng.integers(0, 4, size=30), 12), one)
        other = other[: rng.integers(100, 360)]
        found.append(agreeing(one, other))
        assert found[-1] == naive_agreeing(one, other)
    one = np.repeat(rng.integers(0, 4, size=30), 12)
    assert agreeing(one, one) == naive_agreeing(one, one)
    assert any(found)


def test_likeness_prefers_what_is_alike_and_never_itself():
    table = pool().likeness
    assert table.sum() == pytest.approx(1.0)
    assert np.array_equal(table, table.T)
    assert not np.diag(table).any()
    assert table[0, 1] == table.max()


def test_warps_stay_near_to_even():
    for recipe in recipes_of("likeness"):
        rates = np.diff(recipe.grafts[0].course.instants) / np.diff(recipe.base.instants)
        assert SLOPE[0] - 0.01 <= rates.min() <= rates.max() <= SLOPE[1] + 0.02


def test_a_motion_aligned_with_itself_is_not_warped():
    body = donor("x", n=200).body.positions
    assert np.allclose(even_warp(body, body), np.arange(len(even_warp(body, body))), atol=0.51)


def test_angles_turn_one_arm_the_other_and_both():
    names = walker().motion.skeleton.names
    right, left, both = recipes_of("angles")
    base = motions()[right.base.source]
    for recipe, sides in ((right, ("Right",)), (left, ("Left",)), (both, ("Left", "Right"))):
        made = assembled(motions(), recipe)
        turned = rotation_angle(made.rotations_xyzw, base.rotations_xyzw[: made.n_frames])
        changed = {names[joint] for joint in np.flatnonzero(turned.max(axis=0) > 1e-4)}
        assert changed <= set().union(*(ARMS[side] for side in sides))
        assert all(any(joint.startswith(side) for joint in changed) for side in sides)
        own = np.degrees(turned[:, [names.index(joint) for joint in changed]])
        assert 19.9 < own.min() <= own.max() < 90.1
    assert {turn.joint for turn in both.turns} == {turn.joint for turn in (*right.turns, *left.turns)}


def test_turned_arms_mirror_each_other():
    upright = Pool([donor("a", n=120)])
    for number in range(12):
        recipes = draw(upright, rules_named(["angles"]), 5, number).recipes
        places = [assembled([upright.donors[0].motion], recipe).positions() for recipe in recipes[:2]]
        names = walker().motion.skeleton.names
        # The sides of the figure swing half a period apart: 30 frames.
        right = places[0][30:90, names.index("RightHand")] - places[0][30:90, 0]
        left = places[1][:60, names.index("LeftHand")] - places[1][:60, 0]
        assert np.abs(right * [-1.0, 1.0, 1.0] - left).max() < 0.02


def test_small_angles_are_favoured():
    upright = Pool([donor("a", n=120)])
    found = [draw(upright, rules_named(["angles"]), 1, number).recipes[0].turns[0] for number in range(120)]
    angles = np.degrees([2.0 * np.arccos(abs(turn.turns_xyzw[0, 3])) for turn in found])
    assert 19.9 < angles.min() < 22.0
    assert np.median(angles) < 40.0


def test_splicing_a_motion_onto_itself_turns_nothing():
    motion, course = walker(n=150, lean=0.3).motion, Course(0, np.arange(120.0))
    turns = sway_turns(motion, course, motion, course, 60.0)
    assert np.abs(turns[:, :3]).max() < 1e-12


def test_a_spliced_torso_sways_with_its_legs_and_keeps_its_posture():
    legs, upper = walker(n=150).motion, walker(n=150, lean=0.4).motion
    turned = legs.rotations_xyzw.copy()
    sway = 0.2 * np.sin(2.0 * np.pi * np.arange(150) / 30.0)
    turned[:, 1] = np.stack([0.0 * sway, np.sin(sway / 2), 0.0 * sway, np.cos(sway / 2)], axis=-1)
    swaying = type(legs)(legs.skeleton, turned, legs.translations_m, legs.fps)
    course = Course(0, np.arange(150.0))
    turns = sway_turns(swaying, course, upper, course, 60.0)
    sideways = 2.0 * turns[:, 1]
    middle = slice(40, 110)
    assert np.corrcoef(sideways[middle], sway[middle])[0, 1] > 0.99
    assert np.abs(turns[middle].mean(axis=0)[:3]).max() < 0.01


def test_draws_are_their_seed_s_and_their_number_s():
    chosen = rules_named(DEFAULT_RULES)
    one, again = (draw(pool(), chosen, 7, 4) for _ in range(2))
    assert one.rule == again.rule
    assert [r.sources for r in one.recipes] == [r.sources for r in again.recipes]
    quick = rules_named(["halves", "angles"])
    drawn = [draw(pool(), quick, 7, number).rule for number in range(60)]
    assert 20 <= drawn.count("halves") <= 40


def test_rules_can_be_added_and_named(monkeypatch):
    rules_named(DEFAULT_RULES)
    monkeypatch.setattr(rule_module, "_RULES", dict(rule_module._RULES))

    class Nothing:
        name = "nothing"

        def propose(self, pool, rng):
            return []

    rule_module.register(Nothing())
    assert draw(pool(), rules_named(["nothing"]), 0, 0).recipes == ()
    with pytest.raises(UsageError, match="already"):
        rule_module.register(Nothing())
    with pytest.raises(UsageError, match="did you mean 'halves'"):
        rules_named(["halfs"])


def test_skeletons_that_do_not_fit_exchange_nothing():
    walk = walker(n=120).motion
    offsets = walk.skeleton.offsets_m.copy()
    offsets[walk.skeleton.index("LeftForeArm")] = [0.0, -0.28, 0.0]
    other = Motion.from_arrays(
        walk.skeleton.names, walk.skeleton.parents, offsets, walk.rotations_xyzw, walk.translations_m[:, 0], 60
    )
    odd = type(donor("x"))("odd", other, donor("x", n=120).body, walker(n=120).labels.planted())
    assert not Pool([donor("a", n=120), odd]).fits(0, 1)
    assert Pool([donor("a", n=120), odd]).pair(np.random.default_rng(0)) is None
    assert Pool([donor("a", n=120), donor("b", n=130, stature=0.8)]).fits(0, 1)
