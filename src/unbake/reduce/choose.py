"""The first step: keyframes by a count, a promised error, or three layers; on long takes by other ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.errors import UsageError
from unbake.ground.notes import Note
from unbake.ground.progress import Report, Stopwatch
from unbake.ground.wording import counted
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC, composition_notes, criterion_named
from unbake.keyframes.layers import LEAST_GAP_S, Blocking
from unbake.keyframes.long.bounded import fewest_keys
from unbake.keyframes.long.pieces import PIECE
from unbake.keyframes.moments.holds import with_holds
from unbake.keyframes.pick import Pick, pick_method
from unbake.keyframes.request import piecewise_space, selection_points, selection_space
from unbake.keyframes.selection import Selection
from unbake.keyframes.short_segments import are_shortened, selection_of_count, space_up_to
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, joints_of, tip_joints
from unbake.reduce.at_corners import at_corners, with_corners
from unbake.reduce.by_layers import choose_by_layers, classed
from unbake.reduce.gltf_breakdowns import with_breakdowns
from unbake.reduce.join import keeps_corners
from unbake.reduce.nudge import nudged
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.alone import fewest_alone
from unbake.reduce.promised.fairest import fairest
from unbake.reduce.promised.pieces import kept_in_pieces
from unbake.reduce.promised.promise import HOPELESS, fewer_within, fewest_within
from unbake.reduce.promised.trial_curves import TrialCurves
from unbake.reduce.promised.unseen_turns import without_unseen_turns
from unbake.reduce.take import Take

MOST_FITS, FITS_AT_JUMPS = 6, 1
"""So many of the best selections may miss a promised error, and so many where the capture jumps. Where smooth curves
cannot follow it at one place, more keys for the whole take are no cure, but one or two there are."""
LEFT = (
    "smooth curves through the best selections missed the error in places, so keys were added and taken out there until"
    " the curves keep it"
)

HOPELESS_START = 1.5 * HOPELESS
"""Selections that are farther off by curves to each promised joint than so many times a promised error are not even
fitted. On ten captures, curves at thirds with broken tangents left at least 0.97 times that criterion's error."""

COST_S, COST_PART = 5.0, 0.02
"""For so many seconds, and for this part of the take's own time at most, keys are counted that would do without cuts:
nothing but a note comes of it."""

LONGEST_SPACE = 1500
"""A space that only a report would show is not made for more frames than this: 1,500 take about 10 s."""


@dataclass(frozen=True, eq=False)
class Chosen:
    """Keyframes, and what else came out of choosing them.

    Parameters
    ----------
    selection : the keyframes.
    animations : for each kind the finished curves, where keys were chosen by them; others are still to be made.
    joined : the same before the world-space match, where that is known.
    space : the selection space, where one was made.
    blocking : what the three layers did, where they chose.
    fewest_alone : how few keys would do if every segment were fitted on its own, where `bound` asks for it.
    notes : which way of selecting was taken and why, where it was not the usual one.
    """

    selection: Selection
    animations: Mapping[CurveKind, KeyedAnimation] = field(default_factory=dict)
    joined: Mapping[CurveKind, KeyedAnimation] = field(default_factory=dict)
    space: SelectionSpace | None = None
    blocking: Blocking | None = None
    fewest_alone: int | None = None
    notes: tuple[str, ...] = ()


def choose(
    take: Take,
    options: ReduceOptions,
    report: Report,
    clock: Stopwatch | None = None,
    space: SelectionSpace | None = None,
) -> Chosen:
    """Return keyframes as they are asked for.

    Parameters
    ----------
    take : the motion.
    options : a count, an error to keep, or three layers, and what selection looks at.
    report : callback that receives the progress; what it raises ends the work.
    clock : gets the seconds of each step.
    space : the selection space for these options, where it is known.

    Raises
    ------
    UsageError : an unknown joint, pins outside the clip, gaps that cannot be kept, an error that no selection keeps.
    """
    clock = clock or Stopwatch()
    if options.keys is None and options.error_m is None:
        return _by_layers(take, options, report, clock)
    if options.keys is None:
        chosen = _by_error(take, options, report, clock, space)
    else:
        chosen = _by_count(take, options, report, clock, space)
        selection = with_corners(take, chosen.selection, options)
        chosen = replace(chosen, selection=selection, notes=(*chosen.notes, *_composition(options)))
    if options.bound:
        clock.lap("fit")
        alone = fewest_alone(take, options, lambda part: report("select", part))
        text = f"if every segment were fitted on its own, with its own tangents, {alone} keys would do"
        note = Note(f"{text}; smooth curves can hardly do with fewer", "keys-alone", keys=alone)
        chosen = replace(chosen, fewest_alone=alone, notes=(*chosen.notes, note))
        clock.lap("select")
    if options.nudge:
        better = nudged(take, chosen.selection, options, lambda part: report("fit", part))
        chosen = replace(chosen, selection=Selection(better.frames), animations=better.animations)
        clock.lap("fit")
    selection = classed(take, chosen.selection, options)
    animations = {kind: replace(animation, selection=selection) for kind, animation in chosen.animations.items()}
    return replace(chosen, selection=selection, animations=animations)


def _by_layers(take: Take, options: ReduceOptions, report: Report, clock: Stopwatch) -> Chosen:
    blocking = choose_by_layers(take, options, report)
    clock.lap("select")
    space = None
    if options.wants_space and take.motion.n_frames <= LONGEST_SPACE:
        space = selection_space(take.motion, replace(options, lead=None), report, clock)
    if "quaternions" not in options.curves or not any(layer.is_moments for layer in options.layers):
        return Chosen(with_holds(blocking.selection, take.motion), space=space, blocking=blocking)
    n_keys = len(blocking.selection)
    share = 1.0 / len(options.curves)
    blocking, joined, finished = with_breakdowns(take, blocking, options, lambda part: report("fit", share * part))
    clock.lap("fit")
    selection = with_holds(blocking.selection, take.motion)
    return Chosen(
        selection,
        {"quaternions": replace(finished, selection=selection)},
        {"quaternions": replace(joined, selection=selection)},
        space,
        blocking,
        notes=_for_gltf(len(selection) - n_keys),
    )


def _for_gltf(n_keys: int) -> tuple[Note, ...]:
    """Say how many breakdowns came for the sake of glTF."""
    if not n_keys:
        return ()
    text = "added where curves for glTF, whose handles lie at thirds, would be farther off than the third layer allows"
    return (Note(f"{counted(n_keys, 'breakdown')} {text}", "gltf-breakdowns", keys=n_keys),)


def _by_count(
    take: Take, options: ReduceOptions, report: Report, clock: Stopwatch, space: SelectionSpace | None
) -> Chosen:
    motion, keys = take.motion, options.keys or 0
    pick = _pick(motion, options, counts=keys, for_error=False)
    if pick.method == "optimal":
        if space is None and _needs_no_space(options):
            return Chosen(selection_of_count(motion, options, keys, report, clock))
        space = space or selection_space(motion, options, report, clock)
        return Chosen(space.selection(keys), space=space)
    # Each cut takes a key: for few keys the pieces are longer, so that cuts take half of them at most.
    longest = max(PIECE, -(-2 * motion.n_frames // keys))
    pieces = piecewise_space(motion, options, report, longest=longest, keys_max=keys)
    clock.lap("select")
    selection = pieces.selection(keys)
    cost = _cost_of_cutting(motion, options, selection) if len(pieces.pieces) > 1 else ()
    clock.lap("select")
    return Chosen(selection, notes=(pick.reason, *cost))


def _cost_of_cutting(motion: Motion, options: ReduceOptions, selection: Selection) -> tuple[str, ...]:
    """Say how many keys fewer would do for the same error without cuts, where that can be found out in time."""
    criterion = criterion_named(options.criterion)
    if criterion.total != "max" or (options.compose or criterion.compose) != "max":
        return ()
    exact = fewest_keys(
        selection_points(motion, options),
        selection.error * (1.0 + 1e-6),
        criterion,
        metric=options.metric,
        pinned=options.pin_indices(motion),
        min_gap=options.least_gap,
        max_gap=options.max_gap,
        seconds=min(COST_S, COST_PART * motion.n_frames / float(motion.fps)),
    )
    if not exact.is_optimal:
        return ()
    return (f"without the cuts {exact.least} keys would be needed for the same error",)


def _by_error(
    take: Take, options: ReduceOptions, report: Report, clock: Stopwatch, space: SelectionSpace | None
) -> Chosen:
    motion, error_m = take.motion, options.error_m or 0.0
    pick, progress = _pick(motion, options, counts=motion.n_frames // 5, for_error=True), partial(report, "fit")
    if pick.method == "optimal":
        # Fits without regard for smoothness are to come as near as they can.
        is_brief = options.weighs_bending
        trials = [TrialCurves(take, kind, options, error_m, is_brief=is_brief) for kind in options.curves]
        if space is None and _needs_no_space(options) and _bounds_what_is_missed(motion, options):
            tried = space_up_to(motion, options, HOPELESS_START * error_m, report, clock)
        else:
            tried = space = space or selection_space(motion, options, report, clock)
        fewest = partial(fewest_within, motion, tried, error_m, trials, tips=options.tips, progress=progress)
        fewer = partial(fewer_within, motion, tried, error_m, trials, tips=options.tips, progress=progress)
        most_fits = (FITS_AT_JUMPS if take.jumps else MOST_FITS) if _may_leave_the_space(options) else None
        kept, reason = None, ""
        # Through the best selections curves for glTF usually miss a few counts in vain: there the search comes first.
        if not most_fits or "quaternions" not in options.curves:
            kept = fewest(most_fits=most_fits)
        if kept is None:
            searched = kept_in_pieces(take, options, progress)
            kept = fewer(searched)
            # Where there are but the keys that there have to be, none was added.
            least = len({0, motion.n_frames - 1, *options.pin_indices(motion)})
            reason = LEFT if kept is searched and len(kept.selection) > least else ""
    else:
        kept, reason = kept_in_pieces(take, options, progress), pick.reason
    kept, n_against_turns = without_unseen_turns(take, kept, options)
    kept = at_corners(take, fairest(take, kept, options), options)
    asked = _composition(options) if pick.method == "optimal" else _unused(options)
    if keeps_corners(take, kept.selection, options):
        return Chosen(kept.selection, kept.animations, space=space, notes=asked)
    notes = (*filter(None, [reason]), *asked, *_against_turns(n_against_turns), *_corners(kept.animations, options))
    return Chosen(kept.selection, kept.animations, space=space, notes=notes)


def _composition(options: ReduceOptions) -> tuple[str, ...]:
    """Say what it does where the errors of segments add up in another way than suits the criterion."""
    return composition_notes(criterion_named(options.criterion), options.compose)


def _unused(options: ReduceOptions) -> tuple[str, ...]:
    """Say so where what was asked of a selection space has no effect, as none is made; nothing where nothing was."""
    asked = (options.criterion, options.metric, options.compose)
    if asked == (DEFAULT_CRITERION, DEFAULT_METRIC, None):
        return ()
    return ("criterion, metric and compose had no effect: without a selection space, the measured error alone chooses",)


def _needs_no_space(options: ReduceOptions) -> bool:
    """Whether nobody wants to see a selection space, and selections can be found without most of it."""
    return options.wants_space is False and options.method == "auto" and are_shortened(options)


def _bounds_what_is_missed(motion: Motion, options: ReduceOptions) -> bool:
    """Whether selections that are far off by the criterion are so by any curves: not by lines, whole poses or joints
    beyond the promise, which may be far off where curves come near."""
    promised = {*default_joints(motion), *(tip_joints(motion) if options.tips else ())}
    is_of_curves = criterion_named(options.criterion).shape == "curve" and options.metric == "joint"
    return is_of_curves and promised >= set(joints_of(motion, options.lead))


def _may_leave_the_space(options: ReduceOptions) -> bool:
    """Whether keys may be added and moved where the curves through the best selections miss a promised error."""
    criterion = criterion_named(options.criterion)
    is_largest = criterion.total == "max" and (options.compose or criterion.compose) == "max"
    return options.method == "auto" and is_largest and criterion.shape != "own"


def _pick(motion: Motion, options: ReduceOptions, *, counts: int, for_error: bool) -> Pick:
    criterion = criterion_named(options.criterion)
    if options.method != "auto":
        if options.method == "bounded" and not for_error:
            raise UsageError("the bounded method needs an error to keep")
        if options.method == "pieces" and for_error:
            raise UsageError("the pieces method takes a number of keys, not an error")
        return Pick(options.method)
    longest = options.max_gap or motion.n_frames
    return pick_method(motion.n_frames, longest, criterion, options.metric, counts=counts, for_error=for_error)


def key_notes(take: Take, selection: Selection, options: ReduceOptions) -> tuple[Note, ...]:
    """Say what about keys is unusual: where the capture jumps, and which stand close together."""
    return (*_jump_notes(take, selection, options.error_m is not None), *_close_notes(take, selection, options))


def _close_notes(take: Take, selection: Selection, options: ReduceOptions) -> tuple[Note, ...]:
    """Keys that are nearer to each other than those of the automatic choice, unless they stand at something."""
    if options.error_m is None and options.keys is None:
        return ()
    motion, given = take.motion, {*take.sides_of_jumps, *take.corners, *options.pin_indices(take.motion)}
    least = LEAST_GAP_S * float(motion.fps)
    close = [one for one, other in pairwise(selection.frames) if other - one < least and not {one, other} <= given]
    if not close or least <= 1.0:
        return ()
    why = "the error needs them" if options.error_m is not None else "so many keys have the least error there"
    first = close[0] + motion.first_frame
    places = f"in {len(close)} places, the first on frame {first}" if len(close) > 1 else f"on frame {first}"
    text = f"keys stand less than {LEAST_GAP_S:g} s apart {places}"
    return (Note(f"{text}: {why}", "close-keys", frame=first),)


def _jump_notes(take: Take, selection: Selection, is_promised: bool) -> tuple[Note, ...]:
    """Say where the capture jumps, and whether keys stand on both sides; nothing where a promised error is kept."""
    if not take.jumps or is_promised:
        return ()
    farthest, first = max(take.jumps, key=lambda jump: jump.distance_m), take.motion.first_frame
    before = first + farthest.frame
    far, frames = f"{100.0 * farthest.distance_m:.0f} cm", f"frames {before} and {before + 1}"
    said = f"the joint {farthest.joint} jumps by {far} between {frames}"
    if len(take.jumps) > 1:
        said = f"the capture jumps in {len(take.jumps)} places; {said}"
    missing = [first + frame for frame in take.sides_of_jumps if frame not in selection.frames]
    if not missing:
        return (Note(f"{said}; keys stand on both sides", "jumps-keyed", frame=before),)
    text = f"{said}, which smooth curves follow only between keys on both sides"
    return (Note(text, "jumps", frame=before, missing=",".join(map(str, missing))),)


def _against_turns(n_keys: int) -> tuple[str, ...]:
    """Say how many keys came because joints would turn in place."""
    if not n_keys:
        return ()
    turned = "joints would turn in place by several degrees in a frame, which the error does not see"
    return (f"{counted(n_keys, 'key')} more than the error alone needs: without, {turned}",)


def _corners(animations: Mapping[CurveKind, KeyedAnimation], options: ReduceOptions) -> tuple[str, ...]:
    """Say how many tangents break where nobody asked for corners."""
    animation = animations.get("quaternions")
    breaks = animation.count_breaks() if animation and options.fit != "broken" else 0
    if not animation or not breaks:
        return ()
    share = 100.0 * breaks / animation.count_tangents()
    part = f"{share:.0f} %" if share >= 0.5 else "less than 1 %"
    text = f"to keep the error with so few keys, {part} of the tangents of the glTF curves break"
    return (f"{text}; no joint changes its speed there by more than it does nearby in the capture, or by 0.3 m/s",)
