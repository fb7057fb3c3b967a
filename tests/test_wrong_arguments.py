"""Slips of those who write Python: each ends in one line that says what was expected, none deep inside or silently."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import unbake
from clips import jump_clip
from unbake import MotionError, ReduceOptions, Selection, UnbakeError, UsageError
from unbake.annotations import TrainingOptions
from unbake.curves import baked_animation, euler_curves, gltf_curves, hold_ends, residual, with_detail
from unbake.editing import (
    Example,
    Poser,
    PropagateOptions,
    Weights,
    apply_layers,
    brushed,
    learn,
    on_keys,
    part,
    pose,
    pose_layer,
    propagate,
    retargeted,
)
from unbake.feet import FootLabels, guess_feet
from unbake.feet.labels import Plant
from unbake.formats import Delivery, save_labels
from unbake.keyframes import RIVALS, Rival, RivalRequest, compare_rivals, three_layers
from unbake.library import add_files
from unbake.synthesis import BlendOptions, BlendSource, Demand, FlagStretch, Material, Spot, WindowWeights, best_move

FRAMES = 12


def swinging(**changed: Any) -> unbake.Motion:
    turns = np.zeros((FRAMES, 2, 4))
    angle = np.sin(np.linspace(0.0, 6.0, FRAMES)) / 2
    turns[:, :, 2], turns[:, :, 3] = np.sin(angle)[:, None], np.cos(angle)[:, None]
    given = {
        "names": ["a", "b"],
        "parents": [-1, 0],
        "offsets_m": [[0, 0, 0], [0, 1, 0]],
        "rotations_xyzw": turns,
        **changed,
    }
    return unbake.Motion.from_arrays(**given)


MOTION = swinging()
POINTS = unbake.points_of(MOTION, [0, 1])
TABLE = unbake.error_table(POINTS)
KEYS = Selection((0, 5, FRAMES - 1))
ANIMATION = unbake.fit(MOTION, KEYS, "hermite")
SKELETON, TURNS, WAY = MOTION.skeleton, MOTION.rotations_xyzw, MOTION.translations_m


CURVE = ANIMATION.curves[0]
SPACE = unbake.select(TABLE)
JUMP = jump_clip()
LABELS = FootLabels((Plant(2, 5, 0),), FRAMES, MOTION.fps)
MIRROR = np.diag([-1, 1, 1])


def animated(**changed: Any) -> unbake.KeyedAnimation:
    return replace(ANIMATION, **changed)


def reduced(**options: Any) -> Any:
    return unbake.reduce_motion(MOTION, ReduceOptions(**options))


def compared(method: Any, counts: Any = (5,), **options: Any) -> Any:
    return compare_rivals(POINTS, [method], counts, **options)


def of_ones_own(choose: Any) -> Rival:
    return Rival("mine", "Mine", "approximation", choose)


SLIPS: dict[str, Callable[[], Any]] = {
    "word for a frame rate": lambda: unbake.Motion(SKELETON, TURNS, WAY, "x"),  # type: ignore[arg-type]
    "no frame rate": lambda: swinging(fps=None),
    "resampled to a word": lambda: MOTION.resampled("x"),  # type: ignore[arg-type]
    "ragged rotations": lambda: swinging(rotations_xyzw=[[[0, 0, 0, 1]], [[0, 0, 0, 1], [0, 0, 0, 1]]]),
    "word for rotations": lambda: swinging(rotations_xyzw="x"),
    "no rotations": lambda: swinging(rotations_xyzw=None),
    "complex rotations": lambda: swinging(rotations_xyzw=TURNS * 1j),
    "masked rotations": lambda: swinging(rotations_xyzw=np.ma.masked_array(TURNS, TURNS < 0.1)),
    "one place of the root": lambda: swinging(root_m=[0, 0, 0]),
    "ragged offsets": lambda: swinging(offsets_m=[[0, 1, 0], [0]]),
    "half a parent": lambda: swinging(parents=[-1, 0.5]),
    "names and parents swapped": lambda: swinging(names=[-1, 0], parents=["a", "b"]),
    "no names": lambda: swinging(names=None),
    "arrays in place of a skeleton": lambda: unbake.Motion(TURNS, SKELETON, WAY, 30),  # type: ignore[arg-type]
    "half a first frame": lambda: unbake.Motion(SKELETON, TURNS, WAY, 30, 1.5),  # type: ignore[arg-type]
    "half a frame number": lambda: MOTION.frame_index(1.5),  # type: ignore[arg-type]
    "word for a range": lambda: MOTION.excerpt("x", 3),  # type: ignore[arg-type]
    "range of floats": lambda: MOTION.excerpt(1.0, 3.0),  # type: ignore[arg-type]
    "list of roles": lambda: MOTION.with_roles(["left-ankle"]),  # type: ignore[arg-type]
    "role of an index": lambda: MOTION.with_roles({"left-ankle": 1}),  # type: ignore[dict-item]
    "points of positions": lambda: unbake.points_of(MOTION.positions()),  # type: ignore[arg-type]
    "points of an animation": lambda: unbake.points_of(ANIMATION),  # type: ignore[arg-type]
    "one joint as a word": lambda: unbake.points_of(MOTION, "feet"),
    "one point as a word": lambda: POINTS.only("a"),
    "half a joint": lambda: unbake.points_of(MOTION, [0.5]),  # type: ignore[list-item]
    "joint without a list": lambda: unbake.points_of(MOTION, 1),  # type: ignore[arg-type]
    "points by a word": lambda: replace(POINTS, names="ab"),
    "points by numbers": lambda: replace(POINTS, names=(1, 2)),
    "points by a number": lambda: replace(POINTS, names=2),
    "half a first frame of points": lambda: replace(POINTS, first_frame=1.5),
    "half a column": lambda: replace(POINTS, names=tuple("abcd"), size=1.5),
    "rate of an animation below zero": lambda: animated(fps=-1),
    "word for the rate of an animation": lambda: animated(fps="x"),
    "half a first frame of an animation": lambda: animated(first_frame=1.5),
    "half a frame more of an animation": lambda: animated(n_frames=FRAMES + 0.5),
    "animation of a motion": lambda: animated(skeleton=MOTION),
    "animation of plain frames": lambda: animated(selection=KEYS.frames),
    "word for values of a curve": lambda: replace(CURVE, values="x"),
    "complex handles": lambda: replace(CURVE, left=CURVE.left * 1j),
    "number for times of a curve": lambda: replace(CURVE, frames=1.0),
    "half an end": lambda: SPACE.errors(1.5),  # type: ignore[arg-type]
    "word for an end": lambda: SPACE.frames(2, "x"),  # type: ignore[arg-type]
    "list of fits": lambda: unbake.fit(MOTION, KEYS, ["free"]),  # type: ignore[arg-type]
    "list of fits for a reduction": lambda: reduced(keys=4, fit=["free"]),
    "list of criteria": lambda: unbake.error_table(POINTS, ["line-max"]),  # type: ignore[arg-type]
    "list of criteria for a reduction": lambda: reduced(keys=4, criterion=["line-max"]),
    "progress of a fit is a number": lambda: unbake.fit(MOTION, KEYS, progress=3),  # type: ignore[arg-type]
    "progress of a table is a number": lambda: unbake.error_table(POINTS, progress=3),  # type: ignore[arg-type]
    "progress of selecting is a number": lambda: unbake.select(TABLE, progress=3),  # type: ignore[arg-type]
    "progress of a reduction is a number": lambda: unbake.reduce_motion(MOTION, report=3),  # type: ignore[arg-type]
    "table of a word": lambda: unbake.error_table("x"),  # type: ignore[arg-type]
    "table of a table": lambda: unbake.error_table(TABLE),  # type: ignore[arg-type]
    "no criterion": lambda: unbake.error_table(POINTS, None),  # type: ignore[arg-type]
    "pin without a list": lambda: unbake.error_table(POINTS, pinned=5),  # type: ignore[arg-type]
    "half a pin": lambda: unbake.error_table(POINTS, pinned=[5.5]),  # type: ignore[list-item]
    "half a gap": lambda: unbake.error_table(POINTS, min_gap=1.5),  # type: ignore[arg-type]
    "half a largest gap": lambda: unbake.error_table(POINTS, max_gap=6.5),  # type: ignore[arg-type]
    "selection from points": lambda: unbake.select(POINTS),  # type: ignore[arg-type]
    "half a key": lambda: unbake.select(TABLE, keys_max=3.5),  # type: ignore[arg-type]
    "keyframes between frames": lambda: Selection((0, 5.5, 11)),  # type: ignore[arg-type]
    "word for keyframes": lambda: Selection("059"),  # type: ignore[arg-type]
    "classes in the place of the error": lambda: Selection((0, 11), ("keypose", "keypose")),  # type: ignore[arg-type]
    "fit of frames": lambda: unbake.fit(MOTION, [0, 5, 11]),  # type: ignore[arg-type]
    "fit of a space": lambda: unbake.fit(MOTION, unbake.select(TABLE)),  # type: ignore[arg-type]
    "fit the wrong way round": lambda: unbake.fit(KEYS, MOTION),  # type: ignore[arg-type]
    "no fit": lambda: unbake.fit(MOTION, KEYS, None),  # type: ignore[arg-type]
    "word for a weight": lambda: unbake.fit(MOTION, KEYS, bending="x"),  # type: ignore[arg-type]
    "word for a skeleton": lambda: unbake.fit(MOTION, KEYS, skeleton="x"),  # type: ignore[arg-type]
    "measured the wrong way round": lambda: unbake.measure(ANIMATION, MOTION),  # type: ignore[arg-type]
    "two motions measured": lambda: unbake.measure(MOTION, MOTION),  # type: ignore[arg-type]
    "sampled at a word": lambda: ANIMATION.sample("x"),  # type: ignore[arg-type]
    "detail the wrong way round": lambda: residual(ANIMATION, MOTION),  # type: ignore[arg-type]
    "detail of a motion": lambda: with_detail(ANIMATION, MOTION, 1.0),  # type: ignore[arg-type]
    "held the wrong way round": lambda: hold_ends(ANIMATION, MOTION),  # type: ignore[arg-type]
    "list of weights": lambda: hold_ends(MOTION, ANIMATION, [1.0]),  # type: ignore[arg-type]
    "no weight of bending": lambda: hold_ends(MOTION, ANIMATION, bending=float("nan")),
    "distance below zero": lambda: hold_ends(MOTION, ANIMATION, within_m=-0.01),
    "axes that mirror": lambda: unbake.motion.turned(MOTION, MIRROR),
    "axes that scale": lambda: unbake.motion.turned(MOTION, 2 * np.eye(3, dtype=np.int64)),
    "axes that slant": lambda: unbake.curves.turned(ANIMATION, [[1, 1, 0], [-1, 1, 0], [0, 0, 1]]),  # type: ignore[arg-type]
    "no axes": lambda: unbake.curves.turned(ANIMATION, np.zeros((3, 3), dtype=np.int64)),
    "unknown travel": lambda: Delivery(travel="rot"),  # type: ignore[arg-type]
    "pose of half a frame": lambda: Poser(MOTION, 1.5),  # type: ignore[arg-type]
    "brush on half a frame": lambda: brushed(MOTION, 1.5, "a", 0.1),  # type: ignore[arg-type]
    "brush over no numbers": lambda: brushed(MOTION, 1, "a", 0.1, onto=np.array([np.nan, 0.0])),
    "layer of half a frame": lambda: pose_layer("layer", MOTION, {1.5: MOTION.excerpt(3, 3)}),  # type: ignore[dict-item]
    "untouched half frame": lambda: pose_layer("layer", MOTION, {1: MOTION.excerpt(3, 3)}, untouched=[3.5]),  # type: ignore[list-item]
    "pose of an animation": lambda: Poser(ANIMATION, 1),  # type: ignore[arg-type]
    "misspelt limits": lambda: Poser(MOTION, 1, limits="boddy"),  # type: ignore[arg-type]
    "floor as a word": lambda: Poser(MOTION, 1, floor_m="0"),  # type: ignore[arg-type]
    "list of wishes": lambda: pose(MOTION, 1, [("a", (0, 1, 0))]),  # type: ignore[arg-type]
    "one pin as a word": lambda: pose(MOTION, 1, {"b": (0, 1, 0)}, pins="a"),
    "word for the weight of a joint": lambda: pose(MOTION, 1, {"b": (0, 1, 0)}, weights={"a": "x"}),  # type: ignore[dict-item]
    "brush with its unit": lambda: brushed(MOTION, 1, "a", "3cm"),  # type: ignore[arg-type]
    "layer of what pose returns": lambda: pose_layer("layer", MOTION, {1: pose(MOTION, 1, {"b": (0, 1, 0)})}),  # type: ignore[dict-item]
    "one layer": lambda: apply_layers(MOTION, pose_layer("layer", MOTION, {1: MOTION.excerpt(3, 3)})),  # type: ignore[call-overload]
    "layer of turns alone": lambda: apply_layers(MOTION, [pose_layer("layer", MOTION, {1: MOTION.excerpt(3, 3)}).pose]),  # type: ignore[list-item]
    "layers on a file": lambda: apply_layers("walk.bvh", []),  # type: ignore[call-overload]
    "example of an animation": lambda: Example.of(ANIMATION, MOTION),  # type: ignore[arg-type]
    "example without a list": lambda: propagate(Example.of(JUMP, JUMP), JUMP),  # type: ignore[arg-type]
    "edit of an animation": lambda: propagate([Example.of(JUMP, JUMP)], ANIMATION),  # type: ignore[arg-type]
    "options as a dictionary": lambda: learn([Example.of(JUMP, JUMP)], {"feet": "none"}),  # type: ignore[arg-type]
    "weight as a word": lambda: Weights(poses="1"),  # type: ignore[arg-type]
    "unknown feet": lambda: PropagateOptions(feet="x"),  # type: ignore[arg-type]
    "keys of a motion": lambda: on_keys(MOTION, ANIMATION),  # type: ignore[arg-type]
    "part of a motion": lambda: part(JUMP, "body"),  # type: ignore[arg-type]
    "motion for a character": lambda: retargeted(JUMP, JUMP),  # type: ignore[arg-type]
    "file of a character": lambda: retargeted("walk.bvh", JUMP.skeleton),  # type: ignore[arg-type]
    "unknown way to hold feet": lambda: retargeted(JUMP, JUMP.skeleton, feet="x"),  # type: ignore[arg-type]
    "file of labels": lambda: retargeted(JUMP, JUMP.skeleton, feet="calm", labels="walk.feet.json"),  # type: ignore[arg-type]
    "labels of another motion": lambda: retargeted(JUMP, JUMP.skeleton, feet="calm", labels=LABELS),
    "flags that must hold as a word": lambda: FlagStretch(start_s=0.0, stop_s=1.0, must="walk"),  # type: ignore[arg-type]
    "place of one number": lambda: Demand(length_s=2.0, spots=(Spot(at_s=1.0, place_m=(1.0,)),)),  # type: ignore[arg-type]
    "place of three numbers": lambda: Demand(length_s=2.0, spots=(Spot(at_s=1.0, place_m=(1.0, 0.0, 2.0)),)),  # type: ignore[arg-type]
    "one place to add": lambda: add_files(None, "nowhere"),  # type: ignore[arg-type]
    "one path to add": lambda: add_files(None, Path("nowhere")),  # type: ignore[arg-type]
    "window of half a frame": lambda: BlendOptions(window=4.5),  # type: ignore[arg-type]
    "windows of two lengths": lambda: best_move(np.zeros((4, 2, 3)), np.zeros((2, 2, 3))),
    "window of other weights": lambda: best_move(*np.zeros((2, 4, 2, 3)), WindowWeights.even(3, 2)),
    "more names than clips": lambda: Material(("a", "b"), (BlendSource.of(JUMP),), {}),
    "training at no cost": lambda: TrainingOptions(cost=0.0),
    "training of no width": lambda: TrainingOptions(width=float("nan")),
    "training in half a fold": lambda: TrainingOptions(folds=2.5),  # type: ignore[arg-type]
    "training in folds below zero": lambda: TrainingOptions(folds=-1),
    "rate of labels below zero": lambda: replace(LABELS, fps=-1),
    "half a first frame of labels": lambda: replace(LABELS, first_frame=1.5),
    "half a frame of labels": lambda: replace(LABELS, n_frames=FRAMES + 0.5),
    "plant of half a frame": lambda: replace(LABELS, plants=(Plant(0.5, 2, 0),)),  # type: ignore[arg-type]
    "labels painted on half a frame": lambda: LABELS.painted(1, 1.5, 3, True),  # type: ignore[arg-type]
    "labels from half a frame": lambda: LABELS.excerpt(1.5, 3),  # type: ignore[arg-type]
    "labels at no rate": lambda: LABELS.at_rate(0, FRAMES),  # type: ignore[arg-type]
    "labels of half a frame more": lambda: LABELS.at_rate(MOTION.fps, 5.5),  # type: ignore[arg-type]
    "baked twice": lambda: baked_animation(ANIMATION),  # type: ignore[arg-type]
    "Euler curves of a motion": lambda: euler_curves(MOTION),  # type: ignore[arg-type]
    "glTF's curves of a motion": lambda: gltf_curves(MOTION),  # type: ignore[arg-type]
    "feet of a file's name": lambda: guess_feet("walk.bvh"),  # type: ignore[arg-type]
    "number for a file": lambda: unbake.load(3),  # type: ignore[arg-type]
    "saved the wrong way round": lambda: unbake.save("x.bvh", MOTION),  # type: ignore[arg-type]
    "saved without a file": lambda: unbake.save(MOTION, None),  # type: ignore[arg-type]
    "saved with options of reading": lambda: unbake.save(MOTION, "x.bvh", unbake.ReadOptions()),  # type: ignore[arg-type]
    "number for options": lambda: unbake.reduce_motion(MOTION, 20),  # type: ignore[arg-type]
    "length with its unit": lambda: reduced(error_m="2cm"),
    "word for a gap": lambda: reduced(max_gap="x"),
    "half a pin of a reduction": lambda: reduced(pinned_numbers=[5.5]),
    "number for the leading part": lambda: reduced(lead=5),
    "word for layers": lambda: reduced(layers="blocking"),
    "layers of a motion": lambda: three_layers(MOTION),  # type: ignore[arg-type]
    "rivals of a motion": lambda: compare_rivals(MOTION, [RIVALS["k-means"]]),  # type: ignore[arg-type]
    "name of a rival": lambda: compared("k-means"),
    "half a count": lambda: compared(RIVALS["k-means"], [5.5]),
    "count without a list": lambda: compared(RIVALS["k-means"], 5),
    "name for a judge": lambda: compared(RIVALS["k-means"], judge="line-max"),
    "half a seed": lambda: RivalRequest(POINTS, (5,), seed=1.5),  # type: ignore[arg-type]
    "rival without counts": lambda: compared(of_ones_own(lambda request: [0, 1, 2, 3, 11])),
    "rival between frames": lambda: compared(of_ones_own(lambda request: {5: [0, 1.7, 2, 3, 11]})),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_in_one_line(slip: str) -> None:
    with pytest.raises(UnbakeError) as caught:
        SLIPS[slip]()
    assert isinstance(caught.value, (MotionError, UsageError))
    assert "\n" not in str(caught.value)


def written(what: Any, file: Path) -> bytes:
    if isinstance(what, FootLabels):
        save_labels(what, JUMP, file)
    else:
        unbake.save(what, file)
    return file.read_bytes()


@pytest.mark.parametrize("suffix", ["json", "glb", "feet.json"])
def test_whole_numbers_of_numpy_are_written_as_any_other(suffix: str, tmp_path: Path) -> None:
    def made(whole: Any) -> Any:
        if suffix == "feet.json":
            plants = (Plant(whole(2), whole(5), whole(0)),)
            return FootLabels(plants, whole(JUMP.n_frames), JUMP.fps, whole(JUMP.first_frame))
        animation = animated(first_frame=whole(7), n_frames=whole(FRAMES + 3))
        return animation if suffix == "json" else animation.sample()

    plain, odd = (written(made(whole), tmp_path / f"{whole.__name__}.{suffix}") for whole in (int, np.int64))
    assert plain == odd
    assert type(MOTION.excerpt(*np.array([3, 9])).first_frame) is int
    assert type(replace(POINTS, first_frame=np.int64(3)).first_frame) is int


@pytest.mark.parametrize("kind", ["f2", "f4", ">f8", "i8"])
def test_a_motion_holds_float64_whatever_it_is_made_of(kind: str) -> None:
    made = unbake.Motion(SKELETON, np.round(TURNS).astype(kind), WAY.astype(kind), MOTION.fps)
    assert made.rotations_xyzw.dtype == made.translations_m.dtype == np.float64


def test_nested_lists_make_the_same_motion_as_arrays() -> None:
    listed = unbake.Motion(SKELETON, TURNS.tolist(), WAY.tolist(), MOTION.fps)
    assert np.allclose(listed.rotations_xyzw, TURNS, atol=1e-15)


def test_a_skeleton_of_lists_is_the_same_skeleton(tmp_path: Path) -> None:
    lists: Any = [list(SKELETON.names), np.array(SKELETON.parents), SKELETON.offsets_m, list(SKELETON.channels)]
    made = unbake.Motion(unbake.Skeleton(*lists), TURNS, WAY, MOTION.fps)
    assert unbake.measure(made, ANIMATION, [0, 1]).max_m == unbake.measure(MOTION, ANIMATION, [0, 1]).max_m


def test_a_leading_part_and_pins_may_be_lists_and_arrays() -> None:
    options: Any = {"keys": 4, "lead": ["b"], "pinned_numbers": np.array([6])}
    assert ReduceOptions(**options) == ReduceOptions(keys=4, lead=("b",), pinned_numbers=(6,))
    assert 5 in reduced(**options).selection.frames
