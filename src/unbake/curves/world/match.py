"""The world-space match: curves change a little together so that hands, feet and head stay where they were captured.

Curves that are each near to their channel add up, along a chain of joints, to a hand or a foot that swims. Here the
distances in the world are minimised, the keys' poses left alone. Where handles may have any length, channels are first
fitted one by one to what is missed in the world (`sweeps`). Then the slopes of all channels change at once, by a damped
Gauss–Newton method whose normal matrix is block tridiagonal, a block for each key. In both, the frames that are
farthest off come to weigh more, and the largest distance falls too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from unbake.curves.excerpts import LEFT, RIGHT, excerpt, handles_of, with_handles
from unbake.curves.fits.free import FREE_FITS
from unbake.curves.keyed_animation import KeyedAnimation, check_animation
from unbake.curves.measure import check_comparable
from unbake.curves.world.block_tridiagonal import BlockTridiagonal
from unbake.curves.world.part import Part, with_neighbours
from unbake.curves.world.peaks import tilted
from unbake.curves.world.problem import State, WorldProblem
from unbake.curves.world.slopes import Slopes
from unbake.curves.world.sweeps import swept
from unbake.curves.world.windows import windows
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, as_floats, shaped
from unbake.ground.choices import check_kind, check_number
from unbake.ground.memory import give_back
from unbake.ground.progress import Progress
from unbake.motion.channels import channel_values, known_values
from unbake.motion.levers import motion_with_sites, skeleton_with_sites
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, default_levers, joints_of, tip_joints
from unbake.motion.skeleton import MOST_JOINTS

END_ROLES = ("head", *(f"{side}-{part}" for side in ("left", "right") for part in ("wrist", "ankle", "toe")))
MOST_STEPS, PEAK_STEPS, PEAK_ROUNDS = 12, 2, 5
"""Steps for the squares, steps for each round against peaks, and such rounds; more rounds lower peaks little and raise
the squares."""
HOPES = (0.4, 0.5, 0.6, 0.7, 0.85)
"""What the rounds against peaks that are left bring the largest distance down to, at best, as a part of what it is:
after the first descent, and after each round. On twenty clips for tuning, 167 times, the least was 0.43, 0.54, 0.69,
0.76 and 0.89; in the median of ninety it was 0.72, 0.81, 0.90, 0.95 and 1."""
TRIES, DEARER = 3, 30.0
"""How often, and by what factor, the price of an overshoot rises before the slopes around it are held."""
AROUND, LARGEST_PART = 2, 0.8
"""So many keys on both sides of an overshoot change with it, unless they are more than this part of all."""
BACK = 3
"""How often the way to slopes with lower peaks but larger squares is halved, where nothing better was found."""
SETTLED, FORETOLD = 1e-3, 0.95
"""A step is the last one that lowers the cost by less than this part, or by more than this part of what is foretold.
After such a step another one lowered it by 0.2 % at most, on a long take and on a short one."""
FAR_OFF = 4.0
"""A fit that misses a wanted error by more than this factor is not worth matching: on the thesis clips and the packaged
one, from 3 to 40 keys, this step left between 0.26 and 1 times the largest error."""
START_DAMPING = 1e-3
LEAST_DAMPING, LARGEST_DAMPING = 1e-9, 1e6

Weights = Mapping[str | int, float | Floats]


def end_joints(motion: Motion) -> list[int]:
    """Return the head, wrists, ankles and toes, as far as roles are found; all default joints where none are."""
    found = motion.skeleton.roles
    ends = [found[role] for role in END_ROLES if role in found]
    return list(dict.fromkeys(ends)) or default_joints(motion)


def default_weights(motion: Motion, tips: bool = False) -> dict[str | int, float | Floats]:
    """Return a weight of 1 for wrists, ankles, toes and head, and for every other joint that errors are measured on;
    with `tips` for those as well.

    Joints between the ends count as much: with 0.3 for them, knees and thighs swim instead of feet.
    """
    joints = (*default_joints(motion), *end_joints(motion))
    return dict.fromkeys((*joints, *(tip_joints(motion) if tips else ())), 1.0)


def hold_ends(
    motion: Motion,
    animation: KeyedAnimation,
    weights: Weights | None = None,
    *,
    values: Floats | None = None,
    near: Booleans | None = None,
    within_m: float | None = None,
    bending: float = 1.0,
    progress: Progress | None = None,
) -> KeyedAnimation:
    """Return the animation with curves that bring its joints nearer to the capture in the world.

    Neither the weighted sum of squared distances nor the largest weighted distance grows. Poses at keys and which
    tangents are broken stay as they are, and the lengths of handles in time but for those of free fits, which keep
    their bounds; no curve overshoots more than it did or may (`overshoot`), components of quaternions excepted.

    Parameters
    ----------
    motion : the capture.
    animation : what was fitted to it.
    weights : joint (index, name, role or group) → weight of its squared distance, a number or one for each frame (F,),
        so that planted feet can be held; by default `default_weights`. Joints that are not named do not count; of a
        joint that is named twice, by its group and alone, the later weight does. Points beside a joint that errors
        are measured on (`unbake.motion.levers`) weigh as much as it does.
    values : (F, C) `channel_values` of the motion for the animation's skeleton, where they are known.
    near : (K,) the keys at which slopes may change, and lengths beside them; by default all.
    within_m : ends as soon as the largest weighted distance is within so many metres, or can hardly come so near any
        more; by default it comes as near as it can. Of no effect on takes that are treated in windows.
    bending : of free fits, as in `fits.fit`.
    progress : callback that receives the progress; what it raises ends the work.

    Raises
    ------
    UsageError : an animation of other joints or another length, an unknown joint, a weight that is negative or not
        finite, a negative distance, or weights, values or keys of another shape.
    """
    check_animation(animation)
    check_comparable(motion, animation)
    check_number(bending, "the weight of bending")
    if not 0.0 <= bending < np.inf:
        raise UsageError(f"the weight of bending must be finite and not negative, not {bending}")
    if within_m is not None:
        check_number(within_m, "the distance to end at")
        if not within_m >= 0.0:
            raise UsageError(f"the distance to end at must not be negative, not {within_m}")
    joints, joint_weights = _joint_weights(motion, weights)
    keys = animation.selection.frames
    if not joints or not animation.curves or len(keys) < 2:
        return animation
    skeleton = animation.skeleton
    values = channel_values(motion, skeleton) if values is None else known_values(motion, skeleton, values)
    near = None if near is None else shaped(near, (len(keys),), "keys that may change").astype(np.bool_)
    rest = values, near, within_m, bending, progress
    levers = default_levers(motion).of(joints)
    if not len(levers) or len(motion.skeleton.names) + len(levers) > MOST_JOINTS:
        return _matched(motion, animation, joints, joint_weights, *rest)
    seen = replace(animation, skeleton=skeleton_with_sites(skeleton, levers), layers=())
    joint_weights = np.ascontiguousarray(joint_weights[:, [*range(len(joints)), *map(joints.index, levers.joints)]])
    joints = [*joints, *range(len(motion.skeleton.names), len(seen.skeleton.names))]
    matched = _matched(motion_with_sites(motion, levers), seen, joints, joint_weights, *rest)
    return animation if matched is seen else replace(animation, curves=matched.curves)


def _matched(
    motion: Motion,
    animation: KeyedAnimation,
    joints: list[int],
    weights: Floats,
    values: Floats,
    near: Booleans | None,
    within_m: float | None,
    bending: float,
    progress: Progress | None,
) -> KeyedAnimation:
    """What `hold_ends` makes of joints with weights (F, N), a long take in windows."""
    keys = animation.selection.frames
    parts = list(windows(keys))
    if len(parts) == 1:
        return _held(motion, animation, joints, weights, values, near, within_m, bending, progress)
    give_back()
    near = np.ones(len(keys), dtype=np.bool_) if near is None else near
    handles = handles_of(animation)
    for place, (first, last) in enumerate(parts):
        is_near = near[first : last + 1].copy()
        # At the ends of a window slopes stay, so that it meets what is outside.
        is_near[[0, -1]] &= first == 0, last == len(keys) - 1
        if is_near.any():
            rows = slice(keys[first], keys[last] + 1)
            own = motion.excerpt(motion.first_frame + keys[first], motion.first_frame + keys[last])
            piece = excerpt(animation, handles, first, last)
            new = handles_of(_held(own, piece, joints, weights[rows], values[rows], is_near, None, bending, None))
            handles[RIGHT, :, first:last] = new[RIGHT, :, :-1]
            handles[LEFT, :, first + 1 : last + 1] = new[LEFT, :, 1:]
        if progress:
            progress((place + 1) / len(parts))
    return with_handles(animation, handles)


def _held(
    motion: Motion,
    animation: KeyedAnimation,
    joints: list[int],
    weights: Floats,
    values: Floats,
    near: Booleans | None,
    within_m: float | None,
    bending: float,
    progress: Progress | None,
) -> KeyedAnimation:
    """What `hold_ends` makes of one window, with weights (F, N)."""
    problem = WorldProblem(motion, animation, Slopes.of(animation), joints, values)
    report = progress or (lambda part: None)
    if animation.fit in FREE_FITS:
        shape = FREE_FITS[animation.fit] * np.array([1.0, 1.0, 1.0, bending])
        longer = swept(problem, animation, weights, shape, near, within_m, lambda part: report(0.5 * part))
        if longer is not animation:
            start, held = problem.at(problem.slopes.start), problem.followed_by(Slopes.of(longer))
            best = _best_near(held, weights, near, within_m, lambda part: report(0.5 + 0.5 * part))
            state = held.at(best)
            if _peak(state, weights) <= _peak(start, weights) and _squares(state, weights) <= _squares(start, weights):
                return held.slopes.applied(longer, best)
    best = _best_near(problem, weights, near, within_m, report)
    return animation if best is problem.slopes.start else problem.slopes.applied(animation, best)


def _best_near(
    problem: WorldProblem, weights: Floats, near: Booleans | None, within_m: float | None, report: Progress
) -> Floats:
    """The slopes (K, n) with the lowest peak where those at some keys (K,) may change."""
    if near is None:
        return _best(problem, weights, within_m, report)
    part = Part.of(problem, near)
    found = _best(part.problem, weights[part.frames], within_m, report)
    return problem.slopes.start if found is part.problem.slopes.start else part.merged(problem.slopes.start, found)


def _joint_weights(motion: Motion, weights: Weights | None) -> tuple[list[int], Floats]:
    """The joints that count and their weights (F, N)."""
    chosen: dict[int, Floats] = {}
    weights = default_weights(motion) if weights is None else weights
    check_kind(weights, Mapping, "the weights", "{'feet': 4.0}, for one")
    for joint, weight in weights.items():
        row = as_floats(weight, f"the weight of joint '{joint}'")
        if row.shape not in ((), (motion.n_frames,)) or not (np.isfinite(row) & (row >= 0.0)).all():
            raise UsageError(f"the weight of joint '{joint}' must be one number of at least 0, or one for each frame")
        for index in joints_of(motion, [joint]):
            chosen[index] = np.broadcast_to(row, motion.n_frames)
    found = np.stack(list(chosen.values()), axis=1) if chosen else np.empty((motion.n_frames, 0))
    # Only how weights compare matters; the largest is 1, as by default all are.
    largest = found.max(initial=0.0)
    return list(chosen), found / largest if largest > 0.0 else found


def _best(problem: WorldProblem, weights: Floats, within_m: float | None, report: Progress) -> Floats:
    """Return the slopes with the lowest peak, among those on the way that are nowhere worse than the start."""
    start = problem.at(problem.slopes.start)
    most, peak = _squares(start, weights), _peak(start, weights)
    best = start
    report(0.0)
    state, heavier = _descend(problem, start, weights, MOST_STEPS), weights
    for rounds_left in range(PEAK_ROUNDS, -1, -1):
        report(1.0 - 0.1 * (rounds_left + 1))
        state = _confined(problem, state, heavier)
        is_farther = _squares(state, weights) > most
        if is_farther and best is start:
            state = _back(problem, start, state, weights, most)
        elif is_farther:
            break
        if _peak(state, weights) < peak:
            best, peak = state, _peak(state, weights)
        if is_farther or not rounds_left or peak == 0.0:
            break
        if within_m is not None and (peak <= within_m or HOPES[PEAK_ROUNDS - rounds_left] * peak > within_m):
            break
        heavier = tilted(_distances(state, weights), heavier)
        state = _descend(problem, state, heavier, PEAK_STEPS)
    return best.slopes


def _back(problem: WorldProblem, start: State, state: State, weights: Floats, most: float) -> State:
    """Return a state on the straight way back to the start, whose squares are not too many.

    Curves are linear in their slopes, so limits that both keep are kept between them.
    """
    for _ in range(BACK):
        state = problem.at(0.5 * (start.slopes + state.slopes))
        if _squares(state, weights) <= most:
            return state
    return start


def _squares(state: State, weights: Floats) -> float:
    return float((weights * state.squares).sum())


def _peak(state: State, weights: Floats) -> float:
    return float(_distances(state, weights).max())


def _confined(problem: WorldProblem, state: State, weights: Floats) -> State:
    """Bring curves back within their limits: by a higher price where they go beyond, and in the end by holding them."""
    for _ in range(TRIES):
        over = problem.over(state)
        if not over.any():
            return state
        problem.price[over] *= DEARER
        state = _mended(problem, state, weights, over)
    return problem.confined(state)


def _mended(problem: WorldProblem, state: State, weights: Floats, over: Booleans) -> State:
    """Let the slopes around the segments (K − 1, C) that go beyond their limits change until these gain little."""
    ends = np.pad(over.any(axis=1), 1)
    near = with_neighbours(ends[:-1] | ends[1:], AROUND)
    if near.mean() > LARGEST_PART:
        return _descend(problem, state, weights, PEAK_STEPS)
    part = Part.of(problem, near)
    found = _descend(part.problem, part.state(state), weights[part.frames], PEAK_STEPS)
    return problem.at(part.merged(state.slopes, found.slopes))


def _distances(state: State, weights: Floats) -> Floats:
    return np.asarray(np.sqrt(weights * state.squares))


def _descend(problem: WorldProblem, state: State, weights: Floats, most_steps: int) -> State:
    """Take damped Gauss–Newton steps until they gain little, or one gains what was foretold: what is left is little."""
    cost, damping = problem.cost(state, weights), START_DAMPING
    for _ in range(most_steps):
        matrix, right = problem.equations(state, weights)
        while damping <= LARGEST_DAMPING:
            trial, foretold = _stepped(problem, state, matrix, right, damping)
            found = problem.cost(trial, weights) if trial else np.inf
            if trial and found < cost:
                break
            damping *= 10.0
        else:
            break
        gain, cost, state = cost - found, found, trial
        damping = max(damping * 0.1, LEAST_DAMPING)
        if gain < SETTLED * (cost + gain) or gain > FORETOLD * foretold:
            break
    return state


def _stepped(
    problem: WorldProblem, state: State, matrix: BlockTridiagonal, right: Floats, damping: float
) -> tuple[State | None, float]:
    """Return the state after a step, and by how much the cost falls if the equations tell all; None where the matrix is
    singular to rounding."""
    try:
        steps = matrix.solved(right, damping)
    except np.linalg.LinAlgError:
        return None, 0.0
    foretold = float((right * steps).sum())
    return problem.at(state.slopes + steps), foretold
