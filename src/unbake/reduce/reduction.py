"""All steps in one call: a motion becomes a keyed animation, with a record of how and at what cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from unbake.curves.detail import residual, with_detail
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import MeasuredError, check_comparable, measure, measure_motions
from unbake.ground.arrays import rows_at_once
from unbake.ground.memory import give_back
from unbake.ground.progress import Report, Stopwatch, check_progress
from unbake.keyframes.layers import Blocking
from unbake.keyframes.moments.leads import LeadSpan
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion, check_motion
from unbake.motion.points import default_joints, default_levers
from unbake.motion.rotations import rotation_angle
from unbake.reduce.choose import Chosen, choose, key_notes
from unbake.reduce.finish import Ends, finish
from unbake.reduce.join import join, join_notes
from unbake.reduce.options import ReduceOptions as ReduceOptions
from unbake.reduce.options import check_options
from unbake.reduce.take import Take

FLIP_FRAMES, FLIP_RAD = 12, np.pi / 4.0
"""A joint that turns by more in one frame is lost by the capture; so far around the worst frame this is looked for."""
UNSEEN_RAD = np.radians(45.0)
"""Turns that are farther off than this, and that no measured point shows, are warned of."""


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
    ends : for each kind how far wrists, ankles, toes and head were and are, before and after the world-space match;
        empty where that was left out.
    space : the selection space, where one was made.
    blocking : what the three layers did, where they chose.
    seconds : time taken by each step: table, select, fit.
    notes : which way of selecting was taken and why, where it was not the usual one.
    fewest_alone : how few keys would do if every segment were fitted on its own, where `bound` asks for it.
    leads : the part of the body that leads, over time, or the leading part that was named.
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
    fewest_alone: int | None = None
    leads: tuple[LeadSpan, ...] = ()

    @property
    def animation(self) -> KeyedAnimation:
        """The animation to show and to edit: the source's own channels where they were asked for."""
        return self.animations.get("channels") or next(iter(self.animations.values()))

    @property
    def error(self) -> MeasuredError:
        """The largest error among the animations that were asked for."""
        return max(self.errors.values(), key=lambda e: e.max_m)

    @property
    def tips(self) -> MeasuredError | None:
        """The largest error of the tips among the animations that were asked for; None where there are no tips."""
        measured = [error.tips for error in self.errors.values() if error.tips]
        return max(measured, key=lambda e: e.max_m) if measured else None

    @property
    def ends_of_error(self) -> Ends | None:
        """What the world-space match did to the animation with the largest error; None where it was left out."""
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


def reduce_motion(
    motion: Motion,
    options: ReduceOptions | None = None,
    report: Report | None = None,
    *,
    acted: Motion | None = None,
) -> Reduction:
    """Choose keyframes for a motion, fit curves through them, and measure the result in the world.

    Parameters
    ----------
    motion : the capture.
    options : what to choose by; by default three layers and the `free` fit.
    report : callback that receives the progress.
    acted : the same frames with the travel that the motion has lost, such as `in_place` takes away: extremes, holds and
        leading parts are looked for there. By default the motion itself.

    Returns
    -------
    Reduction : its `selection` has the frames, from 0, `animation` the curves, and `error` the distances to the capture
        (`max_cm`, `mean_cm`, worst joint and frame). With `error_m`, `error.max_m` is at most that.

    Raises
    ------
    UsageError : more keys than frames, an unknown joint, pins outside the clip, an error that is not positive, …
    """
    options = options or ReduceOptions()
    check_options(motion, options)
    if acted is not None:
        check_motion(acted, "the motion as it was acted")
        check_comparable(motion, acted)
    check_progress(report)
    report = report or (lambda step, part: None)
    clock, take = Stopwatch(), Take(motion, acted=acted)
    chosen = choose(take, options, report, clock)
    give_back()
    joined, finished = _animations(take, chosen, options, report)
    has_ends = options.holds_ends and not options.detail
    ends = {kind: Ends.of(motion, joined.get(kind), finished[kind]) for kind in options.curves} if has_ends else {}
    detailed = {}
    if options.detail > 0.0:
        detailed = {kind: _with_detail(motion, animation, options.detail) for kind, animation in finished.items()}
    errors = {
        kind: measure_motions(motion, detailed[kind]) if detailed else measure(motion, animation)
        for kind, animation in finished.items()
    }
    clock.lap("fit")
    report("fit", 1.0)
    return Reduction(
        motion,
        options,
        chosen.selection,
        finished,
        detailed,
        errors,
        ends,
        chosen.space,
        chosen.blocking,
        clock.seconds,
        (
            *chosen.notes,
            *key_notes(take, chosen.selection, options),
            *join_notes(take, chosen.selection, options, options.curves),
            *_unseen_turns(motion, finished),
        ),
        chosen.fewest_alone,
        take.leads(options.lead),
    )


def _animations(
    take: Take, chosen: Chosen, options: ReduceOptions, report: Report
) -> tuple[dict[CurveKind, KeyedAnimation], dict[CurveKind, KeyedAnimation]]:
    """The animation of each kind before and after the world-space match; before it where keys were not chosen by it."""
    joined, finished = dict(chosen.joined), dict(chosen.animations)
    # The bar goes on from those that are finished.
    for number, kind in enumerate([kind for kind in options.curves if kind not in finished], start=len(finished)):

        def share(part: float, begin: float = number / len(options.curves)) -> None:
            report("fit", begin + part / len(options.curves))

        joined[kind] = join(take, chosen.selection, kind, options, lambda part: share(0.5 * part))
        finished[kind] = finish(take, joined[kind], options, lambda part: share(0.5 + 0.5 * part))
    return joined, finished


def _with_detail(motion: Motion, animation: KeyedAnimation, fraction: float) -> Motion:
    """The animation with detail put back, as far as its channels can hold it: part of a turn may leave their axes."""
    found = with_detail(animation, residual(motion, animation), fraction)
    values = channel_values(found)
    return motion_from_channels(found.skeleton, values, found.fps, found.first_frame, found.warnings)


def _unseen_turns(motion: Motion, animations: Mapping[CurveKind, KeyedAnimation]) -> tuple[str, ...]:
    """Warn of joints whose turning got lost because none of the joints that the error counts hangs on them."""
    # A joint above a measured one shows in the error in centimetres; what hangs on none can hide.
    seen, counted = set(default_levers(motion).joints), default_joints(motion)
    for joint in counted:
        while (joint := motion.skeleton.parents[joint]) >= 0:
            seen.add(joint)
    unseen = [joint for joint in range(len(motion.skeleton.names)) if joint not in seen]
    worst, frames = np.zeros(len(unseen)), np.zeros(len(unseen), dtype=np.int64)
    pieces = list(rows_at_once(motion.n_frames, len(motion.skeleton.names)))
    for animation, rows in product(animations.values(), pieces):
        turned = animation.sample(np.arange(rows.start, rows.stop)).rotations_xyzw
        angles = rotation_angle(motion.rotations_xyzw[rows, unseen], turned[:, unseen])
        frames = np.where(angles.max(axis=0) > worst, rows.start + angles.argmax(axis=0), frames)
        worst = np.maximum(worst, angles.max(axis=0))
    if worst.max(initial=0.0) <= UNSEEN_RAD:
        return ()
    at = int(worst.argmax())
    joint, frame = unseen[at], int(frames[at])
    where = f"frame {frame + motion.first_frame}{_flip_near(motion, joint, frame)}"
    unseen_text = f"which the error in centimetres does not count: none of its {len(counted)} joints hangs on it"
    name, degrees = motion.skeleton.names[joint], np.degrees(worst[at])
    return (f"joint '{name}' is turned up to {degrees:.0f}° wrong ({where}), {unseen_text}",)


def _flip_near(motion: Motion, joint: int, frame: int) -> str:
    """Say so where the capture itself turns a joint from one frame to the next as no joint does."""
    around = motion.rotations_xyzw[max(frame - FLIP_FRAMES, 0) : frame + FLIP_FRAMES + 1, joint]
    steps = rotation_angle(around[1:], around[:-1])
    most = float(steps.max(initial=0.0))
    return f"; nearby the capture turns it by {np.degrees(most):.0f}° in one frame" if most > FLIP_RAD else ""
