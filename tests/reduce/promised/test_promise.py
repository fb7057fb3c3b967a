"""``--error`` as a promise: kept at every frame and joint, by the fewest keyframes of the space."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from clips import packaged_clip
from data import DATA, needs_data
from formats.naive import bvh_positions
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.curves.world.match import hold_ends
from unbake.errors import UsageError
from unbake.formats.registry import WriteOptions, load_motion, save
from unbake.keyframes.request import selection_space
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reduce import choose as choose_module
from unbake.reduce.promised.promise import Kept, fewer_within, fewest_within
from unbake.reduce.reduction import ReduceOptions, reduce_motion
from unbake.reduce.take import Take

pytestmark = pytest.mark.usefixtures("one_thread")
LIMBS = [f"{side}{part}" for side in ("Left", "Right") for part in ("Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot")]
THESIS_JOINTS = ["Hips", "Spine", "Spine1", "Neck1", "Head", *LIMBS]
"""The 17 joints that the promise is about, by their names in the packaged clip."""


def distances_m(motion, animation, joints=THESIS_JOINTS):
    """How far each joint of the result is from the capture at each frame (F, J), in plain NumPy."""
    columns = [motion.skeleton.names.index(name) for name in joints]
    away = animation.sample().positions()[:, columns] - motion.positions()[:, columns]
    return np.sqrt(np.sum(away**2, axis=-1))


def quiet(step, part):
    pass


def fake(**curves):
    """Curves of channels as a promise tries them, made in some other way; by default none are supple."""
    return SimpleNamespace(**{"kind": "channels", "are_closed": False, "supple": lambda _: None, **curves})


def smallest_by_trying_all(motion, space, error_m):
    """The fewest keys for which the fit, matched in the world, keeps the error, with no count passed over."""
    for count in space.counts():
        selection = space.selection(count)
        usual = measure(motion, hold_ends(motion, fit(motion, selection))).max_m
        supple = measure(motion, hold_ends(motion, fit(motion, selection, bending=0.1))).max_m
        if usual <= error_m or (usual <= 1.1 * error_m and supple <= error_m):
            return count
    return None


@pytest.mark.slow
@pytest.mark.parametrize("error_m", [0.2, 0.05, 0.02])
def test_kept_with_the_fewest_keys(error_m):
    motion = packaged_clip().excerpt(1, 160)
    reduction = reduce_motion(motion, ReduceOptions(error_m=error_m))
    away = distances_m(motion, reduction.animation)
    assert away.shape == (160, 17)
    assert away.max() <= error_m
    assert reduction.error.max_m == pytest.approx(away.max())
    space = selection_space(motion, ReduceOptions(), quiet)
    assert len(reduction.selection) == smallest_by_trying_all(motion, space, error_m)


@pytest.mark.parametrize(("narrowly", "is_taken"), [(1.09, True), (1.11, False)])
def test_supple_curves_are_tried_where_the_usual_ones_miss_narrowly(narrowly, is_taken):
    motion = packaged_clip().excerpt(1, 80)
    space = selection_space(motion, ReduceOptions(), quiet)
    exact = fit(motion, Selection(tuple(range(80))))
    usual = fit(motion, space.selection(5))
    error_m = measure(motion, usual).max_m / narrowly
    curves = fake(wanted=lambda _: usual, closed=lambda _: exact, supple=lambda _: exact)
    found = fewest_within(motion, space, error_m, [curves], most_fits=1)
    assert (found is not None and found.animations["channels"] is exact) == is_taken


@pytest.mark.parametrize(
    ("least", "fewest", "tried"), [(6, 6, [8, 7, 6, 5]), (9, 9, [8]), (2, 2, [8, 7, 6, 5, 4, 3, 2])]
)
def test_best_selections_of_fewer_keys_are_taken_as_long_as_they_keep_it(least, fewest, tried):
    motion = packaged_clip().excerpt(1, 80)
    space = selection_space(motion, ReduceOptions(), quiet)
    exact, fitted, told = fit(motion, Selection(tuple(range(80)))), [], []

    def make(selection):
        assert len(told) == len(fitted) + 1  # so that each try can be cancelled
        fitted.append(len(selection))
        return exact if len(selection) >= least else fit(motion, selection)

    curves = fake(wanted=make)
    kept = Kept(Selection((*range(8), 79)), {"channels": exact})
    found = fewer_within(motion, space, 1e-6, [curves], kept, progress=told.append)
    assert fitted == tried
    assert len(found.selection) == fewest
    assert (found is kept) == (fewest == 9)
    assert found.animations["channels"] is exact


@pytest.mark.parametrize("method", ["free", "tightest"])
def test_only_smooth_fits_stop_when_the_error_is_kept(method):
    motion = packaged_clip().excerpt(1, 120)
    reduction = reduce_motion(motion, ReduceOptions(error_m=0.05, fit=method))
    full = hold_ends(motion, fit(motion, reduction.selection, method))
    nearest, found = measure(motion, full).max_m, reduction.error.max_m
    assert nearest <= found <= 0.05
    assert (found == pytest.approx(nearest)) == (method == "tightest")


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize(("clip", "frames"), [("16/16_52", (5, 169)), ("02/02_03", (1, 173))])
def test_kept_on_captures_of_turns_and_runs(clip, frames):
    motion = load_motion(DATA / "cmu" / f"{clip}.amc").excerpt(*frames)
    kinds = ("channels", "quaternions")
    reduction = reduce_motion(motion, ReduceOptions(error_m=0.03, curves=kinds, fit="hermite"))
    for kind in kinds:
        assert measure(motion, reduction.animations[kind]).max_m <= 0.03
    fewer = selection_space(motion, ReduceOptions(), quiet).selection(len(reduction.selection) - 1)
    skeletons = {"channels": motion.skeleton, "quaternions": motion.skeleton.with_quaternion_channels()}
    errors = [measure(motion, fit(motion, fewer, "hermite", skeleton=s)).max_m for s in skeletons.values()]
    assert max(errors) > 0.03


def farthest_of_all_m(folder, motion, animation):
    """How far any joint or end site is off at any frame, by matrices from the text of two BVH files."""
    found = []
    for name, clip in (("capture", motion), ("result", animation.sample())):
        save(clip, folder / f"{name}.bvh", WriteOptions(metres_per_unit=1.0))
        found.append(bvh_positions((folder / f"{name}.bvh").read_text()))
    return {name: np.linalg.norm(found[1][name] - found[0][name], axis=1).max() for name in found[0]}


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize(
    ("clip", "frames", "method"),
    [
        ("16/16_52", (1, 100), "auto"),
        ("02/02_03", (1, 120), "bounded"),
        ("05/05_02", (300, 400), "auto"),
        ("49/49_07", (150, 250), "auto"),
    ],
)
def test_tips_are_promised_where_they_are_asked_for(tmp_path, clip, frames, method):
    motion = load_motion(DATA / "cmu" / f"{clip}.amc").excerpt(*frames)
    kinds = ("channels", "quaternions")
    options = ReduceOptions(error_m=0.02, curves=kinds, method=method, tips=True)
    reduction = reduce_motion(motion, options)
    for kind in kinds:
        away = farthest_of_all_m(tmp_path, motion, reduction.animations[kind])
        assert len(away) == len(motion.skeleton.names)
        assert max(away.values()) <= 0.02
        measured = reduction.errors[kind]
        assert measured.promised_m(True) == pytest.approx(max(away.values()), abs=1e-6)
    without = reduce_motion(motion, replace(options, tips=False))
    missed = max(farthest_of_all_m(tmp_path, motion, without.animations["quaternions"]).values())
    assert missed > 0.02
    assert without.error.max_m <= 0.02
    assert without.tips.max_m == pytest.approx(max(error.tips.max_m for error in without.errors.values()))
    assert without.tips.max_m >= missed - 1e-6


@pytest.mark.parametrize(("method", "said"), [("optimal", "stays within"), ("auto", "with these gaps stays")])
def test_a_space_that_ends_too_early(method, said):
    motion = packaged_clip().excerpt(1, 60)
    with pytest.raises(UsageError, match=said):
        reduce_motion(motion, ReduceOptions(error_m=1e-9, min_gap=10, method=method))


@pytest.mark.slow
@needs_data
def test_no_joint_of_the_spine_turns_against_the_others_to_bring_a_hand_nearer():
    """Between the first two keys of 16_35 the upper back was turned by 39° and the thorax back, unseen by positions."""
    motion = load_motion(DATA / "cmu/16/16_35.amc")
    options = ReduceOptions(error_m=0.02, curves=("quaternions",), tips=True, wants_space=False)
    found = reduce_motion(motion, options).animations["quaternions"].sample()
    alike = np.abs((motion.world_rotations_xyzw() * found.world_rotations_xyzw()).sum(axis=-1))
    wrong = np.degrees(2.0 * np.arccos(np.minimum(alike, 1.0))).max(axis=0)
    spine = [motion.skeleton.names.index(name) for name in ("lowerback", "upperback", "thorax")]
    assert wrong[spine].max() < 25.0


@pytest.mark.slow
@needs_data
def test_a_jump_of_the_capture_takes_a_key_or_two_and_not_twenty(monkeypatch):
    """Between its second and third frame 16_15 has an arm jump by 92 cm; the best selections see it with 33 keys. One
    of them is enough to know that."""
    motion = load_motion(DATA / "cmu/16/16_15.amc").excerpt(1, 200)
    tried = []

    def spy(*given, most_fits, **options):
        tried.append(most_fits)
        return fewest_within(*given, most_fits=most_fits, **options)

    monkeypatch.setattr(choose_module, "fewest_within", spy)
    found = {
        method: reduce_motion(motion, ReduceOptions(error_m=0.02, method=method)) for method in ("optimal", "auto")
    }
    assert all(reduction.error.max_m <= 0.02 for reduction in found.values())
    assert len(found["auto"].selection) < 0.7 * len(found["optimal"].selection)
    assert any("missed the error in places" in note for note in found["auto"].notes)
    assert tried == [None, 1]


@pytest.mark.parametrize(
    ("curves", "method", "order"),
    [
        (("channels",), "auto", ["best", "searched", "fewer"]),
        (("quaternions",), "auto", ["searched", "fewer"]),
        (("channels", "quaternions"), "auto", ["searched", "fewer"]),
        (("quaternions",), "optimal", ["best", "searched", "fewer"]),
    ],
)
@pytest.mark.parametrize("is_fewer", [True, False])
def test_gltf_is_searched_first_and_then_the_best_selections_of_fewer_keys(
    monkeypatch, curves, method, order, is_fewer
):
    motion, asked = packaged_clip().excerpt(1, 60), []
    selections = Selection((0, 20, 40, 59)), Selection((0, 30, 59))
    found, fewer = (Kept(selection, {"channels": fit(motion, selection)}) for selection in selections)

    def told(name, answer):
        return lambda *_, **__: asked.append(name) or answer

    monkeypatch.setattr(choose_module, "fewest_within", told("best", None))
    monkeypatch.setattr(choose_module, "kept_in_pieces", told("searched", found))
    monkeypatch.setattr(choose_module, "fewer_within", told("fewer", fewer if is_fewer else found))
    options = ReduceOptions(error_m=0.02, curves=curves, method=method, holds_ends=False, fit="hermite")
    chosen = choose_module.choose(Take(motion), options, quiet)
    assert asked == order
    assert chosen.selection.frames == (fewer if is_fewer else found).selection.frames
    assert (choose_module.LEFT in chosen.notes) == (not is_fewer)


@pytest.mark.parametrize(("frames", "pins"), [(1, ()), (2, ()), (5, ()), (5, (3,))])
def test_nothing_is_said_of_keys_that_were_added_where_none_was(frames, pins):
    motion = packaged_clip().excerpt(1, frames)
    reduction = reduce_motion(motion, ReduceOptions(error_m=0.05, curves=("quaternions",), pinned_numbers=pins))
    assert len(reduction.selection) == min(frames, 2) + len(pins)
    assert choose_module.LEFT not in reduction.notes


@pytest.mark.slow
def test_every_frame_keyed_keeps_any_promise():
    motion = packaged_clip().excerpt(1, 20)
    reduction = reduce_motion(motion, ReduceOptions(error_m=1e-9, fit="hermite"))
    assert reduction.error.max_m <= 1e-9


@pytest.mark.parametrize("method", ["optimal", "bounded"])
def test_roles_say_which_joints_the_promise_is_about(method):
    motion = packaged_clip().excerpt(1, 160)
    roles = {"left-ankle": "LeftToeBase", "right-ankle": "RightToeBase"}
    toes = list(roles.values())
    joints = [name for name in THESIS_JOINTS if not name.endswith("Foot")] + toes
    options = ReduceOptions(error_m=0.015, fit="hermite", method=method, holds_ends=False)
    reduction = reduce_motion(motion.with_roles(roles), options)
    away = distances_m(motion, reduction.animation, joints)
    assert away.max() <= 0.015
    assert set(reduction.error.joints) == set(joints)
    assert reduction.error.max_m == pytest.approx(away.max())
    # Without the roles nothing holds the toes.
    feet = reduce_motion(motion, options)
    assert distances_m(motion, feet.animation, toes).max() > 0.015


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"curves": ("channels", "quaternions"), "fit": "hermite"},
        {"criterion": "lerp-max", "metric": "pose", "fit": "hermite"},
        {"pinned_numbers": (100, 101), "min_gap": 1, "max_gap": 15, "fit": "hermite"},
        {"lead": ("feet",), "fit": "hermite"},
    ],
    ids=str,
)
def test_the_bounded_method_keeps_the_promise(options):
    motion = packaged_clip().excerpt(41, 200)
    reduction = reduce_motion(motion, ReduceOptions(error_m=0.02, method="bounded", **options))
    for animation in reduction.animations.values():
        assert distances_m(motion, animation).max() <= 0.02
    numbers = [frame + 41 for frame in reduction.selection.frames]
    assert set(options.get("pinned_numbers", ())) <= set(numbers)
    assert np.diff(numbers).max() <= options.get("max_gap", 160)
    assert reduction.space is None
    assert all(reduction.warnings)  # no empty note where the method was asked for and so needs no reason


@pytest.mark.slow
def test_the_bounded_method_wastes_few_keys():
    motion = packaged_clip().excerpt(1, 160)
    counts = {
        method: len(reduce_motion(motion, ReduceOptions(error_m=0.02, method=method, fit="hermite")).selection)
        for method in ("optimal", "bounded")
    }
    # Keys that move are no longer tied to what the criterion calls best, so there may even be fewer.
    assert 0.75 * counts["optimal"] <= counts["bounded"] <= 1.2 * counts["optimal"]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["optimal", "bounded"])
def test_a_still_leading_part_cannot_keep_a_promise_about_the_rest(method):
    """The hips are held still, so selection that looks at them alone never asks for a key."""
    clip = packaged_clip().excerpt(41, 100)
    turns = np.array(clip.rotations_xyzw)
    turns[:, 0] = turns[0, 0]
    held = np.repeat(clip.translations_m[:1], clip.n_frames, axis=0)
    motion = Motion(clip.skeleton, turns, held, clip.fps, clip.first_frame)
    options = ReduceOptions(error_m=0.005, lead=("hips",), min_gap=6, method=method, fit="hermite")
    assert distances_m(motion, reduce_motion(motion, replace(options, error_m=0.5)).animation).max() > 0.005
    with pytest.raises(UsageError, match=r"stays within 0\.5 cm"):
        reduce_motion(motion, options)
