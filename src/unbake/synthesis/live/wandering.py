"""A motion graph as an engine: it follows clips and takes transitions, those that lead to what is requested soonest.

Ways through a graph are searched as far as one transition and a look behind it; how far a flag is beyond that is known
exactly for every frame.

Reference: L. Kovar, M. Gleicher and F. Pighin, Motion graphs, 2002, section 4. Searching a step at a time is ours, as a
character that is steered knows no more of its future.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.rotations import wrapped_angle
from unbake.synthesis.graphs.graph import MotionGraph
from unbake.synthesis.graphs.paths import times_to
from unbake.synthesis.live.engine import Plan, State
from unbake.synthesis.live.features import Features
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.spliced import cut, quick_join

LOOK_S, AFTER_S = 0.5, 0.75
"""How far ahead transitions are looked for, and how far what follows them is judged."""
FLAG, HEADING, SPEED, DISTANCE, AGAIN = 4.0, 3.0, 1.0, 0.5, 0.3
"""What a second without the flag costs, half a turn away squared, a metre a second squared, a transition at the graph's
largest distance, and going where it went lately."""
REMEMBERED = 8
"""How many transitions back that is."""


@dataclass(frozen=True, eq=False)
class _Options:
    """What could be played: up to a source, a transition to a target, and what follows it; of going on, both the same.

    All (O,), in frames of the material's row; `ends` is where the look ahead ends.
    """

    sources: Indices
    targets: Indices
    ends: Indices
    distances: Floats


class GraphWandering:
    """The engine.

    Parameters
    ----------
    graph : where it walks.
    features : of the graph's material, where they are known.
    seed : of the chance that keeps it from walking in circles.
    """

    def __init__(self, graph: MotionGraph, features: Features | None = None, seed: int = 0) -> None:
        self._graph, self._material = graph, graph.material
        self._features = features or Features.of(graph.material)
        self._rng = np.random.default_rng(seed)
        order = np.argsort(graph.transitions.sources, kind="stable")
        self._transitions = graph.transitions.where(order)
        self._run_end = _run_ends(graph)
        self._away: dict[str, Floats] = {}
        self._lately: list[int] = []
        self._next: tuple[int, int] | None = None
        steps, turns = self._material.steps
        self._gone = np.cumsum(np.linalg.norm(steps, axis=1))
        self._turned = np.cumsum(turns)
        self._largest = float(self._transitions.distances_m.max(initial=1e-6))

    def check(self, request: Request) -> None:
        """Raise UsageError for a flag that no clip carries, or that the graph never reaches."""
        if request.flag is not None:
            self._frames_to(request.flag)

    def plan(self, state: State, request: Request) -> Plan:
        """Return what leads to what is requested: the clip's next frames, or a transition."""
        if not self._graph.inside[state.row]:
            return self._entered(state, request)
        pending, self._next = self._next, None
        if pending is not None and pending[0] == state.row and not state.is_new:
            return self._transition(*pending)
        options = self._options(state.row)
        number = int(np.argmin(self._costs(options, state, request)))
        source, target = int(options.sources[number]), int(options.targets[number])
        if source != target:
            self._next = source, target
            if source == state.row:
                return self._transition(source, target)
        return Plan(cut(self._material, state.row + 1, source))

    def _transition(self, source: int, target: int) -> Plan:
        self._next = None
        self._lately = [*self._lately, target][-REMEMBERED:]
        return Plan(quick_join(self._material, source, target, self._graph.window), is_whole=True)

    def _entered(self, state: State, request: Request) -> Plan:
        """From outside: jump to the frame of the graph that fits best, with the flag if there is one."""
        inside = self._graph.inside & (self._run_end > np.arange(self._material.n_frames))
        if request.flag is not None and (inside & self._material.flag(request.flag)).any():
            inside &= self._material.flag(request.flag)
        query, weights = self._features.query(state.row)
        row, _ = self._features.nearest(query, weights, inside)
        return Plan(cut(self._material, row + 1, min(row + 6, int(self._run_end[row]))), is_jump=True)

    def _options(self, row: int) -> _Options:
        """Transitions within the look ahead, or the next one; and going on, where the clip does."""
        fps, end = self._material.fps, int(self._run_end[row])
        sources = self._transitions.sources
        look = row + round(LOOK_S * fps)
        first, last = np.searchsorted(sources, [row, min(look, end) + 1])
        if first == last and end < look:
            raise AssertionError("a frame of a component leads nowhere")
        own = slice(int(first), int(last))
        targets = self._transitions.targets[own]
        after = np.minimum(targets + round(AFTER_S * fps), self._run_end[targets])
        chosen, distances = sources[own], self._transitions.distances_m[own].astype(np.float64)
        if look < end:
            chosen, targets = np.append(chosen, look), np.append(targets, look)
            after = np.append(after, min(look + round(AFTER_S * fps), end))
            distances = np.append(distances, 0.0)
        return _Options(chosen, targets, after, distances)

    def _costs(self, options: _Options, state: State, request: Request) -> Floats:
        """How far (O,) each option is from what is requested."""
        fps, window = self._material.fps, self._graph.window
        jumps = options.sources != options.targets
        frames = options.sources - state.row + np.where(jumps, window - 1, 0)
        cost = DISTANCE * options.distances / self._largest + 0.02 * self._rng.random(len(frames))
        for target in self._lately:
            cost += np.where(jumps & (np.abs(options.targets - target) < fps), AGAIN, 0.0)
        if request.flag is not None:
            away = self._frames_to(request.flag)
            cost += FLAG * (np.where(away[state.row] > 0, frames, 0) + away[options.targets]) / fps
            cost += 0.5 * FLAG * np.minimum(away[options.ends], fps) / fps
        if request.direction_rad is not None:
            turned = state.heading_rad + self._over(self._turned, options, state.row, jumps)
            off = wrapped_angle(turned - request.direction_rad)
            cost += HEADING * (off / np.pi) ** 2 * 4.0
        if request.speed_m_s is not None:
            seconds = np.maximum(options.ends - options.targets, 1) / fps
            speed = (self._gone[options.ends] - self._gone[options.targets]) / seconds
            cost += SPEED * (speed - request.speed_m_s) ** 2
        return np.asarray(cost)

    def _over(self, sums: Floats, options: _Options, row: int, jumps: Booleans) -> Floats:
        """What a running sum gains on the way; a transition has half of what either of its windows has."""
        before = sums[options.sources] - sums[row]
        after = sums[options.ends] - sums[options.targets]
        more = self._graph.window - 1
        first = np.where(jumps, options.sources + more, options.sources)
        second = np.where(jumps, options.targets - more, options.targets)
        between = sums[first] - sums[options.sources] + sums[options.targets] - sums[second]
        return np.asarray(before + 0.5 * between + after)

    def _frames_to(self, flag: str) -> Floats:
        """How many frames (N,) it takes to where a walk can stay with a flag, or at least to where it holds."""
        if flag not in self._away:
            holds = self._material.flag(flag)
            goals = self._graph.staying(holds)
            if not goals.any():
                goals = holds & self._graph.inside
            if not goals.any():
                raise UsageError(
                    f"the motion graph reaches no frame with the flag '{flag}': build it with a larger threshold for "
                    "it, or add clips that lead there and back",
                    code="flag-not-in-graph",
                    flag=flag,
                )
            away = times_to(self._graph, np.flatnonzero(goals)).frames
            self._away[flag] = np.where(np.isfinite(away), away, 1e4)
        return self._away[flag]


def _run_ends(graph: MotionGraph) -> Indices:
    """The last frame (N,) of the run of frames inside the graph that each is in."""
    inside, clips = graph.inside, graph.material.clip_of
    goes_on = np.append(inside[:-1] & inside[1:] & (clips[:-1] == clips[1:]), False)
    ends = np.flatnonzero(~goes_on)
    return ends[np.searchsorted(ends, np.arange(len(inside)))]
