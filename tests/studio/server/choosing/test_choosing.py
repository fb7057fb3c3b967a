"""What the studio chooses is what the library chooses: the same keys, curves and errors."""

import time
from dataclasses import replace

import numpy as np
import pytest

from data import needs_data
from motion.turning import camera_pan, propeller, twisted_chain
from studio.asking import asked, opened, packaged, silent, walk
from unbake.curves.measure import measure_motions
from unbake.curves.world.match import default_weights
from unbake.errors import UsageError
from unbake.keyframes.layers import THESIS_LAYERS
from unbake.motion.points import joints_of, points_of
from unbake.reduce.reduction import ReduceOptions, reduce_motion
from unbake.studio.server.choosing import choosing, spaces
from unbake.studio.server.choosing.choosing import choose, preview_space, space_of
from unbake.studio.server.keys import evaluating
from unbake.studio.server.keys.keys import animation_from, keys_of
from unbake.studio.server.opening.open_clip import layer_settings

COUNT = {"by": "count", "keys": 14}
RANGE = {"first": 101, "last": 260}

ERROR_IS_PROMISED = "error"
"""Of the result, not of its preview: what the preview shows has a test of its own."""
TIPS_ARE_PROMISED = "error, tips"

NUDGED = "count, nudged"
"""The result, not its preview."""

CASES = {
    "layers": ({}, ReduceOptions()),
    "thesis layers": (
        {"choice": {"layers": tuple(layer_settings(layer) for layer in THESIS_LAYERS)}},
        ReduceOptions(layers=THESIS_LAYERS),
    ),
    "layers, pins, gaps": (
        {"pins": (131, 180), "max_gap": 40, "min_gap": 6},
        ReduceOptions(pinned_numbers=(131, 180), max_gap=40, min_gap=6),
    ),
    "count": ({"choice": COUNT}, ReduceOptions(keys=14)),
    "count, lead": ({"choice": COUNT, "lead": ("hips", "feet")}, ReduceOptions(keys=14, lead=("hips", "feet"))),
    "count, criterion": (
        {"choice": COUNT, "criterion": "lerp-sum", "metric": "pose", "compose": "max", "pins": (140,)},
        ReduceOptions(keys=14, criterion="lerp-sum", metric="pose", compose="max", pinned_numbers=(140,)),
    ),
    "count, detail": ({"choice": COUNT, "detail": 0.4}, ReduceOptions(keys=14, detail=0.4)),
    NUDGED: ({"choice": {**COUNT, "nudges": True}}, ReduceOptions(keys=14, nudge=True)),
    "count, hermite": (
        {"choice": COUNT, "joining": {"fit": "hermite", "break_weight": 0.3, "holds_ends": False}},
        ReduceOptions(keys=14, fit="hermite", holds_ends=False),
    ),
    "count, breaks": (
        {"choice": COUNT, "joining": {"break_weight": 0.3, "holds_ends": False, "end_weights": {"feet": 4.0}}},
        ReduceOptions(keys=14, break_weight=0.3, holds_ends=False),
    ),
    ERROR_IS_PROMISED: ({"choice": {"by": "error", "error_cm": 3.0}}, ReduceOptions(error_m=0.03)),
    TIPS_ARE_PROMISED: (
        {"choice": {"by": "error", "error_cm": 3.0, "tips": True}},
        ReduceOptions(error_m=0.03, tips=True),
    ),
}


@pytest.mark.parametrize("thing", [camera_pan, propeller, twisted_chain])
def test_what_only_turns_is_seen(thing):
    clip = opened(thing())
    chosen = choose(clip, asked(clip), silent)
    assert len(chosen.keys.frames) >= 4
    assert chosen.evaluation.max_cm < 1.0
    assert (chosen.ends, chosen.ends_before_cm) == ("", None)  # no wrists, ankles, toes or head
    two = choose(clip, asked(clip, choice={"by": "count", "keys": 2}, is_preview=True), silent)
    assert two.evaluation.max_cm > 20.0
    joint = two.evaluation.worst_joint.split(" (")[0]
    assert clip.motion.skeleton.names[two.evaluation.worst_joints[60]] == joint
    assert two.criterion_error_cm > 10.0


@pytest.mark.parametrize("is_preview", [True, False])
def test_layers_do_not_wait_for_the_selection_space(is_preview):
    clip, began = opened(camera_pan()), time.monotonic()

    def report(step, part):
        assert time.monotonic() - began < 20.0, "it waits"

    with clip.known.making_space.taken(lambda *_: None):
        chosen = choose(clip, asked(clip, is_preview=is_preview), report)
    assert len(chosen.keys.frames) >= 4


@pytest.mark.slow
def test_a_preview_of_a_long_take_comes_without_its_evaluation(monkeypatch):
    """What is asked for next gives the same as what short takes get at once."""
    clip = packaged()
    at_once = choose(clip, asked(clip, choice=COUNT, is_preview=True), silent)
    monkeypatch.setattr(choosing, "AT_ONCE", clip.motion.n_frames - 1)
    late = choose(clip, asked(clip, choice=COUNT, is_preview=True), silent)
    assert at_once.evaluation is not None
    assert late.evaluation is None
    assert late.keys.frames.tolist() == at_once.keys.frames.tolist()
    assert choose(clip, asked(clip, choice=COUNT), silent).evaluation is not None
    # The keys of what was chosen are poses of the capture: the page draws their ghosts from it.
    excerpt = clip.excerpt(late.keys.first, late.keys.last)
    rows = late.keys.frames - late.keys.first
    shown = animation_from(late.keys, excerpt.motion, excerpt.skeleton).sample().positions()
    np.testing.assert_allclose(shown[rows], excerpt.motion.positions()[rows], atol=1e-9)


@pytest.mark.parametrize("detail", [0.0, 0.4])
def test_an_evaluation_in_chunks_is_that_of_the_whole(monkeypatch, detail):
    clip = packaged()
    excerpt = clip.excerpt(*RANGE.values())
    keys = choose(clip, asked(clip, choice=COUNT, **RANGE), silent).keys
    animation = animation_from(keys, excerpt.motion, excerpt.skeleton)
    whole = evaluating.evaluate(excerpt, animation, detail)
    monkeypatch.setattr(evaluating, "CHUNK", 37)
    parts = []
    chunked = evaluating.evaluate(excerpt, animation, detail, lambda step, part: parts.append(part))
    assert len(parts) == -(-160 // 37)
    assert parts == sorted(parts)
    for name in ("positions", "rotations", "error_cm", "worst_joints"):
        np.testing.assert_array_equal(getattr(chunked, name), getattr(whole, name))
    motion = evaluating.shown_motion(excerpt.motion, animation, detail)
    np.testing.assert_array_equal(whole.positions, motion.positions().astype(np.float32).ravel())
    assert whole.max_cm == pytest.approx(measure_motions(excerpt.motion, motion).max_cm)


@pytest.fixture(params=CASES)
def case(request):
    """What is asked of the studio, and the library's options for it."""
    return CASES[request.param]


def check_equal(clip, chosen, result):
    """Check that the studio's answer is the library's, to the last bit."""
    excerpt = clip.excerpt(chosen.keys.first, chosen.keys.last)
    found = animation_from(chosen.keys, excerpt.motion, excerpt.skeleton)
    numbers = [frame + result.motion.first_frame for frame in result.selection.frames]
    assert chosen.keys.frames.tolist() == numbers
    assert found.key_classes() == result.animation.key_classes()
    assert found.fit == result.animation.fit
    for ours, theirs in zip(found.curves, result.animation.curves, strict=True):
        assert np.array_equal(ours.values, theirs.values)
        np.testing.assert_allclose(ours.left, theirs.left, rtol=0.0, atol=1e-12)
        np.testing.assert_allclose(ours.right, theirs.right, rtol=0.0, atol=1e-12)
    assert chosen.evaluation.max_cm == result.error.max_cm
    assert chosen.evaluation.mean_cm == result.error.mean_cm
    assert chosen.evaluation.rms_cm == result.error.rms_cm
    assert chosen.evaluation.worst_joint == result.error.worst_joint
    assert chosen.evaluation.worst_frame == result.error.worst_number
    ends = result.ends_of_error
    assert chosen.ends == (ends.title if ends else "")
    assert chosen.ends_before_cm == (ends and ends.before and ends.before.max_cm)
    assert chosen.ends_after_cm == (ends and ends.after.max_cm)


@pytest.mark.slow
def test_a_range_is_chosen_as_the_library_does(case):
    clip = packaged()
    request, options = case
    chosen = choose(clip, asked(clip, **RANGE, **request), silent)
    check_equal(clip, chosen, reduce_motion(clip.motion.excerpt(101, 260), options))


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("name", ["layers", "count"])
def test_a_whole_walk_is_chosen_as_the_library_does(name):
    clip = walk()
    request, options = CASES[name]
    check_equal(clip, choose(clip, asked(clip, **request), silent), reduce_motion(clip.motion, options))


@pytest.mark.slow
def test_weights_change_the_default_as_on_the_command_line():
    clip = packaged()
    request = asked(clip, **RANGE, choice=COUNT, joining={"end_weights": {"feet": 4.0, "head": 0.5}})
    motion = clip.motion.excerpt(101, 260)
    weights = default_weights(motion)
    weights.update(dict.fromkeys(joints_of(motion, ["feet"]), 4.0))
    weights.update(dict.fromkeys(joints_of(motion, ["head"]), 0.5))
    check_equal(clip, choose(clip, request, silent), reduce_motion(motion, ReduceOptions(keys=14, end_weights=weights)))


def test_thresholds_take_a_count_of_the_space():
    clip = packaged()
    request = asked(clip, **RANGE, choice={"by": "auto", "accuracy": 0.03, "significance": 0.2})
    chosen = choose(clip, request, silent)
    space = space_of(clip, request.settings, silent)
    assert len(chosen.keys.frames) == space.automatic(0.03, 0.2)
    options = ReduceOptions(keys=len(chosen.keys.frames))
    check_equal(clip, chosen, reduce_motion(clip.motion.excerpt(101, 260), options))


@pytest.mark.parametrize("metric", ["joint", "pose"])
def test_thresholds_are_parts_of_what_the_criterion_measures(metric):
    clip = packaged()
    points = points_of(clip.motion.excerpt(101, 260))
    joints = points.positions() if metric == "joint" else points.values[:, None]
    ways = [np.linalg.norm(way[:, None] - way[None], axis=-1).max() for way in np.moveaxis(joints, 1, 0)]
    space = space_of(clip, asked(clip, **RANGE, metric=metric).settings, silent)
    assert space.pose_range_m == pytest.approx(max(ways))


@pytest.mark.slow
def test_layers_say_which_layer_chose_each_key():
    clip = packaged()
    chosen = choose(clip, asked(clip, **RANGE), silent)
    result = reduce_motion(clip.motion.excerpt(101, 260))
    assert tuple(chosen.layers) == result.blocking.layer_of
    assert chosen.criterion_error_cm is None


@pytest.mark.parametrize("name", sorted(CASES.keys() - {ERROR_IS_PROMISED, TIPS_ARE_PROMISED, NUDGED}))
def test_a_preview_has_the_keys_of_the_answer(name):
    request, _ = CASES[name]
    clip = opened(packaged().motion)
    preview = choose(clip, asked(clip, **RANGE, **request, is_preview=True), silent)
    chosen = choose(clip, asked(clip, **RANGE, **request), silent)
    assert (preview.is_preview, chosen.is_preview) == (True, False)
    assert preview.keys.frames.tolist() == chosen.keys.frames.tolist()
    assert preview.keys.values.tolist() == chosen.keys.values.tolist()
    assert preview.command == chosen.command


def test_a_preview_shows_what_was_finished_before():
    clip = opened(packaged().motion)
    request = asked(clip, **RANGE, choice={"by": "error", "error_cm": 3.0})
    chosen = choose(clip, request, silent)
    again = choose(clip, replace(request, is_preview=True, detail=0.5), silent)
    assert again.keys.frames.tolist() == chosen.keys.frames.tolist()
    assert again.keys.right.tolist() == chosen.keys.right.tolist()
    assert again.evaluation.max_cm < chosen.evaluation.max_cm
    # What waits in the choice changes nothing; what is used does.
    waiting = replace(request, is_preview=True, choice=replace(request.choice, keys=99))
    assert choose(clip, waiting, silent).keys.right.tolist() == chosen.keys.right.tolist()
    other = replace(request, is_preview=True, choice=replace(request.choice, error_cm=3.5))
    assert choose(clip, other, silent).keys.fit == choosing.QUICK_FIT


def test_a_promise_is_kept_and_foretold_by_the_criterion():
    clip = opened(packaged().motion)
    request = asked(clip, **RANGE, choice={"by": "error", "error_cm": 3.0})
    preview = choose(clip, replace(request, is_preview=True), silent)
    assert preview.criterion_error_cm <= 3.0
    fewer = asked(clip, **RANGE, choice={"by": "count", "keys": len(preview.keys.frames) - 1}, is_preview=True)
    assert choose(clip, fewer, silent).criterion_error_cm > 3.0
    assert choose(clip, request, silent).evaluation.max_cm <= 3.0


@pytest.mark.parametrize(
    ("keys", "limits", "says"),
    [
        (400, {}, "no more than there are frames"),
        (100, {"min_gap": 10}, "no more than pins and gaps allow"),
        (3, {"max_gap": 20, "pins": (150,)}, "pins and gaps need so many"),
    ],
)
def test_counts_that_cannot_be_had_are_said(keys, limits, says):
    clip = packaged()
    chosen = choose(clip, asked(clip, **RANGE, **limits, choice={"by": "count", "keys": keys}, is_preview=True), silent)
    assert len(chosen.keys.frames) != keys
    (note,) = chosen.notes
    assert says in note
    assert f"There are {len(chosen.keys.frames)} keys, not {keys}" in note


def test_a_count_that_can_be_had_is_not_remarked_on():
    clip = packaged()
    assert choose(clip, asked(clip, **RANGE, choice=COUNT, is_preview=True), silent).notes == ()


def test_pins_and_gaps_that_exclude_each_other_are_refused():
    clip = packaged()
    with pytest.raises(UsageError, match="between the fixed keys 120 and 122"):
        choose(clip, asked(clip, **RANGE, min_gap=10, pins=(120, 122), choice=COUNT), silent)


@pytest.mark.slow
def test_few_keys_of_a_long_take_are_selected_as_the_library_does(monkeypatch):
    clip = opened(packaged().motion)
    monkeypatch.setattr("unbake.keyframes.pick.PATIENCE_S", 0.0)
    monkeypatch.setattr("unbake.studio.server.choosing.spaces.PIECE", 60)
    monkeypatch.setattr("unbake.reduce.choose.PIECE", 60)
    motion = clip.motion.excerpt(101, 400)
    for keys in (8, 25):
        request = asked(clip, first=101, last=400, choice={"by": "count", "keys": keys})
        chosen = choose(clip, request, silent)
        result = reduce_motion(motion, ReduceOptions(keys=keys))
        assert "pieces" in str(result.notes) or "cut" in str(result.notes)
        assert len(result.selection) == keys
        assert chosen.keys.frames.tolist() == [f + 101 for f in result.selection.frames]


def test_keys_come_back_as_they_went():
    clip = packaged()
    chosen = choose(clip, asked(clip, **RANGE, choice=COUNT), silent)
    excerpt = clip.excerpt(101, 260)
    again = keys_of(animation_from(chosen.keys, excerpt.motion, excerpt.skeleton))
    for part in ("frames", "classes", "values", "tangents"):
        assert np.array_equal(getattr(again, part), getattr(chosen.keys, part))
    np.testing.assert_allclose(again.left, chosen.keys.left, rtol=0.0, atol=1e-9)


def test_layers_choose_once_however_keys_are_joined(monkeypatch):
    chosen = []

    def choose_keys(*arguments):
        chosen.append(arguments)
        return real(*arguments)

    real = choosing.choose_keys
    monkeypatch.setattr(choosing, "choose_keys", choose_keys)
    clip = opened(packaged().motion)
    quick = choose(clip, asked(clip, **RANGE, is_preview=True), silent)
    best = choose(clip, asked(clip, **RANGE, joining={"holds_ends": False}), silent)
    assert quick.keys.frames.tolist() == best.keys.frames.tolist()
    assert len(chosen) == 1
    choose(clip, asked(clip, **RANGE, pins=(150,), is_preview=True), silent)
    assert len(chosen) == 2


def slow_spaces(monkeypatch):
    """Whole selection spaces count as slow, and are cut into pieces of a hundred frames as a preview."""
    monkeypatch.setattr(spaces, "QUICK_S", 0.0)
    monkeypatch.setattr(spaces, "PIECE", 100)


def test_a_long_take_has_a_preview_of_its_space(monkeypatch):
    slow_spaces(monkeypatch)
    clip = opened(packaged().motion)
    settings = clip.first_settings()
    preview = preview_space(clip, settings, silent)
    assert preview.is_preview
    assert preview_space(clip, settings, silent) is preview
    whole = space_of(clip, settings, silent)
    assert not whole.is_preview
    assert all(whole.error_m(count) <= preview.error_m(count) for count in preview.counts)
    assert preview_space(clip, settings, silent) is whole


def test_the_space_of_a_short_take_needs_no_preview():
    clip = opened(packaged().motion)
    settings = clip.first_settings()
    assert preview_space(clip, settings, silent) is space_of(clip, settings, silent)


@pytest.mark.parametrize("choice", [COUNT, {"by": "error", "error_cm": 3.0}], ids=["count", "error"])
def test_keys_do_not_wait_for_a_slow_space_and_are_those_of_it(monkeypatch, choice):
    clip = opened(packaged().motion)
    request = asked(clip, choice=choice, joining={"holds_ends": False})
    of_whole = choose(clip, request, silent)
    slow_spaces(monkeypatch)
    clip, began = opened(packaged().motion), time.monotonic()

    def report(step, part):
        assert time.monotonic() - began < 20.0, "it waits"

    with clip.known.making_space.taken(lambda *_: None):
        preview = choose(clip, replace(request, is_preview=True), report)
        chosen = choose(clip, request, report)
    assert preview.criterion_error_cm > 0.0
    assert chosen.keys.frames.tolist() == of_whole.keys.frames.tolist()
    assert chosen.criterion_error_cm == of_whole.criterion_error_cm


def test_a_count_that_the_cuts_forbid_waits_for_the_whole_space(monkeypatch):
    slow_spaces(monkeypatch)
    clip = opened(packaged().motion)
    request = asked(clip, choice={"by": "count", "keys": 3}, joining={"holds_ends": False})
    assert len(choose(clip, replace(request, is_preview=True), silent).keys.frames) > 3
    assert len(choose(clip, request, silent).keys.frames) == 3


def test_a_space_is_made_once_for_both_lanes(monkeypatch):
    from concurrent.futures import ThreadPoolExecutor

    made = []

    def slow(motion, settings, told):
        made.append(settings)
        return spaces.find_space(motion, settings, told)

    monkeypatch.setattr(choosing, "find_space", slow)
    clip = opened(packaged().motion)
    settings = replace(clip.first_settings(), first=101, last=400)
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: space_of(clip, settings, silent), range(2)))
    assert both[0] is both[1]
    assert len(made) == 1
