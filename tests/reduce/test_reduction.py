import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clips import packaged_clip
from formats.figures import figure_motion
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.curves.world.match import default_weights, end_joints, hold_ends
from unbake.errors import UsageError
from unbake.keyframes.error_table import error_table
from unbake.keyframes.layers import BLOCKING_LAYERS, three_layers
from unbake.keyframes.long.bounded import fewest_keys
from unbake.keyframes.long.pieces import select_in_pieces
from unbake.keyframes.pick import Pick
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import select
from unbake.motion.delivery.travel import in_place
from unbake.motion.motion import Motion
from unbake.motion.points import points_of
from unbake.motion.rotations import quaternion_from_euler, quaternion_product
from unbake.motion.skeleton import Skeleton
from unbake.reduce import choose as choose_module
from unbake.reduce.by_layers import choose_by_layers, classed
from unbake.reduce.reduction import ReduceOptions, reduce_motion
from unbake.reduce.take import Take

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.slow
def test_the_default_fit_is_free_and_held_in_the_world():
    motion = packaged_clip().excerpt(1, 120)
    reduction = reduce_motion(motion, ReduceOptions(keys=9))
    plain = fit(motion, reduction.selection, "free")
    assert reduction.animation.fit == "free"
    held = hold_ends(motion, plain)
    for ours, expected in zip(reduction.animation.curves, held.curves, strict=True):
        assert np.array_equal(ours.right, expected.right)
    ends = reduction.ends["channels"]
    assert ends.before.max_m == measure(motion, plain, end_joints(motion)).max_m
    assert ends.after.max_m == measure(motion, held, end_joints(motion)).max_m
    assert ends.after.max_m < 0.9 * ends.before.max_m


def test_the_last_step_can_be_left_out():
    motion = packaged_clip().excerpt(1, 120)
    reduction = reduce_motion(motion, ReduceOptions(keys=9, holds_ends=False))
    plain = fit(motion, reduction.selection, "free")
    for ours, expected in zip(reduction.animation.curves, plain.curves, strict=True):
        assert np.array_equal(ours.right, expected.right)
    assert not reduction.ends
    assert reduction.ends_of_error is None


@pytest.mark.slow
def test_joints_count_by_their_weights():
    """A foot that counts a hundred times as much ends nearer than without; the ends are measured on the same joints."""
    motion = packaged_clip().excerpt(1, 120)
    options = [ReduceOptions(keys=7, end_weights={**default_weights(motion), "left-ankle": w}) for w in (1.0, 100.0)]
    found = [measure(motion, reduce_motion(motion, o).animation, ["left-ankle"]).rms_m for o in options]
    assert found[1] < 0.95 * found[0]
    only = reduce_motion(motion, ReduceOptions(keys=7, end_weights={"left-ankle": 1.0}))
    assert "LeftFoot" in only.ends["channels"].after.joints
    assert len(only.ends["channels"].after.joints) == 7


@pytest.mark.slow
def test_tangents_break_by_the_weight_that_was_asked_for():
    motion = packaged_clip().excerpt(1, 120)
    counts = [
        reduce_motion(motion, ReduceOptions(keys=9, break_weight=w)).animation.count_breaks() for w in (1, 0.3, 0)
    ]
    assert counts[0] == 0
    assert 0 < counts[1] < counts[2]


def test_the_largest_error_of_all_animations_is_reported():
    motion = packaged_clip().excerpt(1, 120)
    options = ReduceOptions(keys=9, fit="schneider", curves=("channels", "quaternions"))
    reduction = reduce_motion(motion, options)
    assert set(reduction.animations) == {"channels", "quaternions"}
    assert reduction.error.max_m == max(e.max_m for e in reduction.errors.values())
    assert reduction.animation is reduction.animations["channels"]


def test_steps_are_reported_and_timed():
    told = []
    reduction = reduce_motion(
        packaged_clip().excerpt(1, 80),
        ReduceOptions(keys=6, fit="hermite"),
        lambda step, part: told.append((step, part)),
    )
    assert {step for step, _ in told} == {"table", "select", "fit"}
    assert all(0.0 <= part <= 1.0 for _, part in told)
    assert set(reduction.seconds) == {"table", "select", "fit"}
    assert min(reduction.seconds.values()) >= 0.0


@pytest.mark.slow
def test_the_keys_are_the_captures_poses():
    motion = packaged_clip().excerpt(1, 200)
    reduction = reduce_motion(motion, ReduceOptions(fit="hermite"))
    keys = list(reduction.selection.frames)
    np.testing.assert_allclose(reduction.animation.sample().positions()[keys], motion.positions()[keys], atol=1e-9)


@pytest.mark.parametrize("frames", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"error_m": 0.01}])
def test_very_short_clips(frames, options):
    motion = packaged_clip().excerpt(1, frames)
    reduction = reduce_motion(motion, ReduceOptions(curves=("channels", "quaternions"), **options))
    # Three frames in a fortieth of a second are all but straight.
    assert reduction.selection.frames == ((0,) if frames == 1 else (0, frames - 1))
    assert reduction.error.max_m < 0.01
    assert [animation.n_frames for animation in reduction.animations.values()] == [frames, frames]


def test_the_name_of_a_file_is_no_motion():
    with pytest.raises(UsageError, match=r"not str: load_motion"):
        reduce_motion("walk.bvh")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"keys": 5, "error_m": 0.1}, "not for both"),
        ({"keys": 1}, "^1 key asked for; a clip of 50 frames takes 2 to 50"),
        ({"keys": 51}, "takes 2 to 50"),
        ({"keys": 0.1 * 50}, r"a whole number, not 5\.0"),
        ({"criterion": "line-mx"}, "did you mean 'line-max'"),
        ({"lead": "feet"}, r"such as \('feet',\)"),
        ({"error_m": float("nan")}, "larger than zero"),
        ({"fit": "magic"}, "known: free"),
        ({"keys": 5, "metric": "joints"}, "unknown metric"),
        ({"keys": 5, "compose": "mean"}, "unknown composition"),
        ({"keys": 5, "method": "best"}, "unknown method"),
        ({"curves": ()}, "one kind of curves or more"),
        ({"curves": ("euler",)}, "unknown kind of curves"),
        ({"layers": ()}, "one layer or more"),
        ({"pinned_numbers": (99,)}, "pin 99"),
        ({"lead": ("nose",)}, "unknown joint"),
        ({"detail": 1.01}, "outside 0 to 1"),
        ({"detail": float("nan")}, "outside 0 to 1"),
        ({"keys": 5, "method": "bounded"}, "needs an error to keep"),
        ({"error_m": 0.1, "method": "pieces"}, "takes a number of keys"),
    ],
)
def test_requests_that_make_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        reduce_motion(packaged_clip().excerpt(1, 50), ReduceOptions(**options))


FIRST = 41
EACH_OPTION = [
    {"lead": ("feet",)},
    {"criterion": "lerp-max"},
    {"criterion": "lerp-sum"},
    {"metric": "pose"},
    {"compose": "sum"},
    {"pinned_numbers": (50,)},
    {"min_gap": 6},
    {"max_gap": 12},
]


def excerpt():
    return packaged_clip().excerpt(FIRST, FIRST + 79)


def by_hand(motion, *, lead=None, pinned_numbers=(), criterion="curve-max", **for_table):
    points = points_of(motion, lead)
    return select(error_table(points, criterion, pinned=[pin - FIRST for pin in pinned_numbers], **for_table))


@pytest.mark.parametrize("options", EACH_OPTION, ids=str)
def test_each_option_reaches_the_selection_of_a_count(options):
    motion = excerpt()
    reduction = reduce_motion(motion, ReduceOptions(keys=9, fit="hermite", **options))
    expected, usual = by_hand(motion, **options).selection(9), by_hand(motion).selection(9)
    assert (reduction.selection.frames, reduction.selection.error) == (expected.frames, expected.error)
    assert reduction.selection.error != usual.error


@pytest.mark.parametrize("options", EACH_OPTION, ids=str)
def test_each_option_reaches_the_pieces(options):
    """A clip shorter than a piece is cut at the pins alone, so that nothing is lost."""
    motion = excerpt()
    reduction = reduce_motion(motion, ReduceOptions(keys=9, method="pieces", fit="hermite", **options))
    assert len(reduction.selection) == 9
    assert reduction.selection.error == pytest.approx(by_hand(motion, **options).error(9), rel=1e-5)
    assert reduction.selection.error != pytest.approx(by_hand(motion).error(9), rel=1e-5)
    assert {pin - FIRST for pin in options.get("pinned_numbers", ())} <= set(reduction.selection.frames)
    assert all(reduction.warnings)


@pytest.mark.parametrize("aim", [{"keys": 5}, {"error_m": 0.05}, {"keys": 5, "method": "pieces"}], ids=str)
def test_what_an_unusual_composition_does_is_said(aim):
    motion = excerpt().excerpt(FIRST, FIRST + 20)
    for compose, is_said in ((None, False), ("max", False), ("sum", True)):
        reduction = reduce_motion(motion, ReduceOptions(fit="hermite", compose=compose, **aim))
        assert any("composed by sum" in warning for warning in reduction.warnings) == is_said


@pytest.mark.parametrize(
    ("options", "is_said"),
    [({}, False), ({"criterion": "lerp-max"}, True), ({"metric": "pose"}, True), ({"compose": "sum"}, True)],
    ids=str,
)
def test_what_has_no_effect_without_a_space_is_said(options, is_said):
    motion = excerpt().excerpt(FIRST, FIRST + 20)
    reduction = reduce_motion(motion, ReduceOptions(error_m=0.05, method="bounded", fit="hermite", **options))
    assert any("had no effect" in warning for warning in reduction.warnings) == is_said


@pytest.mark.parametrize(
    "options",
    [{}, {"criterion": "lerp-max"}, {"criterion": "line-max"}, {"criterion": "lerp-max", "metric": "pose"}],
    ids=str,
)
def test_a_promise_takes_the_same_keys_whether_somebody_looks_at_the_space_or_not(options):
    motion = packaged_clip().excerpt(61, 120)
    wanted = ReduceOptions(error_m=0.04, fit="hermite", **options)
    seen, unseen = (reduce_motion(motion, replace(wanted, wants_space=wants)) for wants in (True, False))
    assert unseen.selection.frames == seen.selection.frames


@pytest.mark.slow
def test_pieces_give_the_count_and_say_what_the_cuts_cost():
    motion = figure_motion(700)
    reduction = reduce_motion(motion, ReduceOptions(keys=60, method="pieces", fit="hermite"))
    points = points_of(motion)
    pieces = select_in_pieces(points)
    assert len(pieces.cuts) == 3
    assert len(reduction.selection) == 60
    assert set(pieces.cuts) <= set(reduction.selection.frames)
    whole = select(error_table(points)).fewest(reduction.selection.error * (1.0 + 1e-6))
    assert reduction.warnings[0] == f"without the cuts {len(whole)} keys would be needed for the same error"
    sums = reduce_motion(motion, ReduceOptions(keys=60, method="pieces", fit="hermite", compose="sum"))
    assert not any("cuts" in warning for warning in sums.warnings)


def test_counting_keys_without_cuts_takes_a_fiftieth_of_the_take_at_most(monkeypatch):
    motion, asked = figure_motion(700), []

    def counted(*arguments, seconds, **options):
        asked.append(seconds)
        return fewest_keys(*arguments, seconds=seconds, **options)

    monkeypatch.setattr(choose_module, "fewest_keys", counted)
    reduce_motion(motion, ReduceOptions(keys=60, method="pieces", fit="hermite"))
    assert asked == [pytest.approx(0.02 * 700 / float(motion.fps))]


@pytest.mark.parametrize(
    ("options", "method"), [({"keys": 9}, "pieces"), ({"error_m": 0.05}, "bounded"), ({"error_m": 0.05}, "optimal")]
)
def test_the_way_of_selecting_goes_by_size_and_is_said(monkeypatch, options, method):
    motion, asked = excerpt(), []

    def picked(frames, longest, criterion, metric, *, counts, for_error):
        asked.append((frames, longest, criterion.name, metric, for_error))
        return Pick(method, "the take is long")

    monkeypatch.setattr(choose_module, "pick_method", picked)
    reduction = reduce_motion(motion, ReduceOptions(fit="hermite", metric="pose", max_gap=33, **options))
    assert asked == [(80, 33, "curve-max", "pose", "error_m" in options)]
    assert (reduction.space is None) == (method != "optimal")
    assert ("the take is long" in reduction.warnings) == (method != "optimal")


@pytest.mark.slow
def test_errors_are_measured_on_the_joints_that_roles_name():
    motion = excerpt().with_roles({"left-ankle": "LeftToeBase"})
    for options in ({"keys": 5}, {"keys": 5, "detail": 0.5}, {}):
        reduction = reduce_motion(motion, ReduceOptions(fit="hermite", **options))
        assert "LeftToeBase" in reduction.error.joints
        assert "LeftFoot" not in reduction.error.joints


def test_the_report_gets_a_space_of_all_joints():
    """The leading part is what the first two layers see; the chart shows what any selection of keys costs."""
    motion = excerpt()
    options = ReduceOptions(lead=("hips",), pinned_numbers=(50,), fit="hermite", wants_space=True)
    space = reduce_motion(motion, options).space
    np.testing.assert_array_equal(space.best, by_hand(motion, pinned_numbers=(50,)).best)
    assert reduce_motion(motion, replace(options, wants_space=False)).space is None


def test_no_space_for_a_report_on_a_long_take(monkeypatch):
    motion = excerpt()
    for longest, has_space in ((80, True), (79, False)):
        monkeypatch.setattr(choose_module, "LONGEST_SPACE", longest)
        assert (reduce_motion(motion, ReduceOptions(fit="hermite", wants_space=True)).space is not None) == has_space


def layers_by_hand(motion, lead, *, pinned_numbers=(), layers=BLOCKING_LAYERS, **gaps):
    def points_for(layer):
        return points_of(motion, lead if layer.lead else None, space=layer.space)

    return three_layers(points_for, layers, pinned=[pin - motion.first_frame for pin in pinned_numbers], **gaps)


def led(**options):
    return ReduceOptions(**{"layers": BLOCKING_LAYERS, **options})


@pytest.mark.parametrize(
    "options",
    [
        {"lead": ("hands",)},
        {"pinned_numbers": (50,)},
        {"min_gap": 12},
        {"max_gap": 11},
        {"layers": tuple(replace(layer, accuracy=0.03) for layer in BLOCKING_LAYERS)},
    ],
    ids=lambda options: next(iter(options)),
)
def test_each_option_reaches_the_three_layers(options):
    motion = packaged_clip().excerpt(FIRST, 200)
    found = choose_by_layers(Take(motion), led(**options), lambda step, part: None)
    by_hand = layers_by_hand(motion, **{"lead": ("hips",), **options})
    assert (found.selection.frames, found.layer_of) == (by_hand.selection.frames, by_hand.layer_of)
    usual = layers_by_hand(motion, ("hips",))
    assert (found.selection.frames, found.layer_of) != (usual.selection.frames, usual.layer_of)


def test_where_nothing_is_called_hips_the_root_leads_unless_roles_say_otherwise():
    motion = figure_motion(120)
    nameless = replace(motion, skeleton=replace(motion.skeleton, names=tuple("abcdefghijklmnop")))
    named = nameless.with_roles({"hips": "i"})
    for clip, lead in ((nameless, (0,)), (named, (8,))):
        found = choose_by_layers(Take(clip), led(), lambda step, part: None)
        assert found.selection == layers_by_hand(clip, lead).selection
    assert layers_by_hand(nameless, (0,)).selection != layers_by_hand(named, (8,)).selection


def test_named_hips_lead_the_three_layers():
    motion = packaged_clip().excerpt(FIRST, 200)
    named = motion.with_roles({"hips": "LeftHand"})
    found = choose_by_layers(Take(named), led(), lambda step, part: None)
    assert found.selection == layers_by_hand(named, ("hips",)).selection
    assert found.selection != layers_by_hand(motion, ("hips",)).selection


def test_named_roles_reach_the_selection():
    motion = excerpt()
    named = motion.with_roles({"left-ankle": "LeftToeBase", "right-ankle": "RightToeBase"})
    for method in ("optimal", "pieces"):
        options = ReduceOptions(keys=9, method=method, fit="hermite", lead=("feet",))
        found = reduce_motion(named, options).selection.error
        assert found == pytest.approx(by_hand(named, lead=("feet",)).error(9), rel=1e-5)
        assert found != pytest.approx(by_hand(motion, lead=("feet",)).error(9), rel=1e-5)


def test_detail_is_noted_and_measured():
    motion = excerpt()
    errors = {}
    for detail in (0.0, 0.25, 1.0):
        reduction = reduce_motion(motion, ReduceOptions(keys=4, fit="hermite", detail=detail))
        errors[detail] = reduction.error.max_m
        assert any("25 % of the lost detail" in warning for warning in reduction.warnings) == (detail == 0.25)
        assert bool(reduction.detailed) == (detail > 0.0)
        bare = measure(motion, reduction.animation).max_m
        assert (reduction.error.max_m < bare) == (detail > 0.0)
    assert errors[1.0] < 1e-9 < 0.5 * errors[0.0] < errors[0.25] < errors[0.0]


@pytest.mark.slow
def test_turns_that_no_distance_shows_are_warned_of():
    """A hand that waves while the body jumps: the wrist stays where it is, whatever the curves do. Of a prop that only
    turns, points beside it show the error."""
    clip = packaged_clip()
    hand, waving = clip.skeleton.index("LeftHand"), np.zeros((400, 3))
    waving[:, 0] = np.radians(150.0) * np.sin(np.arange(400.0) / 2.0)
    rotations = clip.rotations_xyzw.copy()
    rotations[:, hand] = quaternion_from_euler("xyz", waving)
    reduction = reduce_motion(replace(clip, rotations_xyzw=rotations), ReduceOptions(keys=8, curves=("quaternions",)))
    (warning,) = [warning for warning in reduction.warnings if "joint 'LeftHand' is turned up to" in warning]
    assert warning.endswith("does not count: none of its 17 joints hangs on it")  # fingers do, as tips
    rotations = clip.rotations_xyzw.copy()
    rotations[200:, hand] = quaternion_product(
        rotations[200:, hand], quaternion_from_euler("xyz", np.array([np.pi, 0.0, 0.0]))
    )
    reduction = reduce_motion(replace(clip, rotations_xyzw=rotations), ReduceOptions(keys=8, curves=("quaternions",)))
    (warning,) = [warning for warning in reduction.warnings if "joint 'LeftHand' is turned up to" in warning]
    assert re.search(r"wrong \(frame \d{3}; nearby the capture turns it by 1[78]\d° in one frame\)", warning)
    assert "LFingers" in reduction.tips.joints
    skeleton = Skeleton(("spinner",), (-1,), np.zeros((1, 3)), (("rx", "ry", "rz"),), ("zyx",))
    spinning = quaternion_from_euler("xyz", waving[:60, None])
    spinner = Motion(skeleton, spinning, np.zeros((60, 0, 3)), Fraction(30))
    reduction = reduce_motion(spinner, ReduceOptions(keys=2, curves=("quaternions",)))
    assert reduction.error.max_m > 1.0
    assert not any("does not count: none" in warning for warning in reduction.warnings)
    still = reduce_motion(packaged_clip().excerpt(1, 120), ReduceOptions(keys=30))
    assert not any("does not count: none" in warning for warning in still.warnings)


@pytest.mark.slow
def test_gltf_says_when_it_cannot_have_the_fit_that_was_asked_for():
    motion = packaged_clip().excerpt(1, 60)
    for name, is_said in (
        ("schneider", True),
        ("thesis", True),
        ("hermite", False),
        ("broken", False),
        ("tightest", True),
        ("free", False),
    ):
        reduction = reduce_motion(motion, ReduceOptions(keys=5, fit=name, curves=("quaternions",)))
        assert any(f"not '{name}'" in warning for warning in reduction.warnings) == is_said


def test_extremes_are_those_of_the_motion_as_it_was_acted():
    """On the spot, nothing shows when the body turns round."""
    acted = figure_motion(80)
    way = acted.translations_m.copy()
    way[:, 0, 2] = 3.0 * np.sin(np.linspace(0.0, 3.0 * np.pi, 80))
    still = np.tile([0.0, 0.0, 0.0, 1.0], (80, len(acted.skeleton.names), 1))
    acted = replace(acted, translations_m=way, rotations_xyzw=still)
    motion = in_place(acted)
    chosen = Selection((0, 13, 26, 40, 53, 66, 79))
    assert classed(Take(motion, acted=acted), chosen, ReduceOptions()).breakdowns == (26, 53)
    with pytest.raises(UsageError, match="they must be as long"):
        reduce_motion(motion, acted=acted.excerpt(1, 60))
