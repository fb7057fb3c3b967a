"""The main job in one call: a motion becomes a keyed animation, with a record of how and at what cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from unbake.curves.fit import FIT_METHODS
from unbake.curves.free import BREAK_WEIGHT
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.makers import (
    CLOSED_FORMS,
    LONGEST_FREE,
    FitOptions,
    held,
    is_held,
    is_hurried,
    plain_maker,
    promise_makers,
)
from unbake.curves.measure import MeasuredError, measure, measure_motions
from unbake.curves.promise import few_within, fewest_within
from unbake.curves.residual import residual, with_detail
from unbake.curves.world import end_joints
from unbake.errors import UsageError
from unbake.keyframes.bounded import fewest_keys
from unbake.keyframes.criteria import criterion_named
from unbake.keyframes.layers import BLOCKING_LAYERS, LEAD, Blocking, Layer, three_layers
from unbake.keyframes.pick import Pick, pick_method
from unbake.keyframes.pieces import PIECE, select_in_pieces
from unbake.keyframes.request import Report, SelectOptions, Stopwatch, selection_points, selection_space
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.points import Points, default_joints, points_of
from unbake.motion.roles import find_roles
from unbake.motion.rotations import rotation_angle

HELD_GAIN = 1.4
"""What the last step is trusted to make good: on the thesis clips it left 0.26 to 0.9 times the largest error, mostly
0.6."""

UNSEEN_RAD = np.radians(45.0)
"""Turns that are farther off than this, and that no measured point shows, are warned of."""

LONGEST_SPACE = 1500
"""A space that only a report would show is not made for more frames than this: 1,500 take about 10 s."""


@dataclass(frozen=True, kw_only=True)
class ReduceOptions(SelectOptions, FitOptions):
    """How keyframes are chosen and joined; those of `SelectOptions` and `FitOptions`, and:

    Parameters
    ----------
    keys : exactly this many keyframes; or
    error_m : the fewest whose result stays within this distance at every frame and default joint; with neither,
        three layers choose. `criterion`, `metric` and `compose` are for `keys` and `error_m`; the leading part is what
        the first two layers see, or for `keys` and `error_m` what selection sees.
    layers : the three layers.
    method : how keys are selected, see `keyframes.pick`; ``auto`` goes by the length of the take.
    curves : which curves are wanted; for a promised error all of them are held to it.
    detail : part of the lost detail to put back, 0 to 1; above 0 what comes out has a key on every frame.
    wants_space : make the selection space even where the three layers choose, for a report to show.
    """

    keys: int | None = None
    error_m: float | None = None
    layers: tuple[Layer, ...] = BLOCKING_LAYERS
    method: Literal["auto", "optimal", "bounded", "pieces"] = "auto"
    curves: tuple[CurveKind, ...] = ("channels",)
    detail: float = 0.0
    wants_space: bool = False


@dataclass(frozen=True, eq=False)
class Ends:
    """How far hands, feet and head are from the capture, before and after the last step in the world."""

    before: MeasuredError
    after: MeasuredError

    @classmethod
    def of(cls, motion: Motion, before: KeyedAnimation, after: KeyedAnimation, options: ReduceOptions) -> Ends:
        """Measure two animations of a motion, at its ends, or at the joints that were given weights."""
        joints = list(options.end_weights or end_joints(motion, options.roles))
        return cls(*(measure(motion, animation, joints, options.roles) for animation in (before, after)))


@dataclass(frozen=True, eq=False)
class Reduction:
    """What came out of reducing a motion.

    Parameters
    ----------
    motion : the capture.
    options : what was asked for.
    selection : the keyframes.
    animations : for each kind of curves the animation.
    detailed : for each kind the motion with detail put back, where that was asked for.
    errors : for each kind how far what comes out, detail included, is from the capture.
    ends : for each kind how far hands, feet and head were and are, before and after the last step in the world; empty
        where that was left out.
    space : the selection space, where one was made.
    blocking : what the three layers did, where they chose.
    seconds : time taken by each step: table, select, fit.
    notes : which way of selecting was taken and why, where it was not the usual one.
    """

    motion: Motion
    options: ReduceOptions
    selection: Selection
    animations: Mapping[CurveKind, KeyedAnimation]
    detailed: Mapping[CurveKind, Motion]
    errors: Mapping[CurveKind, MeasuredError]
    ends: Mapping[CurveKind, Ends]
    space: SelectionSpace | None
    blocking: Blocking | None
    seconds: Mapping[str, float]
    notes: tuple[str, ...] = ()

    @property
    def animation(self) -> KeyedAnimation:
        """The animation to show and to edit: the source's own channels where they were asked for."""
        return self.animations.get("channels") or next(iter(self.animations.values()))

    @property
    def error(self) -> MeasuredError:
        """The largest error among the animations that were asked for."""
        return max(self.errors.values(), key=lambda e: e.max_m)

    @property
    def ends_of_error(self) -> Ends | None:
        """What the last step in the world did to the animation with the largest error; None where it was left out."""
        worst = max(self.errors, key=lambda kind: self.errors[kind].max_m)
        return self.ends.get(worst)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What reading and fitting had to assume or change, and how keys were selected, each sentence once."""
        notes = [note for note in self.notes if note]
        if self.detailed:
            part = 100.0 * self.options.detail
            notes.append(f"with {part:g} % of the lost detail put back, the files have a key on every frame")
        return tuple(dict.fromkeys((*notes, *(w for a in self.animations.values() for w in a.warnings))))


def reduce_motion(motion: Motion, options: ReduceOptions | None = None, report: Report | None = None) -> Reduction:
    """Choose keyframes for a motion, fit curves through them, and measure the result in the world.

    Parameters
    ----------
    motion : the capture.
    options : what to choose by; by default three layers and the most accurate fit.
    report : told how far the work is.

    Raises
    ------
    UsageError : more keys than frames, an unknown joint, pins outside the clip, an error that is not positive, …
    """
    asked = options or ReduceOptions()
    _check(motion, asked)
    told = report or (lambda step, part: None)
    clock = Stopwatch()
    if asked.keys is not None:
        chosen = _by_count(motion, asked, told, clock)
    elif asked.error_m is not None:
        chosen = _by_error(motion, asked, told, clock)
    else:
        chosen = _by_layers(motion, asked, told, clock)
    plain, animations = _animations(motion, asked, chosen)
    has_ends = is_held(motion, asked) and not asked.detail
    ends = {k: Ends.of(motion, plain[k], animations[k], asked) for k in asked.curves} if has_ends else {}
    detailed = {}
    if asked.detail > 0.0:
        detailed = {k: _with_detail(motion, a, asked.detail) for k, a in animations.items()}
    written = detailed or {kind: animation.sample() for kind, animation in animations.items()}
    errors = {kind: measure_motions(motion, other, roles=asked.roles) for kind, other in written.items()}
    clock.lap("fit")
    told("fit", 1.0)
    return Reduction(
        motion,
        asked,
        chosen.selection,
        animations,
        detailed,
        errors,
        ends,
        chosen.space,
        chosen.blocking,
        clock.seconds,
        (*chosen.notes, *_fit_notes(motion, asked), *_unseen_turns(motion, animations, asked.roles)),
    )


def _with_detail(motion: Motion, animation: KeyedAnimation, fraction: float) -> Motion:
    """The animation with detail put back, as far as its channels can hold it: part of a turn may leave their axes."""
    found = with_detail(animation, residual(motion, animation), fraction)
    values = channel_values(found)
    return motion_from_channels(found.skeleton, values, found.fps, found.first_frame, found.warnings)


def _fit_notes(motion: Motion, asked: ReduceOptions) -> tuple[str, ...]:
    """Say where another fit was taken than the options suggest."""
    notes = []
    if is_hurried(motion, asked):
        steps = " and no last step in the world" if asked.holds_ends else ""
        notes.append(
            f"the take has more than {LONGEST_FREE:,} frames: its curves have handles at thirds{steps}; "
            "--fit free takes the time for both"
        )
    if "quaternions" in asked.curves and asked.fit not in (None, "free", *CLOSED_FORMS):
        notes.append(f"glTF holds handles at thirds only: its curves are fitted as 'hermite', not '{asked.fit}'")
    return tuple(notes)


def _unseen_turns(
    motion: Motion, animations: Mapping[CurveKind, KeyedAnimation], roles: Mapping[str, str]
) -> tuple[str, ...]:
    """Warn of joints whose turning got lost because nothing that is measured hangs on them."""
    worst = np.zeros(len(motion.skeleton.names))
    for animation in animations.values():
        angles = rotation_angle(motion.rotations_xyzw, animation.sample().rotations_xyzw)
        worst = np.maximum(worst, angles.max(axis=0))
    # A joint above a measured one shows in the error in centimetres; what hangs on none can hide.
    unseen = np.ones(len(worst), dtype=bool)
    for joint in default_joints(motion, roles):
        above = motion.skeleton.parents[joint]
        while above >= 0:
            unseen[above] = False
            above = motion.skeleton.parents[above]
    joint = int(np.argmax(np.where(unseen, worst, 0.0)))
    if not unseen[joint] or worst[joint] <= UNSEEN_RAD:
        return ()
    name, degrees = motion.skeleton.names[joint], np.degrees(worst[joint])
    unseen_text = "which no distance shows: nothing measured hangs on it"
    return (f"joint '{name}' is turned up to {degrees:.0f}° wrong, {unseen_text}",)


@dataclass(frozen=True, eq=False)
class _Chosen:
    """Keyframes, and what else came out of choosing them."""

    selection: Selection
    animations: Mapping[CurveKind, KeyedAnimation] | None = None
    space: SelectionSpace | None = None
    blocking: Blocking | None = None
    notes: tuple[str, ...] = ()


def _animations(
    motion: Motion, asked: ReduceOptions, chosen: _Chosen
) -> tuple[dict[CurveKind, KeyedAnimation], dict[CurveKind, KeyedAnimation]]:
    """The animation of each kind before and after the last step in the world."""
    plain, finished = {}, dict(chosen.animations or {})
    for kind in asked.curves:
        # What was made to keep a promise may have another fit than the one that smooth curves have.
        options = replace(asked, fit=finished[kind].fit) if kind in finished else asked
        plain[kind] = plain_maker(motion, kind, options)(chosen.selection)
        finished.setdefault(kind, held(motion, plain[kind], asked, asked.roles))
    return plain, finished


def _by_layers(motion: Motion, asked: ReduceOptions, told: Report, clock: Stopwatch) -> _Chosen:
    blocking = choose_by_layers(motion, asked, told)
    clock.lap("select")
    space = None
    if asked.wants_space and motion.n_frames <= LONGEST_SPACE:
        space = selection_space(motion, replace(asked, lead=None), told, clock)
    return _Chosen(blocking.selection, None, space, blocking)


def _by_count(motion: Motion, asked: ReduceOptions, told: Report, clock: Stopwatch) -> _Chosen:
    keys = asked.keys or 0
    pick = _pick(motion, asked, counts=keys, for_error=False)
    if pick.method == "optimal":
        space = selection_space(motion, asked, told, clock)
        return _Chosen(space.selection(keys), None, space)
    points = selection_points(motion, asked)
    pieces = select_in_pieces(
        points,
        asked.criterion,
        metric=asked.metric,
        compose=asked.compose,
        pins=asked.pin_indices(motion),
        min_gap=asked.least_gap,
        max_gap=asked.max_gap,
        # Each cut takes a key: for few keys the pieces are longer, so that cuts take half of them at most.
        longest=max(PIECE, -(-2 * motion.n_frames // keys)),
        keys_max=keys,
        progress=lambda part: told("select", part),
    )
    clock.lap("select")
    selection = pieces.selection(keys)
    cost = _cost_of_cutting(motion, points, asked, selection) if len(pieces.pieces) > 1 else ()
    clock.lap("select")
    return _Chosen(selection, notes=(pick.reason, *cost))


def _cost_of_cutting(motion: Motion, points: Points, asked: ReduceOptions, selection: Selection) -> tuple[str, ...]:
    """Say how many keys fewer would do for the same error without cuts, where that can be found out in time."""
    criterion = criterion_named(asked.criterion)
    if criterion.total != "max" or (asked.compose or criterion.compose) != "max":
        return ()
    exact = fewest_keys(
        points,
        selection.error * (1.0 + 1e-6),
        criterion,
        metric=asked.metric,
        pins=asked.pin_indices(motion),
        min_gap=asked.least_gap,
        max_gap=asked.max_gap,
        seconds=5.0,
    )
    if not exact.is_optimal:
        return ()
    return (f"without the cuts {exact.least} keys would be needed for the same error",)


def _by_error(
    motion: Motion,
    asked: ReduceOptions,
    told: Report,
    clock: Stopwatch,
) -> _Chosen:
    error_m = asked.error_m or 0.0
    pick = _pick(motion, asked, counts=motion.n_frames // 5, for_error=True)
    if pick.method == "optimal":
        makers, quick = promise_makers(motion, asked.curves, asked, asked.roles, error_m)
        space = selection_space(motion, asked, told, clock)
        kept = fewest_within(
            motion, space, error_m, makers, quick, roles=asked.roles, progress=lambda part: told("fit", part)
        )
        return _Chosen(kept.selection, kept.animations, space, notes=_corners(kept.animations))
    points = selection_points(motion, asked)

    def fewest(bound_m: float) -> Selection:
        found = fewest_keys(
            points,
            bound_m,
            asked.criterion,
            metric=asked.metric,
            pins=asked.pin_indices(motion),
            min_gap=asked.least_gap,
            max_gap=asked.max_gap,
            progress=lambda part: told("select", part),
        )
        return found.selection

    # On long takes the last step is taken once or twice, at the end: it takes longer than all the rest. It usually
    # brings more than enough nearer, so at first the search may miss the promise by as much.
    swift = replace(asked, holds_ends=False)
    for looser in (HELD_GAIN, 1.0) if is_held(motion, asked) else (1.0,):
        makers, quick = promise_makers(motion, asked.curves, swift, asked.roles, looser * error_m)
        try:
            few = few_within(motion, fewest, looser * error_m, makers, quick, roles=asked.roles)
        except UsageError:
            if looser > 1.0:
                continue
            raise
        animations = {k: _held_within(motion, a, error_m, asked) for k, a in few.animations.items()}
        if all(measure(motion, a, roles=asked.roles).max_m <= error_m for a in animations.values()):
            break
    return _Chosen(few.selection, animations, notes=(pick.reason, *_corners(animations)))


def _held_within(motion: Motion, animation: KeyedAnimation, error_m: float, asked: ReduceOptions) -> KeyedAnimation:
    """The animation after the last step, unless that breaks the promise: toes count in it that are not promised."""
    found = held(motion, animation, asked, asked.roles)
    return found if measure(motion, found, roles=asked.roles).max_m <= error_m else animation


def _pick(motion: Motion, asked: ReduceOptions, *, counts: int, for_error: bool) -> Pick:
    criterion = criterion_named(asked.criterion)
    if asked.method != "auto":
        if asked.method == "bounded" and (not for_error or criterion.total != "max"):
            raise UsageError("the bounded method needs an error to keep, and a criterion that takes a maximum")
        if asked.method == "pieces" and for_error:
            raise UsageError("the pieces method takes a number of keys, not an error")
        return Pick(asked.method)
    longest = asked.max_gap or motion.n_frames
    return pick_method(motion.n_frames, longest, criterion, asked.metric, counts=counts, for_error=for_error)


def choose_by_layers(motion: Motion, options: ReduceOptions, report: Report) -> Blocking:
    """Choose keyposes and breakdowns of a motion by three layers; without hips the root leads."""
    lead = options.lead or (LEAD if LEAD[0] in find_roles(motion.skeleton, options.roles) else (0,))
    cache: dict[tuple[bool, str], Points] = {}

    def points_for(layer: Layer) -> Points:
        kind = (layer.lead, layer.space)
        if kind not in cache:
            joints = lead if layer.lead else None
            cache[kind] = points_of(motion, joints, space=layer.space, roles=options.roles)
        return cache[kind]

    return three_layers(
        points_for,
        options.layers,
        pins=options.pin_indices(motion),
        min_gap=options.min_gap,
        max_gap=options.max_gap,
        progress=lambda part: report("select", part),
    )


def _corners(animations: Mapping[CurveKind, KeyedAnimation]) -> tuple[str, ...]:
    if not any(animation.fit == "broken" for animation in animations.values()):
        return ()
    return ("to keep the error with so few keys, the tangents of the glTF curves break at the keys",)


def _check(motion: Motion, options: ReduceOptions) -> None:
    if options.keys is not None and options.error_m is not None:
        raise UsageError("ask for a number of keys or for an error, not for both")
    if options.keys is not None and not 2 <= options.keys <= motion.n_frames and motion.n_frames > 1:
        raise UsageError(
            f"{options.keys} keys asked for; a clip of {motion.n_frames} frames takes 2 to {motion.n_frames}"
        )
    if options.fit is not None and options.fit not in FIT_METHODS:
        raise UsageError(f"unknown fit '{options.fit}'; known: {', '.join(FIT_METHODS)}")
    if not 0.0 <= options.break_weight < float("inf"):
        raise UsageError(f"the break weight must be a finite number of at least 0, not {options.break_weight:g}")
    if options.break_weight != BREAK_WEIGHT and options.fit not in (None, "free"):
        raise UsageError(f"only the free fit weighs whether to break a tangent, not '{options.fit}'")
    if options.error_m is not None and not 0.0 < options.error_m < float("inf"):
        raise UsageError("the error must be a length larger than zero")
    if not 0.0 <= options.detail <= 1.0:
        raise UsageError(f"the part of the detail to put back, {options.detail:g}, is outside 0 to 1")
