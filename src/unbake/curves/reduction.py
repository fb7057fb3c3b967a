"""The main job in one call: a motion becomes a keyed animation, with a record of how and at what cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from unbake.curves.fit import FIT_METHODS, fit
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import MeasuredError, measure
from unbake.curves.promise import few_within, fewest_within
from unbake.errors import UsageError
from unbake.keyframes.bounded import fewest_keys
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC, Composition, Metric, criterion_named
from unbake.keyframes.error_table import error_table
from unbake.keyframes.layers import BLOCKING_LAYERS, LEAD, Blocking, Layer, three_layers
from unbake.keyframes.pick import Pick, pick_method
from unbake.keyframes.pieces import select_in_pieces
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace, select
from unbake.motion.motion import Motion
from unbake.motion.points import Points, points_of

Report = Callable[[str, float], None]
"""Told the name of the step under way (``table``, ``select``, ``fit``) and the part of it that is done, 0 to 1."""


LONGEST_SPACE = 1500
"""A space that only a report would show is not made for more frames than this: 1,500 take about 10 s."""

LONGEST_FREE = 3000
"""Where no fit is asked for, takes longer than this get the closed form alone: `free` would take many seconds."""


@dataclass(frozen=True)
class ReduceOptions:
    """How keyframes are chosen and joined.

    Parameters
    ----------
    keys : exactly this many keyframes; or
    error_m : the fewest whose result stays within this distance at every frame and default joint; with neither,
        three layers choose.
    lead : the leading part: joints, roles or groups that the first two layers see; for `keys` and `error_m` the points
        that selection sees. None: the layers' own default, and all default joints.
    layers : the three layers.
    criterion, metric, compose : the selection space for `keys` and `error_m`.
    pins : frame numbers, as the file counts, that are always kept.
    min_gap, max_gap : least and most frames from a key to the next; by default the layers keep 1/24 s.
    method : how keys are selected, see `keyframes.pick`; ``auto`` goes by the length of the take.
    fit : name of the fit; None for ``free`` or ``hermite``, whichever ends closer to the capture in the world: of the
        two, free handles describe each channel better, but in a foot held still by several channels at once their
        errors do not cancel as those of one linear operator do.
    curves : which curves are wanted; for a promised error all of them are held to it.
    roles : overrides, role → joint name.
    wants_space : make the selection space even where the three layers choose, for a report to show.
    """

    keys: int | None = None
    error_m: float | None = None
    lead: tuple[str, ...] | None = None
    layers: tuple[Layer, ...] = BLOCKING_LAYERS
    criterion: str = DEFAULT_CRITERION
    metric: Metric = DEFAULT_METRIC
    compose: Composition | None = None
    pins: tuple[int, ...] = ()
    min_gap: int | None = None
    max_gap: int | None = None
    method: Literal["auto", "optimal", "bounded", "pieces"] = "auto"
    fit: str | None = None
    curves: tuple[CurveKind, ...] = ("channels",)
    roles: Mapping[str, str] = field(default_factory=dict)
    wants_space: bool = False

    def pin_indices(self, clip: Motion | Points) -> tuple[int, ...]:
        """Return the pins as frames from 0; UsageError for one outside the clip."""
        for pin in self.pins:
            if not clip.first_frame <= pin <= clip.last_frame:
                raise UsageError(f"pin {pin} is outside the clip's {clip.first_frame}–{clip.last_frame}")
        return tuple(pin - clip.first_frame for pin in self.pins)


@dataclass(frozen=True, eq=False)
class Reduction:
    """What came out of reducing a motion.

    Parameters
    ----------
    motion : the capture.
    options : what was asked for.
    selection : the keyframes.
    animations, errors : for each kind of curves the animation, and how far it is from the capture.
    space : the selection space, where one was made.
    blocking : what the three layers did, where they chose.
    seconds : time taken by each step: table, select, fit.
    notes : which way of selecting was taken and why, where it was not the usual one.
    """

    motion: Motion
    options: ReduceOptions
    selection: Selection
    animations: Mapping[CurveKind, KeyedAnimation]
    errors: Mapping[CurveKind, MeasuredError]
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
    def warnings(self) -> tuple[str, ...]:
        """What reading and fitting had to assume or change, and how keys were selected, each sentence once."""
        return tuple(dict.fromkeys((*self.notes, *(w for a in self.animations.values() for w in a.warnings))))


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
    makers = {kind: _maker(motion, kind, asked.fit) for kind in asked.curves}
    if asked.keys is not None:
        chosen = _by_count(motion, asked, told, clock)
    elif asked.error_m is not None:
        chosen = _by_error(motion, asked, makers, told, clock)
    else:
        chosen = _by_layers(motion, asked, told, clock)
    animations = chosen.animations or {kind: make(chosen.selection) for kind, make in makers.items()}
    errors = {kind: measure(motion, animation) for kind, animation in animations.items()}
    clock.lap("fit")
    told("fit", 1.0)
    return Reduction(
        motion, asked, chosen.selection, animations, errors, chosen.space, chosen.blocking, clock.seconds, chosen.notes
    )


@dataclass(frozen=True, eq=False)
class _Chosen:
    """Keyframes, and what else came out of choosing them."""

    selection: Selection
    animations: Mapping[CurveKind, KeyedAnimation] | None = None
    space: SelectionSpace | None = None
    blocking: Blocking | None = None
    notes: tuple[str, ...] = ()


def _by_layers(motion: Motion, asked: ReduceOptions, told: Report, clock: Stopwatch) -> _Chosen:
    blocking = block(motion, asked, told)
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
        min_gap=asked.min_gap or 1,
        max_gap=asked.max_gap,
        keys_max=keys,
        progress=lambda part: told("select", part),
    )
    clock.lap("select")
    selection = pieces.selection(keys)
    return _Chosen(selection, notes=(pick.reason, *_cost_of_cutting(points, asked, selection)))


def _cost_of_cutting(points: Points, asked: ReduceOptions, selection: Selection) -> tuple[str, ...]:
    """Say how many keys fewer would do for the same error without cuts, where that can be found out in time."""
    criterion = criterion_named(asked.criterion)
    if criterion.total != "max" or (asked.compose or criterion.compose) != "max":
        return ()
    exact = fewest_keys(
        points, selection.error * (1.0 + 1e-6), criterion, metric=asked.metric, max_gap=asked.max_gap, seconds=30.0
    )
    least = "" if exact.is_optimal else "at least "
    return (f"without the cuts {least}{exact.least} keys would be needed for the same error",)


def _by_error(
    motion: Motion,
    asked: ReduceOptions,
    makers: Mapping[CurveKind, Callable[[Selection], KeyedAnimation]],
    told: Report,
    clock: Stopwatch,
) -> _Chosen:
    error_m = asked.error_m or 0.0
    pick = _pick(motion, asked, counts=motion.n_frames // 5, for_error=True)
    if pick.method == "optimal":
        space = selection_space(motion, asked, told, clock)
        quick = {kind: _maker(motion, kind, "hermite") for kind in asked.curves}
        kept = fewest_within(motion, space, error_m, makers, quick, lambda part: told("fit", part))
        return _Chosen(kept.selection, kept.animations, space)
    points = selection_points(motion, asked)

    def fewest(bound_m: float) -> Selection:
        found = fewest_keys(
            points,
            bound_m,
            asked.criterion,
            metric=asked.metric,
            pins=asked.pin_indices(motion),
            min_gap=asked.min_gap or 1,
            max_gap=asked.max_gap,
            progress=lambda part: told("select", part),
        )
        return found.selection

    few = few_within(motion, fewest, error_m, makers)
    return _Chosen(few.selection, few.animations, notes=(pick.reason,))


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


def selection_space(
    clip: Motion | Points,
    options: ReduceOptions,
    report: Report,
    clock: Stopwatch | None = None,
    keys_max: int | None = None,
) -> SelectionSpace:
    """Return the selection space of a motion, or of bare points, for the criterion and limits in `options`."""
    table = error_table(
        selection_points(clip, options),
        options.criterion,
        metric=options.metric,
        compose=options.compose,
        pins=options.pin_indices(clip),
        min_gap=options.min_gap or 1,
        max_gap=options.max_gap,
        progress=lambda part: report("table", part),
    )
    timer = clock or Stopwatch()
    timer.lap("table")
    space = select(table, keys_max=keys_max, progress=lambda part: report("select", part))
    timer.lap("select")
    return space


def block(motion: Motion, options: ReduceOptions, report: Report) -> Blocking:
    """Choose keyposes and breakdowns of a motion by three layers."""
    lead = options.lead or LEAD
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


def selection_points(motion: Motion | Points, options: ReduceOptions) -> Points:
    """Return the points that the selection space of a motion, or of bare points, is made from."""
    if isinstance(motion, Motion):
        return points_of(motion, options.lead, roles=options.roles)
    return motion.only(options.lead) if options.lead else motion


def _maker(motion: Motion, kind: CurveKind, method: str | None) -> Callable[[Selection], KeyedAnimation]:
    if kind == "quaternions":
        skeleton = motion.skeleton.with_quaternion_channels()
        return lambda selection: fit(motion, selection, "hermite", skeleton=skeleton)
    if method is None and motion.n_frames > LONGEST_FREE:
        return lambda selection: fit(motion, selection, "hermite")
    if method is None:
        return lambda selection: _closer_of_two(motion, selection)
    return lambda selection: fit(motion, selection, method)


def _closer_of_two(motion: Motion, selection: Selection) -> KeyedAnimation:
    both = (fit(motion, selection, "hermite"), fit(motion, selection, "free"))
    return min(both, key=lambda animation: measure(motion, animation).max_m)


def _check(motion: Motion, options: ReduceOptions) -> None:
    if options.keys is not None and options.error_m is not None:
        raise UsageError("ask for a number of keys or for an error, not for both")
    if options.keys is not None and not 2 <= options.keys <= motion.n_frames and motion.n_frames > 1:
        raise UsageError(
            f"{options.keys} keys asked for; a clip of {motion.n_frames} frames takes 2 to {motion.n_frames}"
        )
    if options.fit is not None and options.fit not in FIT_METHODS:
        raise UsageError(f"unknown fit '{options.fit}'; known: {', '.join(FIT_METHODS)}")
    if options.error_m is not None and not options.error_m > 0.0:
        raise UsageError("the error must be larger than zero")


class Stopwatch:
    """Seconds of each step of a run, from one lap to the next."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._since = time.perf_counter()

    def skip(self) -> None:
        """Count the time since the last lap to nothing."""
        self._since = time.perf_counter()

    def lap(self, step: str) -> None:
        """Count the time since the last lap to a step."""
        now = time.perf_counter()
        self.seconds[step] = self.seconds.get(step, 0.0) + now - self._since
        self._since = now
